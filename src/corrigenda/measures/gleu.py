"""GLEU: n-gram precision, with a penalty for source n-grams that should have been changed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.counting import counted
from corrigenda.measures.contract import Measure, Presets, Row, Score, Within
from corrigenda.measures.ngrams import Gram, Ngrams, count, shared
from corrigenda.measures.reference_draws import Seeds, drawn_references
from corrigenda.numerics import exp, log

if TYPE_CHECKING:
    from corrigenda.measures.contract import Array


FEW = 4096
"""As many draws can be listed instead of sampled."""


@dataclass(frozen=True)
class GLEU(Measure, name="GLEU"):
    """BLEU for correction: n-grams that should have been changed count against the hypothesis.

    For a sentence, one of its references and each order n up to 4: `match` is the number of n-grams
    that the hypothesis shares with the reference, minus the number that it shares with the source
    though the reference lacks them (at least 0); `total` is the number of its n-grams. Summed over
    the sentences, with c and r the lengths of hypotheses and references,

        GLEU = exp(min(0, 1 - r / c)) * (product of match_n / total_n over the orders) ^ (1 / 4)

    and 0 if any of these sums is 0. With several references, one is sampled for each sentence, and
    the score is the mean over `draws` such samples, with fixed seeds. `draws=0` gives the
    expectation over all samples instead: without sampling noise, faster, and independent of the
    order of references and sentences. It is exact if there are at most 4,096 possible samples, and
    otherwise a closed form that is right to four decimals for some hundred sentences, less accurate
    for a dozen, and unreliable if hardly any n-gram matches.

    `formula` says when a reference lacks an n-gram: if it does not have it at all (2016, the form
    in use), or if it has it less often than source and hypothesis share it (corrected: min(h, r) -
    max(0, min(s, h) - r) for an n-gram found s, h and r times; not clipped at 0).

    The score of a sentence alone is the mean over its references, with `conventions`:

    - gec-ranking: every sum that is 0 is set to 1 (smoothing); an empty sentence has length 0;
    - gec-metrics: no smoothing, but an order without n-grams has precision 1, in whole corpora,
      too; an empty sentence has length 1.

    Parameters:
        n: the highest order of n-grams
        draws: how many times to sample references (once, if all have one); 0: closed form
        seeds: sample references as tools do on Python 3 or on Python 2
        formula: n-grams are lacking if the reference has none of them (2016), or too few
            (corrected)
        conventions: whose conventions to follow for single and empty sentences and orders without
            n-grams

    Presets:
        jfleg: gleu.py of JFLEG, on Python 3
        gec-ranking: compute_gleu of gec-ranking, on Python 2
        gec-metrics: GLEUOfficial of gec-metrics
        gec-metrics-corrected: GLEU of gec-metrics
    """

    needs = ("references", "texts")
    part_notes: ClassVar[Mapping[str, str]] = {
        "std": "standard deviation of the score over draws of references"
    }
    origin = (
        "Napoles et al. (2015), Ground truth for grammatical error correction metrics, ACL; "
        "revised 2016, arXiv:1605.02592. Agrees with gec-ranking, with JFLEG's gleu.py, and with "
        "gec-metrics' GLEUOfficial and GLEU (see presets)"
    )
    presets: ClassVar[Presets] = {
        "jfleg": {"seeds": "python3"},
        "gec-ranking": {"seeds": "python2"},
        "gec-metrics": {"conventions": "gec-metrics"},
        "gec-metrics-corrected": {"formula": "corrected", "conventions": "gec-metrics"},
    }

    n: Annotated[int, Within(1, 20)] = 4
    draws: Annotated[int, Within(0, 1_000_000)] = 500
    seeds: Seeds = "python3"
    formula: Literal["2016", "corrected"] = "2016"
    conventions: Literal["gec-ranking", "gec-metrics"] = "gec-ranking"

    def column_names(self) -> tuple[str, ...]:
        orders = range(1, self.n + 1)
        names = ["hyp_len", *(f"total_{k}" for k in orders), "references"]
        names += ["ref_len", *(f"match_{k}" for k in orders)]  # these again for each reference
        return tuple(names)

    # --- from sentences to rows ------------------------------------------------------------------

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        """Return one row: length and totals, how many references, then length and matches with
        each."""
        source, hypothesis = shared(segment.source, self.n), count(correction.text, self.n)
        # What source and hypothesis share, and what the hypothesis has more than once: the same
        # whatever the reference.
        kept = [h.intersection(s) for h, s in zip(hypothesis.distinct, source.grams, strict=True)]
        repeated = [
            [(gram, times, source.grams[k].count(gram)) for gram, times in counts.items()]
            for k, counts in enumerate(map(hypothesis.repeated, range(self.n)))
        ]
        texts = [reference.text for reference in self.references(segment)]
        row = [self._length(hypothesis), *map(len, hypothesis.grams), len(texts)]
        known: dict[str, list[int]] = {}  # annotators often agree
        for text in texts:
            if text not in known:
                reference = shared(text, self.n)
                matches = self._matches(hypothesis, reference, kept, repeated)
                known[text] = [self._length(reference), *matches]
            row += known[text]
        return [row]

    def _length(self, text: Ngrams) -> int:
        return max(text.length, 1) if self.conventions == "gec-metrics" else text.length

    def _matches(
        self,
        hypothesis: Ngrams,
        reference: Ngrams,
        kept: Sequence[frozenset[Gram]],
        repeated: Sequence[Sequence[tuple[Gram, int, int]]],
    ) -> list[int]:
        """Return the matches of each order."""
        out = []
        corrected = self.formula == "corrected"
        for k, grams in enumerate(reference.grams):
            # As if each n-gram occurred once; then what those add that occur more often.
            common = hypothesis.distinct[k].intersection(grams)
            matches = len(common) - len(kept[k] - common)
            for gram, in_h, in_s in repeated[k]:
                in_r = reference.grams[k].count(gram)
                lacking = max(0, min(in_s, in_h) - in_r) if corrected or not in_r else 0
                matches += min(in_h, in_r) - lacking
                matches -= 1 if in_r else -1 if in_s else 0
            out.append(matches if corrected else max(0, matches))
        return out

    def table(self, rows: Sequence[Row] | Array) -> Array:
        """Return rows as an array: they are as long as they have references, and padded with
        zeros."""
        if isinstance(rows, np.ndarray):
            return rows
        out = np.zeros((len(rows), max(map(len, rows), default=len(self.columns))))
        for padded, row in zip(out, rows, strict=True):
            padded[: len(row)] = row
        return out

    def _parts(self, rows: Array) -> tuple[Array, Array, Array]:
        """Return length and totals; how many references; (sentence, reference, length and
        matches)."""
        width = 1 + self.n
        heads, references = rows[:, :width], rows[:, width]
        most = (rows.shape[1] - width - 1) // width
        return heads, references, rows[:, width + 1 :].reshape(len(rows), most, width)

    # --- the score, from drawn references --------------------------------------------------------

    def totals(self, rows: Array) -> Array:
        """Return, for each draw (row), hyp_len, ref_len, match_1, total_1, match_2, ...

        Where `draws` is 0, all draws there can be, if they are few; else the sums of the additive
        columns.
        """
        heads, references, bodies = self._parts(rows)
        counts = tuple(references.astype(int).tolist())
        if self.draws:
            draws = self.steps(rows)
            blocks = drawn_references(counts, draws, self.seeds)
            blocks = counted(blocks, steps=draws, items=len(rows))
        elif math.prod(counts) <= FEW:
            blocks = iter([np.array(list(product(*map(range, counts)))).T])
        else:
            return np.asarray(self.resampled_rows(rows).sum(axis=0))
        sums = np.zeros((1, bodies.shape[2]))
        first = 0
        for drawn in blocks:
            by_draw, some = drawn.T, bodies[first : first + len(drawn)]
            for k in range(some.shape[1]):
                sums = sums + (by_draw == k).astype(np.float64) @ some[:, k]
            first += len(drawn)
        out = np.empty((len(sums), 2 + 2 * self.n))
        out[:, 0], out[:, 1] = heads[:, 0].sum(), sums[:, 0]
        out[:, 2::2], out[:, 3::2] = sums[:, 1:], heads[:, 1:].sum(axis=0)
        return out

    def steps(self, rows: Array) -> int:
        """Return the number of draws: one, if each sentence has one reference."""
        several = self._parts(rows)[1].max(initial=1) > 1
        return self.draws if several else min(self.draws, 1)

    def drawn_scores(self, totals: Array) -> Array:
        """Return the score of each draw."""
        return self._gleu(totals[:, 0], totals[:, 1], totals[:, 2::2], totals[:, 3::2])

    def score(self, totals: Array) -> Score:
        """Return the mean over the draws, with their standard deviation; or the closed form."""
        if totals.ndim == 1:
            return super().score(totals)
        scores = self.drawn_scores(totals)
        return Score(float(scores.mean()), {"std": float(scores.std())}, self.counts(totals))

    def counts(self, totals: Array) -> dict[str, float]:
        """Return the sums of lengths, matches and totals: their means over the draws."""
        width = 1 + self.n
        if totals.ndim == 2:
            means = totals.mean(axis=0)
            heads = [means[0], *means[3::2]]
            bodies = [means[1], *means[2::2]]
        else:
            heads, bodies = [*totals[:width]], [*totals[width : 2 * width]]
        names = [name for name in self.columns if name != "references"]
        return dict(zip(names, map(float, heads + bodies), strict=True))

    def _gleu(self, c: Array, r: Array, match: Array, total: Array) -> Array:
        """Return the formula, over leading axes; orders are on the last axis of `match` and
        `total`."""
        log_precision = self._log_precision(match, total)
        with np.errstate(divide="ignore", invalid="ignore"):
            brevity = np.minimum(0.0, 1 - r / c)
            return np.where((c > 0) & (r > 0), exp(brevity + log_precision), 0.0)

    def _log_precision(self, match: Array, total: Array) -> Array:
        """Return the logarithm of the mean precision: minus infinity if any is not positive."""
        without = 1.0 if self.conventions == "gec-metrics" else 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.where(total > 0, match / total, without)
            return np.asarray(log(np.maximum(precision, 0.0)).mean(axis=-1))

    # --- sentences -----------------------------------------------------------------------------

    def reference_scores(self, rows: Array) -> Array:
        """Return the score of each sentence (row) with each of its references (column).

        Not a number where a sentence has fewer references than another.
        """
        heads, references, bodies = self._parts(rows)
        c, total = heads[:, None, 0], heads[:, None, 1:]
        r, match = bodies[..., 0], bodies[..., 1:]
        if self.conventions == "gec-ranking":
            c, total, r = (np.where(x == 0, 1.0, x) for x in (c, total, r))
            match = np.where(match == 0, 1.0, match)
        scores = self._gleu(c, r, match, total)
        absent = np.arange(bodies.shape[1]) >= references[:, None]
        return np.where(absent, np.nan, scores)

    def sentence_scores(self, rows: Array) -> Array:
        """Return the mean over a sentence's references."""
        return np.asarray(np.nanmean(self.reference_scores(rows), axis=1))

    # --- the expectation, for intervals and tests -------------------------------------------------

    def resampled_rows(self, rows: Array) -> Array:
        """Return hyp_len, total_1 .. total_n; then, over a uniform choice among a sentence's
        references, the means of (ref_len, match_1 .. match_n) and their covariances (upper
        triangle).

        Sentences draw independently, so means and covariances of the sums are sums of these.
        """
        heads, references, bodies = self._parts(rows)
        share = 1 / references[:, None]
        mean = bodies.sum(axis=1) * share
        a, b = np.triu_indices(1 + self.n)
        squares = np.einsum("irk,irk->ik", bodies[..., a], bodies[..., b]) * share
        return np.concatenate([heads, mean, squares - mean[:, a] * mean[:, b]], axis=1)

    def offset(self, rows: Array, score: float) -> float:
        """Return the mean over the draws minus its expectation, which is resampled."""
        expected = self.values(self.resampled_rows(rows).sum(axis=0))["score"]
        return score - float(expected)

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the expected GLEU when references are drawn at random, in closed form.

        GLEU = exp(L + min(0, X)), where L is the mean log precision and X = 1 - r/c. Both are
        sums over many sentences, so they are taken as jointly normal, with the mean of L to second
        order: E[log m] ~ log E[m] - var(m) / (2 E[m]²). With means l, x, variances s², v and
        covariance k, the expectation is

            exp(l + s²/2) Phi((x+k)/√v) + exp(l + x + (s²+2k+v)/2) Phi(-(x+k+v)/√v)

        It is exact where each sentence has one reference (or references that do not differ in
        length and matches).
        """
        width = 1 + self.n
        c, total = sums[..., 0], sums[..., 1:width]
        r, match = sums[..., width], sums[..., width + 1 : 2 * width]
        covariance = sums[..., 2 * width :]
        plain = self._gleu(c, r, match, total)
        with np.errstate(divide="ignore", invalid="ignore"):
            # Derivatives of X and of L: -1/c by length, 1 / (n match) by matches.
            slope = np.concatenate([-1 / c[..., None], 1 / (self.n * match)], axis=-1)
            a, b = np.triu_indices(width)
            terms = covariance * slope[..., a] * slope[..., b]
        terms = np.where((plain > 0)[..., None] & (covariance != 0), terms, 0.0)
        in_x, diagonal = a == 0, a == b
        twice = np.where(diagonal, 1.0, 2.0)
        v = np.maximum(terms[..., in_x & diagonal][..., 0], 0.0)
        k = terms[..., in_x & ~diagonal].sum(axis=-1)
        ss = np.maximum((terms * twice)[..., ~in_x].sum(axis=-1), 0.0)
        shift = -self.n * terms[..., ~in_x & diagonal].sum(axis=-1) / 2 + ss / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            x = np.where(plain > 0, 1 - r / c, 0.0)
        return {"score": np.minimum(plain * exp(shift) * _brevity(x, k, v), 1.0)}


def _brevity(x: Array, k: Array, v: Array) -> Array:
    """Return E[exp(min(0, X))] / exp(min(0, x)) for X normal with mean x + k and variance v."""
    if not v.any():
        return np.ones_like(x)
    # Where there is no spread, a tiny one: nothing divides by 0, and the bend at 0 stays put.
    s = np.sqrt(np.maximum(v, 1e-300))
    none = _normal((x + k) / s)
    some = exp(x + k + v / 2) * _normal(-(x + k + v) / s)
    return np.asarray((none + some) / exp(np.minimum(0.0, x)))


def _normal(z: Array) -> Array:
    """Return Phi, the normal distribution function, as fast as scipy's here, without loading
    scipy."""
    tails = np.frompyfunc(math.erfc, 1, 1)(-z / math.sqrt(2))
    return np.asarray(tails, dtype=np.float64) / 2
