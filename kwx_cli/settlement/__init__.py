"""Who pays what: a single win here, a whole round beside it."""
