"""Edits between a sentence and its correction, with types, as ERRANT 3.0.2 makes them.

Felice, Bryant & Briscoe 2016 (alignment and merging); Bryant, Felice & Briscoe 2017 (types).
"""
