"""What the page says and in which order, from its data."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from corrigenda.results.numbers import number


def interval(entry: Mapping[str, Any]) -> str:
    """` [low, high]`, or nothing if there is none."""
    low, high = entry.get("low"), entry.get("high")
    return "" if low is None or high is None else f"[{number(low)}, {number(high)}]"


def ranked(data: Mapping[str, Any], measure: str) -> list[str]:
    """Return the systems that have a score, best first; if none is best, in the order given."""
    scores = data["scores"].get(measure, {})
    there = [s for s in data["systems"] if _score(scores.get(s)) is not None]
    sign = {"max": -1, "min": 1, None: 0}[best_of(data, measure)]
    return sorted(there, key=lambda s: sign * scores[s]["score"])


def best_of(data: Mapping[str, Any], measure: str) -> str | None:
    """Return which score is the best of several, by default the highest."""
    found = (m.get("best", "max") for m in data["measures"] if m["name"] == measure)
    best: str | None = next(found, "max")
    return best


def _score(entry: Mapping[str, Any] | None) -> float | None:
    score = None if entry is None else entry.get("score")
    return None if score is None or not isfinite(score) else score
