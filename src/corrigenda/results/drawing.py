"""Figures for HTML pages: inline SVG that takes its colours from the style sheet.

So drawings follow light and dark, and a screen reader finds their numbers in the label.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from markupsafe import Markup, escape

from corrigenda.results.figures import (
    Bars,
    Curves,
    Dots,
    Figure,
    Heatmap,
    Panel,
    Series,
    finite,
)
from corrigenda.results.words import interval, number

WIDTH, ROW, BOTTOM = 440, 25, 42
LETTER, CAPITAL = 7.4, 9.8  # the average width of a letter of a name
PANEL = (220, 168)
SERIES = 7
"""Series differ in colour up to this many, and in dashes beyond."""


def draw(figure: Figure) -> list[Markup]:
    """Return the panels of a figure as SVG elements."""
    return [svg for panel in figure.panels for svg in _DRAW[type(panel)](panel)]


# --- kinds of panels ------------------------------------------------------------------------------


def _dots(panel: Dots) -> list[Markup]:
    """Return one row per dot, with its interval and, at the right, its value."""
    dots = [dot for dot in panel.dots if finite(dot.estimate.value) is not None]
    if not dots:
        return []
    ends = [e for dot in dots for e in map(finite, dot.estimate) if e is not None]
    mark = panel.mark
    ends += [] if mark is None else [mark.value]
    ticks = nice_ticks(min(ends), max(ends))
    top = (18 if panel.title else 0) + (16 if mark is not None and mark.label else 6)
    left = min(160.0, max(_width(dot.label) for dot in dots)) + 14
    right = WIDTH - 62
    bottom = top + ROW * len(dots)
    low, high = min(ticks[0], *ends), max(ticks[-1], *ends)

    def x(value: float) -> float:
        return round(left + (value - low) / (high - low) * (right - left), 2)

    label = f"{panel.title or panel.x.title}: " + "; ".join(
        f"{d.label} {number(d.estimate.value)} {interval(d.estimate)}".strip() for d in dots
    )
    label += "" if mark is None else f"; {mark.label or 'line'} {number(mark.value)}"
    parts = [_opened("dots", WIDTH, bottom + BOTTOM, label)]
    if panel.rows:
        parts.append(_text(0, bottom + 34, f"{panel.rows} ↑", "tick"))
    if panel.title:
        parts.append(_text(left, 14, panel.title, "title"))
    parts += _rules(ticks, x, top, bottom)
    parts.append(_text((left + right) / 2, bottom + 34, panel.x.title, "tick", "middle"))
    if mark is not None:
        parts.append(f'<path class="mark-line" d="M{x(mark.value)} {top}V{bottom}"/>')
        if mark.label:
            place = min(max(x(mark.value), left + 60), right - 60)
            parts.append(_text(place, top - 5, mark.text, "mark-label", "middle"))
    for i, dot in enumerate(dots):
        y = top + ROW * i + ROW / 2
        parts.append(_text(left - 12, y + 4, _clipped(dot.label, 22), "", "end"))
        bounds = dot.estimate.interval
        if bounds is not None and all(finite(end) is not None for end in bounds):
            a, b = map(x, bounds)
            parts.append(f'<path class="whisker" d="M{a} {y}H{b}M{a} {y - 4}v8M{b} {y - 4}v8"/>')
        parts.append(f'<circle cx="{x(dot.estimate.value)}" cy="{y}" r="4.5"/>')
        parts.append(_text(WIDTH, y + 4, number(float(dot.estimate.value)), "value", "end"))
    return [Markup("".join([*parts, "</svg>"]))]


def _curves(panel: Curves) -> list[Markup]:
    """Return all series in one drawing, or each foreground series in a small one of its own."""
    series = [
        one._replace(points=[p for p in one.points if finite(p.y) is not None])
        for one in panel.series
    ]
    series = [one for one in series if one.points]
    if not series:
        return []
    background = [one for one in series if one.background]
    foreground = [one for one in series if not one.background]
    heights = _span(series)
    if panel.apart:
        return [_curve([*background, one], panel, one.name, heights, PANEL) for one in foreground]
    size = PANEL if len(foreground) == 1 else (WIDTH, 260)
    return [_curve([*background, *foreground], panel, panel.title, heights, size)]


def _curve(
    series: Sequence[Series],
    panel: Curves,
    title: str,
    heights: tuple[float, float],
    size: tuple[int, int],
) -> Markup:
    xs = [_scaled(p.x, panel) for one in series for p in one.points]
    across = nice_ticks(min(xs), max(xs), 3)
    if not panel.x.log and all(float(p.x).is_integer() for one in series for p in one.points):
        across = sorted({float(round(tick)) for tick in across})
    up = nice_ticks(*heights, 3)
    width, height = size
    names = [one.name for one in series] if len(series) > 1 and size != PANEL else []
    rows = -(-len(names) // 3)
    left = 26 + 6.5 * max(map(len, tick_labels(up)))
    right, above, below = width - 8, 22 if title else 8, height - 38
    full = height + 16 * rows

    def x(value: float) -> float:
        share = (_scaled(value, panel) - across[0]) / ((across[-1] - across[0]) or 1)
        return round(left + share * (right - left), 2)

    def y(value: float) -> float:
        return round(below - (value - up[0]) / (up[-1] - up[0]) * (below - above), 2)

    ends = "; ".join(
        f"{one.name}: {number(float(one.points[0].y))} to {number(float(one.points[-1].y))}"
        for one in series
    )
    about = f"{panel.y.title} by {panel.x.title}"
    parts = [_opened("curve" if size == PANEL else "curve wide", width, full, f"{about}; {ends}")]
    if title:
        parts.append(_text(left, 13, _clipped(title, 26), "title"))
    for tick, text in zip(up, tick_labels(up), strict=True):
        parts.append(f'<path class="rule" d="M{left} {y(tick)}H{right}"/>')
        parts.append(_text(left - 5, y(tick) + 4, text, "tick", "end"))
    labels = [f"{10**t:g}" for t in across] if panel.x.log else tick_labels(across)
    for tick, text in zip(across, labels, strict=True):
        place = round(
            left + (tick - across[0]) / ((across[-1] - across[0]) or 1) * (right - left), 2
        )
        parts.append(
            _text(place, below + 15, text, "tick", "end" if tick == across[-1] else "middle")
        )
    parts.append(_text((left + right) / 2, below + 31, panel.x.title, "tick", "middle"))
    parts.append(_upright(11, (above + below) / 2, panel.y.title))
    foreground = 0
    for k, one in enumerate(series):
        kind = "background" if one.background else f"series{foreground % SERIES}"
        foreground += not one.background
        band = [p for p in one.points if p.low is not None and p.high is not None]
        if len(band) > 1:
            edge = [(p.x, p.low) for p in band] + [(p.x, p.high) for p in reversed(band)]
            parts.append(f'<path class="band {kind}" d="M{_path(edge, x, y)}Z"/>')
        dashes = (
            f' stroke-dasharray="{3 * (foreground // SERIES)} 3"' if foreground > SERIES else ""
        )
        line = _path([(p.x, p.y) for p in one.points], x, y)
        parts.append(f'<path class="{kind}"{dashes} d="M{line}"/>')
        if len(one.points) == 1:
            at = f'cx="{x(one.points[0].x)}" cy="{y(one.points[0].y)}"'
            parts.append(f'<circle class="{kind}" {at} r="3"/>')
        if names:
            a, b = left + (k % 3) * (width - left) / 3, height + 16 * (k // 3) + 8
            parts.append(f'<path class="{kind}"{dashes} d="M{a:.1f} {b}h16"/>')
            parts.append(_text(round(a + 20, 1), b + 4, _clipped(one.name, 18), "tick"))
    return Markup("".join([*parts, "</svg>"]))


def _bars(panel: Bars) -> list[Markup]:
    """Return horizontal bars, category by category: names stay readable, however many there are."""
    values = [v for group in panel.groups for v in map(finite, group.values) if v is not None]
    if not values:
        return []
    there = [(k, group) for k, group in enumerate(panel.groups) if any(group.values)]
    shown = there or [(0, panel.groups[0])]  # what is 0 everywhere needs no bars
    thick = 12
    block = thick * len(shown) + 8
    left = min(160.0, max(_width(name) for name in panel.categories)) + 14
    right, top = WIDTH - 52, 8 + (18 if panel.title else 0)
    bottom = top + block * len(panel.categories)
    ticks = nice_ticks(min(0.0, *values), max(0.0, *values))
    if all(value == int(value) for value in values):  # there is nothing between two of them
        ticks = [tick for tick in ticks if tick == int(tick)]

    def x(value: float) -> float:
        return round(left + (value - ticks[0]) / (ticks[-1] - ticks[0]) * (right - left), 2)

    rows = -(-len(shown) // 3) if len(panel.groups) > 1 else 0
    label = f"{panel.title or panel.y.title}: " + "; ".join(
        f"{category}: "
        + ", ".join(f"{group.name} {number(group.values[n])}" for group in panel.groups)
        for n, category in enumerate(panel.categories)
    )
    parts = [_opened("bars", WIDTH, bottom + BOTTOM + 16 * rows, label)]
    if panel.title:
        parts.append(_text(left, 14, panel.title, "title"))
    parts += _rules(ticks, x, top, bottom)
    parts.append(_text((left + right) / 2, bottom + 34, panel.y.title, "tick", "middle"))
    for n, category in enumerate(panel.categories):
        above = top + block * n + 4
        middle = above + thick * len(shown) / 2
        parts.append(_text(left - 12, middle + 4, _clipped(category, 22), "", "end"))
        for place, (k, group) in enumerate(shown):
            value = finite(group.values[n])
            if value is not None:
                a, b = sorted((x(0.0), x(value)))
                at = above + thick * place
                size = f'x="{a}" y="{at}" width="{round(b - a, 2)}" height="{thick - 2}"'
                parts.append(f'<rect class="series{k % SERIES}" {size}/>')
                parts.append(_text(b + 4, at + 9, _amount(value), "tick"))
    for place, (k, group) in enumerate(shown if rows else ()):
        a, b = left + (place % 3) * (WIDTH - left) / 3, bottom + BOTTOM + 16 * (place // 3)
        parts.append(
            f'<rect class="series{k % SERIES}" x="{a:.1f}" y="{b}" width="12" height="9"/>'
        )
        parts.append(_text(round(a + 17, 1), b + 9, _clipped(group.name, 18), "tick"))
    return [Markup("".join([*parts, "</svg>"]))]


def _heatmap(panel: Heatmap) -> list[Markup]:
    """Return shaded cells with their numbers; darker is more."""
    values = [v for row in panel.values for v in map(finite, row) if v is not None]
    if not values:
        return []
    left = min(160.0, max(_width(name) for name in panel.rows)) + 14
    top = 22 if panel.title else 8
    wide = max(34.0, (WIDTH - left) / len(panel.columns))
    width, bottom = left + wide * len(panel.columns), top + ROW * len(panel.rows)
    most, least = max(values), 0.0 if panel.counts else min(values)

    def shade(value: float) -> int:
        if panel.counts:
            share = math.log1p(max(value, 0)) / (math.log1p(most) or 1)
        else:
            share = (value - least) / ((most - least) or 1)
        return math.ceil(9 * share)

    label = f"{panel.title or panel.colour}: " + "; ".join(
        f"{name}: " + ", ".join(_amount(v) for v in row)
        for name, row in zip(panel.rows, panel.values, strict=True)
    )
    parts = [_opened("heat", round(width, 1), bottom + BOTTOM, label)]
    if panel.title:
        parts.append(_text(left, 14, panel.title, "title"))
    for i, (name, row) in enumerate(zip(panel.rows, panel.values, strict=True)):
        y = top + ROW * i
        parts.append(_text(left - 12, y + 17, _clipped(name, 22), "", "end"))
        for j, value in enumerate(row):
            known = finite(value)
            at = f'x="{round(left + wide * j, 1)}" y="{y}"'
            if known is not None:
                size = f'width="{round(wide - 1, 1)}" height="{ROW - 1}"'
                parts.append(f'<rect class="shade{shade(known)}" {at} {size}/>')
            middle = round(left + wide * (j + 0.5), 1)
            parts.append(_text(middle, y + 17, _amount(value), "value", "middle"))
    for j, name in enumerate(panel.columns):
        parts.append(_text(round(left + wide * (j + 0.5), 1), bottom + 15, name, "tick", "middle"))
    title = f"{panel.x.title} (colour: {panel.colour})"
    parts.append(_text((left + width) / 2, bottom + 33, title, "tick", "middle"))
    return [Markup("".join([*parts, "</svg>"]))]


_DRAW: dict[type[Panel], Callable[[Any], list[Markup]]] = {
    Dots: _dots,
    Curves: _curves,
    Bars: _bars,
    Heatmap: _heatmap,
}


# --- what they share ------------------------------------------------------------------------------


def _span(series: Sequence[Series]) -> tuple[float, float]:
    ends = [
        end
        for one in series
        for p in one.points
        for end in map(finite, (p.y, p.low, p.high))
        if end is not None
    ]
    return min(ends), max(ends)


def _scaled(x: float, panel: Curves) -> float:
    return math.log10(x) if panel.x.log else x


def _path(
    points: Sequence[tuple[float, float | None]],
    x: Callable[[float], float],
    y: Callable[[float], float],
) -> str:
    return "L".join(f"{x(a)} {y(b)}" for a, b in points if b is not None)


def _opened(kind: str, width: float, height: float, label: str) -> str:
    size = f"0 0 {width} {height}"
    return f'<svg class="{kind}" viewBox="{size}" role="img" aria-label="{escape(label)}">'


def _rules(
    ticks: Sequence[float], x: Callable[[float], float], top: float, bottom: float
) -> Iterator[str]:
    """Yield vertical rules with their numbers below."""
    for tick, text in zip(ticks, tick_labels(ticks), strict=True):
        yield f'<path class="rule" d="M{x(tick)} {top}V{bottom}"/>'
        yield _text(x(tick), bottom + 16, text, "tick", "middle")


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _upright(x: float, y: float, text: str) -> str:
    """Return the title of a vertical axis."""
    turned = f'transform="rotate(-90 {x} {y})"'
    return _text(x, y, text, "tick", "middle").replace("<text", f"<text {turned}", 1)


def _clipped(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1] + "…"


def _width(name: str) -> float:
    return sum(CAPITAL if letter.isupper() else LETTER for letter in name)


def _amount(value: float | None) -> str:
    """Return a number as short as a cell is."""
    if value is not None and math.isfinite(value) and value == int(value):
        return number(int(value))
    return number(value, 2)


def tick_labels(ticks: Sequence[float]) -> list[str]:
    """Return the labels of ticks, with as many decimals as their distance needs."""
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return [number(float(tick), decimals) if decimals else number(round(tick)) for tick in ticks]


def nice_ticks(low: float, high: float, about: int = 4) -> list[float]:
    """Return round numbers (1, 2 or 5 times a power of ten apart) from below `low` to above
    `high`."""
    span = high - low or abs(high) / 10 or 1.0
    raw = span / about
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return [k * step for k in range(first, last + 1)]
