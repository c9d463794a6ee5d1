"""What would a perfect corrector score? Any measure with references, by their number.

A perfect corrector that writes what people write is found wrong wherever the references say it in
other words. Its score with M references is the ceiling to compare those of real systems with (see
`sampling` for what it writes). From a corpus it is the agreement of an annotator who is left
out with those who are not. It is no upper bound: a system that prefers frequent corrections, or
leaves alone what can be corrected in many ways, may score above it.

Intervals are of two kinds. Resampling sentences (BCa) tells how the score of such a test set would
vary. A crowd has corrected few different sentences, though, each of which is drawn many times, and
other sentences would have had other corrections: resampling sources with all that was drawn from
them (sentences that need no correction stay as they are) tells how far the ceiling itself is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.engine.kept import Candidates
from corrigenda.engine.parallel import using
from corrigenda.engine.tables import candidates, tables
from corrigenda.errors import InputError
from corrigenda.evaluation.scoring import measures_for
from corrigenda.measures.contract import Array, Measure
from corrigenda.references.crowd import Crowd
from corrigenda.references.populations import (
    ENOUGH,
    Files,
    FromAnswers,
    Populations,
    is_few,
    read_files,
)
from corrigenda.references.sampling import FINE, Drawing, Drawn, Draws, together
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.results.finding import Findings
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.statistics.intervals import Estimate, cautions
from corrigenda.statistics.resampling import totals
from corrigenda.statistics.settings import Settings

GAIN = 0.01
"""A reference that adds less than that is not worth much."""

REFERENCES = range(1, 11)
"""Numbers of references that are drawn from a crowd."""

FEW = "too few answers"
"""The note beside a score that is drawn from few answers."""


@dataclass(frozen=True)
class CeilingPoint:
    """The score of a perfect corrector with so many references.

    score         its interval is over sentences
    over_sources  the same score with an interval over sources, where sentences are drawn from a few
    spread        standard deviation of the scores of single rounds, if there are several
    """

    references: int
    score: Estimate
    over_sources: Estimate | None = None
    spread: float | None = None

    @property
    def value(self) -> float:
        """The score without its interval."""
        return self.score.value

    @property
    def known(self) -> Estimate:
        """The score with the interval that tells how far the ceiling is known."""
        return self.over_sources or self.score


@dataclass(frozen=True)
class CeilingCurve(FromAnswers, kind="ceilings", title="Ceilings by references"):
    """Scores of people's own corrections by one measure, for several numbers of references.

    sources    how many sentences a crowd corrected; None: annotators of a corpus are left out
    notes      what should be known of the sentences, in words
    signed     how they were drawn: what the signature says
    answers    how many answers each of these sentences has, if that is known
    sentences  how many sentences are scored (0: none is, the scores are computed)
    gain       a reference that adds less than that is not worth much
    """

    measure: Measure
    points: tuple[CeilingPoint, ...]
    settings: Settings
    sources: int | None
    notes: tuple[str, ...] = ()
    signed: Mapping[str, object] = field(default_factory=dict, metadata={"private": True})
    answers: float | None = None
    sentences: int = 0
    gain: float = GAIN

    @property
    def who(self) -> str:
        """Whose score it is."""
        return "a left-out annotator" if self.sources is None else "a perfect corrector"

    @property
    def signature(self) -> Signature:
        """Everything needed to compute the same numbers again."""
        return Signature(self.measure.full(), {**self.signed, **self.settings.signed()})

    @property
    def cautions(self) -> list[str]:
        """Return what to say beside the scores, if they are drawn from few answers."""
        if self.answers is None or not is_few(self.answers):
            return []
        return [
            f"caution: sampled from {self.answers:.1f} answers per sentence, fewer than {ENOUGH}. "
            "A correction is often judged by itself, so the scores are too high, the more so the "
            "more references are sampled; references of a corpus are left out one at a time"
        ]

    def at(self, references: int) -> CeilingPoint:
        """Return the score with so many references."""
        for point in self.points:
            if point.references == references:
                return point
        listed = ", ".join(str(point.references) for point in self.points)
        raise InputError(f"no ceiling was computed for {references} references, only for {listed}")

    @property
    def adds(self) -> list[float]:
        """What one more reference adds to the score, from each number to the next: less than 0 if
        lower scores are better."""
        values = [self._sign * point.value for point in self.points]
        return [self._sign * step for step in adds([p.references for p in self.points], values)]

    @property
    def _sign(self) -> int:
        return -1 if self.measure.best == "min" else 1

    def enough(self, gain: float | None = None) -> int | None:
        """Return the number of references at which one more adds less than `gain`, or takes off
        less if lower scores are better (None: more than here).

        What each adds is noisy, and must not grow in the long run: it is smoothed, so that it
        never does.
        """
        least = self.gain if gain is None else gain
        steps = zip(self.points, self.adds, strict=False)
        return next((point.references for point, step in steps if self._sign * step < least), None)

    def record(self) -> dict[str, Any]:
        return {
            **super().record(),
            "who": self.who,
            "sources": self.sources,
            "gain": self.gain,
            "enough": self.enough(),
        }

    # --- showing it ------------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        title = f"A perfect corrector by {self.measure}"
        if self.sources is None:
            title = f"Agreement of a left-out annotator by {self.measure}"
        columns = [Column("references"), Column(self.measure.label())]
        columns += [] if self.sources is None else [Column("over sources")]
        columns.append(Column("one more adds", signed=True))
        columns += [Column("", align="left")] if self.cautions else []
        rows: list[TableRow] = []
        for point, step in zip(self.points, [*self.adds, None], strict=True):
            row: list[Cell | str | float | None] = [point.references, Cell(*point.score)]
            if self.sources is not None:
                row.append(Cell(*(point.over_sources or Estimate(point.value))))
            rows.append([*row, step, *([FEW] if self.cautions else [])])
        yield Section(
            title,
            self.about,
            verdicts=[*self.cautions, self.worth],
            tables=[Table(columns, rows, title)],
            figures=[self.figure],
            notes=[*self.notes, *self._intervals()],
            signatures=[str(self.signature)],
        )

    @property
    def about(self) -> str:
        """What a ceiling is, for readers who see one for the first time."""
        if self.sources is None:
            return (
                "A left-out annotator is a person whose correction is taken out of the references "
                "and judged by the others. People do not all write the same, so even they do not "
                "get 1. A system may get more, by writing what most people write: that does not "
                "make it better than they are."
            )
        return (
            "A perfect corrector writes what people write, and people do not all write the same: "
            "so even it does not get 1."
        )

    @property
    def worth(self) -> str:
        """Where one more reference is not worth it, in words."""
        enough, last = self.enough(), self.points[-1].references
        if len(self.points) < 2:
            return "scored with one number of references only: what one more adds is not known"
        if enough is None:
            return f"up to {last} references, one more still {self._adds} {self.gain:g} or more"
        first = "the first reference" if enough == 1 else f"{enough} references"
        return f"after {first}, each further one {self._adds} less than {self.gain:g}"

    @property
    def _adds(self) -> str:
        return "takes off" if self.measure.best == "min" else "adds"

    def _intervals(self) -> list[str]:
        if self.settings.ci is None:
            return []
        if all(point.score.interval is None for point in self.points):
            return cautions(1)
        notes = self.settings.notes(self.sentences)
        if self.sources is not None:
            notes.append(
                f"over sources: the same score; its interval resamples the {self.sources} "
                "sentences that all others are sampled from"
            )
        return notes

    @property
    def figure(self) -> Figure:
        """The scores against the number of references."""
        what = "sentences" if self.sources is None else f"the {self.sources} sources"
        level = self.settings.ci
        bands = "" if level is None else f" Bands: {level:g} % confidence intervals over {what}."
        said = "".join(f" {text[0].upper()}{text[1:]}." for text in self.cautions)
        points = [Point(float(point.references), *point.known) for point in self.points]
        name, axis = str(self.measure), Axis.of(self.measure)
        return Figure(
            f"What {self.who} scores, by the number of references: people do not all write the "
            f"same.{bands}{said}",
            [Curves([Series(self.who, points)], Axis("references"), axis, name)],
            "references",
            str(self.signature),
        )


def adds(references: Sequence[int], values: Sequence[float]) -> list[float]:
    """Return what one more reference adds, from each number to the next: never more than before.

    The least-squares fit of steps that do not grow (isotonic regression).

    >>> adds([1, 2, 3, 4], [0.1, 0.3, 0.35, 0.45])
    [0.2, 0.075, 0.075]
    """
    if len(values) < 2:
        return []
    from scipy.optimize import isotonic_regression  # type: ignore[import-untyped]

    widths = np.diff(references)
    fitted = isotonic_regression(np.diff(values) / widths, weights=widths, increasing=False)
    return [round(float(step), 12) for step in fitted.x]


def ceiling(
    people: Draws | Crowd | Sequence[Segment] | Files,
    measures: str | Measure | Iterable[str | Measure] = "M2",
    references: Sequence[int] | None = None,
    *,
    drawing: Drawing | None = None,
    gain: float = GAIN,
    settings: Settings | None = None,
    jobs: int | None = None,
) -> Findings[CeilingCurve]:
    """Return the score of a perfect corrector by each measure, for these numbers of references.

    From a crowd, what it writes and the references are drawn as `drawing` says (by default for 1 to
    10 references). From a corpus, one reference at a time is left out, and judged by the others (by
    default by any number of them). Where sentences have differing numbers of references, M means up
    to M. `people` may have been drawn before (see `sampling`), or are in files.
    """
    wanted = limited(measures_for(measures, references=True))
    used = settings or Settings()
    known = read_files(people)
    if isinstance(known, Populations):
        raise InputError("expected what people wrote, found populations")
    draws: Any = together(known) if isinstance(known, list) else known or people
    if isinstance(draws, Crowd) and references is None:
        references = REFERENCES
    if not isinstance(draws, Draws):
        draws = (drawing or Drawing()).draw(draws, max(references or [1]), seed=used.seed)
    numbers = list(range(1, draws.most + 1)) if references is None else sorted(set(references))
    if not numbers or numbers[0] < 1 or numbers[-1] > draws.most:
        raise InputError(
            f"expected numbers of references from 1 to {draws.most}, found "
            f"{', '.join(map(str, numbers)) or 'none'}",
            hint="leaving one out, there is one reference less than the corpus has"
            if draws.sources is None
            else None,
        )
    with using(jobs=jobs):
        scored = rows_of(draws, wanted, numbers)
    return Findings(
        {
            str(measure): from_rows(
                measure, [rows for (rows,) in by_number], numbers, draws, used, gain
            )
            for measure, by_number in zip(wanted, scored, strict=True)
        }
    )


def from_rows(
    measure: Measure,
    rows: Sequence[Array],
    numbers: Sequence[int],
    draws: Draws,
    used: Settings,
    gain: float = GAIN,
) -> CeilingCurve:
    """Return the ceiling by a measure, from rows (see `rows_of`) for each number of references."""
    return CeilingCurve(
        measure,
        tuple(
            _point(number, measure, of_number, draws, used)
            for number, of_number in zip(numbers, rows, strict=True)
        ),
        used,
        draws.sources,
        draws.notes,
        draws.signed,
        draws.answers,
        draws.sentences,
        gain,
    )


def limited(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """Return the measures, all of which must depend on references."""
    for measure in measures:
        if not is_limited(measure):
            raise InputError(
                f"{measure} needs no references, so it has no ceiling",
                hint="M2, GLEU or Accuracy do",
            )
    return tuple(measures)


def is_limited(measure: Measure) -> bool:
    """Return whether its score depends on references."""
    return "references" in measure.needs


Rows = list[list[list[Array]]]
"""`[measure][number of references][hypothesis]`: arrays of rounds, sentences and columns."""


def rows_of(
    draws: Draws,
    measures: Sequence[Measure],
    numbers: Sequence[int],
    outputs: Sequence[Sequence[Correction]] = (),
) -> Rows:
    """Return the rows of the drawn hypotheses, for each of these numbers of references.

    `outputs` has the corrections of all sentences by other systems. They are scored on the same
    sentences, with the same references as the drawn hypotheses, for the last of the numbers.
    """
    rows: dict[Measure, list[list[Array]]] = {}
    work = _Work(draws, numbers, outputs)
    apart = [measure for measure in measures if measure.by_reference()]
    if apart:
        rows.update(work.picked(apart))
    others = [measure for measure in measures if not measure.by_reference()]
    if others:
        rows.update(work.recomputed(others))
    return [rows[measure] for measure in measures]


@dataclass(frozen=True)
class _Work:
    """Two ways to compute the rows of what was drawn, for numbers of references (see `rows_of`)."""

    draws: Draws
    numbers: Sequence[int]
    outputs: Sequence[Sequence[Correction]]

    def recomputed(self, measures: Sequence[Measure]) -> dict[Measure, list[list[Array]]]:
        """Compute each number of references separately: for measures that mix references."""
        by_measure: dict[Measure, list[list[Array]]] = {measure: [] for measure in measures}
        for number in self.numbers:
            others = self.outputs if number == self.numbers[-1] else ()
            rounds = []
            for drawn in self.draws.rounds:
                pairs = (
                    (
                        replace(one.segment, references=one.segment.references[:number]),
                        (one.hypothesis, *(output[one.sentence] for output in others)),
                    )
                    for one in drawn
                )
                names = [str(k) for k in range(1 + len(others))]
                rounds.append(tables(measures, pairs, names))
            for m, measure in enumerate(measures):
                by_measure[measure].append(
                    [
                        np.array([measure.resampled_rows(one[m][s].rows) for one in rounds])
                        for s in range(1 + len(others))
                    ]
                )
        return by_measure

    def picked(self, measures: Sequence[Measure]) -> dict[Measure, list[list[Array]]]:
        """Compute the candidates of each hypothesis with each reference once, and pick from them.

        For measures with a candidate for each reference (`Measure.by_reference`). Rounds over the
        same sentence share its references, and systems are the same in all rounds.
        """
        together = _gathered(self.draws)
        pairs = []
        for group, references in together:
            segment = replace(group[0].segment, references=tuple(references.values()))
            hypotheses = [one.hypothesis for one in group]
            pairs.append(
                (segment, hypotheses + [output[group[0].sentence] for output in self.outputs])
            )
        computed = list(candidates(measures, pairs))
        # Of each drawn hypothesis: its sentence's candidates, its number there, its references.
        places: dict[int, tuple[Candidates, int, list[int]]] = {}
        for (group, references), of_sentence in zip(together, computed, strict=True):
            index = {name: k for k, name in enumerate(references)}
            for h, one in enumerate(group):
                order = [index[id(reference)] for reference in one.segment.references]
                places[id(one)] = of_sentence, h, order
        by_measure: dict[Measure, list[list[Array]]] = {}
        for m, measure in enumerate(measures):
            by_measure[measure] = []
            for number in self.numbers:
                last = number == self.numbers[-1]
                count = 1 + (len(self.outputs) if last else 0)
                systems: list[list[Array]] = [[] for _ in range(count)]
                for drawn in self.draws.rounds:
                    for s, rounds in enumerate(systems):
                        options = []
                        for one in drawn:
                            of_sentence, own, order = places[id(one)]
                            rows = of_sentence[m][own if s == 0 else s - 1 - len(self.outputs)]
                            options.append([rows[k] for k in order[:number]])
                        rounds.append(measure.resampled_rows(measure.choose(options).rows))
                by_measure[measure].append([np.array(rounds) for rounds in systems])
        return by_measure


def _gathered(draws: Draws) -> list[tuple[list[Drawn], dict[int, Correction]]]:
    """Return what was drawn of each sentence, with all references that judge it.

    Rounds over a corpus draw the same sentences; those over a crowd draw other ones each time.
    """
    groups: dict[tuple[int, int], tuple[list[Drawn], dict[int, Correction]]] = {}
    for turn, drawn in enumerate(draws.rounds):
        for one in drawn:
            key = (0 if draws.sources is None else turn, one.sentence)
            hypotheses, references = groups.setdefault(key, ([], {}))
            hypotheses.append(one)
            references.update((id(reference), reference) for reference in one.segment.references)
    return list(groups.values())


def score_of(measure: Measure, rows: Array) -> float:
    """Return the score of rows in additive columns."""
    return float(measure.values(totals(rows))["score"])


def _point(
    references: int, measure: Measure, rounds: Array, draws: Draws, settings: Settings
) -> CeilingPoint:
    rows = rounds.sum(axis=0)
    value = score_of(measure, rows)
    alone = [score_of(measure, one) for one in rounds]
    spread = float(np.std(alone, ddof=1)) if len(alone) > 1 else None
    score = settings.estimate(value, rows, measure.values)
    if settings.ci is None or draws.sources is None:
        return CeilingPoint(references, score, spread=spread)
    sources, fine = _by_source(draws, rounds)

    def values(sums: Array) -> Mapping[str, Array]:
        return measure.values(sums + fine)

    over_sources = settings.estimate(value, sources, values)
    return CeilingPoint(references, score, over_sources if over_sources.interval else None, spread)


def _by_source(draws: Draws, rounds: Array) -> tuple[Array, Array]:
    """Return the sums of rows by source, and the sum of those that need no correction."""
    of = np.array([one.source for drawn in draws.rounds for one in drawn])
    rows = rounds.reshape(len(of), -1)
    sums = np.array([rows[of == source].sum(axis=0) for source in np.unique(of[of != FINE])])
    return sums, rows[of == FINE].sum(axis=0)
