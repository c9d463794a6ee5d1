"""How similar the meanings of two words are, by vectors of words out of context.

Vectors of a thesaurus tell whether two words of one part of speech mean the same: opposites have
nothing in common there. The parser's vectors are similar also for opposites, but cover other parts
of speech. All are whole numbers, so that cosines are the same on every machine.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corrigenda.meaning.model_file import read_model
from corrigenda.meaning.words_kept.classes import Word
from corrigenda.meaning.words_kept.lexicon import PARTS

MODEL = Path(__file__).parents[2] / "models" / "thesaurus.safetensors"

FROM, WIDTH = 0.33, 0.20
"""Words are similar from this cosine in the thesaurus on, and synonyms this much above."""

ENCODED, UNKNOWN = 0.3, 0.15
"""What the cosine of the parser's vectors adds to that, and its value for a word without one."""

SYNONYMS = 0.75
"""What synonyms of the thesaurus keep."""

_FROM, _WIDTH = 0.20, 0.50
_IN_CONTEXT = 0.80, 0.18
"""The same for the parser's vectors alone, out of context, or in context if a word has none."""


def similarity(one: Word, other: Word, cosine: float) -> float:
    """Return how similar two words are, from 0 to 1; `cosine` is that of their vectors in context.

    If the thesaurus has both, and they are of one part of speech, it decides.
    """
    encoded = _encoded(one, other)
    if encoded is not None:
        by_encoder = _share(encoded, _FROM, _WIDTH)
    else:
        by_encoder = _share(cosine, *_IN_CONTEXT)
    shared = in_thesaurus(one, other)
    if shared is None:
        return by_encoder
    same_part = PARTS.get(one.part) == PARTS.get(other.part)
    return shared if same_part else max(shared, by_encoder)


def in_thesaurus(one: Word, other: Word) -> float | None:
    """Return how similar two words are by the thesaurus; None if it does not have both."""
    if one.lemma == other.lemma:
        return None
    cosine = thesaurus_cosine(one.lemma, other.lemma)
    if cosine is None:
        cosine = thesaurus_cosine(one.form, other.form)
    if cosine is None:
        return None
    encoded = _encoded(one, other)
    cosine += ENCODED * (UNKNOWN if encoded is None else encoded)
    return min(_share(cosine, FROM, WIDTH), SYNONYMS)


@lru_cache(maxsize=200_000)
def encoder_cosine(one: str, other: str) -> float | None:
    """Return the cosine of the parser's vectors of two words; None if one is not in its
    vocabulary."""
    from corrigenda.meaning.parser.embedded import shared

    return _cosine(shared().word_vector(one), shared().word_vector(other))


@lru_cache(maxsize=200_000)
def thesaurus_cosine(one: str, other: str) -> float | None:
    """Return the cosine of the thesaurus's vectors of two words; None if it does not have one."""
    places, vectors = _thesaurus()
    if one not in places or other not in places:
        return None
    a, b = (vectors[places[word]].astype(np.int64) for word in (one, other))
    return _cosine(a, b)


def _encoded(one: Word, other: Word) -> float | None:
    """Return the larger cosine of the parser's vectors, of the forms or of the lemmas."""
    pairs = ((one.form, other.form), (one.lemma, other.lemma))
    cosines = (encoder_cosine(*pair) for pair in pairs)
    return max((cosine for cosine in cosines if cosine is not None), default=None)


def _cosine(a: NDArray[np.int64] | None, b: NDArray[np.int64] | None) -> float | None:
    if a is None or b is None:
        return None
    return int(a @ b) / math.sqrt(int(a @ a) * int(b @ b))


def _share(value: float, start: float, width: float) -> float:
    return min(max((value - start) / width, 0.0), 1.0)


@lru_cache(maxsize=1)
def _thesaurus() -> tuple[dict[str, int], NDArray[Any]]:
    """Return the rows of words, and their vectors."""
    tensors, _, _ = read_model(MODEL, "the thesaurus of Meaning")
    words = tensors["words"].tobytes().decode("ascii").split("\n")
    return {word: row for row, word in enumerate(words)}, tensors["vectors"]
