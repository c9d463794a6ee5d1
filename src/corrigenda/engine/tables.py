"""From sentences and corrections to one table of rows for each measure and system."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import Protocol

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.measures.contract import Choice, Measure, Row, Table

Pair = tuple[Segment, Sequence[Correction]]
"""A segment, and what each system made of it."""

Candidates = list[list[Sequence[Row]]]
"""Of one sentence: for each measure and system, the rows to choose from."""

CHUNK = 128
"""Sentences that travel to a process at once."""

PATIENCE = 1.0
"""Seconds of work in this process before others are started, unless their number is given."""


class Progress(Protocol):
    """Something that wants to know how many sentences are done."""

    def advance(self, sentences: int) -> None: ...


def tables(
    measures: Sequence[Measure],
    pairs: Iterable[Pair],
    systems: int,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[list[Table]]:
    """A table for each measure and each system (`[measure][system]`).

    `pairs` is consumed as a stream: only the rows are kept, not the sentences. `jobs` is the number
    of processes; without it, work that takes longer than a second is spread over all processors.
    """
    if jobs is not None and jobs < 1:
        raise InputError(f"the number of processes must be at least 1, not {jobs}")
    done = 0
    choices = [[Choice(measure) for _ in range(systems)] for measure in measures]
    for chunk in _computed(tuple(measures), _chunks(pairs), jobs):
        for sentence in chunk:
            for measure, of_systems in zip(choices, sentence, strict=True):
                for choice, candidates in zip(measure, of_systems, strict=True):
                    choice.add(candidates)
        done += len(chunk)
        if progress is not None:
            progress.advance(len(chunk))
    if not done:
        raise InputError("there are no sentences to evaluate")
    return [[choice.table() for choice in of_systems] for of_systems in choices]


# --- where it runs --------------------------------------------------------------------------------


def _computed(
    measures: tuple[Measure, ...], chunks: Iterator[list[Pair]], jobs: int | None
) -> Iterator[list[Candidates]]:
    started = time.monotonic()
    while jobs is None or jobs == 1:
        chunk = next(chunks, None)
        if chunk is None:
            return
        yield _compute(measures, chunk)
        if jobs is None and time.monotonic() - started > PATIENCE:
            jobs = os.cpu_count() or 1
    # A single chunk more is not worth a process.
    ahead = list(islice(chunks, 2))
    if len(ahead) < 2:
        yield from (_compute(measures, chunk) for chunk in ahead)
        return
    yield from _in_processes(measures, chain(ahead, chunks), jobs)


def _in_processes(
    measures: tuple[Measure, ...], chunks: Iterator[list[Pair]], jobs: int
) -> Iterator[list[Candidates]]:
    waiting: deque[Future[list[Candidates]]] = deque()
    with ProcessPoolExecutor(jobs) as pool:
        try:
            for chunk in chunks:
                waiting.append(pool.submit(_compute, measures, chunk))
                # Bounded: a corpus of any length passes through without being held in memory.
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _compute(measures: Sequence[Measure], chunk: Sequence[Pair]) -> list[Candidates]:
    found: list[Candidates] = []
    for segment, corrections in chunk:
        try:
            found.append([[m.candidates(segment, c) for c in corrections] for m in measures])
        except InputError as error:
            where = f"sentence {segment.id}"
            if not segment.id or error.message.startswith(where):
                raise
            raise InputError(f"{where}: {error.message}", hint=error.hint) from error
    return found


def _chunks(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    iterator = iter(pairs)
    while chunk := list(islice(iterator, CHUNK)):
        yield chunk
