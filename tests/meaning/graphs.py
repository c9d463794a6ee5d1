"""Random semantic graphs, as wild as the schemes allow, and small ones written by hand."""

from __future__ import annotations

from hypothesis import strategies as st

from corrigenda.meaning.graph import LINKAGE, Edge, Graph, Leaf, Linkage, Token, Unit

LABELS = ["H", "A", "P", "S", "D", "C", "E", "N", "R", "F", "L"]
WORDS = ["the", "he", "apple", "gave", "ends.", "so", "&amp;", 'a"b<c']
MARKS = [".", "?", ",", "”", ")"]


@st.composite
def graphs(
    draw: st.DrawFn,
    *,
    max_tokens: int = 8,
    max_units: int = 8,
    min_tokens: int = 0,
    min_units: int = 0,
    words: list[str] = WORDS,
    labels: list[str] = LABELS,
    attributes: bool = True,
) -> Graph:
    """A UCCA-like graph: discontiguous units, unary chains, remote edges, implicit units, linkages,
    tokens mixed with units, unattached tokens, several labels on an edge. A token hangs on at most
    one unit. `min_units` and `max_units` do not count the root. Without `attributes` there is
    nothing but what measures look at.
    """
    tokens = draw(_tokens(min_tokens, max_tokens, words))
    count = 1 + draw(st.integers(min_units, max_units))
    # Parents have smaller numbers in this order; numbers in the graph are shuffled (but the root).
    above = [draw(st.integers(0, unit - 1)) for unit in range(1, count)]
    numbers = [0, *draw(st.permutations(range(1, count)))]
    tags = st.lists(st.sampled_from(labels), min_size=1, max_size=2, unique=True).map(tuple)
    notes = _notes if attributes else st.just(())
    edges = [
        Edge(numbers[parent], numbers[unit], draw(tags), False, draw(notes))
        for unit, parent in enumerate(above, 1)
    ]
    for _ in range(draw(st.integers(0, 3)) if count > 2 else 0):
        parent = draw(st.integers(0, count - 2))
        child = draw(st.integers(parent + 1, count - 1))
        edge = Edge(numbers[parent], numbers[child], draw(tags), True, draw(notes))
        if all(edge[:2] != other[:2] for other in edges):
            edges.append(edge)
    leaves = []
    for n, token in enumerate(tokens):
        unit = draw(st.none() | st.integers(0, count - 1))
        if unit is not None:
            label = "U" if token.punctuation else "Terminal"
            leaves.append(Leaf(numbers[unit], n, label))
    held = {leaf.unit for leaf in leaves} | {edge.parent for edge in edges}
    units = tuple(
        Unit(f"1.{n + 1}", n > 0 and n not in held and draw(st.booleans()), draw(notes))
        for n in range(count)
    )
    linkages = []
    for k in range(draw(st.integers(0, 1)) if count > 2 else 0):
        linked = draw(st.lists(st.integers(1, count - 1), min_size=1, max_size=3, unique=True))
        links = [Edge(LINKAGE, u, ("LA" if n else "LR",)) for n, u in enumerate(linked)]
        linkages.append(Linkage(f"1.{count + 1 + k}", tuple(links)))
    shuffled = draw(st.permutations(edges))
    return Graph(tuple(tokens), units, tuple(shuffled), tuple(leaves), tuple(linkages))


_notes = st.sampled_from([(), (), (), (("uncertain", "True"),), (("suggest", "True"),)])


@st.composite
def _tokens(draw: st.DrawFn, least: int, most: int, words: list[str]) -> list[Token]:
    paragraph = draw(st.integers(1, 3))
    tokens = []
    for _ in range(draw(st.integers(least, most))):
        mark = draw(st.sampled_from([False, False, False, True]))
        text = draw(st.sampled_from(MARKS if mark else words))
        paragraph += draw(st.sampled_from([0, 0, 0, 0, 0, 1]))
        tokens.append(Token(text, mark, paragraph))
    return tokens


@st.composite
def disguised(draw: st.DrawFn, graph: Graph) -> Graph:
    """The same graph under other ids, with units, edges, leaves and linkages in another order."""
    count = len(graph.units)
    numbers = [0, *draw(st.permutations(range(1, count)))]
    units = [Unit("")] * count
    for unit, number in enumerate(numbers):
        units[number] = graph.units[unit]._replace(id=f"u{number}")
    edges = [e._replace(parent=numbers[e.parent], child=numbers[e.child]) for e in graph.edges]
    leaves = [leaf._replace(unit=numbers[leaf.unit], id="") for leaf in graph.leaves]
    linkages = [
        Linkage(
            f"l{k}",
            tuple(draw(st.permutations([e._replace(child=numbers[e.child]) for e in link.edges]))),
            link.attributes,
        )
        for k, link in enumerate(graph.linkages)
    ]
    return Graph(
        graph.tokens,
        tuple(units),
        tuple(draw(st.permutations(edges))),
        tuple(draw(st.permutations(leaves))),
        tuple(draw(st.permutations(linkages))),
    )


def tree(text: str, *nodes: tuple[str, str, str, str]) -> Graph:
    """A graph from `(id, parent's id, label, words)`; the root's id is `0`, remote labels end in
    `*`. Words are token numbers: `"0 2"`. Tokens that are no letters or digits are punctuation.

    >>> tree("He sleeps .", ("s", "0", "H", ""), ("a", "s", "A", "0"), ("p", "s", "P", "1"))
    <Graph: 3 tokens, 4 units, 3 edges: He sleeps .>
    """
    tokens = tuple(Token(w, not any(c.isalnum() for c in w)) for w in text.split())
    names = ["0"]
    for name, *_ in nodes:
        if name not in names:
            names.append(name)
    edges = []
    leaves = []
    for name, parent, label, words in nodes:
        tags = tuple(label.removesuffix("*").split("|"))
        edge = Edge(names.index(parent), names.index(name), tags, label.endswith("*"))
        if name != "0":
            edges.append(edge)
        for word in words.split():
            mark = tokens[int(word)].punctuation
            leaves.append(Leaf(edge.child, int(word), "U" if mark else "Terminal"))
    return Graph(tokens, tuple(Unit(name) for name in names), tuple(edges), tuple(leaves))


GAVE = tree(
    "John gave everything up to sleep .",
    ("scene", "0", "H", ""),
    ("john", "scene", "A", "0"),
    ("gave-up", "scene", "P", "1 3"),
    ("everything", "scene", "A", "2"),
    ("to", "0", "L", "4"),
    ("purpose", "0", "H", ""),
    ("sleep", "purpose", "P", "5"),
    ("john", "purpose", "A*", ""),
    ("0", "0", "H", "6"),
)
"""A discontiguous unit (gave ... up), a remote participant (John sleeps), punctuation on top."""
