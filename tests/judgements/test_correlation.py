"""Correlations and tests against scipy, naive definitions and published examples."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from corrigenda.judgements.correlation import (
    kendall,
    least_significant,
    outliers,
    pearson,
    spearman,
    systems_needed,
    williams,
    williams_power,
)

PAIRS = st.lists(
    st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.integers(0, 3)), min_size=3, max_size=12
).filter(
    lambda rows: len({x for x, _, w in rows if w}) > 1 and len({y for _, y, w in rows if w}) > 1
)


@given(PAIRS)
def test_correlations_are_those_of_scipy_with_items_repeated(
    rows: list[tuple[int, int, int]],
) -> None:
    x, y, w = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    many_x, many_y = np.repeat(x, w.astype(int)), np.repeat(y, w.astype(int))
    for ours, theirs in ((pearson, stats.pearsonr), (spearman, stats.spearmanr)):
        expected = theirs(many_x, many_y)[0]
        assert float(ours(x, y, w)) == pytest.approx(expected, abs=1e-9)
        assert float(ours(many_x, many_y)) == pytest.approx(expected, abs=1e-9)
        assert ours(x, y, np.stack([w, w]))[1] == pytest.approx(expected, abs=1e-9)


def test_equal_values_have_no_correlation() -> None:
    assert math.isnan(pearson(np.full(4, 0.1), np.arange(4.0)))
    assert math.isnan(spearman(np.arange(4.0), np.full(4, 0.3)))


def test_ties_of_a_measure_are_treated_as_asked() -> None:
    counts = np.array([60.0, 20.0, 20.0])
    assert kendall(counts) == pytest.approx(0.4)
    assert kendall(counts, "skip") == pytest.approx(0.5)
    assert kendall(counts, "discordant") == pytest.approx(0.2)


def test_kendall_without_ties_is_that_of_scipy() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.permutation(8), rng.permutation(8)
    signs = [np.sign(x[i] - x[j]) * np.sign(y[i] - y[j]) for i in range(8) for j in range(i)]
    counts = np.array([signs.count(1), signs.count(-1), 0], dtype=float)
    assert kendall(counts) == pytest.approx(stats.kendalltau(x, y).statistic)


def test_williams_is_as_steiger_has_it() -> None:
    # Steiger (1980), equation 7, written out.
    r12, r13, r23, n = 0.4, 0.2, 0.5, 103
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    expected = (r12 - r13) * math.sqrt(
        (n - 1)
        * (1 + r23)
        / (2 * (n - 1) / (n - 3) * determinant + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3)
    )
    t, p = williams(r12, r13, r23, n)
    assert t == pytest.approx(expected)
    assert p == pytest.approx(2 * stats.t.sf(expected, n - 3))
    assert williams(r13, r12, r23, n)[0] == pytest.approx(-expected)
    assert williams(0.3, 0.3, 0.5, 20) == (0.0, 1.0)
    assert math.isnan(williams(0.3, 0.2, 0.5, 3)[1])


WMT12 = """
onlineA 61.9384 .2178 .3138
onlineB 61.3861 .2224 .3753
QCRI    60.3730 .2186 .3286
uedin   58.4963 .2168 .3343
UPC     56.5355 .2167 .3202
GTH-UPM 52.3248 .2107 .2888
onlineD 51.1139 .1922 .2299
jhu     47.8846 .2104 .2922
onlineC 46.1035 .1915 .2294
onlineF 42.2644 .1822 .2171
onlineE 41.9155 .1890 .2200
uk-dan  18.7297 .1759 .2240
"""
"""Spanish to English at WMT 2012: people's scores, AMBER and BLEU, the worked example that comes
with Graham and Baldwin's program (github.com/ygraham/significance-williams)."""


def test_williams_is_that_of_graham_and_baldwin() -> None:
    rows = [line.split()[1:] for line in WMT12.split("\n") if line]
    people, amber, bleu = np.array(rows, dtype=float).T
    r = [float(pearson(*pair)) for pair in ((people, amber), (people, bleu), (amber, bleu))]
    assert r[:2] == pytest.approx([0.880651168828011, 0.760352368043568], abs=1e-14)
    t, p = williams(*r, 12)
    # The one-sided p that the program prints is that of n - 2 degrees of freedom; Williams (1959)
    # and Steiger (1980) have n - 3.
    assert stats.t.sf(t, 12 - 2) == pytest.approx(0.0114079074943561, abs=1e-14)
    assert p == pytest.approx(2 * stats.t.sf(t, 12 - 3))
    # Williams' formula, written out.
    r12, r13, r23 = r
    k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    below = math.sqrt(2 * k * 11 / 9 + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3)
    assert t == pytest.approx((r12 - r13) * math.sqrt(11 * (1 + r23)) / below)


def test_williams_holds_its_level_and_its_power() -> None:
    rng = np.random.default_rng(7)
    n, trials = 40, 1500

    def rejected(r12: float, r13: float, r23: float) -> float:
        cov = np.array([[1, r12, r13], [r12, 1, r23], [r13, r23, 1]])
        drawn = rng.multivariate_normal(np.zeros(3), cov, (trials, n)).transpose(2, 0, 1)
        people, one, other = drawn
        found = zip(pearson(people, one), pearson(people, other), pearson(one, other), strict=True)
        return float(np.mean([williams(*map(float, r), n)[1] < 0.05 for r in found]))

    assert rejected(0.5, 0.5, 0.6) == pytest.approx(0.05, abs=0.02)
    power = williams_power(0.7, 0.4, 0.5, n)
    assert rejected(0.7, 0.4, 0.5) == pytest.approx(power, abs=0.06)
    assert 0.4 < power < 0.9


def test_systems_needed_reach_the_power_and_one_less_does_not() -> None:
    needed = systems_needed(0.8, 0.6, 0.7)
    assert needed is not None
    assert williams_power(0.8, 0.6, 0.7, needed) >= 0.8 > williams_power(0.8, 0.6, 0.7, needed - 1)
    assert systems_needed(0.5, 0.5, 0.7) is None
    assert systems_needed(0.5001, 0.5, 0.7) is None


def test_the_least_significant_correlation_has_p_of_alpha() -> None:
    n, r = 13, least_significant(13)
    assert r == pytest.approx(0.553, abs=0.001)  # as tables of critical values have it
    t = r * math.sqrt((n - 2) / (1 - r**2))
    assert 2 * stats.t.sf(t, n - 2) == pytest.approx(0.05)


def test_outliers_are_far_from_the_median_in_deviations() -> None:
    scores = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 20.0])
    assert outliers(scores) == [5]
    assert outliers(np.array([1.0, 1.0, 1.0, 9.0])) == []
