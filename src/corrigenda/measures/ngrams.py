"""N-grams of short texts, for the measures that compare source, hypothesis and reference.

Nearly all n-grams of a sentence occur in it once. So measures first compare sets of n-grams, whose
intersections are fast, and then look after the few that occur more often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

Gram = str  # its units, joined by spaces: cheaper to make, compare and keep than a tuple
Unit = Literal["word", "char"]


class Ngrams:
    """The n-grams of a text: those of order k + 1 are `grams[k]`, in order, and `distinct[k]`."""

    __slots__ = ("_distinct", "grams")

    def __init__(self, grams: tuple[Sequence[Gram], ...]) -> None:
        self.grams = grams
        self._distinct: tuple[frozenset[Gram], ...] | None = None

    @property
    def distinct(self) -> tuple[frozenset[Gram], ...]:
        if self._distinct is None:
            self._distinct = tuple(map(frozenset, self.grams))
        return self._distinct

    @property
    def length(self) -> int:
        """How many units the text has."""
        return len(self.grams[0])

    def repeated(self, k: int) -> dict[Gram, int]:
        """Return the n-grams of order k + 1 that occur more than once, and how often."""
        grams = self.grams[k]
        if len(grams) == len(self.distinct[k]):
            return {}
        return {gram: times for gram, times in Counter(grams).items() if times > 1}


def ngrams(units: Sequence[str], n: int) -> Ngrams:
    """Return the n-grams of orders 1 to n; units may not hold spaces, unless each is one character.

    >>> ngrams(["a", "b", "a"], 2).grams
    (['a', 'b', 'a'], ['a b', 'b a'])
    """
    grams = [units]
    for k in range(1, n):
        grams.append([f"{gram} {unit}" for gram, unit in zip(grams[-1], units[k:], strict=False)])
    return Ngrams(tuple(grams))


def count(text: str, n: int, unit: Unit = "word") -> Ngrams:
    """Return the n-grams of a text over whitespace-separated words, or over characters.

    Over characters, each run of whitespace is one space, and none leads or trails.
    """
    words = text.split()
    return ngrams(words if unit == "word" else list(" ".join(words)), n)


shared = lru_cache(maxsize=16)(count)
"""`count`, remembered for a while: for sources and references, which all systems are compared with
in turn."""
