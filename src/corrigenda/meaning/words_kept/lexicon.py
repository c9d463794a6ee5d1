"""What is known of English words: which exist, how frequent they are, how two are related.

Relations are WordNet's (synonyms, antonyms, derivations, hypernyms, similar adjectives); ranks of
frequency are the order of the parser's vocabulary.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from corrigenda.linguistics import resources

_WORDNET = Path(__file__).parents[2] / "models" / "wordnet.json.gz"

PARTS = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}

_NEGATIVE = ("un", "in", "im", "il", "ir", "dis", "non", "non-", "mis", "anti", "anti-")
_ENDINGS = str.split(
    "ization isation ication ational iveness fulness ousness ability ibility ably ibly ically "
    "ation ition ement ingly fully lessly ness ment able ible ance ence ancy ency tion sion "
    "ally ful ous ive ing ism ist ity ise ize ian ial ical ion ant ent age ure ship hood ward "
    "wards ly ed er or al ic en es s y e"
)
_STEM = 4

_RARE, _UNKNOWN = 3.3, 4.0
"""The Zipf frequency of a word beyond the vocabulary, and of one that nobody knows."""


_REMEMBERED = 20_000


class _Synsets(NamedTuple):
    """The synsets of a word: all, those of frequent senses and those of senses that are not rare,
    and the synsets that are similar to one of them or directly above. A synset is of one part of
    speech, and so are all that are linked with it."""

    every: frozenset[int]
    frequent: frozenset[int]
    rarer: frozenset[int]
    linked: frozenset[int]


class Lexicon:
    """Words and their relations."""

    def __init__(self, wordnet: Mapping[str, Any], ranks: Mapping[str, int]) -> None:
        self._words: list[str] = wordnet["words"]
        self._ranks = ranks
        self._listed = resources.words()
        self._senses: dict[tuple[str, str], tuple[int, ...]] = {
            (part, self._words[number]): tuple(synsets)
            for part, rows in wordnet["senses"].items()
            for number, *synsets in rows
        }
        self._above = _several(wordnet["above"])
        self._similar = _several(wordnet["similar"])
        self._antonyms = _both_ways(wordnet["antonyms"])
        self._derived = _both_ways(wordnet["derived"])
        self._numbers = {word: number for number, word in enumerate(self._words)}
        remembered = lru_cache(maxsize=_REMEMBERED)  # words come again
        self._synsets = remembered(self._synsets_of)
        self.is_person = remembered(self._is_person)
        self._close = remembered(self._close_to)
        self._heads = remembered(self._heads_of)

    @cached_property
    def _members(self) -> dict[int, list[str]]:
        """The words of each synset."""
        members: dict[int, list[str]] = {}
        for (_, word), synsets in self._senses.items():
            for synset in synsets:
                members.setdefault(synset, []).append(word)
        return members

    # --- single words -------------------------------------------------------------------------

    def knows(self, word: str) -> bool:
        """Return whether this is a word, in any spelling of capitals."""
        low = word.lower().replace("’", "'")
        return (
            low in self._ranks
            or low in self._numbers
            or low in self._listed
            or word in self._listed
            or word.capitalize() in self._listed
            or ("-" in low and all(part and self.knows(part) for part in low.split("-")))
        )

    def zipf(self, word: str, lemma: str, known: bool) -> float:
        """Return the frequency of a word: the logarithm of its occurrences in a thousand million
        words, by its rank (or its lemma's, if that is more frequent) and Zipf's law."""
        ranks = [rank for form in (word, lemma) if (rank := self._ranks.get(form)) is not None]
        if ranks:
            return 8.0 - math.log10(min(ranks) + 1)
        return _RARE if known else _UNKNOWN

    def _is_person(self, noun: str) -> bool:
        """Return whether the first sense of a noun is a person."""
        person, seen = self._of("n", "person")[0], set[int]()
        level = set(self._of("n", noun)[:1])
        while level:
            if person in level:
                return True
            seen |= level
            level = {up for synset in level for up in self._above.get(synset, ())} - seen
        return False

    # --- two words ----------------------------------------------------------------------------

    def opposite(self, one: str, other: str) -> bool:
        """Return whether two lemmas are antonyms, or one is the other with a prefix (or an ending)
        that turns its meaning round."""
        if self._pair(self._antonyms, one, other):
            return True
        shorter, longer = sorted((one, other), key=len)
        if len(shorter) > 2 and any(longer == prefix + shorter for prefix in _NEGATIVE):
            return self.knows(shorter) and self.knows(longer)
        if one[-3:] == "ful" and other[-4:] == "less":
            return one[:-3] == other[:-4]
        return one[-4:] == "less" and other[-3:] == "ful" and one[:-4] == other[:-3]

    def opposite_by_stem(self, one: str, other: str) -> bool:
        """Return whether words that two lemmas are derived from, or that are derived from them, are
        antonyms: *happily* and *sadly*, *winner* and *loser*."""
        here, there = (self._derived.get(self._numbers.get(word, -1), ()) for word in (one, other))
        return any(not set(there).isdisjoint(self._antonyms.get(word, ())) for word in here)

    def derived(self, one: str, other: str) -> bool:
        """Return whether two words have one stem, by WordNet or by their endings."""
        return self._pair(self._derived, one, other) or bool(_stems(one) & _stems(other))

    def synonyms(self, one: str, other: str) -> bool:
        """Return whether two lemmas are words of one synset, which must be a frequent sense of one
        of them, and no rare one of the other."""
        a, b = self._synsets(one), self._synsets(other)
        return not (a.frequent.isdisjoint(b.rarer) and b.frequent.isdisjoint(a.rarer))

    def near(self, one: str, other: str) -> bool:
        """Return whether a sense of a lemma is similar to, or directly above, one of the other."""
        a, b = self._synsets(one), self._synsets(other)
        return not (a.linked.isdisjoint(b.every) and b.linked.isdisjoint(a.every))

    def of_opposite(self, one: str, other: str, part: str) -> bool:
        """Return whether a word close to one lemma (an adjective of its cluster; a synonym or
        direct hypernym of a verb) is an antonym of the other."""
        if part not in ("a", "v"):
            return False
        if any(
            self._pair(self._antonyms, near, there)
            for here, there in ((one, other), (other, one))
            for near in self._close(here, part)
        ):
            return True
        # Two adjectives of opposite clusters: *ancient* is an old thing, *modern* a new one.
        return part == "a" and any(
            self._pair(self._antonyms, near, far)
            for near in self._heads(one)
            for far in self._heads(other)
        )

    def _synsets_of(self, word: str) -> _Synsets:
        senses = [self._of(part, word) for part in "nvar"]
        every = frozenset(chain.from_iterable(senses))
        return _Synsets(
            every,
            frozenset(synset for of in senses for synset in of[:_FREQUENT]),
            frozenset(synset for of in senses for synset in of[:_RARER]),
            frozenset(
                number
                for synset in every
                for number in (*self._above.get(synset, ()), *self._similar.get(synset, ()))
            ),
        )

    def _heads_of(self, adjective: str) -> set[str]:
        """The words of the clusters that the first sense of an adjective is similar to."""
        senses = self._of("a", adjective)[:1]
        return {
            name
            for synset in senses
            for number in self._similar.get(synset, ())
            for name in self._members.get(number, ())
        }

    def _close_to(self, word: str, part: str) -> set[str]:
        links = self._similar if part == "a" else self._above
        close: set[str] = set()
        for synset in self._of(part, word)[:_SENSES]:
            around = [synset, *links.get(synset, ())]
            close.update(name for number in around for name in self._members.get(number, ()))
        return close - {word}

    def _of(self, part: str, word: str) -> tuple[int, ...]:
        return self._senses.get((part, word), ())

    def _pair(self, table: Mapping[int, tuple[int, ...]], one: str, other: str) -> bool:
        a, b = self._numbers.get(one), self._numbers.get(other)
        if a is None or b is None:
            return False
        return b in table.get(a, ())


_FREQUENT, _RARER = 4, 8
"""Up to which sense of a word, and of its synonym, the two are synonyms."""

_SENSES = 3
"""Senses of a word that are looked at for indirect antonyms: the most frequent ones."""


def _several(pairs: list[list[int]]) -> dict[int, tuple[int, ...]]:
    several: dict[int, list[int]] = {}
    for one, other in pairs:
        several.setdefault(one, []).append(other)
    return {one: tuple(others) for one, others in several.items()}


def _both_ways(pairs: list[list[int]]) -> dict[int, tuple[int, ...]]:
    return _several([*pairs, *([other, one] for one, other in pairs)])


@lru_cache(maxsize=100_000)
def _stems(word: str) -> frozenset[str]:
    """Return what may be left of a word without an ending, and without the vowel it ends in."""
    cut = {word, *(word[: -len(end)] for end in _ENDINGS if word.endswith(end))}
    twice = cut | {w[:-1] for w in cut if len(w) > _STEM and w[-1] in "eiy"}
    return frozenset(w for w in twice if len(w) >= _STEM)


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the lexicon of this process."""
    from corrigenda.meaning.parser.embedded import shared

    with gzip.open(_WORDNET, "rb") as file:
        return Lexicon(json.load(file), shared().ranks)
