"""UCCA graphs as labelled spans of words, which a chart parser can predict, and back.

A graph becomes a tree of contiguous spans over its words (tokens that are no punctuation):

- Implicit units and linkages are left out; punctuation is put back by rule.
- A unit whose words are apart takes in the words in its gaps. What was taken in is marked by
  the number of levels it has to be lifted to get back: `A^1`.
- Units with the same words, one below the other, become one label: `H+A`.
- A remote edge is two spans and its categories.

Spans are pairs (i, j) of word numbers: words i to j - 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from unicodedata import category

from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit

Span = tuple[int, int]

_WORDLIKE = frozenset("&%")


class Remote(NamedTuple):
    """A remote edge from a unit over one span to a unit over another.

    `levels` say which of the units over a span are meant, the highest being 0. Without them it is
    the highest that has no more words than the lowest.
    """

    parent: Span
    child: Span
    label: str
    levels: tuple[int, int] | None = None


class Spans(NamedTuple):
    """The labelled spans and the remote edges of a sentence of so many words."""

    words: int
    labels: Mapping[Span, str]
    remotes: tuple[Remote, ...] = ()


def is_punctuation(token: str) -> bool:
    """Return whether a token is no word: nothing but marks and symbols, except currencies, `&` and
    `%`, which the UCCA corpora analyse like words."""
    return not any(
        character in _WORDLIKE or category(character) not in _MARKS for character in token
    )


_MARKS = frozenset(
    ("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sk", "So", "Cc", "Cf", "Zs", "Zl", "Zp", "Mn")
)


@dataclass(eq=False)
class _TreeNode:
    """A unit, or a word (which has no label), while trees are rebuilt. `words` are bits."""

    label: str
    words: int
    unit: int = -1
    children: list[_TreeNode] = field(default_factory=list)
    lift: int = 0

    @property
    def span(self) -> Span:
        return ((self.words & -self.words).bit_length() - 1, self.words.bit_length())

    @property
    def text(self) -> str:
        return f"{self.label}^{self.lift}" if self.lift else self.label


# --- graph to spans -------------------------------------------------------------------------------


def spans(graph: Graph) -> Spans:
    """Return the labelled spans of a graph."""
    root, words = _tree(graph)
    _make_contiguous(root)
    labels: dict[Span, str] = {}
    at: dict[int, tuple[Span, int]] = {}
    for child in root.children:
        _collect(child, labels, at)
    remotes = []
    for edge in graph.edges:
        if edge.remote and edge.parent in at and edge.child in at:
            (parent, one), (child_span, other) = at[edge.parent], at[edge.child]
            remotes.append(Remote(parent, child_span, "|".join(edge.labels), (one, other)))
    return Spans(words, labels, tuple(remotes))


def _tree(graph: Graph) -> tuple[_TreeNode, int]:
    """Return the root of the primary tree over words, and the number of words."""
    numbers: dict[int, int] = {}
    for n, token in enumerate(graph.tokens):
        if not token.punctuation:
            numbers[n] = len(numbers)
    nodes = {n: _TreeNode("", 0, n) for n in range(len(graph.units))}
    free = set(numbers)
    for leaf in graph.leaves:
        if leaf.token in free:
            free.discard(leaf.token)
            nodes[leaf.unit].children.append(_TreeNode("", 1 << numbers[leaf.token]))
    nodes[0].children += [_TreeNode("", 1 << numbers[token]) for token in free]
    for unit in reversed(graph.order):
        node = nodes[unit]
        for child in node.children:
            node.words |= child.words
        edge = graph.primary[unit]
        if edge is not None and node.words:
            node.label = "|".join(edge.labels)
            nodes[edge.parent].children.append(node)
    return nodes[0], len(numbers)


def _make_contiguous(node: _TreeNode) -> None:
    """Let the wider of two children that overlap take in the other, here and below."""
    kept: list[_TreeNode] = []
    for child in sorted(node.children, key=lambda c: (c.span[0] - c.span[1], c.span)):
        absorber = next((one for one in kept if _overlap(one, child)), None)
        if absorber is None:
            kept.append(child)
            continue
        child.lift += 1
        absorber.children.append(child)
        absorber.words |= child.words
    if len(kept) < len(node.children):
        node.children = kept
        # A child that took in another one may have grown, and overlap with a third.
        return _make_contiguous(node)
    node.children.sort(key=lambda child: child.span)
    for child in node.children:
        _make_contiguous(child)
    return None


def _overlap(one: _TreeNode, other: _TreeNode) -> bool:
    return one.span[0] < other.span[1] and other.span[0] < one.span[1]


def _collect(node: _TreeNode, labels: dict[Span, str], at: dict[int, tuple[Span, int]]) -> None:
    chain: list[str] = []
    while True:
        if node.unit > 0:
            at[node.unit] = (node.span, len(chain))
        if node.text:
            chain.append(node.text)
        if len(node.children) != 1:
            break
        node = node.children[0]
    if chain:
        labels[node.span] = "+".join(chain)
    for child in node.children:
        _collect(child, labels, at)


# --- spans to graph -------------------------------------------------------------------------------


def graph(tokens: Sequence[str], spans: Spans, punctuation: Sequence[bool] | None = None) -> Graph:
    """Return the graph over some tokens that labelled spans of their words stand for.

    Spans may be any that nest. A word without a label hangs on the unit around it. Remote edges
    from or to spans without a unit, to a unit that hangs there already, and such as would close
    a cycle are left out. Punctuation hangs where its neighbours meet; at either end of the
    sentence, on the root.
    """
    if punctuation is None:
        punctuation = [is_punctuation(token) for token in tokens]
    places = [n for n, mark in enumerate(punctuation) if not mark]
    chart = _Chart(len(places), spans.labels)
    edges = [
        Edge(chart.above[unit], unit, tuple(chart.labels[unit].split("|")))
        for unit in range(1, len(chart.labels))
    ]
    _add_remotes(edges, chart, spans.remotes)
    leaves = [Leaf(unit, token) for unit, token in zip(chart.words, places, strict=True)]
    leaves += _marks(punctuation, chart)
    return Graph(
        tuple(Token(text, mark) for text, mark in zip(tokens, punctuation, strict=True)),
        tuple(Unit(str(n)) for n in range(len(chart.labels))),
        tuple(edges),
        tuple(leaves),
    )


class _Chart:
    """The units of nested spans: labels, and the unit above each unit and each word. Unit 0 is the
    root. `chains` are the units of each span, the highest first (0 stands for those that are gone).
    """

    def __init__(self, words: int, labels: Mapping[Span, str]) -> None:
        self.labels = [""]
        self.above = [0]
        self.chains: dict[Span, list[int]] = {}
        lifts = [0]
        self.words = [0] * words
        open_spans: list[tuple[int, int]] = [(words, 0)]  # where it ends, its lowest unit
        for (start, end), chain in sorted(labels.items(), key=lambda it: (it[0][0], -it[0][1])):
            while open_spans[-1][0] <= start:
                open_spans.pop()
            parent = open_spans[-1][1]
            for text in chain.split("+"):
                label, _, lift = text.partition("^")
                self.labels.append(label)
                self.above.append(parent)
                lifts.append(int(lift or 0))
                parent = len(self.labels) - 1
            first = len(self.labels) - chain.count("+") - 1
            self.chains[start, end] = list(range(first, parent + 1))
            open_spans.append((end, parent))
            self.words[start:end] = [parent] * (end - start)
        self._lift(lifts)
        self._prune()

    def _lift(self, lifts: list[int]) -> None:
        above = list(self.above)
        for unit, lift in enumerate(lifts):
            for _ in range(lift):
                self.above[unit] = above[self.above[unit]]

    def _prune(self) -> None:
        """Leave out lifted words, which were no units, and units that lifting left without words;
        renumber the rest, parents before children."""
        for word, unit in enumerate(self.words):
            while unit and not self.labels[unit]:
                unit = self.above[unit]
            self.words[word] = unit
        needed = {0}
        for unit in self.words:
            while unit not in needed:
                needed.add(unit)
                unit = self.above[unit]
        numbers = {unit: n for n, unit in enumerate(sorted(needed))}
        self.words = [numbers[unit] for unit in self.words]
        self.above = [numbers[self.above[unit]] for unit in numbers]
        self.labels = [self.labels[unit] for unit in numbers]
        for units in self.chains.values():
            units[:] = [numbers.get(unit, 0) for unit in units]

    def unit(self, span: Span, level: int | None) -> int:
        """Return a unit over a span (see `Remote`); 0 if there is none."""
        chain = self.chains.get(span, [0])
        if level is not None:
            return chain[level] if level < len(chain) else 0
        return next(unit for unit in chain if self.sizes[unit] == self.sizes[chain[-1]])

    @cached_property
    def sizes(self) -> list[int]:
        """How many words each unit has."""
        sizes = [0] * len(self.labels)
        for unit in self.words:
            sizes[unit] += 1
        for unit in range(len(sizes) - 1, 0, -1):
            sizes[self.above[unit]] += sizes[unit]
        return sizes

    def ancestors(self, unit: int) -> list[int]:
        """Return a unit and those above it, the root last."""
        units = [unit]
        while unit:
            unit = self.above[unit]
            units.append(unit)
        return units


def _add_remotes(edges: list[Edge], chart: _Chart, remotes: Iterable[Remote]) -> None:
    below: dict[int, list[int]] = {}
    for edge in edges:
        below.setdefault(edge.parent, []).append(edge.child)
    for remote in remotes:
        levels = remote.levels or (None, None)
        parent, child = chart.unit(remote.parent, levels[0]), chart.unit(remote.child, levels[1])
        if not parent or not child or child in below.get(parent, ()):
            continue
        if not _reaches(below, child, parent):
            edges.append(Edge(parent, child, tuple(remote.label.split("|")), remote=True))
            below.setdefault(parent, []).append(child)


def _reaches(below: Mapping[int, list[int]], start: int, goal: int) -> bool:
    todo, seen = [start], {start}
    for unit in todo:
        if unit == goal:
            return True
        for child in below.get(unit, ()):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return False


def _marks(punctuation: Sequence[bool], chart: _Chart) -> list[Leaf]:
    leaves = []
    word = 0
    for token, mark in enumerate(punctuation):
        if not mark:
            word += 1
        elif 0 < word < len(chart.words):
            before = chart.ancestors(chart.words[word - 1])[1:]
            behind = set(chart.ancestors(chart.words[word])[1:])
            leaves.append(Leaf(next((unit for unit in before if unit in behind), 0), token, "U"))
        else:
            leaves.append(Leaf(0, token, "U"))
    return leaves
