"""Meaning: is what was said still said? Without references, word by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from corrigenda.corpus import Pair
from corrigenda.meaning.measures.graphs import Average, mean, share
from corrigenda.meaning.words_kept import KeptWords, compare_all
from corrigenda.meaning.words_kept.alarms import flags
from corrigenda.measures.contract import Array, Example, Loss, Measure, Row, naming

ALARMS = "Meaning.alarms"
"""What a rule of a gate means by alarms: sentences that have one."""


VERSION = "corrigenda-meaning-4"
"""The weights, thresholds and tables behind the score. Raise it when they change."""


@dataclass(frozen=True)
class Meaning(Measure, name="Meaning"):
    """How much of the source's meaning a correction keeps, word by word. English; no reference is
    needed.

    The words of both are aligned one to one, and no pair is forced. A word is kept, mostly kept
    (inflected, derived, replaced by a synonym) or lost (opposite, another number or person, another
    word, dropped, added); a word that moved is looked up in the tree. Content words and negations
    weigh, articles and prepositions hardly do, punctuation does not. With the weights of all words
    of both sides,

        score     = 1 - (lost weight) / (weight)
        precision = 1 - (lost weight of the correction) / (weight of the correction)
        recall    = 1 - (lost weight of the source) / (weight of the source)

    so that every lost point belongs to a word. Alarms are sentences in which a negation, a number,
    a name, a person, a quantity or who did what seems to have changed. The score of a corpus is the
    mean over its sentences, or is computed from weights of all of them (average=pooled).

    Parameters:
        average: the mean over sentences, or from weights of the whole corpus (pooled)
    """

    columns = (
        "kept_source",
        "kept_target",
        "source",
        "target",
        "score",
        "precision",
        "recall",
        "alarms",
        "sentences",
    )
    score_name = "F"
    shown_counts = ("alarms",)
    part_notes: ClassVar[Mapping[str, str]] = {
        "alarms": "sentences that may say something else, such as a negation dropped or a number "
        "changed"
    }
    needs = ()
    model = VERSION
    origin = (
        "corrigenda's own; tuned on one half of the ratings of Yoshimura et al. (2020), SOME: "
        "Reference-less sub-metrics optimized for manual evaluations of grammatical error "
        "correction, COLING"
    )
    example = Example(
        "He do not like the big dog of his friend .", (), "He likes the big dogs of his friend ."
    )

    average: Average = "mean"

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        return [[[_row(kept)] for kept in of] for of in compared(pairs)]

    def losses(self, pairs: Sequence[Pair]) -> list[list[list[Loss]]]:
        return [[losses(kept) for kept in of] for of in compared(pairs)]

    def values(self, sums: Array) -> dict[str, Array]:
        """The score, precision and recall; 1 of nothing."""
        kept_source, kept_target, source, target, *means, _, sentences = (
            sums[..., k] for k in range(9)
        )
        if self.average == "mean":
            score, precision, recall = (mean(total, sentences) for total in means)
        else:
            score = share(kept_source + kept_target, source + target)
            precision, recall = share(kept_target, target), share(kept_source, source)
        return {"score": score, "precision": precision, "recall": recall}

    def counts(self, totals: Array) -> dict[str, float]:
        """Sentences with an alarm, and all of them."""
        return {"alarms": float(totals[7]), "sentences": float(totals[8])}


def compared(pairs: Sequence[Pair]) -> list[list[KeptWords]]:
    """Return the comparisons of each correction of each sentence; a text is analysed once."""
    texts = []
    for segment, corrections in pairs:
        with naming(segment):
            texts += [(segment.source, correction.text) for correction in corrections]
    compared = iter(compare_all(texts))
    return [[next(compared) for _ in corrections] for _, corrections in pairs]


def _row(kept: KeptWords) -> Row:
    (source, target), (kept_source, kept_target) = kept.weights, kept.kept
    return (
        kept_source,
        kept_target,
        source,
        target,
        kept.score,
        kept_target / target if target else 1.0,
        kept_source / source if source else 1.0,
        int(any(flag.strong for flag in flags(kept))),
        1,
    )


def losses(kept: KeptWords) -> list[Loss]:
    """Return what each word that is not fully kept takes off the score, with its alarm."""
    alarms = {(flag.source, flag.target): flag.kind for flag in flags(kept) if flag.strong}
    by_word = []
    for item in kept.items:
        places = item.source, item.target
        if item.share or places in alarms:
            kind = "context" if item.kind == "same" else item.kind
            by_word.append(Loss(*places, kind, kept.points(item), alarms.pop(places, "")))
    # Words that changed places make one alarm of several items.
    by_word += [Loss(*places, kind, 0.0, kind) for places, kind in alarms.items()]
    return by_word
