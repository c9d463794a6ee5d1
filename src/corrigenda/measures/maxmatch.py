"""The search of MaxMatch: split the changes of a system into the edits that match best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from corrigenda.errors import InputError

TokenEdit = tuple[int, int, tuple[tuple[str, ...], ...]]
"""A gold edit: its start and end in the source, and its alternatives as tuples of tokens."""

Extent = tuple[int, int, int, int]
"""From where to where, in the source and in the hypothesis."""

Arcs = dict[int, list[int]]
"""Arcs that are gold edits: for each head, the tails."""

_INFINITE = 1 << 62
_MOST_ORDERINGS = 64


class Search:
    """The lattice of one sentence pair, searched with the gold edits of any annotator.

    The best path matches most gold edits, then is shortest (arcs of matched edits not counted),
    then holds fewest other edits. Costs are single integers whose digits say just that, and whose
    lowest digit is a state: how many unchanged words the edit that reaches the node already holds,
    or `closed` if no edit reaches it. One state a node is enough: of two ways that are equally
    short and hold equally many edits, the one whose open edit can still hold more is never worse,
    and opening another edit costs as much as the next digit can save.
    """

    def __init__(self, source: list[str], target: list[str], max_unchanged: int) -> None:
        first, source_end, target_end = window(source, target, max_unchanged)
        self.first = first
        self.source = source[first:source_end]
        self.target = target[first:target_end]
        self.columns = lattice(self.source, self.target)
        self.lattice = numbered(self.columns)
        self.max_unchanged = max_unchanged
        size = len(self.source) + len(self.target) + 2
        self.closed = max_unchanged + 1
        self.edit = max_unchanged + 2  # the cost of one more edit
        self.step = self.edit * size  # of one more arc
        self.hit = self.step * size  # saved by a matched edit
        self.plain: Best | None = None  # the best path without gold edits

    def best(self, gold: Sequence[TokenEdit]) -> Best:
        """Return the best path for these gold edits.

        Gold edits are matched in the order of the file, so two that the file lists out of order are
        never both matched: of such two, the path is searched without the one and without the other.
        """
        if not _ordered(gold):
            paths = [self._best_of(edits) for edits in _orderings(list(gold), _MOST_ORDERINGS)]
            return min(paths, key=lambda path: path.costs[path.end])
        return self._best_of(gold)

    def _best_of(self, gold: Sequence[TokenEdit]) -> Best:
        lattice, arcs = self._gold_arcs(gold)
        if arcs:
            return self._best(lattice, arcs)
        if self.plain is None:
            self.plain = self._best(self.lattice, {})
        return self.plain

    def _best(self, lattice: Lattice, arcs: Arcs) -> Best:
        closed, edit, step, hit = self.closed, self.edit, self.step, self.hit
        opening = edit - closed
        changes, matches = lattice.changes, lattice.matches
        costs = [closed]
        changed = [closed + step + opening]  # the cost one step on, over an arc that changes words
        kept = [closed + step]  # and over an arc between equal words
        for node in range(1, len(matches)):
            cost = _INFINITE
            for tail in matches[node]:
                if kept[tail] < cost:
                    cost = kept[tail]
            for tail in changes[node]:
                if changed[tail] < cost:
                    cost = changed[tail]
            if node in arcs:
                for tail in arcs[node]:
                    cost = min(cost, costs[tail] - costs[tail] % edit + closed - hit)
            costs.append(cost)
            if cost % edit == closed:
                changed.append(cost + step + opening)
                kept.append(cost + step)
            else:
                changed.append(cost + step)
                kept.append(cost + step + 1)
        return Best(self, lattice, arcs, costs)

    # --- gold edits as arcs --------------------------------------------------------------------

    def _gold_arcs(self, gold: Sequence[TokenEdit]) -> tuple[Lattice, Arcs]:
        """Return the arcs that are gold edits, and the lattice they belong to.

        Gold insertions at one point lie in one row of the lattice, where a path could take several
        of their arcs, and the same gold edit twice. Where that can happen, the row gets a layer for
        each of them: the k-th gold insertion leads from any layer up to the k-th to the one after
        it. So each is taken once at most, and in the order of the file, as scoring demands.
        """
        others: set[Extent] = set()
        insertions: dict[int, list[list[Extent]]] = {}
        first, length = self.first, len(self.source)
        for start, end, alternatives in gold:
            start, end = start - first, end - first
            if start < 0 or end > length:
                continue
            extents = [e for words in alternatives for e in self._arcs(start, end, words)]
            if start == end:
                insertions.setdefault(start, []).append(extents)
            else:
                others.update(extents)
        layers = {row: len(arcs) for row, arcs in insertions.items() if sum(map(len, arcs)) > 1}
        lattice = numbered(self.columns, layers) if layers else self.lattice
        arcs: Arcs = {}
        for i0, i1, j0, j1 in others:
            tail = lattice.number[j0][i0]
            tails = range(tail, tail + 1 + layers.get(i0, 0))
            arcs.setdefault(lattice.number[j1][i1], []).extend(tails)
        for row, of_row in insertions.items():
            layered = row in layers
            for k, extents in enumerate(of_row):
                for _, _, j0, j1 in extents:
                    tail = lattice.number[j0][row]
                    tails = range(tail, tail + 1 + (k if layered else 0))
                    head = lattice.number[j1][row] + (k + 1 if layered else 0)
                    arcs.setdefault(head, []).extend(tails)
        return lattice, arcs

    def _arcs(self, start: int, end: int, words: tuple[str, ...]) -> Iterator[Extent]:
        """Yield where source[start:end] can become `words`, holding few enough unchanged words."""
        number, target, width = self.lattice.number, self.target, len(words)
        if list(words) == self.source[start:end]:
            return  # it changes nothing, so it is no edit
        for j in range(len(target) - width + 1):
            tail, head = number[j].get(start), number[j + width].get(end)
            if tail is None or head is None or tuple(target[j : j + width]) != words:
                continue
            if self._least_unchanged(tail, head) <= self.max_unchanged:
                yield start, end, j, j + width

    def _least_unchanged(self, tail: int, head: int) -> int:
        """Return the fewest unchanged words on a path from `tail` to `head`."""
        nodes, changes, matches, number = self.lattice
        (i0, j0), (i1, j1) = nodes[tail], nodes[head]
        least = {tail: 0}
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                node = number[j].get(i)
                if node is None or node == tail:
                    continue
                ways = [least[before] for before in changes[node] if before in least]
                ways += [least[before] + 1 for before in matches[node] if before in least]
                if ways:
                    least[node] = min(ways)
        return least.get(head, len(nodes))


def _ordered(gold: Sequence[TokenEdit]) -> bool:
    return all(one[0] <= other[0] for one, other in pairwise(gold))


def _orderings(gold: list[TokenEdit], most: int) -> list[list[TokenEdit]]:
    """Return the largest selections of gold edits that the file lists in order, `most` at most."""
    for k, later in enumerate(gold):
        for i, earlier in enumerate(gold[:k]):
            if later[1] <= earlier[0] and later[:2] != earlier[:2]:
                if most < 2:
                    return [gold]
                without = (gold[:i] + gold[i + 1 :], gold[:k] + gold[k + 1 :])
                return [one for rest in without for one in _orderings(rest, most // 2)]
    return [gold]


class Best:
    """A best path, from the costs of the best ways to all nodes."""

    def __init__(self, search: Search, lattice: Lattice, arcs: Arcs, costs: list[int]) -> None:
        self.search, self.lattice, self.arcs, self.costs = search, lattice, arcs, costs
        # The end may have several layers.
        end = len(costs) - 1
        while end and lattice.nodes[end - 1] == lattice.nodes[-1]:
            end -= 1
        self.end = min(range(end, len(costs)), key=costs.__getitem__)
        self.hits = -(costs[self.end] // search.hit)
        self.others = costs[self.end] % search.step // search.edit

    def edits(self) -> list[Extent]:
        """Return the edits of the path, from left to right, without unchanged words at their
        ends."""
        search, costs = self.search, self.costs
        extents: list[Extent] = []
        here = self.end
        end = -1  # where the edit being traced ends
        while here:
            before, golden = self._arrival(here)
            if golden:
                extents.append(self._extent(before, here))
            elif before not in self.lattice.matches[here]:
                if end < 0:
                    end = here
                start = before
            if end >= 0 and (golden or costs[before] % search.edit == search.closed):
                extents.insert(len(extents) - golden, self._extent(start, end))
                end = -1
            here = before
        extents.reverse()
        return extents

    def _arrival(self, node: int) -> tuple[int, bool]:
        """Return the arc over which the best way arrives: its tail, and whether it is a gold
        edit."""
        search, costs, cost = self.search, self.costs, self.costs[node]
        edit, closed = search.edit, search.closed
        for tail in self.arcs.get(node, ()):
            if costs[tail] - costs[tail] % edit + closed - search.hit == cost:
                return tail, True
        for tail in self.lattice.matches[node]:
            if costs[tail] + search.step + (costs[tail] % edit != closed) == cost:
                return tail, False
        for tail in self.lattice.changes[node]:
            opening = edit - closed if costs[tail] % edit == closed else 0
            if costs[tail] + search.step + opening == cost:
                return tail, False
        raise AssertionError("a node of the lattice cannot be reached")

    def _extent(self, tail: int, head: int) -> Extent:
        (i0, j0), (i1, j1) = self.lattice.nodes[tail], self.lattice.nodes[head]
        first = self.search.first
        return i0 + first, i1 + first, j0 + first, j1 + first


class Backwards:
    """The same search from right to left: edits to the right hold the unchanged words first."""

    def __init__(self, source: list[str], target: list[str], max_unchanged: int) -> None:
        self.lengths = len(source), len(target)
        self.search = Search(source[::-1], target[::-1], max_unchanged)

    def best(self, gold: Sequence[TokenEdit]) -> BestBackwards:
        """Return the best path for these gold edits."""
        n, _ = self.lengths
        mirrored = [
            (n - end, n - start, tuple(words[::-1] for words in alternatives))
            for start, end, alternatives in reversed(gold)
        ]
        return BestBackwards(self.search.best(mirrored), self.lengths)


class BestBackwards:
    """A best path of the mirrored texts, told of the texts themselves."""

    def __init__(self, best: Best, lengths: tuple[int, int]) -> None:
        self.best, self.lengths = best, lengths
        self.hits, self.others = best.hits, best.others

    def edits(self) -> list[Extent]:
        """Return the edits of the path, from left to right."""
        n, m = self.lengths
        return [(n - i1, n - i0, m - j1, m - j0) for i0, i1, j0, j1 in reversed(self.best.edits())]


# --- the lattice of corrections ------------------------------------------------------------------


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
    """Return the part that alignments can differ in: (first, end in the source, end in the target).

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
    """Return the union of the two lattices, column by column."""
    n, m = len(source), len(target)
    if n * m > LARGEST_MATRIX:
        raise InputError(
            f"a sentence of {n} tokens and its correction of {m} tokens are too long to be aligned",
            hint="check that the files have one sentence per line",
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
            hint="check that the files are aligned line by line, with one sentence per line",
        )
    return columns


def _up_the_column(reached: int, deletions: int) -> tuple[int, int]:
    """Follow deletions backwards within a column; return the nodes reached and the arcs used."""
    arcs = (reached >> 1) & deletions
    while True:
        more = reached | arcs
        if more == reached:
            return reached, arcs
        reached = more
        arcs = (reached >> 1) & deletions


_NONE: list[int] = []


def numbered(columns: Columns, layers: Mapping[int, int] = MappingProxyType({})) -> Lattice:
    """Return the nodes and arcs of a lattice; `layers` says which rows have how many more
    layers."""
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
