"""What an output kept, deleted and added, in n-grams, and what of it the references bear out.

An n-gram that the source has s times, the output c times and N references together r times is

    kept    N min(s, c)         of which good  min(kept, r)        and due  min(N s, r)
    gone    N max(0, s - c)     of which good  max(0, gone - r)    and due  max(0, N s - r)
    added   1 if c and not s    of which good  1 if r              and due  1 if r and not s

so that an n-gram that half of the references keep is half right to keep, and half right to delete.

Nearly all n-grams occur in a source once. What these add up to follows from how many of them are
gone, and how often the references have those; only the others are looked at one by one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import count, repeat
from math import inf
from typing import Literal, NamedTuple

Formula = Literal["2016", "2023", "corrected", "evaluate"]

UNDEFINED = {"2016": 0.0, "2023": 0.0, "corrected": 0.0, "evaluate": 1.0}
"""What 0 / 0 is: precision where nothing was done, recall where nothing was to be done."""

Gram = float
"""An n-gram: the numbers of its words, as digits of one number. A gap between texts is the word
-inf, and so is every n-gram across it."""


def ngrams(words: Sequence[Gram], n: int, bits: int) -> list[Sequence[Gram]]:
    """The n-grams of each order up to n, from numbers of words of less than so many bits.

    >>> ngrams([1, 2, -inf, 3, 4], 2, 8)
    [[1, 2, -inf, 3, 4], [258, -inf, -inf, 772]]
    """
    base = 1 << bits
    grams = [words]
    for k in range(1, n):
        shorter = zip(grams[-1], words[k:], strict=False)
        grams.append([gram * base + word for gram, word in shorter])
    return grams


# --- source, references and output, in n-grams of one order --------------------------------------


class Source(NamedTuple):
    """What there was."""

    words: Sequence[Gram]
    bits: int
    order: int
    grams: Set[Gram]
    once: Set[Gram]
    several: Mapping[Gram, int]
    """The n-grams that it has more than once, with s."""


Weight = tuple[int, int, int]
"""How much references have of n-grams that a source has once: the sum of min(N, r), the number of
n-grams that any reference has, and of those that the references have N times or more."""


class References:
    """What references, taken together, make of a source."""

    __slots__ = ("new", "number", "source", "times")

    def __init__(self, source: Source, number: int, times: Mapping[Gram, int]) -> None:
        self.number = number
        self.times = times  # r
        self.source = self.weight(source.once)
        self.new = len(times) - self.source[1]  # distinct n-grams that the source has not
        if source.several:
            self.new -= sum(map(times.__contains__, source.several))

    def weight(self, grams: Set[Gram]) -> Weight:
        n = self.number
        if n == 1:
            found = sum(map(self.times.__contains__, grams))
            return found, found, found
        times = list(map(self.times.get, grams, repeat(0)))
        if times and max(times) > n:
            times = [min(n, r) for r in times]
        return sum(times), len(times) - times.count(0), times.count(n)


class Output:
    """What an output makes of a source."""

    __slots__ = ("added", "gone", "kept")

    def __init__(self, source: Source, grams: Sequence[Gram]) -> None:
        present = set(grams)
        self.added = present - source.grams
        self.gone = source.once - present
        """Of the n-grams that the source has once."""
        self.kept = [(g, s, min(s, grams.count(g))) for g, s in source.several.items()]
        """Of those that it has more often: s, and how often they are kept."""


class Known(NamedTuple):
    """A source and its references, in each order."""

    numbers: Mapping[str, int]
    """Of words."""

    source: list[Source]
    references: list[list[References]]
    """All references together, or each by itself."""

    def output(self, words: list[str]) -> list[Output]:
        number = defaultdict(count(len(self.numbers)).__next__, self.numbers).__getitem__
        grams = ngrams(list(map(number, words)), len(self.source), self.source[0].bits)
        return list(map(Output, self.source, grams))


def words(text: str, lowercase: bool) -> list[str]:
    return text.lower().split() if lowercase else text.split()


@lru_cache(maxsize=1)
def known(
    source: str,
    references: tuple[str, ...],
    n: int,
    bits: int,
    *,
    together: bool,
    lowercase: bool,
) -> Known:
    """What there is to know of a source and its references (numbers of words have so many bits).

    It is remembered, as the systems' outputs (or the candidates) for a source come in turn.
    """
    numbers: dict[str, int] = defaultdict(count().__next__)
    number = numbers.__getitem__
    own: list[Gram] = list(map(number, words(source, lowercase)))
    sources = []
    for order, grams in enumerate(ngrams(own, n, bits), 1):
        distinct = frozenset(grams)
        once, several = distinct, {}
        if len(distinct) < len(grams):
            several = {gram: s for gram, s in Counter(grams).items() if s > 1}
            once = distinct.difference(several)
        sources.append(Source(own, bits, order, distinct, once, several))
    found: list[list[References]]
    if together:
        flat: list[Gram] = []
        for text in references:
            flat += map(number, words(text, lowercase))
            flat.append(-inf)
        times = list(map(Counter, ngrams(flat, n, bits)))
        for of_order in times:
            of_order.pop(-inf, None)
        found = [[References(s, len(references), r) for s, r in zip(sources, times, strict=True)]]
    else:
        by_text: dict[str, list[References]] = {}  # annotators often agree
        for text in dict.fromkeys(references):
            grams_of = ngrams(list(map(number, words(text, lowercase))), n, bits)
            by_text[text] = [
                References(s, 1, Counter(r) if s.several else dict.fromkeys(r, 1))
                for s, r in zip(sources, grams_of, strict=True)
            ]
        found = [by_text[text] for text in references]
    return Known(numbers, sources, found)


# --- what is right of it -------------------------------------------------------------------------

Ratios = tuple[float, float, float, float, float, float]
"""Precision and recall of keeping, of adding, and of deleting."""


def ratios(source: Source, references: References, output: Output, formula: Formula) -> Ratios:
    """The means over distinct n-grams of good / done and of good / due, in one sentence."""
    n, once, lost = references.number, len(source.once), len(output.gone)
    total, some, most = references.source
    lost_total, lost_some, lost_most = references.weight(output.gone)
    keep_sum, due_sum = total - lost_total, total
    keep_n, keep = once - lost, keep_sum / n
    keep_due, keep_found = some, float(some - lost_some)
    delete_n, delete = lost, lost - lost_total / n
    delete_due, delete_found = once - most, float(lost - lost_most)
    for gram, s, c in output.kept:
        r = references.times.get(gram, 0)
        good, due = min(n * c, r), min(n * s, r)
        keep_sum += good
        due_sum += due
        if c:
            keep_n += 1
            keep += good / (n * c)
        if due:
            keep_due += 1
            keep_found += good / due
        gone, due = n * (s - c), max(0, n * s - r)
        # Released scorers compare what is gone with all that the references have. So, of a word
        # found twice, it is wrong to delete one though every reference does.
        good = min(gone, due) if formula == "corrected" else max(0, gone - r)
        if gone:
            delete_n += 1
            delete += good / gone
        if due:
            delete_due += 1
            delete_found += good / due
    if formula == "2023":
        delete_found = delete  # as released: the sum of good / gone, which is precision's
    elif formula == "evaluate":
        keep_due, keep_found = due_sum, keep_sum  # n-grams weigh by how often they are to be kept
    add_good, add_n, add_due = _added(source, references, output, formula)
    undefined = UNDEFINED[formula]
    return (
        keep / keep_n if keep_n else undefined,
        keep_found / keep_due if keep_due else undefined,
        add_good / add_n if add_n else undefined,
        add_good / add_due if add_due else undefined,
        delete / delete_n if delete_n else undefined,
        delete_found / delete_due if delete_due else undefined,
    )


def counts(
    source: Source, references: References, output: Output, formula: Formula
) -> tuple[int, ...]:
    """Good, done and due in keeping, adding and deleting: numbers to be summed over sentences.

    Good deletions are min(gone, due), whatever the formula.
    """
    n, once, lost = references.number, len(source.once), len(output.gone)
    total, lost_total = references.source[0], references.weight(output.gone)[0]
    keep = [total - lost_total, n * (once - lost), total]
    delete = [n * lost - lost_total, n * lost, n * once - total]
    for gram, s, c in output.kept:
        r = references.times.get(gram, 0)
        gone, due = n * (s - c), max(0, n * s - r)
        keep = [keep[0] + min(n * c, r), keep[1] + n * c, keep[2] + min(n * s, r)]
        delete = [delete[0] + min(gone, due), delete[1] + gone, delete[2] + due]
    return (*keep, *_added(source, references, output, formula), *delete)


def _added(
    source: Source, references: References, output: Output, formula: Formula
) -> tuple[int, int, int]:
    """Additions that are good, that were made, and that were due, in distinct n-grams."""
    if formula in ("2016", "evaluate"):
        good = sum(map(references.times.__contains__, output.added))
        return good, len(output.added), references.new
    added = _additions(output.added, source)
    good = sum(map(references.times.__contains__, added))
    if formula == "2023":
        return good, len(output.added), references.new
    due = _additions(references.times.keys() - source.grams, source)
    return good, len(added), len(due)


def _additions(grams: Iterable[Gram], source: Source) -> list[Gram]:
    """Those n-grams that do not arise by leaving out words of the source."""
    shifts, mask = range((source.order - 1) * source.bits, -1, -source.bits), (1 << source.bits) - 1
    out = []
    for gram in grams:
        rest = iter(source.words)
        if not all((int(gram) >> shift) & mask in rest for shift in shifts):
            out.append(gram)
    return out
