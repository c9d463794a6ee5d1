"""Changes of meaning to look at before a release: negations, numbers, names, opposites, persons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from corrigenda.meaning.words_kept.alignment import neighbours
from corrigenda.meaning.words_kept.classes import VAGUE_NUMBERS, Word
from corrigenda.meaning.words_kept.kept import NAMED, KeptWords

Alarm = Literal[
    "negation",
    "opposite",
    "number",
    "person",
    "name",
    "moved",
    "quantity",
    "replaced",
    "garbled",
    "cut",
    "modality",
    "lost",
    "added",
]
KINDS: tuple[Alarm, ...] = get_args(Alarm)
STRONG = KINDS[:10]
"""The kinds that are alarms by default; the others say that something is there to be seen."""

ABOUT: dict[Alarm, str] = {
    "negation": "a negation was added, dropped, or put into another clause",
    "opposite": "a word became its opposite",
    "number": "a number was changed, added or dropped",
    "person": "a pronoun became one of another person",
    "name": "a name was replaced by another",
    "moved": "words changed places: who did what to whom",
    "quantity": "all, many, some, few: another quantity",
    "replaced": "a word was replaced by one of another meaning",
    "garbled": "a word became something that is no word",
    "cut": "a whole passage, or all words, were dropped",
    "modality": "can, will, may, must, should: another one",
    "lost": "a noun, verb or adjective was dropped",
    "added": "a noun, verb or adjective was added",
}

PERSON, QUANTITY, REPLACED = 0.5, 0.55, 0.4
"""A pair that keeps less than this is an alarm."""

PASSAGE, CONTENT = 6, 2
"""So many tokens in a row that were dropped are a passage, if so many of them are content words."""


@dataclass(frozen=True)
class Flag:
    """An alarm, and the places of its words in the source and in the correction."""

    kind: Alarm
    source: tuple[int, ...]
    target: tuple[int, ...]

    @property
    def strong(self) -> bool:
        return self.kind in STRONG


def flags(kept: KeptWords) -> list[Flag]:
    """Return the alarms of a comparison, in the order of the source."""
    raised = [*_of_pairs(kept), *_of_single_words(kept), *_moved(kept), *_cut(kept)]
    return sorted(raised, key=lambda flag: (flag.source or flag.target, flag.target, flag.kind))


def _of_pairs(kept: KeptWords) -> Iterator[Flag]:
    for item in kept.items:
        if not item.source or not item.target:
            continue
        kind: Alarm | None = None
        one, other = kept.source.words[item.source[0]], kept.target.words[item.target[0]]
        remains = item.kept_by_words
        if item.kind in ("opposite", "garbled", "modality", "negation"):
            kind = item.kind  # type: ignore[assignment]
        elif item.kind == "number":
            split = _in_a_token(one.form, [other]) or _in_a_token(other.form, [one])
            kind = None if split or {one.form, other.form} & VAGUE_NUMBERS else "number"
        elif item.kind == "pronoun":
            kind = "person" if remains < PERSON else None
        elif item.kind == "quantity":
            kind = "quantity" if remains < QUANTITY else None
        elif item.kind == "replaced" and remains < REPLACED:
            kind = _replaced(one, other)
        elif item.kind == "name":
            lengths = len(kept.source), len(kept.target)
            beside = neighbours(kept.across, item.source[0], item.target[0], *lengths)
            kind = "name" if any(beside) else None
        if kind is not None:
            yield Flag(kind, item.source, item.target)


def _moved(kept: KeptWords) -> Iterator[Flag]:
    """Yield one alarm for all nouns and pronouns that changed places."""
    places = [
        (item.source[0], item.target[0])
        for item in kept.items
        if item.kind == "moved"
        and _is_noun(kept.source.words[item.source[0]])
        and kept.source.words[item.source[0]].form == kept.target.words[item.target[0]].form
    ]
    if places:
        source, target = zip(*places, strict=True)
        yield Flag("moved", tuple(sorted(source)), tuple(sorted(target)))


def _cut(kept: KeptWords) -> Iterator[Flag]:
    """Yield an alarm for each passage that was dropped; for all words, if none is left."""
    words = kept.source.words
    least = (PASSAGE, CONTENT) if len(kept.target) else (1, 1)
    lost = {place for item in kept.items if item.kind == "lost" for place in item.source}
    paired = {place for item in kept.items if item.target for place in item.source}
    run: list[int] = []
    for place in range(len(words) + 1):
        if place < len(words) and place not in kept.across and place not in paired:
            run.append(place)
            continue
        content = [k for k in run if k in lost and words[k].kind == "content"]
        if len(run) >= least[0] and len(content) >= least[1]:
            yield Flag("cut", tuple(run), ())
        run = []


def _is_noun(word: Word) -> bool:
    return word.part in ("NOUN", "PROPN") or word.kind == "pronoun"


def _replaced(one: Word, other: Word) -> Alarm:
    return "name" if one.part == other.part == "PROPN" else "replaced"


def _of_single_words(kept: KeptWords) -> Iterator[Flag]:
    lost = [item.source[0] for item in kept.items if item.kind == "lost"]
    added = [item.target[0] for item in kept.items if item.kind == "added"]
    for side, places, reading in ((0, lost, kept.source), (1, added, kept.target)):
        others = (kept.target if side == 0 else kept.source).words
        for place in places:
            word = reading.words[place]
            kind = _single(word, "lost" if side == 0 else "added")
            if kind == "number" and _in_a_token(word.form, others):
                continue
            if kind is not None:
                yield Flag(kind, (place,) if side == 0 else (), () if side == 0 else (place,))


def _in_a_token(number: str, words: Sequence[Word]) -> bool:
    """Is a number joined to a word by a sign, in one token (4:they), and so still there?"""
    for word in words:
        first, *rest = parts = re.split(r"[^\w.,]+", word.form)
        others = rest if first == number else parts[:-1] if parts[-1] == number else []
        if others and all(part.isalpha() for part in others):
            return True
    return False


def _single(word: Word, otherwise: Literal["lost", "added"]) -> Alarm | None:
    if word.kind == "negation":
        return "negation"
    if word.kind == "number":
        return None if word.form in VAGUE_NUMBERS else "number"
    return otherwise if word.kind == "content" and word.part in NAMED else None
