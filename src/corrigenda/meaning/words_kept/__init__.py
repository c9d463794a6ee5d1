"""What was said, word by word: which words of a sentence a correction keeps, and which it loses.

    >>> kept = compare_all([("He is not happy .", "He is happy .")])[0]  # doctest: +SKIP
    >>> [flag.kind for flag in flags(kept)]  # doctest: +SKIP
    ['negation']

The words of both sides are aligned one to one; a pair is kept, mostly kept, or lost, by how its
words are related; words that moved are checked against the tree. Every lost point belongs to a
word.
"""

from __future__ import annotations

from collections.abc import Sequence

from corrigenda.linguistics.analysis import analyse_all, split
from corrigenda.meaning.words_kept.classes import Reading, read
from corrigenda.meaning.words_kept.context import contexts
from corrigenda.meaning.words_kept.kept import Item, Kept, compare, unchanged

__all__ = ["Item", "Kept", "Reading", "compare_all"]

Text = Sequence[str] | str


def compare_all(pairs: Sequence[tuple[Text, Text]]) -> list[Kept]:
    """Compare each source with its correction (texts are split at whitespace); each text is
    analysed once, however often it comes."""
    both = [(split(source), split(target)) for source, target in pairs]
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
