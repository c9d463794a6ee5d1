"""Figures for papers: whiskers, curves, bars and heatmaps, as PNG, PDF or SVG.

    figure = curves({"drop": [(5, 0.93), (10, 0.87)]}, xlabel="words dropped, %", ylabel="USim",
                    caption="USim falls with damage.")
    figure.save("damage.pdf")       # and damage.caption.txt beside it

A figure fits a column of a two-column paper. Colours can be told apart by the colour-blind (Okabe
and Ito 2008, Color Universal Design), and series differ in markers, lines or hatches, too, so that
a figure survives a black-and-white printer. The same numbers give the same bytes: files carry no
date, version or random name, and the matplotlib settings of whoever draws do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import isfinite, nan
from os import PathLike, fspath
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from corrigenda.errors import InputError
from corrigenda.results.tables import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

COLUMN = 3.3
"""The width, in inches, of a column in a two-column paper."""

PAGE = 6.8
"""The width, in inches, of both columns: that of a figure with several panels."""

ABREAST = 4
"""Panels side by side; more go into further rows."""

DPI = 300

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----", "++++")

STYLE: dict[str, Any] = {
    "font.size": 8,
    "axes.labelsize": 8,
    "axes.titlesize": 8,
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
    "text.parse_math": False,  # a type of error may well have a dollar sign in its name
    "pdf.fonttype": 42,  # publishers do not take Type 3
    "svg.hashsalt": "corrigenda",
}

# What would change from day to day, or from machine to machine, is left out.
_FIXED: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".svg": {"Date": None, "Creator": None},
}


@dataclass(frozen=True)
class Figure:
    """Something to draw on an empty matplotlib figure, and the words beneath it.

    `height` and `width` are in inches; `draw` may add axes, or anything else, to what it is given.
    """

    caption: str
    draw: Callable[[Canvas], None] = field(repr=False)
    height: float = 2.4
    width: float = COLUMN

    def save(self, path: str | PathLike[str], width: float | None = None) -> None:
        """Write FILE.png, FILE.pdf or FILE.svg, `width` inches wide, and FILE.caption.txt."""
        from corrigenda.formats.lines import writing, writing_bytes

        target, caption = files(path)
        drawn = self.render(target.suffix.lower(), width)
        with writing_bytes(target) as stream:
            stream.write(drawn)
        with writing(caption) as text:
            text.write(" ".join(self.caption.split()) + "\n")

    def _repr_svg_(self) -> str:
        return self.render(".svg").decode()

    def render(self, suffix: str, width: float | None = None) -> bytes:
        """Return the bytes of the figure as `.png`, `.pdf` or `.svg`."""
        # Not pyplot: it would choose a screen to draw on, and keep every figure in memory.
        from matplotlib import style
        from matplotlib.figure import Figure as Canvas

        out = BytesIO()
        with style.context(["default", STYLE]):
            canvas = Canvas(figsize=(width or self.width, self.height), layout="constrained")
            self.draw(canvas)
            canvas.savefig(out, format=suffix[1:], dpi=DPI, metadata=_FIXED[suffix])
        return out.getvalue()


def files(path: str | PathLike[str]) -> tuple[Path, Path]:
    """The two files that a figure is written to: the drawing and its caption.

    >>> [file.name for file in files("damage.pdf")]
    ['damage.pdf', 'damage.caption.txt']
    """
    target = Path(fspath(path))
    if target.suffix.lower() not in _FIXED:
        raise InputError(
            f"a figure is written as .png, .pdf or .svg, not as {target.suffix or 'a bare name'}",
            file=target,
            hint="give the file one of these endings",
        )
    return target, target.with_suffix(".caption.txt")


# --- kinds of figures ----------------------------------------------------------------------------


Value = tuple[float, tuple[float, float] | None]
"""A value and its interval, if there is one."""

Point = tuple[float, float] | tuple[float, float, float, float]
"""(x, y), or (x, y, low, high) with a band from low to high."""


class Whiskers(NamedTuple):
    """A panel of labelled values with intervals; `line` is a value to compare with, `label` what
    is written above it."""

    values: Mapping[str, Value]
    xlabel: str
    title: str = ""
    line: float | None = None
    label: str = ""


class Curves(NamedTuple):
    """A panel of named series of points."""

    series: Mapping[str, Sequence[Point]]
    ylabel: str
    title: str = ""


def whiskers(
    rows: Iterable[tuple[str, float, tuple[float, float] | None]],
    *,
    xlabel: str,
    caption: str,
    line: float | None = None,
) -> Figure:
    """Draw labelled values, the first on top, each with the whiskers of its interval.

    `line` marks a value to compare with, such as 0 for "no change".
    """
    given = list(rows)
    # Two rows may have the same label, so labels are told apart by their number.
    values = {str(n): (value, interval) for n, (_, value, interval) in enumerate(given)}
    labels = {str(n): label for n, (label, _, _) in enumerate(given)}
    return whisker_panels([Whiskers(values, xlabel, line=line)], labels, caption=caption)


def whisker_panels(
    panels: Sequence[Whiskers], labels: Mapping[str, str] | Sequence[str], *, caption: str
) -> Figure:
    """Draw several panels of whiskers side by side, with the same labels in the same order.

    `labels` has the rows from top to bottom: the keys of the panels' values, or a mapping from
    these to what is printed. A row that a panel lacks is a gap in that panel.
    """
    printed = labels if isinstance(labels, Mapping) else {label: label for label in labels}
    _some(printed)
    _some(panels)
    keys = list(printed)
    names = [one_line(printed[key]) for key in keys]

    def draw(canvas: Canvas) -> None:
        for axes, panel, first in _grid(canvas, panels):
            _draw_whiskers(axes, panel, keys)
            axes.set_yticks(range(len(keys)), names if first else [""] * len(keys))
            axes.set_ylim(len(keys) - 0.4, -0.6)
            axes.tick_params(axis="y", length=0)
            if len(panels) > 1:
                axes.grid(axis="y", color="0.92", linewidth=0.5)
                axes.set_axisbelow(True)

    height = (0.55 + 0.145 * max(len(keys), 3)) * _lines(panels) + _title_height(panels)
    height += 0.12 * _lines(panels) * any(panel.label for panel in panels)
    return Figure(caption, draw, height, PAGE if len(panels) > 1 else COLUMN)


def _draw_whiskers(axes: Axes, panel: Whiskers, keys: Sequence[str]) -> None:
    if panel.line is not None:
        axes.axvline(panel.line, color="0.6", linewidth=0.6, zorder=0)
    shown = [(y, panel.values[key]) for y, key in enumerate(keys) if key in panel.values]
    for y, (_, interval) in shown:
        if interval is not None:
            low, high = map(_finite, interval)
            axes.plot([low, high], [y, y], color=COLOURS[0], linewidth=0.8, zorder=1)
            axes.plot([low, high], [y, y], "|", color=COLOURS[0], markersize=3.5, zorder=1)
    values = [_finite(value) for _, (value, _) in shown]
    axes.plot(values, [y for y, _ in shown], "o", color=COLOURS[0], markersize=3, zorder=2)
    axes.set_xlabel(panel.xlabel)
    if panel.line is not None and panel.label:
        low, high = axes.get_xlim()
        place = (panel.line - low) / (high - low)
        axes.annotate(
            one_line(panel.label),
            (panel.line, 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 2),
            textcoords="offset points",
            ha="left" if place < 1 / 3 else "right" if place > 2 / 3 else "center",
            fontsize=6,
            color="0.35",
        )
        axes.set_title(axes.get_title(), pad=12)


def curves(
    series: Mapping[str, Sequence[Point]],
    *,
    xlabel: str,
    ylabel: str,
    caption: str,
    log_x: bool = False,
) -> Figure:
    """Draw series of points (x, y), or (x, y, low, high) with a band from low to high."""
    return curve_panels([Curves(series, ylabel)], xlabel=xlabel, caption=caption, log_x=log_x)


def curve_panels(
    panels: Sequence[Curves], *, xlabel: str, caption: str, log_x: bool = False
) -> Figure:
    """Draw several panels of curves side by side, with one legend: a name looks alike in each."""
    _some(panels)
    cleaned = []
    for panel in panels:
        series = {
            one_line(name): [_finite_point(point) for point in points]
            for name, points in panel.series.items()
        }
        _some(series)
        if len(series) < len(panel.series):
            raise InputError("two series of a figure have the same name")
        cleaned.append(panel._replace(series=series))
    names = list(dict.fromkeys(name for panel in cleaned for name in panel.series))
    places = [p[0] for panel in cleaned for points in panel.series.values() for p in points]

    def draw(canvas: Canvas) -> None:
        for axes, panel, _ in _grid(canvas, cleaned):
            _draw_curves(axes, panel, names)
            if log_x:
                axes.set_xscale("log")
                axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")  # the usual one writes math
                axes.xaxis.set_minor_formatter(lambda x, _: "")
            elif all(x.is_integer() for x in places):
                axes.locator_params(axis="x", integer=True)  # there are no 2.5 references
            axes.set_xlabel(xlabel)
            axes.set_ylabel(panel.ylabel)
        _legend(canvas, *canvas.axes)

    width = PAGE if len(panels) > 1 else COLUMN
    height = 2.1 * _lines(panels) + _title_height(panels) + _legend_height(names, width)
    return Figure(caption, draw, height, width)


def _draw_curves(axes: Axes, panel: Curves, names: Sequence[str]) -> None:
    for name, points in panel.series.items():
        k = names.index(name)
        colour = COLOURS[k % len(COLOURS)]
        x, y = [p[0] for p in points], [p[1] for p in points]
        band = [p for p in points if len(p) == 4]
        if band:
            low, high = [p[2] for p in band], [p[3] for p in band]
            at = [p[0] for p in band]
            axes.fill_between(at, low, high, color=colour, alpha=0.18, linewidth=0)
        # Seven colours, seven markers and four lines: 28 series before two look the same.
        axes.plot(
            x,
            y,
            color=colour,
            marker=MARKERS[k % len(MARKERS)],
            linestyle=LINES[k % len(LINES)],
            label=name,
        )


def bars(
    groups: Mapping[str, Mapping[str, float]],
    *,
    ylabel: str,
    caption: str,
) -> Figure:
    """For each category a bar of each group (a system, say); a category a group lacks is a gap."""
    shown = {
        one_line(name): {one_line(category): _finite(value) for category, value in of.items()}
        for name, of in groups.items()
    }
    _some(shown)
    categories = list(dict.fromkeys(category for of in shown.values() for category in of))
    _some(categories)

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        width = 0.8 / len(shown)
        for k, (name, of) in enumerate(shown.items()):
            left = [n - 0.4 + (k + 0.5) * width for n in range(len(categories))]
            axes.bar(
                left,
                [of.get(category, nan) for category in categories],
                width,
                label=name,
                facecolor=COLOURS[k % len(COLOURS)],
                hatch=HATCHES[k % len(HATCHES)],
                edgecolor="white",
                linewidth=0.4,
            )
        axes.axhline(0, color="black", linewidth=0.6)
        _names_below(axes, categories)
        axes.set_ylabel(ylabel)
        _legend(canvas, axes)

    return Figure(caption, draw, height=2.1 + _legend_height(list(shown)))


def heatmap(
    values: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    xlabel: str,
    colour: str,
    caption: str,
) -> Figure:
    """A table as colours, from dark (low) to light (high), with its numbers where they fit;
    `colour` says what they are."""
    shown = [[_finite(value) for value in row] for row in values]
    _some(shown)
    if len(shown) != len(rows) or any(len(row) != len(columns) for row in shown):
        raise InputError(
            f"a heatmap of {len(rows)} rows and {len(columns)} columns needs as many values, "
            f"found {len(shown)} rows of {', '.join(sorted({str(len(row)) for row in shown}))}"
        )

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        image = axes.imshow(shown, cmap="cividis", aspect="auto")
        canvas.colorbar(image, ax=axes, pad=0.02, label=colour)
        low, high = image.get_clim()
        if len(columns) <= 8:
            for i, row in enumerate(shown):
                for j, value in enumerate(row):
                    if isfinite(value):
                        ink = "white" if value < (low + high) / 2 else "black"
                        axes.text(j, i, f"{value:.2f}", ha="center", va="center", color=ink, size=6)
        axes.set_yticks(range(len(rows)), [one_line(name) for name in rows])
        _names_below(axes, [one_line(name) for name in columns])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel(xlabel)

    return Figure(caption, draw, height=0.8 + 0.18 * max(len(rows), 6))


# --- what they share -----------------------------------------------------------------------------


Panel = TypeVar("Panel", Whiskers, Curves)


def _lines(panels: Sequence[object]) -> int:
    """Return how many rows of panels there are."""
    return -(-len(panels) // ABREAST)


def _columns(panels: Sequence[object]) -> int:
    """Return how many panels are side by side, about as many in each row."""
    return -(-len(panels) // _lines(panels))


def _title(panel: Panel, columns: int) -> list[str]:
    """Return the lines of a panel's title, broken where they would not fit above it."""
    return wrap(one_line(panel.title), 72 // columns)


def _title_height(panels: Sequence[Panel]) -> float:
    """Return the inches that titles take, in all rows."""
    most = max(len(_title(panel, _columns(panels))) for panel in panels)
    return _lines(panels) * (0.08 + 0.14 * most if most else 0.0)


def _grid(canvas: Canvas, panels: Sequence[Panel]) -> Iterator[tuple[Axes, Panel, bool]]:
    """Yield the axes of each panel, titled, and whether it is the first of its row."""
    columns = _columns(panels)
    for n, panel in enumerate(panels):
        axes = canvas.add_subplot(_lines(panels), columns, n + 1)
        if panel.title:
            axes.set_title("\n".join(_title(panel, columns)))
        yield axes, panel, n % columns == 0


def _legend(canvas: Canvas, *every: Axes) -> None:
    """Put a legend beneath the axes, where it hides nothing; none for one series."""
    handles: dict[str, Any] = {}
    for axes in every:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    if len(handles) > 1:
        columns = _legend_columns(list(handles), canvas.get_figwidth())
        canvas.legend(
            list(handles.values()), list(handles), loc="outside lower center", ncols=columns
        )


def _legend_columns(labels: Sequence[str], width: float) -> int:
    """Return as many columns as fit into the width, by a rough count of characters."""
    room = round(48 * width / COLUMN)
    return max(1, min(round(4 * width / COLUMN), room // (6 + max(map(len, labels)))))


def _legend_height(labels: Sequence[str], width: float = COLUMN) -> float:
    return 0.15 * -(-len(labels) // _legend_columns(labels, width))


def _names_below(axes: Axes, names: Sequence[str]) -> None:
    """Names of categories at the x axis, upright where they would not fit side by side."""
    upright = sum(len(name) + 2 for name in names) > 48
    axes.set_xticks(range(len(names)), names, rotation=90 if upright else 0)


def _finite(value: float) -> float:
    """What is no finite number is not drawn."""
    return float(value) if isfinite(value) else nan


def _finite_point(point: Point) -> Point:
    x, y, *band = map(_finite, point)
    return (x, y, band[0], band[1]) if band else (x, y)


def _some(shown: Sequence[object] | Mapping[str, object]) -> None:
    if not shown:
        raise InputError("there is nothing to draw")
