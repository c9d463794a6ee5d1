"""Figures of labelled values with whiskers, as PNG, PDF or SVG (see `results.figures` for others).

    figure = whiskers([("A", 0.35, (0.33, 0.37))], xlabel="F0.5", caption="F0.5 of A.")
    figure.save("scores.pdf")       # and scores.caption.txt beside it

A figure fits a column of a two-column paper. The same numbers give the same bytes: files carry no
date, version or random name, and the reader's matplotlib settings do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import isfinite, nan
from os import PathLike, fspath
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

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

COLOUR = "#0072B2"

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


class Whiskers(NamedTuple):
    """A panel of labelled values with intervals; `line` is a value to compare with, `label` what
    is written above it."""

    values: Mapping[str, Value]
    xlabel: str
    title: str = ""
    line: float | None = None
    label: str = ""


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
            axes.plot([low, high], [y, y], color=COLOUR, linewidth=0.8, zorder=1)
            axes.plot([low, high], [y, y], "|", color=COLOUR, markersize=3.5, zorder=1)
    values = [_finite(value) for _, (value, _) in shown]
    axes.plot(values, [y for y, _ in shown], "o", color=COLOUR, markersize=3, zorder=2)
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


# --- what they share -----------------------------------------------------------------------------


def _lines(panels: Sequence[object]) -> int:
    """Return how many rows of panels there are."""
    return -(-len(panels) // ABREAST)


def _columns(panels: Sequence[object]) -> int:
    """Return how many panels are side by side, about as many in each row."""
    return -(-len(panels) // _lines(panels))


def _title(panel: Whiskers, columns: int) -> list[str]:
    """Return the lines of a panel's title, broken where they would not fit above it."""
    return wrap(one_line(panel.title), 72 // columns)


def _title_height(panels: Sequence[Whiskers]) -> float:
    """Return the inches that titles take, in all rows."""
    most = max(len(_title(panel, _columns(panels))) for panel in panels)
    return _lines(panels) * (0.08 + 0.14 * most if most else 0.0)


def _grid(canvas: Canvas, panels: Sequence[Whiskers]) -> Iterator[tuple[Axes, Whiskers, bool]]:
    """Yield the axes of each panel, titled, and whether it is the first of its row."""
    columns = _columns(panels)
    for n, panel in enumerate(panels):
        axes = canvas.add_subplot(_lines(panels), columns, n + 1)
        if panel.title:
            axes.set_title("\n".join(_title(panel, columns)))
        yield axes, panel, n % columns == 0


def _finite(value: float) -> float:
    """What is no finite number is not drawn."""
    return float(value) if isfinite(value) else nan


def _some(shown: Sequence[object] | Mapping[str, object]) -> None:
    if not shown:
        raise InputError("there is nothing to draw")
