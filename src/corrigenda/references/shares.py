"""Shares of the ceiling: systems' scores relative to that of a perfect corrector.

Three sources for the ceiling, best first, where available:

- the corpus's own references: one is left out, and judged by the others, as are the systems. So a
  score and its ceiling are of the same sentences and the same references, one less than there are;
- a crowd's corrections of other sentences, drawn as many as the corpus has references, with as many
  sentences, and as many of them in need of no correction, as the corpus has;
- populations estimated from such a crowd: for exact match only, but in closed form.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from corrigenda.corpus import Segment
from corrigenda.engine.parallel import using
from corrigenda.errors import InputError
from corrigenda.evaluation.result import Result
from corrigenda.formats.lines import PathLike
from corrigenda.measures.accuracy import Accuracy
from corrigenda.measures.contract import Array, Measure
from corrigenda.references.ceilings import (
    GAIN,
    CeilingCurve,
    CeilingPoint,
    ceiling,
    from_rows,
    is_limited,
    rows_of,
    score_of,
)
from corrigenda.references.covered_mass import coverage_table
from corrigenda.references.crowd import Crowd, read_people
from corrigenda.references.populations import Population, holds_populations, read
from corrigenda.references.sampling import (
    ROUNDS,
    Drawing,
    Missing,
    check_missing,
    from_crowd,
    left_out,
    nothing_to_leave_out,
    together,
)
from corrigenda.results.figures import Axis, Dot, Dots, Figure, Mark
from corrigenda.results.finding import Finding, Findings
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import Percent, counted, named, unmarked
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.settings import Settings


@dataclass(frozen=True)
class Share:
    """A system's score (as evaluated), and the share of the ceiling that it reaches.

    alike   its score on the sentences, and with the references, that the ceiling was taken with:
            what the share is of
    share   its interval is given where both are of the same sentences
    """

    system: str
    score: Estimate
    alike: Estimate
    share: Estimate


MOST = 10
"""References up to which a crowd's ceiling is computed, to see where one more is not worth it."""


@dataclass(frozen=True)
class Shares(Finding, kind="ceiling", title="Ceilings"):
    """All systems by one measure, under one ceiling; `references` it was taken with so many."""

    ceiling: CeilingCurve
    references: int
    shares: tuple[Share, ...]
    percent: bool = False
    """Whether texts give scores in percent, as tables may."""

    def in_percent(self) -> Shares:
        return replace(self, percent=self._is_share)

    @property
    def _is_share(self) -> bool:
        return self.ceiling.measure.unit_of() == "share"

    def _said(self, score: float) -> float:
        return Percent.of(score) if self.percent else score

    @property
    def point(self) -> CeilingPoint:
        return self.ceiling.at(self.references)

    @property
    def enough(self) -> int | None:
        """At how many references one more is not worth it (None: at more than here)."""
        return self.ceiling.enough()

    @property
    def above(self) -> tuple[str, ...]:
        """The systems that score better than people do."""
        less = self.ceiling.measure.best == "min"
        return tuple(
            one.system
            for one in self.shares
            if (one.share.value < 1 if less else one.share.value > 1)
        )

    @property
    def remark(self) -> str:
        """What a share above 1 means; empty if no system has one."""
        if not self.above:
            return ""
        one, names = len(self.above) == 1, ", ".join(map(named, self.above))
        side = "below" if self.ceiling.measure.best == "min" else "above"
        return (
            f"{self.ceiling.measure}: {names} {'has' if one else 'have'} a share "
            f"{side} 1. {'It agrees' if one else 'They agree'} with the references more than "
            f"{self.ceiling.who} does. That does not mean better than people: a system gets "
            "there by always writing the most frequent correction, by not touching what people "
            "correct in different ways, or by learning from these references"
        )

    @property
    def verdict(self) -> str:
        """How near the best system comes to the ceiling; empty if none has a score."""
        known = [one for one in self._ranked if one.share.value == one.share.value]
        if not known:
            return ""
        best = known[0]
        return (
            f"by {self.ceiling.measure} with {counted(self.references, 'reference')}, "
            f"{self.ceiling.who} gets {self._said(self.point.value):.4f}, and "
            f"{named(best.system)} {self._said(best.alike.value):.4f}: "
            f"{100 * best.share.value:.0f} % of it"
        )

    def rows(self) -> list[TableRow]:
        """Return the rows of the table: systems' scores and shares, the best first, and one for
        people's score."""
        measure = str(self.ceiling.measure)

        def score(estimate: Estimate) -> Cell:
            return Cell(*estimate, share=self._is_share)

        rows: list[TableRow] = [
            [measure, one.system, score(one.alike), Cell(*one.share)] for one in self._ranked
        ]
        return [*rows, [measure, self._label, score(self.point.known), None]]

    @property
    def _ranked(self) -> list[Share]:
        """The shares in the order of the figure, the best first."""
        sign = 1 if self.ceiling.measure.best == "min" else -1
        return sorted(self.shares, key=lambda one: sign * one.alike.value)

    def sections(self) -> Iterator[Section]:
        yield from Beneath({str(self.ceiling.measure): self}).sections()

    def panel(self) -> Dots:
        """Draw systems beside people, all judged by as many references."""
        dots = [Dot(one.system, one.alike) for one in self._ranked]
        mark = Mark(self.point.value, self._label, 3)
        measure = self.ceiling.measure
        return Dots(dots, Axis.of(measure), str(measure), mark)

    @property
    def _label(self) -> str:
        return f"{self.ceiling.who.removeprefix('a ')}, {counted(self.references, 'reference')}"

    @property
    def caption(self) -> str:
        """What the line of a figure is, in sentences."""
        many = counted(self.references, "reference")
        said = [f"The line is {self.ceiling.who} with {many}: {self._said(self.point.value):.3f}"]
        if self.ceiling.sources is None:
            said[0] += (
                "; systems have the same references, on the same "
                f"{self.ceiling.sentences} sentences"
            )
        said += [
            text[0].upper() + text[1:]
            for text in (unmarked(self.remark), *self.ceiling.cautions)
            if text
        ]
        return " ".join(f"{text}." for text in said)

    def record(self) -> dict[str, Any]:
        return {
            **self.ceiling.record(),
            "references": self.references,
            "ceiling": encode(self.point),
            "above": list(self.above),
            "remark": unmarked(self.remark) or None,
            "systems": {
                one.system: {
                    "score": encode(one.score),
                    "score_with_these": encode(one.alike),
                    "share": encode(one.share),
                }
                for one in self.shares
            },
        }


class Beneath(Findings[Shares]):
    """Systems beside people, by several measures, in one table."""

    def in_percent(self) -> Beneath:
        return Beneath({name: of.in_percent() for name, of in self.by_measure.items()})

    def sections(self) -> Iterator[Section]:
        first = self[0].ceiling
        columns = [Column("measure", align="left"), Column("system", align="left")]
        columns += [Column("score"), Column("share")]
        title = f"Systems beside {first.who}"
        verdicts = [of.verdict for of in self] + [of.remark for of in self]
        signatures = [str(of.ceiling.signature) for of in self]
        beside = Figure(
            " ".join(f"{of.ceiling.measure}: {of.caption}" for of in self)
            + first.settings.whiskers(),
            [of.panel() for of in self],
            "ceiling",
            " ".join(signatures),
        )
        yield Section(
            title,
            first.about,
            verdicts=[text for text in (*verdicts, *first.cautions) if text],
            tables=[
                Table(
                    columns,
                    [row for of in self for row in of.rows()],
                    title,
                    apart=int(len(self) == 1),
                )
            ],
            figures=[beside, *(of.ceiling.figure for of in self if len(of.ceiling.points) > 1)],
            notes=[
                _alike(self[0]),
                *(f"{of.ceiling.measure}: {of.ceiling.worth}" for of in self),
                *first.notes,
            ],
            signatures=signatures,
        )

    def record(self) -> dict[str, Any]:
        return {name: of.record() for name, of in self.by_measure.items()}


def _alike(of: Shares) -> str:
    """Return what is compared with what."""
    many = counted(of.references, "reference")
    if of.ceiling.sources is None:
        return (
            "one annotator at a time is left out, and judged by the other annotators, as are the "
            f"systems: all scores here are on the same sentences, with at most {many}; share: "
            "score / left-out annotator"
        )
    return (
        f"perfect corrector: one that writes what a crowd wrote, with {many} by the same crowd; "
        "it corrects other sentences than the systems; share: score / perfect corrector"
    )


def _beneath(shares: Sequence[Shares]) -> Beneath:
    return Beneath({str(of.ceiling.measure): of for of in shares})


def share_of_ceiling(
    result: Result,
    sources: str | Sequence[PathLike] | CeilingBasis = "corpus",
    *,
    gain: float = GAIN,
    jobs: int | None = None,
) -> Beneath:
    """Compare the systems of a result with what people score who are judged alike.

    `sources` names what people wrote, as `evaluate --ceiling` does: "corpus" leaves out the
    annotators of the corpus in turn; a file has other references of the same sentences, answers of
    a crowd, or populations. Several files of a crowd are a list.
    """
    if isinstance(sources, str):
        sources = [sources]
    made = sources if isinstance(sources, CeilingBasis) else basis(sources, result.measures)
    if made.populations is not None:
        return by_populations(result, made.populations, gain=gain)
    with using(jobs=jobs):
        if made.crowd is not None:
            return by_crowd(result, made.crowd, gain=gain)
        return by_corpus(result, made.corpus, gain=gain, missing=made.missing)


@dataclass(frozen=True)
class CeilingBasis:
    """The source of a ceiling: populations, a crowd, or a corpus.

    The corpus is other references of the sentences that are evaluated, or (None) their own.
    """

    populations: Mapping[str, Population] | None = None
    crowd: Crowd | None = None
    corpus: Sequence[Segment] | None = None
    missing: Missing = "skip"

    def check(self, evaluated: Sequence[Segment]) -> None:
        """Refuse a corpus that has no references to leave out, or other sentences than those that
        are evaluated."""
        if self.populations is not None or self.crowd is not None:
            return
        others = evaluated if self.corpus is None else self.corpus
        pairs = enumerate(zip(evaluated, others, strict=False), 1)
        number = next((n for n, (a, b) in pairs if a.tokens != b.tokens), 0)
        if not number and len(evaluated) != len(others):
            number = min(len(evaluated), len(others)) + 1
        if number:
            raise InputError(
                "a ceiling from a corpus needs references of the sentences that are evaluated, but "
                f"sentence {number} differs",
                hint="'corpus' leaves out references of the corpus itself; what a crowd made of "
                "other sentences is given as .csv or .jsonl",
            )
        if self.missing == "skip" and all(len(segment.references) < 2 for segment in others):
            raise nothing_to_leave_out()


def basis(sources: Sequence[PathLike], measures: Sequence[Measure]) -> CeilingBasis:
    """Read what a ceiling is taken from, and check that these measures can have one.

    That is done before anything is scored. "corpus" leaves references out; "corpus:unchanged" and
    "corpus:agree" also say how missing annotators corrected a sentence (see `left_out`).
    Files hold populations, what a crowd wrote, or a corpus (see `reading.read_people`).
    """
    if any(map(is_corpus, sources)):
        if len(sources) > 1:
            raise InputError("a ceiling is computed from the corpus or from files, not from both")
        _limited(measures)
        missing: Any = os.fspath(sources[0]).partition(":")[2] or "skip"
        check_missing(missing)
        return CeilingBasis(missing=missing)
    if any(map(holds_populations, sources)):
        if len(sources) > 1:
            raise InputError(f"expected one file of populations, found {len(sources)} files")
        _only_accuracy(measures)
        return CeilingBasis(populations=read(sources[0]))
    _limited(measures)
    people = read_people(sources)
    return (
        CeilingBasis(crowd=people)
        if isinstance(people, Crowd)
        else CeilingBasis(corpus=together(people))
    )


def is_corpus(source: PathLike) -> bool:
    """Return whether this names the corpus itself, not a file."""
    return os.fspath(source).partition(":")[0] == "corpus"


def by_corpus(
    result: Result,
    corpus: Sequence[Segment] | None = None,
    *,
    gain: float = GAIN,
    rounds: int = ROUNDS,
    missing: Missing = "skip",
) -> Beneath:
    """Return shares of what an annotator gets who is left out of the references.

    `corpus` has other references of the same sentences, to leave out and to judge systems by.
    """
    segments, outputs = result.texts()
    if corpus is not None:
        CeilingBasis(corpus=corpus).check(segments)
        segments = corpus
    measures = _limited(result.measures)
    draws = left_out(
        segments,
        rounds=rounds,
        missing=missing,
        as_text=result.given.system == "text",
        seed=result.settings.seed,
    )
    corrections = [output.corrections for output in outputs]
    numbers = range(1, draws.most + 1)
    scored = rows_of(draws, measures, numbers, corrections)
    by_measure = []
    for measure, by_number in zip(measures, scored, strict=True):
        annotators = [rows for rows, *_ in by_number]
        curve = from_rows(measure, annotators, numbers, draws, result.settings, gain)
        best, systems = annotators[-1].sum(axis=0), by_number[-1][1:]
        shares = [
            _share(result, name, curve.measure, rows.sum(axis=0), best)
            for name, rows in zip(result.systems, systems, strict=True)
        ]
        by_measure.append(Shares(curve, draws.most, tuple(shares)))
    return _beneath(by_measure)


def by_crowd(result: Result, crowd: Crowd, *, gain: float = GAIN) -> Beneath:
    """Return shares of what a perfect corrector gets with references that a crowd wrote."""
    segments, _ = result.texts()
    measures = _limited(result.measures)
    references = _usual(segments)
    how = Drawing(len(segments), _correct(segments))
    draws = from_crowd(crowd, max(MOST, references), how, seed=result.settings.seed)
    curves = ceiling(draws, measures, gain=gain, settings=result.settings)
    return _beneath([_shares(result, _noted(curve, segments), references) for curve in curves])


def by_populations(
    result: Result, populations: Mapping[str, Population], *, gain: float = GAIN
) -> Beneath:
    """Return shares of the accuracy of a perfect corrector, from populations of corrections."""
    segments, _ = result.texts()
    _only_accuracy(result.measures)
    references = _usual(segments)
    curve = closed_form(
        list(populations.values()),
        range(1, max(MOST, references) + 1),
        correct=_correct(segments) / len(segments),
        settings=result.settings,
    )
    by_measure = []
    for measure in result.measures:
        own = _noted(replace(curve, measure=measure, gain=gain), segments)
        by_measure.append(_shares(result, own, references))
    return _beneath(by_measure)


def _noted(curve: CeilingCurve, segments: Sequence[Segment]) -> CeilingCurve:
    """Say if sentences have differing numbers of references, but a ceiling has one number."""
    counts = [len(segment.references) for segment in segments]
    if min(counts) == max(counts):
        return curve
    note = (
        f"the evaluated sentences have {min(counts)} to {max(counts)} references, "
        f"{sum(counts) / len(counts):.1f} on average; the perfect corrector has {_usual(segments)}"
    )
    return replace(curve, notes=(*curve.notes, note))


def closed_form(
    populations: Sequence[Population],
    references: Sequence[int],
    *,
    correct: float = 0.0,
    settings: Settings | None = None,
) -> CeilingCurve:
    """Return the accuracy of a perfect corrector where a share of sentences is correct as it is."""
    used = settings or Settings()
    table = coverage_table(populations, references)
    points = []
    for k, number in enumerate(table.references):
        rows = np.column_stack([table.table[:, k], np.ones(len(populations))])

        def values(sums: Array) -> Mapping[str, Array]:
            return {"score": correct + (1 - correct) * sums[..., 0] / sums[..., 1]}

        value = float(correct + (1 - correct) * table.accuracy[k])
        known = used.estimate(value, rows, values)
        points.append(CeilingPoint(number, Estimate(value), known if known.interval else None))
    return CeilingCurve(
        Accuracy(),
        tuple(points),
        used,
        len(populations),
        (f"{len(populations)} populations; {100 * correct:.1f} % of sentences are correct",),
        {"populations": len(populations), "correct": f"{correct:.4f}"},
        table.answers,
    )


def _only_accuracy(measures: Sequence[Measure]) -> None:
    others = [measure for measure in measures if not isinstance(measure, Accuracy)]
    if others:
        raise InputError(
            f"populations tell what exact match can reach, not {others[0]}: they have no words",
            hint="ask for Accuracy only, or give the crowd's answers instead of populations",
        )


def _limited(measures: Sequence[Measure]) -> list[Measure]:
    limited = [measure for measure in measures if is_limited(measure)]
    if not limited:
        raise InputError(
            "no measure here needs references, so none has a ceiling",
            hint="M2, GLEU or Accuracy do",
        )
    return limited


def _usual(segments: Sequence[Segment]) -> int:
    """Return how many references a sentence has, rounded if they have differing numbers."""
    return max(1, round(sum(len(s.references) for s in segments) / len(segments)))


def _correct(segments: Sequence[Segment]) -> int:
    """Return how many sentences no annotator changed; refuse a corpus in which none was."""
    fine = sum(
        all(r.given_edits == () or r.given_text == s.source for r in s.references) for s in segments
    )
    if fine == len(segments):
        raise InputError("no reference changes anything, so there is nothing to correct")
    return fine


def _shares(result: Result, curve: CeilingCurve, references: int) -> Shares:
    best = curve.at(references).value
    shares = []
    for system in result.systems:
        score = _score(result, system, curve.measure)
        share = score.value / best if best else float("nan")
        shares.append(Share(system, score, score, Estimate(share)))
    return Shares(curve, references, tuple(shares))


def _share(result: Result, system: str, measure: Measure, rows: Array, best: Array) -> Share:
    """Return the ratio of a system to a person on the same sentences and references, resampled."""
    width = rows.shape[1]

    def ratio(sums: Array) -> Mapping[str, Array]:
        ours, theirs = measure.values(sums[..., :width]), measure.values(sums[..., width:])
        with np.errstate(divide="ignore", invalid="ignore"):
            return {"score": ours["score"] / theirs["score"]}

    alike, top = score_of(measure, rows), score_of(measure, best)
    share = alike / top if top else float("nan")
    used = result.settings
    return Share(
        system,
        _score(result, system, measure),
        used.estimate(alike, rows, measure.values),
        used.estimate(share, np.hstack([rows, best]), ratio),
    )


def _score(result: Result, system: str, measure: Measure) -> Estimate:
    cell = result[system, measure]
    return Estimate(float(cell), cell.low, cell.high)
