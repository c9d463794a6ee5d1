"""How good the embedded parser is, by the evaluation of the `ucca` package and by our own."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Sequence
from typing import Any

import pytest

from corrigenda.meaning.formats.graphs import read_graphs
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.dagf import DAGCounts, dag_counts
from corrigenda.meaning.parser.embedded import MODEL, Embedded
from corrigenda_training.evaluate import passage
from corrigenda_training.noise import misspelt
from tests.conftest import Shared

pytestmark = pytest.mark.skipif(not MODEL.exists(), reason=f"the embedded model is not at {MODEL}")


@pytest.fixture(scope="module")
def parser() -> Embedded:
    return Embedded()


def sentences(shared: Shared, corpus: str) -> list[Graph]:
    archive = shared.data("ucca", f"{corpus}.tar.xz")
    return [one for _, found in read_graphs(archive) for one in found.sentences(cut=True)]


def scores(parser: Embedded, gold: Sequence[Graph], rate: float = 0.0) -> tuple[float, float]:
    """Labelled F1 of primary and of remote edges, with a share of the words misspelt."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package is as old as it is
        evaluation: Any = pytest.importorskip("ucca.evaluation", reason="ucca is not installed")
        found = []
        for n, one in enumerate(gold):
            words = [token.text for token in one.tokens]
            dice = random.Random(f"1 {n}")
            given = [misspelt(word, dice) if dice.random() < rate else word for word in words]
            guess = passage(parser.parse(given), words)
            found.append(evaluation.evaluate(guess, passage(one, words)))
    labelled = evaluation.Scores.aggregate(found)["labeled"]
    primary, remote = (labelled[kind].f1 for kind in _constructions())
    return primary, remote


def _constructions() -> list[Any]:
    from ucca.constructions import CONSTRUCTION_BY_NAME

    return [CONSTRUCTION_BY_NAME[name] for name in ("primary", "remote")]


@pytest.mark.parametrize(
    ("corpus", "least"),
    [pytest.param("wiki-dev", 0.78, marks=pytest.mark.slow), ("ewt-dev", 0.77)],
)
def test_an_eighth_of_the_dev_sets(
    parser: Embedded, shared: Shared, corpus: str, least: float
) -> None:
    primary, _ = scores(parser, sentences(shared, corpus)[::8])
    assert primary >= least


@pytest.mark.slow
def test_the_dev_sets(parser: Embedded, shared: Shared) -> None:
    for corpus, least in (("wiki-dev", 0.80), ("ewt-dev", 0.805)):
        gold = sentences(shared, corpus)
        primary, remote = scores(parser, gold)
        some, many = (scores(parser, gold, rate)[0] for rate in (0.1, 0.3))
        print(f"{corpus}: {primary:.4f} / {remote:.4f}, misspelt: {some:.4f}, {many:.4f}")
        assert primary >= least
        assert remote >= 0.58
        assert primary - some <= 0.02
        assert primary - many <= 0.05


@pytest.mark.slow
def test_learners_are_parsed_as_well_as_their_corrections(parser: Embedded, shared: Shared) -> None:
    """Against both annotators of seven essays and their corrections. (Much lower than above: they
    followed older guidelines, and agree with each other little better.)"""
    totals = {"learner": DAGCounts(0, 0, 0), "corrected": DAGCounts(0, 0, 0)}
    for file in sorted(shared.data("usim-annotations").glob("*.xml")):
        name = re.fullmatch(r"(?:amittaic|tree)1[123]\d\d", file.stem)
        if name is None:
            continue
        kind = "learner" if int(file.stem[-4:]) > 1295 else "corrected"
        for _, found in read_graphs(file):
            for one in found.sentences(cut=True):
                guess = parser.parse([token.text for token in one.tokens])
                counts = dag_counts(guess, one, edges="primary")
                totals[kind] = DAGCounts(*map(sum, zip(totals[kind], counts, strict=True)))
    assert min(total.matched for total in totals.values()) > 3000
    assert abs(totals["learner"].f - totals["corrected"].f) <= 0.02
    assert min(total.f for total in totals.values()) >= 0.55
