"""DAG F: do two analyses of the same text agree?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from corrigenda.corpus import Correction, Segment
from corrigenda.meaning.dagf import Agreement, Edges, dag_counts, dag_matches
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.matched import Counts, Direction, Matched, Worths
from corrigenda.meaning.measures.graphs import Average, GraphMeasure, f_of, mean, share
from corrigenda.measures.contract import Against, Array, Example, Row, parameter


@dataclass(frozen=True)
class DAGF(GraphMeasure):
    """How far two semantic graphs over the same tokens agree: for example those of two annotators,
    or a parser's and an annotator's. The sentence has the reference graph, the correction the
    other.

    For each set of words that are the yield of a unit (without punctuation, and without words that
    only remote edges lead to), the labels of the edges to such units are one set. It matches if the
    other graph has the same yield and the sets of labels share a label. Over all sentences,

        precision = matches / (yields in the correction's graph)
        recall    = matches / (yields in the sentence's graph)

    and the score is F, their harmonic mean; 1 if neither graph has any. Remote edges are matched
    with remote edges. Implicit units, punctuation and linkages do not count. The agreement that
    Choshen and Abend (2018) report is DAGF(labels=weak).
    """

    columns: ClassVar[tuple[str, ...]] = (
        "matched",
        "in_correction",
        "in_sentence",
        "precision",
        "recall",
        "f",
        "sentences",
    )
    against: ClassVar[Against] = "analysis"
    origin: ClassVar[str] = (
        "Abend and Rappoport (2013), Universal conceptual cognitive annotation (UCCA), ACL "
        "(P13-1023). Agrees with evaluation.py of the ucca package"
    )
    example: ClassVar[Example] = Example(
        "[H [A He] [P gave] [A John] [A [E an] [C apple]]]",
        (),
        "[H [A He] [P gave] [A John] [A [F an] [C apple]]]",
    )

    labels: Agreement = parameter(
        "strict",
        "labels must be the same; or P~S, H~C, N~L, F~R (weak); or do not matter (none)",
        choices=("strict", "weak", "none"),
    )
    edges: Edges = parameter(
        "both", "which edges count: primary, remote or both", choices=("both", "primary", "remote")
    )
    average: Average = parameter(
        "pooled",
        "from counts of the whole corpus (pooled), or the mean over sentences",
        choices=("mean", "pooled"),
    )

    def label(self) -> str:
        return "F"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        gold, found = self.graphs(segment, correction)
        counts = dag_counts(found, gold, edges=self.edges, labels=self.labels)
        return [(*counts, counts.precision, counts.recall, counts.f, 1)]

    def matched(self, source: Graph, target: Graph) -> Matched:
        counts = dag_counts(target, source, edges=self.edges, labels=self.labels)
        theirs, ours = dag_matches(target, source, edges=self.edges, labels=self.labels)
        shares = Counts(counts.matched, counts.second, counts.matched, counts.first)
        words = tuple((n, n) for n in range(len(source.tokens)))
        return Matched(words, "yields", (Direction("", _worths(ours), _worths(theirs), shares),))

    def values(self, sums: Array) -> dict[str, Array]:
        if self.average == "mean":
            precision, recall, f = (mean(sums[..., k], sums[..., 6]) for k in (3, 4, 5))
        else:
            precision, recall = (share(sums[..., 0], sums[..., k]) for k in (1, 2))
            f = f_of(precision, recall)
        return {"score": f, "precision": precision, "recall": recall}

    def counts(self, totals: Array) -> dict[str, float]:
        """Matches and yields, without what is averaged."""
        return dict(list(super().counts(totals).items())[:3])


def _worths(verdicts: Sequence[bool | None]) -> Worths:
    return tuple(None if verdict is None else float(verdict) for verdict in verdicts)
