"""What a section of a study is made of: findings in words, tables and drawings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from corrigenda.results.numbers import number


@dataclass(frozen=True)
class Figure:
    """A cell: a number as it is shown, and, for shading, how dark it is (0 to 9)."""

    value: float | None
    decimals: int = 4
    interval: str = ""
    shade: int | None = None

    @property
    def text(self) -> str:
        return number(self.value, self.decimals)


@dataclass(frozen=True)
class Grid:
    """A table: a name and figures in each row; `apart` rows at the end are told from the rest.
    `named` says what the names are those of."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Figure]]]
    apart: int = 0
    named: str = "Name"

    @property
    def bodies(self) -> list[Sequence[tuple[str, Sequence[Figure]]]]:
        """The rows, in one group or two, each sorted for itself."""
        end = len(self.rows) - self.apart
        return [group for group in (self.rows[:end], self.rows[end:]) if group]


@dataclass(frozen=True)
class Drawings:
    """One drawing, or several small ones side by side."""

    caption: str
    drawn: Sequence[Markup]


@dataclass(frozen=True)
class Section:
    """One section: its name in addresses, its title, what was found, what shows it, and remarks."""

    key: str
    title: str
    note: str
    findings: Sequence[str]
    parts: Sequence[Grid | Drawings]
    signatures: Sequence[str] = ()
    remarks: Sequence[str] = ()

    @property
    def lines(self) -> list[list[Grid | Drawings]]:
        """Parts side by side where there is room: a table and the one drawing that follows it."""
        lines: list[list[Grid | Drawings]] = []
        for part in self.parts:
            alone = isinstance(part, Drawings) and len(part.drawn) == 1
            if alone and lines and isinstance(lines[-1][-1], Grid):
                lines[-1].append(part)
            else:
                lines.append([part])
        return lines


def shaded(counts: Sequence[float], most: float) -> list[Figure]:
    """Counts that are the darker the higher they are, by their logarithm: most are small."""
    top = math.log1p(most) or 1.0
    return [
        Figure(count, 0, shade=math.ceil(9 * math.log1p(count) / top) if count > 0 else 0)
        for count in counts
    ]


def shade_class(figure: Figure) -> str:
    return "" if figure.shade is None else f"shade{figure.shade}"


def kind(part: Grid | Drawings) -> str:
    return type(part).__name__.lower()
