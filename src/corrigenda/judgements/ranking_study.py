"""Measures against rankings: system level and sentence level."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from corrigenda.judgements import system_level
from corrigenda.judgements.character_similarity import baseline_note, below
from corrigenda.judgements.correlation import Ties, kendall
from corrigenda.judgements.rankings import Rankings
from corrigenda.judgements.system_level import (
    Correlation,
    Difference,
    MetaStudy,
    Power,
    Replicas,
    Scored,
)
from corrigenda.judgements.trueskill import expected_wins, true_skill
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Remark
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.results.words import counted, listed
from corrigenda.statistics import LEVEL, alpha
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.paired import randomisation_p
from corrigenda.statistics.rater_agreement import alpha as krippendorff
from corrigenda.statistics.resampling import Array, totals
from corrigenda.statistics.settings import Settings

WINS, SKILL = "Expected Wins", "TrueSkill"


class JudgedSystem(NamedTuple):
    """A system in people's eyes."""

    system: str
    wins: Estimate
    skill: Estimate
    ranks: tuple[int, int]
    """Its ranks by Expected Wins in so many resamples as the confidence level says."""


class SentenceLevel(NamedTuple):
    """Kendall's tau of a measure over pairs of outputs, and the counts behind it."""

    measure: str
    tau: Estimate
    concordant: int
    discordant: int
    ties: int


class JudgeAgreement(NamedTuple):
    """Agreement of people with each other: Kendall's tau of one judge as a measure of another, over
    pairs of different outputs that both ranked; and Krippendorff's alpha of better, worse or
    alike."""

    pairs: int
    tau: float
    alpha: float


TIES: Mapping[Ties, str] = {
    "count": "outputs that a measure scores alike count in the denominator only (WMT 2014)",
    "skip": "outputs that a measure scores alike are left out (WMT 2013)",
    "discordant": "outputs that a measure scores alike count as discordant (WMT 2012)",
}


@dataclass(frozen=True)
class RankingStudy(MetaStudy, kind="meta"):
    """Measures against people's rankings of systems' outputs."""

    compared = "correlations"

    judged: tuple[JudgedSystem, ...]
    """The systems, the best one first."""

    correlations: tuple[Correlation, ...]
    sentence_level: tuple[SentenceLevel, ...]
    system_differences: tuple[Difference, ...]
    sentence_differences: tuple[Difference, ...]
    power: tuple[Power, ...]
    ceiling: Mapping[str, float]
    """Correlations that a perfect measure would reach, by the kind of people's scores."""

    between: JudgeAgreement
    rankings: int
    sentences: int
    judges: int
    pairs: int
    tied: int
    ties: Ties

    def signed(self) -> Mapping[str, object]:
        return {**self.given, "ties": self.ties}

    def sections(self) -> Iterator[Section]:
        about = (
            f"{counted(self.rankings, 'ranking')} of {counted(self.sentences, 'sentence')} by "
            f"{counted(self.judges, 'judge')}: {self.pairs:,} pairs of systems, of which "
            f"{self.tied:,} were ranked alike."
        )
        if self.correlations:
            yield self._agreement(about)
        yield from self._sentence_section()
        yield from system_level.system_sections(
            self.correlations, self.system_differences, "Expected Wins"
        )
        yield from system_level.difference_section(
            self.sentence_differences,
            "Measures against each other: sentences",
            "Differences of Kendall's tau over pairs of outputs.",
            "for each sentence, the pairs that two measures order right and wrong are exchanged "
            "at random",
            systems=False,
        )
        yield from system_level.power_section(self.power, len(self.judged))
        yield self._people(about)

    def _agreement(self, about: str) -> Section:
        every = self.correlations[0].subset
        table = system_level.correlation_table(
            self.correlations, every, "Systems: measures against people"
        )
        level = alpha(self.settings.ci)
        said = system_level.verdicts(self.correlations, self.system_differences, every, level)
        wins = [one for one in self.correlations if one.subset == every and one.people == WINS]
        said += below({one.measure: one.pearson.value for one in wins}, "r")
        said += below({one.measure: one.spearman.value for one in wins}, "ρ")
        tops = [f"{top:.3f} ({name})" for name, top in self.ceiling.items() if math.isfinite(top)]
        if tops:
            said.append(f"a perfect measure would reach about r = {listed(tops)}")
        figures = system_level.agreement_figure(
            {one.measure: one.pearson for one in wins},
            WINS,
            "Pearson correlation of measures with people's Expected Wins over "
            f"{counted(len(self.judged), 'system')}.{self.settings.whiskers()}",
            self.ceiling.get(WINS, math.nan),
            str(self.signature),
            name="systems",
        )
        return Section(
            self.title,
            about,
            verdicts=said,
            tables=[table],
            figures=figures,
            notes=[
                *baseline_note(one.measure for one in wins),
                *self.settings.notes(self.sentences),
            ],
            signatures=[str(self.signature)],
        )

    def _sentence_section(self) -> Iterator[Section]:
        if not self.sentence_level:
            return
        title = "Sentences: measures against people"
        columns = [
            Column("measure", align="left"),
            Column("Kendall τ", best="max", decimals=3),
            Column("concordant"),
            Column("discordant"),
            Column("scored alike"),
        ]
        rows: list[TableRow] = [
            [
                one.measure,
                system_level.cell(one.tau),
                *(one.concordant, one.discordant, one.ties),
            ]
            for one in self.sentence_level
        ]
        verdicts = []
        if math.isfinite(self.between.tau):
            verdicts.append(
                f"people among themselves: τ = {self.between.tau:.3f} over "
                f"{counted(self.between.pairs, 'pair')} of outputs that two judges ranked"
            )
        yield Section(
            title,
            "Of each two outputs that a person ranked differently: does the measure prefer the "
            "same one?",
            verdicts=[
                *verdicts,
                *below({one.measure: one.tau.value for one in self.sentence_level}, "τ"),
            ],
            tables=[Table(columns, rows, title)],
            notes=[
                "pairs that people ranked alike are left out; " + TIES[self.ties],
            ],
        )

    def _people(self, about: str) -> Section:
        title = "Systems in people's eyes"
        columns = [
            Column("system", align="left"),
            Column(WINS, decimals=3),
            Column(SKILL, decimals=3, signed=True),
            Column("rank", align="left"),
        ]
        rows: list[TableRow] = [
            [
                one.system,
                system_level.cell(one.wins),
                system_level.cell(one.skill),
                _range(one.ranks),
            ]
            for one in self.judged
        ]
        notes = [
            f"{WINS}: mean over the other systems of the share of decided comparisons won",
            f"{SKILL}: as Sakaguchi et al. (2014) rank systems; exact mean of their random runs",
        ]
        if self.settings.ci is not None:
            share = f"{self.settings.ci:g} % of the resamples"
            notes.append(f"rank: the range of ranks by {WINS} in {share}")
        if math.isfinite(self.between.alpha):
            notes.append(
                f"agreement of judges on better, worse or alike: Krippendorff's alpha "
                f"{self.between.alpha:.3f} (nominal)"
            )
        signatures = [] if self.correlations else [str(self.signature)]
        return Section(
            title, about, tables=[Table(columns, rows, title)], notes=notes, signatures=signatures
        )


def _range(ranks: tuple[int, int]) -> str:
    low, high = ranks
    return f"{low}" if low == high else f"{low}–{high}"


def _sortable(value: float) -> float:
    return value if math.isfinite(value) else -math.inf


# --- the study ------------------------------------------------------------------------------------


def people(rankings: Rankings, sentences: int, decimals: int | None = None) -> list[Scored]:
    """Return people's scores of systems by Expected Wins and by TrueSkill; rounded first, if
    `decimals` are given."""
    wins, ties = rankings.matrices(sentences)
    size = len(rankings.systems)
    tables = tuple(table.reshape(sentences, -1) for table in (wins, ties))

    def scores(of: Callable[[Array, Array], Array], sums: Sequence[Array]) -> Array:
        shaped = [one.reshape(*one.shape[:-1], size, size) for one in sums]
        return of(shaped[0], shaped[1])

    scored = []
    for name, of in ((WINS, lambda w, t: expected_wins(w)), (SKILL, true_skill)):
        compute = partial(scores, of)
        observed = compute([totals(table) for table in tables])
        if decimals is not None:
            observed = np.round(observed, decimals)
        scored.append(Scored(name, observed, tables, compute))
    return scored


def outcomes(rankings: Rankings, scores: Array, sentences: int) -> Array:
    """Return for each sentence how many pairs a measure orders as people do, against them, and not
    at all; `scores` are those of its sentences by each system (sentences, systems)."""
    _, sentence, a, b, outcome = rankings.pairs[rankings.pairs[:, 4] != 0].T
    difference = scores[sentence, a] - scores[sentence, b]
    tolerance = 1e-12 * np.maximum(np.abs(scores[sentence, a]), np.abs(scores[sentence, b]))
    said = np.where(np.abs(difference) <= tolerance, 0, np.sign(difference)) * outcome
    table = np.zeros((sentences, 3))
    for column, value in enumerate((1, -1, 0)):
        np.add.at(table[:, column], sentence[said == value], 1)
    return table


def between_judges(rankings: Rankings) -> JudgeAgreement:
    """Return how judges agree with each other on pairs of different outputs."""
    judged: dict[tuple[int, tuple[str, ...], tuple[str, ...]], list[tuple[int, int]]] = defaultdict(
        list
    )
    judges = {name: k for k, name in enumerate(rankings.judges)}
    for one in rankings.items:
        for (rank_a, a), (rank_b, b) in combinations(sorted(one.ranks, key=lambda r: r[1]), 2):
            outcome = (rank_a < rank_b) - (rank_a > rank_b)
            judged[one.sentence, a, b].append((judges[one.judge], outcome))
    counts = np.zeros(3)
    units = []
    for said in judged.values():
        for (one_judge, mine), (other_judge, other) in permutations(said, 2):
            if one_judge != other_judge and mine:
                counts[0 if mine == other else 2 if other == 0 else 1] += 1
        first = dict(reversed(said))
        if len(first) > 1:
            row = np.full(len(judges), np.nan)
            for judge, outcome in first.items():
                row[judge] = outcome
            units.append(row)
    value = krippendorff(np.array(units), "nominal") if units else math.nan
    return JudgeAgreement(len(units), float(kendall(counts)), value)


def ranked(
    rankings: Rankings,
    measures: Sequence[Measure],
    rows: Sequence[Sequence[Array]],
    scores: Sequence[Scored] = (),
    *,
    sentences: int,
    unchanged: str | None = None,
    ties: Ties = "count",
    decimals: int | None = None,
    settings: Settings,
    given: Mapping[str, object] | None = None,
    remarks: Sequence[Remark] = (),
) -> RankingStudy:
    """Set measures against rankings.

    `rows[measure][system]` are the rows of a measure, systems in the order of
    `rankings.systems`; `scores` are those of systems from files.
    """
    humans = people(rankings, sentences, decimals)
    machines = [
        *(system_level.measured(m, of) for m, of in zip(measures, rows, strict=True)),
        *scores,
    ]
    replicas = system_level.replicated([*humans, *machines], settings)
    drawn = list(zip([*humans, *machines], replicas, strict=True))
    names = rankings.systems
    correlations: list[Correlation] = []
    differences: tuple[Difference, ...] = ()
    power: tuple[Power, ...] = ()
    if machines and len(names) >= system_level.FEWEST:
        for subset, kept in system_level.subsets(names, humans[0].observed, unchanged).items():
            correlations += [
                system_level.correlation(human, machine, kept, subset, settings)
                for machine in drawn[2:]
                for human in drawn[:2]
            ]
        r = [one.pearson.value for one in correlations[: 2 * len(machines) : 2]]
        lead = system_level.leaders([one.name for one in machines], r)
        differences = system_level.differences(humans[0], machines, lead, settings)
        power = system_level.power_table(humans[0], machines, settings)
    levels, sentence_differences = _sentences(rankings, measures, rows, sentences, ties, settings)
    outcome = rankings.pairs[:, 4]
    return RankingStudy(
        judged=_judged(names, humans, replicas[:2], settings),
        correlations=tuple(correlations),
        sentence_level=levels,
        system_differences=differences,
        sentence_differences=sentence_differences,
        power=power,
        ceiling={one.name: system_level.ceiling(one, settings) for one in humans}
        if machines
        else {},
        between=between_judges(rankings),
        rankings=len(rankings.items),
        sentences=rankings.judged,
        judges=len(rankings.judges),
        pairs=len(outcome),
        tied=int((outcome == 0).sum()),
        ties=ties,
        settings=settings,
        given=given or {},
        remarks=tuple(remarks),
    )


def _judged(
    names: Sequence[str],
    humans: Sequence[Scored],
    replicas: Sequence[Replicas | None],
    settings: Settings,
) -> tuple[JudgedSystem, ...]:
    wins, skill = (
        system_level.estimates(one, drawn, settings)
        for one, drawn in zip(humans, replicas, strict=True)
    )
    ranges = system_level.rank_ranges(replicas[0], humans[0].observed, settings.ci or LEVEL)
    judged = [JudgedSystem(*one) for one in zip(names, wins, skill, ranges, strict=True)]
    return tuple(sorted(judged, key=lambda one: -_sortable(one.wins.value)))


def _sentences(
    rankings: Rankings,
    measures: Sequence[Measure],
    rows: Sequence[Sequence[Array]],
    sentences: int,
    ties: Ties,
    settings: Settings,
) -> tuple[tuple[SentenceLevel, ...], tuple[Difference, ...]]:
    def values(sums: Array) -> dict[str, Array]:
        return {"score": np.nan_to_num(kendall(sums, ties))}

    tables = []
    for measure, of_measure in zip(measures, rows, strict=True):
        sign = -1 if measure.best == "min" else 1
        scores = np.stack([sign * measure.sentence_scores(one) for one in of_measure], axis=1)
        table = outcomes(rankings, np.nan_to_num(scores), sentences)
        tables.append(table[table.any(axis=1)])
    levels = []
    for measure, table in zip(measures, tables, strict=True):
        counts = table.sum(axis=0)
        tau = settings.estimate(float(kendall(counts, ties)), table, values)
        levels.append(SentenceLevel(str(measure), tau, *(int(n) for n in counts)))
    taus = [one.tau.value for one in levels]
    differences = []
    for a, b in system_level.against(
        system_level.leaders([one.measure for one in levels], taus), taus
    ):
        p, exact = randomisation_p(tables[a], tables[b], values, seed=settings.seed)
        difference = taus[a] - taus[b]
        differences.append(
            Difference(levels[a].measure, levels[b].measure, difference, math.nan, p, exact)
        )
    return tuple(levels), tuple(differences)
