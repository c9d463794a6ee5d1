"""Figures as data: panels, axes and captions.

    figure = Figure("USim falls with damage.", [
        Curves([Series("drop", [Point(5, 0.93), Point(10, 0.87)])],
               x=Axis("words dropped, %"), y=Axis("USim")),
    ])
    figure.save("damage.pdf")       # and damage.caption.txt beside it

`plotting` renders a figure for papers (PNG, PDF, SVG by matplotlib), `drawing` for HTML pages
(inline SVG that follows the page's colours). A figure of several panels has one caption.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from corrigenda.errors import InputError
from corrigenda.results.words import hundredfold
from corrigenda.statistics.intervals import Estimate

if TYPE_CHECKING:
    from corrigenda.measures.contract import Measure

SUFFIXES = (".png", ".pdf", ".svg")


class Axis(NamedTuple):
    """The title of an axis, and its scale. A `share` may be drawn in percent."""

    title: str
    log: bool = False
    share: bool = False

    @classmethod
    def of(cls, measure: Measure, title: str = "{}") -> Axis:
        """Return the axis of a measure's scores."""
        return cls(title.format(measure.label()), share=measure.unit_of() == "share")

    def in_percent(self) -> Axis:
        """Return the axis of numbers in percent."""
        return Axis(f"{self.title}, %", self.log)


class Mark(NamedTuple):
    """A value to compare with, drawn as a labelled line. With `decimals`, the label has it, too."""

    value: float
    label: str = ""
    decimals: int | None = None

    @property
    def text(self) -> str:
        """The whole label."""
        number = "" if self.decimals is None else f": {self.value:.{self.decimals}f}"
        return self.label + number

    def in_percent(self) -> Mark:
        """Return the mark in percent."""
        fewer = None if self.decimals is None else max(self.decimals - 2, 0)
        return Mark(hundredfold(self.value), self.label, fewer)


class Dot(NamedTuple):
    """A labelled value with its confidence interval, if there is one."""

    label: str
    estimate: Estimate


class Point(NamedTuple):
    """A point of a curve; the interval of y becomes a band."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Series(NamedTuple):
    """A named curve. A series to compare with (`background`) is drawn behind the others."""

    name: str
    points: Sequence[Point]
    background: bool = False


class Group(NamedTuple):
    """The bars of one group (a system, say), one for each category; None leaves a gap."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True)
class Dots:
    """Labelled values on a common axis, the first on top, with confidence intervals; `rows` says
    what the labels are, where that is not plain."""

    kind: ClassVar[str] = "dots"

    dots: Sequence[Dot]
    x: Axis
    title: str = ""
    mark: Mark | None = None
    rows: str = ""

    def __post_init__(self) -> None:
        _not_empty(self.dots)

    def in_percent(self) -> Dots:
        """Return the panel with shares in percent."""
        if not self.x.share:
            return self
        dots = [
            Dot(label, Estimate(hundredfold(value), hundredfold(low), hundredfold(high)))
            for label, (value, low, high) in self.dots
        ]
        mark = self.mark and self.mark.in_percent()
        return replace(self, dots=dots, x=self.x.in_percent(), mark=mark)


@dataclass(frozen=True)
class Curves:
    """Curves over a common axis; `apart` draws each in a panel of its own, on the same scale."""

    kind: ClassVar[str] = "curves"

    series: Sequence[Series]
    x: Axis
    y: Axis
    title: str = ""
    apart: bool = False

    def __post_init__(self) -> None:
        _not_empty([one for one in self.series if one.points])
        _different([one.name for one in self.series])

    def in_percent(self) -> Curves:
        """Return the panel with shares in percent."""
        if not self.y.share:
            return self
        series = [
            one._replace(
                points=[
                    Point(x, hundredfold(y), hundredfold(low), hundredfold(high))
                    for x, y, low, high in one.points
                ]
            )
            for one in self.series
        ]
        return replace(self, series=series, y=self.y.in_percent())


@dataclass(frozen=True)
class Bars:
    """Bars: for each category, one of each group."""

    kind: ClassVar[str] = "bars"

    categories: Sequence[str]
    groups: Sequence[Group]
    y: Axis
    title: str = ""

    def __post_init__(self) -> None:
        _not_empty(self.categories)
        _different([one.name for one in self.groups])
        for group in self.groups:
            if len(group.values) != len(self.categories):
                raise InputError(
                    f"{group.name!r} has {len(group.values)} bars for {len(self.categories)} "
                    "categories"
                )


@dataclass(frozen=True)
class Heatmap:
    """A table of numbers as colours; `colour` says what they are.

    `counts` are coloured by their logarithm and shown as they are: most of them are small.
    """

    kind: ClassVar[str] = "heatmap"

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    x: Axis
    colour: str
    title: str = ""
    counts: bool = False

    def __post_init__(self) -> None:
        _not_empty(self.values)
        lengths = sorted({len(row) for row in self.values})
        if len(self.values) != len(self.rows) or lengths != [len(self.columns)]:
            raise InputError(
                f"a heat map of {len(self.rows)} rows and {len(self.columns)} columns needs as "
                f"many values, found {len(self.values)} rows of {', '.join(map(str, lengths))}"
            )


Panel: TypeAlias = Dots | Curves | Bars | Heatmap


@dataclass(frozen=True)
class Figure:
    """One panel or several, and one caption; `name` tells the figures of a result apart."""

    caption: str
    panels: Sequence[Panel]
    name: str = ""
    signature: str = ""
    """Everything needed to compute the numbers again; the caption of a file ends with it."""

    def __post_init__(self) -> None:
        _not_empty(self.panels)

    def in_percent(self) -> Figure:
        """Return the figure with shares in percent."""
        panels = [
            one.in_percent() if isinstance(one, Dots | Curves) else one for one in self.panels
        ]
        return replace(self, panels=panels)

    def __repr__(self) -> str:
        return f"<Figure {self.name}: {self.caption}>"

    def save(self, path: str | PathLike[str], width: float | None = None) -> None:
        """Write FILE.png, FILE.pdf or FILE.svg, `width` inches wide, and FILE.caption.txt."""
        from corrigenda.formats.lines import writing, writing_bytes

        target, caption = files(path)
        drawn = self.render(target.suffix.lower(), width)
        with writing_bytes(target) as stream:
            stream.write(drawn)
        with writing(caption) as text:
            text.write(" ".join([*self.caption.split(), *self.signature.split()]) + "\n")

    def _repr_svg_(self) -> str:
        return self.render(".svg").decode()

    def render(self, suffix: str, width: float | None = None) -> bytes:
        """Return the bytes of the figure as `.png`, `.pdf` or `.svg`."""
        from corrigenda.results.plotting import render

        return render(self, suffix, width)


def files(path: str | PathLike[str]) -> tuple[Path, Path]:
    """Return the two files that a figure is written to: the drawing and its caption.

    >>> [file.name for file in files("damage.pdf")]
    ['damage.pdf', 'damage.caption.txt']
    """
    target = Path(fspath(path))
    if target.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"a figure is written as .png, .pdf or .svg, not as {target.suffix or 'a bare name'}",
            file=target,
            hint="give the file one of these endings",
        )
    return target, target.with_suffix(".caption.txt")


def finite(value: float | None) -> float | None:
    """Return the value if it can be drawn."""
    return float(value) if value is not None and isfinite(value) else None


def _not_empty(items: Sequence[object]) -> None:
    if not items:
        raise InputError("there is nothing to draw")


def _different(names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        raise InputError("two series of a figure have the same name")
