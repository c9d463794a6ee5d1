"""Figures for papers, by matplotlib: PNG, PDF or SVG.

One panel fits a column of a two-column paper, several fit a page. Colours can be told apart by the
colour-blind (Okabe and Ito 2008, Color Universal Design), and series also differ in markers, lines
or hatches, so that a figure survives a black-and-white printer. The same figure gives the same
bytes: files carry no date, version or random name, and the reader's matplotlib settings do not
count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import chain
from math import isfinite, log1p, nan
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from corrigenda.results.figures import Bars, Curves, Dots, Figure, Heatmap, Panel, Series, finite
from corrigenda.results.tables import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

COLUMN, PAGE = 3.3, 6.9
"""Inches: the widths of a column and of a page in a two-column paper."""

ABREAST = 3
"""Panels that stand side by side."""

DPI = 300

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----", "++++")

STYLE: dict[str, Any] = {
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "lines.linewidth": 1.0,
    "lines.markersize": 3.5,
    "hatch.linewidth": 0.5,
    "text.parse_math": False,  # a type of error may have a dollar sign in its name
    "pdf.fonttype": 42,  # publishers do not take Type 3
    "svg.hashsalt": "corrigenda",
}

LEAST_SPAN = 0.02
"""What an axis of scores shows at least."""

# Metadata that would change from day to day, or from machine to machine, is left out.
_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".svg": {"Date": None, "Creator": None},
}


def render(figure: Figure, suffix: str, width: float | None = None) -> bytes:
    """Return the bytes of the figure as `.png`, `.pdf` or `.svg`, `width` inches wide."""
    # Not pyplot: it would choose a screen to draw on, and keep every figure in memory.
    from matplotlib import style

    out = BytesIO()
    with style.context(["default", STYLE]):
        canvas = drawn(figure, width)
        canvas.savefig(out, format=suffix[1:], dpi=DPI, metadata=_METADATA[suffix])
    return out.getvalue()


def drawn(figure: Figure, width: float | None = None) -> Canvas:
    """Return a matplotlib figure with the panels side by side, three in a row at most.

    Panels of the same labels share them and their order; a series looks alike in all panels, and
    there is one legend.
    """
    from matplotlib.figure import Figure as Canvas

    panels = _in_one_order(list(chain.from_iterable(map(_separate, figure.panels))))
    rows = -(-len(panels) // ABREAST)
    columns = -(-len(panels) // rows)
    width = width or (COLUMN if len(panels) == 1 else PAGE)
    titles = [wrap(one_line(panel.title), 72 // columns) for panel in panels]
    names = list(dict.fromkeys(name for panel in panels for name in _names(panel)))
    height = rows * (max(map(_height, panels)) + max(map(_title_height, titles)))
    canvas = Canvas(figsize=(width, height + _legend_height(names, width)), layout="constrained")
    shared = len(panels) > 1 and len({_labels(panel) for panel in panels}) == 1
    for n, (panel, title) in enumerate(zip(panels, titles, strict=True)):
        axes = canvas.add_subplot(rows, columns, n + 1)
        _DRAW[type(panel)](panel, axes, names)
        if title:
            labelled = isinstance(panel, Dots) and panel.mark is not None and panel.mark.label
            axes.set_title("\n".join(title), pad=11 if labelled else None)
        if shared and isinstance(panel, Dots):
            axes.grid(axis="y", color="0.92", linewidth=0.5)
            axes.set_axisbelow(True)
            if n % columns:
                axes.set_yticklabels([])
    _legend(canvas)
    return canvas


def _in_one_order(panels: list[Panel]) -> list[Panel]:
    """Return panels of dots with the rows of the first one, if all have the same labels."""
    first = panels[0]
    if not all(isinstance(panel, Dots) for panel in panels) or not isinstance(first, Dots):
        return panels
    order = {label: n for n, label in enumerate(_labels(first))}
    if len(order) < len(first.dots) or any(set(_labels(p)) != set(order) for p in panels):
        return panels
    return [
        replace(panel, dots=sorted(panel.dots, key=lambda dot: order[dot.label]))
        for panel in panels
        if isinstance(panel, Dots)
    ]


def _labels(panel: Panel) -> tuple[str, ...]:
    return tuple(dot.label for dot in panel.dots) if isinstance(panel, Dots) else ()


def _names(panel: Panel) -> list[str]:
    """Return the names of the series that a legend lists."""
    if isinstance(panel, Curves):
        return [one_line(one.name) for one in panel.series]
    return [one_line(one.name) for one in panel.groups] if isinstance(panel, Bars) else []


def _separate(panel: Panel) -> Sequence[Panel]:
    """Return a panel for each foreground series, if they are to be drawn apart."""
    if not (isinstance(panel, Curves) and panel.apart):
        return [panel]
    behind = [one for one in panel.series if one.background]
    return [
        Curves([*behind, one], panel.x, panel.y, title=one.name)
        for one in panel.series
        if not one.background
    ]


def _height(panel: Panel) -> float:
    """Return the inches a panel needs."""
    if isinstance(panel, Dots):
        return 0.55 + 0.145 * max(len(panel.dots), 3)
    if isinstance(panel, Heatmap):
        return 0.8 + 0.18 * max(len(panel.rows), 6)
    return 2.1


def _title_height(lines: Sequence[str]) -> float:
    return 0.08 + 0.14 * len(lines) if lines else 0.0


# --- kinds of panels ------------------------------------------------------------------------------


def _dots(panel: Dots, axes: Axes, names: Sequence[str]) -> None:
    places = range(len(panel.dots))
    if panel.mark is not None:
        axes.axvline(panel.mark.value, color="0.45", linewidth=0.8, linestyle="--", zorder=0)
        if panel.mark.label:
            axes.annotate(
                one_line(panel.mark.text),
                (panel.mark.value, 1),
                xycoords=("data", "axes fraction"),
                xytext=(0, 2),
                textcoords="offset points",
                ha="center",
                va="bottom",
                size=6,
                color="0.3",
            )
    for y, dot in zip(places, panel.dots, strict=True):
        low, high = map(finite, dot.estimate.interval or (None, None))
        if low is not None and high is not None:
            axes.plot([low, high], [y, y], color=COLOURS[0], linewidth=0.8, zorder=1)
            axes.plot([low, high], [y, y], "|", color=COLOURS[0], markersize=3.5, zorder=1)
    values = [_drawn(dot.estimate.value) for dot in panel.dots]
    axes.plot(values, list(places), "o", color=COLOURS[0], markersize=3, zorder=2)
    axes.set_yticks(list(places), [one_line(dot.label) for dot in panel.dots])
    axes.set_ylim(len(panel.dots) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    low, high = axes.get_xlim()
    if high - low < LEAST_SPAN:  # a small gap must not look like a large one
        axes.set_xlim((low + high - LEAST_SPAN) / 2, (low + high + LEAST_SPAN) / 2)
    axes.locator_params(axis="x", nbins=4)
    axes.set_xlabel(one_line(panel.x.title))
    axes.set_ylabel(one_line(panel.rows))


def _curves(panel: Curves, axes: Axes, names: Sequence[str]) -> None:
    for series in panel.series:
        if series.background:
            colour, marker, line = "0.55", "", ":"
        else:
            # Seven colours, seven markers and four lines: 28 series before two look the same.
            k = names.index(one_line(series.name))
            colour = COLOURS[k % len(COLOURS)]
            marker, line = MARKERS[k % len(MARKERS)], LINES[k % len(LINES)]
        band = [p for p in series.points if p.low is not None and p.high is not None]
        if band:
            axes.fill_between(
                [p.x for p in band],
                [_drawn(p.low) for p in band],
                [_drawn(p.high) for p in band],
                color=colour,
                alpha=0.18,
                linewidth=0,
            )
        axes.plot(
            [p.x for p in series.points],
            [_drawn(p.y) for p in series.points],
            color=colour,
            marker=marker,
            linestyle=line,
            label=one_line(series.name),
        )
    if panel.x.log:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")  # the usual one writes mathematics
        axes.xaxis.set_minor_formatter(lambda x, _: "")
    elif _is_whole(panel.series):
        axes.locator_params(axis="x", integer=True)  # there are no 2.5 references
    axes.set_xlabel(one_line(panel.x.title))
    axes.set_ylabel(one_line(panel.y.title))


def _bars(panel: Bars, axes: Axes, names: Sequence[str]) -> None:
    width = 0.8 / len(panel.groups)
    for place, group in enumerate(panel.groups):
        k = names.index(one_line(group.name))
        axes.bar(
            [n - 0.4 + (place + 0.5) * width for n in range(len(panel.categories))],
            [_drawn(value) for value in group.values],
            width,
            label=one_line(group.name),
            facecolor=COLOURS[k % len(COLOURS)],
            hatch=HATCHES[k % len(HATCHES)],
            edgecolor="white",
            linewidth=0.4,
        )
    axes.axhline(0, color="black", linewidth=0.6)
    _names_below(axes, panel.categories)
    axes.set_ylabel(one_line(panel.y.title))


def _heatmap(panel: Heatmap, axes: Axes, names: Sequence[str]) -> None:
    shown = [[_drawn(value) for value in row] for row in panel.values]
    coloured = [[log1p(v) for v in row] for row in shown] if panel.counts else shown
    image = axes.imshow(coloured, cmap="cividis", aspect="auto")
    bar = axes.figure.colorbar(image, ax=axes, pad=0.02, label=one_line(panel.colour))
    if panel.counts:
        top = max((v for row in shown for v in row if isfinite(v)), default=0)
        ticks = [t for t in (0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10000) if t <= top]
        bar.set_ticks([log1p(t) for t in ticks], labels=[str(t) for t in ticks])
    low, high = image.get_clim()
    digits = 0 if panel.counts else 2
    if len(panel.columns) <= 8:
        for i, row in enumerate(shown):
            for j, value in enumerate(row):
                if isfinite(value):
                    ink = "white" if coloured[i][j] < (low + high) / 2 else "black"
                    axes.text(
                        j, i, f"{value:.{digits}f}", ha="center", va="center", color=ink, size=6
                    )
    axes.set_yticks(range(len(panel.rows)), [one_line(name) for name in panel.rows])
    _names_below(axes, panel.columns)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(one_line(panel.x.title))


_DRAW: dict[type, Callable[[Any, Axes, Sequence[str]], None]] = {
    Dots: _dots,
    Curves: _curves,
    Bars: _bars,
    Heatmap: _heatmap,
}


# --- what they share ------------------------------------------------------------------------------


def _legend(canvas: Canvas) -> None:
    """Put a legend beneath the axes, where it hides nothing; none for one series."""
    handles: dict[str, Any] = {}
    for axes in canvas.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    if len(handles) > 1:
        columns = _legend_columns(list(handles), canvas.get_figwidth())
        canvas.legend(
            list(handles.values()), list(handles), loc="outside lower center", ncols=columns
        )


def _legend_columns(labels: Sequence[str], width: float) -> int:
    """Return how many names fit side by side, by a rough count of characters."""
    room = round(48 * width / COLUMN)
    return max(1, min(round(4 * width / COLUMN), room // (6 + max(map(len, labels)))))


def _legend_height(labels: Sequence[str], width: float) -> float:
    return 0.15 * -(-len(labels) // _legend_columns(labels, width)) if len(labels) > 1 else 0.0


def _names_below(axes: Axes, names: Sequence[str]) -> None:
    """Write categories below the x axis, upright where they would not fit side by side."""
    upright = sum(len(name) + 2 for name in names) > 48
    axes.set_xticks(range(len(names)), list(map(one_line, names)), rotation=90 if upright else 0)


def _is_whole(series: Sequence[Series]) -> bool:
    return all(float(point.x).is_integer() for one in series for point in one.points)


def _drawn(value: float | None) -> float:
    """Return a number that matplotlib leaves out if it cannot be drawn."""
    number = finite(value)
    return nan if number is None else number
