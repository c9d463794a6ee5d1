"""FKGL: the school grade needed to read a text. Needs no references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Array, Example, Measure, Row
from corrigenda.measures.mteval import split_words
from corrigenda.measures.readability import count_sentences, syllables, words_read


@dataclass(frozen=True)
class FKGL(Measure, name="FKGL"):
    """The Flesch-Kincaid grade level of the output: long sentences and long words raise it. It
    needs neither references nor the source, so it cannot tell a simple text from a ruined one.

        FKGL = 0.39 words / sentences + 11.8 syllables / words - 15.59

    over all sentences together, and at least 0. A lower grade is simpler, not better: cutting texts
    short lowers it, too. Sentences end at stops, also in text without capitals; punctuation is not
    a word, and a clitic (n't, 's) is part of the word before it. Syllables are counted by rules for
    English.

    With words=tokens, punctuation and clitics count as words, as in EASSE. That alone lowers the
    grade by about two, as they have few syllables. It is still not EASSE's grade: syllables and
    sentence ends are found by other rules.

    Parameters:
        words: words only, or all tokens
        tokenize: split texts at white space (none), or tokenise them by the rules of mteval-v13a
    """

    columns = ("words", "syllables", "sentences")
    score_name = "grade"
    best = None
    needs = ()
    origin = (
        "Kincaid et al. (1975), Derivation of new readability formulas for Navy enlisted personnel"
    )
    example = Example(
        "The feline was subsequently discovered beneath the stairs .",
        (),
        "The cat was found . It was under the stairs .",
    )

    words: Literal["words", "tokens"] = "words"
    tokenize: Literal["none", "13a"] = "none"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        text = correction.text
        tokens = split_words(text, lowercase=False, tokenize=self.tokenize)
        if not tokens:
            return [(0, 0, 0)]
        words = words_read(tokens)
        number = len(words) if self.words == "words" else len(tokens)
        return [(number, sum(map(syllables, words)), count_sentences(text))]

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the grade, words per sentence, and syllables per word."""
        words, spoken, sentences = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
        length = words / np.maximum(sentences, 1)
        weight = spoken / np.maximum(words, 1)
        grade = np.maximum(0.39 * length + 11.8 * weight - 15.59, 0.0)
        return {
            "score": np.where(words > 0, grade, 0.0),
            "words / sentence": length,
            "syllables / word": weight,
        }
