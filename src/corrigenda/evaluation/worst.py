"""The sentences that cost a system most, with their texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from corrigenda.errors import InputError
from corrigenda.evaluation.result import Result
from corrigenda.evaluation.sentences import NO_TEXT
from corrigenda.measures.contract import Measure
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow


@dataclass(frozen=True)
class CostlySentence:
    """A sentence, its score alone, and how much better the score of all would be without it."""

    id: str
    score: float
    cost: float
    texts: dict[str, str]
    """The source, the output and the references, by what they are."""


@dataclass(frozen=True, repr=False)
class WorstSentences(Finding, kind="worst", title="Worst sentences"):
    """For each system the sentences that take most off its score by a measure, the worst first."""

    measure: Measure
    systems: dict[str, list[CostlySentence]]
    signature: str = field(default="")

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {len(of)}" for name, of in self.systems.items())
        return f"<WorstSentences: {counts}, by {self.measure}>"

    def sections(self) -> Iterator[Section]:
        yield Section(
            self.title,
            tables=[self._table(system) for system in self.systems],
            notes=[
                f"{self.measure.label()}: of the sentence alone",
                "cost: by how much the score of all sentences is better without this one",
            ],
            signatures=[self.signature],
        )

    def _table(self, system: str) -> Table:
        columns = [
            Column("sentence", align="left"),
            Column(self.measure.label(), unit=self.measure.unit_of()),
            Column("cost", signed=True, unit=self.measure.unit_of()),
            Column("version", align="left"),
            Column("text", align="left"),
        ]
        rows: list[TableRow] = []
        for one in self.systems[system]:
            for n, (version, text) in enumerate(one.texts.items()):
                about = [""] * 3 if n else [one.id, one.score, one.cost]
                rows.append([*about, version, text])
        return Table(columns, rows, f"{system}: worst sentences by {self.measure}")

    def record(self) -> dict[str, Any]:
        return {
            "signature": self.signature,
            "measure": str(self.measure),
            "systems": {name: [encode(one) for one in of] for name, of in self.systems.items()},
        }


def ranking_measure(measures: Sequence[Measure]) -> Measure:
    """Return the first measure by which sentences can be ranked; refuse if there is none."""
    for measure in measures:
        if measure.best is not None:
            return measure
    raise InputError(
        f"{measures[0]} ranks no sentences: a higher value is neither better nor worse",
        hint="add a measure that does, such as Meaning or M2",
    )


def worst(result: Result, number: int) -> WorstSentences:
    """Return the worst sentences of each system, by the first measure that ranks."""
    measure = ranking_measure(result.measures)
    places = [_worst(result, measure, s, number) for s in range(len(result.systems))]
    alone = [result.sentence_scores(name, measure) for name in result.systems]
    systems: dict[str, list[CostlySentence]] = {name: [] for name in result.systems}
    found: list[dict[int, CostlySentence]] = [{} for _ in result.systems]
    for k, (segment, corrections) in enumerate(result.pairs()):
        for s, costs in enumerate(places):
            if k in costs:
                references = measure.view(segment).by_annotator.items()
                texts = {"source": segment.source, "output": corrections[s].text}
                texts |= {
                    f"reference {by}": one.text if one.has_text else NO_TEXT
                    for by, one in references
                }
                id = segment.id or str(k + 1)
                found[s][k] = CostlySentence(id, float(alone[s][k]), costs[k], texts)
    for name, costs, of in zip(result.systems, places, found, strict=True):
        systems[name] = [of[k] for k in costs]
    return WorstSentences(measure, systems, result.signature(measure))


def _worst(result: Result, measure: Measure, s: int, number: int) -> dict[int, float]:
    """Return the sentences, by number from 0, without which the score would be best, with how much
    better it would be; the worst first."""
    rows = measure.resampled_rows(result.rows[result.measures.index(measure)][s].rows)
    sums = rows.sum(axis=0)
    sign = 1 if measure.best == "max" else -1
    cost = sign * (measure.values(sums - rows)["score"] - measure.values(sums)["score"])
    order = np.argsort(-np.nan_to_num(cost), kind="stable")[:number]
    return {int(k): float(cost[k]) for k in order if cost[k] > 0}
