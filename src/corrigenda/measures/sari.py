"""SARI: what a simplification kept, added and deleted, against the source and the references.

`sari_counts` says what was done and what of it is right; here it becomes scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from corrigenda.corpus import Pair
from corrigenda.measures.contract import (
    Array,
    Example,
    Measure,
    Presets,
    Row,
    Unsigned,
    Within,
)
from corrigenda.measures.mteval import split_words
from corrigenda.measures.sari_counts import (
    UNDEFINED,
    Formula,
    SentenceNgrams,
    Words,
    blocks,
    ratios,
    totals,
)

RATIOS = tuple(f"{op}_{part}" for op in ("keep", "add", "del") for part in ("p", "r", "f"))


@dataclass(frozen=True)
class SARIScores(Measure):
    """The base of SARI and MAX-SARI: the parameters, and the scores of sentences.

    Parameters:
        n: the highest order of n-grams
        formula: what is right: as in SARI.py (2016), modified-sari.py (2023), Hugging Face evaluate
            (evaluate), or without their flaws (corrected)
        deletion: how deletions are scored: by precision only, or by F1
        orders: over the orders of n-grams, take the mean of F (f), or F of the mean precision and
            recall (pr)
        lowercase: ignore case
        tokenize: split texts at white space (none), or tokenise them as EASSE and evaluate do
            (13a); 13a-legacy leaves the source as it is, as EASSE once did
    """

    together: ClassVar[bool] = True
    """Are all references taken together, or each by itself?"""

    needs = ("references", "texts")
    columns = (*RATIOS, "sentences")
    example = Example(
        "The feline was subsequently discovered beneath the stairs .",
        ("The cat was later found under the stairs .", "The cat was found below the stairs ."),
        "The cat was subsequently found beneath the stairs .",
    )

    n: Annotated[int, Within(1, 20)] = 4
    formula: Formula = "2016"
    deletion: Literal["precision", "f1"] = "precision"
    orders: Literal["f", "pr"] = "f"
    lowercase: bool = True
    tokenize: Annotated[Literal["none", "13a", "13a-legacy"], Unsigned()] = "none"

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        sentences = [
            SentenceNgrams(
                self._split(segment.source, source=True),
                [self._split(correction.text) for correction in corrections],
                [self._split(reference.text) for reference in self.references(segment)],
            )
            for segment, corrections in pairs
        ]
        by_sentence: list[list[Sequence[Row]]] = []
        for block in blocks(sentences):
            words = Words(block, together=self.together)
            rows = self.rows_of(words).transpose(2, 0, 1, 3).tolist()
            for sentence, number, by_output in zip(block, words.rows_each, rows, strict=True):
                outputs = by_output[: len(sentence.outputs)]
                by_sentence.append([candidates[:number] for candidates in outputs])
        return by_sentence

    def _split(self, text: str, *, source: bool = False) -> list[str]:
        plain = source and self.tokenize == "13a-legacy"
        how = "none" if plain else self.tokenize
        return split_words(text, lowercase=self.lowercase, tokenize=how)

    def rows_of(self, words: Words) -> Array:
        """Return rows by output, reference (or all together) and sentence.

        It holds precision, recall and F of keeping, adding and deleting, and 1.
        """
        rows = np.zeros((words.outputs, words.rows, words.sentences, 10))
        for counts in words.ngrams(self.n):
            by_operation = ratios(words, counts, self.formula)
            for k in range(3):
                precision, recall = by_operation[2 * k : 2 * k + 2]
                rows[..., 3 * k] += precision
                rows[..., 3 * k + 1] += recall
                rows[..., 3 * k + 2] += _f1(precision, recall)
        if self.orders == "pr":  # F1 of sums: n times that of means
            rows[..., 2:9:3] = _f1(rows[..., 0:9:3], rows[..., 1:9:3])
        rows /= self.n
        rows[..., 9] = 1.0
        return rows

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the means over sentences."""
        means = sums[..., :9] / np.maximum(sums[..., 9:], 1.0)
        deleted = means[..., 6] if self.deletion == "precision" else means[..., 8]
        return _scores(means[..., 2], means[..., 5], deleted)

    def counts(self, totals: Array) -> dict[str, float]:
        """Return the mean precision, recall and F of each operation."""
        sentences = float(totals[9])
        means = (float(total) / max(sentences, 1.0) for total in totals[:9])
        return {**dict(zip(RATIOS, means, strict=True)), "sentences": sentences}


@dataclass(frozen=True)
class SARI(SARIScores, name="SARI"):
    """The mean of three scores: of n-grams rightly kept, rightly added and rightly deleted.

    For each order up to n, with N references that have an n-gram r times together, the source s
    times and the output c times: it is kept N min(s, c) times, min(kept, r) of them good, and min(N
    s, r) are due; it is gone N max(0, s - c) times, max(0, gone - r) of them good, and max(0, N s -
    r) are due; it is added once if c > 0 = s, which is good if r > 0, and an addition is due if r >
    0 = s. For a sentence,

        precision = mean of good / done over n-grams kept (added, gone)
        recall    = mean of good / due over n-grams that were to be
        SARI      = (F1(keep) + F1(add) + precision(delete)) / 3

    each the mean over the orders (0 / 0 is 0), and the score is the mean over sentences. With
    level=corpus, good, done and due are summed over n-grams and sentences before they are divided;
    good deletions are then min(gone, due).

    `formula` says which changes are right:

    - 2016: as above;
    - 2023: an addition is good only if its words are not found in the source in that order (with
      gaps), since leaving out words is not an addition; in F1(delete), the numerator of recall is
      the sum of good / gone, as released;
    - corrected: n-grams whose words are found in the source in that order are not additions,
      neither done nor due; good deletions are min(gone, due), so one of two equal words may be
      deleted;
    - evaluate: 0 / 0 is 1, and the recall of keeping is a ratio of sums of counts, not a mean.

    More references can lower SARI: changes on which they disagree are only partly right.

    Parameters:
        level: the mean of the sentences' scores, or one score from counts of the whole corpus

    Presets:
        easse: corpus_sari of EASSE
        easse-legacy: corpus_sari of EASSE with legacy=True, as in earlier papers
        evaluate: sari of Hugging Face evaluate
        modified-sari: modified-sari.py of 2023
    """

    origin = (
        "Xu et al. (2016), Optimizing statistical machine translation for text simplification, "
        "TACL; agrees with SARI.py, with modified-sari.py of 2023, Hugging Face evaluate and "
        "EASSE (see presets; EASSE's use_paper_version is orders=pr)"
    )
    presets: ClassVar[Presets] = {
        "easse": {"level": "corpus", "deletion": "f1", "tokenize": "13a"},
        "easse-legacy": {
            "level": "corpus",
            "deletion": "f1",
            "lowercase": False,
            "tokenize": "13a-legacy",
        },
        "evaluate": {"formula": "evaluate", "tokenize": "13a"},
        "modified-sari": {"formula": "2023"},
    }

    level: Literal["sentence", "corpus"] = "sentence"

    def about_score(self) -> str:
        if self != SARI():
            return ""
        return "mean over sentences, as SARI.py computes it; EASSE's score is SARI(preset=easse)"

    def column_names(self) -> tuple[str, ...]:
        if self.level == "corpus":
            names = (
                f"{operation}_{what}_{k}"
                for k in range(1, self.n + 1)
                for operation in ("keep", "add", "del")
                for what in ("good", "done", "due")
            )
            return tuple(names)
        return self.columns

    def rows_of(self, words: Words) -> Array:
        if self.level == "sentence":
            return super().rows_of(words)
        numbers = [
            np.broadcast_to(number, (words.outputs, 1, words.sentences))
            for counts in words.ngrams(self.n)
            for number in totals(words, counts, self.formula)
        ]
        return np.stack(numbers, axis=-1)

    def values(self, sums: Array) -> dict[str, Array]:
        if self.level == "sentence":
            return super().values(sums)
        sums = np.asarray(sums, dtype=np.float64)
        of = sums.reshape(*sums.shape[:-1], self.n, 3, 3)  # order, operation, (good, done, due)
        undefined = UNDEFINED[self.formula]
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.where(of[..., 1] > 0, of[..., 0] / of[..., 1], undefined)
            recall = np.where(of[..., 2] > 0, of[..., 0] / of[..., 2], undefined)
        if self.orders == "pr":
            precision, recall = precision.mean(axis=-2), recall.mean(axis=-2)
            f = _f1(precision, recall)
        else:
            f = _f1(precision, recall).mean(axis=-2)
            precision = precision.mean(axis=-2)
        deleted = (precision if self.deletion == "precision" else f)[..., 2]
        return _scores(f[..., 0], f[..., 1], deleted)

    def counts(self, totals: Array) -> dict[str, float]:
        if self.level == "sentence":
            return super().counts(totals)
        return dict(zip(self.columns, (float(total) for total in totals), strict=True))


def _scores(keep: Array, add: Array, delete: Array) -> dict[str, Array]:
    return {"score": (keep + add + delete) / 3, "keep": keep, "add": add, "del": delete}


def _f1(precision: Array, recall: Array) -> Array:
    both = precision + recall
    return np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
