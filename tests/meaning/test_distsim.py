"""DistSim of graphs built by hand."""

from __future__ import annotations

from collections import Counter

from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.measures.distsim import distance, distsim, label_counts, similarity
from tests.meaning.graphs import GAVE

SOURCE = from_brackets("[H [A the cat] [P sat] [A on the mat] [D last night]] [H it rained]")
TARGET = from_brackets("[H [A the cat] [P sat] [D on the mat] [D last night] [D so long]]")


def test_counts() -> None:
    assert label_counts(SOURCE) == {"H": 2, "A": 2, "D": 1}
    assert label_counts(SOURCE, units="all") == {"H": 2, "A": 2, "D": 1, "P": 1}
    # Remote edges give no label; the purpose has but one word of its own.
    assert label_counts(GAVE) == {"H": 1, "P": 1}


def test_similarity() -> None:
    found = distsim(SOURCE, TARGET)
    assert found == {"A": 2 / 3, "D": 2 / 4, "H": 2 / 3, "A+D": 2 * (1 + 1) / (3 + 4)}
    assert similarity(Counter(), Counter(), "AD") == 1
    assert similarity(Counter(A=2), Counter(), "AD") == 0


def test_distance_lets_labels_make_up_for_each_other() -> None:
    assert distance(Counter(A=5, D=1), Counter(A=3, D=2), "AD") == 1
    assert distance(Counter(A=5), Counter(A=3), "A") == 2
