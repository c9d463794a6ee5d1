"""SentenceBreaks: where a corrector splits and joins sentences. Without references."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from corrigenda.alignment import is_word
from corrigenda.alignment import words as words_of
from corrigenda.changes.sentence_pairs import pair_sentences
from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.measures.contract import Array, Example, Measure, Row
from corrigenda.tokenisation import sentences as split

Stops = Literal["text", "tokens"]

MARKS = frozenset(".?!")

REACH = 8
"""Lines by which sentences of two running texts may be apart and still belong together."""


# --- sentences ------------------------------------------------------------------------------------


def sentences_in(text: str, stops: Stops = "text") -> int:
    """Return the number of sentences in a line; a sentence has a word in it.

    Sentences end as in running text, also where a stop is glued to a word (`text`); or at the
    tokens . ? and ! and nowhere else (`tokens`).

    >>> line = "We saw the doctor.In fact , we went twice , i.e. too often . Why ?"
    >>> sentences_in(line), sentences_in(line, "tokens")
    (3, 2)
    """
    return len(_sentences(text)) if stops == "text" else _stretches(text)


@lru_cache(maxsize=1 << 12)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(piece.text for piece in split(text) if is_word(piece.text))


@lru_cache(maxsize=1 << 12)
def _stretches(text: str) -> int:
    count, open_ = 0, False
    for token in text.split():
        if token in MARKS:
            count, open_ = count + open_, False
        else:
            open_ = open_ or is_word(token)
    return count + open_


class Sentence(NamedTuple):
    """A sentence of a running text, and the number of the line in which it begins, from 0."""

    text: str
    line: int


def running(lines: Sequence[str]) -> list[Sentence]:
    """Return the sentences of a running text, of which a line may hold several or a part of one.

    A line that ends with a stop ends its sentence. So does one that ends with a word, as headings
    do, unless the next line begins with a small letter (if most lines of the text do not). After a
    comma and other marks the sentence goes on.

    >>> text = running(["A heading", "It rains ,", "we stay . Why ?", "Oh"])
    >>> [sentence.text for sentence in text]
    ['A heading', 'It rains , we stay .', 'Why ?', 'Oh']
    """
    given = [line for line in lines if line.strip()]
    cased = 2 * sum(line.lstrip()[0].islower() for line in given) <= len(given)
    sentences: list[Sentence] = []
    for number, line in enumerate(lines):
        of_line = _sentences(line)
        if sentences and of_line and _goes_on(sentences[-1].text, of_line[0], cased):
            text, begun = sentences.pop()
            sentences.append(Sentence(f"{text} {of_line[0]}", begun))
            of_line = of_line[1:]
        sentences += [Sentence(text, number) for text in of_line]
    return sentences


def _goes_on(before: str, after: str, cased: bool) -> bool:
    """Does a sentence at the end of a line go on with the next line?"""
    if is_word(before[-1]):
        return cased and after[0].islower()
    return not _END.search(before)


_END = re.compile(r"""[.?!…。！？][\s'"’”»)\]}]*$""")


# --- line by line ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class SentenceBreaks(Measure):
    """The share of lines in which a corrector changes the number of sentences: splits one into
    several, joins several, or deletes all. It needs no references.

    A line of the source, usually one sentence, is compared with the same line of the output. If it
    has

        more sentences                      it is split,
        fewer sentences, but at least one   joined,
        none any more                       emptied,

    and the score is the share of all three. A line does not show sentences that are joined across
    lines; `corrigenda conservatism --pairing text` counts them.

    Parameters:
        stops: sentences end as in running text, also at a stop attached to a word (text), or only
            at the tokens . ? and ! (tokens)
    """

    columns = ("split", "joined", "emptied", "lines")
    shown = ("split", "joined", "emptied")
    best = None
    needs = ()
    origin = (
        "After Choshen and Abend (2018), Inherent biases in reference-based evaluation for "
        "grammatical error correction, ACL (P18-1059), who pair the sentences of whole texts"
    )
    example = Example("It was late , we went home .", (), "It was late . We went home .")

    stops: Stops = "text"

    def label(self) -> str:
        return "breaks"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        before, after = (sentences_in(t, self.stops) for t in (segment.source, correction.text))
        return [(int(after > before), int(0 < after < before), int(after == 0 < before), 1)]

    def values(self, sums: Array) -> dict[str, Array]:
        """Lines with other numbers of sentences, of all (0 of none)."""
        lines = np.maximum(sums[..., 3], 1)
        return {"score": sums[..., :3].sum(axis=-1) / lines}


# --- running text ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class TextBreaks(SentenceBreaks):
    """The share of a text's sentences that a corrector splits, joins with the next, or deletes.

    It pairs whole texts (see `of_texts`), so no line has a row of its own without the others.
    """

    columns = ("split", "joined", "emptied", "sentences")

    def full(self) -> str:
        return f"SentenceBreaks(pairing=text,reach={REACH})"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        raise InputError("sentences of running text cannot be paired line by line")

    def of_texts(self, source: Sequence[str], target: Sequence[str]) -> Array:
        """Return a row for each line of the source: what became of the sentences that begin there.

        It counts those that are split in two, that are joined with the next one and that have no
        counterpart, and all of them. The sentences of both texts, which have the same number of
        lines, are paired in order by the words that they share (see `sentence_pairs`), if they
        begin at most `REACH` lines apart.
        """
        rows = np.zeros((len(source), 4))
        ours, theirs = running(source), running(target)
        for sentence in ours:
            rows[sentence.line, 3] += 1
        kinds = {(1, 2): 0, (2, 1): 1, (1, 0): 2}
        for bead in pair_sentences(
            *([_words(sentence.text) for sentence in text] for text in (ours, theirs)),
            places=([sentence.line for sentence in ours], [sentence.line for sentence in theirs]),
            reach=REACH,
        ):
            if bead.shape in kinds:
                rows[ours[bead.a0].line, kinds[bead.shape]] += 1
        return rows


def _words(sentence: str) -> list[str]:
    return [word for word in words_of(sentence) if is_word(word)]
