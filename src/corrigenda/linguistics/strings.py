"""The ids that the network knows strings by: MurmurHash64A of UTF-8, with reserved names.

The network embeds ids, not strings, so an id must be the one that it was trained with.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.uint64]

_MULTIPLIER = np.uint64(0xC6A4A7935BD1E995)
_SHIFT = np.uint64(47)
_SEED = 1


class StringIds:
    """Map strings to ids; `reserved` names have the ids that are given for them."""

    def __init__(self, reserved: Mapping[str, int]) -> None:
        self._reserved = {"": 0, **reserved}

    def __call__(self, strings: Sequence[str]) -> Ids:
        ids = hashes([string.encode(errors="surrogatepass") for string in strings])
        for at, string in enumerate(strings):
            if string in self._reserved:
                ids[at] = self._reserved[string]
        return ids


def hashes(keys: Sequence[bytes]) -> Ids:
    """Return MurmurHash64A (Appleby 2008) of each key, all keys of a length at once."""
    out = np.zeros(len(keys), np.uint64)
    lengths = defaultdict(list)
    for at, key in enumerate(keys):
        lengths[len(key)].append(at)
    for length, members in lengths.items():
        padded = length + -length % 8
        joined = b"".join(keys[at].ljust(padded, b"\0") for at in members)
        blocks = np.frombuffer(joined, "<u8").reshape(len(members), padded // 8)
        out[members] = _hashes_of_blocks(blocks, length)
    return out


def _hashes_of_blocks(blocks: Ids, length: int) -> Ids:
    """Return the hashes of keys of one length, given as rows of 8-byte numbers."""
    start = (_SEED ^ (length * int(_MULTIPLIER))) & 0xFFFFFFFFFFFFFFFF
    state = np.full(len(blocks), start, np.uint64)
    with np.errstate(over="ignore"):
        for at in range(length // 8):
            mixed = blocks[:, at] * _MULTIPLIER
            mixed ^= mixed >> _SHIFT
            state ^= mixed * _MULTIPLIER
            state *= _MULTIPLIER
        if length % 8:
            state ^= blocks[:, -1]
            state *= _MULTIPLIER
        state ^= state >> _SHIFT
        state *= _MULTIPLIER
        state ^= state >> _SHIFT
    return state


def rows(ids: Ids, seed: int, size: int) -> NDArray[np.intp]:
    """Return four rows of an embedding table of `size` rows for each id (n, 4).

    This is MurmurHash3's 128-bit mixing of one 64-bit value, cut into four 32-bit numbers.
    """
    salt = np.uint64(seed ^ 8)
    with np.errstate(over="ignore"):
        first = ids * np.uint64(0x87C37B91114253D5)
        first = (first << np.uint64(31)) | (first >> np.uint64(33))
        first = (first * np.uint64(0x4CF5AD432745937F)) ^ salt
        first = first + salt
        second = first + salt
        first, second = _finished(first), _finished(second)
        first = first + second
        second = second + first
    low = np.uint64(0xFFFFFFFF)
    high = np.uint64(32)
    keys = np.stack([first & low, first >> high, second & low, second >> high], axis=1)
    return (keys % np.uint64(size)).astype(np.intp)


def _finished(value: Ids) -> Ids:
    shift = np.uint64(33)
    value = (value ^ (value >> shift)) * np.uint64(0xFF51AFD7ED558CCD)
    value = (value ^ (value >> shift)) * np.uint64(0xC4CEB9FE1A85EC53)
    return value ^ (value >> shift)
