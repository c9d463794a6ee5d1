"""Compare two semantic graphs: align their words, then their units, then match their edges."""
