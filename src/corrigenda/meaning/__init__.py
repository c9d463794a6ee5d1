"""Is the meaning kept? Semantic graphs over words, and how far two of them agree."""
