"""Graphs over tokens: what they must be, what hangs on what, and when two say the same."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.meaning.graph import LINKAGE, Edge, Graph, Leaf, Linkage, Token, Unit, members
from tests.conftest import expensive
from tests.meaning.graphs import GAVE, disguised, graphs, tree

ABC = (Token("a"), Token("b"), Token("c"))
UNITS = (Unit("r"), Unit("x"), Unit("y"))
CHAIN = (Edge(0, 1, ("H",)), Edge(1, 2, ("A",)))


# --- what hangs on what ---------------------------------------------------------------------------


def test_a_graph_shows_what_hangs_on_what() -> None:
    ids = [unit.id for unit in GAVE.units]
    john, purpose = ids.index("john"), ids.index("purpose")
    assert [ids[edge.child] for edge in GAVE.children[purpose]] == ["sleep", "john"]
    assert [(ids[edge.parent], edge.remote) for edge in GAVE.parents[john]] == [
        ("scene", False),
        ("purpose", True),
    ]
    primary = GAVE.primary[john]
    assert primary is not None and ids[primary.parent] == "scene"
    assert GAVE.primary[0] is None
    assert [ids[unit] for unit in GAVE.scenes] == ["scene", "purpose"]
    assert GAVE.terminals[ids.index("gave-up")] == (1, 3)
    assert members(GAVE.words) == (0, 1, 2, 3, 4, 5)


def test_yields_with_and_without_remote_edges_and_punctuation() -> None:
    purpose = [unit.id for unit in GAVE.units].index("purpose")
    assert members(GAVE.yields()[0]) == (0, 1, 2, 3, 4, 5, 6)
    assert members(GAVE.yields(punctuation=False)[0]) == (0, 1, 2, 3, 4, 5)
    assert members(GAVE.yields()[purpose]) == (5,)
    assert members(GAVE.yields(remote=True)[purpose]) == (0, 5)


def test_linkages_are_kept_apart_from_units() -> None:
    links = (Edge(LINKAGE, 1, ("LR",)), Edge(LINKAGE, 2, ("LA",)))
    graph = Graph(ABC, UNITS, CHAIN, (), (Linkage("k", links),))
    assert graph.linked == ((), (links[0],), (links[1],))
    assert graph.parents[1] == (CHAIN[0],)


@expensive
@given(graphs())
def test_yields_are_what_sets_give(graph: Graph) -> None:
    def below(unit: int, remote: bool) -> set[int]:
        found = {leaf.token for leaf in graph.leaves if leaf.unit == unit}
        for edge in graph.edges:
            if edge.parent == unit and (remote or not edge.remote):
                found |= below(edge.child, remote)
        return found

    for remote in (False, True):
        for punctuation in (False, True):
            for unit, held in enumerate(graph.yields(remote=remote, punctuation=punctuation)):
                expected = below(unit, remote)
                if not punctuation:
                    expected = {n for n in expected if not graph.tokens[n].punctuation}
                assert set(members(held)) == expected


@expensive
@given(graphs())
def test_order_puts_parents_first(graph: Graph) -> None:
    place = {unit: n for n, unit in enumerate(graph.order)}
    assert sorted(place) == list(range(len(graph.units)))
    assert all(place[edge.parent] < place[edge.child] for edge in graph.edges)


# --- broken graphs --------------------------------------------------------------------------------


def broken(*arguments: object) -> str:
    with pytest.raises(InputError) as caught:
        Graph(*arguments)  # type: ignore[arg-type]
    return str(caught.value)


def test_no_root() -> None:
    assert broken((), ()) == "a graph needs at least a unit, its root"


def test_empty_token() -> None:
    assert broken((Token("a"), Token("")), UNITS[:1]) == "token 1 is empty"


def test_tokens_out_of_order() -> None:
    tokens = (Token("a", paragraph=2), Token("b", paragraph=1))
    assert broken(tokens, UNITS[:1]) == (
        "the tokens are out of order: token 1 ('b') is in paragraph 1, after paragraph 2"
    )


def test_duplicate_ids() -> None:
    assert broken(ABC, (Unit("r"), Unit("x"), Unit("x")), CHAIN) == "two units have the id 'x'"


def test_edge_to_nowhere() -> None:
    edges = (*CHAIN, Edge(1, 3, ("A",)))
    assert broken(ABC, UNITS, edges) == "an edge leads to unit number 3, but there are 3 units"
    links = (Linkage("k", (Edge(LINKAGE, 9, ("LA",)),)),)
    assert broken(ABC, UNITS, CHAIN, (), links) == (
        "an edge leads to unit number 9, but there are 3 units"
    )


def test_linkage_from_a_unit() -> None:
    links = (Linkage("k", (Edge(0, 1, ("LA",)),)),)
    assert broken(ABC, UNITS, CHAIN, (), links) == "an edge of linkage 'k' starts at a unit"


def test_missing_token() -> None:
    assert (
        broken(ABC, UNITS, CHAIN, (Leaf(2, 3),)) == "unit 'y' holds token 3, but there are 3 tokens"
    )


def test_token_twice_under_a_unit() -> None:
    assert (
        broken(ABC, UNITS, CHAIN, (Leaf(2, 1), Leaf(2, 1, "U"))) == "unit 'y' holds token 1 twice"
    )


def test_edge_twice() -> None:
    edges = (*CHAIN, Edge(0, 2, ("A", "P"), True), Edge(0, 2, ("A", "P"), True))
    assert broken(ABC, UNITS, edges) == "the edge A|P from unit 'r' to unit 'y' is there twice"


def test_edge_without_label() -> None:
    assert broken(ABC, UNITS, (CHAIN[0], Edge(1, 2, ()))) == (
        "the edge from unit 'x' to unit 'y' has no label"
    )


def test_cycle() -> None:
    units = (*UNITS, Unit("z"))
    edges = (Edge(0, 1, ("H",)), Edge(3, 2, ("A",)), Edge(2, 3, ("A",)), Edge(1, 2, ("A",), True))
    assert broken(ABC, units, edges) == "units in a cycle: 'y' -> 'z' -> 'y'"


def test_cycle_through_a_remote_edge() -> None:
    edges = (*CHAIN, Edge(2, 1, ("A",), True))
    assert broken(ABC, UNITS, edges) == "units in a cycle: 'x' -> 'y' -> 'x'"


def test_cycle_of_one() -> None:
    assert broken(ABC, UNITS, (*CHAIN, Edge(2, 2, ("A",), True))) == (
        "units in a cycle: 'y' -> 'y'"
    )


def test_two_roots() -> None:
    assert broken(ABC, UNITS, CHAIN[:1]) == "expected one root, found two: units 'r' and 'y'"


def test_unit_with_remote_parents_only() -> None:
    assert broken(ABC, UNITS, (CHAIN[0], Edge(1, 2, ("A",), True))) == (
        "expected one root, found two: units 'r' and 'y' (which has remote parents only)"
    )


def test_root_with_a_parent() -> None:
    edges = (Edge(1, 0, ("H",)), Edge(1, 2, ("A",)))
    assert broken(ABC, UNITS, edges) == "unit 'r' is the root, but has a parent, 'x'"


def test_two_primary_parents() -> None:
    assert broken(ABC, UNITS, (*CHAIN, Edge(0, 2, ("A",)))) == (
        "unit 'y' has two primary parents, 'x' and 'r'\n"
        "  hint: all edges to a unit but one are remote"
    )


# --- saying the same ------------------------------------------------------------------------------


@expensive
@given(graphs(), st.data())
def test_ids_and_order_say_nothing(graph: Graph, data: st.DataObject) -> None:
    other = data.draw(disguised(graph))
    assert graph.same_as(other)
    assert graph == other
    assert hash(graph) == hash(other)
    assert len(graph.scenes) == len(other.scenes)
    assert sorted(graph.yields(remote=True)) == sorted(other.yields(remote=True))


@expensive
@given(graphs(min_units=1), st.data())
def test_everything_else_says_something(graph: Graph, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(graph.edges) - 1))
    edge = graph.edges[n]
    labels = data.draw(st.sampled_from([("new",), (*edge.labels, "new")]))
    changed = [edge._replace(labels=labels), edge._replace(attributes=(("new", "1"),))]
    for other in changed:
        edges = (*graph.edges[:n], other, *graph.edges[n + 1 :])
        assert graph != Graph(graph.tokens, graph.units, edges, graph.leaves, graph.linkages)
    unit = data.draw(st.integers(0, len(graph.units) - 1))
    for one in (
        graph.units[unit]._replace(implicit=not graph.units[unit].implicit),
        graph.units[unit]._replace(attributes=(("new", "1"),)),
    ):
        units = (*graph.units[:unit], one, *graph.units[unit + 1 :])
        assert graph != Graph(graph.tokens, units, graph.edges, graph.leaves, graph.linkages)
    if graph.leaves:
        leaf = graph.leaves[0]
        moved = leaf._replace(unit=(leaf.unit + 1) % len(graph.units))
        leaves = (moved, *graph.leaves[1:])
        other_graph = Graph(graph.tokens, graph.units, graph.edges, leaves, graph.linkages)
        # Moved to a unit that looks just the same, a leaf may say the same still: but then the
        # graph has to be the same with the two units swapped.
        if graph == other_graph:
            assert sorted(graph.yields()) == sorted(other_graph.yields())


def test_notes_and_origin_say_nothing() -> None:
    noted = tuple(unit._replace(attributes=(("extra:remarks", "?"),)) for unit in UNITS)
    assert Graph(ABC, UNITS, CHAIN) == Graph(ABC, noted, CHAIN, attributes=(("passageID", "7"),))


def test_sharing_is_not_copying() -> None:
    """Two parents of one unit, or a unit each: the same paths, but not the same graph."""
    shared = tree(
        "a", ("x", "0", "H", ""), ("y", "0", "H", ""), ("z", "x", "A", ""), ("w", "x", "A", ""),
        ("z", "y", "A*", ""), ("z", "0", "D*", ""),
    )  # fmt: skip
    apart = tree(
        "a", ("x", "0", "H", ""), ("y", "0", "H", ""), ("z", "x", "A", ""), ("w", "x", "A", ""),
        ("z", "y", "A*", ""), ("w", "0", "D*", ""),
    )  # fmt: skip
    assert shared != apart


def test_colours_alone_do_not_decide() -> None:
    """Six units in two rings of three or in one of six look alike from each unit."""
    tops = [f"t{n}" for n in range(6)]
    lows = [f"l{n}" for n in range(6)]
    hung = [*((t, "0", "H", "") for t in tops), *((low, "0", "A", "") for low in lows)]

    def rings(*steps: list[int]) -> Graph:
        remote = [
            (lows[n], tops[m], "A*", "")
            for ring in steps
            for k, m in enumerate(ring)
            for n in (m, ring[(k + 1) % len(ring)])
        ]
        return tree("a", *hung, *remote)

    one, two = rings([0, 1, 2, 3, 4, 5]), rings([0, 1, 2], [3, 4, 5])
    assert one != two
    assert one == rings([3, 1, 5, 0, 4, 2])
    assert two == rings([5, 1, 0], [2, 3, 4])


def test_many_units_alike_take_no_time() -> None:
    nodes = [(f"t{n}", "0", "H", "") for n in range(60)]
    nodes += [(f"l{n}", f"t{n}", "A", "") for n in range(60)]
    assert tree("a", *nodes) == tree("a", *nodes[:60], *reversed(nodes[60:]))


def test_a_graph_is_no_other_thing() -> None:
    assert GAVE != "graph"
    assert tree("John gave") != GAVE


def test_graphs_are_pickled_without_what_is_derived() -> None:
    GAVE.yields(remote=True)
    copy = pickle.loads(pickle.dumps(GAVE))
    assert copy == GAVE
    assert "_yields_with_remote" not in copy.__dict__
    assert copy.yields() == GAVE.yields()


# --- sentences ------------------------------------------------------------------------------------


def texts(graph: Graph, *, cut: bool = False) -> list[str]:
    return [" ".join(t.text for t in part.tokens) for part in graph.sentences(cut=cut)]


def test_sentences_end_at_marks_between_units() -> None:
    graph = tree(
        "Go ! ? ) He is Mr. X . Yes",
        ("go", "0", "H", "0"),
        ("0", "0", "", "1 2 3 8"),
        ("he", "0", "H", "4 5 6 7"),
    )
    assert texts(graph) == ["Go ! ? )", "He is Mr. X .", "Yes"]
    assert graph.sentences()[1].units[1].id == "he"


def test_sentences_end_with_paragraphs() -> None:
    graph = Graph((Token("Title"), Token("text", paragraph=2)), UNITS[:1])
    assert texts(graph) == ["Title", "text"]


def test_remote_edges_and_linkages_hold_sentences_together_unless_cut() -> None:
    nodes = [("x", "0", "H", "0 1"), ("y", "0", "H", "2"), ("z", "0", "H", "4")]
    graph = tree("a . b . c", *nodes, ("x", "y", "A*", ""))
    assert texts(graph) == ["a . b .", "c"]
    assert texts(graph, cut=True) == ["a .", "b .", "c"]
    assert [len(part.edges) for part in graph.sentences(cut=True)] == [1, 1, 1]
    link = (Linkage("k", (Edge(LINKAGE, 2, ("LA",)), Edge(LINKAGE, 3, ("LA",)))),)
    linked = Graph(graph.tokens, graph.units, graph.edges[:3], graph.leaves, link)
    assert texts(linked) == ["a .", "b . c"]
    assert [len(part.linkages) for part in linked.sentences()] == [0, 1]
    assert [len(part.linkages) for part in linked.sentences(cut=True)] == [0, 0, 0]


@expensive
@given(graphs(max_tokens=12))
def test_join_undoes_split(graph: Graph) -> None:
    parts = graph.sentences()
    assert Graph.join(parts) == graph
    assert {unit.id for part in parts for unit in part.units} == {u.id for u in graph.units}


@expensive
@given(graphs(max_tokens=12))
def test_cutting_loses_remote_edges_and_linkages_only(graph: Graph) -> None:
    parts = graph.sentences(cut=True)
    assert len(parts) >= len(graph.sentences())
    joined = Graph.join(parts)
    assert joined.tokens == graph.tokens
    assert sorted(joined.yields()) == sorted(graph.yields())
    primary = [sorted(e.labels for e in g.edges if not e.remote) for g in (joined, graph)]
    assert primary[0] == primary[1]


@expensive
@given(st.lists(graphs(max_tokens=4, max_units=4), min_size=1, max_size=3))
def test_join_puts_texts_behind_each_other(given_graphs: list[Graph]) -> None:
    joined = Graph.join(given_graphs)
    assert [t.text for t in joined.tokens] == [t.text for g in given_graphs for t in g.tokens]
    assert len(joined.units) == 1 + sum(len(g.units) - 1 for g in given_graphs)
    shift, expected = 0, []
    for graph in given_graphs:
        expected += [tokens << shift for tokens in graph.yields(remote=True)[1:]]
        shift += len(graph.tokens)
    assert list(joined.yields(remote=True)[1:]) == expected


def test_join_keeps_apart_what_clashes() -> None:
    late = Graph((Token("b", paragraph=2), Token("c", paragraph=3)), UNITS[:2], CHAIN[:1])
    joined = Graph.join([late, late])
    assert [token.paragraph for token in joined.tokens] == [2, 3, 4, 5]
    assert [unit.id for unit in joined.units] == ["r", "1:x", "2:x"]


def test_nothing_to_join() -> None:
    with pytest.raises(InputError, match=r"^expected graphs to join, found none$"):
        Graph.join([])
