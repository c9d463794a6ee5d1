"""Surface: length, splits, copies, additions and deletions. Needs no references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from rapidfuzz.distance import Indel

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Array, Example, Measure, Presets, Row, Unsigned
from corrigenda.measures.mteval import split_words
from corrigenda.measures.readability import count_sentences


@dataclass(frozen=True)
class Surface(Measure, name="Surface"):
    """What became of the source on the surface: shorter or longer, split, copied, words added and
    deleted. It needs no references, and says nothing about right and wrong.

    Means over sentences of

        compression  characters of the output / characters of the source
        splits       sentences of the output / sentences of the source
        copies       1 if the output equals the source
        similarity   1 - (inserted and deleted characters) / (characters of both)
        additions    words that only the output has / words of the longer of both
        deletions    words that only the source has / words of the longer of both

    Words are counted as often as they occur, wherever they stand. Sentences end at stops, also in
    text without capitals. An empty source has compression 0 (1 if the output is empty, too).

    Parameters:
        lowercase: ignore case
        tokenize: split texts at white space (none), or tokenise them by the rules of mteval-v13a
        number: which of these is the score; the others are its parts

    Presets:
        easse: corpus_quality_estimation of EASSE by definition, with our sentence ends
    """

    columns = (
        "compression",
        "splits",
        "copies",
        "similarity",
        "additions",
        "deletions",
        "sentences",
    )
    score_name = "{number}"
    best = None
    shares: ClassVar[tuple[str, ...]] = ()  # in percent, they would differ from the ratios beside
    needs = ()
    origin = (
        "Martin et al. (2018), Reference-less quality estimation of text simplification systems, "
        "ATA; Alva-Manchego et al. (2019), EASSE, EMNLP"
    )
    presets: ClassVar[Presets] = {"easse": {"tokenize": "13a", "lowercase": True}}
    example = Example(
        "The feline was subsequently discovered beneath the stairs .",
        (),
        "The cat was found . It was under the stairs .",
    )

    lowercase: bool = False
    tokenize: Literal["none", "13a"] = "none"
    number: Annotated[
        Literal["compression", "splits", "copies", "similarity", "additions", "deletions"],
        Unsigned(),
    ] = "compression"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        before, after = (
            split_words(text, lowercase=self.lowercase, tokenize=self.tokenize)
            for text in (segment.source, correction.text)
        )
        source, output = " ".join(before), " ".join(after)
        there, here = Counter(before), Counter(after)
        longer = max(len(before), len(after), 1)
        return [
            (
                len(output) / len(source) if source else float(not output),
                # Where text is lower-cased only for comparison, capitals still tell sentences.
                count_sentences(correction.text) / count_sentences(segment.source),
                int(before == after),
                Indel.normalized_similarity(source, output),
                (here - there).total() / longer,
                (there - here).total() / longer,
                1,
            )
        ]

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the means over sentences."""
        sums = np.asarray(sums, dtype=np.float64)
        means = sums[..., :-1] / np.maximum(sums[..., -1:], 1)
        numbers = dict(zip(self.columns[:-1], np.moveaxis(means, -1, 0), strict=True))
        return {"score": numbers.pop(self.number), **numbers}
