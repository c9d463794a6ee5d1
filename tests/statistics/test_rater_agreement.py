"""Agreement of raters against published examples and naive definitions."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from corrigenda.statistics.rater_agreement import Array, alpha, intraclass

N = math.nan
KRIPPENDORFF = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
        [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
    ]
).T
"""The example of Krippendorff (2011), section C: four observers, twelve units, missing data."""

SHROUT_FLEISS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
)
"""The example of Shrout and Fleiss (1979), table 2."""


@pytest.mark.parametrize(
    ("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_alpha_is_that_of_the_published_example(level: str, expected: float) -> None:
    assert alpha(KRIPPENDORFF, level) == pytest.approx(expected, abs=0.0006)  # type: ignore[arg-type]


def test_intraclass_correlations_are_those_of_the_published_example() -> None:
    found = intraclass(SHROUT_FLEISS)
    assert found.single == pytest.approx(0.17, abs=0.005)
    assert found.mean == pytest.approx(0.44, abs=0.005)
    assert found.raters == 4
    assert found.ceiling == pytest.approx(math.sqrt(found.mean))


def naive_alpha(values: Array) -> float:
    """Interval alpha from all pairs of values within units, and of all values."""
    units = [[v for v in row if not math.isnan(v)] for row in values]
    units = [unit for unit in units if len(unit) > 1]
    every = [v for unit in units for v in unit]
    observed = sum(
        sum((a - b) ** 2 for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in units
    ) / len(every)
    expected = sum((a - b) ** 2 for a, b in permutations(every, 2))
    expected /= len(every) * (len(every) - 1)
    return 1 - observed / expected


@given(
    arrays(
        float,
        st.tuples(st.integers(2, 6), st.integers(2, 4)),
        elements=st.sampled_from([0.0, 1.0, 2.0, 3.0, N]),
    )
)
def test_alpha_is_one_minus_observed_over_expected(values: Array) -> None:
    several = values[np.isfinite(values).sum(axis=1) > 1]
    known = np.unique(several[np.isfinite(several)])
    if len(known) < 2:
        assert math.isnan(alpha(values))
    else:
        assert alpha(values) == pytest.approx(naive_alpha(values), abs=1e-9)


def test_agreement_of_all_is_one_and_of_nobody_undefined() -> None:
    same = np.array([[1.0, 1.0], [2.0, 2.0], [4.0, 4.0]])
    assert alpha(same) == alpha(same, "ordinal") == alpha(same, "nominal") == 1
    assert intraclass(same).single == intraclass(same).mean == 1
    assert math.isnan(alpha(np.array([[1.0, N], [N, 2.0]])))
    assert math.isnan(intraclass(np.array([[1.0, 2.0]])).mean)


def test_a_perfect_measure_reaches_the_ceiling() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(size=4000)
    ratings = truth[:, None] + rng.normal(scale=1.5, size=(4000, 5))
    reached = np.corrcoef(truth, ratings.mean(axis=1))[0, 1]
    assert intraclass(ratings).ceiling == pytest.approx(reached, abs=0.02)
