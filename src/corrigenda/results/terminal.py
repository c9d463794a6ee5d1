"""Print a table on a terminal of any width.

If a table is too wide, intervals move below their scores, or it is cut into blocks of columns that
fit, one below the other, each with the row names in front: whatever takes fewer lines. Columns of
one group stay together where they can. Nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from corrigenda.results.tables import Table, one_line

GAP = 2  # the space between columns
WRAPPED = 24  # a column of text may be folded, but not below this


class Block(NamedTuple):
    """Columns that fit side by side, those that name the rows in front; are intervals below?"""

    columns: list[int]
    stacked: bool


class Terminal:
    """Something `rich` can print: a table that adapts to the width it is given."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self.table
        layouts = [self._blocks(options.max_width, stacked) for stacked in (False, True)]
        shortest = min(layouts, key=self._lines)
        if table.title:
            yield Text(one_line(table.title) + "\n", style="bold")
        for at, block in enumerate(shortest):
            if at:
                yield Text()
            yield self._block(block)
        for note in table.notes:
            yield Text("\n" + one_line(note), style="dim", overflow="fold")

    def _widths(self, stacked: bool) -> list[int]:
        """Return the room each column needs."""
        widths = []
        for j, column in enumerate(self.table.columns):
            lines = [one_line(column.header)]
            for row in self.table.parts:
                value, marks, interval = row[j]
                lines += [value + marks, interval] if stacked else [f"{value}{marks} {interval}"]
            width = max(cell_len(line.rstrip()) for line in lines)
            widths.append(min(width, WRAPPED) if column.align == "left" else width)
        return widths

    def _blocks(self, room: int, stacked: bool) -> list[Block]:
        """Return the blocks, with intervals below all scores, or only where a group would not
        fit."""
        widths = {below: self._widths(below) for below in (False, True)}
        names = self._names(widths[False], room)
        full = room + 1 - sum(GAP + widths[False][j] for j in names)
        left = full
        blocks = [Block([*names], stacked)]
        for name, start, end in self.table.groups:
            columns = range(max(start, len(names)), end)
            beside = self._needs(name, columns, widths[False])
            below = stacked or (sum(beside) if name else max(beside, default=0)) > full
            needs = self._needs(name, columns, widths[True]) if below else beside
            whole = sum(needs)
            for at, (j, need) in enumerate(zip(columns, needs, strict=True)):
                fits = (whole if name and at == 0 else need) <= left
                if blocks[-1].columns == names:
                    blocks[-1] = Block([*names], below)
                elif not fits or blocks[-1].stacked != below:
                    blocks.append(Block([*names], below))
                    left = full
                blocks[-1].columns.append(j)
                left -= need
        return blocks

    def _names(self, widths: Sequence[int], room: int) -> list[int]:
        """Return the columns that name the rows, and are in all blocks.

        They are those in front that are flush left, or the first alone where these took half of
        the room.
        """
        columns = self.table.columns
        lead = list(takewhile(lambda j: columns[j].align == "left", range(len(columns))))
        narrow = 2 * sum(GAP + widths[j] for j in lead) <= room
        return lead if lead and narrow else [0]

    def _needs(self, name: str, columns: Sequence[int], widths: Sequence[int]) -> list[int]:
        """Return the room the columns of a group need, with its name above the first of them."""
        needs = [GAP + widths[j] for j in columns]
        if name and needs:
            needs[0] = max(needs[0], GAP + cell_len(name))
        return needs

    def _lines(self, blocks: list[Block]) -> int:
        """Return the number of lines."""
        parts = self.table.parts
        return sum(
            4 + sum(1 + (stacked and any(row[j].interval for j in columns)) for row in parts)
            for columns, stacked in blocks
        )

    def _block(self, block: Block) -> RichTable:
        table = self.table
        columns, stacked = block
        widths = self._widths(stacked)
        out = RichTable(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, GAP - 1, 0, 0))
        grouped = any(table.columns[j].group for j in columns)
        shown = ""
        for j in columns:
            column = table.columns[j]
            header = Text(one_line(column.header))
            if grouped:
                group = one_line(column.group)
                header = Text("" if group == shown else group, "cyan").append("\n").append(header)
                shown = group
            out.add_column(header, justify=column.align, min_width=widths[j], overflow="fold")
        for i in range(len(table.rows)):
            out.add_row(*(self._cell(i, j, stacked) for j in columns))
        return out

    def _cell(self, i: int, j: int, stacked: bool) -> Text:
        value, marks, interval = self.table.parts[i][j]
        text = Text(value, "bold" if (i, j) in self.table.best else "")
        text.append(marks, "cyan")
        if interval:
            text.append(("\n" if stacked else " ") + interval, "dim")
        return text
