"""Advice: how far a hand is, what to throw, whether to call, and what a hand is worth before it is complete."""
