"""A result with all its sections, as pages and saved files show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from corrigenda.evaluation import overview, ranking, scores
from corrigenda.evaluation.comparison import Comparison
from corrigenda.evaluation.sentences import sentences
from corrigenda.evaluation.types import TypeScores, types
from corrigenda.results.figures import Figure
from corrigenda.results.finding import Around, Finding
from corrigenda.results.sections import Section
from corrigenda.results.sentences import Sentences
from corrigenda.results.words import named

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result


MOST_OUTPUTS = 20_000
"""Outputs of systems that a page and a saved result show; of more, some are taken evenly."""


@dataclass(frozen=True)
class Complete(Around):
    """Scores with verdicts, comparisons, types of edits, and the sentences with their graphs."""

    result: Result
    comparison: Comparison | None
    """None if there is only one system."""

    types: TypeScores | None
    """None if no measure judges edits, or sentences were not kept."""

    sentences: Section | None
    """None if they were not kept."""

    percent: bool = False
    """Whether verdicts give shares in percent, as tables may."""

    def in_percent(self) -> Complete:
        return replace(self, percent=True)

    @property
    def inner(self) -> Finding:
        return self.result

    def sections(self) -> Iterator[Section]:
        yield from self._sections

    @cached_property
    def _sections(self) -> list[Section]:
        return list(self._made())

    def _made(self) -> Iterator[Section]:
        plain: ranking.Record = (
            self.result.summary() if self.comparison is None else self.comparison.plain
        )
        groups = {
            measure: {place["system"]: place["group"] for place in places if place["group"]}
            for measure, places in ranking.rankings(plain).items()
        }
        if self.percent:
            plain = ranking.in_percent(plain, self.result.measures)
        warnings = [] if self.comparison is None else self.comparison.powerless()
        yield overview.section(self.result, plain, warnings)
        marked = ranking.renamed(plain, named)
        verdicts = {
            measure: ranking.by_measure(marked, measure, ranked=False)
            for measure in plain["measures"]
        }
        yield scores.section(self.result, groups, verdicts)
        if self.comparison is not None:
            for section in self.comparison.sections():
                yield replace(section, verdicts=())  # which the overview has
        if self.types is not None:
            yield from self.types.sections()
        if self.sentences is not None:
            yield self.sentences

    def figures(self) -> list[Figure]:
        return self.result.figures()

    def record(self) -> dict[str, Any]:
        data = self.result.record()
        if self.comparison is not None:
            compared = self.comparison.record()
            kept = ("test", "trials", "ranking", "verdicts", "pairs")
            data |= {key: compared[key] for key in kept}
        if self.types is not None:
            data["types"] = self.types.record()
        return data


def complete(result: Result, trials: int | None = None) -> Complete:
    """Return a result with comparisons, types and sentences, as far as it has them."""
    compared = result.compare(trials=trials) if len(result.systems) > 1 else None
    if not result.has_sentences:
        return Complete(result, compared, None, None)
    judging = bool(result.judging())
    shown = _sentences(result, count=judging)  # with types, so that they are judged once
    return Complete(result, compared, types(result) if judging else None, shown)


def _sentences(result: Result, *, count: bool) -> Section:
    measures = [{"name": str(m), "graphs": "graphs" in m.needs} for m in result.measures]
    every = -(-result.size * len(result.systems) // MOST_OUTPUTS)
    shown = list(sentences(result, graphs=True, every=every, count=count))
    notes = []
    if every > 1:
        notes.append(
            f"{len(shown):,} of {result.size:,} sentences are shown, every {every}th: "
            "a page has no room for more (`result.sentences()` and "
            "`corrigenda evaluate --per-sentence` give all of them)"
        )
    return Section(
        "Sentences", notes=notes, sentences=Sentences(list(result.systems), measures, shown)
    )
