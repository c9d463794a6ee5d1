"""A table on a terminal, whatever its width.

If a table is too wide, intervals move below their scores; if that is not enough, it is cut into
blocks of columns that fit, one below the other, each with the row names in front. Columns of one
group stay together where they can. Nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from corrigenda.report.tables import Table, one_line

GAP = 2  # the space between columns
WRAPPED = 24  # a column of text may be folded, but not below this


class Terminal:
    """Something `rich` can print: a table that adapts to the width it is given."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self.table
        room = options.max_width
        stacked = len(self._blocks(self._widths(stacked=False), room)) > 1
        widths = self._widths(stacked)
        if table.title:
            yield Text(one_line(table.title) + "\n", style="bold")
        for at, block in enumerate(self._blocks(widths, room)):
            if at:
                yield Text()
            yield self._block(block, widths, stacked)
        for note in table.notes:
            yield Text("\n" + one_line(note), style="dim", overflow="fold")

    def _widths(self, stacked: bool) -> list[int]:
        """The room each column needs."""
        widths = []
        for j, column in enumerate(self.table.columns):
            lines = [one_line(column.header)]
            for row in self.table.parts:
                value, marks, interval = row[j]
                lines += [value + marks, interval] if stacked else [f"{value}{marks} {interval}"]
            width = max(cell_len(line.rstrip()) for line in lines)
            widths.append(min(width, WRAPPED) if column.align == "left" else width)
        return widths

    def _blocks(self, widths: Sequence[int], room: int) -> list[list[int]]:
        """The columns of each block; the first column is in all of them."""
        blocks: list[list[int]] = [[0]]
        full = room - widths[0] - (GAP - 1)  # rich pads the last column too
        left = full
        for name, first, behind in self.table.groups:
            columns = range(max(first, 1), behind)
            needs = [GAP + widths[j] for j in columns]
            if name and needs:  # it is written above the first column of its block
                needs[0] = max(needs[0], GAP + cell_len(name))
            whole = sum(needs)
            for at, (j, need) in enumerate(zip(columns, needs, strict=True)):
                fits = whole <= left if name and at == 0 and whole <= full else need <= left
                if not fits and len(blocks[-1]) > 1:
                    blocks.append([0])
                    left = full
                blocks[-1].append(j)
                left -= need
        return blocks

    def _block(self, columns: Sequence[int], widths: Sequence[int], stacked: bool) -> RichTable:
        table = self.table
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
