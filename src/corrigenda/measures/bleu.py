"""BLEU, computed by sacrebleu: n-gram precision against the references, without the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.measures.contract import Array, Measure, Presets, Row, Within
from corrigenda.numerics import exp, log

Tokenizer = Literal["none", "13a", "intl", "char", "zh"]


@dataclass(frozen=True)
class BLEU(Measure, name="BLEU"):
    """N-gram precision against the references, with a brevity penalty.

    For each order k up to n, an n-gram of the hypothesis matches at most as often as it occurs in
    the reference that has most of it; P_k = matches / n-grams of the hypothesis, summed over
    sentences. With c the length of the hypotheses, and r that of the references (for each sentence
    the one closest in length, the shorter of two),

        BLEU = min(1, exp(1 - r / c)) * (product of P_k) ^ (1 / n)

    An order without any match is smoothed. BLEU ignores the source. So a system that changes
    nothing scores high if little needs to be changed, and BLEU ranks correctors badly (Napoles et
    al. 2015; Sulem et al. 2018 for simplification): GLEU and SARI were made for that.

    sacrebleu computes it and must be installed: pip install sacrebleu.

    Parameters:
        n: the highest order of n-grams
        tokenize: how sacrebleu is to split texts: at whitespace alone (none), or as it names its
            ways
        lowercase: ignore case
        smooth: orders without a match: half of one match, a quarter, ... (exp), a tenth of one
            (floor); one match and n-gram more in all orders above the first (add-k); or BLEU is 0
            (none)
        effective: leave out orders of which the hypothesis has no n-grams at all, as sacrebleu does
            for sentences; else BLEU is 0

    Presets:
        sacrebleu: sacrebleu with its defaults
        easse: easse evaluate -m bleu
    """

    needs = ("references", "texts")
    origin = (
        "Papineni et al. (2002), BLEU: a method for automatic evaluation of machine translation, "
        "ACL; Post (2018), A call for clarity in reporting BLEU scores, WMT. Agrees with "
        "sacrebleu (see presets)"
    )
    presets: ClassVar[Presets] = {
        "sacrebleu": {"tokenize": "13a"},
        "easse": {"tokenize": "13a", "lowercase": True},
    }

    n: Annotated[int, Within(1, 20)] = 4
    tokenize: Tokenizer = "none"
    lowercase: bool = False
    smooth: Literal["exp", "floor", "add-k", "none"] = "exp"
    effective: bool = True

    def wants_tokens(self) -> bool:
        return self.tokenize == "none"

    def column_names(self) -> tuple[str, ...]:
        orders = range(1, self.n + 1)
        names = ["hyp_len", "ref_len", *(f"match_{k}" for k in orders)]
        return (*names, *(f"total_{k}" for k in orders))

    def check(self) -> None:
        required(self.name())

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        """Return one row, whatever the number of references: lengths, matches and totals."""
        metric = _bleu(self.n, self.tokenize, self.lowercase)
        texts = [reference.text for reference in self.references(segment)]
        score = metric.sentence_score(correction.text, texts)
        return [[score.sys_len, score.ref_len, *score.counts, *score.totals]]

    def values(self, sums: Array) -> dict[str, Array]:
        sums = np.asarray(sums, dtype=np.float64)
        c, r = sums[..., 0], sums[..., 1]
        match, total = sums[..., 2 : 2 + self.n], sums[..., 2 + self.n :]
        some = match.any(axis=-1)
        if self.smooth == "add-k":
            more = np.arange(self.n) > 0
            match, total = match + more, total + more
        # Orders above one that has no n-grams do not count, whatever smoothing adds to them.
        counted = np.logical_and.accumulate(total > 0, axis=-1)
        missed = counted & (match == 0)
        instead = np.full(missed.shape, 0.1 if self.smooth == "floor" else 0.0)
        if self.smooth == "exp":
            instead = 0.5 ** np.cumsum(missed, axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.where(missed, instead, match) / total
            absent = 0.0 if self.effective else -np.inf
            logs = np.where(counted, log(precision), absent)
            orders = counted.sum(axis=-1) if self.effective else self.n
            mean = exp(logs.sum(axis=-1) / orders)
            brevity = np.where(c < r, exp(1 - r / c), 1.0)
        return {"score": np.where(some, brevity * mean, 0.0), "brevity": brevity}


def required(measure: str) -> Any:
    """Return sacrebleu's metrics, or what to do to have them."""
    try:
        return import_module("sacrebleu.metrics")
    except ImportError:
        raise InputError(
            f"{measure} is computed by sacrebleu, which is not installed",
            hint="install it with `pip install sacrebleu`",
        ) from None


@lru_cache(maxsize=8)
def _bleu(n: int, tokenize: str, lowercase: bool) -> Any:
    # What is asked of it are counts, which neither smoothing nor the effective order change.
    return required("BLEU").BLEU(
        lowercase=lowercase, tokenize=tokenize, max_ngram_order=n, effective_order=True
    )
