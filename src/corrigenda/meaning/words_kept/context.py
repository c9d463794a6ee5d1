"""How similar two words are in their sentences: by the parser's encoder.

Vectors are whole numbers, so that products are exact and cosines the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]

LAYERS = 3
"""Layers of the encoder that context takes."""

_GRID = 2**12
"""Steps per unit: products of vectors of some hundred numbers stay exact in float64."""


def contexts(sentences: Sequence[Sequence[str]]) -> list[Vectors]:
    """Return a vector in whole steps for each word of each sentence."""
    from corrigenda.meaning.parser.embedded import shared

    lower = [[token.lower() for token in tokens] for tokens in sentences]
    return [
        np.rint(vectors.astype(np.float64) * _GRID)
        for vectors in shared().vectors_of(lower, LAYERS)
    ]


def cosines(here: Vectors, there: Vectors) -> Vectors:
    """Return the cosine of each vector of one text with each of the other."""
    lengths = np.sqrt((here * here).sum(axis=1)[:, None] * (there * there).sum(axis=1))
    alike: Vectors = here @ there.T / np.maximum(lengths, 1.0)
    return alike
