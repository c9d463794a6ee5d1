"""Merge elementary operations to edits: by rules, or by one of three simple strategies."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Literal, NamedTuple

from rapidfuzz.distance import Indel

from corrigenda.linguistics.analysis import Analysis
from corrigenda.linguistics.errant.alignment import (
    DELETION,
    INSERTION,
    MATCH,
    SUBSTITUTION,
    TRANSPOSITION,
    Operation,
)

Strategy = Literal["rules", "all-split", "all-merge", "all-equal"]

_OPEN = frozenset({"ADJ", "AUX", "ADV", "NOUN", "VERB"})
_VERBAL = frozenset({"AUX", "PART", "VERB"})
_SIMILAR = 0.75


class Span(NamedTuple):
    """Words of the source and the words of the target that replace them."""

    source_start: int
    source_end: int
    target_start: int
    target_end: int


_KINDS: dict[Strategy, Callable[[Operation], object]] = {
    "rules": lambda o: o.kind if o.kind in (MATCH, TRANSPOSITION) else None,
    "all-split": lambda o: o.kind == MATCH,
    "all-merge": lambda o: o.kind == MATCH,
    "all-equal": lambda o: (o.kind, o.source_end - o.source_start),
}
"""What neighbouring operations share that belong to one group."""


def merge(
    source: Analysis, target: Analysis, operations: Sequence[Operation], strategy: Strategy
) -> list[Span]:
    """Return the edits that the operations make.

    - `rules`: runs of changes are merged and split by linguistic rules;
    - `all-split`: each change is an edit;
    - `all-merge`: neighbouring changes are one edit;
    - `all-equal`: neighbouring changes of the same kind are one edit.
    """
    spans: list[Span] = []
    for _, members in groupby(operations, _KINDS[strategy]):
        run = list(members)
        if run[0].kind == MATCH:
            continue
        if strategy == "all-split" or (strategy == "rules" and run[0].kind == TRANSPOSITION):
            spans += (Span(*operation[1:]) for operation in run)
        elif strategy == "rules" and len(run) > 1:
            spans += _Run(source, target, run).edits()
        else:
            spans.append(_joined(run[0], run[-1]))
    return spans


def _joined(first: Operation, last: Operation) -> Span:
    return Span(first.source_start, last.source_end, first.target_start, last.target_end)


class _Side:
    """The words of one side of a run, with what the rules ask of ranges of them."""

    def __init__(self, analysis: Analysis, start: int, end: int) -> None:
        self.words, self.lower = analysis.words[start:end], analysis.lower[start:end]
        self.pos, self.tags = analysis.pos[start:end], analysis.tags[start:end]
        letters = [re.sub("['-]", "", word) for word in self.lower]
        self._text = "".join(letters)
        self._offsets = [0, *accumulate(map(len, letters))]
        self._open = _counts(pos in _OPEN for pos in self.pos)
        self._verbal = _counts(pos in _VERBAL for pos in self.pos)
        self._changes = _counts(a != b for a, b in pairwise(self.pos))

    def text(self, start: int, end: int) -> str:
        """Return the letters of words: without spaces, hyphens and apostrophes."""
        return self._text[self._offsets[start] : self._offsets[end]]

    def has_open(self, start: int, end: int) -> bool:
        return self._open[start] != self._open[end]

    def all_verbal(self, start: int, end: int) -> bool:
        return self._verbal[end] - self._verbal[start] == end - start

    def all_same(self, start: int, end: int) -> bool:
        return self._changes[start] == self._changes[end - 1]

    def is_punctuation(self, at: int) -> bool:
        return self.pos[at] == "PUNCT" or self.words[at] in string.punctuation


def _counts(flags: Iterable[bool]) -> list[int]:
    return [0, *accumulate(map(int, flags))]


_Part = tuple[int, int, bool]
"""First and last operation of a part of a run; is it an edit as it is?"""


class _Run:
    """A run of neighbouring substitutions, insertions and deletions, and the rules for it.

    The rules look at all ranges of two operations or more that hold a substitution, the longest
    first. The first rule that applies cuts the run into parts, which are treated likewise.
    """

    def __init__(self, source: Analysis, target: Analysis, run: Sequence[Operation]) -> None:
        whole = _joined(run[0], run[-1])
        self._run = run
        self._kinds = [operation.kind for operation in run]
        self._substitutions = _counts(kind == SUBSTITUTION for kind in self._kinds)
        self._source = _Side(source, whole.source_start, whole.source_end)
        self._target = _Side(target, whole.target_start, whole.target_end)
        # The bounds of the operations, counted from the start of the run.
        self._spans = [
            Span(
                operation.source_start - whole.source_start,
                operation.source_end - whole.source_start,
                operation.target_start - whole.target_start,
                operation.target_end - whole.target_start,
            )
            for operation in run
        ]

    def edits(self) -> list[Span]:
        """Return the edits of the whole run."""
        edits: list[Span] = []
        # What is left to do, the leftmost on top: a part, the size of ranges up to which none has
        # been looked at yet, and whether the part has a new start (some rules ask for it).
        stack = [((0, len(self._run) - 1, False), len(self._run), True)]
        while stack:
            (first, last, is_edit), size, new_start = stack.pop()
            if is_edit or first == last:
                edits.append(_joined(self._run[first], self._run[last]))
                continue
            parts, size = self._parts(first, last, size, new_start)
            stack += [
                (part, size, part[0] != first) for part in reversed(parts) if part[0] <= part[1]
            ]
        return edits

    def _parts(self, first: int, last: int, size: int, new_start: bool) -> tuple[list[_Part], int]:
        """Return the parts that a run is cut into, and the size of the range that decided it."""
        whole, single = [(first, last, True)], [(i, i, True) for i in range(first, last + 1)]
        if len(set(self._kinds[first : last + 1])) == 1 and self._kinds[first] != SUBSTITUTION:
            return whole, 0
        if not self._has_substitution(first, last):
            return single, 0
        for length in range(last - first, 0, -1):
            # Longer ranges were looked at before the run was cut, apart from those at a new start.
            if length <= size:
                begins = range(first, last - length + 1)
            else:
                begins = range(first, first + new_start)
            for begin in begins:
                if self._has_substitution(begin, begin + length):
                    parts = self._cut(first, last, begin, begin + length)
                    if parts:
                        return parts, length
        bounds = self._bounds(first, last)
        is_open = self._source.has_open(*bounds[:2]) or self._target.has_open(*bounds[2:])
        return (whole if is_open else single), 0

    def _has_substitution(self, begin: int, end: int) -> bool:
        return self._substitutions[begin] != self._substitutions[end + 1]

    def _bounds(self, begin: int, end: int) -> Span:
        first, last = self._spans[begin], self._spans[end]
        return Span(first.source_start, last.source_end, first.target_start, last.target_end)

    def _cut(self, first: int, last: int, begin: int, end: int) -> list[_Part]:
        """Return the parts of the run if a rule applies to the range `begin` to `end`."""
        mine, theirs = self._source, self._target
        s0, s1, t0, t1 = self._bounds(begin, end)
        range_merged = [(first, begin - 1, False), (begin, end, True), (end + 1, last, False)]
        end_merged = [(first, end - 2, False), (end - 1, end, True), (end + 1, last, False)]

        # Possessives: alone at the start, else with the word before: neighbours -> neighbour 's.
        if begin == first and "POS" in (mine.tags[s0], theirs.tags[t0]):
            return [(first, first, True), (first + 1, last, False)]
        if "POS" in (mine.tags[s1 - 1], theirs.tags[t1 - 1]):
            return end_merged
        if mine.lower[s1 - 1] == theirs.lower[t1 - 1]:
            # A word moved from or to the start of a sentence: Snow -> The first snow.
            if begin == first and (
                (s1 - s0 == 1 and theirs.words[t0][0].isupper())
                or (t1 - t0 == 1 and mine.words[s0][0].isupper())
            ):
                return range_merged
            # A sentence that ends or goes on: ; they -> . They.
            if (s1 - s0 > 1 and mine.is_punctuation(s1 - 2)) or (
                t1 - t0 > 1 and theirs.is_punctuation(t1 - 2)
            ):
                return end_merged
        # Words split or joined: news - paper -> newspaper.
        if mine.text(s0, s1) == theirs.text(t0, t1):
            return range_merged
        # Several words for one of the same kind: to swim -> swimming.
        if s1 - s0 != t1 - t0 and (
            (mine.pos[s0] == theirs.pos[t0] and mine.all_same(s0, s1) and theirs.all_same(t0, t1))
            or (mine.all_verbal(s0, s1) and theirs.all_verbal(t0, t1))
        ):
            return range_merged
        if end - begin > 1:
            return []
        split = [(first, begin, False), (begin + 1, last, False)]
        if s1 - s0 == t1 - t0 == 2:
            return split
        kinds = self._kinds
        if (kinds[begin] == SUBSTITUTION and self._similar(s0, t0)) or (
            kinds[end] == SUBSTITUTION and self._similar(s1 - 1, t1 - 1)
        ):
            return split
        if end == last and (
            (kinds[end] != INSERTION and mine.pos[s1 - 1] == "DET")
            or (kinds[end] != DELETION and theirs.pos[t1 - 1] == "DET")
        ):
            return [(first, last - 1, False), (last, last, True)]
        return []

    def _similar(self, mine: int, theirs: int) -> bool:
        words = self._source.words[mine], self._target.words[theirs]
        return 1 - Indel.normalized_distance(*words) > _SIMILAR
