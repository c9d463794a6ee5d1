"""Outcome of gold edits: one by one, by type, and by sentence (HOO)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.measures import fscore
from corrigenda.measures.contract import Score

Reached = Literal["missed", "detected", "recognised", "corrected"]
Only = Literal["all", "required", "optional"]


class Met(NamedTuple):
    """A gold edit, how far it was met, and whether it counts as optional."""

    edit: Edit
    status: Reached
    optional: bool


STATUSES: tuple[Reached, ...] = ("missed", "detected", "recognised", "corrected")


class Status(NamedTuple):
    """The outcome of the gold edits of a fragment, in order, and the system's spurious edits."""

    gold: tuple[Met, ...]
    spurious: tuple[Edit, ...]

    @property
    def letters(self) -> str:
        """One letter per gold edit: M(issed), D(etected), R(ecognised), C(orrected)."""
        return "".join(met.status[0].upper() for met in self.gold)


def status_by_type(
    statuses: Iterable[Status],
    only: Only = "all",
    names: Callable[[str], Iterable[str]] | None = None,
) -> dict[str, tuple[int, int, int, int]]:
    """Return gold edits of each type: (total, detected, recognised, corrected), types in order.

    A recognised edit is detected, too, and a corrected one is both. `only` takes those that are
    required, or those that are optional. `names` says under which names a type is counted.
    """
    counts: dict[str, list[int]] = {}
    for met in (met for status in statuses for met in status.gold):
        if only == "all" or met.optional == (only == "optional"):
            kind = met.edit.type
            for name in (kind,) if names is None else names(kind):
                row = counts.setdefault(name, [0, 0, 0, 0])
                for level in range(STATUSES.index(met.status) + 1):
                    row[level] += 1
    return {kind: (t, d, r, c) for kind, (t, d, r, c) in sorted(counts.items())}


# --- sentences -----------------------------------------------------------------------------------


class SentenceVerdict(NamedTuple):
    """A sentence's extent, what gold finds in it, and whether the system changes it.

    `gold` is "error" if there is an edit that must be made, "optional" if there are only edits
    that need not be, else "none".
    """

    start: int
    end: int
    gold: Literal["error", "optional", "none"]
    system: bool


def sentence_verdicts(
    gold: Iterable[Edit], system: Iterable[Edit], sentences: Sequence[tuple[int, int]]
) -> list[SentenceVerdict]:
    """Return whether there is an error in each sentence, by gold and by the system.

    `sentences` are extents in the unit of the edits, in order, not overlapping. An edit belongs to
    every sentence it shares a character with; an insertion, to the one it is strictly inside. An
    edit that lies between sentences, or at an edge of one, belongs to the last that has begun by
    then: at the very end of a sentence to that, at the start to the one that starts.
    """
    for (_, before), (start, end) in zip([(0, 0), *sentences], sentences, strict=False):
        if not before <= start <= end:
            raise InputError(
                f"sentences must follow one another, but {start}:{end} comes after one that ends "
                f"at {before}",
                hint="give the extents of sentences in the order of the text, without overlap",
            )
    starts, ends = [start for start, _ in sentences], [end for _, end in sentences]

    def of(edit: Edit) -> range:
        shared = range(bisect_right(ends, edit.start), bisect_left(starts, edit.end))
        begun = max(bisect_right(starts, edit.start) - 1, 0)
        return shared or range(begun, begun + 1)

    required: set[int] = set()
    optional: set[int] = set()
    changed: set[int] = set()
    if sentences:
        for edit in gold:
            (optional if edit.optional else required).update(of(edit))
        changed.update(k for edit in system for k in of(edit))
    return [
        SentenceVerdict(
            start,
            end,
            "error" if k in required else "optional" if k in optional else "none",
            k in changed,
        )
        for k, (start, end) in enumerate(sentences)
    ]


def sentence_score(verdicts: Iterable[SentenceVerdict]) -> Score:
    """Return precision, recall and F of finding the sentences that have an error.

    tp: sentences the system changes that have a gold edit, optional or not; fp: those it changes
    that have none; fn: those it leaves alone that have an edit that must be made. P = tp / (tp +
    fp), R = tp / (tp + fn), each 1 if it would be 0 / 0; F = 2 P R / (P + R).
    """
    held = list(verdicts)
    tp = sum(v.system and v.gold != "none" for v in held)
    fp = sum(v.system and v.gold == "none" for v in held)
    fn = sum(not v.system and v.gold == "error" for v in held)
    values = {k: float(v) for k, v in fscore.f_values(np.array([tp, fp, fn]), 1.0).items()}
    return Score(values.pop("score"), values, {"tp": tp, "fp": fp, "fn": fn})
