"""Figures and findings in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from corrigenda.report.html import number


def p_value(p: float) -> str:
    return "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"


def interval(entry: Mapping[str, Any]) -> str:
    """` [low, high]`, or nothing if there is none."""
    low, high = entry.get("low"), entry.get("high")
    return "" if low is None or high is None else f"[{number(low)}, {number(high)}]"


def alpha(data: Mapping[str, Any]) -> float:
    """The level of significance that goes with the level of the intervals (95 %: 0.05)."""
    return round(1 - (data.get("level") or 95) / 100, 9)


def ranked(data: Mapping[str, Any], measure: str) -> list[str]:
    """Systems that have a score, best first, otherwise in the order given."""
    scores = data["scores"].get(measure, {})
    there = [s for s in data["systems"] if _score(scores.get(s)) is not None]
    return sorted(there, key=lambda s: _sign(data, measure) * scores[s]["score"])


def _sign(data: Mapping[str, Any], measure: str) -> int:
    """-1, or 1 if the lowest score is the best."""
    best = next((m.get("best") for m in data["measures"] if m["name"] == measure), None)
    return 1 if best == "min" else -1


def summary(data: Mapping[str, Any]) -> list[str]:
    """One sentence a measure: who scores best, and whether the next is really behind."""
    return [line for m in data["measures"] if (line := _finding(data, m["name"]))]


def _finding(data: Mapping[str, Any], measure: str) -> str:
    order = ranked(data, measure)
    if not order:
        return ""
    scores = data["scores"][measure]

    def scored(system: str) -> str:
        return f"{number(scores[system]['score'])} {interval(scores[system])}".strip()

    first, most = order[0], "lowest" if _sign(data, measure) > 0 else "highest"
    if len(order) == 1:
        return f"{first} scores {scored(first)} on {measure}."
    level = [s for s in order if scores[s]["score"] == scores[first]["score"]]
    if len(level) > 1:
        names = f"{', '.join(level[:-1])} and {level[-1]}"
        return f"{names} share the {most} score on {measure}: {scored(first)}."
    line = f"{first} scores {most} on {measure}: {scored(first)}"
    second = order[1]
    pair = _pair(data, measure, first, second)
    if pair is None:
        return f"{line}; {second} is next with {scored(second)}."
    p = pair["p_holm"]
    verdict = "is significant" if p < alpha(data) else "is not significant"
    gap = number(abs(scores[first]["score"] - scores[second]["score"]))
    return f"{line}; its lead of {gap} over {second} {verdict} ({p_value(p)} after Holm)."


def _pair(data: Mapping[str, Any], measure: str, a: str, b: str) -> Mapping[str, Any] | None:
    pairs = (data.get("pairs") or {}).get(measure, ())
    return next((p for p in pairs if {p["a"], p["b"]} == {a, b}), None)


def _score(entry: Mapping[str, Any] | None) -> float | None:
    score = None if entry is None else entry.get("score")
    return None if score is None or not isfinite(score) else score
