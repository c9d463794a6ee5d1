"""A number with its confidence interval."""

from __future__ import annotations

from typing import NamedTuple


class Estimate(NamedTuple):
    """A value and the bounds of its confidence interval, or None where there is no interval."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return both bounds, or None."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def shifted(self, by: float) -> Estimate:
        """Return the estimate with `by` added to the value and its bounds."""
        low, high = self.interval or (None, None)
        return Estimate(
            self.value + by,
            None if low is None else low + by,
            None if high is None else high + by,
        )

    def text(self, decimals: int = 4) -> str:
        """Return the number and its interval as prose prints them.

        >>> Estimate(0.35012, 0.33, 0.37).text(3)
        '0.350 [0.330, 0.370]'
        """
        number = f"{self.value:.{decimals}f}"
        if self.interval is None:
            return number
        low, high = self.interval
        return f"{number} [{low:.{decimals}f}, {high:.{decimals}f}]"
