"""Many tests at once: the more there are, the likelier one of them looks significant by chance."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction of m p-values, in the order given.

    The i-th smallest becomes the largest of (m - j + 1) p(j) over j <= i, at most 1: comparing it
    with α keeps the chance of any false rejection below α. (Holm 1979, "A simple sequentially
    rejective multiple test procedure", Scandinavian Journal of Statistics 6.)

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, (len(p_values) - rank) * p_values[i])
        adjusted[i] = min(1.0, largest)
    return adjusted
