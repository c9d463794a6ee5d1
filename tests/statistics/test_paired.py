from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_rows import f_values, mean_values, simulated, tables

from corrigenda.errors import InputError
from corrigenda.statistics import paired as module
from corrigenda.statistics import resampling
from corrigenda.statistics.intervals import Interval, interval_from, jackknife
from corrigenda.statistics.paired import (
    bootstrap_p,
    compare,
    outcomes,
    randomisation,
    randomisation_p,
    swap_sums,
    trials_for,
)
from corrigenda.statistics.resampling import Array, bootstrap_sums


def means(scores: Array) -> Array:
    """Rows whose score is the mean of the given scores."""
    return np.column_stack([scores, np.ones(len(scores))])


def test_the_parts_of_a_comparison() -> None:
    a, b = simulated(60, 1), simulated(60, 2)
    found = compare(a, b, f_values, resamples=400, trials=500, seed=3, level=90)
    score_a, score_b = f_values(a.sum(axis=0))["score"], f_values(b.sum(axis=0))["score"]
    assert found.difference == score_a - score_b

    sums_a, sums_b = bootstrap_sums([a, b], 400, 3)
    resampled = f_values(sums_a)["score"] - f_values(sums_b)["score"]
    left_out = jackknife(a, f_values)["score"] - jackknife(b, f_values)["score"]
    interval = interval_from(resampled, found.difference, left_out, level=90)
    assert found.interval == pytest.approx(interval, abs=1e-14)
    assert found.p_bootstrap == bootstrap_p(resampled, found.difference)
    assert found.effect == pytest.approx(found.difference / interval[2] / math.sqrt(60))

    assert (found.p, found.exact) == randomisation_p(a, b, f_values, trials=500, seed=3)
    each_a, each_b = f_values(a)["score"], f_values(b)["score"]
    assert (found.higher, found.lower) == ((each_a > each_b).sum(), (each_b > each_a).sum())
    assert found.higher + found.ties + found.lower == 60
    assert found.dominance == (found.higher - found.lower) / 60


def test_what_many_comparisons_share_changes_nothing() -> None:
    a, b, c = (simulated(60, k) for k in (1, 2, 3))
    sums = bootstrap_sums([a, b, c], 400, 3)
    pairs = list(itertools.permutations(range(3), 2))
    tested = randomisation([a, b, c], pairs, f_values, trials=500, seed=3)
    for (i, j), randomised in zip(pairs, tested, strict=True):
        x, y = (a, b, c)[i], (a, b, c)[j]
        alone = compare(x, y, f_values, resamples=400, trials=500, seed=3)
        given_sums = (sums[i], sums[j])
        shared = compare(x, y, f_values, sums=given_sums, randomised=randomised, trials=500)
        assert shared == alone
        assert not alone.exact


def test_swapped_sums_are_those_of_the_swapped_rows() -> None:
    a, b = simulated(40, 1), simulated(40, 2)[:, :1]
    swaps = np.concatenate(list(module._random_swaps(40, 70, 6))) > 0
    batches = list(swap_sums([a, b], 70, 6))
    for table, found in zip((a, b), map(np.concatenate, zip(*batches, strict=True)), strict=True):
        assert found.tolist() == [table[swap].sum(axis=0).tolist() for swap in swaps]


def test_a_percentile_interval_on_request() -> None:
    a, b = simulated(60, 1), simulated(60, 2)
    found = compare(a, b, f_values, method="percentile", trials=1)
    sums_a, sums_b = bootstrap_sums([a, b])
    resampled = f_values(sums_a)["score"] - f_values(sums_b)["score"]
    assert found.interval[:2] == pytest.approx(tuple(np.percentile(resampled, [2.5, 97.5])))


def test_p_does_not_depend_on_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = simulated(60, 1), simulated(60, 2)
    whole = randomisation_p(a, b, f_values, trials=500, seed=3)
    monkeypatch.setattr(resampling, "CELLS", 11 * 60)
    monkeypatch.setattr(module, "BATCH", 40)
    assert [len(taken[0]) for taken in swap_sums([a, b], 500, 3)] == [33] * 15 + [5]
    assert randomisation_p(a, b, f_values, trials=500, seed=3) == whole


@pytest.mark.parametrize(
    "pairs, sentences, trials",
    [(1, 1312, 10_000), (5, 1312, 10_000), (66, 1312, 66_000), (1, 100_000, 10_000),
     (66, 100_000, 20_000), (4950, 1312, 20_202), (10**6, 10**7, 10_000)],
)  # fmt: skip
def test_more_pairs_get_more_trials(pairs: int, sentences: int, trials: int) -> None:
    assert trials_for(pairs, sentences) == trials


def test_the_least_p_is_known_as_such() -> None:
    a, b = means(np.linspace(0.5, 0.9, 40)), means(np.linspace(0.1, 0.3, 40))
    found = compare(a, b, mean_values, trials=99, resamples=50)
    assert (found.p, found.p_bootstrap) == (1 / 100, 1 / 51)
    assert (found.trials, found.resamples) == (99, 50)
    assert found.at_floor and found.bootstrap_at_floor
    other = compare(simulated(60, 1), simulated(60, 2), f_values, trials=99, resamples=50)
    assert not other.at_floor and not other.bootstrap_at_floor
    # An exact p is no bound, however small.
    few = compare(means(np.ones(5)), means(np.arange(5) / 10), mean_values, trials=32)
    assert (few.p, few.exact, few.at_floor) == (2 / 32, True, False)


def test_a_single_sentence_shows_no_spread() -> None:
    found = compare(means(np.ones(1)), means(np.zeros(1)), mean_values, trials=99)
    assert (found.difference, found.p, found.p_bootstrap) == (1, 1, 1)
    assert all(map(math.isnan, (*found.interval, found.effect)))
    assert not found.bootstrap_at_floor


@given(tables(2), st.integers(0, 99))
def test_probabilities_and_symmetry(pair: tuple[Array, Array], seed: int) -> None:
    a, b = pair
    forth = compare(a, b, f_values, resamples=40, trials=30, seed=seed)
    back = compare(b, a, f_values, resamples=40, trials=30, seed=seed)
    assert 0 < forth.p <= 1 and 0 < forth.p_bootstrap <= 1
    assert -1 <= forth.dominance <= 1
    assert back.difference == -forth.difference
    assert (back.p, back.exact, back.p_bootstrap) == (forth.p, forth.exact, forth.p_bootstrap)
    assert (back.higher, back.ties, back.lower) == (forth.lower, forth.ties, forth.higher)
    assert back.dominance == -forth.dominance
    if len(a) == 1:
        return
    assert back.effect == -forth.effect
    assert back.interval[:2] == pytest.approx((-forth.interval.high, -forth.interval.low))
    assert back.interval.standard_error == forth.interval.standard_error


@given(tables())
def test_a_system_does_not_differ_from_itself(one: tuple[Array]) -> None:
    (a,) = one
    found = compare(a, a.copy(), f_values, resamples=40, trials=30)
    assert (found.difference, found.p, found.exact, found.p_bootstrap) == (0, 1, True, 1)
    assert (found.higher, found.ties, found.lower) == (0, len(a), 0)
    assert found.dominance == 0
    if len(a) > 1:
        assert (found.interval, found.effect) == (Interval(0, 0, 0), 0)


@given(tables(2, sentences=6))
def test_few_changes_are_enumerated(pair: tuple[Array, Array]) -> None:
    a, b = pair
    swapped = []
    for mask in itertools.product([False, True], repeat=len(a)):
        swap = np.array(mask)[:, None]
        sums = (np.where(swap, b, a).sum(axis=0), np.where(swap, a, b).sum(axis=0))
        swapped.append(abs(f_values(sums[0])["score"] - f_values(sums[1])["score"]))
    expected = np.mean(np.array(swapped) >= swapped[0] - 1e-12)
    assert randomisation_p(a, b, f_values, trials=64) == (pytest.approx(expected), True)


def test_enumeration_needs_as_many_trials_as_there_are_swaps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a, b = means(np.arange(6.0)), means(np.zeros(6))  # the first sentence is the same in both
    p, exact = randomisation_p(a, b, mean_values, trials=32)
    assert (p, exact) == (2 / 32, True)
    assert randomisation_p(a, b, mean_values, trials=31)[1] is False
    monkeypatch.setattr(resampling, "CELLS", 7)
    assert randomisation_p(a, b, mean_values, trials=32) == (p, exact)


@pytest.mark.parametrize("m", [1, 31, 32, 33, 700])
def test_swaps_are_fair_and_do_not_depend_on_blocks(
    m: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = np.concatenate(list(module._random_swaps(m, 300, 8)))
    assert whole.shape == (300, m) and set(np.unique(whole)) == {0.0, 1.0}
    assert abs(whole.mean() - 0.5) < 4 * 0.5 / math.sqrt(whole.size)
    monkeypatch.setattr(resampling, "CELLS", 11 * m)
    parts = list(module._random_swaps(m, 300, 8))
    assert len(parts) == 28
    assert np.array_equal(np.concatenate(parts), whole)


def test_random_swaps_come_close_to_the_exact_p() -> None:
    a, b = simulated(12, 5), simulated(12, 6)
    exact = randomisation_p(a, b, f_values, trials=4096)
    sampled = randomisation_p(a, b, f_values, trials=4095)
    assert (exact[1], sampled[1]) == (True, False)
    assert 0.05 < exact[0] < 0.95
    assert abs(sampled[0] - exact[0]) < 4 * 0.5 / math.sqrt(4095)


def test_equal_differences_count_as_equal_whatever_rounding_does() -> None:
    # 16 sentences speak for A by 0.1, 14 against: |d*| < |d| only where the signs add up to 0.
    scores = np.where(np.arange(30) < 16, 0.1, 0.0)
    a, b = means(scores), means(0.1 - scores)
    found, _ = randomisation_p(a, b, mean_values, trials=2000, seed=1)
    whole, _ = randomisation_p(a * [10, 1], b * [10, 1], mean_values, trials=2000, seed=1)
    assert found == whole
    assert 0.8 < found < 0.92  # 1 - C(30, 15) / 2^30 = 0.856


def test_systems_that_differ_by_rounding_only_do_not_differ() -> None:
    a, b = means(np.full(20, 0.1 + 0.2)), means(np.full(20, 0.3))
    assert a[0, 0] != b[0, 0]
    found = compare(a, b, mean_values, trials=200)
    assert (found.difference, found.effect, found.p, found.p_bootstrap) == (0, 0, 1, 1)
    assert found.interval == Interval(0, 0, 0)


def test_a_constant_difference_is_infinitely_large() -> None:
    a, b = means(np.full(20, 0.5)), means(np.full(20, 0.25))
    found = compare(a, b, mean_values)
    assert found.effect == math.inf
    assert found.interval == Interval(0.25, 0.25, 0)
    assert compare(b, a, mean_values).effect == -math.inf
    assert found.p == pytest.approx(1 / 10_001, abs=3 / 10_001)


def test_an_undefined_score_is_no_evidence() -> None:
    a, b = means(np.zeros(3)), means(np.ones(3))

    def undefined(sums: Array) -> dict[str, Array]:
        return {"score": np.full(sums.shape[:-1], np.nan)}

    found = compare(a, b, undefined)
    assert (found.p, found.p_bootstrap, found.ties) == (1, 1, 3)
    assert math.isnan(found.difference) and math.isnan(found.effect)


def test_the_two_ways_to_centre_a_bootstrap() -> None:
    resampled = np.array([0.2, 0.6, 1.0, 1.4, 1.8])  # mean 1
    assert bootstrap_p(resampled, 0.8) == 3 / 6  # 0.2 and 1.8 reach it
    assert bootstrap_p(resampled, 0.8, centre="magnitude") == 1 / 6  # 0.8 is not more than 0.8
    assert bootstrap_p(resampled, 0.7, centre="magnitude") == 2 / 6
    assert bootstrap_p(-resampled, -0.7, centre="magnitude") == 2 / 6
    assert bootstrap_p(resampled / 10, 0.08) == 3 / 6  # but for rounding, one would not
    zeros = np.zeros(9)
    assert bootstrap_p(zeros, 0) == 1
    assert bootstrap_p(zeros, 0, centre="magnitude") == 1 / 10


def test_outcomes_ignore_rounding() -> None:
    a = np.array([0.1 + 0.2, 0.5, 0.1, np.nan])
    b = np.array([0.3, 0.4, 0.2, 0.2])
    assert outcomes(a, b) == (1, 2, 1)


def test_sentence_scores_may_be_given() -> None:
    a, b = simulated(9, 1), simulated(9, 2)
    found = compare(a, b, f_values, scores=(np.ones(9), np.arange(9.0)), trials=1)
    assert (found.higher, found.ties, found.lower) == (1, 1, 7)
    with pytest.raises(InputError, match="found 9 and 8"):
        compare(a, b, f_values, scores=(np.ones(8), np.ones(8)), trials=1)


def test_systems_of_different_length_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="found 9 and 8"):
        compare(simulated(9, 1), simulated(8, 1), f_values)


@pytest.mark.parametrize("trials", [0, -5])
def test_a_test_needs_a_trial(trials: int) -> None:
    with pytest.raises(InputError, match=f"at least 1 trial, not {trials}"):
        randomisation_p(simulated(2, 1), simulated(2, 2), f_values, trials=trials)


def test_an_unknown_centre_is_refused() -> None:
    with pytest.raises(InputError, match="'difference' or 'magnitude', not 'mean'"):
        bootstrap_p(np.zeros(3), 0, centre="mean")  # type: ignore[arg-type]


@pytest.mark.slow
def test_equal_systems_are_called_different_about_as_often_as_they_may() -> None:
    """Type-I error at 5 % of 1000 pairs of systems drawn alike, within 3.5 standard errors."""
    swapped, resampled, like_sacrebleu = [], [], []
    for k in range(1000):
        a, b = simulated(100, 2 * k), simulated(100, 2 * k + 1)
        sums_a, sums_b = bootstrap_sums([a, b], 300, k)
        differences = f_values(sums_a)["score"] - f_values(sums_b)["score"]
        observed = float(f_values(a.sum(axis=0))["score"] - f_values(b.sum(axis=0))["score"])
        swapped.append(randomisation_p(a, b, f_values, trials=300, seed=k)[0])
        resampled.append(bootstrap_p(differences, observed))
        like_sacrebleu.append(bootstrap_p(differences, observed, centre="magnitude"))
    allowed = 3.5 * math.sqrt(0.05 * 0.95 / 1000)
    assert abs(np.mean(np.array(swapped) <= 0.05) - 0.05) < allowed
    assert abs(np.mean(np.array(resampled) <= 0.05) - 0.05) < allowed
    assert np.mean(np.array(like_sacrebleu) <= 0.05) > 0.05 + allowed
