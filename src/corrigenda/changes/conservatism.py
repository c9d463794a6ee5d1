"""Conservatism: how much correctors change, compared with annotators.

Systems that are trained and tuned against few references learn to change little (Choshen and Abend
2018, *Inherent Biases in Reference-based Evaluation for Grammatical Error Correction*, P18-1059).
The study lays systems and annotators side by side: sentences by the number of changed words, the
order of words, the breaks between sentences, and edits by type of error. Line n of an output is
compared with line n of the source; an annotator who did not correct a sentence is not judged on it.
To see sentences that are joined across lines, count breaks in running text instead: the lines of a
text are put together and split into sentences, which are paired with those of the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from corrigenda.alignment import Tokens
from corrigenda.changes.sentence_breaks import SentenceBreaks, Stops, TextBreaks
from corrigenda.changes.types import TypeCounts, TypeRatio, ratios_by_type, type_counts
from corrigenda.changes.wordchange import NUMBERS, WordChange
from corrigenda.changes.wordorder import WordOrder
from corrigenda.corpus import Correction, LeftOut, Pair, Segment
from corrigenda.engine.parallel import mapped
from corrigenda.engine.tables import CHUNK
from corrigenda.errors import InputError
from corrigenda.evaluation.cells import ScoreCell as Scored
from corrigenda.evaluation.given import Given
from corrigenda.evaluation.result import Result
from corrigenda.evaluation.study import StudyTexts
from corrigenda.inputs import Forms, Sentences, Systems
from corrigenda.linguistics.errant.corrections import (
    TYPES,
    Disagreement,
    Types,
    check_types,
    typed_pairs,
)
from corrigenda.measures import contract
from corrigenda.measures.contract import Array, Measure
from corrigenda.remarks import Remark, overlap
from corrigenda.results.figures import (
    Axis,
    Bars,
    Curves,
    Dot,
    Dots,
    Figure,
    Group,
    Heatmap,
    Mark,
    Panel,
    Point,
    Series,
)
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import listed, named
from corrigenda.statistics.intervals import Estimate, intervals_from
from corrigenda.statistics.resampling import bootstrap_sums, totals
from corrigenda.statistics.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

Pairing = Literal["line", "text"]

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
"""Where the cumulative curve of rho is read off."""

FEW = 3
"""Systems up to which each has a sentence of its own."""


BREAKS = ("split", "joined", "emptied")
"""What may become of sentences."""


@dataclass(frozen=True)
class Corrector:
    """A system or an annotator: how much it changes, over the sentences it corrected."""

    name: str
    sentences: int
    changes: Scored
    """By WordChange."""

    order: Scored
    """By WordOrder."""

    breaks: Scored
    """By SentenceBreaks, or by TextBreaks."""

    by_changes: tuple[int, ...]
    """Sentences with 0, 1, ..., 10 and with more changed words."""

    by_order: Mapping[float, int]
    """Sentences whose rho is at most one of the `THRESHOLDS`."""

    def record(self) -> dict[str, Any]:
        """Return the scores, their counts, the distribution of changed words and the curve of
        rho."""
        distribution = dict(zip(NUMBERS, self.by_changes, strict=True))
        return {
            "sentences": self.sentences,
            "changes": {**_record(self.changes), "distribution": distribution},
            "order": {**_record(self.order), "at_most": self.by_order},
            "breaks": _record(self.breaks),
        }

    def rho(self) -> list[Point]:
        """Return the share of sentences up to each rho; nothing if no sentence has one."""
        defined = self.order.score.counts["defined"]
        return [Point(at, count / defined) for at, count in self.by_order.items() if defined]


def _record(cell: Scored) -> dict[str, Any]:
    counts = {name: int(count) for name, count in cell.score.counts.items()}
    scored = {"score": cell.score.value, "low": cell.low, "high": cell.high}
    return {**scored, **cell.score.parts, "counts": counts}


@dataclass(frozen=True)
class Verdict:
    """A system against the annotators, over the sentences that have references.

    With c(s) the changed words of sentence s by the system, and means over the annotators of s,

        words = Σ c(s) / Σ mean of annotators' changed words
        alone = Σ [c(s) = 0] t(s) / Σ t(s), t(s) the share of annotators who changed a word of s

    Both are undefined (NaN) where annotators change nothing.
    """

    words: Estimate
    alone: Estimate

    @property
    def stance(self) -> str:
        """Timid or bold, if the interval of `words` tells it from the annotators; else empty."""
        _, low, high = self.words
        if low is None or high is None:
            return ""
        return "timid" if high < 1 else "bold" if low > 1 else ""

    def record(self) -> dict[str, Any]:
        """Return both shares and the stance."""
        return {"words": self.words, "left_alone": self.alone, "stance": self.stance or None}


@dataclass(frozen=True)
class Conservatism(Finding, title="Conservatism"):
    """The amount of change of systems and annotators.

    Without references there are no annotators and no verdicts.
    """

    systems: tuple[Corrector, ...]
    annotators: tuple[Corrector, ...]
    verdicts: dict[str, Verdict]
    """By system."""

    types: tuple[TypeRatio, ...]
    """Ranked, the boldest first; empty unless asked for."""

    sentences: int
    given: Given
    settings: Settings
    signature: Signature
    origin: str = ""
    remarks: tuple[Remark, ...] = ()
    """What to know before reading it."""
    pairing: Pairing = "line"
    """What breaks are counted in: lines, or running text."""

    disagreement: Disagreement | None = None
    """How many given types are not those of ERRANT; None if types are as they are given."""

    @property
    def correctors(self) -> tuple[Corrector, ...]:
        """Systems, then annotators."""
        return self.systems + self.annotators

    def verdict(self, system: str) -> str:
        """Return what a person wants to know of a system, in a sentence."""
        by = self.verdicts.get(system)
        if by is None or not isfinite(by.words.value):
            score = next(one for one in self.systems if one.name == system).changes.score
            reason = (
                "there are no references to compare with"
                if by is None
                else "annotators change nothing"
            )
            return (
                f"{system} changes {score.value:.2f} words per sentence, and leaves "
                f"{_percent(score.parts['untouched'])} of the sentences alone; {reason}."
            )
        stance = f"{system} is {by.stance}: it" if by.stance else system
        words, *bounds = by.words.text(2).partition(" [")
        return (
            f"{stance} changes {words} words{''.join(bounds)} for each one that annotators change; "
            f"{_percent(by.alone.value)} of the sentences that annotators change are unchanged."
        )

    def _said(self) -> list[str]:
        """Return a sentence on each of a few systems, or one on all of many."""
        known = {name: by for name, by in self.verdicts.items() if isfinite(by.words.value)}
        if len(self.systems) <= FEW or len(known) < len(self.systems):
            return [
                self.verdict(system.name).replace(system.name, named(system.name), 1)
                for system in self.systems
            ]
        stances = {
            "timid": [name for name, by in known.items() if by.stance == "timid"],
            "bold": [name for name, by in known.items() if by.stance == "bold"],
        }
        neither = len(known) - sum(map(len, stances.values()))
        parts = [f"{len(names)} {stance}" for stance, names in stances.items() if names]
        parts += [f"{neither} neither" if parts else "none timid or bold"] if neither else []
        ranked = sorted(known, key=lambda name: known[name].words.value)
        least, most = ranked[0], ranked[-1]
        return [
            f"Of {len(known)} systems, {listed(parts)}: for each word that annotators change, they "
            f"change from {known[least].words.value:.2f} ({named(least)}) to "
            f"{known[most].words.value:.2f} ({named(most)})."
        ]

    def sections(self) -> Iterator[Section]:
        figures = [
            *self._rate_figures(),
            self._changes_figure(),
            self._breaks_figure(),
            *self._order_figures(),
        ]
        yield Section(
            "Conservatism",
            about="How much systems change, beside what annotators change in the same sentences.",
            verdicts=self._said(),
            tables=[self._summary(), self._distribution()],
            figures=figures,
            notes=self._notes(),
            signatures=[str(self.signature)],
        )
        if self.types:
            typed_by = "given" if self.disagreement is None else TYPES
            by_type = self.signature.about("edits by type").with_settings({"types": typed_by})
            signature = str(by_type)
            yield Section(
                "Edits by type",
                about="How many edits of each type systems make, for each one that annotators do.",
                tables=[self._types_table()],
                figures=self._types_figures(signature),
                notes=self._types_notes(),
                signatures=[signature],
            )

    def record(self) -> dict[str, Any]:
        return dict(
            encode(
                {
                    "signature": str(self.signature),
                    "pairing": self.pairing,
                    "corpus": {
                        "origin": self.origin,
                        "sentences": self.sentences,
                        "references": [self.given.fewest, self.given.most],
                        "left_out": self.given.left_out,
                    },
                    "systems": {
                        one.name: {
                            **one.record(),
                            "against_annotators": by and by.record(),
                            "verdict": self.verdict(one.name),
                        }
                        for one in self.systems
                        for by in [self.verdicts.get(one.name)]
                    },
                    "annotators": {one.name: one.record() for one in self.annotators},
                    "types": [one.record() for one in self.types],
                }
            )
        )

    # --- tables ----------------------------------------------------------------------------------

    def _labelled(self) -> list[tuple[str, Corrector]]:
        """Return all correctors, by names that tell annotators from systems; the systems that
        change most come first."""
        taken = {system.name for system in self.systems}
        annotators = [(f"annotator {one.name}", one) for one in self.annotators]
        ranked = sorted(self.systems, key=lambda system: -system.changes.value)
        return [
            *((system.name, system) for system in ranked),
            *((f"reference {name}" if name in taken else name, one) for name, one in annotators),
        ]

    def _summary(self) -> Table:
        columns = [
            Column("corrector", align="left"),
            Column("words", group="changed", decimals=3),
            Column("untouched", group="changed", decimals=3),
            Column("rho", group="order"),
            Column("kept", group="order", decimals=3),
            *(Column(name, group="breaks") for name in BREAKS),
        ]
        if self.verdicts:
            columns += [
                Column("words", group="against annotators", decimals=3),
                Column("left alone", group="against annotators", decimals=3),
            ]
        rows: list[TableRow] = [
            [label, *_cells(one), *(self._against(one) if self.verdicts else ())]
            for label, one in self._labelled()
        ]
        return Table(columns, rows, "Conservatism", apart=len(self.annotators))

    def _against(self, one: Corrector) -> list[Cell]:
        by = self.verdicts.get(one.name) if one in self.systems else None
        return [Cell(), Cell()] if by is None else [Cell(*by.words), Cell(*by.alone)]

    def _distribution(self) -> Table:
        columns = [
            Column("corrector", align="left"),
            *(Column(number, group="sentences") for number in NUMBERS),
        ]
        rows: list[TableRow] = [[label, *one.by_changes] for label, one in self._labelled()]
        title = "Sentences by number of changed words"
        return Table(columns, rows, title, apart=len(self.annotators), folded=True)

    def _notes(self) -> list[str]:
        notes = []
        if self.verdicts:
            notes.append(
                "against annotators, words: changed words divided by those of the annotators; left "
                "alone: share of unchanged sentences among those that annotators change"
            )
        if self.pairing == "text":
            notes.append(
                "breaks: sentences of the running text that are split in two, joined with the next "
                "one or without a counterpart"
            )
        notes += [
            f"annotator {one.name} corrected {one.sentences} of {self.sentences} sentences"
            for one in self.annotators
            if one.sentences < self.sentences
        ]
        return notes + self.settings.notes(self.sentences)

    def _types_table(self) -> Table:
        columns = [
            Column("type", align="left"),
            Column("per system", decimals=1),
            Column("per annotator", decimals=1),
            Column("ratio", decimals=3),
        ]
        rows: list[TableRow] = [
            [one.label, one.mean, one.gold, Cell(*one.ratio) if one.ratio else None]
            for one in self.types
        ]
        return Table(columns, rows, "Edits by type")

    def _types_notes(self) -> list[str]:
        notes = ["ratio: edits per system over edits per annotator; below 1, systems are timid"]
        if self.disagreement is not None:
            notes.append(self.disagreement.note())
        if self.settings.ci is not None and any(one.low is None for one in self.types):
            notes.append(
                "no interval: some resamples have no gold edit of the type"
                if self.sentences > 1
                else self.settings.notes(self.sentences)[0]
            )
        return notes

    # --- figures ---------------------------------------------------------------------------------

    def _figure(self, name: str, caption: str, panel: Panel) -> Figure:
        return Figure(caption, [panel], name, str(self.signature))

    def _rate_figures(self) -> list[Figure]:
        """Return figures of how much each system changes, relative to the annotators (the line at
        1)."""
        dots = [
            Dot(label, by.words)
            for label, one in self._labelled()
            if one in self.systems
            and (by := self.verdicts.get(one.name)) is not None
            and isfinite(by.words.value)
        ]
        if not dots:
            return []
        caption = (
            "Changed words for each word that annotators change. Systems left of the line change "
            f"less than annotators do.{self.settings.whiskers()}"
        )
        panel = Dots(
            dots,
            Axis("changed words per word that annotators change"),
            mark=Mark(1, "annotators"),
        )
        return [self._figure("rate", caption, panel)]

    def _changes_figure(self) -> Figure:
        caption = (
            "Sentences by number of changed words, coloured on a logarithmic scale."
            f"{' Annotators are at the bottom.' if self.annotators else ''}"
        )
        panel = Heatmap(
            [label for label, _ in self._labelled()],
            NUMBERS,
            [one.by_changes for _, one in self._labelled()],
            Axis("changed words"),
            "sentences",
            counts=True,
        )
        return self._figure("changes", caption, panel)

    def _breaks_figure(self) -> Figure:
        unit = "sentences" if self.pairing == "text" else "lines"
        number = f"{self.correctors[0].breaks.score.counts[unit]:.0f}"
        caption = (
            f"Sentences of the running text, {number} in the source, that are split in two, joined "
            "with the next one or without a counterpart."
            if self.pairing == "text"
            else f"Lines in which sentences are split, joined or deleted, of {number}."
        )
        groups = [
            Group(kind, [int(one.breaks.score.counts[kind]) for _, one in self._labelled()])
            for kind in BREAKS
        ]
        panel = Bars([label for label, _ in self._labelled()], groups, Axis(unit))
        return self._figure("breaks", caption, panel)

    def _order_figures(self) -> list[Figure]:
        """Return one panel per system, with the annotators; all systems in one panel if there are
        none."""
        series = [
            Series(label, one.rho(), background=one in self.annotators)
            for label, one in self._labelled()
        ]
        if not any(one.points for one in series if not one.background):
            return []
        caption = (
            "Share of the sentences in which Spearman's rho between the places of words in the "
            "source and in the correction is at most so high."
            f"{' Annotators are in the background.' if self.annotators else ''}"
        )
        panel = Curves(
            [one for one in series if one.points],
            Axis("Spearman's rho"),
            Axis("share of sentences"),
            apart=bool(self.annotators),
        )
        return [self._figure("order", caption, panel)]

    def _types_figures(self, signature: str) -> list[Figure]:
        dots = [Dot(one.label, one.ratio) for one in self.types if one.ratio is not None]
        if not dots:
            return []
        caption = "Edits per system over edits per annotator, by type." + self.settings.whiskers()
        panel = Dots(dots, Axis("edits per system / per annotator"), mark=Mark(1, "annotators"))
        return [Figure(caption, [panel], "types", signature)]


def _cells(one: Corrector) -> list[Cell]:
    changes, order, breaks = (cell.score for cell in (one.changes, one.order, one.breaks))
    return [
        Cell(changes.value, one.changes.low, one.changes.high),
        Cell(changes.parts["untouched"]),
        Cell(order.value),
        Cell(order.parts["kept"]),
        *(Cell(int(breaks.counts[kind])) for kind in BREAKS),
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# --- the study ------------------------------------------------------------------------------------


class _SentenceChanges(NamedTuple):
    """The rows of one sentence by measure, of each system and of each annotator."""

    systems: list[list[contract.Row]]
    annotators: dict[str, list[contract.Row]]
    types: TypeCounts | None
    left_out: list[LeftOut]
    """References without a text."""

    texts: _Texts | None
    """If running texts are to be paired."""


class _Texts(NamedTuple):
    """A line of the source, of each system and of each annotator."""

    source: str
    systems: list[str]
    annotators: dict[str, str]


def conservatism(
    corpus: Sentences | None = None,
    systems: Systems | None = None,
    *,
    change: Literal["any", "approx"] = "any",
    tokens: Tokens = "corpus",
    pairing: Pairing = "line",
    stops: Stops = "text",
    by_type: bool = False,
    types: Types = "errant",
    settings: Settings | None = None,
    jobs: int | None = None,
    **forms: Unpack[Forms],
) -> Conservatism:
    """Compare how much systems change with how much annotators do.

    The corpus and the systems are given as to `evaluate` (with `sources`, `references` and `raw`).
    Files are read sentence by sentence, and no sentence is kept, unless running texts are paired;
    `format` and `annotator` say how to read the systems' (see `formats.read_system`).

    `change` and `tokens` are the parameters of WordChange and WordOrder. `pairing` says where
    sentence breaks are counted: in each line by itself, or in running text (see
    `sentence_breaks.TextBreaks`), and `stops`, the parameter of SentenceBreaks, where sentences
    end; all else is compared line by line. `by_type` compares edits by type, too: all are extracted
    from text and typed as ERRANT does, or, with `types="given"`, taken as they are given, with
    types. `origin` is what JSON calls the corpus, by default the name of its file.
    """
    if pairing not in get_args(Pairing):
        raise InputError(f"expected the pairing 'line' or 'text', found {pairing!r}")
    check_types(types)
    settings = settings or Settings()
    texts = StudyTexts(corpus, systems, **forms)
    names = texts.names
    changes, order = WordChange(change=change, tokens=tokens), WordOrder(tokens=tokens)
    breaks = (TextBreaks if pairing == "text" else SentenceBreaks)(stops=stops)
    measures = changes, order, breaks
    by_line = measures[:2] if pairing == "text" else measures
    judge = partial(_judged, by_line, names, types if by_type else None, pairing == "text")
    sentences = list(mapped(judge, enumerate(texts.pairs(), 1), chunk=CHUNK, jobs=jobs))
    if isinstance(breaks, TextBreaks):
        _add_breaks(breaks, sentences, len(names), jobs)
    counts = [len(sentence.annotators) for sentence in sentences]
    left_out = tuple(one for sentence in sentences for one in sentence.left_out)
    read = texts.given()
    given = Given(min(counts), max(counts), read.gold, read.system, "", read.tokeniser, left_out)
    rows = [[sentence.systems[s] for sentence in sentences] for s in range(len(names))]
    annotators: list[Corrector] = []
    for by in sorted({by for sentence in sentences for by in sentence.annotators}, key=_numbers):
        own = [s.annotators[by] for s in sentences if by in s.annotators]
        annotators += _correctors(_result(measures, [by], [own], given, settings))
    counted = [sentence.types for sentence in sentences if sentence.types is not None]
    differing = [one.disagreement for one in counted if one.disagreement is not None]
    return Conservatism(
        _correctors(_result(measures, names, rows, given, settings)),
        tuple(annotators),
        _verdicts(sentences, names, settings),
        ratios_by_type(counted, names, settings) if by_type else (),
        len(sentences),
        given,
        settings,
        Signature(
            ",".join(measure.full() for measure in measures),
            {**given.signed(measures), **settings.signed(len(sentences))},
        ),
        texts.origin,
        (*texts.remarks(), *overlap("annotators", left_out)),
        pairing,
        Disagreement.total(differing) if differing else None,
    )


def _add_breaks(
    breaks: TextBreaks, sentences: Sequence[_SentenceChanges], systems: int, jobs: int | None
) -> None:
    """Give each sentence a row more by each corrector: its breaks in the corrector's whole text.

    Where an annotator has no correction, the source stands, so that the text runs on.
    """
    lines = [sentence.texts for sentence in sentences if sentence.texts is not None]
    source = [line.source for line in lines]
    names = list(dict.fromkeys(name for line in lines for name in line.annotators))
    texts = [[line.systems[s] for line in lines] for s in range(systems)]
    texts += [[line.annotators.get(name, line.source) for line in lines] for name in names]
    work = partial(_breaks, breaks, source)
    for corrector, rows in enumerate(mapped(work, texts, chunk=1, jobs=jobs)):
        for sentence, row in zip(sentences, rows.tolist(), strict=True):
            if corrector < systems:
                sentence.systems[corrector].append(row)
            elif (name := names[corrector - systems]) in sentence.annotators:
                sentence.annotators[name].append(row)


def _breaks(breaks: TextBreaks, source: list[str], texts: list[list[str]]) -> list[Array]:
    return [breaks.of_texts(source, text) for text in texts]


def _result(
    measures: tuple[Measure, ...],
    names: Sequence[str],
    rows: Sequence[Sequence[Sequence[contract.Row]]],
    given: Given,
    settings: Settings,
) -> Result:
    """Return scores of correctors of the same sentences, from
    `rows[corrector][sentence][measure]`."""
    tables = [
        [
            contract.ScoredRows(measure.table([row[m] for row in own]), [0] * len(own))
            for own in rows
        ]
        for m, measure in enumerate(measures)
    ]
    return Result(measures, tuple(names), tables, given, settings)


def _correctors(result: Result) -> tuple[Corrector, ...]:
    changes, order, _ = result.measures
    assert isinstance(changes, WordChange) and isinstance(order, WordOrder)
    correctors = []
    for s, name in enumerate(result.systems):
        rhos = order.distribution(result.rows[1][s].rows)
        correctors.append(
            Corrector(
                name,
                result.size,
                result.cells[0][s],
                result.cells[1][s],
                result.cells[2][s],
                tuple(changes.distribution(result.rows[0][s].rows)),
                {at: int(np.searchsorted(rhos, at, side="right")) for at in THRESHOLDS},
            )
        )
    return tuple(correctors)


def _judged(
    measures: Sequence[Measure],
    systems: Sequence[str],
    types: Types | None,
    keep: bool,
    numbered: list[tuple[int, Pair]],
) -> list[_SentenceChanges]:
    judged = []
    if types == "errant":
        with suppress(InputError):  # is met again below, where its sentence is known
            typed_pairs(pair for _, pair in numbered)
    for number, (segment, corrections) in numbered:
        references = {n: r for n, r in segment.by_annotator.items() if r.has_text}
        try:
            judged.append(
                _SentenceChanges(
                    [_rows(measures, segment, correction) for correction in corrections],
                    {
                        name: _rows(measures, segment, reference)
                        for name, reference in references.items()
                    },
                    type_counts(segment, corrections, systems, types) if types else None,
                    segment.without_text(number),
                    _Texts(
                        segment.source,
                        [correction.text for correction in corrections],
                        {name: reference.text for name, reference in references.items()},
                    )
                    if keep
                    else None,
                )
            )
        except InputError as error:
            raise InputError(
                f"sentence {segment.id or number}: {error.message}", hint=error.hint
            ) from error
    return judged


def _rows(
    measures: Sequence[Measure], segment: Segment, correction: Correction
) -> list[contract.Row]:
    return [measure.candidates(segment, correction)[0] for measure in measures]


def _numbers(name: str) -> tuple[int, int, str]:
    """Return a sort key: annotators 2 and 10 in this order, before those with names."""
    return (0, int(name), "") if name.isdecimal() else (1, 0, name)


def _verdicts(
    sentences: Sequence[_SentenceChanges], systems: Sequence[str], settings: Settings
) -> dict[str, Verdict]:
    """Return the verdicts on all systems, under the same resamples."""
    tables = [_against(sentences, s) for s in range(len(systems))]
    if not len(tables[0]):
        return {}
    resampled = (
        [None] * len(tables)
        if settings.ci is None
        else bootstrap_sums(tables, settings.resamples, settings.seed)
    )
    verdicts = {}
    for name, table, sums in zip(systems, tables, resampled, strict=True):
        values = {key: float(value) for key, value in _shares(totals(table)).items()}
        bounds: dict[str, tuple[float, float]] = {}
        if settings.ci is not None and sums is not None:
            of_table = intervals_from(
                sums, table, _shares, level=settings.ci, method=settings.method
            )
            bounds = {key: (low, high) for key, (low, high, _) in of_table.items()}
        words, alone = (Estimate(values[k], *bounds.get(k, ())) for k in ("words", "alone"))
        verdicts[name] = Verdict(words, alone)
    return verdicts


def _against(sentences: Sequence[_SentenceChanges], system: int) -> Array:
    """Return, for each sentence with references, the counts from which the shares of a verdict are
    computed."""
    rows = []
    for sentence in sentences:
        if sentence.annotators:
            by = [changes[0] for changes, *_ in sentence.annotators.values()]
            changed = sentence.systems[system][0][0]
            touched = sum(number > 0 for number in by) / len(by)
            rows.append((changed, sum(by) / len(by), touched * (changed == 0), touched))
    return np.array(rows, dtype=np.float64)


def _shares(sums: Array) -> dict[str, Array]:
    """Return the two shares of a verdict; undefined where annotators change nothing."""
    changed, words, alone, touched = (sums[..., k] for k in range(4))
    return {
        "words": changed / np.where(words > 0, words, np.nan),
        "alone": alone / np.where(touched > 0, touched, np.nan),
    }
