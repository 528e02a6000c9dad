"""Files of hands: reading, scoring, checking expectations, reporting."""
