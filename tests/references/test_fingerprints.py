from __future__ import annotations

import doctest

import numpy as np
import pytest

from corrigenda.errors import InputError
from corrigenda.references import (
    covered_mass,
    poisson_binomial,
    populations,
    unseen,
)
from corrigenda.references.unseen import answers, chao1, distinct, fingerprint, good_turing


@pytest.mark.parametrize("module", [covered_mass, poisson_binomial, populations, unseen])
def test_examples_in_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_a_fingerprint_counts_counts_in_order() -> None:
    counts = {"a": 5, "b": 1, "c": 1, "d": 2, "e": 0, "f": np.int64(5)}
    found = fingerprint(counts)  # type: ignore[arg-type]
    assert list(found.items()) == [(1, 2), (2, 1), (5, 2)]
    assert answers(found) == 14
    assert distinct(found) == 5


@pytest.mark.parametrize("count", [-1, 1.5, "3", None])
def test_counts_are_whole_numbers(count: object) -> None:
    with pytest.raises(InputError, match="how often 'He goes' was proposed"):
        fingerprint({"He goes": count})  # type: ignore[dict-item]


@pytest.mark.parametrize("bad", [{0: 1}, {1: -1}, {1: 0.5}, {"1": 2}])
def test_a_fingerprint_of_whole_numbers(bad: dict[int, int]) -> None:
    with pytest.raises(InputError, match="expected whole numbers"):
        unseen.tidied(bad)


def test_good_turing_is_the_share_of_single_answers() -> None:
    assert good_turing({1: 15, 2: 2, 3: 1, 5: 1, 6: 1, 7: 1, 10: 1}) == 15 / 50
    assert good_turing({50: 1}) == 0
    assert good_turing({1: 50}) == 1
    with pytest.raises(InputError, match="found none"):
        good_turing({})


def test_chao1_in_both_forms() -> None:
    # By hand: S = 9, f1 = 6, f2 = 2.
    seen = {1: 6, 2: 2, 7: 1}
    assert chao1(seen) == 9 + 6 * 5 / (2 * 3)
    assert chao1(seen, bias_corrected=False) == 9 + 36 / 4
    assert chao1({1: 4, 3: 1}, bias_corrected=False) == chao1({1: 4, 3: 1}) == 5 + 6
    assert chao1({3: 2}) == 2
