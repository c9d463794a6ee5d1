"""Align the words of a sentence with those of its correction by a linguistic edit distance.

Felice, Bryant & Briscoe 2016. The cost of a substitution falls with the same lemma, the same part
of speech and shared characters; words in another order are one transposition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from corrigenda.errors import InputError
from corrigenda.linguistics.analysis import Analysis

MATCH, SUBSTITUTION, INSERTION, DELETION, TRANSPOSITION = "MSIDT"

_OTHER_LEMMA = 0.499
_BOTH_OPEN, _OTHER_POS = 0.25, 0.5
_OPEN = frozenset({"ADJ", "ADV", "NOUN", "VERB"})
_MAX_CELLS = 4_000_000


class Operation(NamedTuple):
    """An elementary operation: its kind and the spans of words on both sides."""

    kind: str
    source_start: int
    source_end: int
    target_start: int
    target_end: int


def align(source: Analysis, target: Analysis, *, levenshtein: bool = False) -> list[Operation]:
    """Return the cheapest alignment, from left to right.

    `levenshtein` replaces the linguistic distance: a substitution costs 1, whatever the words, and
    there are no transpositions.
    """
    # A pair of equal words is always aligned where it is met, so the same end needs no search.
    ends = _same_end(source.words, target.words)
    rows, columns = len(source) - ends, len(target) - ends
    operations = [
        Operation(MATCH, rows + i, rows + i + 1, columns + i, columns + i + 1) for i in range(ends)
    ][::-1]
    table = _table(source, target, rows, columns, levenshtein)
    i, j = rows, columns
    while i or j:
        kind, length = table[i][j]
        di = 0 if kind == INSERTION else length
        dj = 0 if kind == DELETION else length
        operations.append(Operation(kind, i - di, i, j - dj, j))
        i, j = i - di, j - dj
    return operations[::-1]


def check_length(source: Sequence[str], target: Sequence[str]) -> None:
    """Complain of sentences that are too long to align: time and memory grow with both."""
    ends = _same_end(source, target)
    if (len(source) - ends) * (len(target) - ends) > _MAX_CELLS:
        raise InputError(
            f"a sentence of {len(source)} words and its correction of {len(target)} words are too "
            f"long to align (at most {_MAX_CELLS:,} pairs of words)",
            hint="split the text into sentences",
        )


def _same_end(source: Sequence[str], target: Sequence[str]) -> int:
    count = 0
    for one, other in zip(reversed(source), reversed(target), strict=False):
        if one != other:
            break
        count += 1
    return count


_Step = tuple[str, int]
_MATCHED, _SUBSTITUTED, _INSERTED, _DELETED = ((kind, 1) for kind in "MSID")


def _table(
    source: Analysis, target: Analysis, rows: int, columns: int, levenshtein: bool
) -> list[list[_Step]]:
    """Return, for each pair of prefixes, the last operation and how many words it takes.

    Of equally cheap operations the first of transposition, substitution, insertion and deletion
    is taken; equal words are matched in any case. A transposition must not reach back beyond a
    pair of words that cost nothing.
    """
    words, others = source.words[:rows], target.words[:columns]
    if levenshtein:
        prices = [[1.0] * columns] * rows
        transposed: dict[tuple[int, int], int] = {}
    else:
        prices = _substitutions(source, target, rows, columns)
        transposed = dict(_transpositions(source.lower[:rows], target.lower[:columns]))
    costs = [[float(j) for j in range(columns + 1)]]
    steps: list[list[_Step]] = [[_INSERTED] * (columns + 1)]
    # For each diagonal the last row in which a pair of words cost nothing; column - row, wrapped.
    free = [-1] * (rows + columns + 1)
    for i, word in enumerate(words):
        above = costs[i]
        price = prices[i]
        here = i + 1.0
        line = [here]
        chosen = [_DELETED]
        for j, other in enumerate(others):
            corner = above[j]
            if word == other:
                here = corner
                step = _MATCHED
            else:
                insertion, deletion = here + 1, above[j + 1] + 1
                here, step = corner + price[j], _SUBSTITUTED
                if transposed and (i, j) in transposed:
                    back = transposed[i, j]
                    if free[j - i] < i - back:
                        cost = costs[i - back][j - back] + back
                        if cost <= here:
                            here, step = cost, (TRANSPOSITION, back + 1)
                if insertion < here:
                    here, step = insertion, _INSERTED
                if deletion < here:
                    here, step = deletion, _DELETED
            if here == corner:
                free[j - i] = i
            line.append(here)
            chosen.append(step)
        costs.append(line)
        steps.append(chosen)
    return steps


def _substitutions(
    source: Analysis, target: Analysis, rows: int, columns: int
) -> list[list[float]]:
    """Return the cost of replacing each word of the source by each of the target."""
    if not rows or not columns:
        return [[]] * rows
    lemma = np.where(_differ(source.lemmas[:rows], target.lemmas[:columns]), _OTHER_LEMMA, 0.0)
    mine, theirs = source.pos[:rows], target.pos[:columns]
    both = np.outer([pos in _OPEN for pos in mine], [pos in _OPEN for pos in theirs])
    pos = np.where(_differ(mine, theirs), np.where(both, _BOTH_OPEN, _OTHER_POS), 0.0)
    characters = cdist(
        source.words[:rows],
        target.words[:columns],
        scorer=Indel.normalized_distance,
        dtype=np.float64,
    )
    cost = (lemma + pos) + characters
    cost[~_differ(source.lower[:rows], target.lower[:columns])] = 0.0
    table: list[list[float]] = cost.tolist()
    return table


def _differ(mine: Sequence[str], theirs: Sequence[str]) -> NDArray[np.bool_]:
    """Return which strings of two sequences differ, each with each."""
    numbers = {text: i for i, text in enumerate(dict.fromkeys((*mine, *theirs)))}
    one, other = ([numbers[text] for text in texts] for texts in (mine, theirs))
    return np.not_equal.outer(np.array(one, np.int32), np.array(other, np.int32))


def _transpositions(
    source: Sequence[str], target: Sequence[str]
) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield ((i, j), k) where the k + 1 words up to i are those up to j in another order.

    k is at least 1, and the least for the pair. A number is drawn for each word by hashing; equal
    sums mean equal words (up to a chance of 2^-64), so prefixes of the two sentences whose sums
    differ by the same amount enclose the same words.
    """
    if not set(source) & set(target):
        return
    width = len(target) + 1
    sums = np.subtract.outer(_sums(source), _sums(target))
    diagonal = np.subtract.outer(np.arange(len(source) + 1), np.arange(width)).astype(np.uint64)
    with np.errstate(over="ignore"):
        keys = (sums + diagonal * np.uint64(0x9E3779B97F4A7C15)).ravel()
    order = np.argsort(keys, kind="stable")
    same = keys[order[1:]] == keys[order[:-1]]
    before = np.full(len(keys), -1)
    before[order[1:][same]] = order[:-1][same]
    # One step back along the diagonal: the pair of words itself is the same.
    cells = np.flatnonzero(before >= 0)
    earlier = before[cells]
    single = cells - earlier == width + 1
    earlier[single] = before[earlier[single]]
    kept = earlier >= 0
    for cell, start in zip(cells[kept].tolist(), earlier[kept].tolist(), strict=True):
        i, j = divmod(cell, width)
        yield (i - 1, j - 1), i - start // width - 1


def _sums(words: Sequence[str]) -> NDArray[np.uint64]:
    numbers = [_number(word) for word in words]
    return np.cumsum(np.array([0, *numbers], np.uint64), dtype=np.uint64)


@lru_cache(maxsize=1 << 14)
def _number(word: str) -> int:
    digest = blake2b(word.encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")
