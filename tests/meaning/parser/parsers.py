"""Small parsers that follow rules, in place of a model: the same tokens, the same graph."""

from __future__ import annotations

from collections.abc import Sequence

from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit

VERBS = frozenset(["is", "was", "go", "goes", "went", "like", "likes", "sleeps", "gave", "gva"])


def flat(tokens: Sequence[str]) -> Graph:
    """One scene: the first verb is its process, every other word takes part in it."""
    marks = [not any(map(str.isalnum, token)) for token in tokens]
    words = [n for n, mark in enumerate(marks) if not mark]
    verb = next((n for n in words if tokens[n] in VERBS), words[0] if words else -1)
    units, edges, leaves = [Unit("1.1")], [], []
    if words:
        units.append(Unit("1.2"))
        edges.append(Edge(0, 1, ("H",)))
    for n, mark in enumerate(marks):
        if mark:
            leaves.append(Leaf(0, n, "U"))
        else:
            edges.append(Edge(1, len(units), ("P" if n == verb else "A",)))
            leaves.append(Leaf(len(units), n))
            units.append(Unit(f"1.{len(units) + 1}"))
    named = tuple(Token(token, mark) for token, mark in zip(tokens, marks, strict=True))
    return Graph(named, tuple(units), tuple(edges), tuple(leaves))


class Flat:
    """Counts how often it was asked; none of its copies in other processes does so here."""

    name = "flat 1.0"

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def parse(self, tokens: Sequence[str]) -> Graph:
        self.asked.append(tuple(tokens))
        return flat(tokens)


class Batch(Flat):
    """Would rather have three sentences at once."""

    name = "batch 1.0"
    batch = 3

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def parse_batch(self, sentences: Sequence[Sequence[str]]) -> list[Graph]:
        self.sizes.append(len(sentences))
        return [self.parse(tokens) for tokens in sentences]


class Local(Flat):
    """Cannot be sent to another process."""

    def __init__(self) -> None:
        super().__init__()
        self.here = lambda: None


class Careless(Flat):
    """Cuts tokens anew."""

    def parse(self, tokens: Sequence[str]) -> Graph:
        return flat([part for token in tokens for part in (token[:1], token[1:]) if part])


class Broken(Flat):
    def parse(self, tokens: Sequence[str]) -> Graph:
        raise RuntimeError("no weights")


class Nothing(Flat):
    def parse(self, tokens: Sequence[str]) -> Graph:
        return None  # type: ignore[return-value]
