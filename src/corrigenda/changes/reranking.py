"""Oracle reranking: how much winners change if they are chosen by more references.

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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from corrigenda import formats, inputs
from corrigenda.alignment import Tokens
from corrigenda.changes.kbest import Candidates, paired
from corrigenda.changes.oracle import Draw, Oracle, Ties, Winner, sequences
from corrigenda.changes.wordchange import BOLDEST, NUMBERS, WordChange
from corrigenda.changes.wordorder import WordOrder
from corrigenda.corpus import Correction, LeftOut, Pair, System
from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError
from corrigenda.evaluation.given import Given, form
from corrigenda.formats.lines import PathLike
from corrigenda.formats.pairing import tokenised
from corrigenda.graphs import GraphMaker, ParserChoice, parsing_for
from corrigenda.measures.contract import Array, Measure
from corrigenda.measures.registry import chosen
from corrigenda.remarks import Checks, Remark, overlap
from corrigenda.results import figures
from corrigenda.results.figures import Axis, Curves, Figure, Heatmap, Series
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import counted
from corrigenda.statistics.intervals import Estimate, intervals_from
from corrigenda.statistics.resampling import Values, bootstrap_sums, totals
from corrigenda.statistics.settings import Settings
from corrigenda.tokenisation import TOKENISER

COUNTS = (1, 2, 4, 8)
"""Numbers of references to choose by."""

DRAWS = 5

FIRST, ANNOTATORS = "first candidates", "annotators"
"""What winners are compared with."""

CHANGED = ("words", "untouched", "rho", "kept")
"""What is said of changes."""

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

    @property
    def touched(self) -> Estimate:
        """The share of sentences with a changed word."""
        low, high = self.untouched.interval or (None, None)
        return Estimate(
            1 - self.untouched.value,
            None if high is None else 1 - high,
            None if low is None else 1 - low,
        )

    def cells(self) -> list[Cell]:
        return [Cell(*getattr(self, key)) for key in CHANGED]

    def record(self) -> dict[str, Any]:
        """Return the four numbers, and the distribution of changed words."""
        distribution = dict(zip(NUMBERS, self.by_changes, strict=True))
        return {**{key: getattr(self, key) for key in CHANGED}, "distribution": distribution}


@dataclass(frozen=True)
class RerankingPoint:
    """The winners by M references."""

    references: int
    changes: Level
    score: Estimate
    """The mean of the winners' scores, each of its sentence alone."""

    parts: Mapping[str, Estimate]
    """What the score is made of, if it is not to be read without: likewise means."""

    rank: Estimate
    """Where in the lists the winners are, from 1, on average."""


@dataclass(frozen=True)
class Curve:
    """The winners by one oracle, from few references to many."""

    measure: Measure
    points: tuple[RerankingPoint, ...]
    words: Estimate | None
    """The difference between the most references and the fewest; likewise the next three."""

    untouched: Estimate | None
    rho: Estimate | None
    kept: Estimate | None
    winners: dict[int, tuple[str, ...]]
    """By number of references: the winners of the first draw, one per sentence."""

    signature: Signature

    def verdict(self) -> str:
        """Return what more references do to the winners, in one line."""
        few, many = self.points[0], self.points[-1]
        words, alone = few.changes.words.value, 100 * few.changes.untouched.value
        by = (
            f"by {counted(few.references, 'reference')}" if few.references else "without references"
        )
        if self.words is None or self.untouched is None:
            return (
                f"{self.measure}, {by}: the winners change "
                f"{words:.2f} words per sentence, and leave {alone:.1f} % of the sentences alone."
            )
        if "references" not in self.measure.needs:
            return (
                f"{self.measure}, with any number of references, as it needs none: the winners "
                f"change {words:.2f} words per sentence, and leave {alone:.1f} % of the sentences "
                "alone."
            )
        return (
            f"{self.measure}, by {many.references} references instead of {few.references}: the "
            f"winners change {many.changes.words.value:.2f} words per sentence instead of "
            f"{words:.2f} ({_signed(self.words, 1, 2)}), and leave "
            f"{100 * many.changes.untouched.value:.1f} % of the sentences alone instead of "
            f"{alone:.1f} % ({_signed(self.untouched, 100, 1)} points). {self._order()}"
        )

    def _order(self) -> str:
        """Say what more references do to the order of words."""
        few, many = self.points[0].changes, self.points[-1].changes
        if self.rho is None or self.kept is None or not isfinite(self.rho.value):
            return "The order of words cannot be told."
        said = (
            f"They keep the order of words in {100 * many.kept.value:.1f} % of the sentences "
            f"instead of {100 * few.kept.value:.1f} % ({_signed(self.kept, 100, 1)} points), with "
            f"a rho of {many.rho.value:.4f} instead of {few.rho.value:.4f} "
            f"({_signed(self.rho, 1, 4)})"
        )
        if self.rho.low is None or self.kept.low is None:
            return f"{said}."
        names = [name for name, one in (("share", self.kept), ("rho", self.rho)) if _apart(one)]
        if not names:
            return f"{said}: no significant difference."
        return f"{said}: a significant difference of {' and '.join(names)}."

    def record(self) -> dict[str, Any]:
        """Return the differences, and the winners by each number of references."""
        return {
            "signature": str(self.signature),
            "verdict": self.verdict(),
            **{key: getattr(self, key) for key in CHANGED},
            "points": [
                {
                    "references": point.references,
                    "score": point.score,
                    "parts": point.parts,
                    "rank": point.rank,
                    **point.changes.record(),
                }
                for point in self.points
            ],
        }


def _apart(difference: Estimate) -> bool:
    """Return whether 0 lies outside of its interval."""
    bounds = difference.interval
    return bounds is not None and (bounds[0] > 0 or bounds[1] < 0)


def _signed(difference: Estimate, scale: float, digits: int) -> str:
    texts = [f"{scale * n:+.{digits}f}" for n in difference if n is not None]
    return texts[0] if len(texts) == 1 else f"{texts[0]} [{texts[1]}, {texts[2]}]"


@dataclass(frozen=True)
class Reranking(Finding, title="Oracle reranking"):
    """How much the winners of oracles change, by the number of references they choose by."""

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

    def sections(self) -> Iterator[Section]:
        yield Section(
            "Oracle reranking",
            about="Which of a system's candidates an oracle would choose, which knows the "
            "references: how much these winners change says what a system would learn from such "
            "references.",
            verdicts=[curve.verdict() for curve in self.curves],
            tables=[self._summary(), self._distribution()],
            figures=[
                self._curves("words", "changed words per sentence"),
                self._curves("touched", "share of sentences with a changed word"),
                self._heat_map(),
            ],
            notes=self._notes(),
            signatures=self._signatures(),
        )

    def record(self) -> dict[str, Any]:
        return dict(
            encode(
                {
                    "corpus": {
                        "origin": self.origin,
                        "sentences": self.sentences,
                        "references": [self.given.fewest, self.given.most],
                        "candidates": self.candidates,
                        "fewer_references": self.lacking,
                        "left_out": self.left_out,
                    },
                    "draw": self.draw,
                    "draws": self.draws,
                    "seed": self.settings.seed,
                    "oracles": {str(curve.measure): curve.record() for curve in self.curves},
                    "first": self.first.record(),
                    "annotators": self.annotators.record(),
                }
            )
        )

    def write_winners(self, references: int, path: PathLike) -> list[str]:
        """Write the winners of the (first) oracle by so many references, one per line, and return
        what plain text could not keep."""
        texts = self.curves[0].winners[references]
        system = System("winners", tuple([Correction("", text) for text in texts]))
        return formats.write_system(system, path, "text")

    # --- tables and figures ----------------------------------------------------------------------

    def _signatures(self) -> list[str]:
        return [str(curve.signature) for curve in self.curves]

    def _levels(self) -> list[tuple[str, Level]]:
        """Return what winners are compared with: annotators, too, if there are references."""
        annotators = [(ANNOTATORS, self.annotators)] if self.given.most else []
        return [(FIRST, self.first), *annotators]

    def _summary(self) -> Table:
        parts = list(dict.fromkeys(p for curve in self.curves for p in curve.measure.made_of))
        columns = [
            Column("oracle", align="left"),
            Column("references"),
            Column("score"),
            *(Column(part, group="made of") for part in parts),
            Column("words", group="changed", decimals=3),
            Column("untouched", group="changed", decimals=3),
            Column("rho", group="order"),
            Column("kept", group="order", decimals=3),
            Column("rank", group="winners", decimals=2),
        ]
        rows: list[TableRow] = [
            [
                str(curve.measure),
                point.references,
                Cell(*point.score),
                *(Cell(*point.parts[part]) if part in point.parts else None for part in parts),
                *point.changes.cells(),
                point.rank.value,
            ]
            for curve in self.curves
            for point in curve.points
        ]
        empty = [None] * (2 + len(parts))
        rows += [[f"({name})", *empty, *level.cells(), None] for name, level in self._levels()]
        return Table(columns, rows, "Oracle reranking", apart=2)

    def _distribution(self) -> Table:
        """Return sentences by number of changed words, as means over draws."""
        columns = [
            Column("oracle", align="left"),
            Column("references"),
            *(Column(number, group="sentences", decimals=1) for number in NUMBERS),
        ]
        rows: list[TableRow] = [
            [str(curve.measure), point.references, *map(_whole, point.changes.by_changes)]
            for curve in self.curves
            for point in curve.points
        ]
        rows += [
            [f"({name})", None, *map(_whole, level.by_changes)] for name, level in self._levels()
        ]
        return Table(columns, rows, "Sentences by number of changed words", apart=2, folded=True)

    def _notes(self) -> list[str]:
        fewest, most = self.candidates
        size = str(most) if fewest == most else f"{fewest} to {most}"
        times = "once" if self.draws == 1 else f"{self.draws} times"
        return [
            f"{self.sentences} sentences with {size} candidates; score: mean over sentences, each "
            "by itself; untouched: share of sentences without a changed word; rho: mean of "
            "Spearman's rho between the places of words in source and winner; kept: share of "
            "sentences with a rho of 1",
            "no references are needed"
            if self.curves[0].points[0].references == 0
            else {
                "first": "references: the first of each sentence",
                "distinct": f"references: sampled {times} for each sentence, none twice",
                "replacement": f"references: sampled {times} for each sentence, with replacement",
            }[self.draw],
            *(
                f"{number} of {self.sentences} sentences have fewer than "
                f"{counted(references, 'reference')}: all of theirs are taken"
                for references, number in self.lacking.items()
            ),
            *self.settings.notes(self.sentences),
        ]

    def _curves(self, name: Literal["words", "touched"], title: str) -> Figure:
        """Draw how much winners change by number of references; what they are compared with are
        level lines, that of the annotators in the background."""
        numbers = [point.references for point in self.curves[0].points]
        ends = dict.fromkeys((numbers[0], numbers[-1]))
        series = [
            *(
                Series(
                    who,
                    [figures.Point(x, getattr(level, name).value) for x in ends],
                    background=level is self.annotators,
                )
                for who, level in self._levels()
            ),
            *(
                Series(
                    str(curve.measure),
                    [figures.Point(p.references, *getattr(p.changes, name)) for p in curve.points],
                )
                for curve in self.curves
            ),
        ]
        caption = (
            f"Winners of an oracle reranking, by number of references: {title}."
            f"{self.settings.whiskers('Bands')}"
        )
        panel = Curves(series, Axis("references"), Axis(title))
        return Figure(caption, [panel], name, " ".join(self._signatures()))

    def _heat_map(self) -> Figure:
        rows = [
            *(
                (f"{curve.measure}, {counted(point.references, 'reference')}", point.changes)
                for curve in self.curves
                for point in curve.points
            ),
            *self._levels(),
        ]
        panel = Heatmap(
            [name for name, _ in rows],
            NUMBERS,
            [level.by_changes for _, level in rows],
            Axis("changed words"),
            "sentences",
            counts=True,
        )
        caption = (
            "Sentences by number of changed words, coloured on a logarithmic scale; means over "
            "samples of references."
        )
        return Figure(caption, [panel], "changes", " ".join(self._signatures()))


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


# --- the study ------------------------------------------------------------------------------------


NO_REFERENCES = (0,)
"""The numbers of references to choose by where no measure needs any."""


def rerank(
    corpus: inputs.Sentences | None = None,
    candidates: Candidates = (),
    measures: str | Measure | Iterable[str | Measure] = "M2",
    *,
    sources: Any = None,
    references: Any = None,
    raw: bool = False,
    counts: Iterable[int] = COUNTS,
    draw: Draw = "replacement",
    draws: int = DRAWS,
    ties: Ties = "first",
    change: Literal["any", "approx"] = "any",
    tokens: Tokens = "corpus",
    settings: Settings | None = None,
    parser: ParserChoice = None,
    format: Literal["moses", "tab", "jsonl"] | None = None,
    jobs: int | None = None,
    origin: str = "",
) -> Reranking:
    """Let measures choose among candidates, by more and more references.

    The corpus is given as to `evaluate`. `candidates` are the candidates of each sentence,
    best first: a file of k-best lists (in `format`, or recognised by its content), several plain
    texts, one for each rank, a list of candidates for each sentence, or systems by name. Of these
    only the winners are kept. `counts` are the numbers of references to choose by; measures that
    need no references choose once. For `draw` see `oracle.sequences`, for `ties` see
    `Oracle.winner`. `change` and `tokens` are the parameters of WordChange and WordOrder. Nothing
    depends on the number of `jobs`. `origin` is what JSON calls the corpus, by default the name of
    its file.
    """
    settings = settings or Settings()
    oracles = chosen(measures, "M2")
    numbers = tuple(sorted(set(counts)))
    check(oracles, numbers, draws)
    numbers = reference_counts(oracles, numbers)
    draws = 1 if draw == "first" or numbers == NO_REFERENCES else draws
    segments = inputs.sentences(corpus, sources=sources, references=references)
    pairs = paired(segments, candidates, format=format)
    if raw:
        pairs = map(tokenised, pairs)
    parsing = parsing_for(oracles, parser)
    chunk, jobs = parsing.spread(CHUNK, jobs) if parsing else (CHUNK, jobs)
    changes = WordChange(change=change, tokens=tokens)
    order = WordOrder(tokens=tokens)
    task = _RerankingSetup(
        oracles, changes, order, numbers, draw, draws, ties, settings.seed, parsing
    )
    work = partial(_reranked, task)
    checks = Checks([FIRST])
    numbered = enumerate(_watched(pairs, checks), 1)
    sentences = list(mapped(work, numbered, chunk=chunk, jobs=jobs))
    given = _given(sentences)
    given = given._replace(tokeniser=TOKENISER if raw else "none")
    if parsing is not None:
        given = given._replace(parser=parsing.name)
    tables = [np.array([s.first for s in sentences]), np.array([s.annotators for s in sentences])]
    tables += [
        np.array([s.rows[o][k] for s in sentences])
        for o in range(len(oracles))
        for k in range(len(numbers))
    ]
    summary = _Summary(tables, settings)
    sizes = [sentence.candidates for sentence in sentences]
    left_out = tuple(one for sentence in sentences for one in sentence.left_out)
    textual = [str(measure) for measure in oracles if "texts" in measure.needs]
    lacking = {m: sum(sentence.references < m for sentence in sentences) for m in numbers}
    return Reranking(
        tuple(
            _curve(summary, sentences, task, o, _signature(task, o, given, settings))
            for o in range(len(oracles))
        ),
        summary.level(0),
        summary.level(1),
        left_out,
        len(sentences),
        (min(sizes), max(sizes)),
        {m: n for m, n in lacking.items() if n and draw != "replacement"},
        given,
        draw,
        draws,
        settings,
        origin or formats.title(corpus),
        (
            *checks.remarks(),
            *given.extractions(oracles),
            *overlap(", ".join([ANNOTATORS, *textual]), left_out),
        ),
    )


def _watched(pairs: Iterable[Pair], checks: Checks) -> Iterator[Pair]:
    """Yield the same pairs, each after a look at the first candidate."""
    for segment, candidates in pairs:
        checks.see(segment, candidates[:1])
        yield segment, candidates


def check(measures: Sequence[Measure], numbers: Sequence[int], draws: int) -> None:
    """Refuse oracles that cannot choose, and numbers of references and draws that there are not."""
    for measure in measures:
        if measure.best is None:
            raise InputError(
                f"{measure} cannot choose: of its scores none is better than another",
                hint="choose a measure of quality, such as M2, GLEU or SARI",
            )
    if not numbers or numbers[0] < 1:
        listed = ", ".join(map(str, numbers)) or "none"
        raise InputError(f"expected numbers of references from 1 on, found {listed}")
    if draws < 1:
        raise InputError(f"the number of draws must be at least 1, not {draws}")


def reference_counts(measures: Sequence[Measure], wanted: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of references to choose by: those wanted, or none at all if no measure
    needs any."""
    needed = any("references" in measure.needs for measure in measures)
    return tuple(wanted) if needed else NO_REFERENCES


def _given(sentences: Sequence[_RerankedSentence]) -> Given:
    counts = [sentence.references for sentence in sentences]
    gold, system = (
        "+".join(sorted(frozenset().union(*(sentence.forms[who] for sentence in sentences))))
        for who in (0, 1)
    )
    return Given(min(counts), max(counts), gold, system)


def _signature(task: _RerankingSetup, oracle: int, given: Given, settings: Settings) -> Signature:
    measure = task.measures[oracle]
    return Signature(
        f"{measure.full()}|{task.changes.full()},{task.order.full()}",
        {
            **given.signed([measure]),
            "draw": task.draw,
            "draws": "" if task.draw == "first" else task.draws,
            "ties": task.ties,
            **(settings.signed() or {"seed": settings.seed}),
        },
    )


def winner_files(path: Path, counts: Sequence[int], measures: Sequence[Measure]) -> dict[int, Path]:
    """Return where the winners go by each number of references, which `{M}` stands for."""
    if str(path) == "-":
        raise InputError("winners must go to a file, not to standard output")
    if len(measures) > 1:
        raise InputError(
            f"winners are those of one measure, but {len(measures)} are given",
            file=path,
            hint="run the command once for each",
        )
    if len(counts) > 1 and "{M}" not in path.name:
        raise InputError(
            f"this is one file, but there are winners by {', '.join(map(str, counts))} references",
            file=path,
            hint="write {M} for the number of references, as in winners-{M}.txt, "
            "or ask for one number: counts=[8]",
        )
    return {m: path.with_name(path.name.replace("{M}", str(m))) for m in counts}


# --- sentence by sentence -------------------------------------------------------------------------

# A row: what WordChange counts (4 columns), the oracle's score, the rank, what WordOrder counts (4
# columns), sentences by number of changed words, and what the score is made of; all of them means
# over draws.
SCORE, RANK, ORDER, BY_CHANGES, PARTS = 4, 5, 6, 10, 10 + len(NUMBERS)


@dataclass(frozen=True)
class _RerankingSetup:
    """The settings of a reranking, the same for each sentence."""

    measures: tuple[Measure, ...]
    changes: WordChange
    order: WordOrder
    numbers: tuple[int, ...]
    draw: Draw
    draws: int
    ties: Ties
    seed: int
    parsing: GraphMaker | None


class _RerankedSentence(NamedTuple):
    """The numbers of one sentence."""

    first: list[float]
    annotators: list[float]
    left_out: list[LeftOut]
    """References without a text: annotators, and oracles that compare texts, do without them."""

    rows: list[list[list[float]]]
    """By oracle and number of references."""

    winners: list[list[str]]
    """Likewise, of the first draw."""

    references: int
    candidates: int
    forms: tuple[frozenset[str], frozenset[str]]
    """How references and candidates were given."""


def _reranked(task: _RerankingSetup, chunk: list[tuple[int, Pair]]) -> list[_RerankedSentence]:
    pairs = [pair for _, pair in chunk]
    forms = [tuple(frozenset(map(form, given)) for given in (s.references, c)) for s, c in pairs]
    if task.parsing is not None:
        pairs = list(task.parsing.filled(pairs))
    sentences = []
    for (number, _), pair, (gold, system) in zip(chunk, pairs, forms, strict=True):
        try:
            sentences.append(_sentence(task, number, pair, (gold, system)))
        except InputError as error:
            where = f"sentence {pair[0].id or number}"
            if error.message.startswith(where):
                raise
            raise InputError(f"{where}: {error.message}", hint=error.hint) from error
    return sentences


def _sentence(
    task: _RerankingSetup, number: int, pair: Pair, forms: tuple[frozenset[str], frozenset[str]]
) -> _RerankedSentence:
    segment, candidates = pair
    if not segment.references and any("references" in one.needs for one in task.measures):
        raise InputError(
            "it has no reference, and an oracle needs one",
            hint="give references=, of each sentence at least one",
        )
    changed: dict[str, list[float]] = {}

    def counted(text: str) -> list[float]:
        if text not in changed:
            correction = Correction(segment.source, text)
            [changes] = task.changes.candidates(segment, correction)
            [order] = task.order.candidates(segment, correction)
            by_changes = [0.0] * (BOLDEST + 2)
            by_changes[min(int(changes[0]), BOLDEST + 1)] = 1.0
            changed[text] = [*changes, 0.0, 0.0, *order, *by_changes]
        return changed[text]

    def row(winners: list[Winner]) -> list[float]:
        numbers = np.array([[*counted(candidates[w.place].text), *w.parts] for w in winners])
        numbers[:, SCORE] = [winner.score for winner in winners]
        numbers[:, RANK] = [winner.place + 1 for winner in winners]
        return [float(number) for number in numbers.mean(axis=0)]

    rows, texts = [], []
    for measure in task.measures:
        usable = measure.references(segment) if "references" in measure.needs else ()
        drawn = sequences(len(usable), task.numbers[-1], task.draw, task.draws, task.seed, number)
        oracle = Oracle(measure, replace(segment, references=usable), candidates, task.ties)
        won = [[oracle.winner(sequence[:m]) for sequence in drawn] for m in task.numbers]
        rows.append([row(winners) for winners in won])
        texts.append([candidates[winners[0].place].text for winners in won])
    gold = [counted(reference.text) for reference in segment.references if reference.has_text]
    gold = gold or [[0.0] * len(counted(segment.source))]
    return _RerankedSentence(
        counted(candidates[0].text),
        [float(number) for number in np.mean(gold, axis=0)],
        segment.without_text(number),
        rows,
        texts,
        len(segment.references),
        len(candidates),
        forms,
    )


# --- all sentences together -----------------------------------------------------------------------


def _values(sums: Array, parts: Sequence[str] = ()) -> dict[str, Array]:
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
        **{
            f"made of {part}": sums[..., BY_CHANGES + k] / sentences for k, part in enumerate(parts)
        },
    }


def _grown(sums: Array) -> dict[str, Array]:
    """Return the values of the second half of the columns, less those of the first."""
    few, many = (_values(half) for half in np.split(sums, 2, axis=-1))
    return {key: many[key] - few[key] for key in CHANGED}


class _Summary:
    """Tables of the same sentences, each with its sums under the same resamples."""

    def __init__(self, tables: Sequence[Array], settings: Settings) -> None:
        self.settings = settings
        middle = slice(BY_CHANGES, PARTS)
        self.tables = [np.delete(table, middle, axis=1) for table in tables]
        self.by_changes = [tuple(table[:, middle].sum(axis=0).tolist()) for table in tables]
        self.sums: list[Array] = []
        if settings.ci is not None:
            self.sums = bootstrap_sums(self.tables, settings.resamples, settings.seed)

    def estimates(self, values: Values, *tables: int) -> dict[str, Estimate]:
        """Return the values of some tables side by side, with their intervals."""
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
        estimates = self.estimates(_values, table)
        words, untouched, rho, kept = (estimates[key] for key in CHANGED)
        return Level(words, untouched, rho, kept, self.by_changes[table])

    def point(self, references: int, table: int, made_of: Sequence[str]) -> RerankingPoint:
        estimates = self.estimates(partial(_values, parts=made_of), table)
        parts = {part: estimates[f"made of {part}"] for part in made_of}
        return RerankingPoint(
            references, self.level(table), estimates["score"], parts, estimates["rank"]
        )


def _curve(
    summary: _Summary,
    sentences: Sequence[_RerankedSentence],
    task: _RerankingSetup,
    oracle: int,
    signature: Signature,
) -> Curve:
    # The tables of the first candidates and of the annotators come before those of oracles.
    start = 2 + oracle * len(task.numbers)
    made_of = task.measures[oracle].made_of
    points = [summary.point(m, start + k, made_of) for k, m in enumerate(task.numbers)]
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
