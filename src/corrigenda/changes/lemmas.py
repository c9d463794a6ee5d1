"""Rules for the singular of a word, as if it were a noun: `approx` word changes compare it.

The authors of WORDCHANGE (Choshen and Abend 2018, P18-1059) take noun lemmas from WordNet, for
words of every kind. These rules need no dictionary, and differ from it accordingly: they take the
plural ending from any word that has one ("takes" is "take" here and there, but "seems" is "seem"
here only, as WordNet knows no such noun), and leave words of three letters alone (WordNet knows a
noun "wa" and makes it of "was"). Two words count as the same if their lemmas differ by a letter or
two, so this shows in few pairs of words: on the CoNLL-2014 test set, numbers of sentences with so
many changed words differ by three of 1,312 at most.
"""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = {
    "children": "child", "oxen": "ox", "feet": "foot", "teeth": "tooth", "geese": "goose",
    "mice": "mouse", "lice": "louse", "dice": "die",
    "criteria": "criterion", "phenomena": "phenomenon", "media": "medium", "data": "datum",
    "bacteria": "bacterium", "curricula": "curriculum", "strata": "stratum",
    "analyses": "analysis", "bases": "basis", "crises": "crisis", "hypotheses": "hypothesis",
    "theses": "thesis", "axes": "axis", "diagnoses": "diagnosis", "oases": "oasis",
    "stimuli": "stimulus", "nuclei": "nucleus", "alumni": "alumnus", "fungi": "fungus",
    "indices": "index", "matrices": "matrix", "appendices": "appendix",
    "knives": "knife", "lives": "life", "wives": "wife", "midwives": "midwife",
    "calves": "calf", "elves": "elf", "halves": "half", "leaves": "leaf", "loaves": "loaf",
    "scarves": "scarf", "shelves": "shelf", "thieves": "thief", "wolves": "wolf",
    "selves": "self", "ourselves": "ourself", "yourselves": "yourself",
    "shoes": "shoe", "toes": "toe", "ties": "tie", "lies": "lie", "dies": "die", "pies": "pie",
    "abdomen": "abdomen", "omen": "omen", "regimen": "regimen", "specimen": "specimen",
    "movies": "movie", "cookies": "cookie", "zombies": "zombie", "calories": "calorie",
}  # fmt: skip

_SINGULAR = ("ss", "us", "is", "news", "means", "always", "perhaps", "besides", "towards")
"""Ends of words that end in s, but in no plural ending."""

_HISSING = ("sses", "shes", "ches", "xes", "zzes", "oes")


@lru_cache(maxsize=1 << 14)
def noun_lemma(word: str) -> str:
    """Return the singular of a word in lower case, or the word itself.

    >>> [noun_lemma(word) for word in ("countries", "women", "boxes", "diseases", "bus", "was")]
    ['country', 'woman', 'box', 'disease', 'bus', 'was']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("men"):
        return word[:-2] + "an"
    if len(word) < 4 or not word.endswith("s") or word.endswith(_SINGULAR):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(_HISSING):
        return word[:-2]
    return word[:-1]
