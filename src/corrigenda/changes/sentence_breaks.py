"""SentenceBreaks: sentences that a corrector splits and joins. Needs no references."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from corrigenda.alignment import is_word
from corrigenda.alignment import words as words_of
from corrigenda.changes.sentence_pairs import pair_sentences
from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.measures.contract import Array, Example, Measure, Row
from corrigenda.tokenisation import sentences as split

Stops = Literal["text", "tokens", "semicolons"]

MARKS = frozenset(".?!")

REACH = 8
"""Lines by which sentences of two running texts may be apart and still belong together."""


# --- sentences ------------------------------------------------------------------------------------


def sentences_in(text: str, stops: Stops = "text") -> int:
    """Return the number of sentences in a line; a sentence has a word in it.

    Sentences end as in running text, also where a stop is glued to a word (`text`); as there and at
    semicolons (`semicolons`); or at the tokens . ? and ! and nowhere else (`tokens`).

    >>> line = "We saw the doctor.In fact , we went twice , i.e. too often ; we paid . Why ?"
    >>> [sentences_in(line, stops) for stops in ("text", "semicolons", "tokens")]
    [3, 4, 2]
    """
    return len(_sentences(text, stops))


@lru_cache(maxsize=1 << 12)
def _sentences(text: str, stops: Stops) -> tuple[str, ...]:
    pieces = _TOKENS.findall(text) if stops == "tokens" else [piece.text for piece in split(text)]
    if stops == "semicolons":
        pieces = [part for piece in pieces for part in _SEMICOLON.split(piece)]
    return tuple(piece.strip() for piece in pieces if is_word(piece))


# Up to a stop that is a token, or to the end; and after a semicolon.
_TOKENS = re.compile(r"(?:(?!(?<!\S)[.?!](?!\S)).)+(?:[.?!](?!\S))?", re.DOTALL)
_SEMICOLON = re.compile(r"(?<=;)")


class TextSentence(NamedTuple):
    """A sentence of a running text, and the number of the line in which it begins, from 0."""

    text: str
    line: int


def running(lines: Sequence[str], stops: Stops = "text") -> list[TextSentence]:
    """Return the sentences of a running text, of which a line may hold several or a part of one.

    A line that ends with a stop ends its sentence. So does one that ends with a word, as headings
    do, unless the next line begins with a small letter (if most lines of the text do not). After a
    comma and other marks the sentence goes on. `stops` is where sentences end within a line.

    >>> text = running(["A heading", "It rains ,", "we stay . Why ?", "Oh"])
    >>> [sentence.text for sentence in text]
    ['A heading', 'It rains , we stay .', 'Why ?', 'Oh']
    """
    given = [line for line in lines if line.strip()]
    cased = 2 * sum(line.lstrip()[0].islower() for line in given) <= len(given)
    sentences: list[TextSentence] = []
    for number, line in enumerate(lines):
        of_line = _sentences(line, stops)
        if sentences and of_line and _goes_on(sentences[-1].text, of_line[0], cased, stops):
            text, begun = sentences.pop()
            sentences.append(TextSentence(f"{text} {of_line[0]}", begun))
            of_line = of_line[1:]
        sentences += [TextSentence(text, number) for text in of_line]
    return sentences


def _goes_on(before: str, after: str, cased: bool, stops: Stops) -> bool:
    """Return whether a sentence at the end of a line continues on the next line."""
    if is_word(before[-1]):
        return cased and after[0].islower()
    if stops == "semicolons" and before.endswith(";"):
        return False
    return not _END.search(before)


_END = re.compile(r"""[.?!…。！？][\s'"’”»)\]}]*$""")


# --- line by line ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class SentenceBreaks(Measure, name="SentenceBreaks"):
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
        stops: sentences end as in running text, also at a stop attached to a word (text), there and
            at semicolons, as in the authors' code (semicolons), or only at the tokens . ? and !
            (tokens)
    """

    columns = ("split", "joined", "emptied", "lines")
    score_name = "breaks"
    shown_counts = ("split", "joined", "emptied")
    part_notes: ClassVar[Mapping[str, str]] = {
        "split": "lines with more sentences than before",
        "joined": "lines with fewer sentences than before",
        "emptied": "lines without a sentence",
    }
    best = None
    needs = ()
    origin = (
        "After Choshen and Abend (2018), Inherent biases in reference-based evaluation for "
        "grammatical error correction, ACL (P18-1059), who pair the sentences of whole texts"
    )
    example = Example("It was late , we went home .", (), "It was late . We went home .")

    stops: Stops = "text"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        before, after = (sentences_in(t, self.stops) for t in (segment.source, correction.text))
        return [(int(after > before), int(0 < after < before), int(after == 0 < before), 1)]

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the share of lines with another number of sentences (0 if there are no lines)."""
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
        return f"SentenceBreaks(pairing=text,stops={self.stops},reach={REACH})"

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
        ours, theirs = (running(text, self.stops) for text in (source, target))
        for sentence in ours:
            rows[sentence.line, 3] += 1
        kinds = {(1, 2): 0, (2, 1): 1, (1, 0): 2}
        for bead in pair_sentences(
            *(words_in([sentence.text for sentence in text]) for text in (ours, theirs)),
            places=([sentence.line for sentence in ours], [sentence.line for sentence in theirs]),
            reach=REACH,
        ):
            if bead.shape in kinds:
                rows[ours[bead.a0].line, kinds[bead.shape]] += 1
        return rows


def words_in(sentences: Sequence[str]) -> list[list[str]]:
    """Return the words of each sentence, by which sentences are paired: in lower case."""
    return [[word for word in words_of(sentence) if is_word(word)] for sentence in sentences]
