"""What an output kept, deleted and added, in n-grams, and what of it the references bear out.

An n-gram that the source has s times, the output c times and N references together r times is

    kept    N min(s, c)         of which good  min(kept, r)        and due  min(N s, r)
    gone    N max(0, s - c)     of which good  max(0, gone - r)    and due  max(0, N s - r)
    added   1 if c and not s    of which good  1 if r              and due  1 if r and not s

so that an n-gram that half of the references keep is half right to keep, and half right to delete.

Nearly all n-grams occur in a source once. What these add up to follows from how many are gone, and
how often the references have those, so only the others are looked at one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

Gram = tuple[str, ...]
Formula = Literal["2016", "2023", "corrected", "evaluate"]

UNDEFINED = {"2016": 0.0, "2023": 0.0, "corrected": 0.0, "evaluate": 1.0}
"""What 0 / 0 is: precision where nothing was done, recall where nothing was to be done."""


def words(text: str, lowercase: bool) -> list[str]:
    return text.lower().split() if lowercase else text.split()


def grams(words: Sequence[str], n: int) -> list[Iterator[Gram]]:
    """The n-grams of each order up to n, in order.

    >>> list(map(list, grams(["a", "b", "c"], 2)))
    [[('a',), ('b',), ('c',)], [('a', 'b'), ('b', 'c')]]
    """
    behind = [words[k:] for k in range(n)]
    return [zip(*behind[:k], strict=False) for k in range(1, n + 1)]


# --- whatever the output -------------------------------------------------------------------------


class Known(NamedTuple):
    """What source and references say of the n-grams of one order."""

    references: int
    """How many references there are: N."""

    words: list[str]
    """The source's."""

    source: Counter[Gram]
    referred: Counter[Gram]
    """How often the references have each n-gram: r."""

    once: dict[Gram, int]
    """The n-grams that the source has once, with min(N, r)."""

    several: list[tuple[Gram, int, int]]
    """Those it has more often: n-gram, s, r."""

    total: int
    """The sum of min(N, r) over `once`."""

    some: int
    """How many of `once` any reference has."""

    short: int
    """How many of `once` the references have less than N times."""

    new: int
    """How many distinct n-grams the references have and the source has not."""


@lru_cache(maxsize=1)
def known(
    source: str, groups: tuple[tuple[str, ...], ...], n: int, lowercase: bool
) -> list[list[Known]]:
    """For each group of references, which are taken together, and each order, what is known.

    It is remembered for a while, as the systems' outputs (or candidates) for a source come in turn.
    """
    of_source = words(source, lowercase)
    in_source = list(map(Counter, grams(of_source, n)))
    found: dict[tuple[str, ...], list[Known]] = {}  # annotators often agree
    for group in groups:
        if group not in found:
            texts = (grams(words(text, lowercase), n) for text in group)
            in_group = map(Counter, map(chain.from_iterable, zip(*texts, strict=True)))
            found[group] = [
                _known(len(group), of_source, s, r)
                for s, r in zip(in_source, in_group, strict=True)
            ]
    return [found[group] for group in groups]


def _known(
    references: int, words: list[str], source: Counter[Gram], referred: Counter[Gram]
) -> Known:
    find, most = referred.get, references
    once = {
        gram: r if (r := find(gram, 0)) < most else most for gram, s in source.items() if s == 1
    }
    several = []
    if len(once) < len(source):
        several = [(gram, s, find(gram, 0)) for gram, s in source.items() if s > 1]
    times = list(once.values())
    some = len(times) - times.count(0)
    return Known(
        references,
        words,
        source,
        referred,
        once,
        several,
        total=sum(times),
        some=some,
        short=len(times) - times.count(most),
        new=len(referred) - some - sum(r > 0 for _, _, r in several),
    )


# --- what the output did -------------------------------------------------------------------------


class Ratios(NamedTuple):
    """Precision and recall of keeping, adding and deleting; n-grams weigh alike."""

    keep_precision: float
    keep_recall: float
    add_precision: float
    add_recall: float
    delete_precision: float
    delete_recall: float


class Counts(NamedTuple):
    """What was rightly done, done, and to be done, in keeping, adding and deleting."""

    keep_good: int
    keep_done: int
    keep_due: int
    add_good: int
    add_done: int
    add_due: int
    delete_good: int
    delete_done: int
    delete_due: int


def ratios(known: Known, output: list[Gram], formula: Formula) -> Ratios:
    """The means over distinct n-grams of good / done and of good / due, in one sentence."""
    most = known.references
    present = set(output)
    gone = [r for gram, r in known.once.items() if gram not in present]
    n_gone, r_gone = len(gone), sum(gone)
    kept, keep = len(known.once) - n_gone, (known.total - r_gone) / most
    due, found = known.some, known.some - n_gone + gone.count(0)
    delete, delete_due, deleted = n_gone - r_gone / most, known.short, n_gone - gone.count(most)
    good_sum, due_sum = known.total - r_gone, known.total
    for gram, s, r in known.several:
        c = min(s, output.count(gram))
        done, left, all_ = most * c, most * (s - c), most * s
        good, wanted = min(done, r), min(all_, r)
        good_sum += good
        due_sum += wanted
        if c:
            kept += 1
            keep += good / done
        if r:
            due += 1
            found += good / wanted
        good, wanted = _deleted(left, r, all_, formula), max(0, all_ - r)
        if left:
            n_gone += 1
            delete += good / left
        if wanted:
            delete_due += 1
            deleted += good / wanted
    if formula == "2023":
        deleted = delete  # as released: the sum of good / gone, which is precision's
    if formula == "evaluate":
        found, due = good_sum, due_sum  # n-grams to be kept weigh by how often they are
    add_good, added, add_due = _added(known, present, formula)
    return Ratios(
        _ratio(keep, kept, formula),
        _ratio(found, due, formula),
        _ratio(add_good, added, formula),
        _ratio(add_good, add_due, formula),
        _ratio(delete, n_gone, formula),
        _ratio(deleted, delete_due, formula),
    )


def _ratio(part: float, whole: float, formula: Formula) -> float:
    return part / whole if whole else UNDEFINED[formula]


def counts(known: Known, output: list[Gram], formula: Formula) -> Counts:
    """Numbers to be summed over sentences."""
    most = known.references
    present = set(output)
    gone = [r for gram, r in known.once.items() if gram not in present]
    once, n_gone, r_gone = len(known.once), len(gone), sum(gone)
    keep = [known.total - r_gone, most * (once - n_gone), known.total]
    delete = [most * n_gone - r_gone, most * n_gone, most * once - known.total]
    for gram, s, r in known.several:
        c = min(s, output.count(gram))
        done, left, all_ = most * c, most * (s - c), most * s
        keep[0] += min(done, r)
        keep[1] += done
        keep[2] += min(all_, r)
        delete[0] += _deleted(left, r, all_, "corrected")
        delete[1] += left
        delete[2] += max(0, all_ - r)
    return Counts(*keep, *_added(known, present, formula), *delete)


def _deleted(gone: int, r: int, all_: int, formula: Formula) -> int:
    """How much of what is gone is rightly gone.

    Released scorers compare what is *gone* with all that the references have. So, of a word that
    the source has twice, it is wrong to delete one though every reference does. Corrected: as much
    as the references delete, too.
    """
    return min(gone, max(0, all_ - r)) if formula == "corrected" else max(0, gone - r)


def _added(known: Known, present: set[Gram], formula: Formula) -> tuple[int, int, int]:
    """Additions that are good, that were made, and that were due, in distinct n-grams."""
    added = present.difference(known.source)
    good = [gram for gram in added if gram in known.referred]
    if formula not in ("2023", "corrected"):
        return len(good), len(added), known.new
    # What arises by leaving words out is no addition.
    good = [gram for gram in good if not _in_order(gram, known.words)]
    if formula == "2023":
        return len(good), len(added), known.new
    new = (gram for gram in known.referred if gram not in known.source)
    return (
        len(good),
        sum(not _in_order(gram, known.words) for gram in added),
        sum(not _in_order(gram, known.words) for gram in new),
    )


def _in_order(gram: Gram, words: list[str]) -> bool:
    """Are these words found in that order, if not side by side?"""
    rest = iter(words)
    return all(word in rest for word in gram)
