"""SentenceBreaks: where a corrector splits and joins sentences. Without references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from corrigenda.alignment import is_word
from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Array, Example, Measure, Row

MARKS = frozenset(".?!")


@lru_cache(maxsize=1 << 12)
def sentences_in(text: str) -> int:
    """How many sentences a line holds: stretches with a word in them, parted by . ? or !

    The marks are tokens of their own. Text that is not tokenised has none, but at most one stretch.

    >>> sentences_in("It rains . Does it ? ! Yes"), sentences_in("It rains."), sentences_in(". !")
    (3, 1, 0)
    """
    count, open_ = 0, False
    for token in text.split():
        if token in MARKS:
            count, open_ = count + open_, False
        else:
            open_ = open_ or is_word(token)
    return count + open_


@dataclass(frozen=True)
class SentenceBreaks(Measure):
    """The share of lines in which a corrector changes the number of sentences: splits one into
    several, joins several, or deletes all. No reference is needed.

    A line of the source, usually one sentence, is compared with the same line of the output. Where
    it has

        more sentences                      it is split,
        fewer sentences, but at least one   joined,
        none any more                       emptied,

    and the score is the share of all three. Sentences are stretches that contain a word, parted by
    the tokens . ? and ! (so the texts must be tokenised). Sentences of two lines that became one
    are beyond what a line shows.
    """

    columns: ClassVar[tuple[str, ...]] = ("split", "joined", "emptied", "lines")
    shown: ClassVar[tuple[str, ...]] = ("split", "joined", "emptied")
    best: ClassVar[None] = None
    origin: ClassVar[str] = (
        "After Choshen and Abend (2018), Inherent biases in reference-based evaluation for "
        "grammatical error correction, ACL (P18-1059), who pair the sentences of whole texts; "
        "that pairing depends on a trained sentence splitter and on chance, this one does not"
    )
    example: ClassVar[Example] = Example(
        "It was late , we went home .", (), "It was late . We went home ."
    )

    def label(self) -> str:
        return "breaks"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        before, after = sentences_in(segment.source), sentences_in(correction.text)
        return [(int(after > before), int(0 < after < before), int(after == 0 < before), 1)]

    def values(self, sums: Array) -> dict[str, Array]:
        """Lines with other numbers of sentences, of all (0 of none)."""
        lines = np.maximum(sums[..., 3], 1)
        return {"score": sums[..., :3].sum(axis=-1) / lines}
