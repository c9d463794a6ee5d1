"""Grammar: how good the English is, token by token. Needs no references."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from corrigenda.corpus import Pair
from corrigenda.meaning.grammar.judge import judge
from corrigenda.meaning.measures.graphs import Average, mean, share
from corrigenda.measures.contract import Array, Example, Loss, Measure, Row
from corrigenda.results.sentences import OBJECTION

VERSION = "corrigenda-grammar-1.1.1"
"""The name of the network, as `Judge.name` has it."""

WRONG = 0.5
"""The probability of being wrong from which on a token is objected to."""


@dataclass(frozen=True)
class Grammar(Measure, name="Grammar"):
    """How good the English of a correction is, by the tokens that look wrong. English; no reference
    is needed, and the source is not looked at.

    A small network gives each token the probability that it is wrong, or that something is missing
    before it. Their sum s is the number of wrong tokens that is to be expected. Of n tokens,

        score = 1 - s / (sqrt(n) + s)

    so that every lost point belongs to a token, and a mistake costs more in a short sentence, but
    not as many times as it is shorter; objections are tokens that are more likely wrong than not.
    An empty correction of a sentence scores 0. The score of a corpus is the mean over its
    sentences, or 1 - s / n of all its tokens (average=pooled).

    Parameters:
        average: the mean over sentences, or from tokens of the whole corpus (pooled)
    """

    columns = ("wrong", "tokens", "score", "objections", "sentences")
    shown_counts = ("objections",)
    part_notes: ClassVar[Mapping[str, str]] = {
        "objections": "tokens that are more likely wrong than not",
    }
    needs = ()
    model = VERSION
    origin = (
        "corrigenda's own; that measures of grammaticality without references rank systems well is "
        "from Napoles et al. (2016), There's no comparison: Reference-less evaluation metrics in "
        "grammatical error correction, EMNLP"
    )
    example = Example("He do not likes big dog .", (), "He does not like the big dogs .")

    average: Average = "mean"

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        rows = iter(judged(pairs))
        return [
            [[_row(next(rows), empty_right=not segment.source.split())] for _ in corrections]
            for segment, corrections in pairs
        ]

    def losses(self, pairs: Sequence[Pair]) -> list[list[list[Loss]]]:
        told = iter(judged(pairs))
        return [[_losses(next(told)) for _ in corrections] for _, corrections in pairs]

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the score; 1 without tokens."""
        wrong, tokens, score, _, sentences = (sums[..., k] for k in range(5))
        if self.average == "mean":
            return {"score": mean(score, sentences)}
        return {"score": share(tokens - wrong, tokens)}

    def counts(self, totals: Array) -> dict[str, float]:
        """Return tokens that are objected to, all tokens, and sentences."""
        return {
            "objections": float(totals[3]),
            "tokens": float(totals[1]),
            "sentences": float(totals[4]),
        }


def judged(pairs: Sequence[Pair]) -> list[list[float]]:
    """Return the probabilities of the tokens of all corrections, in order; a text is read once."""
    texts = [tuple(one.text.split()) for _, corrections in pairs for one in corrections]
    distinct = tuple(dict.fromkeys(texts))
    told = dict(zip(distinct, _doubts(distinct), strict=True))
    return [told[text] for text in texts]


@lru_cache(maxsize=1)
def _doubts(texts: tuple[tuple[str, ...], ...]) -> list[list[float]]:
    """Return the probabilities of tokens: another measure may ask for the same next."""
    return judge().doubts(texts)


def score_of(doubts: Sequence[float], *, empty_right: bool) -> float:
    """Return the score of a sentence; that of no tokens is 1 if there should be none, else 0."""
    if not doubts:
        return float(empty_right)
    return 1.0 - math.fsum(doubts) / _whole(doubts)


def _whole(doubts: Sequence[float]) -> float:
    """Return what the sum of probabilities is divided by; so is each of them."""
    return math.sqrt(len(doubts)) + math.fsum(doubts)


def _row(doubts: Sequence[float], *, empty_right: bool) -> Row:
    # An empty output for a sentence counts as one token that is wrong.
    missing = not doubts and not empty_right
    return (
        1.0 if missing else math.fsum(doubts),
        1 if missing else len(doubts),
        score_of(doubts, empty_right=empty_right),
        sum(doubt >= WRONG for doubt in doubts),
        1,
    )


def _losses(doubts: Sequence[float]) -> list[Loss]:
    """Return what each token takes off the score."""
    whole = _whole(doubts)
    return [
        Loss((), (at,), OBJECTION if doubt >= WRONG else "doubt", doubt / whole)
        for at, doubt in enumerate(doubts)
        if doubt
    ]
