"""The search of MaxMatch: which edits did the system make, as an annotator would cut them?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from corrigenda.measures.lattice import Lattice, lattice, numbered, window

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
        """The arcs that are gold edits, and the lattice they belong to.

        Gold insertions at one point lie in one row of the lattice, where a path could take several
        of their arcs, and the same gold edit twice. Where that can happen, the row gets a layer for
        each of them: the k-th gold insertion leads from any layer up to the k-th to the one behind
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
        """Where source[start:end] can become `words`, holding few enough unchanged words."""
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
        """The fewest unchanged words on a path from `tail` to `head`."""
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
        """The edits of the path, from left to right, without unchanged words at their ends."""
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
        """The arc over which the best way arrives: its tail, and whether it is a gold edit."""
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
        """The best path for these gold edits."""
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
        """The edits of the path, from left to right."""
        n, m = self.lengths
        return [(n - i1, n - i0, m - j1, m - j0) for i0, i1, j0, j1 in reversed(self.best.edits())]
