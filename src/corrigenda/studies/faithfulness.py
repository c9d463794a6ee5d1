"""Why a correction is found faithful or not, pair by pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from corrigenda.corpus import Correction, Segment
from corrigenda.meaning.explain import Explanation, explain
from corrigenda.measures.contract import Measure
from corrigenda.measures.usim import USim


@dataclass(frozen=True)
class Explained:
    """A source, what a system made of it, and the edges behind USim."""

    segment: Segment
    system: str
    correction: Correction
    why: Explanation

    def __str__(self) -> str:
        heading = f"{self.segment.id}, {self.system}"
        return f"{heading}\n{self.segment.source}\n{self.correction.text}\n{self.why}"

    def data(self) -> dict[str, Any]:
        """Plain values, fit for JSON."""
        return {"source": self.segment.id, "system": self.system, **self.why.data()}


def explained(
    pairs: Iterable[tuple[Segment, Sequence[Correction]]],
    systems: Sequence[str],
    measures: Iterable[Measure] = (),
) -> Iterator[Explained]:
    """Explain each pair of graphs by the first USim among the measures (or USim as it is)."""
    usim = next((m for m in measures if isinstance(m, USim)), USim())
    for segment, corrections in pairs:
        for system, correction in zip(systems, corrections, strict=True):
            graphs = usim.graphs(segment, correction)
            yield Explained(segment, system, correction, explain(*graphs, usim.as_definition()))
