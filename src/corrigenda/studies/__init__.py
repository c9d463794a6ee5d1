"""Whole experiments: each one function, and one command."""
