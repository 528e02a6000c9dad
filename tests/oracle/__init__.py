"""The rule book once more, by brute force, to test the engine against; it imports nothing of the engine."""
