"""Which edges of two graphs have a counterpart in the other: what a picture of the two shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from corrigenda.alignment import Pairs
from corrigenda.meaning.comparison.usim import Items, Matching
from corrigenda.meaning.graph import Graph

Which = Literal["both", "forward", "backward"]

Worths = tuple[float | None, ...]
"""For each edge of a graph what its match is worth: 1, or less if words count; 0 where it has no
counterpart; None if it does not count."""


class MatchCounts(NamedTuple):
    """Counts behind precision and recall: matched and all, in source and correction."""

    matched_source: float
    source: int
    matched_target: float
    target: int


class Direction(NamedTuple):
    """One way of matching the edges of source and target (the correction)."""

    name: str
    source: Worths
    target: Worths
    counts: MatchCounts


@dataclass(frozen=True)
class Matched:
    """Two graphs side by side: aligned words, and edges matched in one direction or in two.

    `counted` says what `MatchCounts` are of: edges, units or yields. A measure that matches nothing
    has no directions.
    """

    words: Pairs
    counted: str = ""
    directions: tuple[Direction, ...] = ()


def matched(source: Graph, target: Graph, matching: Matching, which: Which = "both") -> Matched:
    """Return the edges behind USim. By the authors' code, recall is from one direction and
    precision from the other, so that they are one."""
    one, two = matching.forward, matching.backward
    ours, theirs, ours_back, theirs_back, edges, others = matching.counts
    forward = ("source to correction", one.own, one.others, ours, theirs)
    backward = ("correction to source", two.others, two.own, ours_back, theirs_back)
    wanted = {"both": [forward, backward], "forward": [forward], "backward": [backward]}[which]
    by_code = matching.definition.scoring == "code"
    if by_code:
        wanted = [("", one.own, two.own, ours, theirs_back)]
    directions = [
        Direction(
            name,
            _worths(source, matching.source, in_source),
            _worths(target, matching.target, in_target),
            MatchCounts(matched_source, int(edges), matched_target, int(others)),
        )
        for name, in_source, in_target, matched_source, matched_target in wanted
    ]
    return Matched(matching.words, "units" if by_code else "edges", tuple(directions))


def _worths(graph: Graph, items: Items, hits: Sequence[float]) -> Worths:
    worth = {item.edge: hit for item, hit in zip(items.items, hits, strict=True)}
    return tuple(worth.get(edge) for edge in graph.edges)
