"""Bootstrap resamples as counts, and sums of rows under them.

A resample draws n of n sentences with replacement. What a measure needs of it is the sum of the
drawn rows, and that is one product: how often each sentence was drawn, times the rows. Every table
of a corpus (one for each measure and system) is multiplied by the same counts, so that all of them
are resampled together and their differences are paired.

The sums do not depend on the size of the blocks they are computed in, on threads or on the machine:
they are exact for whole numbers, and for any others correct to the last digit or so (see
`weighted_sums`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from corrigenda.counting import counted
from corrigenda.errors import InputError
from corrigenda.numerics import Array as Array
from corrigenda.statistics import RESAMPLES, SEED

Values = Callable[[Array], Mapping[str, Array]]
"""From sums of rows (last axis) to `score` and its parts, for many sums at once."""

CELLS = 1 << 17
"""Cells of a block: some 1 MB, which stays in a processor's cache."""


def blocks(n: int, total: int) -> Iterator[int]:
    """Yield how many of `total` rows of `n` cells go into each block: at least one."""
    size = max(1, CELLS // max(n, 1))
    for start in range(0, total, size):
        yield min(size, total - start)


def counts(n: int, resamples: int = RESAMPLES, seed: int = SEED) -> Iterator[Array]:
    """Yield how often each of `n` sentences is drawn in each resample, in blocks of some resamples.

    The resamples are those of `numpy.random.default_rng(seed).integers(0, n, (resamples, n))`,
    which is also what `scipy.stats.bootstrap` draws.
    """
    if resamples < 2:
        raise InputError(f"a bootstrap needs at least 2 resamples, not {resamples}")
    rng = np.random.default_rng(seed)
    for size in blocks(n, resamples):
        drawn = rng.integers(0, n, (size, n))
        drawn += n * np.arange(size)[:, None]  # each resample counts into cells of its own
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def bootstrap_sums(
    tables: Sequence[Array], resamples: int = RESAMPLES, seed: int = SEED
) -> list[Array]:
    """Return the sums of each table's rows under the same resamples: (resamples, columns) for each.

    All tables must have one row for each of the same sentences, in the same order.
    """
    return sums_by(lambda n: counted(counts(n, resamples, seed)), tables)


def sums_by(weights: Callable[[int], Iterable[Array]], tables: Sequence[Array]) -> list[Array]:
    """Return the sums of each table under the same `weights(n)`, by one product for all of them."""
    checked = [table_of(table) for table in tables]
    if not checked:
        return []
    for table in checked:
        same_length(checked[0], table)
    sums = weighted_sums(weights(len(checked[0])), np.hstack(checked))
    return np.split(sums, np.cumsum([table.shape[1] for table in checked])[:-1], axis=1)


def totals(table: Array) -> Array:
    """Return the sum of all rows, in the arithmetic of `bootstrap_sums`: equal rows give equal
    sums."""
    return weighted_sums([np.ones((1, len(table)))], table).reshape(-1)


def ratio(sums: Array) -> dict[str, Array]:
    """Return the first column over the second: the mean of values, if that one counts them."""
    return {"score": sums[..., 0] / sums[..., 1]}


def weighted_sums(weights: Iterable[Array], table: Array) -> Array:
    """Return `weights @ table` for blocks of weights: whole numbers >= 0, at most n in sum for n
    rows.

    Floating-point sums depend on the order of their terms, and the order of a matrix product
    depends on its shape, on threads and on the processor. So each column is cut into a head of its
    leading bits, few enough that no sum of n of them is rounded, and a tail of the bits after
    (nothing, if the column holds whole numbers). Sums of either are exact in any order; one
    rounding remains, when the two are added. (Ozaki et al. 2012, "Error-free transformations of
    matrix multiplication", Numerical Algorithms 59.)
    """
    width = table.shape[1]
    heads, tails = {}, {}  # of columns that are cut; one at a time, as long tables take memory
    for number in range(width):
        column = table[:, number]
        head = _leading_bits(column)
        rest = column - head
        if rest.any():
            heads[number], tails[number] = head, _leading_bits(rest)
    columns = table
    if tails:
        whole = [heads.get(number, table[:, number]) for number in range(width)]
        columns = np.column_stack([*whole, *tails.values()])
    products = np.concatenate([block @ columns for block in weights])
    sums = products[:, :width].copy()
    sums[:, list(tails)] += products[:, width:]
    return sums


def _leading_bits(column: Array) -> Array:
    """Return the numbers rounded to multiples of a unit such that n of them add up without
    rounding."""
    largest = np.abs(column).max(initial=0.0)
    _, exponent = np.frexp(largest * len(column))
    unit = np.maximum(np.ldexp(1.0, exponent - 52), np.finfo(np.float64).tiny)
    rounded: Array = np.round(column / unit) * unit
    return rounded


def noise(*values: Array | float) -> float:
    """Return the difference up to which two of these values are the same number apart from
    rounding."""
    return 1e-12 * max(float(np.max(np.abs(v), initial=0, where=np.isfinite(v))) for v in values)


def table_of(rows: Array) -> Array:
    """Return the rows as a table of finite floats with one row per sentence."""
    table = np.asarray(rows, dtype=np.float64)
    if table.ndim != 2:
        raise InputError(f"rows must form a table (sentences, columns), found {table.ndim} axes")
    if len(table) == 0:
        raise InputError("there are no sentences to resample")
    if not np.isfinite(table).all():
        first = int(np.flatnonzero(~np.isfinite(table).all(axis=1))[0])
        raise InputError(f"the row of sentence {first + 1} holds a value that is not finite")
    return table


def same_length(a: Array, b: Array) -> None:
    """Check that tables of the same sentences have the same number of rows."""
    if len(a) != len(b):
        raise InputError(
            f"tables must have a row for each of the same sentences, found {len(a)} and {len(b)}"
        )
