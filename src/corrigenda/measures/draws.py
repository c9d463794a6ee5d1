"""Which reference each sentence is compared with, in draw after draw, as GLEU's first tools drew.

Draw j seeds Python's generator with 101 j and takes `randint(0, R - 1)` for each sentence, R being
how many references it has. Python 2 and Python 3 turn the same random bits into different numbers,
so published figures depend on which of them was used. Both are written out here on top of the bits
(Mersenne Twister, which numpy has too), for all draws at once:

- Python 2: the integer part of R times a number between 0 and 1 (of 53 bits);
- Python 3: as many of the next 32 bits as R needs, again and again until they are less than R.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Seeds = Literal["python3", "python2"]

_BLOCK = 4_000_000  # random words to hold at a time


@lru_cache(maxsize=8)
def drawn_references(counts: tuple[int, ...], draws: int, seeds: Seeds) -> NDArray[np.integer]:
    """The index of the drawn reference, for each draw (row) and sentence (column).

    `counts` tells how many references each sentence has.
    """
    out = np.empty((draws, len(counts)), dtype=np.min_scalar_type(max(counts, default=1)))
    if seeds == "python2":
        sizes = np.asarray(counts)
        for j, generator in _seeded(range(draws)):
            out[j] = generator.random_sample(len(counts)) * sizes
    else:
        words = _words_needed(counts)
        step = max(1, _BLOCK // max(words, 1))
        for first in range(0, draws, step):
            block = range(first, min(first + step, draws))
            out[first : block.stop] = _python3(counts, block, words)
    out.setflags(write=False)  # it is shared by all who ask for the same
    return out


def _seeded(draws: range) -> Iterator[tuple[int, np.random.RandomState]]:
    generator = np.random.RandomState(0)
    for j in draws:
        generator.seed([j * 101])  # a list: seeded as Python does it
        yield j, generator


def _words_needed(counts: tuple[int, ...]) -> int:
    """Enough random words, nearly always: the expected number and six standard deviations."""
    chance = np.asarray([r / 2 ** r.bit_length() for r in counts])
    spread = np.sqrt(((1 - chance) / chance**2).sum())
    return int((1 / chance).sum() + 6 * spread) + 16


def _python3(counts: tuple[int, ...], draws: range, words: int) -> NDArray[np.integer]:
    bits = np.empty((len(draws), words), dtype=np.uint32)
    for j, generator in _seeded(draws):
        bits[j - draws.start] = generator.randint(0, 2**32, size=words, dtype=np.uint32)
    # For each R, where the next word is whose value is less than R. Two columns behind the last
    # word catch the draws that run out of words.
    following = {}
    for r in set(counts):
        position = np.full((len(draws), words + 2), words, dtype=np.int32)
        accepted = _value(bits, r) < r
        np.copyto(position[:, :words], np.arange(words, dtype=np.int32), where=accepted)
        following[r] = np.minimum.accumulate(position[:, ::-1], axis=1)[:, ::-1].ravel()
    row = np.arange(len(draws)) * (words + 2)
    at = row.copy()
    taken = np.empty((len(counts), len(draws)), dtype=np.int32)
    for i, r in enumerate(counts):
        taken[i] = following[r].take(at)
        at = taken[i] + row + 1
    if taken.max(initial=0) >= words:
        return _python3(counts, draws, 2 * words)
    return _value(np.take_along_axis(bits, taken.T, axis=1), np.asarray(counts))


def _value(bits: NDArray[np.uint32], r: int | NDArray[np.integer]) -> NDArray[np.integer]:
    """The first bits of a word, as many as it takes to write R."""
    length = np.frexp(r)[1]  # r < 2 ** length
    return np.right_shift(bits, (32 - length).astype(np.uint32))
