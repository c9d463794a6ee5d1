"""Numbers as pages print them."""

from __future__ import annotations

from math import isfinite

from corrigenda.statistics.estimates import Estimate


def number(value: float | None, decimals: int = 4, signed: bool = False) -> str:
    """Return a number with its decimals, a whole number as it is, and a dash for none."""
    if value is None or not isfinite(value):
        return "–"
    if isinstance(value, int) or decimals == 0:
        return f"{value:,.0f}"
    text = f"{value:{'+' if signed else ''}.{decimals}f}"
    text = text if float(text) else text.lstrip("+-")
    return text.replace("-", "−")


def interval(estimate: Estimate) -> str:
    """Return `[low, high]`, or nothing if there is no interval."""
    bounds = estimate.interval
    return "" if bounds is None else f"[{number(bounds[0])}, {number(bounds[1])}]"
