"""The words of a sentence by class, with what each is worth."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain
from typing import Literal, NamedTuple

from corrigenda.linguistics.analysis import Analysis
from corrigenda.meaning.words_kept.lexicon import PARTS, lexicon

Class = Literal[
    "punctuation", "negation", "pronoun", "number", "modal", "quantity", "content", "function"
]


def words(text: str) -> list[str]:
    """Return the words of a list that is written as text."""
    return text.split()


NEGATIONS = frozenset(
    words(
        "not n't n’t no never nobody nothing none neither nor nowhere cannot without hardly "
        "barely scarcely dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt werent "
        "havent hasnt hadnt shouldnt don't doesn't didn't can't couldn't won't wouldn't isn't "
        "aren't wasn't weren't haven't hasn't hadn't shouldn't mustn't needn't ain't"
    )
)
_MISSPELT_NEGATION = re.compile(
    "(do(es|se|ens|s)?|did|ca|can|could|wo|would|should|need|is|are|was|were|have|has|had|must)"
    "'?e?n{0,2}[o']?t"
)
_PERSONS = (
    "i me my mine myself",
    "we us our ours ourselves",
    "you your yours yourself yourselves",
    "he him his himself",
    "she her hers herself",
    "it its itself",
    "they them their theirs themselves",
)
PERSONS = {form: forms.split()[0] for forms in _PERSONS for form in forms.split()}
MODALS = {
    form: group
    for group, forms in enumerate(
        ("can could ca", "will would shall 'll 'd wo ’ll ’d", "may might", "must", "should ought")
    )
    for form in forms.split()
}
QUANTITIES = {
    form: group
    for group, forms in enumerate(
        (
            "all every each both whole entire always everyone everybody everything everywhere",
            "most mostly mainly usually",
            "many much numerous lot lots several often frequently plenty",
            "some any sometimes someone somebody something anyone anybody anything",
            "few little rarely seldom",
            "less fewer least",
            "more",
        )
    )
    for form in forms.split()
}
_UNITS = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS = words(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
NUMBERS: dict[str, str] = {
    **{word: str(n) for n, word in enumerate(_UNITS)},
    **{word: str(10 * n) for n, word in enumerate(_TENS, 2)},
    **{word: f"{n}." for n, word in enumerate(_ORDINALS)},
    **{f"{word[:-1]}ieth": f"{10 * n}." for n, word in enumerate(_TENS, 2)},
    "hundred": "100", "thousand": "1000", "million": "1000000", "billion": "1000000000",
    "hundreds": "100", "thousands": "1000", "millions": "1000000", "billions": "1000000000",
    "dozen": "12", "half": "1/2", "twice": "2 times", "once": "1 times", "double": "2 times",
    "thrice": "3 times", "triple": "3 times",
}  # fmt: skip
VAGUE_NUMBERS = frozenset(words("one first second once half double ones"))
"""Number words that often count nothing: only if tagged as numbers are they any."""

_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "INTJ", "X"))
_LEMMAS = {"people": "person"}
"""Plurals that the lemmatiser takes for words of their own."""

_LIGHT = frozenset(("be", "have", "do"))


class Word(NamedTuple):
    """What of a word in its sentence decides what it may become."""

    form: str
    lemma: str
    part: str
    kind: Class
    known: bool
    weight: float


@dataclass(frozen=True)
class Weights:
    """What words are worth, class by class."""

    negation: float = 2.0
    pronoun: float = 0.7
    number: float = 1.5
    modal: float = 0.4
    quantity: float = 0.6
    function: float = 0.1
    adverb: float = 0.7
    """A share of what a content word is worth."""


WEIGHTS = Weights()


@dataclass(frozen=True, eq=False)
class AnalysedSentence:
    """A sentence as it is compared: its words by class, and its tree."""

    analysis: Analysis
    words: tuple[Word, ...]
    tree: dict[str, object] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.words)


def read(analyses: Iterable[Analysis]) -> list[AnalysedSentence]:
    """Return sentences by their analyses."""
    return [
        AnalysedSentence(
            one,
            tuple(
                _word(form, lemma.lower(), tag, pos)
                for form, lemma, tag, pos in zip(
                    one.words, one.lemmas, one.tags, one.pos, strict=True
                )
            ),
        )
        for one in analyses
    ]


def beside(readings: Sequence[AnalysedSentence]) -> AnalysedSentence:
    """Return the parts of a text as one."""
    starts = accumulate((len(reading) for reading in readings), initial=0)
    heads = [
        [at + k for k in one.analysis.heads] for at, one in zip(starts, readings, strict=False)
    ]
    forms, tags, pos, lemmas, labels = (
        tuple(chain.from_iterable(getattr(one.analysis, name) for one in readings))
        for name in ("words", "tags", "pos", "lemmas", "labels")
    )
    analysis = Analysis(forms, tags, pos, lemmas, labels, tuple(chain.from_iterable(heads)))
    return AnalysedSentence(analysis, tuple(chain.from_iterable(one.words for one in readings)))


@lru_cache(maxsize=100_000)
def _word(written: str, lemma: str, tag: str, pos: str) -> Word:
    form = written.lower().replace("’", "'")
    lemma = _LEMMAS.get(lemma, lemma)
    known = lexicon().knows(written) or lexicon().knows(lemma)
    kind = _class(form, lemma, tag, pos, known)
    weight = 0.0 if kind == "punctuation" else getattr(WEIGHTS, kind, 0.0)
    if kind == "content":
        zipf = lexicon().zipf(form, lemma, known)
        weight = math.sqrt(min(max((7.5 - zipf) / 3, 0.3), 1.6))
        if pos == "ADV":
            weight *= WEIGHTS.adverb
    return Word(form, lemma, pos if pos in PARTS else "", kind, known, weight)


def _class(form: str, lemma: str, tag: str, pos: str, known: bool) -> Class:
    if not any(map(str.isalnum, form)):
        return "punctuation"
    if form in NEGATIONS or (not known and _MISSPELT_NEGATION.fullmatch(form)):
        return "negation"
    if form in PERSONS:
        return "pronoun"
    if any(map(str.isdigit, form)):
        return "number"
    if is_number_word(form) and (form not in VAGUE_NUMBERS or tag == "CD"):
        return "number"
    if tag == "MD" or (form in MODALS and pos == "AUX"):
        return "modal"
    if form in QUANTITIES:
        return "quantity"
    if (pos in _CONTENT and lemma not in _LIGHT) or (not known and form.isalpha()):
        return "content"
    return "function"


def is_number_word(form: str) -> bool:
    """Return whether a word, or all parts of one with hyphens, are numbers."""
    return form in NUMBERS or ("-" in form and all(part in NUMBERS for part in form.split("-")))


@lru_cache(maxsize=10_000)
def value(form: str) -> str:
    """Return what a number says, however it is written.

    >>> value("Two".lower()) == value("2"), value("2,000") == value("2000"), value("3rd")
    (True, True, '3.')
    """
    if form in NUMBERS:
        return NUMBERS[form]
    if is_number_word(form):
        parts = [NUMBERS[part] for part in form.split("-")]
        if all(part.isdigit() for part in parts[:-1]) and parts[-1].rstrip(".").isdigit():
            total = sum(int(part.rstrip(".")) for part in parts)
            return f"{total}." if parts[-1].endswith(".") else str(total)
    plain = form.replace(",", "")
    for ending in ("st", "nd", "rd", "th"):
        if plain.endswith(ending) and plain[:-2].isdigit():
            return f"{int(plain[:-2])}."
    for ending in ("'s", "s", "%", "$"):
        plain = plain.removesuffix(ending)
    plain = plain.lstrip("$£€").removeprefix("'")
    try:
        return f"{float(plain):g}"
    except ValueError:
        return plain
