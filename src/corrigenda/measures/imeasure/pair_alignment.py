"""Alignments of two texts: bounds for alignments of three.

Two texts are aligned at a cost of 2 for each token beside a gap and 3 for each two tokens that
differ. An alignment of source, hypothesis and reference, looked at from one side, is an alignment
of two of them, and it costs what its three sides cost together. So it cannot cost less than the
best alignments of the three pairs (Carrillo & Lipman 1988, *The multiple sequence alignment
problem in biology*), and most cells of the three-way table are too expensive to need a look.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

GAP, MISMATCH = 2, 3

Costs = list[int]
"""Of aligning the first 0, 1, 2 ... tokens of a text with something."""

Excess = dict[int, int]
"""How much more than the best an alignment costs that goes through here, for places in a text."""

Ways = list[tuple[tuple[str, ...], int]]
"""Texts that are possible in a place, each with an allowance: what it may cost for nothing."""

_FAR = 1 << 40
_NARROW = 3


def distance(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the cost of the best alignment of two texts."""
    return _table(a, b, 0)[-1][-1]


def through(a: Sequence[str], b: Sequence[str], spare: int) -> tuple[int, list[Excess]]:
    """Return the least cost; for each place in `b`, places in `a` where alignments part both texts.

    All places with an excess of at most `spare` are there, and no others.
    """
    ahead = _table(a, b, spare)
    behind = _table(a[::-1], b[::-1], spare)
    least = ahead[-1][-1]
    most = least + spare
    return least, [
        {i: x - least for i, x in enumerate(map(add, row, reversed(rest))) if x <= most}
        for row, rest in zip(ahead, reversed(behind), strict=True)
    ]


def agreements(a: Sequence[str], b: Sequence[str]) -> tuple[int, int, int]:
    """Return the cost of the alignment of two texts; how many of its columns agree, and how many do
    not.

    Among the cheapest, it is the one that, read from the end, prefers columns without gap, then
    tokens of `a`.
    """
    table = _table(a, b, 0)
    i, j = len(a), len(b)
    agree = differ = 0
    while i and j:
        same = a[i - 1] == b[j - 1]
        if table[j][i] == table[j - 1][i - 1] + (0 if same else MISMATCH):
            i, j = i - 1, j - 1
            agree += same
            differ += not same
        else:
            differ += 1
            if table[j][i] == table[j][i - 1] + GAP:
                i -= 1
            else:
                j -= 1
    return table[-1][-1], agree, differ + i + j


def crossing(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Return, for each place in `a`, the first and the last place in `b` of a best alignment."""
    table = _table(a, b, 0)
    i, j = len(a), len(b)
    last, spans = j, []
    while i or j:
        here = table[j][i]
        if i and j and here == table[j - 1][i - 1] + (a[i - 1] != b[j - 1]) * MISMATCH:
            spans.append((j, last))
            i, j = i - 1, j - 1
            last = j
        elif j and here == table[j - 1][i] + GAP:
            j -= 1
        else:
            spans.append((j, last))
            i -= 1
            last = j
    spans.append((0, last))
    return spans[::-1]


def through_any(
    text: Sequence[str], places: Sequence[Ways]
) -> tuple[list[Costs], list[list[list[Costs]]]]:
    """Return the cost of splitting alignments where the other side is one of many texts.

    At each place stands one of several ways. Each cost is the least over all choices of them,
    less the allowances of the ways chosen. First the costs at the bounds of places, then those
    within: at [place][way][tokens of the way].
    """
    bounds, within = _choices(text, places)
    reverse = [[(way[::-1], allowance) for way, allowance in ways] for ways in reversed(places)]
    bounds_behind, within_behind = _choices(text[::-1], reverse)
    return _added(bounds, bounds_behind, 0), [
        [
            _added(ahead, behind, allowance)
            for (_, allowance), ahead, behind in zip(ways, here, there, strict=True)
        ]
        for ways, here, there in zip(places, within, reversed(within_behind), strict=True)
    ]


def _added(ahead: list[Costs], behind: list[Costs], allowance: int) -> list[Costs]:
    return [
        [x + y - allowance for x, y in zip(row, reversed(rest), strict=True)]
        for row, rest in zip(ahead, reversed(behind), strict=True)
    ]


def _choices(
    text: Sequence[str], places: Sequence[Ways]
) -> tuple[list[Costs], list[list[list[Costs]]]]:
    bounds, within = [[GAP * i for i in range(len(text) + 1)]], []
    for ways in places:
        here = []
        for way, _ in ways:
            rows = [bounds[-1]]
            for token in way:
                rows.append(_onwards(text, rows[-1], token, 0, len(text)))
            here.append(rows)
        ends = [
            [cost - allowance for cost in rows[-1]]
            for (_, allowance), rows in zip(ways, here, strict=True)
        ]
        within.append(here)
        bounds.append([min(column) for column in zip(*ends, strict=True)])
    return bounds, within


def _table(a: Sequence[str], b: Sequence[str], spare: int) -> list[Costs]:
    """Return, for each beginning of `b`, the costs of aligning it with the beginnings of `a`.

    Costs count where an alignment goes through that costs at most `spare` more than the best, and
    are computed only where one might: where it leaves the diagonals between the ends by w places,
    it needs 2w gaps more than the ends do.
    """
    longer = len(a) - len(b)
    width = _NARROW
    while True:
        low, high = min(longer, 0) - width, max(longer, 0) + width
        rows = [[GAP * i if i <= high else _FAR for i in range(len(a) + 1)]]
        for j, token in enumerate(b, 1):
            rows.append(_onwards(a, rows[-1], token, max(j + low, 0), min(j + high, len(a))))
        needed = (rows[-1][-1] + spare) // GAP - abs(longer)
        if 2 * (width + 1) > needed:
            return rows
        width = needed // 2


def _onwards(text: Sequence[str], costs: Costs, token: str, low: int, high: int) -> Costs:
    """Return the costs after one more token on the other side, for places from `low` to `high`."""
    out = [_FAR] * low
    if low:
        diagonal, best = costs[low - 1], _FAR
    else:
        diagonal = costs[0]
        best = diagonal + GAP
        out.append(best)
        low = 1
    for word, above in zip(text[low - 1 : high], costs[low : high + 1], strict=True):
        if word != token:
            diagonal += MISMATCH
        best += GAP
        if diagonal < best:
            best = diagonal
        diagonal = above
        above += GAP
        if above < best:
            best = above
        out.append(best)
    out += [_FAR] * (len(text) - high)
    return out
