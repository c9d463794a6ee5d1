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

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import isfinite, nan
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corrigenda.errors import InputError
from corrigenda.report.tables import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

COLUMN = 3.3
"""The width, in inches, of a column in a two-column paper."""

DPI = 300

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----", "++++")

STYLE: dict[str, Any] = {
    "font.size": 8,
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

    `height` is in inches; `draw` may add axes, or anything else, to what it is given.
    """

    caption: str
    draw: Callable[[Canvas], None] = field(repr=False)
    height: float = 2.4

    def save(self, path: str | PathLike[str], width: float = COLUMN) -> None:
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

    def render(self, suffix: str, width: float = COLUMN) -> bytes:
        """The bytes of the figure as `.png`, `.pdf` or `.svg`."""
        # Not pyplot: it would choose a screen to draw on, and keep every figure in memory.
        from matplotlib import style
        from matplotlib.figure import Figure as Canvas

        out = BytesIO()
        with style.context(["default", STYLE]):
            canvas = Canvas(figsize=(width, self.height), layout="constrained")
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


def whiskers(
    rows: Iterable[tuple[str, float, tuple[float, float] | None]],
    *,
    xlabel: str,
    caption: str,
    line: float | None = None,
) -> Figure:
    """Labelled values, the first on top, each with the whiskers of its interval.

    `line` marks a value to compare with, such as 0 for "no change".
    """
    shown = [(one_line(label), _finite(value), interval) for label, value, interval in rows]
    _some(shown)

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        if line is not None:
            axes.axvline(line, color="0.6", linewidth=0.6, zorder=0)
        places = range(len(shown))
        for y, (_, _, interval) in zip(places, shown, strict=True):
            if interval is not None:
                low, high = map(_finite, interval)
                axes.plot([low, high], [y, y], color=COLOURS[0], linewidth=0.8, zorder=1)
                axes.plot([low, high], [y, y], "|", color=COLOURS[0], markersize=3.5, zorder=1)
        values = [value for _, value, _ in shown]
        axes.plot(values, list(places), "o", color=COLOURS[0], markersize=3, zorder=2)
        axes.set_yticks(list(places), [label for label, _, _ in shown])
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(xlabel)

    return Figure(caption, draw, height=0.55 + 0.145 * max(len(shown), 3))


def curves(
    series: Mapping[str, Sequence[tuple[float, float] | tuple[float, float, float, float]]],
    *,
    xlabel: str,
    ylabel: str,
    caption: str,
    log_x: bool = False,
) -> Figure:
    """Series of points (x, y), or (x, y, low, high) with a band from low to high."""
    shown = {one_line(name): [tuple(map(_finite, p)) for p in ps] for name, ps in series.items()}
    _some(shown)
    if len(shown) < len(series):
        raise InputError("two series of a figure have the same name")

    def draw(canvas: Canvas) -> None:
        axes = canvas.add_subplot()
        for k, (name, points) in enumerate(shown.items()):
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
        if log_x:
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")  # the usual one writes math
            axes.xaxis.set_minor_formatter(lambda x, _: "")
        elif all(p[0].is_integer() for points in shown.values() for p in points):
            axes.locator_params(axis="x", integer=True)  # there are no 2.5 references
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
        _legend(canvas, axes)

    return Figure(caption, draw, height=2.1 + _legend_height(shown))


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

    return Figure(caption, draw, height=2.1 + _legend_height(shown))


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


def _legend(canvas: Canvas, axes: Axes) -> None:
    """Beneath the axes, where it hides nothing; none for one series."""
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        columns = _legend_columns(labels)
        canvas.legend(handles, labels, loc="outside lower center", ncols=columns)


def _legend_columns(labels: Iterable[str]) -> int:
    """As many as fit into a column of text, by a rough count of characters."""
    return max(1, min(4, 48 // (6 + max(map(len, labels)))))


def _legend_height(labels: Mapping[str, object]) -> float:
    return 0.15 * -(-len(labels) // _legend_columns(labels))


def _names_below(axes: Axes, names: Sequence[str]) -> None:
    """Names of categories at the x axis, upright where they would not fit side by side."""
    upright = sum(len(name) + 2 for name in names) > 48
    axes.set_xticks(range(len(names)), names, rotation=90 if upright else 0)


def _finite(value: float) -> float:
    """What is no finite number is not drawn."""
    return float(value) if isfinite(value) else nan


def _some(shown: Sequence[object] | Mapping[str, object]) -> None:
    if not shown:
        raise InputError("there is nothing to draw")
