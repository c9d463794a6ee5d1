"""The lattice of minimal token alignments between a source and a hypothesis.

MaxMatch searches the union of two Levenshtein lattices: all cheapest ways to turn one text into the
other when a substitution costs 1, and all of them when it costs 2 (insertions and deletions cost
1). A node (i, j) stands between tokens, after i of the source and j of the hypothesis; an arc
deletes a source token, inserts a hypothesis token, or goes over one of each, equal or not.

The dynamic programming runs over whole columns at once, on the bits of Python's integers: Hyyrö's
form of Myers' algorithm (2003) for cost 1, and the bit-vector form of the longest common
subsequence (Hyyrö 2004) for cost 2. That makes the cost of a column nearly independent of the
source's length, and keeps two hundred repetitive tokens as harmless as ten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from corrigenda.errors import InputError

LARGEST_MATRIX = 400_000_000
"""The most cells of a column-by-column search: some 300 MB of bits."""

LARGEST = 2_000_000
"""The most nodes a lattice may have: two texts of 1,400 tokens without a word in common."""


class Lattice(NamedTuple):
    """Nodes in topological order, numbered, with their incoming arcs.

    `nodes[k]` is the (i, j) of node k; `changes[k]` are the tails of the arcs into k that change
    something (deletion, insertion, substitution), and `matches[k]` the tail of the arc between
    equal tokens, if there is one; `number[j][i]` is the number of (i, j). The first node is the
    start and the last one the end of both texts.

    A row i may have several layers: copies of its nodes, with consecutive numbers. Paths enter it
    on the lowest layer and leave it from any; what leads to a higher one is the caller's to add.
    """

    nodes: list[tuple[int, int]]
    changes: list[list[int]]
    matches: list[list[int]]
    number: list[dict[int, int]]


Columns = list[tuple[int, int, int, int, int]]
"""For each column: its nodes and the arcs that delete, insert, match, substitute, as bits."""


def window(source: Sequence[str], target: Sequence[str], margin: int) -> tuple[int, int, int]:
    """The part that alignments can differ in: (first, end in the source, end in the target).

    Outside it both texts are equal, and every minimal alignment pairs them token by token. It does
    not suffice to trim the common prefix: in `a a b` / `a b` either `a` may be the deleted one. But
    a token of the common prefix that occurs once in each text is paired with itself in every
    minimal alignment: leaving it unpaired costs at least one operation more than walking down the
    diagonal through it. Everything before it then aligns at no cost, in just one way. The same
    holds for the suffix. `margin` tokens more are kept on each side.
    """
    n, m = len(source), len(target)
    shorter = min(n, m)
    first = 0
    while first < shorter and source[first] == target[first]:
        first += 1
    last = 0
    while last < shorter - first and source[n - 1 - last] == target[m - 1 - last]:
        last += 1
    while first:
        token = source[first - 1]
        if source.count(token) == 1 and target.count(token) == 1:
            break
        first -= 1
    while last:
        token = source[n - last]
        if source.count(token) == 1 and target.count(token) == 1:
            break
        last -= 1
    first = max(first - margin, 0)
    last = max(last - margin, 0)
    return first, n - last, m - last


def lattice(source: Sequence[str], target: Sequence[str]) -> Columns:
    """The union of the two lattices, column by column."""
    n, m = len(source), len(target)
    if n * m > LARGEST_MATRIX:
        raise InputError(
            f"a sentence of {n} tokens and its correction of {m} tokens are too long to be aligned",
            hint="check that the files have one sentence a line",
        )
    everything = (1 << n) - 1
    positions: dict[str, int] = {}
    for i, token in enumerate(source):
        positions[token] = positions.get(token, 0) | 1 << i
    equal = [positions.get(token, 0) for token in target]

    # Forward: in column j, bit i of each mask speaks of the arcs into node (i + 1, j).
    # Cost 1 (suffix 1) and cost 2 (suffix 2): which deletions, insertions and substitutions are
    # steps of a cheapest way to their node. Steps between equal tokens always are.
    up, down = everything, 0  # vertical differences +1 and -1
    same = everything  # vertical differences of the longest common subsequence that are 0
    deletions1, insertions1, substitutions1 = [up], [0], [0]
    deletions2, insertions2, substitutions2 = [same], [0], [0]
    for eq in equal:
        level = (((eq & up) + up) ^ up) | eq | down  # no difference along the diagonal
        right = down | ~(level | up)
        shifted = right << 1 | 1
        up, down = ((level & up) << 1) | ~(level | shifted), shifted & level
        up &= everything
        down &= everything
        deletions1.append(up)
        insertions1.append(shifted)
        substitutions1.append(~level & everything)

        longer = same & eq
        previous = same
        same = ((same + longer) | (same - longer)) & everything
        # A common subsequence grows from column to column (`grows`) in the rows from each place
        # where a vertical step appears up to the next place where one disappears.
        grows = ((same & ~previous) - (previous & ~same)) & everything
        deletions2.append(same)
        insertions2.append(~(grows << 1))
        substitutions2.append(same & ~(grows << 1))

    # Backward from the end: which of those steps lead to it.
    columns: Columns = []
    reached1 = reached2 = 1 << n
    for j in range(m, -1, -1):
        reached1, gone1 = _up_the_column(reached1, deletions1[j])
        reached2, gone2 = _up_the_column(reached2, deletions2[j])
        nodes, deletions = reached1 | reached2, gone1 | gone2
        if j:
            eq = equal[j - 1]
            inserted1, inserted2 = reached1 & insertions1[j], reached2 & insertions2[j]
            before1, before2 = reached1 >> 1, reached2 >> 1
            matched1, matched2 = before1 & eq, before2 & eq
            changed1, changed2 = before1 & substitutions1[j], before2 & substitutions2[j]
            reached1 = inserted1 | matched1 | changed1
            reached2 = inserted2 | matched2 | changed2
            columns.append(
                (nodes, deletions, inserted1 | inserted2, matched1 | matched2, changed1 | changed2)
            )
        else:
            columns.append((nodes, deletions, 0, 0, 0))
    columns.reverse()
    size = sum(bin(column[0]).count("1") for column in columns)
    if size > LARGEST:
        raise InputError(
            f"a sentence of {n} tokens and its correction of {m} tokens have so little in common "
            f"that their alignment has {size:,} nodes, more than {LARGEST:,}",
            hint="check that the files are aligned line by line, with one sentence a line",
        )
    return columns


def _up_the_column(reached: int, deletions: int) -> tuple[int, int]:
    """Follow deletions backwards within a column: the nodes then reached, the arcs used."""
    arcs = (reached >> 1) & deletions
    while True:
        more = reached | arcs
        if more == reached:
            return reached, arcs
        reached = more
        arcs = (reached >> 1) & deletions


_NONE: list[int] = []


def numbered(columns: Columns, layers: Mapping[int, int] = MappingProxyType({})) -> Lattice:
    """The nodes and arcs of a lattice; `layers` says which rows have how many more layers."""
    nodes: list[tuple[int, int]] = []
    changes: list[list[int]] = []
    matches: list[list[int]] = []
    number: list[dict[int, int]] = []
    left: dict[int, int] = {}  # the numbers of the column before, by row
    for j, (present, deletions, inserted, matched, changed) in enumerate(columns):
        column: dict[int, int] = {}
        here = len(nodes)
        while present:
            lowest = present & -present
            present ^= lowest
            i = lowest.bit_length() - 1
            above = lowest >> 1
            arcs = []
            equal = _NONE
            if inserted & lowest:
                arcs.append(left[i])
            if i - 1 in layers:
                copies = 1 + layers[i - 1]
                if deletions & above:
                    arcs += range(here - copies, here)
                if changed & above:
                    arcs += range(left[i - 1], left[i - 1] + copies)
                elif matched & above:
                    equal = [*range(left[i - 1], left[i - 1] + copies)]
            else:
                if deletions & above:
                    arcs.append(here - 1)
                if changed & above:
                    arcs.append(left[i - 1])
                elif matched & above:
                    equal = [left[i - 1]]
            column[i] = here
            nodes.append((i, j))
            changes.append(arcs)
            matches.append(equal)
            here += 1
            for layer in range(1, 1 + layers.get(i, 0)):
                nodes.append((i, j))
                changes.append([left[i] + layer] if inserted & lowest else [])
                matches.append(_NONE)
                here += 1
        number.append(column)
        left = column
    return Lattice(nodes, changes, matches, number)
