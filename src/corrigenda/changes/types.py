"""Conservatism by type of error: edits per system over edits per annotator.

    ratio(t) = (mean over systems of their edits of type t)
             / (mean over annotators of their edits of type t)

as in Table 2 of the supplement of Choshen and Abend (2018, P18-1059), with types as ERRANT gives
them, without the operation (R:VERB and M:VERB are VERB). Annotators are averaged sentence by
sentence, so that sentences with more of them do not weigh more. Intervals resample sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.linguistics.errant.corrections import Disagreement, Types, typed_pairs
from corrigenda.measures.contract import Array
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.settings import Settings

OPERATIONS = ("M:", "R:", "U:")


class TypeCounts(NamedTuple):
    """Of one sentence: each system's edits by type, and the mean of its annotators'."""

    systems: tuple[Counter[str], ...]
    annotators: Mapping[str, float]
    disagreement: Disagreement | None
    """How many given types differ from those that count; None if those count that are given."""


@dataclass(frozen=True)
class TypeRatio:
    """A type of error: edits of it, and how systems' compare with annotators'."""

    type: str
    edits: dict[str, int]
    """Of each system."""

    gold: float
    """Of the annotators, on average."""

    low: float | None = None
    """The bounds of the ratio; None if there are none, or if a resample has no gold edit of the
    type."""

    high: float | None = None

    @property
    def label(self) -> str:
        """What tables and figures call the type."""
        return self.type or "(no type)"

    @property
    def mean(self) -> float:
        """Edits per system."""
        return sum(self.edits.values()) / len(self.edits)

    @property
    def ratio(self) -> Estimate | None:
        """Edits per system over edits per annotator; None where annotators have none."""
        return Estimate(self.mean / self.gold, self.low, self.high) if self.gold else None

    def ratio_of(self, system: str) -> float | None:
        return self.edits[system] / self.gold if self.gold else None

    def record(self) -> dict[str, Any]:
        """Return the ratio, the numbers behind it, and those of each system."""
        return {
            "type": self.type,
            "ratio": self.ratio and self.ratio.value,
            "low": self.low,
            "high": self.high,
            "per_system": self.mean,
            "per_annotator": self.gold,
            "systems": {
                system: {"edits": edits, "ratio": self.ratio_of(system)}
                for system, edits in self.edits.items()
            },
        }


def type_counts(
    segment: Segment, corrections: Sequence[Correction], systems: Sequence[str], types: Types
) -> TypeCounts:
    """Return the edits of one sentence by type, as ERRANT types them or as they are given."""
    disagreement = None
    if types == "errant":
        disagreement = Disagreement.of([*segment.references, *corrections])
        [(segment, corrections)] = typed_pairs([(segment, corrections)])
    for system, correction in zip(systems, corrections, strict=True):
        if correction.given_edits is None:
            raise InputError(
                f"system {system!r} gives text, but only edits have types",
                hint="give it as M2 with types, or let ERRANT's rules type all edits",
            )
    if any(reference.given_edits is None for reference in segment.references):
        raise InputError(
            "a reference is given as text, but only edits have types",
            hint="give references as M2 with types, or let ERRANT's rules type all edits",
        )
    means: Counter[str] = Counter()
    for reference in segment.references:
        means.update(_types(reference))
    count = max(len(segment.references), 1)
    return TypeCounts(
        tuple(_types(correction) for correction in corrections),
        {kind: number / count for kind, number in means.items()},
        disagreement,
    )


def _types(correction: Correction) -> Counter[str]:
    return Counter(_bare(edit.type) for edit in correction.given_edits or ())


def _bare(kind: str) -> str:
    """Return a type without its operation."""
    return kind[2:] if kind.startswith(OPERATIONS) else kind


def ratios_by_type(
    sentences: Sequence[TypeCounts], systems: Sequence[str], settings: Settings
) -> tuple[TypeRatio, ...]:
    """Return all types, the boldest first; those that annotators have no edits of come last."""
    gold = {kind for sentence in sentences for kind in sentence.annotators}
    own = {kind for sentence in sentences for counts in sentence.systems for kind in counts}
    if gold and own and not gold & own:
        raise InputError(
            f"systems and references have no type in common: {_some(own)}; {_some(gold)}",
            hint="types must come from the same tool; run ERRANT on both",
        )
    kinds = sorted(gold | own)
    column = {kind: k for k, kind in enumerate(kinds)}
    edits = np.zeros((len(systems), len(kinds)))
    table = np.zeros((len(sentences), 2 * len(kinds)))
    for row, (of_systems, of_gold, _) in zip(table, sentences, strict=True):
        for s, counts in enumerate(of_systems):
            for kind, number in counts.items():
                edits[s, column[kind]] += number
                row[column[kind]] += number / len(systems)
        for kind, mean in of_gold.items():
            row[len(kinds) + column[kind]] = mean
    bounds = _bounds(table, kinds, settings)
    ratios = [
        TypeRatio(
            kind,
            {system: int(edits[s, k]) for s, system in enumerate(systems)},
            float(table[:, len(kinds) + k].sum()),
            *bounds.get(kind, ()),
        )
        for k, kind in enumerate(kinds)
    ]

    def boldest_first(one: TypeRatio) -> tuple[bool, float, str]:
        return one.ratio is None, -one.ratio.value if one.ratio else 0.0, one.type

    return tuple(sorted(ratios, key=boldest_first))


def _bounds(
    table: Array, kinds: Sequence[str], settings: Settings
) -> dict[str, tuple[float, float]]:
    if settings.ci is None or not kinds:
        return {}

    def ratios(sums: Array) -> dict[str, Array]:
        own, gold = sums[..., : len(kinds)], sums[..., len(kinds) :]
        values = own / np.where(gold > 0, gold, np.nan)
        return {kind: values[..., k] for k, kind in enumerate(kinds)}

    intervals = settings.intervals(table, ratios)
    return {kind: (low, high) for kind, (low, high, _) in intervals.items() if np.isfinite(low)}


def _some(kinds: Iterable[str]) -> str:
    listed = sorted(kinds)
    return ", ".join(kind or "(none)" for kind in listed[:4]) + (" ..." if len(listed) > 4 else "")
