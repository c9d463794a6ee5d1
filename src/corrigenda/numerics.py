"""Logarithm, exponential and linear equations with the same digits everywhere.

numpy computes `log` and `exp`, and BLAS and LAPACK compute products and solutions, by other
instructions on other processors and in other versions; the last digits differ. What is here is made
of additions, multiplications and divisions in a fixed order, to which IEEE 754 leaves no choice.
`log` and `exp` are correct to less than .6 units in the last place.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_LN2 = 0.6931471805599453
_LN2_HEAD = 0.693147180369123816490  # ends in 32 zero bits: times an exponent, it is exact
_LN2_TAIL = 1.90821492927058770002e-10
_SQRT_HALF = 0.7071067811865476
_SPLIT = 134217729.0  # 2^27 + 1 cuts a number into halves whose products are exact

_ATANH = tuple(2 / n for n in range(25, 1, -2))
"""Coefficients of log((1 + s) / (1 - s)) - 2 s in powers of s², from s^25 down to s³."""

_EXP = (
    *(1 / f for f in (6227020800, 479001600, 39916800, 3628800, 362880, 40320, 5040)),
    *(1 / f for f in (720, 120, 24, 6, 2)),
)
"""Coefficients of exp(r) - 1 - r, from r^13 / 13! down to r² / 2."""


def log(x: Any) -> Array:
    """Return the natural logarithm; -inf of 0, NaN of what is less.

    >>> log([1.0, 2.0, 0.0]).tolist()
    [0.0, 0.6931471805599453, -inf]
    """
    x = np.asarray(x, dtype=np.float64)
    usual = (x > 0) & np.isfinite(x)
    mantissa, exponent = np.frexp(np.where(usual, x, 1.0))
    low = mantissa < _SQRT_HALF
    mantissa = np.where(low, 2 * mantissa, mantissa)
    power = (exponent - low).astype(np.float64)
    f = mantissa - 1
    below = mantissa + 1
    s = f / below
    # What the two roundings took: s is short of f / (mantissa + 1) by the remainder over it.
    product, error = _product(s, below)
    rest = (f - product - error - (mantissa - (below - 1)) * s) / below
    square = s * s
    series = s * square * _polynomial(_ATANH, square)
    head = power * _LN2_HEAD
    first = head + 2 * s
    lost = (head - first) + 2 * s
    value = first + (lost + (series + (2 * rest + power * _LN2_TAIL)))
    others = np.where(x == 0, -np.inf, np.where(x == np.inf, np.inf, np.nan))
    return np.asarray(np.where(usual, value, others))


def exp(x: Any) -> Array:
    """Return the exponential.

    >>> exp([0.0, 1.0, float("-inf")]).tolist()
    [1.0, 2.718281828459045, 0.0]
    """
    x = np.asarray(x, dtype=np.float64)
    kept = np.clip(np.where(np.isnan(x), 0.0, x), -750.0, 710.0)
    power = np.rint(kept / _LN2)
    high, low = kept - power * _LN2_HEAD, power * _LN2_TAIL
    r = high - low
    lost = (high - r) - low
    first = 1 + r
    lost += (1 - first) + r
    value = first + (lost + r * r * _polynomial(_EXP, r))
    with np.errstate(over="ignore", under="ignore"):
        value = np.ldexp(value, power.astype(np.int64))
    return np.asarray(np.where(np.isnan(x), np.nan, value))


def expm1(x: Any) -> Array:
    """Return exp(x) - 1, with all its digits where x is small.

    >>> float(expm1(1e-20))
    1e-20
    """
    x = np.asarray(x, dtype=np.float64)
    small = np.abs(x) < _LN2 / 2
    near = np.where(small, x, 0.0)
    return np.asarray(np.where(small, near + near * near * _polynomial(_EXP, near), exp(x) - 1))


def dot(a: Array, b: Array) -> Array:
    """Return `a @ b` for a vector b, with terms added in an order of ours."""
    return np.asarray((a * b).sum(axis=-1))


def solve(matrix: Array, right: Array) -> Array:
    """Return x such that matrix x = right, over leading axes, by Gaussian elimination.

    >>> solve(np.array([[0.0, 2.0], [1.0, 1.0]]), np.array([2.0, 3.0])).tolist()
    [2.0, 1.0]
    """
    size = matrix.shape[-1]
    systems = np.concatenate([matrix, right[..., None]], axis=-1)
    # All systems along the last axis: each step is one operation on long rows.
    rows = np.ascontiguousarray(np.moveaxis(systems.reshape(-1, size, size + 1), 0, -1))
    every = np.arange(rows.shape[-1])
    for k in range(size):
        pivot = k + np.argmax(np.abs(rows[k:, k]), axis=0)
        chosen = rows[pivot, :, every].T
        rows[pivot, :, every] = rows[k].T
        rows[k] = chosen / chosen[k]
        factors = rows[:, k].copy()
        factors[k] = 0
        rows[:, k:] -= factors[:, None] * rows[k, k:]
    return np.asarray(rows[:, -1].T.reshape(right.shape))


def _polynomial(coefficients: tuple[float, ...], x: Array) -> Array:
    value = x * coefficients[0] + coefficients[1]
    for coefficient in coefficients[2:]:
        value *= x
        value += coefficient
    return value


def _product(a: Array, b: Array) -> tuple[Array, Array]:
    """Return a product and what rounding took from it (Dekker 1971)."""
    product = a * b
    a_head, b_head = (x * _SPLIT - (x * _SPLIT - x) for x in (a, b))
    a_tail, b_tail = a - a_head, b - b_head
    error = a_tail * b_tail - (((product - a_head * b_head) - a_tail * b_head) - a_head * b_tail)
    return product, error
