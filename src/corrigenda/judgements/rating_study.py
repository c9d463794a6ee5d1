"""Measures against ratings: output by output, and system by system."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corrigenda.judgements import system_level
from corrigenda.judgements.character_similarity import baseline_note, below
from corrigenda.judgements.correlation import least_significant, pearson, ranks, spearman
from corrigenda.judgements.ratings import Ratings
from corrigenda.judgements.system_level import Correlation, Difference, MetaStudy, Scored, cell
from corrigenda.measures.contract import Measure
from corrigenda.results.finding import frame
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.results.words import counted
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.paired import randomisation_p
from corrigenda.statistics.rater_agreement import Intraclass, alpha, intraclass
from corrigenda.statistics.resampling import Array, counts
from corrigenda.statistics.settings import Settings

if TYPE_CHECKING:
    import pandas as pd


class Agreement(NamedTuple):
    """Agreement of raters on one aspect: Krippendorff's alpha (interval and ordinal), intraclass
    correlations of one rating and of a mean; over all outputs, or the changed ones."""

    aspect: str
    subset: str
    outputs: int
    interval: float
    ordinal: float
    intraclass: Intraclass


class OutputLevel(NamedTuple):
    """Agreement of a measure with the mean ratings of outputs."""

    aspect: str
    subset: str
    measure: str
    pearson: Estimate
    spearman: Estimate


ALL, CHANGED = "all outputs", "changed outputs"
"""Subsets of outputs."""


RELIABLE = 0.3
"""The least correlation that a perfect measure must reach with ratings that can tell measures
apart."""


@dataclass(frozen=True)
class RatingStudy(MetaStudy, kind="meta"):
    """Measures against people's ratings of outputs."""

    compared = "outputs"

    agreement: tuple[Agreement, ...]
    outputs: tuple[OutputLevel, ...]
    differences: Mapping[str, tuple[Difference, ...]]
    """Differences of Spearman's rho over all outputs, by aspect."""

    correlations: tuple[Correlation, ...]
    """System level: with the mean ratings of systems."""

    rated: int
    sources: int
    raters: int

    def sections(self) -> Iterator[Section]:
        aspects = list(dict.fromkeys(one.aspect for one in self.agreement))
        for k, aspect in enumerate(aspects):
            if self.outputs:
                yield self._aspect(aspect, first=k == 0)
        yield from self._systems()
        for aspect in aspects:
            yield from system_level.difference_section(
                self.differences.get(aspect, ()),
                f"Measures against each other: {aspect}",
                "Differences of Spearman's ρ over all outputs.",
                "for each source, the ranks that two measures give all of its outputs are "
                "exchanged at random",
                systems=False,
            )
        yield self._raters()

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each aspect, set of outputs and measure; without measures, how raters
        agree."""
        if not self.outputs:
            return super().to_pandas()
        names = ("aspect", "over", "measure", "Pearson r", "Spearman ρ")
        rows: list[TableRow] = [
            [one.aspect, one.subset, one.measure, cell(one.pearson), cell(one.spearman)]
            for one in self.outputs
        ]
        return frame(Table(list(map(Column, names)), rows))

    def _aspect(self, aspect: str, *, first: bool) -> Section:
        title = f"Outputs: measures against ratings of {aspect}"
        of_aspect = [one for one in self.outputs if one.aspect == aspect]
        by = {(one.measure, one.subset): (one.pearson, one.spearman) for one in of_aspect}
        tops = {
            one.subset: one.intraclass.ceiling for one in self.agreement if one.aspect == aspect
        }
        figures = system_level.agreement_figure(
            {one.measure: one.pearson for one in of_aspect if one.subset == ALL},
            aspect,
            f"Pearson correlation of measures with mean ratings of {aspect}, "
            f"{counted(self.rated, 'output')}.{self.settings.whiskers()}",
            tops.get(ALL, math.nan),
            str(self.signature),
            title=aspect,
            name="ratings",
        )
        notes = [
            *baseline_note(one.measure for one in of_aspect),
            "perfect measure: what it would reach on average, √ICC(1,k) of the ratings",
        ]
        return Section(
            title,
            f"{counted(self.rated, 'output')} of {counted(self.sources, 'source')}.",
            verdicts=self._verdicts(aspect),
            tables=[system_level.agreement_table(by, title, tops)],
            figures=figures,
            notes=[*notes, *(self.settings.notes(self.sources, "source") if first else [])],
            signatures=[str(self.signature)] if first else [],
        )

    def _verdicts(self, aspect: str) -> list[str]:
        chosen = [
            one
            for one in self.outputs
            if one.aspect == aspect and one.subset == ALL and math.isfinite(one.spearman.value)
        ]
        if len(chosen) < 2:
            return []
        tops = [
            a.intraclass.ceiling for a in self.agreement if (a.aspect, a.subset) == (aspect, ALL)
        ]
        if tops and tops[0] < RELIABLE:
            return [
                f"The ratings of {aspect} are unreliable: raters agree so little that a perfect "
                f"measure would reach r {tops[0]:.3f}. No measure can be called best by them"
            ]
        best = max(chosen, key=lambda one: one.spearman.value)
        if best.spearman.value <= 0 or (best.spearman.low or 0) < 0:
            return [
                f"No measure agrees with ratings of {aspect}: the best is {best.measure}, with "
                f"ρ {best.spearman.text(3)}"
            ]
        said = [
            f"{best.measure} agrees best with ratings of {aspect} "
            f"(ρ {best.spearman.value:.3f}, r {best.pearson.value:.3f})"
        ]
        said += below({one.measure: one.pearson.value for one in chosen}, "r")
        said += below({one.measure: one.spearman.value for one in chosen}, "ρ")
        return said

    def _systems(self) -> Iterator[Section]:
        if not self.correlations:
            return
        first = self.correlations[0]
        title = f"Systems: measures against mean ratings of {first.systems} systems"
        table = system_level.correlation_table(self.correlations, first.subset, title)
        least = least_significant(first.systems)
        note = f"with {first.systems} systems, |r| below {least:.3f} does not differ from 0"
        yield Section(title, tables=[table], notes=[note])

    def _raters(self) -> Section:
        title = "How raters agree"
        columns = [
            Column("aspect", align="left"),
            Column("over", align="left"),
            Column("outputs"),
            Column("ratings per output", decimals=1),
            Column("interval", group="Krippendorff's α", decimals=3),
            Column("ordinal", group="Krippendorff's α", decimals=3),
            Column("ICC(1,1)", decimals=3),
            Column("ICC(1,k)", decimals=3),
            Column("ceiling r", decimals=3),
        ]
        rows: list[TableRow] = [
            [
                *(one.aspect, one.subset, one.outputs, _or_none(one.intraclass.raters)),
                *(_or_none(one.interval), _or_none(one.ordinal)),
                *(_or_none(one.intraclass.single), _or_none(one.intraclass.mean)),
                _or_none(one.intraclass.ceiling),
            ]
            for one in self.agreement
        ]
        notes = [
            "ICC(1,k): reliability of the mean of an output's ratings; its square root is the "
            "correlation that a perfect measure would reach on average",
        ]
        if not any(math.isfinite(one.intraclass.raters) for one in self.agreement):
            notes.append("how far raters agree cannot be told: too few outputs were rated twice")
        if self.raters:
            notes.append(f"{counted(self.raters, 'rater')} took part")
        signatures = [] if self.outputs else [str(self.signature)]
        return Section(
            title, tables=[Table(columns, rows, title)], notes=notes, signatures=signatures
        )


def _or_none(value: float) -> float | None:
    return value if math.isfinite(value) else None


# --- the study ------------------------------------------------------------------------------------


def rated(
    ratings: Ratings,
    measures: Sequence[Measure],
    rows: Sequence[Array],
    *,
    settings: Settings,
    given: Mapping[str, object] | None = None,
) -> RatingStudy:
    """Set measures against ratings; `rows` are those of each measure, one per output."""
    scores = []
    for measure, of_measure in zip(measures, rows, strict=True):
        sign = -1 if measure.best == "min" else 1
        scores.append(sign * np.nan_to_num(measure.sentence_scores(of_measure)))
    subsets = {ALL: np.ones(len(ratings.outputs), dtype=bool)}
    if 2 < ratings.changed.sum() < len(ratings.outputs):
        subsets[CHANGED] = ratings.changed
    agreement, outputs = [], []
    differences = {}
    for aspect in ratings.aspects:
        people = ratings.means(aspect)
        for subset, kept in subsets.items():
            values = ratings.values[aspect][kept]
            agreement.append(
                Agreement(
                    *(aspect, subset, int(kept.sum())),
                    *(alpha(values, "interval"), alpha(values, "ordinal")),
                    intraclass(values),
                )
            )
            outputs += [
                OutputLevel(aspect, subset, str(measure), *estimates)
                for measure, estimates in zip(
                    measures,
                    _correlations(
                        people[kept], [one[kept] for one in scores], ratings.groups[kept], settings
                    ),
                    strict=True,
                )
            ]
        differences[aspect] = _differences(
            people, scores, [str(m) for m in measures], ratings.groups, settings
        )
    return RatingStudy(
        tuple(agreement),
        tuple(outputs),
        differences,
        tuple(_by_system(ratings, measures, rows, settings)),
        len(ratings.outputs),
        int(ratings.groups.max()) + 1,
        ratings.raters,
        settings=settings,
        given=given or {},
    )


def _correlations(
    people: Array, scores: Sequence[Array], groups: NDArray[np.int64], settings: Settings
) -> list[tuple[Estimate, Estimate]]:
    """Return Pearson's and Spearman's correlation of each measure, resampling sources."""
    _, units = np.unique(groups, return_inverse=True)
    size = int(units.max()) + 1
    statistics: tuple[Callable[..., Array], ...] = (pearson, spearman)
    observed = [[float(of(people, one)) for of in statistics] for one in scores]
    if settings.ci is None or size < 2:
        return [(Estimate(a), Estimate(b)) for a, b in observed]
    drawn: list[list[list[Array]]] = [[[], []] for _ in scores]
    for block in counts(size, settings.resamples, settings.seed):
        weights = block[:, units]
        for place, one in zip(drawn, scores, strict=True):
            for into, of in zip(place, statistics, strict=True):
                into.append(of(people, one, weights))
    left_out: list[list[list[Array]]] = [[[], []] for _ in scores]
    for start in range(0, size, 64):
        dropped = np.arange(start, min(start + 64, size))
        weights = (units[None, :] != dropped[:, None]).astype(float)
        for place, one in zip(left_out, scores, strict=True):
            for into, of in zip(place, statistics, strict=True):
                into.append(of(people, one, weights))
    estimates = []
    for values, resampled, rest in zip(observed, drawn, left_out, strict=True):
        r, rho = (
            system_level.estimate(value, np.concatenate(a), np.concatenate(b), settings)
            for value, a, b in zip(values, resampled, rest, strict=True)
        )
        estimates.append((r, rho))
    return estimates


def _differences(
    people: Array,
    scores: Sequence[Array],
    names: Sequence[str],
    groups: NDArray[np.int64],
    settings: Settings,
) -> tuple[Difference, ...]:
    """Compare Spearman's rho of measures, exchanging the ranks of a source's outputs."""
    rho = [float(spearman(people, one)) for one in scores]
    target = system_level.standardised(ranks(people))
    tables = []
    for one in scores:
        rows = system_level.moments(system_level.standardised(ranks(one)), target)
        table = np.zeros((int(groups.max()) + 1, rows.shape[1]))
        np.add.at(table, groups, rows)
        tables.append(table)
    differences = []
    for a, b in system_level.against(system_level.leaders(names, rho), rho):
        p, exact = randomisation_p(
            tables[a], tables[b], system_level.from_moments, seed=settings.seed
        )
        differences.append(Difference(names[a], names[b], rho[a] - rho[b], math.nan, p, exact))
    return tuple(differences)


def _by_system(
    ratings: Ratings, measures: Sequence[Measure], rows: Sequence[Array], settings: Settings
) -> Iterator[Correlation]:
    """Yield the correlations with the mean ratings of systems, if there are enough of those."""
    names = ratings.systems
    if len(names) < system_level.FEWEST or not measures:
        return
    of_system = [np.array([name in output.systems for output in ratings.outputs]) for name in names]
    size = int(ratings.groups.max()) + 1

    def summed(values: Array, kept: NDArray[np.bool_]) -> Array:
        table = np.zeros((size, values.shape[1]))
        np.add.at(table, ratings.groups[kept], values[kept])
        return table

    machines = []
    for measure, of_measure in zip(measures, rows, strict=True):
        alone = system_level.measured(measure, [of_measure[kept] for kept in of_system])
        tables = tuple(summed(measure.resampled_rows(of_measure), kept) for kept in of_system)
        machines.append(Scored(alone.name, alone.observed, tables, alone.scores))
    people = []
    for aspect in ratings.aspects:
        values = np.column_stack([ratings.means(aspect), np.ones(len(ratings.outputs))])
        tables = tuple(summed(values, kept) for kept in of_system)
        people.append(Scored(aspect, _means([t.sum(axis=0) for t in tables]), tables, _means))
    drawn = list(
        zip(
            [*people, *machines],
            system_level.replicated([*people, *machines], settings),
            strict=True,
        )
    )
    every = list(range(len(names)))
    for machine in drawn[len(people) :]:
        for human in drawn[: len(people)]:
            yield system_level.correlation(human, machine, every, f"all {len(names)}", settings)


def _means(sums: Sequence[Array]) -> Array:
    return np.stack([one[..., 0] / one[..., 1] for one in sums], axis=-1)
