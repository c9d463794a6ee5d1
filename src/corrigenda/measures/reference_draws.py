"""Random choice of a reference for each sentence, as in GLEU's first tools.

Draw j seeds Python's generator with 101 j and takes `randint(0, R - 1)` for each sentence, R being
how many references it has. Python 2 and Python 3 turn the same random bits into different numbers,
so published figures depend on which of them was used. Both are written out here on top of the bits
(which are the same in all versions), for all draws at once:

- Python 2: the integer part of R times a number between 0 and 1 (of 53 bits);
- Python 3: as many of the next 32 bits as R needs, again and again until they are less than R.

All draws go through the sentences together, so a corpus of any length needs little memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Seeds = Literal["python3", "python2"]
Counts = tuple[int, ...]
Drawn = NDArray[np.integer]
"""The index of the drawn reference, for each sentence (row) and draw (column)."""

WORDS = 1024
"""Random words of each draw to hold at a time."""

REMEMBERED = 1 << 26
"""Bytes of drawn references to remember: 500 draws of a million sentences, of which none has more
than two references; an eighth of that, if one has."""

_remembered: dict[tuple[Counts, int, Seeds], list[NDArray[np.uint8]]] = {}
"""What was drawn last, for the systems that are scored next."""


def drawn_references(counts: Counts, draws: int, seeds: Seeds) -> Iterator[Drawn]:
    """Yield which references are drawn, in blocks of sentences.

    `counts` tells how many references each sentence has.
    """
    key = counts, draws, seeds
    bits = max(counts, default=1) <= 2
    if key in _remembered:
        for held in _remembered[key]:
            yield np.unpackbits(held, axis=1, count=draws) if bits else held
        return
    kept: list[NDArray[np.uint8]] = []
    fits = len(counts) * draws <= REMEMBERED * (8 if bits else 1) and max(counts, default=1) <= 256
    for block in _in_blocks(counts, draws, seeds):
        if fits:
            small = block.astype(np.uint8)
            kept.append(np.packbits(small, axis=1) if bits else small)
        yield block
    if fits:
        _remembered.clear()
        _remembered[key] = kept


def _in_blocks(counts: Counts, draws: int, seeds: Seeds) -> Iterator[Drawn]:
    draw, per_sentence = (_python2, 2) if seeds == "python2" else (_python3, 3)
    generators = [Random(101 * j) for j in range(draws)]
    width = min(WORDS, per_sentence * len(counts) + 32)
    words = np.stack([_next(generator, width) for generator in generators])
    first = 0
    while first < len(counts):
        # As many sentences as there are words for in every draw.
        drawn, used = draw(words, counts[first : first + width])
        if len(drawn):
            yield drawn
            first += len(drawn)
            for row, generator, number in zip(words, generators, used.tolist(), strict=True):
                row[: width - number] = row[number:]
                row[width - number :] = _next(generator, number)
        else:
            more = [_next(generator, width) for generator in generators]
            words = np.concatenate([words, np.stack(more)], axis=1)
            width *= 2


def _next(generator: Random, words: int) -> NDArray[np.uint32]:
    """Return the next random words, of 32 bits."""
    # Python makes a long number of words from its lowest to its highest bits.
    number = generator.getrandbits(32 * words) if words else 0
    return np.frombuffer(number.to_bytes(4 * words, "little"), dtype="<u4")


def _python2(words: NDArray[np.uint32], counts: Sequence[int]) -> tuple[Drawn, NDArray[np.integer]]:
    """Return what is drawn for the first sentences, and how many words each draw (row) used up."""
    draws, width = words.shape
    sentences = min(width // 2, len(counts))
    # 27 and 26 bits of two words make the 53 of a number between 0 and 1.
    pairs = words[:, : 2 * sentences].T
    high, low = pairs[0::2] >> 5, pairs[1::2] >> 6
    number = (high.astype(np.float64) * 2.0**26 + low) / 2.0**53
    drawn = (number * np.array(counts[:sentences])[:, None]).astype(np.int64)
    return drawn, np.full(draws, 2 * sentences)


def _python3(words: NDArray[np.uint32], counts: Sequence[int]) -> tuple[Drawn, NDArray[np.integer]]:
    """Return what is drawn for the first sentences, and how many words each draw (row) used up."""
    draws, width = words.shape
    # For each R, where the next word is whose number is less than R. Two columns after the last
    # word catch the draws that run out of words.
    following = {}
    for r in set(counts):
        place = np.full((draws, width + 2), width, dtype=np.int32)
        accepted = _number(words, r) < r
        np.copyto(place[:, :width], np.arange(width, dtype=np.int32), where=accepted)
        following[r] = np.minimum.accumulate(place[:, ::-1], axis=1)[:, ::-1].ravel()
    row = np.arange(draws) * (width + 2)
    at = row
    taken = np.empty((len(counts), draws), dtype=np.int32)
    sentences = 0
    for r in counts:
        found = following[r].take(at)
        if found.max(initial=0) == width:
            break
        taken[sentences] = found
        at = row + found + 1
        sentences += 1
    places = taken[:sentences].T
    drawn = _number(np.take_along_axis(words, places, axis=1), np.array(counts[:sentences]))
    return drawn.T, at - row


def _number(words: NDArray[np.uint32], r: int | NDArray[np.integer]) -> NDArray[np.uint32]:
    """Return the first bits of a word, as many as it takes to write R."""
    length = np.frexp(r)[1]  # r < 2 ** length
    return np.right_shift(words, (32 - length).astype(np.uint32))
