"""The label of a span is the one whose edges are expected to be right most often."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is for training only")

from corrigenda_training import decision  # noqa: E402

LABELS = ["", "A", "E", "E+S", "E+A|S", "A^1", "A+A"]


def chosen(*probabilities: float) -> tuple[float, str]:
    log = torch.tensor([probabilities]).log()
    gain, number = decision.gains(log, decision.edges(LABELS), decision.eligible(LABELS))
    return gain.item(), LABELS[int(number)]


def test_edges_of_labels() -> None:
    # Categories in order: A, E, S. A lift is no edge.
    assert decision.edges(LABELS).tolist() == [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 1, 1],
        [1, 1, 1],
        [1, 0, 0],
        [1, 0, 0],
    ]


def test_a_certain_label_is_taken() -> None:
    assert chosen(0.01, 0.01, 0.01, 0.94, 0.01, 0.01, 0.01)[1] == "E+S"


def test_the_edges_of_less_probable_labels_add_up() -> None:
    # E alone is the most probable label, but that there is an S below it is probable enough.
    gain, label = chosen(0.05, 0.01, 0.47, 0.35, 0.11, 0.005, 0.005)
    assert label == "E+S"
    assert gain == pytest.approx((0.93 - decision.WORTH) + (0.46 - decision.WORTH))


def test_an_improbable_unit_gains_nothing() -> None:
    assert chosen(0.80, 0.04, 0.04, 0.04, 0.04, 0.02, 0.02)[0] < 0


def test_no_category_is_repeated() -> None:
    gain, label = chosen(0.05, 0.30, 0.02, 0.02, 0.01, 0.10, 0.50)
    assert label == "A"  # by all that have an A, the chain of two among them
    assert gain == pytest.approx(0.91 - decision.WORTH)
