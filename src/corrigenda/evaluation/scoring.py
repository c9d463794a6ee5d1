"""Scores of many versions of a sentence, and their means: shared by studies.

A study says what is the source, what are the outputs and, for measures that ask for one, what is
the reference. Graphs come from a parser, which sees each distinct sentence once. Sentences are
scored alone: a score does not depend on its neighbours, nor on the number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError
from corrigenda.graphs import GraphMaker
from corrigenda.measures.contract import Array, Measure
from corrigenda.measures.registry import chosen
from corrigenda.statistics.intervals import FEW, Estimate
from corrigenda.statistics.resampling import ratio, totals
from corrigenda.statistics.settings import Settings

CHUNK = 16
"""Sentences that travel to a process at once."""

Graphs = Mapping[str, object]


class Versions(NamedTuple):
    """A sentence, and versions of it to be scored as corrections of it."""

    segment: Segment
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class Basis:
    """The sampling behind scores, and the parser if graphs were compared."""

    settings: Settings
    parser: str = ""

    @staticmethod
    def of(settings: Settings, parsing: GraphMaker | None) -> Basis:
        return Basis(settings, "" if parsing is None else parsing.name)

    def signed(self) -> dict[str, object]:
        """Return what a signature says of the parser and the sampling."""
        sampling = self.settings.signed() or {"seed": self.settings.seed}
        return {"parser": self.parser, **sampling}

    def notes(self) -> list[str]:
        """Return what intervals are, if there are any: each is over the sentences that have a
        value."""
        if self.settings.ci is None:
            return []
        return [
            f"{note}; none for a value from a single sentence" for note in self.settings.notes(FEW)
        ]


def measures_for(
    measures: str | Measure | Iterable[str | Measure], *, references: bool
) -> tuple[Measure, ...]:
    """Return the measures, if they can score one text as a correction of another, with a reference
    or without."""
    wanted = chosen(measures, "USim")
    for measure in wanted:
        if measure.against == "analysis":
            reason = "it compares two analyses of one text"
        elif "references" in measure.needs and not references:
            reason = "it needs a reference"
        else:
            continue
        raise InputError(
            f"{measure} cannot be used in this study: {reason}",
            hint="the study needs a measure that scores a text as a correction of another one"
            + ("" if references else ", and that needs no reference: USim, say"),
        )
    return wanted


def scores(
    measures: Sequence[Measure], work: Sequence[Versions], *, parsing: GraphMaker | None = None
) -> list[Array]:
    """Return, of each sentence the scores `[measure, output]`; with graphs, if there is a
    parser."""
    graphs: Graphs = {}
    chunk, jobs = CHUNK, None
    if parsing is not None:
        # What is needed in several places is parsed first, and all else where it is scored:
        # so nothing is parsed twice, though there are too many graphs to keep them all.
        needed = Counter(t for one in work for t in {one.segment.source, *one.outputs})
        texts = sorted(text for text, places in needed.items() if places > 1)
        graphs = parsing.of_texts(texts)
        chunk, jobs = parsing.spread(CHUNK)
    compute = partial(_score, tuple(measures), parsing)
    pairs = (_pair(one, graphs) for one in work)
    return list(mapped(compute, pairs, chunk=chunk, jobs=jobs, total=len(work)))


def _pair(one: Versions, graphs: Graphs) -> Pair:
    source = one.segment.source
    return (
        replace(one.segment, graph=graphs.get(source)),
        [Correction(source, text=text, graph=graphs.get(text)) for text in one.outputs],
    )


def _score(
    measures: Sequence[Measure], parsing: GraphMaker | None, chunk: Sequence[Pair]
) -> list[Array]:
    return [
        np.array([[_alone(m, segment, correction) for correction in corrections] for m in measures])
        for segment, corrections in (chunk if parsing is None else parsing.filled(chunk))
    ]


def _alone(measure: Measure, segment: Segment, correction: Correction) -> float:
    """Return the score of a sentence as if there were no other."""
    rows = measure.choose([measure.candidates(segment, correction)]).rows
    return float(measure.sentence_scores(rows)[0])


def mean(
    sums: Sequence[float] | Array, counts: Sequence[float] | Array, settings: Settings
) -> Estimate:
    """Return the mean of values of which each sentence has some, with a bootstrap over sentences.

    Only sentences that have any are resampled: what is found is about them, and a resample without
    any of them would have no mean.
    """
    table = np.column_stack([np.asarray(sums, dtype=np.float64), counts])
    table = table[table[:, 1] > 0]
    return settings.estimate(float(ratio(totals(table))["score"]), table, ratio)
