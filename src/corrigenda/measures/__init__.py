"""Measures: one module each; `contract` is what they share, `registry` finds them by name."""
