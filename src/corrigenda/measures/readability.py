"""Sentences, words and syllables of English, as readability formulas count them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from corrigenda.alignment import is_word
from corrigenda.tokenisation import sentences

BRACKETS = frozenset(["-lrb-", "-rrb-", "-lsb-", "-rsb-", "-lcb-", "-rcb-"])
"""How treebanks write brackets, in small letters."""

_CLITIC = re.compile(r"(?i)(?:n['’]t|['’](?:s|m|d|re|ve|ll))")
_VOWELS = re.compile("[aeiouy]+")


@lru_cache(maxsize=1 << 14)
def count_sentences(text: str) -> int:
    """Return the number of sentences of a line, at least 1; a sentence has a word in it.

    Lines without a capital have lost them: there a full stop ends a sentence, unless it belongs to
    an abbreviation or an initial, whatever follows.

    >>> count_sentences("the cat of mr. j. smith slept . it was 3.5 years old .")
    2
    >>> count_sentences("The cat of Mr. Smith slept. It was old.")
    2
    """
    pieces = sentences(text, caseless=not any(map(str.isupper, text)))
    return max(1, sum(is_word(piece.text) for piece in pieces))


def words_read(tokens: Sequence[str]) -> list[str]:
    """Return the tokens that are read as words: no punctuation, and a clitic is part of the word
    before it.

    >>> words_read("He did n't like -lrb- big -rrb- dogs .".split())
    ['He', 'did', 'like', 'big', 'dogs']
    """
    return [
        token
        for token in tokens
        if is_word(token) and token.lower() not in BRACKETS and not _CLITIC.fullmatch(token)
    ]


@lru_cache(maxsize=1 << 15)
def syllables(word: str) -> int:
    """Return the number of syllables of an English word, by rules: at least 1 for each of its
    parts between hyphens.

    >>> [syllables(word) for word in ("cat", "subsequently", "created", "loved", "table", "media")]
    [1, 4, 3, 1, 2, 3]
    """
    return sum(_syllables(part) for part in re.split(r"[-‐/]", word.lower()) if is_word(part))


_SILENT = re.compile(r"(?:(?<=[^aeiouy])e|(?<=[^aeiouytd])ed|(?<=[^aeiouysxzcg])(?<!ch)(?<!sh)es)$")
"""A final e that nobody says; that of -ed and -es, too, but after t, d and hissing sounds."""

_SAID = re.compile(r"[^aeiouylr]l(?:e|es|ed)$|[bcdgtv]re(?:s)?$")
"""It is said in ta-ble, and in a-cre."""

_TWO = re.compile(
    r"i[aou](?!u?s$)|(?<![cst])ious$|(?<![pg])eo(?!n$)|(?<![gq])u[aeo](?=[lt])|iet|uou"
    r"|(?<=[rb])eat(?=[ei])|^rei|ism$|[aeio]ing|^bio|^coo[pr]|[aeiouy]y[aeio](?!d?s?$)|scien"
    r"|area"
)
"""Two vowels, one after the other."""

_ONE = re.compile(
    r"[cstxg]i(?:a[ln]|ou|o)|tial|[lnv]i(?:on|a)|[^aeiouy]e(?:ly$|ful|less)"
    r"|[^aeiouyl]ement|some(?=[tobdw])|therefore"
)
"""Letters that look like one syllable more than they are."""


def _syllables(word: str) -> int:
    letters = re.sub("[^a-z]", "", word)
    if not letters:
        return 1  # a number, or another script
    if not _VOWELS.search(letters):
        return 1
    count = len(_VOWELS.findall(letters))
    if _SILENT.search(letters) and not _SAID.search(letters):
        count -= 1
    count += len(_TWO.findall(letters)) - len(_ONE.findall(letters))
    return max(1, count)
