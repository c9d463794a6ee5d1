from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from corrigenda.errors import InputError
from corrigenda.references.poisson_binomial import PoissonBinomial
from corrigenda.statistics.resampling import Array

probabilities = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def convolved(p: Array) -> Array:
    found = np.ones(1)
    for q in p:
        found = np.convolve(found, [1 - q, q])
    return found


def random_vectors(seed: int, count: int, longest: int) -> list[Array]:
    rng = np.random.default_rng(seed)
    shapes = [(1, 1), (0.2, 0.2), (1, 20), (20, 1), (5, 5)]
    return [
        rng.beta(*shapes[i % len(shapes)], size=int(rng.integers(1, longest))) for i in range(count)
    ]


# --- probabilities -------------------------------------------------------------------------------


@given(probabilities)
def test_equals_convolution_and_sums_to_one(p: list[float]) -> None:
    found = PoissonBinomial(p)
    assert len(found) == len(p)
    assert len(found.pmf) == len(p) + 1
    np.testing.assert_allclose(found.pmf, convolved(np.array(p)), rtol=1e-12, atol=1e-300)
    assert found.pmf.sum() == pytest.approx(1, abs=1e-13)
    np.testing.assert_allclose(found.cdf + found.sf, 1, atol=1e-13)
    k = np.arange(len(p) + 1)
    assert found.mean == pytest.approx(found.pmf @ k, abs=1e-12)
    assert found.variance == pytest.approx(found.pmf @ (k - found.mean) ** 2, abs=1e-11)


@pytest.mark.parametrize("n", [63, 64, 65, 1000, 5000])
def test_equals_convolution_for_many_trials(n: int) -> None:
    p = np.random.default_rng(n).random(n)
    found, expected = PoissonBinomial(p).pmf, convolved(p)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    sure = expected > 1e-290  # smaller ones have lost digits to underflow
    np.testing.assert_allclose(found[sure], expected[sure], rtol=1e-11)


def test_agrees_with_scipy() -> None:
    oracle = getattr(stats, "poisson_binom", None)
    if oracle is None:
        pytest.skip("scipy 1.15 has the Poisson binomial, this one has not")
    for p in random_vectors(2, 200, 300):
        found, k = PoissonBinomial(p), np.arange(len(p) + 1)
        np.testing.assert_allclose(found.pmf, oracle.pmf(k, p), rtol=0, atol=1e-13)
        np.testing.assert_allclose(found.cdf, oracle.cdf(k, p), rtol=0, atol=1e-12)


def test_agrees_with_fast_poibin() -> None:
    oracle = pytest.importorskip("fast_poibin").PoiBin
    for p in random_vectors(3, 200, 300):
        found, theirs = PoissonBinomial(p), oracle(p.tolist())
        np.testing.assert_allclose(found.pmf, theirs.pmf, rtol=0, atol=1e-13)
        np.testing.assert_allclose(found.cdf, theirs.cdf, rtol=0, atol=1e-12)


# --- tails -------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.lists(st.fractions(0, 1, max_denominator=64), min_size=1, max_size=12))
def test_tails_against_fractions(p: list[Fraction]) -> None:
    exact = [Fraction(1)]
    for q in p:
        exact = [
            a * (1 - q) + b * q
            for a, b in zip([*exact, Fraction(0)], [Fraction(0), *exact], strict=True)
        ]
    found = PoissonBinomial(map(float, p))
    for k in range(len(p) + 1):
        for value, expected in (
            (found.pmf[k], exact[k]),
            (found.cdf[k], sum(exact[: k + 1], Fraction(0))),
            (found.sf[k], sum(exact[k + 1 :], Fraction(0))),
        ):
            assert value == pytest.approx(float(expected), rel=1e-13, abs=0)


def test_deep_tails_of_a_binomial() -> None:
    """Each tail is right to the last digits, down to the smallest floats."""
    n, p = 1000, Fraction(1, 4)
    found = PoissonBinomial([float(p)] * n)
    terms = [comb(n, k) * 3 ** (n - k) for k in range(n + 1)]  # over 4^n
    for k in (0, 1, 100, 600, 700):
        assert found.pmf[k] == pytest.approx(float(Fraction(terms[k], 4**n)), rel=1e-11, abs=0)
    assert found.test(50, "less").p == pytest.approx(
        float(Fraction(sum(terms[:51]), 4**n)), rel=1e-11, abs=0
    )
    assert found.test(700, "greater").p == pytest.approx(
        float(Fraction(sum(terms[700:]), 4**n)), rel=1e-11, abs=0
    )
    assert found.test(700).p < 1e-150


def test_tails_sum_from_their_own_end() -> None:
    found = PoissonBinomial([1e-5] * 10)
    # 1 - cdf would be 0.
    assert found.sf[3] == pytest.approx(comb(10, 4) * 1e-20, rel=1e-3)


# --- quantiles and tests -----------------------------------------------------------------------


@given(probabilities, st.floats(0, 1))
def test_a_quantile_is_the_smallest_that_reaches(p: list[float], q: float) -> None:
    found = PoissonBinomial(p)
    k = found.quantile(q)
    assert 0 <= k <= len(p)
    assert found.cdf[k] >= q - 1e-12
    assert k == 0 or found.cdf[k - 1] < q


def test_an_interval_has_the_wanted_mass() -> None:
    found = PoissonBinomial(np.linspace(0.1, 0.9, 50))
    low, high = found.interval(90)
    assert found.cdf[high] - found.cdf[low - 1] >= 0.9
    assert found.cdf[low - 1] < 0.05
    assert found.sf[high] <= 0.05


def test_certain_and_impossible_successes() -> None:
    found = PoissonBinomial([0, 0, 1, 1, 0.5])
    assert found.pmf.tolist() == [0, 0, 0.5, 0.5, 0, 0]
    assert (found.quantile(0), found.quantile(0.5), found.quantile(1)) == (0, 2, 3)
    assert found.test(4).p == 0
    sure = PoissonBinomial([1, 1])
    assert sure.test(2).p == 1
    assert sure.test(1).p == 0
    never = PoissonBinomial([0.0])
    assert (never.test(0).p, never.test(1).p) == (1, 0)


def test_tests_are_tails() -> None:
    p = np.random.default_rng(9).random(48)
    found = PoissonBinomial(p)
    for k in (0, 10, 20, 24, 30, 48):
        less, greater = found.cdf[k], found.pmf[k:].sum()
        assert found.test(k, "less").p == pytest.approx(less, rel=1e-9)
        assert found.test(k, "greater").p == pytest.approx(greater, rel=1e-9)
        test = found.test(k)
        assert test.p == pytest.approx(min(1, 2 * min(less, greater)), rel=1e-9)
        assert (test.successes, test.expected) == (k, found.mean)


def test_a_test_holds_its_level() -> None:
    found = PoissonBinomial(np.random.default_rng(10).random(60))
    refused = [k for k in range(61) if found.test(k).p <= 0.05]
    assert 0.01 < found.pmf[refused].sum() <= 0.05


@pytest.mark.parametrize("bad", [[], [0.5, 1.1], [-0.1], [float("nan")]])
def test_bad_probabilities(bad: list[float]) -> None:
    with pytest.raises(InputError, match="expected probabilities, found"):
        PoissonBinomial(bad)


def test_bad_questions() -> None:
    found = PoissonBinomial([0.5, 0.5])
    with pytest.raises(InputError, match="0 to 2 successes, found 3"):
        found.test(3)
    with pytest.raises(InputError, match="not 'both'"):
        found.test(1, "both")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"not of 1\.5"):
        found.quantile(1.5)
    with pytest.raises(InputError, match="write 95 for 95 %"):
        found.interval(100)
    assert repr(found) == "PoissonBinomial(N=2, mean=1)"
