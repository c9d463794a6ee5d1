"""What a text says: semantic graphs over its words, and what two of them have in common."""
