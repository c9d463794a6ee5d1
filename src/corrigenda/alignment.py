"""Which word became which: the cheapest one-to-one assignment between the words of two texts."""

from __future__ import annotations

from collections.abc import Sequence

Pairs = tuple[tuple[int, int], ...]
"""Which word (of one text) became which (of the other), by number; ordered, one-to-one."""

TIE = 1e-7
"""Small enough never to outweigh a letter or a position, large enough to settle ties."""


def align(
    a: Sequence[str],
    b: Sequence[str],
    *,
    case: bool = False,
    position: float = 1.0,
    tie: float = TIE,
) -> Pairs:
    """The minimum-cost assignment between the words of `a` and those of `b`.

    With n and m words, pairing word i with word j costs

        edit distance(a[i], b[j]) + position * |i-j| / max(n, m) + tie * ((i-j) / max(n, m))²

    (Levenshtein's distance, not normalised). All words of the shorter text are paired, however
    unlike; those left over in the longer one cost nothing. Case does not matter unless `case` says
    so. The first two terms are the alignment of USim (Choshen and Abend 2018, N18-2020; the paper
    has the first alone, its code both). They leave ties wherever words repeat: |i-j| is the same
    in sum for matches that cross and matches that do not. The third decides for those that do not,
    and leaves few.

    >>> align("He gva an apple for John".split(), "He gave John an apple".split())
    ((0, 0), (1, 1), (2, 3), (3, 4), (5, 2))
    """
    if not case:
        a, b = [word.lower() for word in a], [word.lower() for word in b]
    if a == b:
        # Costs nothing, and with either of the last two terms nothing else does. (Words that begin
        # both texts belong together too, and those that end two texts of the same length; but
        # without them, of assignments that cost the same another might be found for the rest.)
        return tuple((i, i) for i in range(len(a)))
    if not (a and b):
        return ()
    import numpy as np
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    away = (np.arange(len(a))[:, None] - np.arange(len(b))) / max(len(a), len(b))
    cost = cdist(a, b, scorer=Levenshtein.distance, dtype=np.float64)
    # One by one: where assignments still cost the same, rounding chooses, and in this order it
    # chooses as the figures did that USim is tested against.
    cost += position * np.abs(away)
    cost += tie * away * away
    rows, columns = linear_sum_assignment(cost)
    return tuple(zip(rows.tolist(), columns.tolist(), strict=True))
