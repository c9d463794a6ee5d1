"""Sentence alignment of two texts: in order, by shared words.

Correctors split sentences and join them. So sentences are put together in groups ("beads"): one and
one, one and two, two and one; a sentence may also be without a partner. The likeness of a bead is

    2 LCS(a, b) / (|a| + |b|)

with LCS the length of the longest common subsequence of the words on both sides, those of two
sentences being written one after the other. Of all ways to lay out the two texts in order, that one
is taken whose beads have the highest sum of likeness: a dynamic programme. A second sentence is
taken into a bead rather than left without a partner if that raises the likeness: if the share of
its words that the other side has, in order, is above half of the likeness without it.

Nothing is drawn, and likeness is counted in whole millionths, so that sums are exact: the result is
the same everywhere. Where sums are equal, one and one comes first, then a sentence without a
partner, one and two, and two and one.

Time is O(n m) for n and m sentences. If both texts have places that correspond (a number that grows
along each text, such as that of the line), only sentences whose places are at most `reach` apart
are compared, and time is O(n + m).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

UNIT = 10**6
"""Likeness 1, in the units of sums."""

CHARACTERS = 0x110000
"""As many words are told apart; of more, a few would be taken for the same."""

# How many sentences of the first text and of the second one a bead may have. Order settles ties.
_BEADS = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1))
_SKIP, _MULTIPLE = 2, 3


class Bead(NamedTuple):
    """Sentences `a0:a1` of the first text and `b0:b1` of the second belong together."""

    a0: int
    a1: int
    b0: int
    b1: int

    @property
    def shape(self) -> tuple[int, int]:
        """How many sentences of each text: (1, 2) is a split, (2, 1) a join, (1, 0) a deletion."""
        return self.a1 - self.a0, self.b1 - self.b0


def pair_sentences(
    a: Sequence[Sequence[Hashable]],
    b: Sequence[Sequence[Hashable]],
    *,
    breaks: bool = True,
    places: tuple[Sequence[int], Sequence[int]] | None = None,
    reach: int = 0,
) -> list[Bead]:
    """Return the beads of two texts, given as the words of their sentences.

    Without `breaks`, sentences are paired one to one. `places` are numbers of the sentences of each
    text, in ascending order: sentences are compared only if theirs are at most `reach` apart.

    >>> one = [s.split() for s in ("it rains", "we stay", "at home we read and talk")]
    >>> two = [s.split() for s in ("it rains so we stay", "at home we read", "and talk")]
    >>> [bead.shape for bead in pair_sentences(one, two)]
    [(2, 1), (1, 2)]
    """
    import numpy as np

    words: dict[Hashable, str] = {}
    first, second = (_written(text, words) for text in (a, b))
    windows = _windows(len(a), len(b), places, reach)
    shapes = _BEADS if breaks else _BEADS[:_MULTIPLE]
    rows: list[tuple[int, Numbers]] = []  # of the last two: the first column, and sums
    moves: list[NDArray[np.uint8]] = []
    for i, (low, high) in enumerate(windows):
        width = high - low + 1
        best = np.full(width, -1, dtype=np.int64)
        move = np.full(width, _SKIP, dtype=np.uint8)
        if i == 0:
            best[0] = 0
        for number, (da, db) in enumerate(shapes):
            if i < da or number == _SKIP:
                continue
            total = _shifted(rows[-da], low - db, width)
            if db:
                likeness = _likeness(first[i - da : i], second, db, low, width)
                total = np.where((total >= 0) & (likeness > 0), total + likeness, -1)
            better = total > best
            best[better], move[better] = total[better], number
        # A sentence of the second text without a partner adds nothing: the best so far goes on.
        highest = np.maximum.accumulate(best)
        as_before = highest[1:] == highest[:-1]
        move[1:][as_before & ((best[1:] < highest[1:]) | (move[1:] >= _MULTIPLE))] = _SKIP
        rows = [*rows[-1:], (low, highest)]
        moves.append(move)
    return _traced(moves, windows, len(b))


def _written(text: Sequence[Sequence[Hashable]], words: dict[Hashable, str]) -> list[str]:
    """Return each sentence as a text with a character for each word: what rapidfuzz compares
    fastest."""
    return [
        "".join([words.setdefault(word, chr(len(words) % CHARACTERS)) for word in sentence])
        for sentence in text
    ]


def _windows(
    n: int, m: int, places: tuple[Sequence[int], Sequence[int]] | None, reach: int
) -> list[tuple[int, int]]:
    """Return, for each number of sentences taken from the first text, the range that may be taken
    from the second."""
    if places is None:
        return [(0, m)] * (n + 1)
    of_first, of_second = places
    windows = [(0, bisect_right(of_second, of_first[0] + reach) if n else m)]
    for place in of_first:
        low, high = bisect_left(of_second, place - reach), bisect_right(of_second, place + reach)
        before = windows[-1]
        # Neighbouring windows have a place in common, so that there is always a way.
        windows.append((min(max(low, before[0]), before[1]), max(high, before[1])))
    windows[-1] = (windows[-1][0], m)
    return windows


def _shifted(row: tuple[int, Numbers], low: int, width: int) -> Numbers:
    """Return the sums of a row from column `low` on; -1 where it has none."""
    import numpy as np

    start, sums = row
    out = np.full(width, -1, dtype=np.int64)
    left, right = max(low, start), min(low + width, start + len(sums))
    if left < right:
        out[left - low : right - low] = sums[left - start : right - start]
    return out


def _likeness(
    sentences: Sequence[str], second: Sequence[str], count: int, low: int, width: int
) -> Numbers:
    """Return the similarity of these sentences to the `count` sentences before each column, in
    units."""
    import numpy as np
    from rapidfuzz.distance import LCSseq

    out = np.zeros(width, dtype=np.int64)
    text = "".join(sentences)
    if not text:
        return out
    for column in range(max(low, count), low + width):
        other = second[column - 1] if count == 1 else second[column - 2] + second[column - 1]
        common = LCSseq.similarity(text, other)
        if common:
            out[column - low] = 2 * common * UNIT // (len(text) + len(other))
    return out


def _traced(
    moves: Sequence[NDArray[np.uint8]], windows: Sequence[tuple[int, int]], m: int
) -> list[Bead]:
    """Return the beads of the best way, from its end to its beginning and reversed."""
    beads: list[Bead] = []
    i, j = len(windows) - 1, m
    while i or j:
        da, db = _BEADS[moves[i][j - windows[i][0]]]
        beads.append(Bead(i - da, i, j - db, j))
        i, j = i - da, j - db
    return beads[::-1]
