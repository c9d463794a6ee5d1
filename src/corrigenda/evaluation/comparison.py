"""Every pair of systems against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from corrigenda.evaluation import ranking, views
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Remark
from corrigenda.statistics import LEVEL
from corrigenda.statistics.multiple import holm
from corrigenda.statistics.paired import Paired, compare, randomisation, trials_for

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result
    from corrigenda.results.tables import Table


@dataclass(frozen=True)
class Pair:
    """System `a` against system `b` by one measure.

    Differences are the score of `a` minus that of `b`, whatever the measure; `wins` and `losses`
    know whether a high score is good. `p_holm` and `p_bootstrap_holm` are corrected for all the
    pairs compared by that measure; each may be `at_floor`, the least that so many trials or
    resamples can give.
    """

    measure: Measure
    a: str
    b: str
    paired: Paired
    p_holm: float
    p_bootstrap_holm: float
    holm_at_floor: bool = False
    bootstrap_holm_at_floor: bool = False

    @property
    def wins(self) -> int | None:
        """Sentences on which `a` is better (None: by this measure nothing is)."""
        of = {"max": self.paired.higher, "min": self.paired.lower, None: None}
        return of[self.measure.best]

    @property
    def losses(self) -> int | None:
        """Sentences on which `b` is better (None: by this measure nothing is)."""
        of = {"max": self.paired.lower, "min": self.paired.higher, None: None}
        return of[self.measure.best]


@dataclass(frozen=True, repr=False)
class Comparison:
    """All pairs, measure by measure. Printing it prints a table."""

    pairs: tuple[Pair, ...]
    signature: str
    level: float
    trials: int
    resamples: int
    result: Result

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What to know before reading it (see `Result.remarks`)."""
        return self.result.remarks

    def least(self, test: str = "randomisation") -> float:
        """Return the least p there can be after Holm's correction, by a test of so many trials."""
        trials = self.trials if test == "randomisation" else self.resamples
        pairs = Counter(pair.measure for pair in self.pairs)
        return min(1.0, max(pairs.values()) / (1 + trials))

    def too_few(self, test: str = "randomisation") -> list[str]:
        """Return a remark, if there are more pairs than trials can tell apart on all levels."""
        least = self.least(test)
        if least < 0.001:
            return []
        return [
            f"no p can be below {least:.4f} with so many pairs: ask for more "
            + ("trials" if test == "randomisation" else "resamples")
        ]

    def ranking(self, test: str = "randomisation") -> dict[str, list[dict[str, Any]]]:
        """Return the systems by each measure, best first, with letters: systems that share one
        cannot be told apart."""
        return ranking.rankings(self._plain, test)

    def verdicts(self, test: str = "randomisation") -> list[str]:
        """Return one sentence or two for each measure: who is ahead, and of whom."""
        return ranking.verdicts(self._plain, test)

    @cached_property
    def _plain(self) -> dict[str, Any]:
        """The scores and the pairs, as plain data."""
        found = views.as_json(self.result)
        compared = {str(pair.measure) for pair in self.pairs}
        found["measures"] = {m: of for m, of in found["measures"].items() if m in compared}
        return {**found, "level": self.level, "pairs": views.pairs_plain(self)}

    def table(self, test: str = "randomisation") -> Table:
        return views.pairs(self, test)

    def __repr__(self) -> str:
        names = ", ".join(dict.fromkeys(str(pair.measure) for pair in self.pairs))
        systems = dict.fromkeys(name for pair in self.pairs for name in (pair.a, pair.b))
        return f"<Comparison: {names} of {', '.join(systems)}>"

    def __str__(self) -> str:
        return views.with_remarks(str(self.table()), self.remarks)

    def _repr_html_(self) -> str:
        return views.remarks_as_html(self.remarks) + self.table().html()

    def to_json(self) -> dict[str, Any]:
        return views.pairs_as_json(self)


def compare_all(result: Result, measures: Sequence[int], trials: int | None) -> Comparison:
    """Compare every two systems of a result by each of the measures (given by number).

    Without a number of trials, there are as many as the number of pairs asks for.
    """
    found: list[Pair] = []
    names = list(combinations(range(len(result.systems)), 2))
    if trials is None:
        trials = trials_for(len(names), result.sentences)
    settings = result.settings
    used = replace(settings, ci=LEVEL) if settings.ci is None else settings
    assert used.ci is not None
    for m in measures:
        measure = result.measures[m]
        rows = [measure.additive(table.rows) for table in result.tables[m]]
        tested = randomisation(rows, names, measure.values, trials=trials, seed=settings.seed)
        scores = [measure.sentence_scores(table.rows) for table in result.tables[m]]
        outcomes = [
            compare(
                rows[a],
                rows[b],
                measure.values,
                sums=(result.resampled[m][a], result.resampled[m][b]),
                randomised=randomised,
                scores=(scores[a], scores[b]),
                level=used.ci,
                method=settings.method,
                trials=trials,
                seed=settings.seed,
            )
            for (a, b), randomised in zip(names, tested, strict=True)
        ]
        outcomes = [
            _moved(outcome, result.gap(m, a) - result.gap(m, b))
            for outcome, (a, b) in zip(outcomes, names, strict=True)
        ]
        corrected = holm([o.p for o in outcomes])
        corrected_bootstrap = holm([o.p_bootstrap for o in outcomes])
        found += [
            Pair(measure, result.systems[a], result.systems[b], *rest)
            for (a, b), *rest in zip(
                names,
                outcomes,
                corrected,
                corrected_bootstrap,
                _bounds(corrected, [o.at_floor for o in outcomes]),
                _bounds(corrected_bootstrap, [o.bootstrap_at_floor for o in outcomes]),
                strict=True,
            )
        ]
    which = None if len(measures) > 1 else result.measures[measures[0]]
    signature = replace(result, settings=used).signature(which)
    return Comparison(
        tuple(found),
        signature.replace("|v:", f"|ar:{trials}|v:"),
        used.ci,
        trials,
        used.resamples,
        result,
    )


def _bounds(corrected: Sequence[float], at_floor: Sequence[bool]) -> list[bool]:
    """Which of the corrected p-values are bounds: those that Holm's correction made of the least p
    there is."""
    least = {p for p, floor in zip(corrected, at_floor, strict=True) if floor and p < 1}
    return [p in least for p in corrected]


def _moved(outcome: Paired, gap: float) -> Paired:
    """The difference of the scores themselves, where others are resampled in their place."""
    if not gap:
        return outcome
    return replace(
        outcome, difference=outcome.difference + gap, interval=outcome.interval.moved(gap)
    )
