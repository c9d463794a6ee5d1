"""From sentences and corrections to one table of rows for each measure and system."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice

from corrigenda.corpus import Correction, Pair
from corrigenda.engine.kept import Candidates, KeptRows
from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError
from corrigenda.graphs import GraphMaker
from corrigenda.measures.contract import BLOCK, Choice, Measure, ScoredRows, viewed

CHUNK = BLOCK
"""Sentences that travel to a process at once."""

SELDOM = 50_000
"""New objects after which garbage is collected while rows are computed. Sentences have no reference
cycles, so collections only take time: a tenth of that of the fastest measures."""


def tables(
    measures: Sequence[Measure],
    pairs: Iterable[Pair],
    systems: Sequence[str],
    *,
    parsing: GraphMaker | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> list[list[ScoredRows]]:
    """A table for each measure and each system (`[measure][system]`).

    `pairs` is consumed as a stream: only the rows are kept, not the sentences. `parsing` makes the
    graphs that measures need and sentences do not have. Rows are written to `folder`, if there is
    one, and those that are in it are not computed again.
    """
    choices = [[Choice(measure) for _ in systems] for measure in measures]
    if not any("graphs" in measure.needs for measure in measures):
        parsing = None
    compute = partial(candidates, measures, parsing=parsing)
    if folder is None:
        sentences = compute(pairs)
    else:
        sentences = KeptRows(folder, measures, systems, parsing).candidates(pairs, compute)
    number = 0
    with _few_collections():
        while chunk := list(islice(sentences, CHUNK)):
            number += len(chunk)
            for of_measure, by_sentence in zip(choices, zip(*chunk, strict=True), strict=True):
                for choice, rows in zip(of_measure, zip(*by_sentence, strict=True), strict=True):
                    choice.extend(rows)
    if not number:
        raise InputError("there are no sentences to evaluate")
    return [[choice.table() for choice in of_measure] for of_measure in choices]


def candidates(
    measures: Sequence[Measure], pairs: Iterable[Pair], *, parsing: GraphMaker | None = None
) -> Iterator[Candidates]:
    """Yield the rows to choose from, a sentence at a time (see `tables`)."""
    chunk, jobs = CHUNK, None
    if not any("graphs" in measure.needs for measure in measures):
        parsing = None
    if parsing is not None:
        chunk, jobs = parsing.spread(CHUNK)
    compute = partial(_compute, tuple(measures), parsing)
    return mapped(compute, pairs, chunk=chunk, jobs=jobs)


@contextmanager
def _few_collections() -> Iterator[None]:
    """Collect garbage less often in the block, unless it is not collected at all."""
    before = gc.get_threshold()
    if before[0]:
        gc.set_threshold(max(SELDOM, before[0]), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@_few_collections()  # in other processes, too
def _compute(
    measures: Sequence[Measure], parsing: GraphMaker | None, chunk: Sequence[Pair]
) -> list[Candidates]:
    pairs, places = _distinct(chunk if parsing is None else parsing.filled(chunk))
    by_measure = [measure.batch_candidates(viewed(measure, pairs)) for measure in measures]
    return [
        of_measures
        if of_systems is None
        else [[rows[place] for place in of_systems] for rows in of_measures]
        for of_systems, *of_measures in zip(places, *by_measure, strict=True)
    ]


def _distinct(pairs: Iterable[Pair]) -> tuple[list[Pair], list[list[int] | None]]:
    """Return sentences with corrections that all differ, and which of them is each system's (None:
    each has its own).

    Systems often agree, and leave many sentences as they are: each correction is scored once.
    """
    kept: list[Pair] = []
    places: list[list[int] | None] = []
    for pair in pairs:
        segment, corrections = pair
        if len(corrections) == 1:
            kept.append(pair)
            places.append(None)
            continue
        seen: dict[object, int] = {}
        distinct: list[Correction] = []
        of_systems: list[int] = []
        for one in corrections:
            key: object = one.given_text
            edits = one.given_edits
            if edits or (edits is not None and key != one.source):
                key = id(one)
            elif one.graph is not None:
                key = key, id(one.graph)
            place = seen.setdefault(key, len(distinct))
            if place == len(distinct):
                distinct.append(one)
            of_systems.append(place)
        agree = len(distinct) < len(corrections)
        kept.append((segment, distinct) if agree else pair)
        places.append(of_systems if agree else None)
    return kept, places
