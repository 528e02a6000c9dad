"""Tests; run with pytest."""
