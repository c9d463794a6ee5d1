"""The numbers that rules are about, from rows: scores, their parts, counts, types of edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from corrigenda.errors import InputError
from corrigenda.evaluation.result import values_of_type
from corrigenda.gates.rules import Rule
from corrigenda.measures.contract import Array, Measure
from corrigenda.measures.fscore import edit_counts
from corrigenda.statistics.paired import Paired, compare


@dataclass(frozen=True)
class Number:
    """A number of one system, and the rows behind it."""

    value: float
    rows: Array
    values: Callable[[Array], Mapping[str, Array]]
    """From sums of rows to the number, for many sums at once."""

    part: str
    offset: float = 0.0
    """The number minus the one that is resampled in its place (see `Measure.offset`)."""

    def of(self, sums: Array) -> dict[str, Array]:
        return {"score": self.values(sums)[self.part]}

    def alone(self) -> Array:
        """Return the number of each sentence by itself."""
        return np.asarray(self.of(self.rows)["score"], dtype=np.float64)

    def against(self, other: Number, *, trials: int, seed: int) -> Paired:
        """Compare it with the number of another system on the same sentences."""
        return compare(
            self.rows,
            other.rows,
            self.of,
            offset=self.offset - other.offset,
            trials=trials,
            seed=seed,
        )


def number(rule: Rule, table: Array) -> Number:
    """Return the number that a rule is about, from the rows of a system."""
    measure, part = rule.measure, rule.part
    score = measure.score(measure.totals(table))
    if part == "score":
        offset = measure.offset(table, score.value)
        return Number(score.value, measure.resampled_rows(table), measure.values, part, offset)
    if part in score.parts:
        return Number(score.parts[part], measure.resampled_rows(table), measure.values, part)
    if part not in score.counts:
        known = ", ".join(("score", *score.parts, *score.counts))
        raise InputError(f"rule {str(rule)!r}: {measure} has no {part!r}", hint=f"it has {known}")
    return Number(score.counts[part], table, _counts(measure, table), part)


def number_of_type(rule: Rule, rows: Array, sentences: int) -> Number:
    """Return the number that a rule is about, from a system's rows of one type of edit."""
    table = np.zeros((sentences, 3))
    table[rows[:, 0].astype(int)] = rows[:, 1:]
    counts = _vectorised(edit_counts)

    def values(sums: Array) -> Mapping[str, Array]:
        return {**values_of_type(rule.measure, sums), **counts(sums)}

    return Number(float(values(table.sum(axis=0))[rule.part]), table, values, rule.part)


def _counts(measure: Measure, table: Array) -> Callable[[Array], Mapping[str, Array]]:
    """Return what counts sums of rows; refuse counts that are none of sums."""
    if not np.array_equal(measure.totals(table), table.sum(axis=0)):
        raise InputError(f"{measure} counts in ways that cannot be compared by sentences")
    return _vectorised(measure.counts)


def _vectorised(
    counts: Callable[[Array], Mapping[str, float]],
) -> Callable[[Array], Mapping[str, Array]]:
    """Return a function from one row of sums to counts as one over any leading axes."""

    def values(sums: Array) -> Mapping[str, Array]:
        made = [counts(row) for row in sums.reshape(-1, sums.shape[-1])]
        return {
            name: np.array([float(one[name]) for one in made]).reshape(sums.shape[:-1])
            for name in made[0]
        }

    return values
