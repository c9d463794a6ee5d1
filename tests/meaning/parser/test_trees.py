"""Graphs to spans and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.formats.graphs import read_graphs
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit
from corrigenda.meaning.measures.dagf import dag_counts
from corrigenda.meaning.parser.trees import Remote, Spans, graph, is_punctuation, spans
from tests.conftest import Shared, expensive
from tests.meaning.graphs import graphs


def rebuilt(one: Graph) -> Graph:
    marks = [token.punctuation for token in one.tokens]
    return graph([token.text for token in one.tokens], spans(one), marks)


@expensive
@given(graphs(attributes=False, max_tokens=10, max_units=12))
def test_any_graph_keeps_the_words_and_categories_of_its_units(one: Graph) -> None:
    counts = dag_counts(rebuilt(one), one, edges="primary")
    assert counts.matched == counts.first == counts.second


@expensive
@given(graphs(attributes=False, max_tokens=10, max_units=12))
def test_spans_of_a_rebuilt_graph_are_the_same(one: Graph) -> None:
    before, after = spans(one), spans(rebuilt(one))
    assert (before.words, before.labels) == (after.words, after.labels)
    assert set(after.remotes) <= set(before.remotes)


def test_a_unit_with_a_gap_takes_in_what_stands_there() -> None:
    one = Graph(
        (Token("take"), Token("it"), Token("off"), Token(".", True)),
        (Unit("0"), Unit("h"), Unit("p"), Unit("a")),
        (Edge(0, 1, ("H",)), Edge(1, 2, ("P",)), Edge(1, 3, ("A",))),
        (Leaf(2, 0), Leaf(3, 1), Leaf(2, 2), Leaf(0, 3, "U")),
    )
    assert spans(one) == Spans(3, {(0, 3): "H+P", (1, 2): "A^1"})
    assert rebuilt(one) == one


def test_units_that_cross_are_told_apart_again() -> None:
    one = Graph(
        tuple(Token(word) for word in "abcd"),
        (Unit("0"), Unit("x"), Unit("y")),
        (Edge(0, 1, ("A",)), Edge(0, 2, ("D",))),
        (Leaf(1, 0), Leaf(2, 1), Leaf(1, 2), Leaf(2, 3)),
    )
    assert rebuilt(one) == one


def test_remote_edges_go_from_the_highest_unit_of_a_span() -> None:
    found = Spans(
        3,
        {(0, 3): "H", (0, 1): "A", (1, 2): "P", (2, 3): "D+C"},
        (Remote((2, 3), (0, 1), "A"),),
    )
    made = graph(["he", "ran", "fast"], found)
    remote = [edge for edge in made.edges if edge.remote]
    assert [(made.primary[e.parent].labels, e.labels) for e in remote] == [(("D",), ("A",))]  # type: ignore[union-attr]
    assert spans(made) == found._replace(remotes=(Remote((2, 3), (0, 1), "A", (0, 0)),))


@pytest.mark.parametrize(
    "remote",
    [
        Remote((1, 2), (0, 2), "A"),  # to what is above it: a cycle
        Remote((0, 2), (0, 1), "A"),  # to what hangs there already
        Remote((0, 3), (0, 1), "A"),  # from no unit
        Remote((0, 1), (0, 3), "A"),  # to no unit
    ],
)
def test_remote_edges_that_make_no_sense_are_left_out(remote: Remote) -> None:
    labels = {(0, 2): "H", (0, 1): "A", (1, 2): "P"}
    made = graph(["he", "ran", "fast"], Spans(3, labels, (remote,)))
    assert not any(edge.remote for edge in made.edges)


def test_two_remote_edges_do_not_close_a_cycle() -> None:
    labels = {(0, 1): "H", (1, 2): "H"}
    both = (Remote((0, 1), (1, 2), "A"), Remote((1, 2), (0, 1), "A"))
    made = graph(["run", "hide"], Spans(2, labels, both))
    assert sum(edge.remote for edge in made.edges) == 1


def test_punctuation_hangs_where_its_neighbours_meet() -> None:
    labels = {(0, 4): "H", (0, 3): "A", (0, 1): "C", (1, 2): "N", (2, 3): "C", (3, 4): "P"}
    made = graph(["“", "he", ",", "and", "she", "ran", "."], Spans(4, labels))
    units = {leaf.token: leaf.unit for leaf in made.leaves if leaf.label == "U"}
    above = {n: made.primary[unit] for n, unit in units.items()}
    assert [(n, edge and edge.labels) for n, edge in above.items()] == [
        (0, None),
        (2, ("A",)),
        (6, None),
    ]


def test_nothing_but_punctuation() -> None:
    made = graph(["...", "!"], Spans(0, {}))
    assert len(made.units) == 1
    assert [leaf.token for leaf in made.leaves] == [0, 1]


def test_no_tokens() -> None:
    assert graph([], Spans(0, {})) == Graph((), (Unit("0"),))


@pytest.mark.parametrize("token", [".", "...", "”", ":-)", "--", "#", "+", "\u200b", "\x01", "🙂"])
def test_punctuation(token: str) -> None:
    assert is_punctuation(token)


@pytest.mark.parametrize("token", ["a", "$", "&", "%", "£", "€", "3", "n't", "'s", "e-mail", "字"])
def test_words(token: str) -> None:
    assert not is_punctuation(token)


def test_known_structure() -> None:
    one = from_brackets("[H [A He] [P gave [F up]]] .")
    assert spans(one).words == 3


@pytest.mark.parametrize("name", ["wiki-dev", "ewt-dev"])
def test_corpora_round_trip(shared: Shared, name: str) -> None:
    sums = {"primary": [0, 0], "remote": [0, 0]}
    for _, passage in read_graphs(shared.data("ucca", f"{name}.tar.xz")):
        for one in passage.sentences(cut=True):
            made = rebuilt(one)
            for edges, both in sums.items():
                counts = dag_counts(made, one, edges=edges)  # type: ignore[arg-type]
                both[0] += 2 * counts.matched
                both[1] += counts.first + counts.second
    assert sums["primary"][0] == sums["primary"][1]
    assert sums["remote"][0] / sums["remote"][1] > 0.999


@given(st.lists(st.sampled_from(["a", ".", "b", "$"]), max_size=6))
def test_no_labels_at_all(tokens: list[str]) -> None:
    words = sum(not is_punctuation(token) for token in tokens)
    made = graph(tokens, Spans(words, {}))
    assert {leaf.unit for leaf in made.leaves} <= {0}
    assert len(made.leaves) == len(tokens)
