"""Is it good English? Tokens that look wrong, without references."""
