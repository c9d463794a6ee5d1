"""SARI as defined: with counters, one n-gram after the other."""

from __future__ import annotations

from collections import Counter

from corrigenda.measures.sari_counts import Formula

Gram = tuple[str, ...]


def ngrams(words: list[str], n: int) -> Counter[Gram]:
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def times(counts: Counter[Gram], factor: int) -> Counter[Gram]:
    return Counter({gram: number * factor for gram, number in counts.items()})


def within(gram: Gram, words: list[str]) -> bool:
    """Is the n-gram a subsequence of the words?"""
    if not gram:
        return True
    return gram[0] in words and within(gram[1:], words[words.index(gram[0]) + 1 :])


def operations(
    source: str, references: list[str], output: str, n: int, formula: Formula
) -> list[tuple[Counter[Gram], Counter[Gram], Counter[Gram]]]:
    """(good, done, due) of keeping, adding and deleting n-grams of one order."""
    words = source.lower().split()
    s = times(ngrams(words, n), len(references))
    c = times(ngrams(output.lower().split(), n), len(references))
    r = sum((ngrams(text.lower().split(), n) for text in references), Counter[Gram]())
    gone, gone_due = s - c, s - r
    right = gone & gone_due if formula == "corrected" else gone - r
    added, added_due = set(c) - set(s), set(r) - set(s)
    good = added & added_due
    if formula in ("2023", "corrected"):
        good = {gram for gram in good if not within(gram, words)}
    if formula == "corrected":
        added = {gram for gram in added if not within(gram, words)}
        added_due = {gram for gram in added_due if not within(gram, words)}
    add = (Counter(good), Counter(added), Counter(added_due))
    return [(s & c & r, s & c, s & r), add, (right, gone, gone_due)]


def ratios(
    source: str, references: list[str], output: str, n: int, formula: Formula
) -> list[float]:
    """Precision and recall of keeping, adding and deleting, each n-gram weighing the same."""
    undefined = 1.0 if formula == "evaluate" else 0.0
    out = []
    found = operations(source, references, output, n, formula)
    for which, (good, done, due) in zip(("keep", "add", "del"), found, strict=True):
        of_done = sum(good[gram] / done[gram] for gram in done)
        of_due = sum(good[gram] / due[gram] for gram in due)
        recall = of_due / len(due) if due else undefined
        if formula == "evaluate" and which == "keep":
            recall = sum(good.values()) / sum(due.values()) if due else undefined
        if formula == "2023" and which == "del":
            recall = of_done / len(due) if due else undefined
        out += [of_done / len(done) if done else undefined, recall]
    return out


def counts(source: str, references: list[str], output: str, n: int, formula: Formula) -> list[int]:
    """The sums of good, done and due of keeping, adding and deleting."""
    keep, add, _ = operations(source, references, output, n, formula)
    delete = operations(source, references, output, n, "corrected")[2]
    return [sum(counter.values()) for part in (keep, add, delete) for counter in part]
