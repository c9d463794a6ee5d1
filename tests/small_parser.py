"""A parser small enough to see through: one scene, with a unit for each word."""

from __future__ import annotations

from collections.abc import Sequence

from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit

SMALL = frozenset(
    ("a", "an", "the", "of", "in", "on", "to", "for", "is", "are", "was", "were", "not")
)


class Small:
    """Words are participants, the third of them is the process, function words are functions."""

    name = "small 1"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def parse(self, tokens: Sequence[str]) -> Graph:
        assert tokens, "an empty sentence needs no parser"
        self.seen.append(" ".join(tokens))
        words = [any(map(str.isalnum, token)) for token in tokens]
        units = [Unit("0"), Unit("1")]
        edges = [Edge(0, 1, ("H",))]
        leaves = []
        for n, token in enumerate(tokens):
            if not words[n]:
                leaves.append(Leaf(0, n, "U"))
                continue
            label = "F" if token.lower() in SMALL else "P" if sum(words[:n]) == 2 else "A"
            edges.append(Edge(1, len(units), (label,)))
            leaves.append(Leaf(len(units), n))
            units.append(Unit(str(len(units))))
        if not any(words):
            units, edges = units[:1], []
        marks = zip(tokens, words, strict=True)
        return Graph(
            tuple(Token(text, not word) for text, word in marks),
            tuple(units),
            tuple(edges),
            tuple(leaves),
        )


class Batch(Small):
    """The same, several sentences at a time."""

    name = "small batch 1"
    batch = 3

    def parse_batch(self, sentences: Sequence[Sequence[str]]) -> list[Graph]:
        assert len(sentences) <= self.batch
        return [self.parse(tokens) for tokens in sentences]
