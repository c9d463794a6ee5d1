"""GLEU and GREEN as their definitions read: slow, obvious, for sentences of a few words."""

from __future__ import annotations

import math
from collections import Counter

Counts = Counter[tuple[str, ...]]


def grams(text: str, n: int, unit: str = "word") -> Counts:
    units = text.split() if unit == "word" else list(text)
    return Counter(tuple(units[i : i + n]) for i in range(len(units) - n + 1))


def gleu_match(source: str, reference: str, hypothesis: str, n: int, formula: str) -> int:
    """Matches of order n, of one sentence with one reference."""
    s, r, h = (grams(text, n) for text in (source, reference, hypothesis))
    if formula == "corrected":
        return sum(min(h[g], r[g]) - max(0, min(s[g], h[g]) - r[g]) for g in h)
    lacking = Counter({g: times for g, times in s.items() if g not in r})
    return max(0, (h & r).total() - (h & lacking).total())


def gleu(c: float, r: float, match: list[float], total: list[float]) -> float:
    if not (c > 0 and r > 0 and min(match) > 0 and min(total) > 0):
        return 0.0
    logs = [math.log(m / t) for m, t in zip(match, total, strict=True)]
    return math.exp(min(0.0, 1 - r / c) + sum(logs) / len(logs))


def green_counts(
    source: str, reference: str, hypothesis: str, n: int, unit: str
) -> tuple[int, int, int]:
    """tp, fp and fn of order n, of one sentence with one reference."""
    s, r, h = (grams(text, n, unit) for text in (source, reference, hypothesis))
    kept, inserted, deleted = s & h & r, (h & r) - s, s - (h | r)
    overdeleted, overinserted = (s & r) - h, h - (s | r)
    underdeleted, underinserted = (s & h) - r, r - (s | h)
    return (
        (kept + inserted + deleted).total(),
        (overdeleted + overinserted).total(),
        (underdeleted + underinserted).total(),
    )
