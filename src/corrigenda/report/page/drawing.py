"""Drawings of the page (inline SVG): dots with whiskers, and small curves.

They take their colours from the style sheet, so that they follow light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from corrigenda.report.page.words import interval, ranked
from corrigenda.results.numbers import number

WIDTH, ROW, TOP, BOTTOM = 440, 25, 6, 26
FIGURES = 52  # the width of the scores at the right
LETTER, CAPITAL = 7.4, 9.8  # of a name at the left, on average
PANEL = (220, 150)


class Dot(NamedTuple):
    """A name, a value and its interval."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


class Line(NamedTuple):
    """A curve: `main` is what a drawing is about, `other` what it is compared with."""

    name: str
    points: Sequence[tuple[float, float]]
    kind: str


def dots_and_whiskers(data: Mapping[str, Any], measure: str) -> Markup:
    """Systems by one measure, best first; empty if there is but one dot to draw."""
    entries = {s: data["scores"][measure][s] for s in ranked(data, measure)}
    if len(entries) < 2 and not any(map(interval, entries.values())):
        return Markup("")
    dots = [Dot(s, e["score"], e.get("low"), e.get("high")) for s, e in entries.items()]
    return whiskers(dots, measure)


def whiskers(
    dots: Sequence[Dot], measure: str, line: float | None = None, named: str = "ceiling"
) -> Markup:
    """Draw a line for each dot, with its interval and its value; `line` is a value to compare them
    with, and `named` says what it is."""
    ends = [end for dot in dots for end in (dot.value, dot.low, dot.high) if end is not None]
    ends += [] if line is None else [line]
    ticks = nice_ticks(min(ends), max(ends))
    left = min(160.0, max(_width(dot.name) for dot in dots)) + 14
    right = WIDTH - FIGURES - 10
    bottom = TOP + ROW * len(dots)
    low, high = min(ticks[0], *ends), max(ticks[-1], *ends)

    def x(value: float) -> float:
        share: float = (value - low) / (high - low)
        return round(left + share * (right - left), 2)

    label = f"{measure}: " + "; ".join(
        f"{d.name} {number(d.value)} {interval(d._asdict())}".strip() for d in dots
    )
    label += "" if line is None else f"; {named} {number(line)}"
    parts = [_opened("dots", WIDTH, bottom + BOTTOM, label)]
    for tick, text in zip(ticks, _labels(ticks), strict=True):
        parts.append(f'<path class="rule" d="M{x(tick)} {TOP}V{bottom}"/>')
        parts.append(_text(x(tick), bottom + 16, text, "tick", "middle"))
    if line is not None:
        title = f"<title>{escape(named)} {number(line)}</title>"
        parts.append(f'<path class="ceiling" d="M{x(line)} {TOP}V{bottom}">{title}</path>')
    for i, dot in enumerate(dots):
        y = TOP + ROW * i + ROW / 2
        name = dot.name if len(dot.name) <= 22 else dot.name[:21] + "…"
        parts.append(_text(left - 12, y + 4, name, "", "end"))
        if dot.low is not None and dot.high is not None:
            a, b = x(dot.low), x(dot.high)
            parts.append(f'<path class="whisker" d="M{a} {y}H{b}M{a} {y - 4}v8M{b} {y - 4}v8"/>')
        parts.append(f'<circle cx="{x(dot.value)}" cy="{y}" r="4.5"/>')
        parts.append(_text(WIDTH, y + 4, number(float(dot.value)), "figure", "end"))
    return Markup("".join([*parts, "</svg>"]))


def curve(
    lines: Sequence[Line],
    label: str,
    title: str = "",
    *,
    heights: tuple[float, float] | None = None,
    whole: bool = False,
) -> Markup:
    """A small drawing of curves, the last above the others; over whole numbers if it is `whole`.

    Drawings side by side are given the same `heights`, so that they can be compared.
    """
    xs = [x for line in lines for x, _ in line.points]
    across = nice_ticks(min(xs), max(xs), 3)
    if whole:
        across = sorted({float(round(tick)) for tick in across})
    up = nice_ticks(*(heights or span(lines)), 3)
    width, height = PANEL
    left = 12 + 6.5 * max(map(len, _labels(up)))
    right, above, below = width - 8, 22 if title else 8, height - 22

    def x(value: float) -> float:
        return round(left + (value - across[0]) / (across[-1] - across[0]) * (right - left), 2)

    def y(value: float) -> float:
        return round(below - (value - up[0]) / (up[-1] - up[0]) * (below - above), 2)

    ends = "; ".join(
        f"{n}: {number(float(p[0][1]))} to {number(float(p[-1][1]))}" for n, p, _ in lines
    )
    parts = [_opened("curve", width, height, f"{label}; {ends}")]
    if title:
        parts.append(_text(left, 13, title if len(title) <= 26 else title[:25] + "…", "title"))
    for tick, text in zip(up, _labels(up), strict=True):
        parts.append(f'<path class="rule" d="M{left} {y(tick)}H{right}"/>')
        parts.append(_text(left - 5, y(tick) + 4, text, "tick", "end"))
    for tick, text in zip(across, _labels(across), strict=True):
        anchor = "end" if tick == across[-1] else "middle"
        parts.append(_text(x(tick), height - 6, text, "tick", anchor))
    for line in lines:
        path = "L".join(f"{x(a)} {y(b)}" for a, b in line.points)
        parts.append(f'<path class="{line.kind}" d="M{path}"/>')
    return Markup("".join([*parts, "</svg>"]))


def span(*drawings: Sequence[Line]) -> tuple[float, float]:
    """The lowest and the highest point of curves, in one drawing or in several."""
    ys = [y for lines in drawings for line in lines for _, y in line.points]
    return min(ys), max(ys)


def _opened(kind: str, width: float, height: float, label: str) -> str:
    size = f"0 0 {width} {height}"
    return f'<svg class="{kind}" viewBox="{size}" role="img" aria-label="{escape(label)}">'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _width(name: str) -> float:
    return sum(CAPITAL if letter.isupper() else LETTER for letter in name)


def _labels(ticks: Sequence[float]) -> list[str]:
    decimals = max(0, -math.floor(math.log10(ticks[1] - ticks[0]) + 1e-9))
    return [number(float(tick), decimals) if decimals else number(round(tick)) for tick in ticks]


def nice_ticks(low: float, high: float, about: int = 4) -> list[float]:
    """Round numbers (1, 2 or 5 times a power of ten apart) from below `low` to above `high`."""
    span = high - low or abs(high) / 10 or 1.0
    raw = span / about
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return [k * step for k in range(first, last + 1)]
