"""Which word became which: one to one, no pair forced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import OSA
from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

from corrigenda.meaning.words_kept.classes import AnalysedSentence, Word
from corrigenda.meaning.words_kept.context import Vectors, cosines
from corrigenda.meaning.words_kept.relations import SAME, Relation, relation
from corrigenda.meaning.words_kept.similarity import in_thesaurus, similarity

PLACE, FORM, CONTEXT = 0.25, 0.1, 0.15
"""What the same place, the same form and the same context add to a pair's score."""

CLOSE = 0.1
"""What is lost at least of words that WordNet puts beside each other."""

FAR = 0.45
"""What is lost of such words if they have nothing in common in the thesaurus."""

LEAST = 0.15
"""Words less alike than this are no pair."""


class Joined(NamedTuple):
    """Words that were written as one, or one that was written as two."""

    source: tuple[int, ...]
    target: tuple[int, ...]


class WordPair(NamedTuple):
    """A word of the source, one of the correction, how they are related, how much is lost, and
    the cosine of their vectors."""

    source: int
    target: int
    kind: str
    lost: float
    cosine: float


def align(
    one: AnalysedSentence, other: AnalysedSentence, here: Vectors, there: Vectors
) -> tuple[list[WordPair], list[Joined]]:
    """Return the pairs of words, and words that were joined or split, by their places."""
    n, m = len(one), len(other)
    first, last = _same_ends(one, other)
    pairs = _same(range(first), range(first), here, there)
    if first < n - last and first < m - last:
        pairs += _middle(one, other, here, there, first, last)
    pairs += _same(range(n - last, n), range(m - last, m), here, there)
    pairs, joined = _join(one, other, pairs)
    return pairs + list(_in_place(one, other, pairs, joined)), joined


def _in_place(
    one: AnalysedSentence,
    other: AnalysedSentence,
    pairs: Sequence[WordPair],
    joined: Sequence[Joined],
) -> Iterator[WordPair]:
    """Yield content words without a counterpart that stand between the same neighbours: one took
    the place of the other."""
    across = {pair.source: pair.target for pair in pairs}
    taken = {*across.values(), *(j for of in joined for j in of.target)}
    gone = {i for of in joined for i in of.source}
    for i, word in enumerate(one.words):
        if i in across or i in gone or word.kind != "content" or not word.known:
            continue
        j = across.get(i - 1, -1) + 1 if i else 0
        if (i and not j) or j >= len(other) or j in taken or other.words[j].kind != "content":
            continue
        if all(neighbours(across, i, j, len(one), len(other))):
            yield WordPair(i, j, "replaced", 1.0, 0.0)


def neighbours(across: Mapping[int, int], i: int, j: int, n: int, m: int) -> tuple[bool, bool]:
    """Return whether the words before two words belong together, and those after them, in texts of
    these lengths."""
    before = across.get(i - 1) == j - 1 if i and j else i == j
    after = across.get(i + 1) == j + 1 if i + 1 < n and j + 1 < m else n - i == m - j
    return before, after


def _same_ends(one: AnalysedSentence, other: AnalysedSentence) -> tuple[int, int]:
    """Return how many words are the same from the start, and how many of the rest from the end."""
    a, b = one.words, other.words
    most = min(len(a), len(b))
    first = 0
    while first < most and a[first].form == b[first].form:
        first += 1
    last = 0
    while last < most - first and a[-last - 1].form == b[-last - 1].form:
        last += 1
    return first, last


def _same(rows: range, columns: range, here: Vectors, there: Vectors) -> list[WordPair]:
    """Return pairs of words that are the same, in order."""
    a, b = here[rows.start : rows.stop], there[columns.start : columns.stop]
    lengths = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    same = ((a * b).sum(axis=1) / np.maximum(lengths, 1.0)).tolist()
    return [WordPair(i, j, "same", 0.0, c) for i, j, c in zip(rows, columns, same, strict=True)]


def _middle(
    one: AnalysedSentence,
    other: AnalysedSentence,
    here: Vectors,
    there: Vectors,
    first: int,
    last: int,
) -> list[WordPair]:
    n, m = len(one), len(other)
    rows, columns = range(first, n - last), range(first, m - last)
    contexts = cosines(here[first : n - last], there[first : m - last])
    scores = np.zeros(contexts.shape)
    pairs: dict[tuple[int, int], WordPair] = {}
    for r, i in enumerate(rows):
        word = one.words[i]
        for c, j in enumerate(columns):
            related = relation(word, other.words[j])
            if related is None:
                continue
            cosine = float(contexts[r, c])
            judged = _judged(related, word, other.words[j], cosine)
            if judged is None:
                continue
            kind, lost = judged
            both = {word.kind, other.words[j].kind}
            kept = 1 - lost
            if both == {"function"}:
                kept = 0.3 + 0.3 * kept
            elif kind in ("opposite", "name"):
                kept = max(kept, 0.5)
            elif not both & {"content", "function", "punctuation"}:
                kept = max(kept, 0.4)
            scores[r, c] = (
                kept
                + PLACE * (1 - abs(i / n - j / m))
                + (FORM if related is SAME else 0.0)
                + CONTEXT * cosine
            )
            pairs[r, c] = WordPair(i, j, kind, lost, cosine)
    places = zip(
        *(side.tolist() for side in linear_sum_assignment(scores, maximize=True)), strict=True
    )
    return [pairs[place] for place in places if place in pairs]


def _judged(related: Relation, one: Word, other: Word, cosine: float) -> tuple[str, float] | None:
    """Return the kind and what is lost; of words that nothing relates their vectors decide."""
    if related.kind not in ("other", "near"):
        return related.kind, related.lost
    if related.kind == "near" and in_thesaurus(one, other) == 0:
        return "near", FAR
    similar = similarity(one, other, cosine)
    if related.kind == "near":
        return "near", min(related.lost, max(CLOSE, 1 - similar))
    if related.lost < 1:
        return "look-alike", min(related.lost, 1 - similar)
    return None if similar < LEAST else ("replaced", 1 - similar)


def _join(
    one: AnalysedSentence, other: AnalysedSentence, pairs: list[WordPair]
) -> tuple[list[WordPair], list[Joined]]:
    """Return the pairs without words that were joined or split, and these."""
    if len(pairs) == len(one) == len(other) and not any(pair.lost for pair in pairs):
        return pairs, []
    by_source = {pair.source: pair for pair in pairs}
    by_target = {pair.target: pair for pair in pairs}
    joined: list[Joined] = []
    gone: set[WordPair] = set()
    for i, parts, dropped in _written_apart(one, other, by_source, by_target):
        joined.append(Joined((i,), parts))
        gone |= dropped
    for j, parts, dropped in _written_apart(other, one, by_target, by_source):
        joined.append(Joined(parts, (j,)))
        gone |= dropped
    return [pair for pair in pairs if pair not in gone], joined


def _written_apart(
    whole: AnalysedSentence,
    parts: AnalysedSentence,
    of_whole: Mapping[int, WordPair],
    of_parts: Mapping[int, WordPair],
) -> Iterator[tuple[int, tuple[int, ...], set[WordPair]]]:
    """Yield the words of one text that are written as two in the other, with the pairs that then
    are none. Parts with counterparts of their own, apart from marks, are left alone."""
    for i, word in enumerate(whole.words):
        own = of_whole.get(i)
        if word.kind == "punctuation" or len(word.form) < 4 or (own and not own.lost):
            continue
        for j in range(len(parts) - 1):
            places = (j, j + 1, j + 2) if _hyphen(parts, j) else (j, j + 1)
            taken = {pair for at in places if (pair := of_parts.get(at)) and pair != own}
            kinds = {parts.words[at].kind for at in places if of_parts.get(at) in taken}
            if kinds - {"punctuation"}:
                continue
            written = "".join(parts.words[at].form for at in places).replace("-", "")
            if OSA.distance(word.form.replace("-", ""), written, score_cutoff=1) <= 1:
                yield i, places, taken | ({own} if own else set())
                break


def _hyphen(reading: AnalysedSentence, at: int) -> bool:
    return at + 2 < len(reading) and reading.words[at + 1].form == "-"
