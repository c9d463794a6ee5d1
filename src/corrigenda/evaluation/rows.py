"""Rows as saved results hold them: text, which any program reads, and which is exact."""

from __future__ import annotations

import numpy as np

from corrigenda.measures.contract import Array

TypeRow = tuple[int, int, int, int]
"""A sentence that has edits of a type: its number, hits, spurious and missed edits."""


def as_text(rows: Array) -> str:
    """Return rows as one line of text: numbers between spaces, rows between semicolons."""
    is_whole = bool((np.abs(rows) < 2**53).all()) and np.array_equal(rows, np.floor(rows))
    written = rows.astype(np.int64).tolist() if is_whole else rows.tolist()
    return ";".join(" ".join(map(repr, row)) for row in written)


def from_text(text: str, sentences: int) -> Array:
    """Return the rows that `as_text` wrote.

    >>> from_text("1 0 2;0 0.5 1", 2).tolist()
    [[1.0, 0.0, 2.0], [0.0, 0.5, 1.0]]
    """
    rows = np.array(text.replace(";", " ").split(), dtype=np.float64)
    return rows.reshape(sentences, -1)
