"""Every pair of systems against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from corrigenda.evaluation import views
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Remark
from corrigenda.statistics import LEVEL
from corrigenda.statistics.multiple import holm
from corrigenda.statistics.paired import Paired, compare, swap_sums

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result
    from corrigenda.report.tables import Table


@dataclass(frozen=True)
class Pair:
    """System `a` against system `b` by one measure; a positive difference speaks for `a`.

    `p_holm` and `p_bootstrap_holm` are corrected for all the pairs compared by that measure.
    """

    measure: Measure
    a: str
    b: str
    paired: Paired
    p_holm: float
    p_bootstrap_holm: float


@dataclass(frozen=True, repr=False)
class Comparison:
    """All pairs, measure by measure. Printing it prints a table."""

    pairs: tuple[Pair, ...]
    signature: str
    level: float
    trials: int
    resamples: int
    remarks: tuple[Remark, ...] = ()
    """What to know before reading it (see `Result.remarks`)."""

    def least(self, test: str = "randomisation") -> float:
        """The least p there can be after Holm's correction, by a test of so many trials."""
        trials = self.trials if test == "randomisation" else self.resamples
        pairs = Counter(pair.measure for pair in self.pairs)
        return min(1.0, max(pairs.values()) / (1 + trials))

    def too_few(self, test: str = "randomisation") -> list[str]:
        """A remark, if there are more pairs than trials can tell apart on all levels."""
        least = self.least(test)
        if least < 0.001:
            return []
        return [
            f"no p can be below {least:.4f} with so many pairs: ask for more trials or resamples"
        ]

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


def compare_all(result: Result, measures: Sequence[int], trials: int) -> Comparison:
    """Compare every two systems of a result by each of the measures (given by number)."""
    found: list[Pair] = []
    settings = result.settings
    used = replace(settings, ci=LEVEL) if settings.ci is None else settings
    assert used.ci is not None
    for m in measures:
        measure = result.measures[m]
        rows = [measure.additive(table.rows) for table in result.tables[m]]
        swapped = swap_sums(rows, trials, settings.seed)
        scores = [measure.sentence_scores(table.rows) for table in result.tables[m]]
        names: list[tuple[int, int]] = list(combinations(range(len(rows)), 2))
        outcomes = [
            compare(
                rows[a],
                rows[b],
                measure.values,
                sums=(result.resampled[m][a], result.resampled[m][b]),
                swapped=(swapped[a], swapped[b]),
                scores=(scores[a], scores[b]),
                level=used.ci,
                method=settings.method,
                trials=trials,
                seed=settings.seed,
            )
            for a, b in names
        ]
        outcomes = [
            _moved(outcome, result.gap(m, a) - result.gap(m, b))
            for outcome, (a, b) in zip(outcomes, names, strict=True)
        ]
        corrected = holm([o.p for o in outcomes])
        corrected_bootstrap = holm([o.p_bootstrap for o in outcomes])
        found += [
            Pair(measure, result.systems[a], result.systems[b], outcome, p, q)
            for (a, b), outcome, p, q in zip(
                names, outcomes, corrected, corrected_bootstrap, strict=True
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
        result.remarks,
    )


def _moved(outcome: Paired, gap: float) -> Paired:
    """The difference of the scores themselves, where others are resampled in their place."""
    if not gap:
        return outcome
    return replace(
        outcome, difference=outcome.difference + gap, interval=outcome.interval.moved(gap)
    )
