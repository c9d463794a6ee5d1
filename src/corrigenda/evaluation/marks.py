"""Marks of significance beside the scores of a table: letters of groups, or stars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from corrigenda.evaluation import ranking
from corrigenda.evaluation.comparison import Comparison, stars

MarkKind = Literal["letters", "stars"]


@dataclass(frozen=True)
class Marks:
    """What stands beside scores, `of[measure][system]`, and the note that explains it."""

    of: Mapping[str, Mapping[str, str]]
    note: str

    def mark(self, measure: str, system: str) -> str:
        """Return the mark of a system by a measure."""
        return self.of.get(measure, {}).get(system, "")


def marks(comparison: Comparison, kind: MarkKind, baseline: str | None = None) -> Marks:
    """Return the marks that a comparison gives."""
    test = comparison.test_name()
    if kind == "letters":
        placed = ranking.rankings(comparison.plain, comparison.test)
        of = {
            measure: {place["system"]: place["group"] for place in places}
            for measure, places in placed.items()
        }
        return Marks(
            of, f"letters: systems that share one do not differ significantly ({test}, Holm)"
        )
    first = baseline or comparison.result.systems[0]
    starred: dict[str, dict[str, str]] = {}
    for pair in comparison.pairs:
        if first in (pair.a, pair.b):
            other = pair.b if pair.a == first else pair.a
            p = pair.corrected(comparison.test)
            starred.setdefault(str(pair.measure), {})[other] = stars(p)
    return Marks(
        starred,
        f"stars: differs from {first}, * p < 0.05, ** p < 0.01, *** p < 0.001 ({test}, Holm)",
    )
