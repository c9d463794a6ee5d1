"""What became of a word: how a word of the source and one of the correction are related."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from corrigenda.meaning.words_kept.classes import MODALS, PERSONS, QUANTITIES, Word, value
from corrigenda.meaning.words_kept.lexicon import PARTS, lexicon
from corrigenda.meaning.words_kept.opposites import alternatives, opposites


class Relation(NamedTuple):
    """The kind of a relation, and the share of the words' weight that is lost by it. Of `other`
    words their vectors decide; no more than `lost` goes."""

    kind: str
    lost: float


SAME = Relation("same", 0.0)
_PERSONS = {
    tuple(pair.split("-")): lost
    for pair, lost in {
        "it-they": 0.2, "they-it": 0.2, "he-they": 0.7, "she-they": 0.7, "they-he": 0.7,
        "they-she": 0.7, "i-we": 0.7, "we-i": 0.7, "we-you": 0.7, "you-we": 0.7,
        "it-he": 0.7, "he-it": 0.7, "it-she": 0.7, "she-it": 0.7,
    }.items()
}  # fmt: skip
_QUANTITIES = {
    frozenset(map(int, pair.split("-"))): lost
    for pair, lost in {
        "0-1": 0.7, "2-3": 0.7, "3-4": 0.7, "0-2": 0.7, "1-3": 0.7,
        "1-2": 0.4, "4-5": 0.4, "2-6": 0.4, "1-6": 0.4,
    }.items()
}  # fmt: skip
NEAR = 0.25
"""What is lost at most of words that WordNet puts beside each other."""

_ACROSS = frozenset(("inflection", "spelling", "opposite", "other"))
"""How a content word may be related to a word of another class."""

_DEGREES = frozenset(str.split("very so really extremely highly truly incredibly terribly awfully"))
"""Adverbs that say the same of what they stand before; *too* does not."""

_COMPARED = ("est", "er")
"""Endings of adjectives and adverbs that are compared."""

_CLOSED = frozenset(("negation", "pronoun", "number", "modal", "quantity"))


@lru_cache(maxsize=500_000)
def relation(one: Word, other: Word) -> Relation | None:
    """Return how a word of the source is related to one of the correction; None if these two
    cannot be a pair."""
    if "punctuation" in (one.kind, other.kind):
        return SAME if one.form == other.form else None
    if one.form == other.form:
        return SAME
    if one.kind == other.kind:
        if one.kind in _CLOSED:
            return _closed(one, other)
        if one.kind == "function":
            return _function(one, other)
        return _open(one, other) or Relation("other", 1.0)
    kinds = {one.kind, other.kind}
    if kinds <= _CLOSED:
        if opposites(one.form, other.form):
            return Relation("opposite", 1.0)
        if kinds == {"number", "quantity"}:
            return Relation("quantity", 0.8)
        if kinds == {"negation", "quantity"}:
            return Relation("negation", 1.0)
        return None
    if "content" in kinds:
        known = _open(one, other)
        if known is None or known.kind in _ACROSS:
            return known
        return known if known.kind == "synonym" and "quantity" in kinds else None
    if opposites(one.form, other.form):
        return Relation("opposite", 1.0)
    return Relation("inflection", 0.1) if one.lemma == other.lemma else None


def _closed(one: Word, other: Word) -> Relation:
    if one.kind == "negation":
        return Relation("function", 0.1)
    if one.kind == "pronoun":
        here, there = PERSONS[one.form], PERSONS[other.form]
        return SAME if here == there else Relation("pronoun", _PERSONS.get((here, there), 1.0))
    if one.kind == "number":
        same = value(one.form) == value(other.form)
        return SAME if same else Relation("number", 1.0)
    if one.kind == "modal":
        same = MODALS.get(one.form, one.form) == MODALS.get(other.form, other.form)
        return SAME if same else Relation("modality", 1.0)
    if opposites(one.form, other.form):
        return Relation("opposite", 1.0)
    first, second = QUANTITIES[one.form], QUANTITIES[other.form]
    if first == second:
        return SAME
    return Relation("quantity", _QUANTITIES.get(frozenset((first, second)), 1.0))


def _function(one: Word, other: Word) -> Relation:
    if one.lemma == other.lemma:
        return Relation("inflection", 0.1)
    if opposites(one.form, other.form):
        return Relation("opposite", 1.0)
    return Relation("function", 0.5)


def _open(one: Word, other: Word) -> Relation | None:
    """Return how two open words are related by what is known of them."""
    known = lexicon()
    if one.lemma == other.lemma or one.form == other.lemma or one.lemma == other.form:
        return Relation("inflection", 0.1)
    if _opposite(one, other):
        return Relation("opposite", 1.0)
    if alternatives(one.lemma, other.lemma):
        return Relation("replaced", 1.0)
    alike = OSA.normalized_similarity(one.form, other.form)
    if not one.known:
        if not other.known:
            return Relation("garbled", 1 - alike) if alike >= 0.4 else None
        if alike >= 0.6 or (alike >= 0.5 and one.form[0] == other.form[0]):
            return Relation("spelling", 0.0)
        return None
    if not other.known:
        return Relation("garbled", 1 - alike / 2) if alike >= 0.4 else None
    if known.derived(one.lemma, other.lemma) or known.derived(one.form, other.form):
        return Relation("derivation", 0.1)
    if known.synonyms(one.lemma, other.lemma) or known.synonyms(one.form, other.form):
        return Relation("synonym", 0.1)
    if one.part == other.part == "ADV":
        if {one.form, other.form} <= _DEGREES:
            return Relation("synonym", 0.1)
        if {one.form, other.form} <= _DEGREES | {"too"}:
            return Relation("replaced", 1.0)
    part = PARTS.get(one.part, "")
    if part and part == PARTS.get(other.part, ""):
        near = Relation("near", NEAR)
        if known.common_antonym(one.lemma, other.lemma):
            return near
        if part == "a" and known.of_opposite(one.lemma, other.lemma, part):
            return Relation("opposite", 1.0)
        if known.opposite_by_stem(one.lemma, other.lemma):
            return Relation("opposite", 1.0)
        if known.near(one.lemma, other.lemma, part):
            return near
        if part == "r" and known.near_by_stem(one.lemma, other.lemma):
            return near
        if part != "a" and known.of_opposite(one.lemma, other.lemma, part):
            return Relation("opposite", 1.0)
    if one.part == other.part == "PROPN":
        return Relation("name", 1.0)
    distance = OSA.distance(one.form, other.form)
    if distance == 1 or (distance == 2 and min(len(one.form), len(other.form)) >= 6):
        return Relation("other", 0.5)
    return None


def _opposite(one: Word, other: Word) -> bool:
    forms = {(one.lemma, other.lemma), (one.form, other.form)}
    for ending in _COMPARED:  # a tag may be wrong, and the lemma with it
        if one.form.endswith(ending) and other.form.endswith(ending):
            forms.add((one.form.removesuffix(ending), other.form.removesuffix(ending)))
    return any(opposites(*pair) or lexicon().opposite(*pair) for pair in sorted(forms))
