"""DAG F: how far two graphs over the same tokens agree.

The score of UCCA annotators and parsers (Abend and Rappoport 2013, P13-1023; `evaluation.py` in the
`ucca` package): an edge is what words its unit yields and its labels; units that yield the same
words are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from corrigenda.errors import InputError
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.labels import EXCLUDED, LabelSets

Edges = Literal["both", "primary", "remote"]
Agreement = Literal["strict", "weak", "none"]


class DAGCounts(NamedTuple):
    """How many yields match, and how many there are in either graph."""

    matched: int
    first: int
    second: int

    @property
    def precision(self) -> float:
        """The share of the first graph's that match; 1 where there are none."""
        return self.matched / self.first if self.first else 1.0

    @property
    def recall(self) -> float:
        """The share of the second graph's that match; 1 where there are none."""
        return self.matched / self.second if self.second else 1.0

    @property
    def f(self) -> float:
        either = self.first + self.second
        return 2 * self.matched / either if either else 1.0


def dag_counts(
    first: Graph, second: Graph, *, edges: Edges = "both", labels: Agreement = "strict"
) -> DAGCounts:
    """What two graphs over the same tokens have in common.

    For each distinct yield (without punctuation, and without what only remote edges lead to) the
    labels of all edges to units with this yield are one set. A yield matches if both graphs have
    it and the sets meet: by the same label (`strict`), by labels the same but for P~S, H~C, N~L
    and F~R (`weak`), or in any case (`none`). Remote edges are matched among themselves, and
    counted with the primary ones. Implicit units, punctuation and linkages do not count.
    """
    _check_tokens(first, second)
    matched = in_first = in_second = 0
    for one, other, both in _compared(first, second, edges, labels):
        in_first += len(one)
        in_second += len(other)
        matched += len(both)
    return DAGCounts(matched, in_first, in_second)


def dag_matches(
    first: Graph, second: Graph, *, edges: Edges = "both", labels: Agreement = "strict"
) -> tuple[list[bool | None], list[bool | None]]:
    """For each edge of either graph whether the yield it leads to matches; None of edges that do
    not count. Edges to the same yield match alike, and are counted as one (see `dag_counts`)."""
    _check_tokens(first, second)
    found: tuple[list[bool | None], list[bool | None]] = (
        [None] * len(first.edges),
        [None] * len(second.edges),
    )
    for one, other, both in _compared(first, second, edges, labels):
        for verdicts, at in zip(found, (one, other), strict=True):
            for words, (_, places) in at.items():
                for place in places:
                    verdicts[place] = words in both
    return found


_Yields = dict[int, tuple[int, list[int]]]
"""For each distinct yield the labels of the edges to it, as bits, and which edges these are."""


def _compared(
    first: Graph, second: Graph, edges: Edges, labels: Agreement
) -> Iterator[tuple[_Yields, _Yields, set[int]]]:
    """The yields of either graph and those that match: of primary edges, then of remote ones."""
    sets = LabelSets(weak=labels == "weak")
    for remote in (False, True):
        if edges == ("primary" if remote else "remote"):
            continue
        one, other = _yields(first, remote, sets), _yields(second, remote, sets)
        common = one.keys() & other.keys()
        yield one, other, {w for w in common if labels == "none" or one[w][0] & other[w][0]}


def _yields(graph: Graph, remote: bool, sets: LabelSets) -> _Yields:
    yields = graph.yields(punctuation=False)
    found: _Yields = {}
    for place, edge in enumerate(graph.edges):
        words = yields[edge.child]
        if (
            edge.remote == remote
            and words
            and not graph.units[edge.child].implicit
            and EXCLUDED.isdisjoint(edge.labels)
        ):
            bits, places = found.get(words, (0, []))
            found[words] = (bits | sets.of(edge.labels), [*places, place])
    return found


def _check_tokens(first: Graph, second: Graph) -> None:
    a, b = ([token.text for token in graph.tokens] for graph in (first, second))
    if a == b:
        return
    n = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    found = [repr(words[n]) if n < len(words) else "the end of the text" for words in (a, b)]
    raise InputError(
        f"expected graphs over the same tokens, but token {n} is {found[0]} in one "
        f"and {found[1]} in the other",
        hint="DAG F compares analyses of one text; compare those of two texts by USim",
    )
