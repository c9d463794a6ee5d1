"""Character similarity: a baseline for measures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Array, Measure, Row
from corrigenda.results.words import listed


@dataclass(frozen=True)
class Characters(Measure):
    """The similarity of output and source, character by character, as Python's difflib has it: the
    mean over sentences of 2 M / T, where M characters match of T in both (without its heuristic
    for long texts)."""

    columns = ("similarity", "sentences")
    needs = ()
    origin = "Python's difflib.SequenceMatcher.ratio (Ratcliff and Obershelp)"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        same = segment.source == correction.text
        matcher = SequenceMatcher(None, segment.source, correction.text, autojunk=False)
        return [(1.0 if same else matcher.ratio(), 1)]

    def values(self, sums: Array) -> dict[str, Array]:
        return {"score": sums[..., 0] / sums[..., 1]}


def baseline_note(measures: Iterable[str]) -> list[str]:
    """Say what the baseline is, if it is among the measures."""
    name = str(Characters())
    what = "similarity of output and source, a baseline that knows no grammar"
    return [f"{name}: {what}"] if name in measures else []


def below(agreement: Mapping[str, float], what: str) -> list[str]:
    """Name the measures that agree less with people than the similarity of characters does.

    >>> below({"M2": 0.1, "GLEU": 0.6, "Characters": 0.4}, "r")
    ['worse than the similarity of characters (difflib) by r: M2']
    """
    base = agreement.get(str(Characters()), math.nan)
    worse = [name for name, value in agreement.items() if value < base - 1e-9]
    said = f"worse than the similarity of characters (difflib) by {what}: "
    return [said + listed(worse)] if worse else []
