"""Damage: does a measure notice when meaning is lost? Score damaged sentences.

`damage` is the experiment of section 4.5 of Choshen and Abend (2018, N18-2020), and more:
how high a measure rates references and systems, each sentence with its own source; how low it rates
sentences that have nothing to do with each other, which is the floor; and how far it falls when the
references are damaged on purpose, more and more. The source itself is the ceiling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from corrigenda.corpus import LeftOut, Segment, System, with_texts
from corrigenda.engine.parallel import using
from corrigenda.errors import InputError
from corrigenda.evaluation.scoring import (
    Basis,
    Versions,
    mean,
    measures_for,
    scores,
)
from corrigenda.evaluation.study import StudyTexts
from corrigenda.graphs import ParserChoice, parsing_for
from corrigenda.inputs import Forms, Sentences, Systems
from corrigenda.meaning.studies.mutations import KINDS, RATES, Kind, mutate, vocabulary
from corrigenda.measures.contract import Array, Measure
from corrigenda.remarks import Remark, overlap
from corrigenda.results.figures import Axis, Curves, Dot, Dots, Figure, Point, Series
from corrigenda.results.finding import Finding, Findings
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import listed
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.resampling import noise
from corrigenda.statistics.settings import Settings

# --- corrections, the floor, and damage -----------------------------------------------------------

Role = Literal["source", "reference", "system", "unrelated"]


class Text(NamedTuple):
    """Texts that are scored as corrections of the sources: whose they are, how many, their mean."""

    role: Role
    name: str
    sentences: int
    score: Estimate

    @property
    def label(self) -> str:
        """What tables and figures call it."""
        return f"reference {self.name}" if self.role == "reference" else self.name or self.role


class Damaged(NamedTuple):
    """Damage of one kind at one rate: the mean score, and what became of single sentences."""

    kind: Kind
    rate: float
    changed: int
    """Versions that the damage changed at all."""

    score: Estimate
    below: Estimate | None
    """The share of them that score below the intact sentence, or above it where less is better
    (None: none was changed)."""


@dataclass(frozen=True)
class Faithfulness(Finding, title="Faithfulness"):
    """Scores of corrections, of unrelated sentences, and of damaged ones."""

    measure: Measure
    texts: tuple[Text, ...]
    intact: Estimate
    """The mean of what was damaged, as it was before."""

    damaged: tuple[Damaged, ...]
    versions: int
    """How many sentences were damaged: all references of all sources, or else the sources."""

    of: Literal["references", "sources"]
    basis: Basis
    left_out: tuple[LeftOut, ...] = ()
    """References without a text, as their edits overlap."""
    remarks: tuple[Remark, ...] = ()
    """What to know before reading it."""

    @property
    def floor(self) -> Estimate:
        return next(text.score for text in self.texts if text.role == "unrelated")

    @property
    def signature(self) -> Signature:
        """Everything needed to compute the same numbers again."""
        return Signature(self.measure.full(), {"damage": self.of, **self.basis.signed()})

    def sections(self) -> Iterator[Section]:
        measure = str(self.measure)
        yield Section(
            f"{measure}: faithfulness",
            about="How much of the source's meaning is still there; 1 is all of it.",
            verdicts=self._verdicts(),
            tables=[self._texts_table(), self._damage_table()],
            figures=[self._texts_figure(), self._damage_figure()],
            notes=[
                RATE,
                f"changed: of {self.versions} {self.of}; {self._worse}: the share of these that "
                f"score {'higher' if self.measure.best == 'min' else 'lower'} than before",
                *self.basis.notes(),
            ],
            signatures=[str(self.signature)],
        )

    @property
    def _worse(self) -> str:
        return "above intact" if self.measure.best == "min" else "below intact"

    def _verdicts(self) -> list[str]:
        worst = max(one.rate for one in self.damaged)
        ends = [f"{d.score.value:.4f} ({d.kind})" for d in self.damaged if d.rate == worst]
        return [
            f"With {100 * worst:g} % of the words damaged, {self.measure} of {self.of} goes from "
            f"{self.intact.value:.4f} to {listed(ends, 'or')}."
        ]

    def _texts_table(self) -> Table:
        measure = str(self.measure)
        columns = [Column("text", align="left"), Column("sentences"), Column(measure)]
        rows: list[TableRow] = [
            [text.label, text.sentences, Cell(*text.score)] for text in self.texts
        ]
        return Table(columns, rows, f"{measure}: against the source")

    def _damage_table(self) -> Table:
        columns = [
            Column("damage", align="left"),
            Column("rate"),
            Column("changed"),
            Column(str(self.measure)),
            Column(self._worse),
        ]
        rows: list[TableRow] = [
            ["none", "0 %", 0, Cell(*self.intact), None],
            *(
                [
                    d.kind,
                    f"{100 * d.rate:g} %",
                    d.changed,
                    Cell(*d.score),
                    d.below and Cell(*d.below),
                ]
                for d in self.damaged
            ),
        ]
        title = f"{self.measure}: damaged {self.of} against the source"
        return Table(columns, rows, title, folded=True)  # the figure says it at a glance

    def _texts_figure(self) -> Figure:
        measure = str(self.measure)
        dots = [Dot(text.label, text.score) for text in self.texts]
        caption = f"{measure} against the source.{self.basis.settings.whiskers()}"
        return Figure(caption, [Dots(dots, Axis(measure), measure)], "texts", str(self.signature))

    def _damage_figure(self) -> Figure:
        measure = str(self.measure)
        kinds = dict.fromkeys(one.kind for one in self.damaged)
        last = max(100 * one.rate for one in self.damaged)
        floor = [Point(0, self.floor.value), Point(last, self.floor.value)]
        series = [
            Series("unrelated", floor, background=True),
            *(
                Series(
                    kind,
                    [
                        Point(0, *self.intact),
                        *(Point(100 * d.rate, *d.score) for d in self.damaged if d.kind == kind),
                    ],
                )
                for kind in kinds
            ),
        ]
        caption = (
            f"Mean {measure} of damaged {self.of} ({self.versions}) against their sources. "
            f"{RATE.capitalize()}. Unrelated: other sentences of the corpus."
            f"{self.basis.settings.whiskers('Bands')}"
        )
        panel = Curves(series, Axis("damaged, %"), Axis(measure), measure)
        return Figure(caption, [panel], "damage", str(self.signature))


RATE = (
    "rate: share of the words that are damaged (negate: of the places where a negation can be put "
    "in or taken out)"
)


Key = tuple[str, str | float]
"""What a version is: a role and whose it is, or a kind of damage and its rate."""

INTACT: Key = ("intact", "")


class _Version(NamedTuple):
    key: Key
    text: str
    intact: str = ""
    """What it was before it was damaged."""


def damage(
    corpus: Sentences | None = None,
    systems: Systems = (),
    measures: str | Measure | Iterable[str | Measure] = "USim",
    *,
    sources: Any = None,
    references: Any = None,
    raw: bool = False,
    kinds: Sequence[str] = KINDS,
    rates: Sequence[float] = RATES,
    settings: Settings | None = None,
    parser: ParserChoice = None,
    jobs: int | None = None,
) -> Findings[Faithfulness]:
    """Score references, systems, unrelated sentences and damaged references against the sources.

    Where there are no references, the sources are damaged. For each sentence, what is unrelated to
    it and how it is damaged is drawn from the seed of `settings` by itself. Means are over
    sentences, and over all references of a sentence; intervals are over sentences. `parser` makes
    graphs for measures that compare them. The corpus and the systems are given as to `evaluate`;
    there may be no system.
    """
    settings = settings or Settings()
    wanted = measures_for(measures, references=False)
    check_damage(kinds, rates)
    forms: Forms = {"sources": sources, "references": references, "raw": raw}
    given = StudyTexts(corpus, systems, measures=wanted, least=0, **forms)
    pairs = list(given.pairs())
    if len(pairs) < 2:
        raise InputError(f"the study needs at least two sentences, found {len(pairs)}")
    segments = [segment for segment, _ in pairs]
    outputs = [
        System(name, tuple(corrections[n] for _, corrections in pairs))
        for n, name in enumerate(given.names)
    ]
    chosen = [kind for kind in KINDS if kind in kinds]
    versions = list(_versions(segments, outputs, chosen, sorted(rates), settings.seed))
    parsing = parsing_for(wanted, parser)
    work = [
        Versions(Segment(segment.source, (), segment.id or str(n)), _texts(of_sentence))
        for n, (segment, of_sentence) in enumerate(zip(segments, versions, strict=True), 1)
    ]
    _, left_out = with_texts(segments)
    remarks = (*given.remarks(), *overlap("references", left_out))
    with using(jobs=jobs):
        scored = scores(wanted, work, parsing=parsing)
    basis = Basis.of(settings, parsing)
    return Findings(
        {
            str(measure): replace(
                _study(measure, versions, [of[m] for of in scored], basis),
                left_out=tuple(left_out),
                remarks=remarks,
            )
            for m, measure in enumerate(wanted)
        }
    )


def _versions(
    corpus: Sequence[Segment],
    systems: Sequence[System],
    kinds: Sequence[Kind],
    rates: Sequence[float],
    seed: int,
) -> Iterator[list[_Version]]:
    """Yield, of each sentence, all texts that are scored as corrections of it."""
    whole = [_references(segment) or {"": segment.source} for segment in corpus]
    words = vocabulary(text for texts in whole for text in texts.values())
    for n, segment in enumerate(corpus):
        versions = [_Version(("source", ""), segment.source)]
        versions += [_Version(("reference", by), t) for by, t in _references(segment).items()]
        versions += [_Version(("system", one.name), one.corrections[n].text) for one in systems]
        versions.append(_Version(("unrelated", ""), _unrelated(corpus, n, seed)))
        for intact in whole[n].values():
            versions.append(_Version(INTACT, intact))
            for kind in kinds:
                damage = mutate(kind, intact.split(), seed, words)
                versions += [_Version((kind, r), " ".join(damage.at(r)), intact) for r in rates]
        yield versions


def _references(segment: Segment) -> dict[str, str]:
    """Return the texts of the references that have one, by annotator."""
    return {name: r.text for name, r in segment.by_annotator.items() if r.has_text}


def _unrelated(corpus: Sequence[Segment], n: int, seed: int) -> str:
    """Return another source: any that is not the same sentence."""
    source = corpus[n].source
    drawn = int(Random(f"{seed}|unrelated|{source}").random() * len(corpus))
    for k in range(len(corpus)):
        other = corpus[(drawn + k) % len(corpus)].source
        if other != source:
            return other
    raise InputError("all sentences are the same, so none is unrelated to another")


def _texts(versions: Iterable[_Version]) -> tuple[str, ...]:
    """Return each text once: light damage leaves many sentences unchanged."""
    return tuple(dict.fromkeys(version.text for version in versions))


class _Tally:
    """Values of sentences: their sums, and how many each sentence has."""

    def __init__(self, sentences: int) -> None:
        self.sums, self.counts = np.zeros(sentences), np.zeros(sentences)

    def add(self, sentence: int, value: float) -> None:
        self.sums[sentence] += value
        self.counts[sentence] += 1

    def mean(self, settings: Settings) -> Estimate | None:
        """Return the mean; None if there are no scores."""
        return mean(self.sums, self.counts, settings) if self.counts.any() else None


def _study(
    measure: Measure, versions: Sequence[list[_Version]], scored: Sequence[Array], basis: Basis
) -> Faithfulness:
    values: dict[Key, _Tally] = {}
    below: dict[Key, _Tally] = {}
    sign = -1 if measure.best == "min" else 1
    for n, (of_sentence, row) in enumerate(zip(versions, scored, strict=True)):
        score = dict(zip(_texts(of_sentence), row.tolist(), strict=True))
        for key, text, intact in of_sentence:
            values.setdefault(key, _Tally(len(versions))).add(n, score[text])
            lower = below.setdefault(key, _Tally(len(versions)))
            if intact and text != intact:
                fall = sign * (score[intact] - score[text])
                lower.add(n, fall > noise(score[intact]))
    settings = basis.settings
    means = {key: mean(tally.sums, tally.counts, settings) for key, tally in values.items()}
    texts = [
        Text(role, str(key[1]), int(values[key].counts.sum()), means[key])
        for role in get_args(Role)
        for key in means
        if key[0] == role
    ]
    damaged = [
        Damaged(
            kind, float(key[1]), int(below[key].counts.sum()), means[key], below[key].mean(settings)
        )
        for kind in KINDS
        for key in means
        if key[0] == kind
    ]
    return Faithfulness(
        measure,
        tuple(texts),
        means[INTACT],
        tuple(damaged),
        int(values[INTACT].counts.sum()),
        "references" if any(text.role == "reference" for text in texts) else "sources",
        basis,
    )


def check_damage(kinds: Sequence[str], rates: Sequence[float]) -> None:
    """Refuse kinds and rates of damage that there are not."""
    for kind in kinds:
        if kind not in KINDS:
            raise InputError(f"damage is one of {', '.join(KINDS)}, not {kind!r}")
    for rate in rates:
        if not 0 < rate <= 1:
            raise InputError(
                f"a rate of damage is above 0 and at most 1, not {rate:g}",
                hint="write shares: rates=[0.05, 0.1]",
            )
    if not kinds or not rates:
        raise InputError("no damage is asked for", hint="give at least one kind and one rate")
