"""Bootstrap settings: confidence level, method, resamples, random seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL, MOST_RESAMPLES, RESAMPLES, SEED
from corrigenda.statistics.intervals import Estimate, Interval, Method, cautions, check, intervals

if TYPE_CHECKING:
    from corrigenda.statistics.resampling import Array, Values


@dataclass(frozen=True)
class Settings:
    """Confidence level in percent (None: no intervals), method, resamples and random seed."""

    ci: float | None = LEVEL
    method: Method = "bca"
    resamples: int = RESAMPLES
    seed: int = SEED

    def __post_init__(self) -> None:
        check(LEVEL if self.ci is None else self.ci, self.method)
        if not 2 <= self.resamples <= MOST_RESAMPLES:
            raise InputError(
                f"a bootstrap takes 2 to {MOST_RESAMPLES:,} resamples, not {self.resamples:,}"
            )
        if self.seed < 0:
            raise InputError(f"a seed must not be negative, found {self.seed}")

    def intervals(self, rows: Array, values: Values) -> dict[str, Interval]:
        """Return the interval of each value of a table, by a bootstrap over its rows; none at all
        if none are wanted, or if there is only one row."""
        if self.ci is None:
            return {}
        return intervals(
            rows,
            values,
            level=self.ci,
            method=self.method,
            resamples=self.resamples,
            seed=self.seed,
        )

    def estimate(self, value: float, rows: Array, values: Values, name: str = "score") -> Estimate:
        """Return a value of a table with its interval, if there is one."""
        interval = self.intervals(rows, values).get(name)
        return Estimate(value) if interval is None else Estimate(value, interval.low, interval.high)

    def notes(self, count: int, unit: str = "sentence") -> list[str]:
        """Return what to print beneath a table with intervals over so many sentences."""
        if self.ci is None:
            return []
        if count < 2:
            return cautions(count, unit)
        kind = {"bca": "BCa", "percentile": "percentile"}[self.method]
        return [
            f"[low, high]: {self.ci:g} % confidence interval, {kind} bootstrap over {unit}s, "
            f"{self.resamples} resamples",
            *cautions(count, unit),
        ]

    def signed(self, count: int = 2) -> dict[str, object]:
        """Return what a signature says of the bootstrap over so many sentences: nothing if there
        are no intervals."""
        if self.ci is None or count < 2:
            return {}
        return {"ci": f"{self.method}{self.ci:g}", "bs": self.resamples, "seed": self.seed}

    def whiskers(self, shape: str = "Whiskers") -> str:
        """Return what a caption says of whiskers or bands; nothing if there are none."""
        return "" if self.ci is None else f" {shape}: {self.ci:g} % confidence intervals."
