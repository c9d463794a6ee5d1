"""Expected Wins and TrueSkill: definitions, properties, and a simulation of the published runs."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from corrigenda.judgements.trueskill import (
    _NORMAL,
    DRAWS,
    PRIOR,
    Array,
    _after_draw,
    _after_win,
    expected_wins,
    true_skill,
)
from tests.conftest import expensive

COUNTS = arrays(float, (4, 4), elements=st.integers(0, 9).map(float))


def naive_expected_wins(wins: Array) -> list[float]:
    found = []
    for i in range(len(wins)):
        shares = [
            wins[i, j] / (wins[i, j] + wins[j, i])
            for j in range(len(wins))
            if i != j and wins[i, j] + wins[j, i] > 0
        ]
        found.append(sum(shares) / len(shares) if shares else math.nan)
    return found


def rate(
    winner: tuple[float, float],
    loser: tuple[float, float],
    *,
    beta: float,
    draw: bool = False,
    draws: float = DRAWS,
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return two skills (mean, standard deviation) after a comparison, as TrueSkill does."""
    (mean_a, sigma_a), (mean_b, sigma_b) = winner, loser
    c = math.sqrt(2 * beta**2 + sigma_a**2 + sigma_b**2)
    t = (mean_a - mean_b) / c
    margin = _NORMAL.inv_cdf((1 + draws) / 2) * math.sqrt(2) * beta / c
    after = _after_draw if draw else _after_win
    v, w = (float(value) for value in after(np.asarray(t), np.asarray(margin)))
    return (
        (mean_a + sigma_a**2 / c * v, sigma_a * math.sqrt(max(1 - sigma_a**2 / c**2 * w, 1e-12))),
        (mean_b - sigma_b**2 / c * v, sigma_b * math.sqrt(max(1 - sigma_b**2 / c**2 * w, 1e-12))),
    )


def cleared(table: Array) -> Array:
    table = table.copy()
    np.fill_diagonal(table, 0)
    return table


@given(COUNTS)
def test_expected_wins_are_mean_shares_of_decided_comparisons(table: Array) -> None:
    wins = cleared(table)
    np.testing.assert_allclose(expected_wins(wins), naive_expected_wins(wins), rtol=1e-12)


@expensive
@given(COUNTS, COUNTS)
def test_resamples_are_computed_one_by_one(first: Array, second: Array) -> None:
    wins = np.stack([cleared(first), cleared(second)])
    ties = np.ones_like(wins)
    for of in (expected_wins, lambda w: true_skill(w, ties[: len(w)] if w.ndim > 2 else ties[0])):
        together = of(wins)
        np.testing.assert_allclose(together[0], of(wins[0]), rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(together[1], of(wins[1]), rtol=1e-9, atol=1e-12)


@expensive
@given(COUNTS, st.permutations(range(4)))
def test_the_order_of_systems_does_not_matter(table: Array, order: list[int]) -> None:
    wins, ties = cleared(table) + 1 - np.eye(4), np.full((4, 4), 3.0) * (1 - np.eye(4))
    moved = wins[np.ix_(order, order)]
    np.testing.assert_allclose(true_skill(moved, ties), true_skill(wins, ties)[order], atol=1e-9)
    np.testing.assert_allclose(expected_wins(moved), expected_wins(wins)[order], rtol=1e-12)


def test_skill_is_zero_sum_between_equals_and_follows_wins() -> None:
    even = np.full((3, 3), 5.0) * (1 - np.eye(3))
    np.testing.assert_allclose(true_skill(even, even), 0, atol=1e-12)
    wins = np.array([[0, 9, 9], [1, 0, 9], [1, 1, 0]], dtype=float)
    first, second, third = true_skill(wins, np.zeros((3, 3)))
    assert first > second > third


def test_two_systems_alone_have_opposite_skills() -> None:
    one, other = true_skill(np.array([[0.0, 3.0], [1.0, 0.0]]), np.zeros((2, 2)))
    assert one == pytest.approx(-other) and one > 0


def test_nobody_met_has_no_skill() -> None:
    wins = np.zeros((3, 3))
    wins[0, 1] = 4
    skills = true_skill(wins, np.zeros((3, 3)))
    assert skills[2] == 0 and skills[0] > 0 > skills[1]
    assert math.isnan(expected_wins(wins)[2])


@pytest.mark.parametrize(
    ("draw", "expected"),
    # Herbrich et al.'s parameters; the values are those that Moserware's article and the package
    # trueskill publish for a first match of 25 ± 8.333.
    [(False, (29.396, 7.171, 20.604, 7.171)), (True, (25.0, 6.458, 25.0, 6.458))],
)
def test_one_comparison_updates_skills_as_published(
    draw: bool, expected: tuple[float, ...]
) -> None:
    start = (25.0, 25 / 3)
    one, other = rate(start, start, beta=25 / 6, draw=draw, draws=0.1)
    assert (*one, *other) == pytest.approx(expected, abs=0.001)


def simulated(wins: Array, ties: Array, seed: int) -> Array:
    """One run as Sakaguchi et al. (2014) make it, comparison by comparison."""
    random = Random(seed)
    size, n = len(wins), int(wins.sum() + ties.sum() / 2)
    beta = PRIOR * n / 40
    skills = [(0.0, PRIOR)] * size
    for _ in range(n):
        first = max(range(size), key=lambda k: (skills[k][1], random.random()))
        others = [k for k in range(size) if k != first]
        near = [math.exp(-abs(skills[first][0] - skills[k][0])) for k in others]
        second = random.choices(others, near)[0]
        counts = [wins[first, second], wins[second, first], ties[first, second]]
        said = random.choices(range(3), counts)[0]
        a, b = (second, first) if said == 1 else (first, second)
        skills[a], skills[b] = rate(skills[a], skills[b], beta=beta, draw=said == 2, draws=DRAWS)
    return np.array([mean for mean, _ in skills])


def test_the_path_is_the_mean_of_many_runs() -> None:
    wins = np.array([[0, 60, 70, 80], [30, 0, 50, 60], [20, 40, 0, 50], [5, 20, 30, 0]], float)
    ties = np.array([[0, 30, 20, 40], [30, 0, 60, 50], [20, 60, 0, 20], [40, 50, 20, 0]], float)
    runs = np.array([simulated(wins, ties, seed) for seed in range(60)])
    error = runs.std(axis=0, ddof=1) / math.sqrt(len(runs))
    skills = true_skill(wins, ties)
    assert (np.abs(runs.mean(axis=0) - skills) < 3.5 * error + 0.004).all()
    assert skills[0] - skills[3] > 0.5  # far beyond what the tolerance allows
