"""What was said, word by word: which words of a sentence a correction keeps, and which it loses.

    >>> kept = compare_all([("He is not happy .", "He is happy .")])[0]  # doctest: +SKIP
    >>> [flag.kind for flag in flags(kept)]  # doctest: +SKIP
    ['negation']

The words of both sides are aligned one to one; a pair is kept, mostly kept, or lost, by how its
words are related; words that moved are checked against the tree. Every lost point belongs to a
word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from corrigenda.alignment import cuts
from corrigenda.linguistics.analysis import analyse_all, split
from corrigenda.meaning.words_kept.classes import AnalysedSentence, read
from corrigenda.meaning.words_kept.context import contexts
from corrigenda.meaning.words_kept.kept import KeptWords, WordFate, compare, joined, unchanged

__all__ = ["AnalysedSentence", "KeptWords", "WordFate", "compare_all"]

Text = Sequence[str] | str


Tokens = tuple[str, ...]

LONGEST = 250
"""The most words of a source that are compared at once, as far as there are places to cut."""

PART = 80
"""The most words of the parts that a longer one is cut into, about two sentences."""


def compare_all(pairs: Sequence[tuple[Text, Text]]) -> list[KeptWords]:
    """Compare each source with its correction (texts are split at whitespace). Each text is
    analysed once, and each pair compared once, however often it comes; what was compared last is
    not compared again.

    A source of more than `LONGEST` words is cut where it agrees with its correction, behind stops
    if there are any, and its parts are compared one by one.
    """
    parts = [list(_parts(split(source), split(target))) for source, target in pairs]
    distinct = tuple(dict.fromkeys(part for of_pair in parts for part in of_pair))
    compared = dict(zip(distinct, _compared(distinct), strict=True))
    return [joined([compared[part] for part in of_pair]) for of_pair in parts]


def _parts(source: Tokens, target: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    i = j = 0
    if len(source) > LONGEST:
        for k, m in cuts(source, target, PART, ends=(".", "?", "!")):
            yield source[i:k], target[j:m]
            i, j = k, m
    yield source[i:], target[j:]


@lru_cache(maxsize=1)
def _compared(both: tuple[tuple[Tokens, Tokens], ...]) -> list[KeptWords]:
    texts = list(dict.fromkeys(text for pair in both for text in pair))
    readings = dict(zip(texts, read(analyse_all(texts)), strict=True))
    changed = list(dict.fromkeys(t for pair in both if pair[0] != pair[1] for t in pair))
    vectors = dict(zip(changed, contexts(changed), strict=True))
    return [
        unchanged(readings[one])
        if one == other
        else compare(readings[one], readings[other], vectors[one], vectors[other])
        for one, other in both
    ]
