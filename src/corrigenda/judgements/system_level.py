"""System level: scores of systems by people and by measures, and how well they correlate.

A `Scored` is a list of scores, one per system, that is a function of sums over sentences. People's
scores and those of all measures are resampled together: a resample of the sentences changes what
people judged and what a measure scored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corrigenda.engine.parallel import stepwise
from corrigenda.errors import InputError
from corrigenda.judgements.character_similarity import Characters
from corrigenda.judgements.correlation import (
    least_significant,
    outliers,
    pearson,
    spearman,
    systems_needed,
    williams,
    williams_power,
)
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Dot, Dots, Figure, Mark
from corrigenda.results.finding import Finding
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import counted, listed
from corrigenda.statistics import TRIALS, alpha
from corrigenda.statistics.intervals import Estimate, interval_from
from corrigenda.statistics.paired import randomisation_p
from corrigenda.statistics.resampling import Array, bootstrap_sums, totals
from corrigenda.statistics.settings import Settings

FEWEST = 3
"""A correlation over fewer systems says nothing."""

SPLITS = 200
"""Random halves of the sentences for the ceiling."""

SIZES = (5, 10, 20, 30, 50, 100)
"""Numbers of systems in the table of power."""

UNCHANGED_NAMES = ("INPUT", "SOURCE")
"""What the unchanged source is called in published data."""


@dataclass(frozen=True)
class Scored:
    """Scores of systems: the observed ones, and how to compute them from sums over sentences.

    `tables` have one row per sentence, and `scores` takes their sums (any leading axes). Without
    tables (scores from a file) there is nothing to resample.
    """

    name: str
    observed: Array
    tables: tuple[Array, ...] = ()
    scores: Callable[[Sequence[Array]], Array] | None = None


class Replicas(NamedTuple):
    """Scores under resamples of the sentences, and with each sentence left out in turn."""

    resampled: Array
    left_out: Array


def measured(measure: Measure, rows: Sequence[Array]) -> Scored:
    """Return the scores of systems by a measure, given the rows of each system.

    Scores of a measure by which less is better have their sign changed.
    """
    sign = -1 if measure.best == "min" else 1
    additive = tuple(measure.resampled_rows(of_system) for of_system in rows)
    with stepwise(sum(map(measure.steps, rows))):
        observed = np.array([measure.score(measure.totals(of_system)).value for of_system in rows])
    direct = np.array([float(measure.values(totals(table))["score"]) for table in additive])

    def scores(sums: Sequence[Array]) -> Array:
        by_system = [np.asarray(measure.values(one)["score"]) for one in sums]
        return np.asarray(sign * (np.stack(by_system, axis=-1) + observed - direct))

    return Scored(str(measure), sign * observed, additive, scores)


def replicated(scored: Sequence[Scored], settings: Settings) -> list[Replicas | None]:
    """Resample all scores together; None for those that have nothing to resample."""
    if settings.ci is None:
        return [None] * len(scored)
    tables = [table for one in scored for table in one.tables]
    if not tables or len(tables[0]) < 2:
        return [None] * len(scored)
    with stepwise(settings.resamples):
        sums = iter(bootstrap_sums(tables, settings.resamples, settings.seed))
    replicas: list[Replicas | None] = []
    for one in scored:
        if one.scores is None:
            replicas.append(None)
            continue
        drawn = [next(sums) for _ in one.tables]
        rest = [totals(table) - table for table in one.tables]
        replicas.append(Replicas(one.scores(drawn), one.scores(rest)))
    return replicas


def estimate(
    observed: float, resampled: Array, left_out: Array | None, settings: Settings
) -> Estimate:
    """Return a value with its interval, if it has one."""
    if settings.ci is None or not math.isfinite(observed):
        return Estimate(observed)
    usable = resampled[np.isfinite(resampled)]
    if len(usable) < len(resampled) / 2:
        return Estimate(observed)
    interval = interval_from(usable, observed, left_out, level=settings.ci, method=settings.method)
    return Estimate(observed, interval.low, interval.high)


def estimates(one: Scored, replicas: Replicas | None, settings: Settings) -> list[Estimate]:
    """Return the scores with their intervals."""
    if replicas is None:
        return [Estimate(float(value)) for value in one.observed]
    return [
        estimate(float(value), replicas.resampled[:, k], replicas.left_out[:, k], settings)
        for k, value in enumerate(one.observed)
    ]


@dataclass(frozen=True, kw_only=True)
class MetaStudy(Finding, title="Which measure agrees with people?"):
    """The base of studies of measures against people."""

    compared: ClassVar[str]
    """The field whose measures the signature names."""

    settings: Settings
    given: Mapping[str, object]
    remarks: tuple[Remark, ...] = ()

    def signed(self) -> Mapping[str, object]:
        """Return what a signature says of people, texts and how they were compared."""
        return self.given

    @property
    def signature(self) -> Signature:
        """Everything needed to compute the same numbers again."""
        names = ",".join(dict.fromkeys(one.measure for one in getattr(self, self.compared)))
        return Signature(names or "people", {**self.signed(), **self.settings.signed()})


class Correlation(NamedTuple):
    """Correlation of a measure with people over systems."""

    measure: str
    people: str
    """How people's judgements became scores."""

    subset: str
    systems: int
    pearson: Estimate
    spearman: Estimate


def correlation(
    people: tuple[Scored, Replicas | None],
    measure: tuple[Scored, Replicas | None],
    kept: Sequence[int],
    subset: str,
    settings: Settings,
) -> Correlation:
    """Correlate people's scores with those of a measure over some of the systems."""
    (human, human_replicas), (machine, machine_replicas) = people, measure
    places = list(kept)

    def of(statistic: Callable[[Array, Array], Array]) -> Estimate:
        observed = float(statistic(human.observed[places], machine.observed[places]))
        if human_replicas is None and machine_replicas is None:
            return Estimate(observed)
        drawn, rest = (
            statistic(*np.broadcast_arrays(_pick(human, a, places), _pick(machine, b, places)))
            for a, b in zip(
                human_replicas or (None, None), machine_replicas or (None, None), strict=True
            )
        )
        return estimate(observed, drawn, rest, settings)

    return Correlation(machine.name, human.name, subset, len(places), of(pearson), of(spearman))


def _pick(scored: Scored, replicas: Array | None, places: list[int]) -> Array:
    return scored.observed[None, places] if replicas is None else replicas[:, places]


def subsets(names: Sequence[str], human: Array, unchanged: str | None) -> dict[str, list[int]]:
    """Return the sets of systems to correlate over: all, without the unchanged source, without
    outliers by people's scores, without both; each only if it is a set of its own."""
    every = list(range(len(names)))
    far = [names[k] for k in outliers(human)]
    sets = {f"all {len(names)}": every}
    for left_out in ([unchanged] if unchanged else [], far, [*far, unchanged] if unchanged else []):
        kept = [k for k in every if names[k] not in left_out]
        if len(kept) >= FEWEST and kept not in sets.values():
            sets[f"without {listed(sorted(set(left_out)))}"] = kept
    return sets


def unchanged_system(names: Sequence[str], asked: str | None) -> str | None:
    """Return the name of the unchanged source among systems, if it is there."""
    if asked is not None:
        if asked not in names:
            raise InputError(f"no system is called {asked!r}", hint=f"there are {', '.join(names)}")
        return asked
    return next((name for name in UNCHANGED_NAMES if name in names), None)


# --- does one measure agree better than another? --------------------------------------------------


class Difference(NamedTuple):
    """Two measures: the difference of their correlations, and whether it is chance."""

    measure: str
    other: str
    difference: float
    williams: float
    """Two-sided p of Williams' test; NaN where it does not apply."""

    permutation: float
    """Two-sided p: which measure gave which score does not matter."""

    exact: bool
    needed: int | None = None
    """Systems that it would take to tell the two apart (power 0.8), up to 10,000."""


def moments(x: Array, y: Array) -> Array:
    """Return what Pearson's r is made of, one row per item: 1, x, y, xy, x², y²."""
    return np.column_stack([np.ones_like(x), x, y, x * y, x * x, y * y])


def from_moments(sums: Array) -> dict[str, Array]:
    """Return Pearson's r from sums of `moments`."""
    n, x, y, xy, xx, yy = (sums[..., k] for k in range(6))
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.sqrt(np.maximum(n * xx - x * x, 0) * np.maximum(n * yy - y * y, 0))
        return {"score": np.where(spread > 1e-12, (n * xy - x * y) / spread, 0.0)}


def standardised(x: Array) -> Array:
    """Return the values with mean 0 and standard deviation 1."""
    spread = float(x.std())
    return np.asarray((x - x.mean()) / spread if spread > 0 else x - x.mean())


def against(leaders: Iterable[int], agreement: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of measures to compare: each one with each leader, no pair twice, and none
    whose agreement with people is undefined."""
    seen: set[frozenset[int]] = set()
    for leader in leaders:
        for k, value in enumerate(agreement):
            defined = math.isfinite(value - agreement[leader])
            if k != leader and defined and frozenset((k, leader)) not in seen:
                seen.add(frozenset((k, leader)))
                yield leader, k


def differences(
    human: Scored, machines: Sequence[Scored], leaders: Sequence[int], settings: Settings
) -> tuple[Difference, ...]:
    """Compare the Pearson correlations of measures with people, over all systems."""
    n = len(human.observed)
    r = [float(pearson(human.observed, one.observed)) for one in machines]
    people = standardised(human.observed)
    tables = [moments(standardised(one.observed), people) for one in machines]
    compared = []
    for a, b in against(leaders, r):
        between = float(pearson(machines[a].observed, machines[b].observed))
        _, p = williams(r[a], r[b], between, n)
        permuted, exact = randomisation_p(
            tables[a], tables[b], from_moments, trials=max(TRIALS, 1 << 13), seed=settings.seed
        )
        needed = systems_needed(r[a], r[b], between)
        difference = r[a] - r[b]
        compared.append(
            Difference(machines[a].name, machines[b].name, difference, p, permuted, exact, needed)
        )
    return tuple(compared)


class Power(NamedTuple):
    """What so many systems can show: the least |r| that differs from 0, and the probability that
    Williams' test tells the first two measures apart."""

    systems: int
    least: float
    power: float


def power_table(human: Scored, machines: Sequence[Scored], settings: Settings) -> tuple[Power, ...]:
    """Return what more, or fewer, systems would show."""
    r = [float(pearson(human.observed, one.observed)) for one in machines]
    order = sorted((k for k in range(len(r)) if math.isfinite(r[k])), key=lambda k: -r[k])
    sizes = sorted({*SIZES, len(human.observed)})
    level = alpha(settings.ci)
    powers = []
    for n in sizes:
        power = math.nan
        if len(order) > 1:
            a, b = order[:2]
            between = float(pearson(machines[a].observed, machines[b].observed))
            power = williams_power(r[a], r[b], between, n, level)
        powers.append(Power(n, least_significant(n, level), power))
    return tuple(powers)


def ceiling(human: Scored, settings: Settings) -> float:
    """Return the correlation that a perfect measure would reach with people's scores of systems:
    the square root of their reliability.

    The reliability is the mean correlation of scores from random halves of the sentences, raised
    to that of the whole by the formula of Spearman and Brown.
    """
    if human.scores is None or len(human.tables[0]) < 2:
        return math.nan
    judged = np.flatnonzero(human.tables[0].any(axis=1))
    rng = np.random.default_rng(settings.seed)
    halves: list[Array] = []
    for _ in range(SPLITS):
        order = rng.permutation(judged)
        halves += [order[: len(order) // 2], order[len(order) // 2 :]]
    sums = [np.stack([table[half].sum(axis=0) for half in halves]) for table in human.tables]
    scores = human.scores(sums)
    r = pearson(scores[::2], scores[1::2])
    mean = float(np.mean(r[np.isfinite(r)])) if np.isfinite(r).any() else math.nan
    return math.sqrt(max(0.0, 2 * mean / (1 + mean))) if mean > -1 else math.nan


# --- sections -------------------------------------------------------------------------------------


def cell(one: Estimate) -> Cell:
    """Return an estimate as a cell."""
    return Cell(one.value, one.low, one.high)


def correlation_table(correlations: Sequence[Correlation], subset: str, title: str) -> Table:
    """Return a table of measures and their correlations over one set of systems, by each kind of
    people's scores."""
    chosen = [one for one in correlations if one.subset == subset]
    by = {(one.measure, one.people): (one.pearson, one.spearman) for one in chosen}
    return agreement_table(by, title)


def agreement_table(
    by: Mapping[tuple[str, str], tuple[Estimate, Estimate]],
    title: str,
    perfect: Mapping[str, float] | None = None,
) -> Table:
    """Return a table of Pearson's and Spearman's correlations, by measure (in rows) and group (of
    columns); below it, what a `perfect` measure would reach in each group, if that is given."""
    groups = list(dict.fromkeys(group for _, group in by))
    columns = [Column("measure", align="left")]
    for group in groups:
        columns += [Column("Pearson r", group=group, best="max", decimals=3)]
        columns += [Column("Spearman ρ", group=group, best="max", decimals=3)]
    rows: list[TableRow] = [
        [measure, *(cell(one) for group in groups for one in by[measure, group])]
        for measure in dict.fromkeys(measure for measure, _ in by)
    ]
    if perfect is not None:
        tops = [perfect.get(group, math.nan) for group in groups]
        ends = [one for top in tops for one in (top if math.isfinite(top) else None, None)]
        rows.append(["perfect measure", *ends])
    return Table(columns, rows, title, apart=0 if perfect is None else 1)


def agreement_figure(
    by: Mapping[str, Estimate], people: str, caption: str, top: float, signature: str, **more: str
) -> list[Figure]:
    """Return a figure of Pearson's correlations by measure, the highest first, with what a perfect
    measure would reach; none if there is no correlation to draw."""
    dots = [Dot(measure, r) for measure, r in by.items() if math.isfinite(r.value)]
    if not dots:
        return []
    dots.sort(key=lambda dot: -dot.estimate.value)
    mark = Mark(top, "perfect measure") if math.isfinite(top) else Mark(0, "no agreement")
    panel = Dots(dots, Axis(f"Pearson r with {people}"), more.get("title", ""), mark)
    return [Figure(caption, [panel], more["name"], signature)]


def subset_section(correlations: Sequence[Correlation]) -> Iterator[Section]:
    """Yield the same correlations over fewer systems, side by side."""
    names = list(dict.fromkeys(one.subset for one in correlations))
    if len(names) < 2:
        return
    title = "Without the unchanged source, without outliers"
    columns = [Column("measure", align="left"), Column("people", align="left")]
    for name in names:
        columns += [Column("r", group=name, decimals=3), Column("ρ", group=name, decimals=3)]
    rows: list[TableRow] = []
    by = {(one.measure, one.people, one.subset): one for one in correlations}
    for measure, people in dict.fromkeys((one.measure, one.people) for one in correlations):
        row: list[Cell | str | float | None] = [measure, people]
        for name in names:
            one = by.get((measure, people, name))
            row += [None, None] if one is None else [one.pearson.value, one.spearman.value]
        rows.append(row)
    note = (
        "outlier: a system whose score by people is more than 2.5 × 1.483 × MAD from the median "
        "(Mathur et al. 2020)"
    )
    yield Section(title, tables=[Table(columns, rows, title)], notes=[note])


def difference_section(
    differences: Sequence[Difference], title: str, about: str, exchanged: str, *, systems: bool
) -> Iterator[Section]:
    """Yield the section that compares measures with each other; `exchanged` says what the
    permutation test exchanges."""
    if not differences:
        return
    columns = [
        Column("measure", align="left"),
        Column("against", align="left"),
        Column("difference", signed=True, decimals=3),
    ]
    columns += [Column("Williams p")] if systems else []
    columns += [Column("permutation p", unit="p")]
    columns += [Column("systems needed")] if systems else []
    rows: list[TableRow] = []
    for one in differences:
        row: list[Cell | str | float | None] = [one.measure, one.other, one.difference]
        row += [one.williams if math.isfinite(one.williams) else None] if systems else []
        row += [one.permutation]
        row += [one.needed] if systems else []
        rows.append(row)
    notes = [f"permutation: {exchanged}"]
    if systems:
        notes.append(
            "systems needed: for Williams' test to tell the two apart with power 0.8, if the "
            "correlations are these (–: more than 10,000)"
        )
    yield Section(title, about, tables=[Table(columns, rows, title)], notes=notes)


def system_sections(
    correlations: Sequence[Correlation], differences: Sequence[Difference], people: str
) -> Iterator[Section]:
    """Yield sections on correlations over fewer systems, and on measures against each other."""
    yield from subset_section(correlations)
    yield from difference_section(
        differences,
        "Measures against each other: systems",
        f"Differences of Pearson correlations with {people}, over all systems.",
        "for each system, the standardised scores of two measures are exchanged at random",
        systems=True,
    )


def power_section(powers: Sequence[Power], present: int) -> Iterator[Section]:
    """Yield the section on what a number of systems can show."""
    if not powers:
        return
    title = "What a number of systems can show"
    columns = [Column("systems"), Column("least significant |r|", decimals=3)]
    columns += [Column("power", decimals=3), Column("", align="left")]
    rows: list[TableRow] = [
        [
            one.systems,
            one.least,
            one.power if math.isfinite(one.power) else None,
            "here" if one.systems == present else "",
        ]
        for one in powers
    ]
    notes = ["power: probability that Williams' test tells the two best measures apart"]
    yield Section(title, tables=[Table(columns, rows, title)], notes=notes)


def verdicts(
    correlations: Sequence[Correlation],
    differences: Sequence[Difference],
    subset: str,
    level: float,
) -> list[str]:
    """Say which measure agrees best, and which cannot be told from it."""
    chosen = [one for one in correlations if one.subset == subset]
    if not chosen:
        return []
    people = chosen[0].people
    ranked = sorted(
        (one for one in chosen if one.people == people and math.isfinite(one.pearson.value)),
        key=lambda one: -one.pearson.value,
    )
    if len(ranked) < 2:
        return []
    first = ranked[0]
    others = [one for one in differences if one.measure == first.measure]
    alike = [one.other for one in others if one.williams >= level]
    said = (
        f"{first.measure} agrees best with people on {counted(first.systems, 'system')} "
        f"(Pearson {first.pearson.value:.3f} with {people})"
    )
    if alike:
        said += f"; Williams' test does not tell {listed(alike, 'or')} from it"
    elif others and all(math.isnan(one.williams) for one in others):
        said += "; too few systems for Williams' test, so others may agree as well"
    return [said]


def leaders(names: Sequence[str], scores: Sequence[float]) -> list[int]:
    """Return the numbers of the best measure and of the baseline, the similarity of characters."""
    usable = [k for k, value in enumerate(scores) if math.isfinite(value)]
    best = [max(usable, key=lambda k: scores[k])] if usable else []
    return list(
        dict.fromkeys(best + [k for k, one in enumerate(names) if one == str(Characters())])
    )


def aligned(scores: Mapping[str, float], names: Sequence[str], measure: str) -> Scored:
    """Return scores from a file for the systems that people judged."""
    missing = [name for name in names if name not in scores]
    if missing:
        raise InputError(
            f"{measure} has no score of {listed([repr(name) for name in missing])}",
            hint="every system that people judged needs one",
        )
    return Scored(measure, np.array([scores[name] for name in names]))


def rank_ranges(replicas: Replicas | None, observed: Array, level: float) -> list[tuple[int, int]]:
    """Return the range of ranks that each system takes in that share (in percent) of resamples."""
    if replicas is None:
        place = _places(observed[None, :])[0]
        return [(int(k), int(k)) for k in place]
    places = _places(replicas.resampled)
    tail = (1 - level / 100) / 2
    low = np.quantile(places, tail, axis=0, method="inverted_cdf")
    high = np.quantile(places, 1 - tail, axis=0, method="inverted_cdf")
    return [(int(a), int(b)) for a, b in zip(low, high, strict=True)]


def _places(scores: Array) -> NDArray[np.int64]:
    """Return the rank of each system, 1 for the highest score."""
    order = np.argsort(-scores, axis=-1, kind="stable")
    return np.argsort(order, axis=-1) + 1
