"""Scores of systems from people's rankings: Expected Wins and TrueSkill.

Both are functions of two matrices alone: how often each system was ranked above each other one
(`wins[i, j]`), and how often two were ranked alike (`ties[i, j]`, symmetric). They take any number
of leading axes, so that all resamples of a bootstrap are one call.

- Expected Wins (Bojar et al. 2013; Koehn 2012): the mean, over all other systems, of the share of
  decided comparisons with it that a system won. Ties are left out.
- TrueSkill (Herbrich et al. 2006) as Sakaguchi et al. (2014) rank systems by it, with their
  parameters: prior N(0, 0.5²), draw probability 0.25, no dynamics, and a performance noise β =
  0.5 n / 40 for n comparisons. Their program draws n comparisons at random (first the system of
  which it is least certain, then an opponent with probability ∝ exp(-|difference of skills|), then
  any judgement of the two) and is run a thousand times. With such a β every update is small, so
  the mean of the runs follows a path that can be computed: `true_skill` integrates it. The result
  is that of infinitely many runs, and has no random part.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from corrigenda.numerics import Array, exp, solve

PRIOR = 0.5
"""Standard deviation of a skill before anything is known."""

DRAWS = 0.25
"""The probability of a draw between equals."""

STEPS = 20
"""Steps of the integration: more change no digit that is printed."""

_NORMAL = NormalDist()


def expected_wins(wins: Array) -> Array:
    """Return the Expected Wins of each system; NaN for one without a decided comparison."""
    decided = wins + np.swapaxes(wins, -1, -2)
    met = decided > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(met, wins / decided, 0.0)
        return np.asarray(shares.sum(axis=-1) / met.sum(axis=-1))


def true_skill(wins: Array, ties: Array) -> Array:
    """Return the skill of each system."""
    lost = np.swapaxes(wins, -1, -2)
    met = wins + lost + ties
    some = np.maximum(met, 1)
    shares = wins / some, lost / some, ties / some
    n = np.maximum(met.sum(axis=(-1, -2)) / 2, 1)[..., None]
    skills, variance = np.zeros(wins.shape[:-1]), np.full_like(n, PRIOR**2)
    for _ in range(STEPS):
        slope, shrinkage = _slopes(skills, variance, n, met > 0, shares)
        middle = skills + n / STEPS / 2 * slope, variance + n / STEPS / 2 * shrinkage
        slope, shrinkage = _slopes(*middle, n, met > 0, shares)
        skills = skills + n / STEPS * slope
        variance = variance + n / STEPS * shrinkage
    return np.asarray(skills)


def _slopes(
    skills: Array, variance: Array, n: Array, met: NDArray[np.bool_], shares: tuple[Array, ...]
) -> tuple[Array, Array]:
    """Return how skills, and the variance that all of them share, change with one comparison.

    The least certain system is next, so that all are equally certain at any time: this determines
    how often each is drawn.
    """
    beta = PRIOR * n / 40
    c = np.sqrt(2 * beta**2 + 2 * variance)
    t = (skills[..., :, None] - skills[..., None, :]) / c[..., None]
    margin = (_NORMAL.inv_cdf((1 + DRAWS) / 2) * math.sqrt(2) * beta / c)[..., None]
    won, lost, tied = shares
    win, draw = _after_win(t, margin), _after_draw(t, margin)
    loss = [np.swapaxes(one, -1, -2) for one in win]  # a loss is the other system's win
    gain = won * win[0] - lost * loss[0] + tied * draw[0]
    weight = won * win[1] + lost * loss[1] + tied * draw[1]

    near = exp(-np.abs(skills[..., :, None] - skills[..., None, :])) * met
    opponent = near / np.maximum(near.sum(axis=-1, keepdims=True), 1e-300)
    own = (opponent * weight).sum(axis=-1)
    identity = np.eye(skills.shape[-1])
    certainty = np.swapaxes(opponent, -1, -2) * weight + identity * own[..., None]
    # The ridge decides where two systems alone, or one that nobody met, leave the rates open.
    certainty = certainty + identity * (1e-9 + (own == 0)[..., None])
    rates = solve(certainty, np.ones(own.shape))
    rates = np.maximum(rates, 0) * (own > 0)
    rates = rates / np.maximum(rates.sum(axis=-1, keepdims=True), 1e-300)
    drawn = rates[..., None] * opponent
    matches = drawn + np.swapaxes(drawn, -1, -2)
    slope = variance / c * (matches * gain).sum(axis=-1)
    playing = np.maximum((own > 0).sum(axis=-1, keepdims=True), 1)
    total = (matches * weight).sum(axis=(-1, -2))[..., None]
    return np.asarray(slope), np.asarray(-((variance / c) ** 2) * total / playing)


def _after_win(t: Array, margin: Array) -> tuple[Array, Array]:
    """Return v and w of a win: how far a skill moves, and how much more certain it becomes."""
    from scipy.special import ndtr  # type: ignore[import-untyped]

    v = _pdf(t - margin) / np.maximum(ndtr(t - margin), 1e-300)
    return v, v * (v + t - margin)


def _after_draw(t: Array, margin: Array) -> tuple[Array, Array]:
    """Return v and w of a draw."""
    from scipy.special import ndtr

    below, above = margin - t, margin + t
    pdf_below, pdf_above = _pdf(below), _pdf(above)
    within = np.maximum(ndtr(below) - ndtr(-above), 1e-300)
    v = (pdf_above - pdf_below) / within
    return v, v**2 + (below * pdf_below + above * pdf_above) / within


def _pdf(x: Array) -> Array:
    return np.asarray(exp(-(x**2) / 2) / math.sqrt(2 * math.pi))
