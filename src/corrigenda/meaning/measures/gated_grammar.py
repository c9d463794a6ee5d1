"""GatedGrammar: good English with the same meaning as the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from corrigenda.corpus import Pair
from corrigenda.meaning.measures.grammar import Grammar, judged, score_of
from corrigenda.meaning.measures.graphs import mean
from corrigenda.meaning.measures.meaning import Meaning, compared
from corrigenda.meaning.words_kept.alarms import flags
from corrigenda.measures.contract import Array, Example, Measure, Row, Within


@dataclass(frozen=True)
class GatedGrammar(Measure, name="GatedGrammar"):
    """Grammar, as far as the meaning was kept. English; no reference is needed.

    A sum of grammar and meaning can be won by copying the source or by any good sentence, whatever
    the source says. This is a product with a gate, for each sentence:

        score = Grammar * gate
        gate  = min(1, Meaning / threshold), times `alarm` if there is an alarm

    so that grammar counts in full if the meaning was kept, and less the more was lost. Both parts
    are shown beside the score. The score of a corpus is the mean over its sentences.

    Parameters:
        threshold: the score of Meaning from which on the meaning counts as kept
        alarm: what an alarm leaves of the gate
    """

    columns = ("score", "grammar", "meaning", "alarms", "sentences")
    shown_counts = ("alarms",)
    made_of = ("grammar", "meaning")
    part_notes = Meaning.part_notes
    needs = ()
    model = f"{Grammar.model}+{Meaning.model}"
    origin = (
        "corrigenda's own; that faithfulness and grammaticality complement each other is from "
        "Napoles et al. (2016), There's no comparison: Reference-less evaluation metrics in "
        "grammatical error correction, EMNLP"
    )
    example = Example("He do not likes big dog .", (), "He does not like big dogs .")

    threshold: Annotated[float, Within(0.01, 1)] = 0.9
    alarm: Annotated[float, Within(0, 1)] = 0.5

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        told = iter(judged(pairs))
        rows: list[list[Sequence[Row]]] = []
        for (segment, _), comparisons in zip(pairs, compared(pairs), strict=True):
            empty = not segment.source.split()
            rows.append([])
            for kept in comparisons:
                alarm = any(flag.strong for flag in flags(kept))
                grammar = score_of(next(told), empty_right=empty)
                gate = min(1.0, kept.score / self.threshold) * (self.alarm if alarm else 1.0)
                rows[-1].append([(grammar * gate, grammar, kept.score, int(alarm), 1)])
        return rows

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the score and the scores of its parts; 0 without sentences."""
        *totals, _, sentences = (sums[..., k] for k in range(5))
        names = ("score", "grammar", "meaning")
        return {name: mean(total, sentences) for name, total in zip(names, totals, strict=True)}

    def counts(self, totals: Array) -> dict[str, float]:
        """Return sentences with an alarm, and all of them."""
        return {"alarms": float(totals[3]), "sentences": float(totals[4])}
