"""From sentences and corrections to one table of rows for each measure and system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from corrigenda.corpus import Pair
from corrigenda.engine.parallel import Progress, mapped
from corrigenda.errors import InputError
from corrigenda.graphs import Parsing
from corrigenda.measures.contract import BLOCK, Choice, Measure, Row, Table

Candidates = list[list[Sequence[Row]]]
"""Of one sentence: for each measure and system, the rows to choose from."""

CHUNK = BLOCK
"""Sentences that travel to a process at once."""


def tables(
    measures: Sequence[Measure],
    pairs: Iterable[Pair],
    systems: int,
    *,
    parsing: Parsing | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[list[Table]]:
    """A table for each measure and each system (`[measure][system]`).

    `pairs` is consumed as a stream: only the rows are kept, not the sentences. `parsing` makes the
    graphs that measures need and sentences do not have. For `jobs` see `parallel.mapped`.
    """
    choices = [[Choice(measure) for _ in range(systems)] for measure in measures]
    sentence: Candidates | None = None
    for sentence in candidates(measures, pairs, parsing=parsing, jobs=jobs, progress=progress):
        for of_measure, of_systems in zip(choices, sentence, strict=True):
            for choice, rows in zip(of_measure, of_systems, strict=True):
                choice.add(rows)
    if sentence is None:
        raise InputError("there are no sentences to evaluate")
    return [[choice.table() for choice in of_measure] for of_measure in choices]


def candidates(
    measures: Sequence[Measure],
    pairs: Iterable[Pair],
    *,
    parsing: Parsing | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Candidates]:
    """Yield the rows to choose from, a sentence at a time (see `tables`)."""
    chunk = CHUNK
    if not any(measure.needs_graphs for measure in measures):
        parsing = None
    if parsing is not None:
        chunk, jobs = parsing.spread(CHUNK, jobs)
    compute = partial(_compute, tuple(measures), parsing)
    return mapped(compute, pairs, chunk=chunk, jobs=jobs, progress=progress)


def _compute(
    measures: Sequence[Measure], parsing: Parsing | None, chunk: Sequence[Pair]
) -> list[Candidates]:
    pairs = chunk if parsing is None else list(parsing.filled(chunk))
    by_measure = [measure.several(pairs) for measure in measures]
    return [list(of_sentence) for of_sentence in zip(*by_measure, strict=True)]
