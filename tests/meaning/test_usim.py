"""USim of graphs built by hand and at random. (Published figures: test_usim_golden.py.)"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.meaning.comparison.usim import Definition, match, scores, usim
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph, Token, Unit
from corrigenda.meaning.measures.dagf import dag_counts
from tests.conftest import expensive
from tests.meaning.graphs import LABELS, disguised, graphs, tree

SOURCE = from_brackets("[H [A He] [P gva] [A [E an] [C apple]] [A [R for] [C John]]]")
TARGET = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]]")
CODE = Definition(units="multi", labels="code", scoring="code")
DEFINITIONS = [
    Definition(units, labels, weight, scoring, words)
    for units, labels, weight, scoring, words in product(
        ("all", "multi"),
        ("strict", "weak", "code"),
        ("harmonic", "printed"),
        ("paper", "code"),
        ("position", "edits"),
    )
]
PAPER = [definition for definition in DEFINITIONS if definition.scoring == "paper"]


# --- by hand --------------------------------------------------------------------------------------


def test_depth() -> None:
    """The scene alone; the scene and its five participants, where `John` is `for John`; all."""
    assert match(SOURCE, TARGET, Definition(depth=1)).counts == (1, 1, 1, 1, 1, 1)
    assert match(SOURCE, TARGET, Definition(depth=2)).counts == (5, 5, 5, 5, 5, 5)
    assert match(SOURCE, TARGET, Definition(depth=3)) == replace(
        match(SOURCE, TARGET), definition=Definition(depth=3)
    )
    dropped = from_brackets("[H [A He] [P gave] [A [E an] [C apple]]]")
    assert match(SOURCE, dropped, Definition(depth=2)).counts == (4, 4, 4, 4, 5, 4)


def test_depth_of_remote_edges_is_that_of_their_parents() -> None:
    """The remote edge leaves a unit 1 below the root, so it ends 2 below it, whatever its child's
    place in the tree, and its child can be aligned."""
    nodes = [("s", "0", "H", ""), ("t", "s", "A", "0"), ("u", "t", "C", "1"), ("v", "u", "C", "2")]
    graph = tree("a b c", *nodes, ("v", "s", "A*", ""))
    assert graph.depths == (0, 1, 2, 3, 4)
    assert [match(graph, graph, Definition(depth=k)).counts[4] for k in range(6)] == [
        5, 1, 3, 4, 5, 5,
    ]  # fmt: skip


def test_figure_1() -> None:
    """Nine edges and seven; `for` is gone, and `John` is no longer the centre of anything."""
    assert match(SOURCE, TARGET).counts == (7, 7, 6, 6, 9, 7)
    forward, backward = match(SOURCE, TARGET).scores
    assert (forward.recall, forward.precision) == (7 / 9, 7 / 7)
    assert forward.f == pytest.approx(0.875)
    assert (backward.recall, backward.precision) == (6 / 9, 6 / 7)
    assert usim(SOURCE, TARGET) == pytest.approx((0.875 + 0.75) / 2)


def test_figure_1_otherwise() -> None:
    assert match(SOURCE, TARGET, Definition(weight="printed")).counts == (7, 7, 5, 5, 9, 7)
    assert match(SOURCE, TARGET, CODE).counts[::3] == (2, 2)
    by_code = match(SOURCE, TARGET, CODE)
    assert [by_code.counts[k] for k in (0, 4, 3, 5)] == [2, 3, 2, 2]
    assert by_code.scores[0] == by_code.scores[1]
    all_units = match(SOURCE, TARGET, replace(CODE, units="all"))
    assert [all_units.counts[k] for k in (0, 4, 3, 5)] == [7, 9, 6, 7]


def test_labels() -> None:
    one = from_brackets("[H [P It] [A works]]")
    other = from_brackets("[C [S It] [D works]]")
    assert match(one, other).counts == (0, 0, 0, 0, 3, 3)
    assert match(one, other, Definition(labels="weak")).counts == (2, 2, 2, 2, 3, 3)


def test_labels_by_the_code_are_those_of_all_edges() -> None:
    """By the code a unit has the labels of its remote edges too, and of linkages."""
    nodes = [("a", "0", "H", "0 1"), ("b", "0", "A", "2 3")]
    plain = tree("a b c d", *nodes)
    remote = tree("a b c d", ("a", "0", "H", "0 1"), ("b", "0", "D", "2 3"), ("b", "a", "A*", ""))
    assert match(plain, remote, CODE).counts[:1] == (2,)
    assert match(plain, remote, replace(CODE, labels="weak")).counts[:1] == (1,)


def test_remote_edges_are_edges() -> None:
    plain = tree("he ran off", ("s", "0", "H", ""), ("a", "s", "A", "0"), ("p", "s", "P", "1 2"))
    more = tree("he ran off", ("s", "0", "H", ""), ("a", "s", "A", "0"), ("p", "s", "P", "1 2"),
                ("a", "p", "D*", ""))  # fmt: skip
    assert match(more, plain).counts == (3, 3, 3, 3, 4, 3)


def test_punctuation_and_implicit_units_do_not_count() -> None:
    one = from_brackets("[H [A He] [P ran] [U .]]")
    other = from_brackets("[H [A He] [P ran] [A !]]")
    assert match(one, other).counts == (3, 3, 3, 3, 3, 3)
    units = (*one.units, Unit("implicit", implicit=True))
    implicit = Graph(
        one.tokens, units, (*one.edges, one.edges[0]._replace(child=5, labels=("A",))), one.leaves
    )
    assert match(implicit, other).counts == (3, 3, 3, 3, 3, 3)
    # By the authors' code (every unit), they do.
    assert match(implicit, other, replace(CODE, units="all")).counts[4:] == (5, 4)


@pytest.mark.parametrize("small, large, paper, code", [("D", "A", 1, 1), ("A", "D", 0, 1)])
def test_of_equally_suitable_units(small: str, large: str, paper: int, code: int) -> None:
    """`a b` suits `a` by 2 * 1 / (2 + 1), and `a b x y` by 2 * 2 / (2 + 4), which is as much. The
    larger is taken; in the authors' code, whichever has the label."""
    one = tree("a b", ("u", "0", "A", "0 1"))
    other = tree("a b x y", ("v", "0", large, "1 2 3"), ("w", "v", small, "0"))
    assert match(one, other).counts[0] == paper
    assert match(one, other, replace(CODE, units="all")).counts[0] == code


def test_no_edges() -> None:
    """Nothing to keep, nothing lost; but a graph that had edges has lost them all."""
    nothing = from_brackets("Hello !")
    assert usim(nothing, nothing) == 1
    assert usim(nothing, nothing, CODE) == 0
    assert usim(nothing, SOURCE) == usim(SOURCE, nothing) == 0
    word = from_brackets("[H Hello]")
    assert (usim(word, word), usim(word, word, CODE)) == (1, 0)
    assert scores((0, 0, 0, 0, 0, 0))[0] == (1, 1, 1)


def test_a_graph_over_no_words() -> None:
    bare = Graph((Token("go"),), SOURCE.units[:2], SOURCE.edges[:1])
    with pytest.raises(InputError) as error:
        usim(bare, SOURCE)
    assert str(error.value) == (
        "the graph has 2 units, but no word is under any of them\n  hint: units are compared by "
        "their words: align the graph's nodes with its tokens"
    )


# --- any scheme -----------------------------------------------------------------------------------


def test_amr() -> None:
    """(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b)): the boy is there again."""

    def boy(text: str, go: str, leaf: int) -> Graph:
        return tree(
            text,
            ("0", "0", "", "2"),
            ("b", "0", ":ARG0", "1"),
            ("g", "0", go, str(leaf)),
            ("b", "g", ":ARG0*", ""),
        )

    source = boy("The boy want to go", ":ARG1", 4)
    same = boy("The boy wants going", ":ARG1", 3)
    assert match(source, same).counts == (3, 3, 3, 3, 3, 3)
    other = boy("The boy wants to go", ":purpose", 4)
    # Both of the boy's edges have the label that either of them has there.
    assert match(source, other).counts == (2, 2, 2, 2, 3, 3)
    for definition in PAPER:
        assert usim(source, source, definition) == 1


# --- at random ------------------------------------------------------------------------------------


def has_words(graph: Graph) -> bool:
    return bool(graph.leaves) or all(unit.implicit for unit in graph.units[1:])


def check_itself(graph: Graph, definitions: list[Definition]) -> None:
    for definition in definitions:
        matching = match(graph, graph, definition)
        assert [(s.precision, s.recall, s.f) for s in matching.scores] == [(1, 1, 1)] * 2
    for labels in ("strict", "weak", "none"):
        for edges in ("both", "primary", "remote"):
            counts = dag_counts(graph, graph, labels=labels, edges=edges)
            assert counts.matched == counts.first == counts.second
            assert counts.precision == counts.recall == counts.f == 1


@expensive
@given(graphs().filter(has_words))
def test_a_graph_and_itself(graph: Graph) -> None:
    check_itself(graph, PAPER)


@pytest.mark.slow
@settings(max_examples=20_000)
@given(graphs(max_tokens=12, max_units=14).filter(has_words))
def test_many_graphs_and_themselves(graph: Graph) -> None:
    check_itself(graph, [Definition(), Definition(units="multi", weight="printed")])


pairs = st.tuples(graphs(), graphs()).filter(lambda pair: all(map(has_words, pair)))


@expensive
@given(pairs, st.sampled_from(DEFINITIONS), st.data())
def test_ids_and_order_do_not_matter(
    pair: tuple[Graph, Graph], definition: Definition, data: st.DataObject
) -> None:
    source, target = pair
    counts = match(source, target, definition).counts
    other = data.draw(disguised(source)), data.draw(disguised(target))
    assert match(*other, definition).counts == counts


def cut(graph: Graph, depth: int) -> Graph:
    """The top of a tree: deeper units are gone, and their words hang on what is left above."""
    kept = [unit for unit in range(len(graph.units)) if graph.depths[unit] <= depth]
    number = {unit: n for n, unit in enumerate(kept)}

    def up(unit: int) -> int:
        while unit not in number:
            above = graph.primary[unit]
            assert above is not None
            unit = above.parent
        return number[unit]

    return replace(
        graph,
        units=tuple(graph.units[unit] for unit in kept),
        edges=tuple(
            edge._replace(parent=number[edge.parent], child=number[edge.child])
            for edge in graph.edges
            if edge.child in number
        ),
        leaves=tuple(leaf._replace(unit=up(leaf.unit)) for leaf in graph.leaves),
        linkages=(),
    )


@expensive
@given(pairs, st.sampled_from(DEFINITIONS), st.integers(1, 4))
def test_depth_is_usim_of_the_top_of_trees(
    pair: tuple[Graph, Graph], definition: Definition, depth: int
) -> None:
    source, target = (
        replace(graph, edges=tuple(e for e in graph.edges if not e.remote), linkages=())
        for graph in pair
    )
    expected = match(cut(source, depth), cut(target, depth), definition)
    found = match(source, target, replace(definition, depth=depth))
    assert found.counts == expected.counts and found.scores == expected.scores


@expensive
@given(pairs, st.sampled_from(DEFINITIONS), st.integers(1, 9))
def test_depth_counts_more_the_deeper_it_goes(
    pair: tuple[Graph, Graph], definition: Definition, depth: int
) -> None:
    near, far = (match(*pair, replace(definition, depth=k)).counts for k in (depth, depth + 1))
    whole = match(*pair, definition).counts
    assert near[4] <= far[4] <= whole[4] and near[5] <= far[5] <= whole[5]
    if depth >= max(max(graph.depths) for graph in pair) + 1:
        assert near == whole
    if definition.scoring == "paper":
        itself = match(pair[0], pair[0], replace(definition, depth=depth))
        assert itself.usim == 1


@expensive
@given(pairs, st.sampled_from(DEFINITIONS))
def test_scores_are_shares(pair: tuple[Graph, Graph], definition: Definition) -> None:
    matching = match(*pair, definition)
    a, b, c, d, source, target = matching.counts
    assert 0 <= a <= source and 0 <= c <= source and 0 <= b <= target and 0 <= d <= target
    assert 0 <= matching.usim <= 1
    if definition.scoring == "paper":
        assert bool(a) == bool(b) and bool(c) == bool(d)


@expensive
@given(pairs, st.sampled_from(DEFINITIONS), st.data())
def test_an_edge_less_never_raises_recall(
    pair: tuple[Graph, Graph], definition: Definition, data: st.DataObject
) -> None:
    """An edge of the correction is taken away, its units left where they are: its label is lost
    (any edge), or it is not there at all (remote ones). No more edges of the source match then.

    If units went too, others might be aligned, and more match: see the next test.
    """
    source, target = pair
    assume(target.edges)
    edge = data.draw(st.sampled_from(target.edges))
    others = tuple(other for other in target.edges if other is not edge)
    less = (*others, edge._replace(labels=("?",)))
    found, before = match(source, replace(target, edges=less), definition), match(*pair, definition)
    assert found.counts[0] <= before.counts[0] and found.counts[2] <= before.counts[2]
    if edge.remote:
        found = match(source, replace(target, edges=others), definition)
        assert found.counts[0] <= before.counts[0] and found.counts[2] <= before.counts[2]


def test_a_unit_less_may_raise_recall() -> None:
    one = tree("a b", ("u", "0", "A", "0"))
    same = tree("a b", ("w", "0", "A", "1"), ("v", "w", "D", "0"))
    without = tree("a b", ("w", "0", "A", "0 1"))
    assert match(one, same).counts[0] == 0
    assert match(one, without).counts[0] == 1


@expensive
@given(graphs(attributes=False).filter(has_words), st.data())
def test_dag_f_where_yields_are_equal(graph: Graph, data: st.DataObject) -> None:
    """Two analyses that differ in labels alone: units are aligned by equal yields, and a yield
    matches in DAG F if an edge to it does in USim. One edge a yield: the scores are the same."""
    edges = tuple(edge for edge in graph.edges if not edge.remote)
    graph = replace(graph, edges=edges)
    labels = [data.draw(st.sampled_from(LABELS)) for _ in edges]
    other = replace(
        graph,
        edges=tuple(e._replace(labels=(label,)) for e, label in zip(edges, labels, strict=True)),
    )
    for agreement in ("strict", "weak"):
        matching = match(graph, other, Definition(labels=agreement))
        counts = dag_counts(other, graph, labels=agreement)
        hits = zip(matching.source.items, matching.forward.own, strict=True)
        assert len({item.place for item, hit in hits if hit}) == counts.matched
        if len(matching.source.items) == len({item.place for item in matching.source.items}):
            for found in matching.scores:
                assert found == pytest.approx((counts.precision, counts.recall, counts.f))


def test_dag_f_where_every_yield_has_one_edge() -> None:
    """The case of the property above that matters, so that it surely is tested."""
    other = from_brackets("[H [A He] [S gva] [A [E an] [N apple]] [D [R for] [C John]]]")
    counts = dag_counts(other, SOURCE)
    assert counts == (6, 9, 9)
    assert match(SOURCE, other).counts == (6, 6, 6, 6, 9, 9)


def test_a_discontiguous_unit() -> None:
    one = tree("gave it up", ("p", "0", "P", "0 2"), ("a", "0", "A", "1"))
    other = tree("gave up it", ("p", "0", "P", "0 1"), ("a", "0", "A", "2"))
    assert usim(one, other) == 1
