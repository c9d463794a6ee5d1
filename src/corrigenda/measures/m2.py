"""M2: MaxMatch (Dahlmeier & Ng 2012)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.measures import fscore
from corrigenda.measures.contract import Array, Judgement, Measure, Row, parameter
from corrigenda.measures.lattice import lattice, window

Extent = tuple[int, int, int, int]
"""From where to where, in the source and in the hypothesis."""


@dataclass(frozen=True)
class M2(Measure):
    """Precision, recall and F of the system edits that agree best with the gold edits.

    A system gives text, not edits, and the same change can be cut into edits in many ways. MaxMatch
    takes, among all ways that lie on a minimal alignment of source and hypothesis, the one that
    matches most gold edits of an annotator; then the shortest; then the one with fewest other
    edits. An edit may hold up to `max_unchanged` unchanged words. With several annotators, each
    sentence counts with the one that makes the F of all sentences up to it highest, so the result
    depends on the order of sentences.

    TP is the number of matched edits; TP + FP all edits proposed; TP + FN all gold edits.
    """

    max_unchanged: int = parameter(2, "unchanged words that an edit may hold", low=0)
    beta: float = parameter(0.5, "weight of recall against precision in F", low=0)
    case: bool = parameter(
        True,
        "false: drop system edits that change nothing but case and white space (gold edits stay)",
    )

    columns: ClassVar[tuple[str, ...]] = fscore.COLUMNS
    origin: ClassVar[str] = (
        "Dahlmeier & Ng 2012, Better Evaluation for Grammatical Error Correction (NAACL). "
        "Agrees with nusnlp/m2scorer (after release 3.2) on CoNLL-2014; differs where that counts "
        "one system edit against two equal gold edits, and matches gold edits that change nothing."
    )

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        source, target = segment.tokens, correction.tokens
        references = self.references(segment)
        if source == target:
            return [(0, 0, len(reference.edits)) for reference in references]
        search = _Search(source, target, self.max_unchanged)
        rows = []
        for reference in references:
            gold = reference.token_edits
            best = search.best(gold)
            hits, others = best.hits, best.others
            if hits or not self.case:
                edits = self._kept(best.edits(), source, target)
                hits = len(_matched(edits, gold, target))
                others = len(edits) - hits
            rows.append((hits, others, len(gold) - hits))
        return rows

    def select(self, candidates: Sequence[Row], totals: Sequence[float]) -> int:
        weight = self.beta * self.beta
        tp0, fp0, fn0 = totals
        best, best_key = 0, (-1.0, -1.0, 0.0)
        for index, (tp, fp, fn) in enumerate(candidates):
            correct, proposed, gold = tp0 + tp, tp0 + tp + fp0 + fp, tp0 + tp + fn0 + fn
            size = weight * gold + proposed
            f = (1 + weight) * correct / size if size else 1.0
            key = (f, correct, -size)
            if index == 0 or key > best_key:
                best, best_key = index, key
        return best

    def judge(self, segment: Segment, correction: Correction, candidate: int) -> list[Judgement]:
        source, target = segment.tokens, correction.tokens
        reference = self.references(segment)[candidate]
        if source == target:
            return [Judgement(edit, "missed") for edit in reference.edits]
        gold = reference.token_edits
        best = _Search(source, target, self.max_unchanged).best(gold)
        edits = self._kept(best.edits(), source, target)
        matched = _matched(edits, gold, target)
        hits = set(matched.values())
        judged = [
            Judgement(reference.edits[matched[extent]], "hit")
            if extent in matched
            else Judgement(_edit(extent, target), "spurious")
            for extent in edits
        ]
        judged += [
            Judgement(edit, "missed") for k, edit in enumerate(reference.edits) if k not in hits
        ]
        return sorted(judged, key=lambda j: (j.edit.start, j.edit.end))

    def values(self, sums: Array) -> dict[str, Array]:
        return fscore.f_values(sums, self.beta)

    def counts(self, totals: Array) -> dict[str, float]:
        return dict(fscore.edit_counts(totals))

    def _kept(
        self, edits: Sequence[Extent], source: Sequence[str], target: Sequence[str]
    ) -> list[Extent]:
        if self.case:
            return list(edits)
        return [
            (i0, i1, j0, j1)
            for i0, i1, j0, j1 in edits
            if "".join(source[i0:i1]).lower() != "".join(target[j0:j1]).lower()
        ]


TokenEdit = tuple[int, int, tuple[tuple[str, ...], ...]]


def _edit(extent: Extent, target: Sequence[str]) -> Edit:
    i0, i1, j0, j1 = extent
    kind = "M" if i0 == i1 else "U" if j0 == j1 else "R"
    return Edit(i0, i1, (" ".join(target[j0:j1]),), kind)


def _matched(
    edits: Sequence[Extent], gold: Sequence[TokenEdit], target: Sequence[str]
) -> dict[Extent, int]:
    """The edits that are gold edits, with the number of theirs, walking both lists in order.

    Gold edits are never matched backwards, as in m2scorer: gold edits that the file lists out of
    order can be lost.
    """
    matched: dict[Extent, int] = {}
    at = 0
    for extent in edits:
        i0, i1, j0, j1 = extent
        text = tuple(target[j0:j1])
        for k in range(at, len(gold)):
            start, end, alternatives = gold[k]
            if start == i0 and end == i1 and text in alternatives:
                matched[extent] = k
                at = k + 1
                break
    return matched


class _Arc(NamedTuple):
    """A gold edit as an arc of the lattice."""

    tail: int
    head: int


class _Search:
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
        self.lattice = lattice(self.source, self.target)
        self.max_unchanged = max_unchanged
        size = len(self.source) + len(self.target) + 2
        self.closed = max_unchanged + 1
        self.edit = max_unchanged + 2  # the cost of one more edit
        self.step = self.edit * size  # of one more arc
        self.hit = self.step * size  # saved by a matched edit
        self.plain: _Best | None = None  # the best path without gold edits

    def best(self, gold: Sequence[TokenEdit]) -> _Best:
        """The best path for these gold edits."""
        arcs = self._gold_arcs(gold)
        if arcs:
            return self._best(arcs)
        if self.plain is None:
            self.plain = self._best(arcs)
        return self.plain

    def _best(self, arcs: dict[int, list[int]]) -> _Best:
        closed, edit, step, hit = self.closed, self.edit, self.step, self.hit
        opening = edit - closed
        changes, match = self.lattice.changes, self.lattice.match
        costs = [closed]
        changed = [closed + step + opening]  # the cost one step on, over an arc that changes words
        kept = [closed + step]  # and over an arc between equal words
        for node in range(1, len(match)):
            tail = match[node]
            cost = kept[tail] if tail >= 0 else _INFINITE
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
        return _Best(self, arcs, costs)

    # --- gold edits as arcs --------------------------------------------------------------------

    def _gold_arcs(self, gold: Sequence[TokenEdit]) -> dict[int, list[int]]:
        """Arcs of the lattice that are gold edits: for each head, the tails."""
        arcs: dict[int, list[int]] = {}
        insertions: dict[int, list[TokenEdit]] = {}
        first, length = self.first, len(self.source)
        for start, end, alternatives in gold:
            start, end = start - first, end - first
            if start < 0 or end > length:
                continue
            if start == end:
                insertions.setdefault(start, []).append((start, end, alternatives))
                continue
            for words in alternatives:
                for tail, head in self._arcs(start, end, words):
                    if tail not in arcs.setdefault(head, []):
                        arcs[head].append(tail)
        for point, edits in insertions.items():
            for tail, head in self._insertion_arcs(point, edits):
                arcs.setdefault(head, []).append(tail)
        return arcs

    def _arcs(self, start: int, end: int, words: tuple[str, ...]) -> list[_Arc]:
        """Arcs that replace source[start:end] by `words`, holding few enough unchanged words."""
        number, target, width = self.lattice.number, self.target, len(words)
        found: list[_Arc] = []
        if list(words) == self.source[start:end]:
            return found  # it changes nothing, so it is no edit
        for j in range(len(target) - width + 1):
            tail, head = number[j].get(start), number[j + width].get(end)
            if tail is None or head is None or tuple(target[j : j + width]) != words:
                continue
            if self._least_unchanged(tail, head) <= self.max_unchanged:
                found.append(_Arc(tail, head))
        return found

    def _insertion_arcs(self, point: int, edits: Sequence[TokenEdit]) -> list[_Arc]:
        """Arcs for the gold insertions at one point.

        They lie in one row of the lattice, where a path may take several of them. Each gold edit
        gets one arc at most, and the order of the file is kept, so that none is matched twice.
        """
        options = {
            arc
            for _, _, alternatives in edits
            for words in alternatives
            for arc in self._arcs(point, point, words)
        }
        found: list[_Arc] = []
        at, free = 0, 0
        for arc in sorted(options):  # nodes are numbered from left to right
            (_, j0), (_, j1) = self.lattice.nodes[arc.tail], self.lattice.nodes[arc.head]
            words = tuple(self.target[j0:j1])
            if j0 < free:
                continue
            for k in range(at, len(edits)):
                if words in edits[k][2]:
                    found.append(arc)
                    at, free = k + 1, j1
                    break
        return found

    def _least_unchanged(self, tail: int, head: int) -> int:
        """The fewest unchanged words on a path from `tail` to `head`."""
        nodes, changes, match = self.lattice.nodes, self.lattice.changes, self.lattice.match
        number = self.lattice.number
        (i0, j0), (i1, j1) = nodes[tail], nodes[head]
        least = {tail: 0}
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                node = number[j].get(i)
                if node is None or node == tail:
                    continue
                ways = [least[before] for before in changes[node] if before in least]
                if match[node] in least:
                    ways.append(least[match[node]] + 1)
                if ways:
                    least[node] = min(ways)
        return least.get(head, len(nodes))


class _Best:
    """A best path, from the costs of the best ways to all nodes."""

    def __init__(self, search: _Search, arcs: dict[int, list[int]], costs: list[int]) -> None:
        self.search, self.arcs, self.costs = search, arcs, costs
        self.hits = -(costs[-1] // search.hit)
        self.others = costs[-1] % search.step // search.edit

    def edits(self) -> list[Extent]:
        """The edits of the path, from left to right, without unchanged words at their ends."""
        search, costs = self.search, self.costs
        found: list[Extent] = []
        here = len(costs) - 1
        end = -1  # where the edit being traced ends
        while here:
            before, golden = self._arrival(here)
            if golden:
                found.append(self._extent(before, here))
            elif search.lattice.match[here] != before:
                if end < 0:
                    end = here
                start = before
            if end >= 0 and (golden or costs[before] % search.edit == search.closed):
                found.insert(len(found) - golden, self._extent(start, end))
                end = -1
            here = before
        found.reverse()
        return found

    def _arrival(self, node: int) -> tuple[int, bool]:
        """The arc over which the best way arrives: its tail, and whether it is a gold edit."""
        search, costs, cost = self.search, self.costs, self.costs[node]
        edit, closed = search.edit, search.closed
        for tail in self.arcs.get(node, ()):
            if costs[tail] - costs[tail] % edit + closed - search.hit == cost:
                return tail, True
        tail = search.lattice.match[node]
        if tail >= 0 and costs[tail] + search.step + (costs[tail] % edit != closed) == cost:
            return tail, False
        for tail in search.lattice.changes[node]:
            opening = edit - closed if costs[tail] % edit == closed else 0
            if costs[tail] + search.step + opening == cost:
                return tail, False
        raise AssertionError("a node of the lattice cannot be reached")

    def _extent(self, tail: int, head: int) -> Extent:
        (i0, j0), (i1, j1) = self.search.lattice.nodes[tail], self.search.lattice.nodes[head]
        first = self.search.first
        return i0 + first, i1 + first, j0 + first, j1 + first


_INFINITE = 1 << 62
