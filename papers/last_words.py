"""Sentences of two texts paired by their last words, as the authors of the draft paired them.

Their program (`break2common_sentences` in correction_quality.py of borgr/assess_learner_language)
walks through both texts at once. Two sentences are a pair if their last words are nearly the same.
Otherwise, if the next sentence of one text ends so, two sentences are paired with one: a split or a
join. Otherwise words are aligned. Otherwise nothing is paired, and both texts advance. So a word
that ends two neighbouring sentences, or a last word that was changed, is enough for a break that is
not in the texts. This is written after that program, to show which breaks it counts. It differs in
two ways:

- the program splits texts with NLTK's Punkt before it applies its rules; here every stop before
  white space ends a sentence;
- where a word is aligned with several, the program takes one by the order of a set, which changes
  from run to run; here it is the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rapidfuzz.distance import Levenshtein

from corrigenda.alignment import aligned, is_word, words
from corrigenda.changes.lemmas import noun_lemma
from corrigenda.changes.sentence_pairs import Bead, pair_sentences

Kind = Literal["split", "joined"]

REACH = 40
"""By how many sentences two texts may be out of step, as more are split than joined."""

_PREPARED = (
    (re.compile(r"i\s*\.\s*e\s*\.", re.IGNORECASE), "ie"),
    (re.compile(r"e\s*\.\s*g\s*\.", re.IGNORECASE), "eg"),
    (re.compile(r"\s+c\s*\.\s+", re.IGNORECASE), " c."),
    (re.compile(r"([^.?!;])(\s*\n)"), r"\1.\2"),  # a line without a stop gets one
    (re.compile(r"(\.\s*['\"])\s*\."), r"\1"),
    (re.compile(r"\s+"), " "),
    (re.compile(r"([.?!;]\s*)[.?!;]"), r"\1"),
)
_ENDS = re.compile(r"(?<=[.?!])\s+")
# What ends a sentence within these, one rule after the other: the sentence, and what follows it.
_RULES = (
    re.compile(r"(.+\s*[?!;]\s*)(.+)"),
    re.compile(r"(.*?\w\w[.?!;])(\w+[^.].*)"),
    re.compile(r"(.*?\s[.?!;](?:\s*\")?)(.*)"),
    re.compile(r"(.*?\s+\w\s*\.)(\s*\w\w.*)"),
)
_TWO_LETTERS = re.compile("[A-Za-z]{2}")


def sentences(lines: Sequence[str]) -> list[str]:
    """Return the sentences of a running text.

    >>> sentences(["A heading", "We saw the doctor.In fact , we paid ; why ?"])
    ['A heading.', 'We saw the doctor.', 'In fact , we paid ;', 'why ?']
    """
    text = "".join(line + "\n" for line in lines)
    for pattern, by in _PREPARED:
        text = pattern.sub(by, text)
    pieces = _ENDS.split(text)
    for rule in _RULES:
        parts = []
        for piece in pieces:
            rest = piece
            while match := rule.match(rest):
                first, rest = match.groups()
                parts.append(first)
            parts.append(rest)
        pieces = [part for part in parts if part.strip()]
    return with_letters(pieces)


def with_letters(pieces: Sequence[str]) -> list[str]:
    """Return the pieces; one without two letters in a row belongs to the piece before it."""
    found: list[str] = []
    for piece in pieces:
        if _TWO_LETTERS.search(piece):
            found.append(piece)
        elif found:
            found[-1] += piece
    return found


class Break(NamedTuple):
    """One sentence that became two, or two that became one."""

    kind: Kind
    source: tuple[str, ...]
    target: tuple[str, ...]


@dataclass
class Walk:
    """The walk through two texts: pairs of all kinds, and breaks among them."""

    source: list[str]
    target: list[str]
    pairs: int = 0
    breaks: list[Break] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.source, self.target = list(self.source), list(self.target)
        self._skipped = 0  # how many steps in a row have paired nothing
        self._went_back = False
        i = j = 0
        while i < len(self.source) and j < len(self.target):
            i, j = (at + 1 for at in self._step(i, j))

    def count(self, kind: Kind) -> int:
        return sum(found.kind == kind for found in self.breaks)

    def _step(self, i: int, j: int) -> tuple[int, int]:
        """Pair what begins at i and j, and return the last sentences taken."""
        one, two = self.source[i], self.target[j]
        if _same(_last(one), _last(two)):
            return self._paired(i, j)
        shorter = len(_words(one)) < len(_words(two))
        longer = len(_words(two)) < len(_words(one))
        if shorter and i + 1 < len(self.source) and _same(_last(self.source[i + 1]), _last(two)):
            return self._broken("joined", i, j)
        if longer and j + 1 < len(self.target) and _same(_last(one), _last(self.target[j + 1])):
            return self._broken("split", i, j)
        if _end_together(one, two, _last(two)):
            return self._paired(i, j)
        going_back = self.pairs > 0 and self._skipped >= 2
        if going_back:  # the last pair may have been a mistake: try again from there
            self._went_back = True
            self.pairs -= 1
            i, j = i - 3, j - 3
        for more in (1, 2) if going_back else (1,):
            if shorter and i + more < len(self.source) and self._joins(i, j, more):
                return self._broken("joined", i, j, more)
            if longer and j + more < len(self.target) and self._splits(i, j, more):
                return self._broken("split", i, j, more)
        if going_back:
            self.pairs += 1
            i, j = i + 2, j + 2
        if longer and self._cut(self.source, i, _last(self.target[j])):
            return self._paired(i, j)
        if shorter and self._cut(self.target, j, _last(self.source[i])):
            return self._paired(i, j)
        self._skipped = 1 if going_back else self._skipped + 1
        return i, j

    def _paired(self, i: int, j: int) -> tuple[int, int]:
        self.pairs += 1
        self._skipped = 0
        return i, j

    def _broken(self, kind: Kind, i: int, j: int, more: int = 1) -> tuple[int, int]:
        """Pair one sentence with several; one with three counts as two breaks."""
        a, b = (i + more, j) if kind == "joined" else (i, j + more)
        found = Break(kind, tuple(self.source[i : a + 1]), tuple(self.target[j : b + 1]))
        self.breaks += [found] * more
        return self._paired(a, b)

    def _joins(self, i: int, j: int, more: int) -> bool:
        several = self.source[i : i + more + 1]
        return _end_together(self.target[j], "".join(several), _last(several[-1]), self._went_back)

    def _splits(self, i: int, j: int, more: int) -> bool:
        several = self.target[j : j + more + 1]
        return _end_together(self.source[i], "".join(several), _last(several[-1]), self._went_back)

    def _cut(self, text: list[str], at: int, word: str) -> bool:
        """Cut a sentence at a comma after a word that ends a sentence of the other text."""
        for comma in (f"{word},", f"{word} ,"):
            end = text[at].find(comma) + len(comma)
            if self.pairs and end >= len(comma):
                text[at : at + 1] = [text[at][:end], text[at][end:]]
                return True
        return False


def by_all_words(source: Sequence[str], target: Sequence[str]) -> list[Bead]:
    """Return how `conservatism --pairing text` pairs the same sentences: by all their words."""
    return pair_sentences(
        *([_words(sentence) for sentence in text] for text in (source, target)),
        places=(range(len(source)), range(len(target))),
        reach=REACH,
    )


def unconfirmed(source: Sequence[str], target: Sequence[str]) -> list[Break]:
    """Return the breaks that only the walk by last words counts."""
    beads = by_all_words(source, target)
    confirmed = {(tuple(source[a:b]), tuple(target[c:d])) for a, b, c, d in beads}
    breaks = Walk(list(source), list(target)).breaks
    return [found for found in breaks if (found.source, found.target) not in confirmed]


def _words(sentence: str) -> list[str]:
    return [word for word in words(sentence, "released") if is_word(word)]


def _last(sentence: str) -> str:
    return next(word for word in reversed(_words(sentence)) if len(word) > 1)


def _same(one: str, other: str) -> bool:
    """Do the lemmas of two words differ by a letter at most, or by two if both are long?"""
    a, b = noun_lemma(one), noun_lemma(other)
    allowed = 2 if min(len(a), len(b)) > 4 else 1
    return bool(one and other) and Levenshtein.distance(a, b) <= allowed


def _end_together(one: str, other: str, last: str, always: bool = False) -> bool:
    """Was a word added behind the last word of one of two sentences of about the same length?"""
    n, m = len(_words(one)), len(_words(other))
    if abs(n - m) > min(n, m) / 5:
        return False
    alignment = aligned(one, other, "released")
    pairs = [(alignment.source[i], alignment.target[j]) for i, j in alignment.pairs]
    if len(alignment.source) > len(alignment.target):
        pairs += [(word, "") for word in alignment.left_over]
    else:
        pairs += [("", word) for word in alignment.left_over]
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    for a, b in pairs:
        there.setdefault(a, b)
        back.setdefault(b, a)
    first = _last(one)
    if (always or (first, "") in pairs) and _same(last, back.get(last, "")):
        return True
    return (always or ("", last) in pairs) and _same(first, there.get(first, ""))
