"""Word alignment: the cheapest one-to-one assignment between the words of two texts.

One alignment serves all that ask it: how much a corrector changes, what it moves, which places of
a source it changes, and which words of two semantic graphs belong together.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import lru_cache
from operator import ne
from typing import Literal, NamedTuple

Pairs = tuple[tuple[int, int], ...]
"""Which word (of one text) became which (of the other), by number; ordered, one-to-one."""

Tokens = Literal["corpus", "released"]

LARGEST = 4_000_000
"""The most pairs of words that are compared at once: two texts of 2,000 words."""

TIE = 1e-7
"""Small enough never to outweigh a letter or a position, large enough to settle ties."""

_WORD = re.compile(r"\w")


def words(text: str, tokens: Tokens = "corpus") -> list[str]:
    """Return the words of a text in lower case: the corpus's own tokens, between whitespace, or
    those of the authors' released code (Choshen and Abend 2018, P18-1059).

    Theirs are what stands between characters that are not letters, digits or underscores; between
    two such characters that is the empty word, which they keep.

    >>> words("It 's John's .")
    ['it', "'s", "john's", '.']
    >>> words("It 's John's .", "released")
    ['it', '', 's', 'john', 's', '', '']
    """
    text = text.lower()
    return text.split() if tokens == "corpus" else re.split(r"\W", text)


@lru_cache(maxsize=1 << 15)
def is_word(token: str) -> bool:
    """Return whether it has a letter, a digit or an underscore; others are marks."""
    return _WORD.search(token) is not None


class Alignment(NamedTuple):
    """The words of two texts, and which became which."""

    source: list[str]
    target: list[str]
    pairs: Pairs

    @property
    def left_over(self) -> list[str]:
        """The words without a partner: all of one text, the longer one."""
        if len(self.source) > len(self.target):
            longer, paired = self.source, {i for i, _ in self.pairs}
        else:
            longer, paired = self.target, {j for _, j in self.pairs}
        return [word for k, word in enumerate(longer) if k not in paired]

    def changed(self, differ: Callable[[str, str], bool] = ne) -> tuple[int, int]:
        """Return the number of changed words, and that of all pairs and single words.

        A pair of words is changed if they `differ`; a single word always is. Marks do not count.
        """
        changed = words = sum(map(is_word, self.left_over))
        for i, j in self.pairs:
            one, other = self.source[i], self.target[j]
            if is_word(one) or is_word(other):
                words += 1
                changed += differ(one, other)
        return changed, words


# Measures ask for the same alignments one after the other, sentence by sentence.
@lru_cache(maxsize=1024)
def aligned(source: str, target: str, tokens: Tokens = "corpus") -> Alignment:
    """Return the words of two texts with their alignment."""
    a, b = words(source, tokens), words(target, tokens)
    return Alignment(a, b, align(a, b, case=True))


def align(
    a: Sequence[str],
    b: Sequence[str],
    *,
    case: bool = False,
    position: float = 1.0,
    tie: float = TIE,
) -> Pairs:
    """Return the minimum-cost assignment between the words of `a` and those of `b`.

    With n and m words, pairing word i with word j costs

        edit distance(a[i], b[j]) + position * |i-j| / max(n, m) + tie * ((i-j) / max(n, m))²

    (Levenshtein's distance, not normalised). All words of the shorter text are paired, however
    unlike; those left over in the longer one cost nothing. Texts of more than LARGEST pairs of
    words are cut at words that both have once, or else evenly, and aligned part by part. Case does
    not matter unless `case` says so. The first two terms are the alignment of USim (Choshen and
    Abend 2018, N18-2020; the paper has the first alone, its code both). They leave ties wherever
    words repeat: |i-j| is the same in sum for matches that cross and matches that do not. The third
    decides for those that do not, and leaves few.

    >>> align("He gva an apple for John".split(), "He gave John an apple".split())
    ((0, 0), (1, 1), (2, 3), (3, 4), (5, 2))
    """
    if not case:
        a, b = [word.lower() for word in a], [word.lower() for word in b]
    if a == b:
        return tuple((i, i) for i in range(len(a)))
    n, m = len(a), len(b)
    start = end = 0
    if tie > 0:  # What is said below is strictly so: no other assignment is as cheap.
        start = _common_beginning(a, b)
        apart = abs(n - m) / max(n, m)
        if position * apart + tie * apart * apart < 1:  # less than a letter
            end = _common_end(a, b, start) if n > m else _common_end(b, a, start)
    head = [(i, i) for i in range(start)]
    tail = [(n - k, m - k) for k in range(end, 0, -1)]
    rest = n - start - end, m - start - end
    if not all(rest):
        between = []
    elif rest == (1, 1):
        between = [(0, 0)]
    else:
        cost = _Cost(max(n, m), position, tie)
        between = _in_parts(a[start : n - end], b[start : m - end], cost)
    return (*head, *((start + i, start + j) for i, j in between), *tail)


def cuts(
    one: Sequence[Hashable],
    other: Sequence[Hashable],
    longest: int,
    taken: Collection[int] = (),
    ends: Collection[Hashable] = (),
) -> Iterator[tuple[int, int]]:
    """Yield where to cut two long texts, about every half of `longest` words of the first: between
    two words that both have there, not before the words `taken`, and after one of `ends` if there
    is one in reach."""
    from rapidfuzz.distance import Indel

    partner = {
        block.src_start + k: block.dest_start + k
        for block in Indel.opcodes(one, other)
        if block.tag == "equal"
        for k in range(block.src_end - block.src_start)
    }
    free = [k for k, m in partner.items() if k not in taken and k and partner.get(k - 1) == m - 1]
    last = 0
    while len(one) - last > longest:
        at = bisect_left(free, last + longest // 2)
        if at == len(free):
            return
        reach = free[at : bisect_right(free, last + longest)]
        last = next((k for k in reach if one[k - 1] in ends), free[at])
        yield last, partner[last]


def _common_beginning(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the number of words with which both texts begin.

    They belong together. If the first words are the same, but paired with words i and j of the
    other texts, then pairing them, and i with j, is cheaper: edit distances obey the triangle
    inequality, and |i-j| < i+j. So it is for the next words, once the first are out of the way.
    """
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


def _common_end(longer: Sequence[str], shorter: Sequence[str], start: int) -> int:
    """Return the number of words with which both texts end, as far as these are certain to belong
    together.

    Pairing two last words that are the same costs no more than any other way to pair both:
    edit distances obey the triangle inequality, and uncrossing two pairs brings neither positions
    nor their squares further apart. But in texts of different length the last word of the longer
    one may be left over, and the shorter one's be paired with the same word elsewhere. That costs
    no more only where this other word is at most as far away as the last one, that is, among as
    many words before it as twice the difference in length; so these are searched for it.
    """
    n, m = len(longer), len(shorter)
    reach = 2 * (n - m)
    count = 0
    while m - count > start and longer[n - 1 - count] == shorter[m - 1 - count]:
        last = n - 1 - count
        if reach and longer[last] in longer[max(start, last - reach) : last]:
            break
        count += 1
    return count


class _Cost(NamedTuple):
    """What pairs cost beside the edit distance, in texts of which the longer has `longest` words;
    `shift` is how much further on the first word of `a` stands than that of `b`."""

    longest: int
    position: float
    tie: float
    shift: int = 0


def _in_parts(a: Sequence[str], b: Sequence[str], cost: _Cost) -> list[tuple[int, int]]:
    """Return the cheapest assignment, or one of parts where there are too many words for that."""
    if len(a) * len(b) <= LARGEST:
        return _solved(a, b, cost)
    pairs: list[tuple[int, int]] = []
    i = j = 0
    for k, m in _cuts(a, b):
        part = cost._replace(shift=cost.shift + i - j)
        if a[i:k] and b[j:m]:
            pairs += [(i + x, j + y) for x, y in _in_parts(a[i:k], b[j:m], part)]
        i, j = k, m
    return pairs


def _cuts(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Return where to cut two long texts: near their middles, at a word that both have just once
    if there is one, and at the end."""
    n, m = len(a), len(b)
    once = {word for word, count in Counter(a).items() if count == 1}
    once &= {word for word, count in Counter(b).items() if count == 1}
    places = {word: j for j, word in enumerate(b) if word in once}
    middle = (n // 2, m // 2)
    near = [(i, places[word]) for i, word in enumerate(a) if word in once]
    near = [(i, j) for i, j in near if n < 4 * i < 3 * n and m < 4 * j < 3 * m]
    cut = min(near, key=lambda ij: (abs(ij[0] * m - ij[1] * n), ij), default=middle)
    return [cut, (n, m)]


def _solved(a: Sequence[str], b: Sequence[str], given: _Cost) -> list[tuple[int, int]]:
    """Return the cheapest assignment."""
    import numpy as np
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    away = (np.arange(len(a))[:, None] + given.shift - np.arange(len(b))) / given.longest
    cost = cdist(a, b, scorer=Levenshtein.distance, dtype=np.float64)
    # One by one: where assignments still cost the same, rounding chooses, and in this order it
    # chooses as the figures did that USim is tested against.
    cost += given.position * np.abs(away)
    cost += given.tie * away * away
    rows, columns = linear_sum_assignment(cost)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))
