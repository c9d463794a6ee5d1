from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from simulated_rows import f_values, mean_values, simulated, tables

from corrigenda.errors import InputError
from corrigenda.statistics import intervals as module
from corrigenda.statistics.intervals import (
    Interval,
    Method,
    cautions,
    interval_from,
    intervals,
    intervals_from,
    jackknife,
)
from corrigenda.statistics.resampling import Array, bootstrap_sums


@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize("level", [90, 95, 99])
@pytest.mark.parametrize(("n", "resamples"), [(30, 999), (1312, 400)])
@pytest.mark.parametrize("key", ["score", "precision", "recall"])
def test_intervals_are_those_of_scipy(
    n: int, resamples: int, level: float, method: Method, key: str
) -> None:
    rows = simulated(n, n)

    def statistic(*columns: Array, axis: int = -1) -> Array:
        return f_values(np.stack([c.sum(axis=axis) for c in columns], axis=-1))[key]

    expected = stats.bootstrap(
        tuple(rows.T),
        statistic,
        paired=True,
        vectorized=True,
        method=method,
        confidence_level=level / 100,
        n_resamples=resamples,
        rng=np.random.default_rng(17),
    )
    found = intervals(rows, f_values, level=level, method=method, resamples=resamples, seed=17)[key]
    assert found.low == pytest.approx(expected.confidence_interval.low, abs=1e-9)
    assert found.high == pytest.approx(expected.confidence_interval.high, abs=1e-9)
    assert found.standard_error == pytest.approx(expected.standard_error, abs=1e-12)
    assert found.low < found.high


def test_systems_that_share_resamples_get_the_intervals_they_get_alone() -> None:
    a, b = simulated(50, 1), simulated(50, 2)
    for rows, sums in zip((a, b), bootstrap_sums([a, b], 300, 7), strict=True):
        alone = intervals(rows, f_values, resamples=300, seed=7)
        assert intervals_from(sums, rows, f_values) == alone


@given(tables(), st.sampled_from(["bca", "percentile"]))
def test_every_value_has_an_interval_within_what_was_resampled(
    one: tuple[Array], method: Method
) -> None:
    (rows,) = one
    sums = bootstrap_sums([rows], 60, 3)[0]
    resampled = f_values(sums)
    found = intervals_from(sums, rows, f_values, method=method)
    assert list(found) == (["score", "precision", "recall"] if len(rows) > 1 else [])
    for key, interval in found.items():
        assert resampled[key].min() <= interval.low <= interval.high <= resampled[key].max()
        assert interval.standard_error == pytest.approx(np.std(resampled[key], ddof=1))


@given(
    st.lists(st.integers(0, 5), min_size=3, max_size=3),
    st.integers(2, 40),
    st.sampled_from(["bca", "percentile"]),
)
def test_equal_rows_give_an_interval_without_width(row: list[int], n: int, method: Method) -> None:
    rows = np.tile(np.array(row, dtype=np.float64), (n, 1))
    score = f_values(rows.sum(axis=0))["score"]
    found = intervals(rows, f_values, resamples=30, method=method)["score"]
    assert found == Interval(score, score, 0)


def test_equal_fractions_give_an_interval_without_width() -> None:
    rows = np.tile([0.1, 1.0], (7, 1))  # 7 * 0.1 is not what adding 0.1 seven times gives
    low, high, standard_error = intervals(rows, mean_values)["score"]
    assert low == high == pytest.approx(0.1, abs=1e-15)
    assert standard_error == 0


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_one_sentence_has_no_interval(method: Method) -> None:
    rows = np.array([[2.0, 1.0, 1.0]])
    assert jackknife(rows, f_values) == {}
    assert intervals(rows, f_values, method=method) == {}


def test_few_sentences_are_a_reason_for_caution() -> None:
    assert cautions(1) == ["no confidence intervals: a single sentence shows no spread"]
    narrow = "confidence intervals tend to be too narrow"
    assert cautions(2, "passage") == [f"with only 2 passages, {narrow}"]
    assert cautions(9) == [f"with only 9 sentences, {narrow}"]
    assert cautions(10) == []


@pytest.mark.parametrize("side", [-1, 1])
def test_resamples_on_one_side_fall_back_to_the_percentile_interval(side: int) -> None:
    resampled = side * np.linspace(1, 2, 101)
    left_out = np.array([0.0, 1.0, 5.0])
    expected = interval_from(resampled, 0, method="percentile")
    assert interval_from(resampled, 0, left_out) == expected
    assert expected[:2] == pytest.approx(sorted((side * 1.025, side * 1.975)))


def test_ties_count_half_and_rounding_makes_no_difference() -> None:
    resampled = np.array([1.0, 2.0, 2.0, 2.0, 3.0, 4.0, 5.0])
    noisy = resampled * (1 + 1e-15)
    left_out = np.array([1.0, 2.0, 4.0])
    exact = interval_from(resampled, 2.0, left_out, level=50)
    assert interval_from(noisy, 2.0, left_out, level=50) == pytest.approx(exact, rel=1e-12)
    # Without acceleration: z0 of (1 + 4) / 14, then the quantiles Phi(2 z0 -+ z).
    z0, z = stats.norm.ppf(5 / 14), stats.norm.ppf(0.25)
    shares = stats.norm.cdf([2 * z0 + z, 2 * z0 - z])
    plain = interval_from(resampled, 2.0, np.ones(3), level=50)
    assert plain[:2] == pytest.approx(tuple(np.quantile(resampled, shares)))


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=30), st.sampled_from([1e-120, 1.0, 1e9]))
def test_acceleration_does_not_depend_on_the_unit_and_is_bounded(
    left_out: list[float], unit: float
) -> None:
    values = np.array(left_out)
    assume(np.ptp(values) > 1e-3)
    a = module._acceleration(values)
    # The skewness of n numbers is at most (n - 2) / sqrt(n - 1), and a is that over 6 sqrt(n).
    n = len(values)
    assert abs(a) <= (n - 2) / (6 * math.sqrt(n * (n - 1))) + 1e-12
    assert a == pytest.approx(-stats.skew(values) / (6 * math.sqrt(n)), abs=1e-9)
    assert module._acceleration(values * unit) == pytest.approx(a, abs=1e-9)


def test_a_bound_beyond_the_pole_is_at_its_limit() -> None:
    assert module._adjusted(4.0, 3.0, 0.16) == 1
    assert module._adjusted(-4.0, -3.0, -0.16) == 0
    assert 0.999 < module._adjusted(4.0, 2.0, 0.16) <= 1


def test_an_undefined_value_has_an_undefined_interval() -> None:
    found = interval_from(np.array([0.1, np.nan, 0.3]), 0.2, np.array([0.1, 0.2]))
    assert all(math.isnan(x) for x in found)


def test_an_undefined_jackknife_value_means_no_acceleration() -> None:
    resampled = np.linspace(0, 1, 50)
    found = interval_from(resampled, 0.4, np.array([0.1, np.nan, 0.7]))
    assert found == interval_from(resampled, 0.4, None)


def test_the_jackknife_leaves_out_each_sentence_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = simulated(23, 3)
    expected = [f_values(np.delete(rows, i, axis=0).sum(axis=0))["score"] for i in range(23)]
    for cells in (1, 15, 1000):
        monkeypatch.setattr(module, "CELLS", cells)
        assert jackknife(rows, f_values)["score"].tolist() == expected


@pytest.mark.parametrize("level", [0, 0.95, 1, 100, math.nan])
def test_a_level_is_a_percentage(level: float) -> None:
    with pytest.raises(InputError, match=r"percentage(.|\n)*write 95") as caught:
        intervals(simulated(5, 1), f_values, level=level)
    assert f"not {level:g}" in str(caught.value)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(InputError, match="'bca' or 'percentile', not 'BCa'"):
        intervals(simulated(5, 1), f_values, method="BCa")  # type: ignore[arg-type]


def test_no_sentences_no_interval() -> None:
    with pytest.raises(InputError, match="no sentences"):
        intervals(np.zeros((0, 3)), f_values)


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_an_interval_covers_the_truth_about_as_often_as_it_says(method: Method) -> None:
    """The F0.5 of 400 simulated corpora of 120 sentences, of which 95 % intervals should hold."""
    truth = f_values(np.array([0.6, 0.5, 0.9]) * 1e6)["score"]
    found = [
        intervals(simulated(120, 1000 + k), f_values, resamples=500, seed=k, method=method)["score"]
        for k in range(400)
    ]
    covered = np.mean([i.low <= truth <= i.high for i in found])
    assert 0.92 <= covered <= 0.98
