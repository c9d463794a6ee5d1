"""CLEME: the chunks that the hypothesis changed, against those that the references changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.measures import fscore
from corrigenda.measures.cleme_chunks import ChunkChange, Kind, Partition, partition
from corrigenda.measures.contract import BLOCK, Array, Judgement, Measure, Row, Within

KINDS: tuple[Kind, ...] = ("tp", "fp", "fn", "tn")
HEAD = 5
"""Numbers of a row before those of its chunks; see `candidates`."""


class Weigher(NamedTuple):
    """The weight of a chunk by its length x: alpha / (1 + (alpha - 1) exp(mean - x)), bounded.

    It grows with the length where that is a merit or a want; where it is a fault, it is falling:
    exp(x - mean).
    """

    alpha: float
    low: float
    high: float
    falling: bool = False

    def __call__(self, length: float, mean: float) -> float:
        above = mean - length if not self.falling else length - mean
        if above > 700:
            return self.low  # where exp would overflow
        return min(self.high, max(self.low, self.alpha / (1 + (self.alpha - 1) * exp(above))))


CORPUS = (Weigher(2, 0.75, 1.25), Weigher(2, 0.75, 1.25, True), Weigher(2, 0.75, 1.25))
SENTENCE = {
    "dependent": (Weigher(10, 1, 10), Weigher(10, 0.25, 1, True), Weigher(10, 1, 1)),
    "independent": (Weigher(10, 2.5, 10), Weigher(10, 0.25, 1, True), Weigher(10, 1, 1)),
}
"""Weights of tp, fp and fn."""


@dataclass(frozen=True)
class CLEME(Measure, name="CLEME"):
    """Precision, recall and F over chunks, independent of where edits begin and end.

    The source is split into chunks: edits of the hypothesis and of any reference that overlap or
    touch form one; the text between them is unchanged. A chunk is

    - tp, if the hypothesis changes it as the reference does;
    - fp, if the hypothesis changes it in another way, or the reference does not;
    - fn, if only the reference changes it;
    - tn, if neither does.

    P = tp / (tp + fp), R = tp / (tp + fn), each 1 if its denominator is 0, and F = (1 + beta²) P R
    / (beta² P + R). Under the assumption that corrections of one sentence are `dependent`, a single
    reference must be followed: each sentence uses the one that gives the highest F over all
    sentences so far (average=sentence: for this sentence), rounded to 4 decimals, then the most tp,
    the fewest fp, the fewest fn, the first. If they are `independent`, any reference may be
    followed in any chunk: tp if one of them changes the chunk in the same way, fn only if all
    change it.

    Chunks are weighted by their length x, in tokens of source or correction, whichever has more:
    tp and fn have the weight alpha / (1 + (alpha - 1) exp(m - x)), and fp have the weight
    alpha / (1 + (alpha - 1) exp(x - m)), where alpha is 2, weights are kept between 0.75 and 1.25,
    and m is the mean length of the chunks that references change, over the corpus; tn have weight
    1. So long chunks count more if they are right or missed, and less if they are wrong.

    If edits have several alternatives, the first ones in a chunk belong together, the second ones,
    and so on. Edits that mark an error without correcting it do not count.

    Parameters:
        assumption: must a sentence follow a single reference, or may it follow another in each
            chunk
        average: scores from counts of the whole corpus, or means of sentences' scores (rounded to 4
            decimals, as released)
        weights: chunks weigh by their length as the released tool weighs them (length), as it would
            weigh them for average=sentence if its settings took effect (sentence), or all alike
            (none)
        beta: weight of recall relative to precision
        empty: references that delete the whole sentence: as if not given, unless there are no
            others (drop), or as any other (keep)
    """

    columns = (*KINDS, "p", "r", "f", "acc", "sentences")
    score_name = "F{beta:g}"
    shown_counts = KINDS
    needs = ("references", "texts")
    extractor = "ERRANT"
    cut_by = "the partition into chunks"
    judges = True
    row_type: ClassVar[type] = np.int32
    origin = (
        "Ye et al. (2023), CLEME: Debiasing multi-reference evaluation for grammatical error "
        "correction, EMNLP; agrees with the released tool on given edits"
    )

    assumption: Literal["dependent", "independent"] = "dependent"
    average: Literal["corpus", "sentence"] = "corpus"
    weights: Literal["length", "sentence", "none"] = "length"
    beta: Annotated[float, Within(0, 1000)] = 0.5
    empty: Literal["drop", "keep"] = "drop"

    # --- from sentences to rows ------------------------------------------------------------------

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        """Return one row: how many ways to judge a chunk there are (one for each reference, or just
        one), how many changed chunks, how many unchanged; how many chunks references change, and
        the sum of their lengths; then for each changed chunk its length and, each way, its kind.

        Weights depend on the mean length, and the choice of a reference on weights, so both wait
        until all sentences are there.
        """
        cut = self._partition(segment, correction)
        changes = [r for chunk in cut.chunks for r in chunk.references if r is not None]
        ways = 1 if self.assumption == "independent" else len(self._used(segment))
        row = [ways, len(cut.chunks), cut.unchanged, len(changes), sum(c.length for c in changes)]
        for chunk in cut.chunks:
            kinds = [chunk.kind()] if self.assumption == "independent" else chunk.kinds()
            row += [chunk.length, *map(KINDS.index, kinds)]
        return [row]

    def table(self, rows: Sequence[Row] | Array) -> Array:
        """Return rows as an array: they are as long as they have chunks, and padded with zeros."""
        if isinstance(rows, np.ndarray):
            return rows
        out = np.zeros((len(rows), max(map(len, rows), default=HEAD)))
        for padded, row in zip(out, rows, strict=True):
            padded[: len(row)] = row
        return out

    def judge(self, segment: Segment, correction: Correction, candidate: int) -> list[Judgement]:
        """Return changed chunks as edits; by the reference that suits the sentence best by
        itself."""
        cut = self._partition(segment, correction)
        if self.assumption == "independent":
            kinds = [chunk.kind() for chunk in cut.chunks]
            references: list[Sequence[ChunkChange | None]] = [c.references for c in cut.chunks]
        else:
            ways = list(zip(*(chunk.kinds() for chunk in cut.chunks), strict=True))
            counts = [[float(way.count(kind)) for kind in KINDS] for way in ways]
            best = self._best(counts, [0.0] * 4) if ways else 0
            kinds = list(ways[best]) if ways else []
            references = [(chunk.references[best],) for chunk in cut.chunks]
        out = []
        for chunk, kind, others in zip(cut.chunks, kinds, references, strict=True):
            ours = chunk.hypothesis
            if kind == "fp" and ours is not None:
                out.append(Judgement(ours.edit, "spurious"))
            elif kind == "fn":
                out.append(Judgement(next(o for o in others if o is not None).edit, "missed"))
            elif kind == "tp" and ours is not None:
                same = next(o for o in others if o is not None and o.agrees(ours))
                out.append(Judgement(same.edit, "hit"))
        return out

    def _partition(self, segment: Segment, correction: Correction) -> Partition:
        return partition(segment.tokens, correction, self._used(segment))

    def _used(self, segment: Segment) -> Sequence[Correction]:
        """Return the references that count."""
        given = self.references(segment)
        if self.empty == "keep":
            return given
        return [reference for reference in given if reference.tokens] or given

    # --- from rows to counts ---------------------------------------------------------------------

    def totals(self, rows: Array) -> Array:
        return np.asarray(self.resampled_rows(rows).sum(axis=0))

    def resampled_rows(self, rows: Array) -> Array:
        """Return the weighted counts of each sentence, its own P, R, F and accuracy, and 1."""
        return self._weighed(rows, alone=self.average == "sentence")

    def sentence_scores(self, rows: Array) -> Array:
        """Return the score of each sentence by the reference that suits it best by itself."""
        return self.values(self._weighed(rows, alone=True))["score"]

    def _weighed(self, rows: Array, *, alone: bool) -> Array:
        changes, lengths = rows[:, 3].sum(), rows[:, 4].sum()
        weights = _Weights(self._weighers(), lengths / changes if changes else 1.0)
        out = np.zeros((len(rows), len(self.columns)))
        totals = [0.0] * 4
        listed = (row for k in range(0, len(rows), BLOCK) for row in rows[k : k + BLOCK].tolist())
        for numbers, row in zip(out, listed, strict=True):
            options = weights.counts(row)
            chosen = options[self._best(options, [0.0] * 4 if alone else totals)]
            totals = [total + number for total, number in zip(totals, chosen, strict=True)]
            numbers[:4] = chosen
            numbers[4:8] = np.round(self._prf(chosen), 4)
            numbers[8] = 1.0
        return out

    def _weighers(self) -> tuple[Weigher, ...] | None:
        if self.weights == "none":
            return None
        return CORPUS if self.weights == "length" else SENTENCE[self.assumption]

    def _best(self, options: Sequence[Sequence[float]], totals: Sequence[float]) -> int:
        """Return the first of those with the highest F, then the most tp, the fewest fp, the fewest
        fn."""

        def goodness(index: int) -> tuple[float, ...]:
            tp, fp, fn, _ = option = options[index]
            so_far = [total + number for total, number in zip(totals, option, strict=True)]
            return round(self._prf(so_far)[2], 4), tp, -fp, -fn

        return max(range(len(options)), key=goodness) if len(options) > 1 else 0

    def _prf(self, counts: Sequence[float]) -> tuple[float, float, float, float]:
        """Return P, R, F and accuracy of four counts, in plain numbers, as this is called very
        often."""
        tp, fp, fn, tn = counts
        p = tp / (tp + fp) if fp else 1.0
        r = tp / (tp + fn) if fn else 1.0
        weighted = self.beta**2 * p + r
        f = (1 + self.beta**2) * p * r / weighted if weighted else 0.0
        return p, r, f, (tp + tn) / (tp + fp + fn + tn)

    # --- from counts to scores -------------------------------------------------------------------

    def values(self, sums: Array) -> dict[str, Array]:
        sums = np.asarray(sums, dtype=np.float64)
        if self.average == "sentence":
            p, r, f, accuracy = np.moveaxis(sums[..., 4:8] / np.maximum(sums[..., 8:], 1), -1, 0)
            return {"score": f, "precision": p, "recall": r, "accuracy": accuracy}
        counts = sums[..., :4]
        right = counts[..., 0] + counts[..., 3]
        accuracy = right / np.maximum(counts.sum(axis=-1), np.finfo(np.float64).tiny)
        return {**fscore.f_values(counts[..., :3], self.beta), "accuracy": accuracy}

    def counts(self, totals: Array) -> dict[str, float]:
        return dict(zip(KINDS, (float(total) for total in totals[:4]), strict=True))


class _Weights:
    """The weights of chunks by kind and length, given the mean length."""

    def __init__(self, weighers: tuple[Weigher, ...] | None, mean: float) -> None:
        self.weighers = weighers
        self.mean = mean
        self.known: dict[tuple[int, float], float] = {}

    def counts(self, row: list[float]) -> list[list[float]]:
        """Return the weighted numbers of tp, fp, fn and tn, for each way to judge the chunks of a
        row."""
        ways, chunks = int(row[0]), int(row[1])
        out = [[0.0, 0.0, 0.0, row[2]] for _ in range(ways)]
        at = HEAD
        for _ in range(chunks):
            length = row[at]
            for way, kind in enumerate(row[at + 1 : at + 1 + ways]):
                out[way][int(kind)] += self.weight(int(kind), length)
            at += 1 + ways
        return out

    def weight(self, kind: int, length: float) -> float:
        if self.weighers is None or KINDS[kind] == "tn":
            return 1.0
        key = kind, length
        if key not in self.known:
            self.known[key] = self.weighers[kind](length, self.mean)
        return self.known[key]
