"""Numbers in running text, in characters that any terminal has."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def plain_number(value: float) -> str:
    """Return a score with four decimals; no minus stands before what prints as 0."""
    text = f"{value:.4f}"
    return text if float(text) else text.lstrip("-")


def plain_interval(entry: Mapping[str, Any]) -> str:
    """Return `[low, high]`, or nothing if there is none."""
    low, high = entry.get("low"), entry.get("high")
    return "" if low is None or high is None else f"[{plain_number(low)}, {plain_number(high)}]"


def p_value(p: float, *, at_floor: bool = False) -> str:
    """Return `p = ...`, or `p < ...` where it is small, or the least that there can be."""
    if p < 0.0005:
        return "p < 0.001"
    if at_floor:
        return f"p < {math.ceil(p * 1000 * (1 - 1e-9)) / 1000:.3f}"
    return f"p = {p:.3f}"
