"""Random choice of a reference for each sentence, as in GLEU's first tools.

Draw j seeds Python's generator with 101 j and takes `randint(0, R - 1)` for each sentence, R being
how many references it has. Python 2 and Python 3 turn the same random bits into different numbers,
so published figures depend on which of them was used. Both are written out here on top of the bits
(which are the same in all versions), for all draws at once:

- Python 2: the integer part of R times a number between 0 and 1 (of 53 bits);
- Python 3: as many of the next 32 bits as R needs, again and again until they are less than R.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Seeds = Literal["python3", "python2"]

_BLOCK = 2_000_000
"""Random words to hold at a time."""

_REMEMBERED = 64
"""Blocks of drawn references to remember: all there are for 500 draws of 100,000 sentences. Each
has up to 2 MB, and an eighth of it where no sentence has more than two references."""


def drawn_references(
    counts: tuple[int, ...], draws: int, seeds: Seeds
) -> Iterator[NDArray[np.integer]]:
    """Yield the index of the drawn reference, for each draw (row) and sentence (column), in blocks.

    `counts` tells how many references each sentence has.
    """
    words = 2 * len(counts) if seeds == "python2" else _words_needed(counts)
    step = max(1, _BLOCK // max(words, 1))
    for first in range(0, draws, step):
        block = _block(counts, first, min(first + step, draws), words, seeds)
        if _are_bits(counts):
            block = np.unpackbits(block.astype(np.uint8, copy=False), axis=1, count=len(counts))
        yield block


def _are_bits(counts: tuple[int, ...]) -> bool:
    """Return whether each index is 0 or 1."""
    return max(counts, default=1) <= 2


@lru_cache(maxsize=_REMEMBERED)
def _block(
    counts: tuple[int, ...], first: int, last: int, words: int, seeds: Seeds
) -> NDArray[np.integer]:
    """Return the indices of some draws, which all systems share; packed, if they are bits."""
    draw = _python2 if seeds == "python2" else _python3
    drawn = draw(counts, range(first, last), words)
    drawn = drawn.astype(np.min_scalar_type(max(counts, default=1)))
    packed = np.packbits(drawn, axis=1) if _are_bits(counts) else drawn
    packed.setflags(write=False)
    return packed


def _random_words(draws: range, words: int) -> NDArray[np.uint32]:
    """Return the first random words (of 32 bits) of each draw."""
    bits = np.empty((len(draws), words), dtype="<u4")
    for row, j in zip(bits, draws, strict=True):
        # Python makes a long number of words from its lowest to its highest bits.
        number = random.Random(j * 101).getrandbits(32 * words) if words else 0
        row[:] = np.frombuffer(number.to_bytes(4 * words, "little"), dtype="<u4")
    return bits


def _python2(counts: tuple[int, ...], draws: range, words: int) -> NDArray[np.integer]:
    bits = _random_words(draws, words)
    # 27 and 26 bits of two words make the 53 of a number between 0 and 1.
    high, low = (bits[:, 0::2] >> 5).astype(np.float64), bits[:, 1::2] >> 6
    drawn: NDArray[np.integer] = ((high * 2.0**26 + low) / 2.0**53 * counts).astype(np.int64)
    return drawn


def _words_needed(counts: tuple[int, ...]) -> int:
    """Return a number of random words that is nearly always enough: the expected number and six
    standard deviations."""
    chance = np.asarray([r / 2 ** r.bit_length() for r in counts])
    spread = np.sqrt(((1 - chance) / chance**2).sum())
    return int((1 / chance).sum() + 6 * spread) + 16


def _python3(counts: tuple[int, ...], draws: range, words: int) -> NDArray[np.integer]:
    bits = _random_words(draws, words)
    sizes = set(counts)
    if len(sizes) == 1:
        taken = _first_accepted(bits, sizes.pop(), len(counts))
    else:
        taken = _accepted_in_turn(bits, counts)
    if taken is None:
        return _python3(counts, draws, 2 * words)
    return taken


def _first_accepted(bits: NDArray[np.uint32], r: int, n: int) -> NDArray[np.integer] | None:
    """Return the first n numbers less than R, if all sentences have R references; None if they run
    out."""
    numbers = _number(bits, r)
    rows = [row[row < r][:n] for row in numbers]
    return np.stack(rows) if min(map(len, rows)) == n else None


def _accepted_in_turn(
    bits: NDArray[np.uint32], counts: tuple[int, ...]
) -> NDArray[np.integer] | None:
    """Return, for one sentence after the other, the next number less than its R; None if they run
    out."""
    draws, words = bits.shape
    # For each R, where the next word is whose number is less than R. Two columns after the last
    # word catch the draws that run out of words.
    following = {}
    for r in set(counts):
        position = np.full((draws, words + 2), words, dtype=np.int32)
        accepted = _number(bits, r) < r
        np.copyto(position[:, :words], np.arange(words, dtype=np.int32), where=accepted)
        following[r] = np.minimum.accumulate(position[:, ::-1], axis=1)[:, ::-1].ravel()
    row = np.arange(draws) * (words + 2)
    at = row.copy()
    taken = np.empty((len(counts), draws), dtype=np.int32)
    for i, r in enumerate(counts):
        taken[i] = following[r].take(at)
        at = taken[i] + row + 1
    if taken.max(initial=0) >= words:
        return None
    return _number(np.take_along_axis(bits, taken.T, axis=1), np.asarray(counts))


def _number(bits: NDArray[np.uint32], r: int | NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the first bits of a word, as many as it takes to write R."""
    length = np.frexp(r)[1]  # r < 2 ** length
    return np.right_shift(bits, (32 - length).astype(np.uint32))
