from __future__ import annotations

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from simulated_rows import simulated, tables

from corrigenda.errors import InputError
from corrigenda.statistics import resampling
from corrigenda.statistics.resampling import (
    Array,
    bootstrap_sums,
    counts,
    noise,
    totals,
    weighted_sums,
)


def _well_above_underflow(value: float) -> float:
    """Sums carry twice the bits of their terms; below this size there is no room for them."""
    return value if abs(value) > 1e-250 else 0.0


@pytest.mark.parametrize("n", [1, 2, 7, 64, 1313])
@pytest.mark.parametrize("cells", [1, 5000, 1 << 20])
def test_counts_are_those_of_a_single_draw(
    n: int, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resampling, "CELLS", cells)
    drawn = np.random.default_rng(5).integers(0, n, (41, n))
    expected = np.stack([np.bincount(row, minlength=n) for row in drawn])
    found = list(counts(n, 41, 5))
    assert len(found) == -(-41 // max(1, cells // n))
    assert np.array_equal(np.concatenate(found), expected)


def test_blocks_hold_at_most_so_many_cells() -> None:
    assert all(block.size <= resampling.CELLS for block in counts(1312, 500))
    assert next(counts(300_000, 2)).shape == (1, 300_000)


def test_sums_are_those_of_the_drawn_rows() -> None:
    a, b = simulated(83, 1), simulated(83, 2)[:, :2]
    drawn = np.random.default_rng(9).integers(0, 83, (200, 83))
    of_a, of_b = bootstrap_sums([a, b], 200, 9)
    assert np.array_equal(of_a, a[drawn].sum(axis=1))
    assert np.array_equal(of_b, b[drawn].sum(axis=1))


def test_sums_of_fractions_do_not_depend_on_blocks_or_on_the_order_of_sentences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = np.random.default_rng(3).lognormal(0, 6, (211, 4))
    order = np.random.default_rng(4).permutation(211)
    weights = np.concatenate(list(counts(211, 50, 1)))
    expected = weighted_sums([weights], table)
    assert np.array_equal(weighted_sums([weights[:, order]], table[order]), expected)
    for cells in (1, 1000):
        monkeypatch.setattr(resampling, "CELLS", cells)
        assert np.array_equal(bootstrap_sums([table], 50, 1)[0], expected)


@given(
    arrays(np.float64, (17, 2), elements=st.floats(-1e9, 1e9).map(_well_above_underflow)),
    st.integers(0, 99),
)
def test_sums_of_fractions_are_correctly_rounded(table: Array, seed: int) -> None:
    weights = np.concatenate(list(counts(17, 3, seed)))
    largest = np.abs(table).max()
    found_sums = weighted_sums([weights], table)
    for i, j in np.ndindex(found_sums.shape):
        found = found_sums[i, j]
        wanted = sum(int(weights[i, s]) * Fraction(table[s, j]) for s in range(17))
        # One rounding of the sum, and what lies beyond twice the bits of the largest term.
        allowed = Fraction(np.spacing(abs(float(wanted)))) / 2 + Fraction(largest) / 2**80
        assert abs(Fraction(found) - wanted) <= allowed


def test_sums_of_counts_take_one_copy_of_the_tables() -> None:
    both = [np.ones((100_000, 4)), np.ones((100_000, 4))]
    tracemalloc.start()
    bootstrap_sums(both, 2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    copy, resample, column = 8 * 800_000, 3 * 800_000, 2 * 800_000
    assert peak < 1.1 * (copy + resample + column)


@given(tables(2))
def test_sums_of_two_halves_are_the_sum_of_the_whole(pair: tuple[Array, Array]) -> None:
    first, second = pair
    whole = np.concatenate([first, second])
    assert np.array_equal(totals(first) + totals(second), totals(whole))
    assert np.array_equal(totals(whole), whole.sum(axis=0))


@given(st.floats(-1e6, 1e6, allow_subnormal=False), st.integers(1, 60))
@example(1e-300, 3)
def test_equal_rows_have_equal_sums_in_all_resamples(value: float, n: int) -> None:
    table = np.full((n, 1), value)
    assert np.unique(bootstrap_sums([table], 20, 1)[0]).tolist() == [totals(table)[0]]


def test_no_tables_no_sums() -> None:
    assert bootstrap_sums([], 10, 1) == []


@pytest.mark.parametrize(
    ("given_tables", "message"),
    [
        ([np.zeros((0, 3))], "no sentences"),
        ([np.zeros(3)], "found 1 axes"),
        ([np.zeros((3, 1)), np.zeros((4, 1))], "found 3 and 4"),
        ([np.array([[1.0], [np.nan]])], "row of sentence 2"),
    ],
)
def test_tables_that_cannot_be_resampled(given_tables: list[Array], message: str) -> None:
    with pytest.raises(InputError, match=message):
        bootstrap_sums(given_tables, 10, 1)


def test_one_resample_is_too_few() -> None:
    with pytest.raises(InputError, match="at least 2 resamples, not 1"):
        bootstrap_sums([np.ones((3, 1))], 1)


def test_noise_is_relative_to_the_largest_finite_value() -> None:
    assert noise(np.array([1.0, -50.0, np.nan, np.inf]), 2.0) == 50e-12
    assert noise(np.array([np.nan])) == 0
