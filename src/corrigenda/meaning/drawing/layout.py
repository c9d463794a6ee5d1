"""Layout of a graph in a drawing: words along the bottom, the root on top.

Every token has a column, in the text's order, and so has every unit without tokens below it. A
unit is above the columns of its yield, one level above its highest child. A unit with a gap in
its yield is also above all units within its gap, and on the side of the gap where more of it
is: so an edge that drops down a column meets nothing but what it leads to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from unicodedata import east_asian_width

from corrigenda.meaning.graph import Graph, members

FONT = 14.0
"""The size of words, in pixels."""

SMALL = 11.0
"""The size of labels."""

LEVEL = 66.0
"""The height of a level."""

NARROWEST = 30.0
"""The least width of a column."""


BELOW = 20.0
"""The room below the line of words."""


@dataclass(frozen=True)
class Layout:
    """The middle of each token and each unit, and the size of the whole. `down` is 1 if words are
    below their units, and -1 if they are above them."""

    tokens: list[tuple[float, float]]
    units: list[tuple[float, float]]
    width: float
    height: float
    down: int = 1

    def moved(self, right: float) -> Layout:
        """Return the same, so far to the right."""
        tokens, units = ([(x + right, y) for x, y in row] for row in (self.tokens, self.units))
        return replace(self, tokens=tokens, units=units, width=self.width + right)

    def upside_down(self, words: float) -> Layout:
        """Return the same with the root at the bottom, and the words on a line at this height."""
        bottom = self.height - BELOW
        tokens = [(x, words) for x, _ in self.tokens]
        units = [(x, words + bottom - y) for x, y in self.units]
        return Layout(tokens, units, self.width, words + bottom, -self.down)


def width(text: str, size: float) -> float:
    """Return about how wide a text is, in a sans-serif font: wide enough for nearly all of them."""
    wide = sum(east_asian_width(character) in "WF" for character in text)
    return size * (0.62 * (len(text) - wide) + 1.05 * wide)


def concept_of(graph: Graph, unit: int) -> str:
    """Return the text in a unit: its concept, if its scheme has concepts."""
    return dict(graph.units[unit].attributes).get("instance", "")


def label(labels: tuple[str, ...]) -> str:
    """Return the labels of an edge as they are written."""
    return "+".join(labels)


def layout(graph: Graph) -> Layout:
    """Return the positions of the parts of a graph."""
    order = _column_order(graph)
    covered = _columns(graph, order)
    centres = _centres(graph, order, covered)
    levels = _levels(graph, covered)
    top = max(levels)
    x = [_middle(covered[unit], centres) for unit in range(len(graph.units))]
    for level in set(levels):
        row = [unit for unit in range(len(x)) if levels[unit] == level]
        row.sort(key=lambda unit: (x[unit], unit))
        sizes = [max(NARROWEST, width(concept_of(graph, unit), SMALL) + 20) for unit in row]
        for unit, place in zip(row, spread([x[unit] for unit in row], sizes), strict=True):
            x[unit] = place
    bottom = 24 + LEVEL * (top + 1)
    column = {item: n for n, item in enumerate(order)}
    tokens = [(centres[column[n, -1]], bottom) for n in range(len(graph.tokens))]
    units = [(x[unit], 24 + LEVEL * (top - level)) for unit, level in enumerate(levels)]
    sides = [*x, *centres]
    shift = max(0.0, NARROWEST - min(sides))
    return Layout(
        [(at + shift, y) for at, y in tokens],
        [(at + shift, y) for at, y in units],
        max(*(at + NARROWEST for at in sides), centres[-1] + _half(graph, order)) + shift + 10,
        bottom + BELOW,
    )


Item = tuple[float, int]
"""A column: a token (its number, -1), or after it a unit without tokens (its number)."""


def _half(graph: Graph, order: list[Item]) -> float:
    at, unit = order[-1]
    text = graph.tokens[int(at)].text if unit < 0 else concept_of(graph, unit)
    return width(text, FONT) / 2 + 8


def _column_order(graph: Graph) -> list[Item]:
    """Return the columns from left to right: a unit without tokens stands after its elder
    sister."""
    yields = graph.yields()
    items: list[Item] = [(n, -1) for n in range(len(graph.tokens))]
    behind = [-0.5] * len(graph.units)
    walk: list[int] = []
    todo = [0]
    while todo:
        unit = todo.pop()
        walk.append(unit)
        tokens = yields[unit]
        at = (tokens & -tokens).bit_length() - 1.5 if tokens else behind[unit]
        below = [edge.child for edge in graph.children[unit] if not edge.remote]
        for child in below:
            behind[child] = at
            at = yields[child].bit_length() - 0.5 if yields[child] else at
        todo += reversed(below)
    for unit in walk:
        has_children = any(not edge.remote for edge in graph.children[unit])
        if not yields[unit] and not has_children:
            items.append((behind[unit], unit))
    rank = {unit: n for n, unit in enumerate(walk)}
    return sorted(items, key=lambda item: (item[0], rank.get(item[1], -1)))


def _columns(graph: Graph, order: list[Item]) -> list[int]:
    """Return, for each unit, the columns below it, by primary edges, as bits."""
    column = {item: n for n, item in enumerate(order)}
    covered = [0] * len(graph.units)
    for leaf in graph.leaves:
        covered[leaf.unit] |= 1 << column[leaf.token, -1]
    for (_, unit), n in column.items():
        if unit >= 0:
            covered[unit] |= 1 << n
    for unit in reversed(graph.order):
        above = graph.primary[unit]
        if above is not None:
            covered[above.parent] |= covered[unit]
    return covered


def _centres(graph: Graph, order: list[Item], covered: list[int]) -> list[float]:
    """Return the middle of each column: wide enough for its word, and for what is written above
    it."""
    widths = [
        max(NARROWEST, width(graph.tokens[int(at)].text, FONT) + 14 if unit < 0 else 0)
        for at, unit in order
    ]
    for unit in graph.order:
        above = graph.primary[unit]
        needed = width(concept_of(graph, unit), SMALL) + 24
        if above is not None:
            needed = max(needed, width(label(above.labels), SMALL) + 12)
        columns = largest_run(covered[unit])
        missing = needed - sum(widths[n] for n in columns)
        if missing > 0 and columns:
            for n in columns:
                widths[n] += missing / len(columns)
    centres = []
    at = 8.0
    for each in widths:
        centres.append(at + each / 2)
        at += each
    return centres


def largest_run(columns: int) -> list[int]:
    """Return the longest run of columns without a gap (the first of them).

    >>> largest_run(0b1101100)
    [2, 3]
    """
    runs: list[list[int]] = [[]]
    for n in members(columns):
        if runs[-1] and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return max(runs, key=len)


def _middle(columns: int, centres: list[float]) -> float:
    run = largest_run(columns)
    return (centres[run[0]] + centres[run[-1]]) / 2 if run else 0.0


def _levels(graph: Graph, covered: list[int]) -> list[int]:
    """Return the level of each unit: one above its highest child, and above all units within a gap.

    A unit within the gap of another spans less than it does, and a child no more than its parent:
    so units go from the narrowest to the widest, and all that is below one comes before it.
    """
    levels = [0] * len(covered)
    place = {unit: -n for n, unit in enumerate(graph.order)}
    spans = [
        (columns.bit_length() - (columns & -columns).bit_length(), place[unit], unit)
        for unit, columns in enumerate(covered)
    ]
    done: list[int] = []
    for _, _, unit in sorted(spans):
        columns = covered[unit]
        below = [levels[edge.child] + 1 for edge in graph.children[unit] if not edge.remote]
        hull = (1 << columns.bit_length()) - (columns & -columns) if columns else 0
        if hull != columns:
            gap = hull & ~columns
            below += [levels[other] + 1 for other in done if covered[other] & gap == covered[other]]
        levels[unit] = max(below, default=0)
        done.append(unit)
    return levels


def spread(wanted: list[float], sizes: list[float]) -> list[float]:
    """Return places as near as possible to those wanted (least squares) that keep their order, and
    keep things of the given sizes from overlapping (pooling adjacent violators).

    >>> spread([0, 0, 100], [10, 10, 10])
    [-5.0, 5.0, 100.0]
    """
    offsets = [0.0]
    for one, two in pairwise(sizes):
        offsets.append(offsets[-1] + (one + two) / 2)
    blocks: list[tuple[float, int]] = []  # where a block of touching things is, and how many
    for want, offset in zip(wanted, offsets, strict=True):
        place, count = float(want - offset), 1
        while blocks and blocks[-1][0] > place:
            other, many = blocks.pop()
            place = (place * count + other * many) / (count + many)
            count += many
        blocks.append((place, count))
    placed = [place for place, count in blocks for _ in range(count)]
    return [place + offset for place, offset in zip(placed, offsets, strict=False)]
