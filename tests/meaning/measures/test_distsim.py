"""DistSim as a measure."""

from __future__ import annotations

import pytest

import corrigenda as cg
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.measures.distsim import DistSim
from papers.usim_essays import DIFFERENT, SAME
from tests.conftest import Shared
from tests.meaning.measures.test_usim import corpus, scored

SOURCE = from_brackets("[H [A the cat] [P sat] [A on the mat] [D last night]] [H it rained]")
TARGET = from_brackets("[H [A the cat] [P sat] [D on the mat] [D last night] [D so long]]")
SHORT = from_brackets("[H [A He] [P ran]]")


def test_mean_and_pooled() -> None:
    pairs = ((SOURCE, TARGET), (SHORT, SHORT))
    assert scored(DistSim(), *pairs) == pytest.approx(
        {"score": (4 / 7 + 1) / 2, "A": (2 / 3 + 1) / 2, "D": (1 / 2 + 1) / 2,
         "scenes": (2 / 3 + 1) / 2}
    )  # fmt: skip
    assert scored(DistSim(average="pooled"), *pairs) == pytest.approx(
        {"score": 4 / 7, "A": 2 / 3, "D": 2 / 4, "scenes": 4 / 5}
    )


def test_labels() -> None:
    assert scored(DistSim(labels=("D",)), (SOURCE, TARGET)) == pytest.approx(
        {"score": 2 / 4, "scenes": 2 / 3}
    )
    everything = scored(DistSim(labels=()), (SOURCE, TARGET))
    assert everything["score"] == pytest.approx(2 * (1 + 1 + 1) / (5 + 5))
    assert cg.measure("DistSim(labels=A+A)").columns[:3] == (
        "shared_score",
        "all_score",
        "own_score",
    )
    assert scored(DistSim(labels=("A", "A")), (SOURCE, TARGET))["score"] == pytest.approx(2 / 3)
    every_unit = DistSim(labels=("P",), units="all")
    assert scored(every_unit, (SOURCE, TARGET))["score"] == 1


@pytest.mark.parametrize("average", ["mean", "pooled"])
def test_as_printed(average: str) -> None:
    """|3 - 4| for A and D together; |2 - 1|, |1 - 3| and |2 - 1| for A, D and scenes."""
    measure = DistSim(formula="printed", average=average)
    assert scored(measure, (SOURCE, TARGET)) == {"score": 1, "A": 1, "D": 2, "scenes": 1}
    assert scored(measure, (SOURCE, TARGET), (SHORT, SHORT))["D"] == 1


def test_counts() -> None:
    measure = DistSim()
    score = measure.score(measure.totals(measure.rows(*corpus((SOURCE, TARGET)))))
    assert score.counts == {
        "shared_score": 2, "all_score": 7, "shared_A": 1, "all_A": 3, "shared_D": 1, "all_D": 4,
        "shared_scenes": 1, "all_scenes": 3,
    }  # fmt: skip


@pytest.mark.parametrize("pairs, published", [(DIFFERENT, (0.964, 0.932)), (SAME, (0.969, 0.961))])
def test_as_published(
    shared: Shared, pairs: list[tuple[str, str]], published: tuple[float, float]
) -> None:
    """Essays and their corrections, annotated by different and by the same annotators."""
    names = sorted({name for pair in pairs for name in pair})
    graphs = {n: ucca_xml.read(shared.data("usim-annotations", f"{n}.xml")) for n in names}
    found = scored(DistSim(), *((graphs[one], graphs[other]) for one, other in pairs))
    assert (round(found["score"], 3), round(found["scenes"], 3)) == published
