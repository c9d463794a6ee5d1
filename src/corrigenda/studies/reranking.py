"""Oracle reranking: what a system would do if its judge were fairer.

A system that is tuned by a measure is rewarded for what the references happen to hold. To see what
that does to it, let the measure itself choose among the candidates of the system's k-best list, and
give it more and more references: the winners show what a system would write that knew how it will
be judged, and how bold it would dare to be (Choshen and Abend 2018, *Inherent Biases in
Reference-based Evaluation for Grammatical Error Correction*, P18-1059, with M2 for corrections and
SARI and MAX-SARI for simplifications).

For each sentence, M of its references are drawn, and the candidate with the best score by these,
of this sentence alone, wins. How much the winners change (WordChange) is laid beside what the first
candidates change, and what the annotators do, and so is how far they keep the order of words
(WordOrder). With several draws, numbers are means over them; intervals are by a bootstrap over
sentences, of these means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from corrigenda._version import __version__
from corrigenda.alignment import Tokens
from corrigenda.corpus import LeftOut, Pair
from corrigenda.engine.parallel import Progress, mapped
from corrigenda.engine.parsing import Parsing
from corrigenda.errors import InputError
from corrigenda.evaluation.result import Given
from corrigenda.meaning.parser.contract import Parser
from corrigenda.measures.contract import Array, Measure
from corrigenda.measures.wordchange import WordChange
from corrigenda.measures.wordorder import WordOrder
from corrigenda.remarks import Checks, Remark, overlap
from corrigenda.statistics.estimates import Estimate
from corrigenda.statistics.intervals import intervals_from
from corrigenda.statistics.resampling import Values, bootstrap_sums, totals
from corrigenda.statistics.settings import Settings
from corrigenda.studies.reranking_oracle import (
    BY_CHANGES,
    ORDER,
    RANK,
    SCORE,
    Draw,
    Sentence,
    Task,
    Ties,
    reranked,
)

REFERENCES = (1, 2, 4, 8)
DRAWS = 5

CHUNK = 8
"""Sentences that travel to a process at once: each has many candidates."""


@dataclass(frozen=True)
class Level:
    """How much is changed: words per sentence, the share of sentences without a changed word, mean
    Spearman's rho between the places of words, and the share of sentences that keep their order."""

    words: Estimate
    untouched: Estimate
    rho: Estimate
    kept: Estimate
    by_changes: tuple[float, ...]
    """Sentences with 0, 1, ..., 10 and with more changed words."""


@dataclass(frozen=True)
class Point:
    """The winners by M references."""

    references: int
    changes: Level
    score: Estimate
    """The mean of the winners' scores, each of its sentence alone."""

    rank: Estimate
    """Where in the lists the winners are, from 1, on average."""


@dataclass(frozen=True)
class Curve:
    """The winners by one oracle, from few references to many."""

    measure: Measure
    points: tuple[Point, ...]
    words: Estimate | None
    """The difference between the most references and the fewest; likewise the next three."""

    untouched: Estimate | None
    rho: Estimate | None
    kept: Estimate | None
    winners: dict[int, tuple[str, ...]]
    """By number of references: the winners of the first draw, one a sentence."""

    signature: str


@dataclass(frozen=True)
class Reranking:
    """What the study found."""

    curves: tuple[Curve, ...]
    first: Level
    """What the first candidates change."""

    annotators: Level
    """What annotators change: the mean over the references of each sentence."""

    left_out: tuple[LeftOut, ...]
    """References that are left out there, and by oracles that compare texts: they have none."""

    sentences: int
    candidates: tuple[int, int]
    """The fewest and the most of a sentence."""

    lacking: dict[int, int]
    """By number of references: sentences that have fewer, where none is drawn twice."""

    given: Given
    draw: Draw
    draws: int
    settings: Settings
    origin: str = ""
    remarks: tuple[Remark, ...] = ()
    """What to know before reading it: on the first candidates of each list, and on the oracles."""


def rerank(
    pairs: Iterable[Pair],
    measures: Sequence[Measure],
    *,
    references: Iterable[int] = REFERENCES,
    draw: Draw = "replacement",
    draws: int = DRAWS,
    ties: Ties = "first",
    change: Literal["any", "approx"] = "any",
    tokens: Tokens = "corpus",
    settings: Settings | None = None,
    parser: Parsing | Parser | str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    origin: str = "",
) -> Reranking:
    """Let measures choose among candidates, by more and more references.

    `pairs` yields each segment with its candidates, best first (`formats.kbest.paired` makes them
    of files); of these only the winners are kept. `references` are the numbers to draw; for `draw`
    see `reranking_oracle.sequences`, for `ties` see `Oracle.winner`. `change` and `tokens` are the
    parameters of WordChange and WordOrder. Nothing depends on the number of `jobs`.
    """
    settings = settings or Settings()
    numbers = tuple(sorted(set(references)))
    check(measures, numbers, draws)
    draws = 1 if draw == "first" else draws
    graphs = any(measure.needs_graphs for measure in measures)
    parsing = Parsing.of(parser) if graphs else None
    chunk, jobs = parsing.spread(CHUNK, jobs) if parsing else (CHUNK, jobs)
    changes = WordChange(change=change, tokens=tokens)
    order = WordOrder(tokens=tokens)
    task = Task(tuple(measures), changes, order, numbers, draw, draws, ties, settings.seed, parsing)
    work = partial(reranked, task)
    checks = Checks(["first candidates"])
    numbered = enumerate(_watched(pairs, checks), 1)
    found = list(mapped(work, numbered, chunk=chunk, jobs=jobs, progress=progress))
    if not found:
        raise InputError("there are no sentences to rerank")
    given = _given(found)
    if parsing is not None:
        given = given._replace(parser=parsing.name, tokeniser=parsing.tokeniser)
    tables = [np.array([s.first for s in found]), np.array([s.annotators for s in found])]
    tables += [
        np.array([s.rows[o][k] for s in found])
        for o in range(len(measures))
        for k in range(len(numbers))
    ]
    summary = _Summary(tables, settings)
    sizes = [sentence.candidates for sentence in found]
    left_out = tuple(one for sentence in found for one in sentence.left_out)
    textual = [str(measure) for measure in measures if measure.needs_texts]
    lacking = {m: sum(sentence.references < m for sentence in found) for m in numbers}
    return Reranking(
        tuple(
            _curve(summary, found, task, o, _signature(task, o, given, settings))
            for o in range(len(measures))
        ),
        summary.level(0),
        summary.level(1),
        left_out,
        len(found),
        (min(sizes), max(sizes)),
        {m: n for m, n in lacking.items() if n and draw != "replacement"},
        given,
        draw,
        draws,
        settings,
        origin,
        (
            *checks.remarks(tokenised_for_parser=parsing is not None and not parsing.raw),
            *given.extractions(measures),
            *overlap(", ".join(["annotators", *textual]), left_out),
        ),
    )


def _watched(pairs: Iterable[Pair], checks: Checks) -> Iterator[Pair]:
    """Yield the same pairs, each after a look at the first candidate."""
    for segment, candidates in pairs:
        checks.see(segment, candidates[:1])
        yield segment, candidates


def check(measures: Sequence[Measure], numbers: Sequence[int], draws: int) -> None:
    """Refuse oracles that cannot choose, and numbers of references and draws that there are not."""
    if not measures:
        raise InputError("no oracle is given", hint="for example -m M2")
    for measure in measures:
        if measure.best is None:
            raise InputError(
                f"{measure} cannot choose: of its scores none is better than another",
                hint="choose a measure of quality, such as M2, GLEU or SARI",
            )
    if not numbers or numbers[0] < 1:
        found = ", ".join(map(str, numbers)) or "none"
        raise InputError(f"expected numbers of references from 1 on, found {found}")
    if draws < 1:
        raise InputError(f"the number of draws must be at least 1, not {draws}")


def _given(sentences: Sequence[Sentence]) -> Given:
    counts = [sentence.references for sentence in sentences]
    gold, system = (
        "+".join(sorted(frozenset().union(*(sentence.forms[who] for sentence in sentences))))
        for who in (0, 1)
    )
    return Given(min(counts), max(counts), gold, system)


def _signature(task: Task, oracle: int, given: Given, settings: Settings) -> str:
    measure = task.measures[oracle]
    drawn = task.draw if task.draw == "first" else f"{task.draw}|draws:{task.draws}"
    bootstrap = settings.signature() or f"seed:{settings.seed}|"
    return (
        f"{measure.full()}|{task.changes.full()},{task.order.full()}|{given.signature([measure])}"
        f"|draw:{drawn}|ties:{task.ties}|{bootstrap}v:{__version__}"
    )


# --- all sentences together -----------------------------------------------------------------------


def _values(sums: Array) -> dict[str, Array]:
    of_changes = WordChange().values(sums[..., :SCORE])
    of_order = WordOrder().values(sums[..., ORDER:BY_CHANGES])
    sentences = np.maximum(sums[..., 3], 1)
    return {
        "words": of_changes["score"],
        "untouched": of_changes["untouched"],
        "score": sums[..., SCORE] / sentences,
        "rank": sums[..., RANK] / sentences,
        "rho": of_order["score"],
        "kept": of_order["kept"],
    }


CHANGED = ("words", "untouched", "rho", "kept")


def _grown(sums: Array) -> dict[str, Array]:
    """The values of the second half of the columns, less those of the first."""
    few, many = (_values(half) for half in np.split(sums, 2, axis=-1))
    return {key: many[key] - few[key] for key in CHANGED}


class _Summary:
    """Tables of the same sentences, each with its sums under the same resamples."""

    def __init__(self, tables: Sequence[Array], settings: Settings) -> None:
        self.settings = settings
        self.tables = [table[:, :BY_CHANGES] for table in tables]
        self.by_changes = [tuple(table[:, BY_CHANGES:].sum(axis=0).tolist()) for table in tables]
        self.sums: list[Array] = []
        if settings.ci is not None:
            self.sums = bootstrap_sums(self.tables, settings.resamples, settings.seed)

    def estimates(self, values: Values, *tables: int) -> dict[str, Estimate]:
        """The values of some tables side by side, with their intervals."""
        table = np.hstack([self.tables[k] for k in tables])
        observed = {key: float(value) for key, value in values(totals(table)).items()}
        if self.settings.ci is None:
            return {key: Estimate(value) for key, value in observed.items()}
        sums = np.hstack([self.sums[k] for k in tables])
        level, method = self.settings.ci, self.settings.method
        bounds = intervals_from(sums, table, values, level=level, method=method)
        return {
            key: Estimate(value, *(bounds[key][:2] if key in bounds else ()))
            for key, value in observed.items()
        }

    def level(self, table: int) -> Level:
        found = self.estimates(_values, table)
        words, untouched, rho, kept = (found[key] for key in CHANGED)
        return Level(words, untouched, rho, kept, self.by_changes[table])

    def point(self, references: int, table: int) -> Point:
        found = self.estimates(_values, table)
        return Point(references, self.level(table), found["score"], found["rank"])


def _curve(
    summary: _Summary, sentences: Sequence[Sentence], task: Task, oracle: int, signature: str
) -> Curve:
    # The tables of the first candidates and of the annotators come before those of oracles.
    start = 2 + oracle * len(task.numbers)
    points = [summary.point(m, start + k) for k, m in enumerate(task.numbers)]
    grown = summary.estimates(_grown, start, start + len(points) - 1) if len(points) > 1 else {}
    winners = {
        m: tuple([sentence.winners[oracle][k] for sentence in sentences])
        for k, m in enumerate(task.numbers)
    }
    return Curve(
        task.measures[oracle],
        tuple(points),
        grown.get("words"),
        grown.get("untouched"),
        grown.get("rho"),
        grown.get("kept"),
        winners,
        signature,
    )
