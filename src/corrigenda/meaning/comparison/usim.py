"""USim: how much of a text's meaning another text keeps, by their semantic graphs.

Choshen and Abend 2018, "Reference-less Measure of Faithfulness for Grammatical Error Correction"
(N18-2020). Words are aligned, then units by their words, then edges by the units they lead to and
by their labels. Precision and recall are the shares of matched edges in either graph.

The paper and the code of its authors (`align.py` in the `ucca` package) differ in almost every
step. `Definition` names the steps; its defaults are the paper's where it is well-defined.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Annotated, Literal, NamedTuple

from corrigenda.alignment import Pairs
from corrigenda.errors import InputError
from corrigenda.meaning.comparison.labels import EXCLUDED, LabelSets
from corrigenda.meaning.comparison.lexical import Lexical, polarities, similarities, weights
from corrigenda.meaning.comparison.units import Weight, align_yields
from corrigenda.meaning.comparison.word_alignment import align_words
from corrigenda.meaning.graph import Edge, Graph
from corrigenda.measures.contract import Unsigned, Within

Units = Literal["all", "multi"]
Labels = Literal["strict", "weak", "code"]
Scoring = Literal["paper", "code"]
Words = Literal["position", "edits"]


@dataclass(frozen=True)
class Definition:
    """The items that are counted, and how they are matched.

    The scoring `paper` counts edges, primary and remote, without punctuation and implicit units,
    and takes precision and recall from one alignment: each direction has its own. Of units that
    suit equally well, the larger is taken. `code` counts units, implicit ones too, punctuation
    among their words; recall is from the alignment of source to target and precision from that of
    target to source; of units that suit equally well, any will do whose label matches. With the
    labels `code`, a weakly equal label on any edge to the unit will do, remote or from a linkage.

    With a `depth`, an edge counts if the unit it leaves is less than `depth` primary edges below
    the root, and only units that such edges lead to are aligned. Yields are those of the whole
    graph. See `Weight` and `Lexical` for the other choices.

    `Definition(units="multi", labels="code", scoring="code")` is the authors' released code.

    Parameters:
        units: edges to all units, or to those of two words or more
        labels: labels must be the same; or P~S, H~C, N~L, F~R (weak); or that on any edge (code)
        weight: weight of a pair of units: 2|A|/(|u|+|v|), for |A| aligned words, or |A|/|u|
            (printed)
        scoring: count edges, P and R from one alignment (paper), or units, from one each (code)
        words: align words by edit distance and position, or by edit distance alone (edits)
        lexical: ignore words; or count negation and the similarity of words, by letters (edits) or
            by the parser's encoder (vectors)
        depth: compare only the top: edges that end at most this many edges below the root (0: all)
    """

    units: Units = "all"
    labels: Labels = "strict"
    weight: Weight = "harmonic"
    scoring: Scoring = "paper"
    words: Words = "position"
    lexical: Lexical = "none"
    depth: Annotated[int, Within(0), Unsigned()] = 0


DEFAULT = Definition()


class Item(NamedTuple):
    """An item that is counted: an edge (`paper`), or the unit under a primary edge (`code`).

    `place` numbers its yield in the graph's `Items.yields`, and is -1 where it has no words.
    `polarity` is that of the scene whose main relation it is, if that counts.
    """

    edge: Edge
    labels: int
    place: int
    polarity: int = 0


class Items(NamedTuple):
    """The items of a graph, and the distinct yields of the units that can be aligned."""

    items: list[Item]
    yields: list[int]


class Side(NamedTuple):
    """One direction: where the yields of its own graph go, and which items of both match: 1, or
    what a match is worth, or 0."""

    aligned: list[tuple[int, ...]]
    own: Sequence[float]
    others: Sequence[float]

    def weighted(self, own: Sequence[float], others: Sequence[float]) -> Side:
        """Return the matches with these weights."""
        return Side(
            self.aligned,
            [hit * weight for hit, weight in zip(self.own, own, strict=True)],
            [hit * weight for hit, weight in zip(self.others, others, strict=True)],
        )


class Scores(NamedTuple):
    precision: float
    recall: float
    f: float


@dataclass(frozen=True)
class Matching:
    """Two graphs compared in both directions: forward, from source to target, and backward."""

    definition: Definition
    words: Pairs
    source: Items
    target: Items
    forward: Side
    backward: Side

    @property
    def counts(self) -> tuple[float, float, float, float, float, float]:
        """Matched edges of source and target forward, of source and target backward; all edges of
        source and target."""
        return (
            fsum(self.forward.own),
            fsum(self.forward.others),
            fsum(self.backward.others),
            fsum(self.backward.own),
            len(self.source.items),
            len(self.target.items),
        )

    @property
    def scores(self) -> tuple[Scores, Scores]:
        """Precision, recall and F, forward and backward."""
        return scores(self.counts, self.definition.scoring)

    @property
    def usim(self) -> float:
        """The mean of both directions' F."""
        forward, backward = self.scores
        return (forward.f + backward.f) / 2


def usim(source: Graph, target: Graph, definition: Definition = DEFAULT) -> float:
    """Return the mean of F from source to target and of F from target to source."""
    return match(source, target, definition).usim


def scores(counts: Sequence[float], scoring: Scoring = "paper") -> tuple[Scores, Scores]:
    """Return precision, recall and F, forward and backward, from counts (see `Matching.counts`).

    Recall is matched edges of the source over its edges, precision matched edges of the target
    over its edges. Where there are no edges at all, nothing was lost, and the share is 1; in the
    authors' code it is 0, even for a one-word sentence and itself. By their code, both directions
    are one.
    """
    forward_source, forward_target, backward_source, backward_target, source, target = counts
    empty = 1.0 if scoring == "paper" else 0.0
    if scoring == "code":
        forward_target, backward_source = backward_target, forward_source
    both_ways = []
    for in_source, in_target in (
        (forward_source, forward_target),
        (backward_source, backward_target),
    ):
        precision = in_target / target if target else empty
        recall = in_source / source if source else empty
        both = precision + recall
        both_ways.append(Scores(precision, recall, 2 * precision * recall / both if both else 0.0))
    return both_ways[0], both_ways[1]


def match(source: Graph, target: Graph, definition: Definition = DEFAULT) -> Matching:
    """Align words, then units, then count what matches, in both directions."""
    by_code = definition.scoring == "code"
    position = 1.0 if definition.words == "position" else 0.0
    words = align_words(source, target, position=position, final=not by_code)
    sets = LabelSets(weak=definition.labels != "strict")
    one = _items(source, definition, sets)
    if source is target and not by_code and definition.lexical == "none":
        all_of_it = bytes([1]) * len(one.items)
        same = Side([(n,) for n in range(len(one.yields))], all_of_it, all_of_it)
        return Matching(definition, words, one, one, same, same)
    other = _items(target, definition, sets)
    back = tuple(sorted((j, i) for i, j in words))
    forward = _side(one, other, words, definition.weight, by_code)
    backward = _side(other, one, back, definition.weight, by_code)
    if definition.lexical != "none":
        near, far = similarities(source, target, words, definition.lexical)
        mine, theirs = weights(source, one, near), weights(target, other, far)
        forward = forward.weighted(mine, theirs)
        backward = backward.weighted(theirs, mine)
    return Matching(definition, words, one, other, forward, backward)


def _items(graph: Graph, definition: Definition, sets: LabelSets) -> Items:
    by_code = definition.scoring == "code"
    least = 2 if definition.units == "multi" else 1
    yields = graph.yields(punctuation=by_code)
    edges = [True] * len(graph.edges)
    units: Collection[int] = range(1, len(graph.units))
    if definition.depth:
        edges = [graph.depths[edge.parent] < definition.depth for edge in graph.edges]
        units = {edge.child for edge, near in zip(graph.edges, edges, strict=True) if near}
    place: dict[int, int] = {}
    places = []
    for unit, words in enumerate(yields):
        if (
            unit in units
            and words.bit_count() >= least
            and (by_code or not graph.units[unit].implicit)
        ):
            places.append(place.setdefault(words, len(place)))
        else:
            places.append(-1)
    if not graph.leaves and any(not unit.implicit for unit in graph.units[1:]):
        raise InputError(
            f"the graph has {len(graph.units)} units, but no word is under any of them",
            hint="units are compared by their words: align the graph's nodes with its tokens",
        )
    items = []
    # Without words, units are counted by the code alone, if it counts units of one word.
    counted = -1 if by_code and least == 1 else 0
    turned = [0] * len(graph.edges) if definition.lexical == "none" else polarities(graph)
    for n, edge in enumerate(graph.edges):
        unit = edge.child
        if not edges[n] or places[unit] < counted:
            continue
        if by_code:
            if edge.remote:
                continue
        elif not EXCLUDED.isdisjoint(edge.labels):
            continue
        if definition.labels == "code":
            incoming = (*graph.parents[unit], *graph.linked[unit])
            labels = sets.of(label for other in incoming for label in other.labels)
        else:
            labels = sets.of(edge.labels)
        items.append(Item(edge, labels, places[unit], turned[n]))
    return Items(items, list(place))


def _side(own: Items, others: Items, words: Pairs, weight: Weight, by_code: bool) -> Side:
    aligned = align_yields(own.yields, others.yields, words, weight=weight, larger=not by_code)
    at: list[list[tuple[int, int, int]]] = [[] for _ in others.yields]
    for n, item in enumerate(others.items):
        if item.place >= 0:
            at[item.place].append((n, item.labels, item.polarity))
    hits, hit = bytearray(len(own.items)), bytearray(len(others.items))
    for n, (_, labels, place, turned) in enumerate(own.items):
        for other in aligned[place] if place >= 0 else ():
            for m, theirs, their_turn in at[other]:
                if labels & theirs and turned == their_turn:
                    hits[n] = hit[m] = 1
    return Side(aligned, hits, hit)
