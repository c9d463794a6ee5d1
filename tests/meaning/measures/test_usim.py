"""USim as a measure: rows, corpus scores, intervals, and graphs that are missing."""

from __future__ import annotations

import pickle
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Correction, Segment, System
from corrigenda.errors import InputError
from corrigenda.meaning.comparison.usim import match
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.dagf import DAGF
from corrigenda.meaning.measures.distsim import DistSim
from corrigenda.meaning.measures.usim import USim
from tests.conftest import Shared, expensive
from tests.meaning.graphs import graphs

GAVE = from_brackets("[H [A He] [P gva] [A [E an] [C apple]] [A [R for] [C John]]]")
GIVEN = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]]")
RAN = from_brackets("[H [A He] [P ran]]")


def corpus(*pairs: tuple[Graph, Graph]) -> tuple[list[Segment], System]:
    def text(graph: Graph) -> str:
        return " ".join(token.text for token in graph.tokens)

    segments = [
        Segment(text(source), (), str(n), graph=source) for n, (source, _) in enumerate(pairs, 1)
    ]
    corrections = [
        Correction(text(source), text=text(target), graph=target) for source, target in pairs
    ]
    return segments, System("it", tuple(corrections))


def scored(measure: USim | DAGF | DistSim, *pairs: tuple[Graph, Graph]) -> dict[str, float]:
    rows = measure.rows(*corpus(*pairs))
    assert rows.shape == (len(pairs), len(measure.columns))
    score = measure.score(measure.totals(rows))
    return {"score": score.value, **score.parts}


PAIRS = ((GAVE, GIVEN), (RAN, RAN))


def test_depth_is_named_only_where_it_is_given() -> None:
    """Signatures of whole graphs are what they were before there was a depth."""
    assert USim().full() == (
        "USim(units=all,labels=strict,weight=harmonic,scoring=paper,words=position,lexical=none,"
        "direction=both,average=mean)"
    )
    top = USim(depth=2)
    assert str(top) == "USim(depth=2)" and ",lexical=none,depth=2,direction=both" in top.full()
    assert (
        cg.measure(str(top)) == cg.measure(top.full()) == top
        and cg.measure(USim().full()) == USim()
    )
    assert scored(top, *PAIRS)["score"] == 1 > scored(USim(), *PAIRS)["score"]
    assert top.matched(GAVE, GIVEN).directions[0].counts == (5, 5, 5, 5)
    with pytest.raises(InputError, match="depth must be at least 0"):
        USim(depth=-1)


def test_the_mean_over_sentences() -> None:
    assert scored(USim(), *PAIRS) == pytest.approx(
        {
            "score": (0.8125 + 1) / 2,
            "precision": ((1 + 6 / 7) / 2 + 1) / 2,
            "recall": ((7 / 9 + 6 / 9) / 2 + 1) / 2,
            "forward": (0.875 + 1) / 2,
            "backward": (0.75 + 1) / 2,
        }
    )


def test_pooled() -> None:
    def f(p: float, r: float) -> float:
        return 2 * p * r / (p + r)

    found = scored(USim(average="pooled"), *PAIRS)
    forward, backward = f(10 / 10, 10 / 12), f(9 / 10, 9 / 12)
    assert found["forward"] == pytest.approx(forward)
    assert found["backward"] == pytest.approx(backward)
    assert found["score"] == pytest.approx((forward + backward) / 2)
    assert found["recall"] == pytest.approx((10 / 12 + 9 / 12) / 2)


def test_directions() -> None:
    forward = scored(USim(direction="forward"), *PAIRS)
    assert (forward["score"], forward["recall"]) == pytest.approx((0.9375, (7 / 9 + 1) / 2))
    backward = scored(USim(direction="backward", average="pooled"), *PAIRS)
    assert (backward["precision"], backward["recall"]) == pytest.approx((9 / 10, 9 / 12))
    assert scored(USim(direction="backward"), *PAIRS)["score"] == pytest.approx(0.875)


@pytest.mark.parametrize("average", ["mean", "pooled"])
def test_the_authors_code(average: str) -> None:
    """One F: recall 2/3 forward, precision 2/2 backward."""
    measure = USim("multi", "code", scoring="code", average=average)
    found = scored(measure, (GAVE, GIVEN))
    assert found == pytest.approx(
        {"score": 0.8, "precision": 1, "recall": 2 / 3, "forward": 0.8, "backward": 0.8}
    )


def test_every_pair_scores_as_the_graphs_do() -> None:
    for measure in (
        USim(),
        USim("multi"),
        cg.measure("USim(labels=weak,weight=printed,words=edits)"),
    ):
        assert isinstance(measure, USim)
        rows = measure.rows(*corpus(*PAIRS))
        expected = [match(*pair, measure.as_definition()).usim for pair in PAIRS]
        assert measure.sentence_scores(rows) == pytest.approx(expected)


def test_counts_are_counts() -> None:
    measure = USim()
    score = measure.score(measure.totals(measure.rows(*corpus(*PAIRS))))
    assert score.counts == {
        "forward_source": 10, "forward_target": 10, "backward_source": 9, "backward_target": 9,
        "source_edges": 12, "target_edges": 10,
    }  # fmt: skip


def test_no_sentences_at_all() -> None:
    for measure in (USim(), USim(average="pooled"), DAGF(), DistSim()):
        values = measure.values(np.zeros(len(measure.columns)))
        assert all(np.isfinite(value) for value in values.values())


@pytest.mark.parametrize(
    "source, target, whose, found",
    [
        (None, GIVEN, "source", "none"),
        (GAVE, None, "correction", "none"),
        (GAVE, "(gave)", "correction", "a str"),
    ],
)
@pytest.mark.parametrize("measure", [USim(), DAGF(), DistSim()])
def test_a_missing_graph(
    measure: USim | DAGF | DistSim, source: object, target: object, whose: str, found: str
) -> None:
    segment = Segment("x", (), "7", graph=source)
    with pytest.raises(InputError) as error:
        measure.candidates(segment, Correction("x", text="x", graph=target))
    assert str(error.value) == (
        f"{measure.name()} compares semantic graphs: expected a graph for the {whose} of sentence "
        f"7, found {found}\n  hint: give Segment(..., graph=...) and Correction(..., graph=...) a "
        "corrigenda.meaning.graph.Graph; corrigenda.meaning.formats.ucca_xml reads UCCA's"
    )


def test_the_worked_example() -> None:
    segment, correction = USim.worked_example()
    [row] = USim().candidates(segment, correction)
    assert row[:6] == (7, 7, 6, 6, 9, 7)


# --- with everything that measures get ------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_evaluate(jobs: int) -> None:
    segments, system = corpus(*PAIRS * 10)
    result = cg.evaluate(segments, [system], "USim, DistSim", jobs=jobs, resamples=200)
    cell = result["it", "USim"]
    assert cell.score.value == pytest.approx(0.90625)
    assert cell.low is not None and cell.high is not None
    assert cell.low < cell.score.value < cell.high
    assert "USim" in str(result)


def test_graphs_travel_with_sentences() -> None:
    segments, system = corpus((GAVE, GIVEN))
    [segment], [correction] = segments, system.corrections
    for original in (segment, correction):
        copy = pickle.loads(pickle.dumps(original))
        assert copy == original and hash(copy) == hash(original)
        assert isinstance(copy.graph, Graph)
        assert "graph" not in repr(original)
    assert replace(segment, graph=RAN) != segment
    assert Correction("x", text="x") == Correction("x", text="x", graph=None)


@expensive
@given(st.lists(st.tuples(graphs(min_tokens=1), graphs(min_tokens=1)), min_size=1, max_size=3))
def test_rows_add_up(pairs: list[tuple[Graph, Graph]]) -> None:
    """A corpus in two halves has the score of the whole: sums of rows are all there is."""
    pairs = [pair for pair in pairs if all(graph.leaves for graph in pair)] or [(GAVE, GIVEN)]
    for measure in (USim(), USim(average="pooled"), DistSim(), DistSim(average="pooled")):
        rows = measure.rows(*corpus(*pairs))
        alone = [measure.rows(*corpus(pair)) for pair in pairs]
        assert np.concatenate(alone) == pytest.approx(rows)
        score = measure.score(measure.totals(rows))
        if measure.average == "mean":
            assert score.value == pytest.approx(measure.sentence_scores(rows).mean())


# --- speed ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_5000_sentences(shared: Shared) -> None:
    """Under five seconds on one core, and no memory but the rows'."""
    path = shared.data("jfleg-tupa", "jfleg-dev-tupa-xml.tar.xz")
    parses = dict(ucca_xml.read_passages(path))
    systems = [f"dev.ref{k}" for k in range(4)] + [f"mle_{k}.txt" for k in (1, 2, 3)]
    pairs = [(f"dev.src{n}", f"{system}{n}") for system in systems for n in range(754)][:5000]
    measure = USim()

    def stream() -> Iterator[tuple[Segment, Correction]]:
        for source, target in pairs:
            # As if just read: nothing is derived yet.
            one, other = (pickle.loads(pickle.dumps(parses[name])) for name in (source, target))
            yield Segment("", (), graph=one), Correction("", text="", graph=other)

    ready = list(stream())
    started = time.process_time()
    for segment, correction in ready:
        measure.candidates(segment, correction)
    assert time.process_time() - started < 5
    del ready
    tracemalloc.start()
    try:
        peaks = []
        for n, (segment, correction) in enumerate(stream(), 1):
            measure.candidates(segment, correction)
            if not n % 500:
                peaks.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert peaks[-1] - peaks[0] < 200_000
