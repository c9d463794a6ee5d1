"""The study `coverage`: how often a perfect corrector is judged right, by the number of references.

From what a crowd wrote, or from populations of it (see `population.coverage`). What counts as the
same correction is a key (see `population.reading.KEYS`): the same text is accuracy, the same places
changed is index match. An accuracy that was observed on these sentences can be tested: might a
perfect corrector have it?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corrigenda.corpus import Segment
from corrigenda.errors import InputError
from corrigenda.references.covered_mass import CoverageTable, checked, coverage_table
from corrigenda.references.crowd import Crowd, as_crowd
from corrigenda.references.populations import (
    BEYOND,
    KEYS,
    Files,
    FromAnswers,
    Key,
    Method,
    Populations,
    check_key,
    estimate,
    in_caption,
    read_files,
)
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import counted
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.resampling import ratio
from corrigenda.statistics.settings import Settings

REFERENCES = (1, 2, 3, 4, 5, 10, 15, 20)
"""Numbers of references to show."""


class Covered(NamedTuple):
    """So many references: how often a perfect corrector is judged right, and how that was computed.

    extrapolated    there are too few answers to say anything about so many references
    """

    references: int
    accuracy: Estimate
    computed: str
    extrapolated: bool


class Tested(NamedTuple):
    """A test of an observed accuracy: might a perfect corrector have it with so many references?"""

    references: int
    successes: int
    expected: float
    p: float


@dataclass(frozen=True)
class CoverageCurves(FromAnswers, kind="coverage", title="What references cover"):
    """What references cover, by what counts as the same correction.

    sentences     how many populations there are
    replacement   references may agree; otherwise they are all different
    tests         of an observed accuracy, if there is one
    """

    coverage: Mapping[str, Sequence[Covered]]
    sentences: int
    replacement: bool
    answers: float | None
    settings: Settings
    tests: Sequence[Tested] = ()
    remarks: Sequence[Remark] = ()

    def sections(self) -> Iterator[Section]:
        columns = [Column("references"), *map(Column, self.coverage)]
        rows: list[TableRow] = []
        for points in zip(*self.coverage.values(), strict=True):
            row: list[Cell | str | float | None] = [points[0].references]
            row += [Cell(*point.accuracy) for point in points]
            rows.append([*row, *self._mark(points[0])])
        columns += [Column("", align="left")] if self.cautions else []
        notes = [
            "how often a perfect corrector is judged right, over "
            f"{counted(self.sentences, 'sentence')}; references "
            + ("may agree" if self.replacement else "are all different")
        ]
        if not self.replacement:
            ways = dict.fromkeys(point.computed for point in next(iter(self.coverage.values())))
            notes.append(f"computed by {', then '.join(ways)}")
        notes += self.settings.notes(self.sentences)
        notes += [
            f"{right} of {self.sentences} right: with {counted(references, 'reference')} a perfect "
            f"corrector gets {expected:.1f}, p = {p:.4g} (two-sided)"
            for references, right, expected, p in self.tests
        ]
        yield self._section(Table(columns, rows), self._figure(), notes)

    def _mark(self, point: Covered) -> list[str]:
        return [BEYOND if point.extrapolated else ""] if self.cautions else []

    def _figure(self) -> Figure:
        series = [
            Series(name, [Point(float(p.references), *p.accuracy) for p in points])
            for name, points in self.coverage.items()
        ]
        bands = self.settings.whiskers("Bands") if self.sentences > 1 else ""
        most = max(point.x for one in series for point in one.points)
        caption = (
            "How often a perfect corrector is judged right, by the number of references: the mean "
            f"of {counted(self.sentences, 'sentence')}.{bands}"
            f"{in_caption(self.answers)}"
        )
        panel = Curves(series, Axis("references", log=most > 100), Axis("expected accuracy"))
        return Figure(caption, [panel])


def coverage(
    people: Crowd | Populations | Iterable[Segment] | Files,
    references: Sequence[int] = REFERENCES,
    *,
    keys: Sequence[Key] = ("exact", "index"),
    method: Method = "unseen",
    replacement: bool = True,
    observed: float | None = None,
    settings: Settings | None = None,
    jobs: int | None = None,
) -> CoverageCurves:
    """Return how often a perfect corrector is judged right with so many references.

    `people` are what a crowd wrote, a corpus with references, or populations, which have one key
    already; or files of these. `observed` is an accuracy to test; `keys` and `method` say how
    populations are estimated; without `replacement`, references are all different.
    """
    check(references, keys, observed)
    known = read_files(people) or people
    if isinstance(known, Populations):
        of = {KEYS["exact"]: known}
    else:
        crowd = as_crowd(known)
        of = {KEYS[key]: estimate(crowd, key, method, jobs=jobs) for key in keys}
    tables = {
        name: coverage_table(list(one.values()), references, replacement=replacement)
        for name, one in of.items()
    }
    remarks = next(iter(of.values())).remarks
    return curves(tables, settings=settings, observed=observed, remarks=remarks)


def check(
    references: Sequence[int], keys: Sequence[str] = (), observed: float | None = None
) -> None:
    """Refuse what nothing can be computed for, before populations are estimated."""
    checked(references)
    for key in keys:
        check_key(key)
    if observed is not None and not 0 <= observed <= 1:
        raise InputError(f"an accuracy is a share between 0 and 1, not {observed:g}")


def curves(
    tables: Mapping[str, CoverageTable],
    *,
    settings: Settings | None = None,
    observed: float | None = None,
    remarks: Sequence[Remark] = (),
) -> CoverageCurves:
    """Return coverages of the same sentences, by name, with intervals; the first one is tested."""
    used = settings or Settings()
    first = next(iter(tables.values()))
    sentences = len(first.table)
    tests = []
    if observed is not None:
        right = round(observed * sentences)
        tests = [Tested(m, *first.distribution(m).test(right)) for m in first.references]
    return CoverageCurves(
        {name: tuple(_points(one, used)) for name, one in tables.items()},
        sentences,
        first.replacement,
        first.answers,
        used,
        tests,
        remarks,
    )


def _points(table: CoverageTable, settings: Settings) -> Iterator[Covered]:
    for k, references in enumerate(table.references):
        rows = np.column_stack([table.table[:, k], np.ones(len(table.table))])
        yield Covered(
            references,
            settings.estimate(float(table.accuracy[k]), rows, ratio),
            table.computed(references),
            table.extrapolated(references),
        )
