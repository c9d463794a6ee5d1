"""Scores as dots, their intervals as whiskers, one line a system (inline SVG)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from corrigenda.report.html import number
from corrigenda.report.page.words import interval, ranked

WIDTH, LINE, TOP, BOTTOM = 440, 25, 6, 26
FIGURES = 52  # the width of the scores at the right
LETTER, CAPITAL = 7.4, 9.8  # of a name at the left, on average


def dots_and_whiskers(data: Mapping[str, Any], measure: str) -> Markup:
    """The drawing for one measure, highest score first; empty if there is but one dot to draw."""
    systems = ranked(data, measure)
    entries = {s: data["scores"][measure][s] for s in systems}
    if len(entries) < 2 and not any(map(interval, entries.values())):
        return Markup("")
    ends = [
        e.get(k) if e.get(k) is not None else e["score"]
        for e in entries.values()
        for k in ("low", "score", "high")
    ]
    ticks = nice_ticks(min(ends), max(ends))
    left = min(160.0, max(map(_width, systems))) + 14
    right = WIDTH - FIGURES - 10
    bottom = TOP + LINE * len(systems)

    def x(value: float) -> float:
        low, high = min(ticks[0], *ends), max(ticks[-1], *ends)
        share: float = (value - low) / (high - low)
        return round(left + share * (right - left), 2)

    label = f"{measure}: " + "; ".join(
        f"{s} {number(e['score'])} {interval(e)}".strip() for s, e in entries.items()
    )
    parts = [
        f'<svg class="dots" viewBox="0 0 {WIDTH} {bottom + BOTTOM}" role="img" '
        f'aria-label="{escape(label)}">'
    ]
    decimals = max(0, -math.floor(math.log10(ticks[1] - ticks[0]) + 1e-9))
    for tick in ticks:
        parts.append(f'<path class="rule" d="M{x(tick)} {TOP}V{bottom}"/>')
        parts.append(
            f'<text class="tick" x="{x(tick)}" y="{bottom + 16}" text-anchor="middle">'
            f"{number(float(tick), decimals) if decimals else round(tick)}</text>"
        )
    for i, (system, entry) in enumerate(entries.items()):
        y = TOP + LINE * i + LINE / 2
        name = system if len(system) <= 22 else system[:21] + "…"
        parts.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        if interval(entry):
            a, b = x(entry["low"]), x(entry["high"])
            parts.append(f'<path class="whisker" d="M{a} {y}H{b}M{a} {y - 4}v8M{b} {y - 4}v8"/>')
        parts.append(f'<circle cx="{x(entry["score"])}" cy="{y}" r="4.5"/>')
        parts.append(
            f'<text class="figure" x="{WIDTH}" y="{y + 4}" text-anchor="end">'
            f"{number(entry['score'])}</text>"
        )
    return Markup("".join([*parts, "</svg>"]))


def _width(name: str) -> float:
    return sum(CAPITAL if letter.isupper() else LETTER for letter in name)


def nice_ticks(low: float, high: float, about: int = 4) -> list[float]:
    """Round numbers (1, 2 or 5 times a power of ten apart) from below `low` to above `high`."""
    span = high - low or abs(high) / 10 or 1.0
    raw = span / about
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return [k * step for k in range(first, last + 1)]
