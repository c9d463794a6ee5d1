"""The study `incentive`: when does a measure reward leaving an error uncorrected?

Choshen and Abend (2018, P18-1059), section on the implications of low coverage. A system takes a
phrase for an error. It is one with probability p_detect; the correction that the system would make
is valid with probability p_correct (which includes that it is an error, so p_correct <= p_detect);
and a valid correction is among the M references with probability p_coverage. Left alone, the phrase
is as the references have it with probability 1 - p_detect; corrected, with probability
q = p_correct * p_coverage. So the measure pays for doing nothing if

    p_correct * p_coverage < 1 - p_detect

Measures that value precision punish a wrong correction, too. If that costs alpha times what a right
one earns,

    q - (1 - q) alpha < 1 - p_detect

Neither form knows how well references are written, only how many corrections they cover. Two
consequences need no figures about the system: one that is never wrong about *how* to correct
(p_correct = p_detect) does well to leave alone whatever it takes for an error with less certainty
than (1 + alpha) / (1 + (1 + alpha) p_coverage); and where p_coverage < alpha / (1 + alpha), nothing
is certain enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from corrigenda.corpus import Segment
from corrigenda.errors import InputError
from corrigenda.references.covered_mass import coverage_table
from corrigenda.references.crowd import Crowd
from corrigenda.references.populations import (
    BEYOND,
    Files,
    FromAnswers,
    Key,
    Method,
    Populations,
    in_caption,
    is_beyond,
    populations_of,
)
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow

REFERENCES = (1, 2, 5, 10, 20)
"""Numbers of references to show."""

DETECTION = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Certainties of an error to show."""


def needed(p_detect: float, p_coverage: float, alpha: float = 0.0) -> float | None:
    """Return the p_correct from which on correcting pays; None if no p_correct up to p_detect does.

    >>> round(needed(0.9, p_coverage=0.25), 6)
    0.4
    """
    _check(p_detect=p_detect, p_coverage=p_coverage)
    check_alpha(alpha)
    least = (1 - p_detect + alpha) / (1 + alpha)  # the q from which on it does
    if least > p_detect * p_coverage:
        return None
    return least / p_coverage if least else 0.0


def certainty(p_coverage: float, alpha: float = 0.0) -> float | None:
    """Return how sure of an error a system must be that always corrects errors well (None: never
    enough).

    >>> certainty(0.25)
    0.8
    >>> certainty(0.25, alpha=1) is None
    True
    """
    _check(p_coverage=p_coverage)
    check_alpha(alpha)
    least = (1 + alpha) / (1 + (1 + alpha) * p_coverage)
    return least if least <= 1 else None


def discouraged(p_coverage: float, alpha: float = 0.0) -> float:
    """Return, of all pairs p_correct <= p_detect, the share for which leaving the error alone pays.

    Correcting pays where p_correct >= (1 - p_detect + alpha) / ((1 + alpha) p_coverage), a line
    that falls with p_detect; between it, p_correct = p_detect and p_detect = 1 lies a triangle.
    """
    sure = certainty(p_coverage, alpha)
    if sure is None or sure == 1:
        return 1.0
    return 1 - (1 - sure) * (1 - alpha / ((1 + alpha) * p_coverage))


@dataclass(frozen=True)
class Incentive(FromAnswers, title="What references pay for"):
    """The behaviour that a measure rewards, by the number of references.

    coverage   for each number of references, the probability that a valid correction is among them
    detection  the certainties shown
    alpha      what a wrong correction costs, in right ones
    answers    how many answers per sentence the coverage was estimated from, if that is known
    """

    coverage: Mapping[int, float]
    detection: tuple[float, ...]
    alpha: float
    answers: float | None = None
    remarks: Sequence[Remark] = ()

    def needed(self, p_detect: float) -> list[float | None]:
        """Return, for each number of references, the p_correct from which on correcting pays."""
        return [needed(p_detect, covered, self.alpha) for covered in self.coverage.values()]

    def sections(self) -> Iterator[Section]:
        marks = {
            references: BEYOND if is_beyond(references, self.answers) else ""
            for references in self.coverage
        }
        rows: list[TableRow] = [
            [
                *(references, covered),
                certainty(covered, self.alpha),
                *([discouraged(covered, self.alpha)] if self.alpha else []),
                *([marks[references]] if self.cautions else []),
            ]
            for references, covered in self.coverage.items()
        ]
        headers = ["references", "coverage", "certainty needed"]
        headers += ["better left uncorrected"] if self.alpha else []
        columns = [*map(Column, headers), *([Column("", align="left")] if self.cautions else [])]
        yield self._section(
            Table(columns, rows, self.title),
            self._figure(),
            [
                "certainty needed: how certain of an error a system that corrects well must be for "
                "correcting to pay (–: it never does)",
                ("better left uncorrected: of" if self.alpha else "it is also, of")
                + " all p_correct <= p_detect, the share for which not correcting the error pays "
                "more",
                self._cost(),
            ],
        )
        title = "How good a correction must be"
        columns = [Column("p_detect", align="left")]
        columns += [
            Column(f"M = {references}" + (f" ({mark})" if mark else ""))
            for references, mark in marks.items()
        ]
        yield Section(
            title,
            tables=[Table(columns, [[f"{p:g}", *self.needed(p)] for p in self.detection], title)],
            notes=[
                "p_correct from which on correcting pays; – : leaving the error alone always pays "
                "more",
                "p_detect: it is an error; p_correct: it is one, and the correction is valid",
            ],
        )

    def _cost(self) -> str:
        if not self.alpha:
            return "a wrong correction costs nothing (alpha = 0)"
        return f"a wrong correction costs {self.alpha:g} right ones (alpha)"

    def _figure(self) -> Figure:
        """Return the figure with, for each number of references, the line above which correcting
        pays."""
        series = []
        for references, covered in self.coverage.items():
            sure = certainty(covered, self.alpha)
            if sure is not None and sure < 1:
                least = needed(1.0, covered, self.alpha)
                line = [Point(sure, sure), Point(1.0, least or 0.0)]
                series.append(Series(f"M = {references}", line))
        series.append(Series("limit", [Point(0.0, 0.0), Point(1.0, 1.0)], background=True))
        caption = (
            "With M references, correcting pays to the right of the line; everywhere else below "
            "the diagonal (p_correct is at most p_detect), not correcting the error pays. "
            f"{self._cost().capitalize()}.{in_caption(self.answers)}"
        )
        x, y = Axis("p_detect: it is an error"), Axis("p_correct")
        return Figure(caption, [Curves(series, x, y)])

    def record(self) -> dict[str, Any]:
        return {
            "alpha": self.alpha,
            "answers": self.answers,
            "cautions": self.cautions,
            "references": [
                {
                    "references": references,
                    "coverage": covered,
                    "extrapolated": is_beyond(references, self.answers),
                    "certainty": certainty(covered, self.alpha),
                    "better_left_alone": discouraged(covered, self.alpha),
                    "needed": {f"{p:g}": needed(p, covered, self.alpha) for p in self.detection},
                }
                for references, covered in self.coverage.items()
            ],
        }


def incentive(
    coverage: Mapping[int, float] | Populations | Crowd | Iterable[Segment] | Files,
    references: Sequence[int] = REFERENCES,
    *,
    detection: Sequence[float] = DETECTION,
    alpha: float = 0.0,
    key: Key = "exact",
    method: Method = "unseen",
) -> Incentive:
    """Return when correcting pays, given what each number of references covers.

    `coverage` says it for some numbers of references. Of populations, or of what people wrote, or
    files of either, what `references` cover is computed; `key` and `method` say how populations are
    estimated (see `estimate`).
    """
    answers: float | None = None
    remarks: Sequence[Remark] = ()
    if isinstance(coverage, Mapping) and not isinstance(coverage, Populations):
        shares = cast(Mapping[int, float], coverage)
    else:
        known = populations_of(coverage, key, method)
        answers, remarks = known.answers, known.remarks
        table = coverage_table(list(known.values()), references)
        shares = dict(zip(table.references, table.accuracy.tolist(), strict=True))
    if not shares:
        raise InputError("expected the coverage of some numbers of references, found none")
    for covered in shares.values():
        _check(p_coverage=covered)
    for p_detect in detection:
        _check(p_detect=p_detect)
    check_alpha(alpha)
    shown = tuple(sorted(set(detection)))
    return Incentive(dict(sorted(shares.items())), shown, alpha, answers, remarks)


def _check(**probabilities: float) -> None:
    for name, p in probabilities.items():
        if not 0 <= p <= 1:
            raise InputError(f"{name} is a probability, not {p:g}")


def check_alpha(alpha: float) -> None:
    """Refuse what a wrong correction cannot cost."""
    if not 0 <= alpha < float("inf"):
        raise InputError(f"alpha is what a wrong correction costs, from 0 on, not {alpha:g}")
