"""When labels of two graphs are taken to be the same."""

from __future__ import annotations

from collections.abc import Iterable

WEAK = {"S": "P", "C": "H", "L": "N", "R": "F"}
"""UCCA's categories that annotators mix up most: P~S, H~C, N~L and F~R count as one each."""

EXCLUDED = frozenset({"U", "LA", "LR", "Terminal"})
"""Labels of punctuation, of linkages, and of words: no categories."""


class LabelSets:
    """Sets of labels as bits, so that two sets meet if the bits do."""

    def __init__(self, *, weak: bool) -> None:
        self._same = WEAK if weak else {}
        self._bits: dict[str, int] = {}

    def of(self, labels: Iterable[str]) -> int:
        bits = 0
        for label in labels:
            name = self._same.get(label, label)
            bits |= self._bits.setdefault(name, 1 << len(self._bits))
        return bits
