from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.statistics.paired import holm

probabilities = st.lists(st.floats(0, 1), max_size=8)


def rejected(p_values: list[float], alpha: float) -> set[int]:
    """Holm's procedure word for word: from the smallest p on, until one is too large."""
    left = set(range(len(p_values)))
    while left:
        smallest = min(left, key=lambda i: p_values[i])
        if p_values[smallest] * len(left) > alpha:
            break
        left.remove(smallest)
    return set(range(len(p_values))) - left


@given(probabilities, st.floats(0, 1, exclude_max=True))
def test_comparing_with_alpha_does_what_the_procedure_does(
    p_values: list[float], alpha: float
) -> None:
    adjusted = holm(p_values)
    assert {i for i, p in enumerate(adjusted) if p <= alpha} == rejected(p_values, alpha)


@given(probabilities)
def test_never_smaller_never_above_one_and_in_the_same_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, adjusted, strict=True))
    order = sorted(range(len(p_values)), key=lambda i: (p_values[i], i))
    assert [adjusted[i] for i in order] == sorted(adjusted)


def test_known_values() -> None:
    assert holm([]) == []
    assert holm([0.2]) == [0.2]
    assert holm([0.04, 0.01, 0.03, 0.005]) == pytest.approx([0.06, 0.03, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1, 1]
