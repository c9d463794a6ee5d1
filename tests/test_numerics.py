"""Logarithms and exponentials of our own: correct to the last digit but one in a hundred."""

from __future__ import annotations

import decimal
import math

import numpy as np
import pytest

from corrigenda import numerics

RNG = np.random.default_rng(3)
POSITIVE = np.concatenate(
    [RNG.random(400), 1 + RNG.normal(0, 1e-4, 300), 10 ** RNG.uniform(-300, 300, 300)]
)
ANY = np.concatenate(
    [RNG.uniform(-5, 1, 500), RNG.uniform(-700, 700, 300), RNG.normal(0, 1e-4, 200)]
)


def units_off(values: np.ndarray, exact: list[decimal.Decimal]) -> float:
    """Return the largest error in units of the last place."""
    return max(
        float(abs(decimal.Decimal(value) - true) / decimal.Decimal(math.ulp(value)))
        for value, true in zip(values.tolist(), exact, strict=True)
    )


@pytest.mark.parametrize(("name", "at"), [("log", POSITIVE), ("exp", ANY)])
def test_less_than_six_tenths_of_a_unit_off(name: str, at: np.ndarray) -> None:
    with decimal.localcontext() as context:
        context.prec = 50
        method = {"log": "ln", "exp": "exp"}[name]
        exact = [getattr(decimal.Decimal(x), method)() for x in at.tolist()]
        assert units_off(getattr(numerics, name)(at), exact) < 0.6


def test_expm1_keeps_the_digits_of_small_numbers() -> None:
    with decimal.localcontext() as context:
        context.prec = 60
        exact = [decimal.Decimal(x).exp() - 1 for x in ANY.tolist()]
        assert units_off(numerics.expm1(ANY), exact) < 2


def test_what_is_no_usual_number() -> None:
    assert numerics.log([0.0, math.inf]).tolist() == [-math.inf, math.inf]
    assert np.isnan(numerics.log([-1.0, math.nan])).all()
    assert numerics.exp([-math.inf, -1000.0, 1000.0, math.inf]).tolist() == [
        0,
        0,
        math.inf,
        math.inf,
    ]
    assert np.isnan(numerics.exp(math.nan))
    assert numerics.exp(-745.0) == 5e-324


def test_solve_agrees_with_lapack() -> None:
    matrices, right = RNG.normal(size=(20, 7, 7)), RNG.normal(size=(20, 7))
    expected = np.linalg.solve(matrices, right[..., None])[..., 0]
    assert np.allclose(numerics.solve(matrices, right), expected, rtol=1e-9)
