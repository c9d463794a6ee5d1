"""Counts of kept, deleted and added n-grams, and those that the references confirm.

An n-gram that the source has s times, the output c times and N references together r times is

    kept    N min(s, c)         of which good  min(kept, r)        and due  min(N s, r)
    gone    N max(0, s - c)     of which good  max(0, gone - r)    and due  max(0, N s - r)
    added   1 if c and not s    of which good  1 if r              and due  1 if r and not s

so that an n-gram that half of the references keep is half right to keep, and half right to delete.

All n-grams of many sentences are counted at once, as arrays: one by one, they would take longer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from math import prod
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corrigenda.measures.contract import BLOCK, Array

Formula = Literal["2016", "2023", "corrected", "evaluate"]

UNDEFINED = {"2016": 0.0, "2023": 0.0, "corrected": 0.0, "evaluate": 1.0}
"""What 0 / 0 is: precision where nothing was done, recall where nothing was to be done."""

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class SentenceNgrams(NamedTuple):
    """A sentence as words: the source, its corrections, and its references."""

    source: list[str]
    outputs: list[list[str]]
    references: list[list[str]]


def blocks(sentences: Sequence[SentenceNgrams]) -> Iterator[Sequence[SentenceNgrams]]:
    """Return blocks of sentences that keep arrays small, however many corrections there are."""
    most = max(len(sentence.outputs) * len(sentence.references) for sentence in sentences)
    size = max(1, BLOCK * 16 // most)
    return (sentences[k : k + size] for k in range(0, len(sentences), size))


class NgramCounts(NamedTuple):
    """The distinct n-grams of some sentences, in one order.

    An n-gram that two sentences have counts as two.
    """

    order: int
    sentence: Integers
    """Whose it is."""

    at: Integers
    """A place where it is found among the words of all sentences."""

    source: Integers
    """How often the source has it: s."""

    outputs: Integers
    """How often each output has it: c, a row for each of them; 0 if its sentence has fewer."""

    references: Integers
    """How often the references have it: r, a row for each of them, or one for all together."""

    number: Integers
    """How many references such a row stands for: N."""


class Words:
    """The words of some sentences, one after the other, as numbers; 0 is a gap between texts."""

    def __init__(self, sentences: Sequence[SentenceNgrams], *, together: bool) -> None:
        self.outputs = max(len(sentence.outputs) for sentence in sentences)
        self.sentences = len(sentences)
        references_each = [len(sentence.references) for sentence in sentences]
        self.number = np.array(references_each if together else [1] * len(sentences))
        self.rows_each = [1] * len(sentences) if together else references_each
        self.rows = max(self.rows_each)
        self.sources: list[list[int]] = []
        flat: list[int] = []
        texts: list[int] = []
        lengths, owners = [], []
        following = count(1).__next__
        for source, outputs, references in sentences:
            # The same word has another number in another sentence, so n-grams have, too.
            numbers: dict[str, int] = defaultdict(following)
            numbered = numbers.__getitem__
            before = len(flat)
            for words in (source, *outputs, *references):
                flat += map(numbered, words)
                flat.append(0)
                lengths.append(len(words) + 1)
            texts += range(1 + len(outputs))
            last = 1 + self.outputs
            texts += [last] * len(references) if together else range(last, last + len(references))
            owners.append(len(flat) - before)
            self.sources.append(flat[before : before + len(source)])
        self.distinct = following()
        self.flat = flat
        self.text = np.repeat(texts, lengths)
        """Of each word: 0 for a source, then outputs, then references."""
        self.sentence = np.repeat(np.arange(len(sentences)), owners)

    def ngrams(self, n: int) -> Iterator[NgramCounts]:
        """Yield the n-grams of each order up to n."""
        words = np.array(self.flat)
        start = np.flatnonzero(words)
        gram = words[start] - 1
        distinct = self.distinct - 1
        yield self._counted(1, start, gram, distinct)
        for order in range(2, n + 1):
            word = words[start + (order - 1)]  # the last is a gap, so there is one
            whole = np.flatnonzero(word)
            start = start[whole]
            # Longer by a word; then renumbered, so that numbers stay small in any order.
            longer = gram[whole] * self.distinct + word[whole]
            ranked = longer.argsort()
            sorted_ = longer[ranked]
            new = np.ones(len(sorted_), dtype=np.int64)
            new[1:] = sorted_[1:] != sorted_[:-1]
            gram = np.empty_like(new)
            gram[ranked] = new.cumsum() - 1
            yield self._counted(order, start, gram, int(new.sum()))

    def _counted(self, order: int, start: Integers, gram: Integers, distinct: int) -> NgramCounts:
        texts = 1 + self.outputs + self.rows
        occurrences = np.bincount(self.text[start] * distinct + gram, minlength=texts * distinct)
        times = occurrences.reshape(texts, distinct)
        at = np.empty(distinct, dtype=np.int64)
        at[gram] = start
        sentence = self.sentence[at]
        outputs, references = times[1 : 1 + self.outputs], times[1 + self.outputs :]
        number = self.number[sentence]
        return NgramCounts(order, sentence, at, times[0], outputs, references, number)

    def additions(self, counts: NgramCounts, grams: Integers, looked_at: Flags) -> Flags:
        """Return which n-grams do not arise by leaving out words of their source."""
        is_new = np.ones(len(grams), dtype=np.bool_)
        for k in np.flatnonzero(looked_at).tolist():
            gram = grams[k]
            at = counts.at[gram]
            rest = iter(self.sources[counts.sentence[gram]])
            is_new[k] = not all(word in rest for word in self.flat[at : at + counts.order])
        return is_new


# --- what is right of it -------------------------------------------------------------------------


class NgramOperation(NamedTuple):
    """Counts of kept (added, deleted) n-grams: rightly, in all, and due.

    All but `sentence` are by output, reference (or all together) and n-gram.
    """

    sentence: Integers
    good: Integers
    done: Integers
    due: Integers


def operations(
    words: Words, counts: NgramCounts, formula: Formula
) -> tuple[NgramOperation, NgramOperation, NgramOperation]:
    """Return the kept, added and deleted n-grams of one order."""
    old, new = np.flatnonzero(counts.source), np.flatnonzero(counts.source == 0)
    number = counts.number[old]
    s, c = counts.source[old] * number, counts.outputs[:, None, old] * number
    r, wanted = counts.references[:, old], counts.references[:, new] > 0
    kept = np.minimum(s, c)
    gone, due = s - kept, np.maximum(0, s - r)
    # Released scorers compare what is gone with all that the references have. So, of a word
    # found twice, it is wrong to delete one though every reference does.
    good = np.minimum(gone, due) if formula == "corrected" else np.maximum(0, gone - r)
    made = counts.outputs[:, None, new] > 0
    right = made & wanted
    if formula in ("2023", "corrected"):
        looked_at = right if formula == "2023" else made | wanted
        real = words.additions(counts, new, np.logical_or.reduce(looked_at, axis=(0, 1)))
        right = right & real
        if formula == "corrected":
            made, wanted = made & real, wanted & real
    mine, others = counts.sentence[old], counts.sentence[new]
    return (
        NgramOperation(mine, np.minimum(kept, r), kept, np.minimum(s, r)),
        NgramOperation(others, right.view(np.int8), made.view(np.int8), wanted.view(np.int8)),
        NgramOperation(mine, good, gone, due),
    )


def ratios(words: Words, counts: NgramCounts, formula: Formula) -> list[Array]:
    """Return precision and recall of keeping, of adding, and of deleting: by output, reference,
    sentence.

    They are the means over distinct n-grams of good / done and of good / due.
    """
    by_order: list[Array] = []
    for k, (sentence, good, done, due) in enumerate(operations(words, counts, formula)):
        add_up = partial(_sums, sentence, words.sentences)
        of_done, of_due = add_up(_shares(good, done)), add_up(_shares(good, due))
        number_due = add_up(due > 0)
        if formula == "2023" and k == 2:
            of_due = of_done  # as released: the sum of good / gone, which is precision's
        elif formula == "evaluate" and k == 0:
            of_due, number_due = add_up(good), add_up(due)  # n-grams weigh as often as they are due
        by_order += [
            _ratio(of_done, add_up(done > 0), formula),
            _ratio(of_due, number_due, formula),
        ]
    return by_order


def totals(words: Words, counts: NgramCounts, formula: Formula) -> list[Array]:
    """Return good, done and due in keeping, adding and deleting, to be summed over sentences.

    Good deletions are min(gone, due), whatever the formula.
    """
    keep, add, delete = operations(words, counts, formula)
    delete = delete._replace(good=np.minimum(delete.done, delete.due))
    return [
        _sums(sentence, words.sentences, part)
        for sentence, *parts in (keep, add, delete)
        for part in parts
    ]


def _shares(good: Integers, whole: Integers) -> Array:
    return good / np.maximum(whole, 1)  # where there is none, nothing is good


def _sums(sentence: Integers, sentences: int, values: Array | Integers | Flags) -> Array:
    """Return what n-grams add up to in each sentence, by all that comes before n-grams."""
    *shape, _ = values.shape
    size = prod(shape) * sentences
    places = np.add.outer(np.arange(0, size, sentences), sentence)
    sums = np.bincount(places.ravel(), values.ravel(), size)
    return sums.reshape(*shape, sentences).astype(np.float64)


def _ratio(part: Array, whole: Array, formula: Formula) -> Array:
    undefined = np.full_like(part, UNDEFINED[formula])
    return np.divide(part, whole, out=undefined, where=whole > 0)
