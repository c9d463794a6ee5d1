"""What is known of English words: which exist, how frequent they are, how two are related.

Relations are WordNet's (synonyms, antonyms, derivations, hypernyms, similar adjectives); ranks of
frequency are the order of the parser's vocabulary.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from corrigenda.linguistics import resources
from corrigenda.meaning.words_kept.opposites import PAIRS

_WORDNET = Path(__file__).parents[2] / "models" / "wordnet.json.gz"

PARTS = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}

_NEGATIVE = ("un", "non", "non-", "mis", "anti", "anti-")
"""Prefixes that turn the meaning of a word round. Of words with *in-* or *dis-*, too many only look
like that (*inform*, *discover*): there, WordNet has to know."""

_NOT_NEGATED = frozenset(
    str.split(
        "uncanny underwent unions unless mischief mission missions missing mistake mistakes "
        "mistaken mistook mistress antibody antibodies"
    )
)
"""Words that begin like that, and do not mean it."""

_OPPOSED = (("in", "out"), ("up", "down"), ("over", "under"))
"""Beginnings of words that say the opposite of each other, unless the rest is one of these."""
_NOT_OPPOSED = frozenset(("come", "take", "taking", "taken", "took", "lying", "stand", "go"))
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


class _Relatives(NamedTuple):
    """What is related to a word: numbers of synsets and of words. A synset is of one part of
    speech, and so are all that are linked with it."""

    frequent: frozenset[int]
    """The synsets of its frequent senses, and of senses that are not rare."""
    rarer: frozenset[int]
    antonyms: frozenset[int]
    family: frozenset[int]
    """The word itself, what it is derived from and what is derived from it."""
    against: frozenset[int]
    """Antonyms of the family, and what glosses deny of it."""


class _Surroundings(NamedTuple):
    """What is close to a word as one part of speech."""

    senses: frozenset[int]
    """All its synsets."""
    linked: frozenset[int]
    """The synsets that are similar to one of them, or directly above."""
    clusters: frozenset[int]
    """Those that the first sense of an adjective is similar to."""
    close: frozenset[int]
    """The synsets of its frequent senses, with those of an adjective's cluster or above a verb."""
    opposed: frozenset[int]
    """The synsets opposed to those that are close."""
    against: frozenset[int]
    """The antonyms of their words, and what glosses deny of these."""


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
        self._also = _both_ways(wordnet["also"])
        self._numbers = {word: number for number, word in enumerate(self._words)}
        everyday = [
            [self._numbers[word] for word in sorted(pair)]
            for pair in PAIRS
            if pair <= self._numbers.keys()
        ]
        self._antonyms = _both_ways([*wordnet["antonyms"], *everyday])
        self._denied = _both_ways(wordnet["denied"])
        self._opposed = _both_ways(wordnet["opposed"])
        self._derived = _both_ways(wordnet["derived"])
        remembered = lru_cache(maxsize=_REMEMBERED)  # words come again
        self._related = remembered(self._relatives)
        self._around = remembered(self._surroundings)
        self.is_person = remembered(self._is_person)

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
        if self._numbers.get(other) in self._related(one).antonyms:
            return True
        if one[-3:] == other[-3:]:
            return self._opposite_beginnings(one, other)
        if one[-3:] == "ful" and other[-4:] == "less":
            return one[:-3] == other[:-4]
        return one[-4:] == "less" and other[-3:] == "ful" and one[:-4] == other[:-3]

    def _opposite_beginnings(self, one: str, other: str) -> bool:
        """Return whether a beginning of words with the same ending turns the meaning round."""
        shorter, longer = sorted((one, other), key=len)
        if len(shorter) > 3 and any(longer == prefix + shorter for prefix in _NEGATIVE):
            return longer not in _NOT_NEGATED and self.knows(shorter) and self.knows(longer)
        for a, b in (pair for two in _OPPOSED for pair in (two, two[::-1])):
            rest = one[len(a) :]
            if one.startswith(a) and other == b + rest and len(rest) > 2:
                return rest not in _NOT_OPPOSED and self.knows(one) and self.knows(other)
        return False

    def opposite_by_stem(self, one: str, other: str) -> bool:
        """Return whether words that two lemmas are derived from, or that are derived from them, are
        antonyms (*happily* and *sadly*, *winner* and *loser*), or a gloss denies one of the other
        (*tasty*, and *bland*: lacking taste)."""
        return not self._related(one).against.isdisjoint(self._related(other).family)

    def derived(self, one: str, other: str) -> bool:
        """Return whether two words have one stem, by WordNet or by their endings."""
        related = self._numbers.get(other) in self._related(one).family
        return related or not _stems(one).isdisjoint(_stems(other))

    def synonyms(self, one: str, other: str) -> bool:
        """Return whether two lemmas are words of one synset, which must be a frequent sense of one
        of them, and no rare one of the other."""
        a, b = self._related(one), self._related(other)
        return not (a.frequent.isdisjoint(b.rarer) and b.frequent.isdisjoint(a.rarer))

    def near(self, one: str, other: str, part: str) -> bool:
        """Return whether a sense of a lemma is similar to, or directly above, one of the other, or
        both are adjectives of one cluster."""
        a, b = self._around(one, part), self._around(other, part)
        if not (a.linked.isdisjoint(b.senses) and b.linked.isdisjoint(a.senses)):
            return True
        return not a.clusters.isdisjoint(b.clusters)

    def near_by_stem(self, one: str, other: str) -> bool:
        """Return whether adjectives that two lemmas are derived from are synonyms or near:
        *swiftly* and *quickly*."""
        here, there = (
            [
                self._words[number]
                for number in _linked([self._numbers.get(word, -1)], self._derived)
            ]
            for word in (one, other)
        )
        return any(self.synonyms(a, b) or self.near(a, b, "a") for a in here for b in there)

    def common_antonym(self, one: str, other: str) -> bool:
        """Return whether two lemmas have an antonym in common."""
        return not self._related(one).antonyms.isdisjoint(self._related(other).antonyms)

    def of_opposite(self, one: str, other: str, part: str) -> bool:
        """Return whether a sense close to one lemma is opposed to a sense of the other, or to its
        cluster (*enormous* is a large thing, *tiny* a small one), or whether a word close to one is
        an antonym of the other, or a gloss denies it."""
        a, b = self._around(one, part), self._around(other, part)
        if (
            self._numbers.get(other) in a.against
            or self._numbers.get(one) in b.against
            or (part == "a" and not a.opposed.isdisjoint(b.close))
        ):
            return True
        return not (
            a.opposed.isdisjoint(self._of(part, other)[:_SENSES])
            and b.opposed.isdisjoint(self._of(part, one)[:_SENSES])
        )

    def _relatives(self, word: str) -> _Relatives:
        senses = [self._of(part, word) for part in "nvar"]
        itself = [self._numbers[word]] if word in self._numbers else []
        family = _linked(itself, self._derived).union(itself)
        return _Relatives(
            frozenset(synset for of in senses for synset in of[:_FREQUENT]),
            frozenset(synset for of in senses for synset in of[:_RARER]),
            _linked(itself, self._antonyms),
            family,
            _linked(family, self._antonyms, self._denied),
        )

    def _surroundings(self, word: str, part: str) -> _Surroundings:
        senses = self._of(part, word)
        links = {"a": self._similar, "v": self._above}.get(part, {})
        close = _linked(senses[:_SENSES], links).union(senses[:_SENSES])
        names = {self._numbers[name] for synset in close for name in self._members[synset]}
        return _Surroundings(
            frozenset(senses),
            _linked(senses, self._above, self._similar, self._also),
            _linked(senses[:1], self._similar),
            close,
            _linked(close, self._opposed),
            _linked(names, self._antonyms, self._denied),
        )

    def _of(self, part: str, word: str) -> tuple[int, ...]:
        return self._senses.get((part, word), ())


_FREQUENT, _RARER = 4, 8
"""Up to which sense of a word, and of its synonym, the two are synonyms."""

_SENSES = 3
"""Senses of a word that are looked at for indirect antonyms: the most frequent ones."""


def _linked(numbers: Iterable[int], *tables: Mapping[int, tuple[int, ...]]) -> frozenset[int]:
    """Return all that tables link with these."""
    return frozenset(n for number in numbers for table in tables for n in table.get(number, ()))


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
