"""What is drawn as matched is what was counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.corpus import Correction, Segment
from corrigenda.meaning.comparison.matches import Matched
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.graph_data import as_plain, from_plain
from corrigenda.meaning.measures.dagf import DAGF
from corrigenda.meaning.measures.distsim import DistSim
from corrigenda.meaning.measures.graphs import GraphMeasure
from corrigenda.meaning.measures.usim import USim
from tests.conftest import expensive
from tests.meaning.graphs import graphs

SOURCE = from_brackets("[H [A He] [P gva] [A [E an] [C apple]] [A [R for] [C John]]]")
TARGET = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]]")

pairs = st.tuples(*(graphs(min_tokens=1, attributes=False),) * 2).filter(
    lambda pair: all(g.leaves or all(u.implicit for u in g.units[1:]) for g in pair)
)
USIMS = [
    USim(),
    USim(labels="weak", units="multi"),
    USim(direction="forward"),
    USim(direction="backward", weight="printed"),
    USim(units="multi", labels="code", scoring="code"),
    USim(scoring="code", direction="backward"),
    USim(lexical="edits"),
]


def values(measure: GraphMeasure, source: Graph, target: Graph) -> dict[str, float]:
    segment = Segment("a", (), "1", graph=source)
    rows = measure.candidates(segment, Correction("a", text="a", graph=target))
    return {key: float(value) for key, value in measure.values(np.array(rows[0])).items()}


def shares(found: Matched, empty: float) -> list[dict[str, float]]:
    out = []
    for direction in found.directions:
        in_source, source, in_target, target = direction.counts
        precision = in_target / target if target else empty
        recall = in_source / source if source else empty
        both = precision + recall
        f = 2 * precision * recall / both if both else 0.0
        out.append({"precision": precision, "recall": recall, "score": f})
    return out


@expensive
@given(pairs, st.sampled_from(USIMS))
def test_usim(pair: tuple[Graph, Graph], measure: USim) -> None:
    found = measure.matched(*pair)
    assert len(found.directions) == (
        2 if (measure.direction, measure.scoring) == ("both", "paper") else 1
    )
    for direction in found.directions:
        for graph, worths, matched, whole in zip(
            pair,
            (direction.source, direction.target),
            direction.counts[::2],
            direction.counts[1::2],
            strict=True,
        ):
            assert len(worths) == len(graph.edges)
            counted = [worth for worth in worths if worth is not None]
            assert sum(counted) == pytest.approx(matched)
            assert len(counted) == whole
    of_directions = shares(found, 1.0 if measure.scoring == "paper" else 0.0)
    expected = values(measure, *pair)
    for key in ("precision", "recall", "score"):
        mean = sum(each[key] for each in of_directions) / len(of_directions)
        assert mean == pytest.approx(expected[key])


def test_figure_1() -> None:
    """Forward, `for John` is aligned with `John`, and all of the correction matches; backward,
    `John` is aligned with `John` alone, whose label is another."""
    found = USim().matched(SOURCE, TARGET)
    assert [direction.counts for direction in found.directions] == [(7, 9, 7, 7), (6, 9, 6, 7)]
    assert found.counted == "edges"
    assert found.words == ((0, 0), (1, 1), (2, 3), (3, 4), (5, 2))
    [forward, _] = found.directions
    assert [e.labels[0] for e, worth in zip(SOURCE.edges, forward.source, strict=True)
            if not worth] == ["R", "C"]  # fmt: skip


@pytest.mark.parametrize("labels", ["strict", "weak", "none"])
@pytest.mark.parametrize("edges", ["both", "primary", "remote"])
@expensive
@given(st.data())
def test_dagf(edges: Any, labels: Any, data: st.DataObject) -> None:
    first = data.draw(graphs(attributes=False, max_tokens=4))
    drawn = data.draw(graphs(attributes=False, min_tokens=4, max_tokens=4))
    leaves = tuple(leaf for leaf in drawn.leaves if leaf.token < len(first.tokens))
    second = Graph(first.tokens, drawn.units, drawn.edges, leaves)
    measure = DAGF(labels=labels, edges=edges)
    found = measure.matched(first, second)
    [of_direction] = shares(found, 1.0)
    expected = values(measure, first, second)
    for key in ("precision", "recall"):
        assert of_direction[key] == pytest.approx(expected[key])
    [direction] = found.directions
    for graph, worths, matched, whole in (
        (first, direction.source, *direction.counts[:2]),
        (second, direction.target, *direction.counts[2:]),
    ):
        yields = graph.yields(punctuation=False)
        verdicts: dict[tuple[int, bool], float] = {}
        for edge, worth in zip(graph.edges, worths, strict=True):
            if worth is not None:  # edges to one yield are counted once, and match alike
                assert verdicts.setdefault((yields[edge.child], edge.remote), worth) == worth
        assert (sum(verdicts.values()), len(verdicts)) == (matched, whole)


def test_a_measure_that_matches_nothing_aligns_words() -> None:
    assert DistSim().matched(SOURCE, TARGET) == Matched(USim().matched(SOURCE, TARGET).words)


@expensive
@given(graphs(attributes=False))
def test_plain_graphs_come_back(graph: Graph) -> None:
    again = from_plain(as_plain(graph))
    assert as_plain(again) == as_plain(graph)
    assert again.edges == graph.edges
    assert [unit.implicit for unit in again.units] == [unit.implicit for unit in graph.units]
