"""USim: how much of the meaning is kept, by semantic graphs. Needs no references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from corrigenda.corpus import Correction, Segment
from corrigenda.meaning.comparison.matches import Matched, Which, matched
from corrigenda.meaning.comparison.usim import Definition, match
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.graphs import Average, GraphMeasure, f_of, mean, share
from corrigenda.measures.contract import Array, Row


@dataclass(frozen=True)
class USim(GraphMeasure, Definition, name="USim"):
    """How much of the source's meaning a correction keeps: the share of edges that match between
    the semantic graphs of the two. It needs no references.

    Words are aligned by an assignment of lowest cost, units by the words they share, and an edge of
    one graph matches an edge of the other if the units they lead to are aligned and the labels are
    the same. From the alignment of source units with units of the correction,

        precision = (matched edges of the correction) / (edges of the correction)
        recall    = (matched edges of the source) / (edges of the source)

    and F is their harmonic mean. The alignment of the correction's units with the source's gives
    another F, and USim is the mean of the two. The score of a corpus is the mean over its
    sentences, or is computed from counts of all of them (average=pooled).

    The paper and its authors' code differ. By default all edges count, as in the paper, units are
    aligned by the code's weight, since the one the paper prints prefers fragments to the whole, and
    labels must be the same. The authors' released code is

        USim(units=multi,labels=code,scoring=code)

    which counts units instead of edges, and takes precision and recall from different alignments,
    so both directions give the same. Structure alone does not show that `like` became `dislike`;
    `lexical=edits` and `lexical=vectors` do, and are not part of the published measure. The score
    of a sentence without edges, corrected to one without edges, is 1 (in their code: 0).

    Parameters:
        direction: align units from source to correction (forward), the reverse, or both (mean)
        average: the mean over sentences, or from counts of the whole corpus (pooled)
    """

    columns = (
        "forward_source",
        "forward_target",
        "backward_source",
        "backward_target",
        "source_edges",
        "target_edges",
        "forward_precision",
        "forward_recall",
        "forward_f",
        "backward_precision",
        "backward_recall",
        "backward_f",
        "sentences",
    )
    score_name = "F"
    origin = (
        "Choshen and Abend (2018), Reference-less measure of faithfulness for grammatical error "
        "correction, NAACL (N18-2020). Agrees with scripts/distances/align.py of the ucca package "
        "(units=multi,labels=code,scoring=code), up to ties in its word alignment"
    )

    direction: Which = "both"
    average: Average = "mean"

    def as_definition(self) -> Definition:
        """Return the parameters that say how two graphs are compared."""
        return Definition(*(getattr(self, field.name) for field in fields(Definition)))

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        source, target = self.graphs(segment, correction)
        matching = match(source, target, self.as_definition())
        forward, backward = matching.scores
        return [(*matching.counts, *forward, *backward, 1)]

    def matched(self, source: Graph, target: Graph) -> Matched:
        matching = match(source, target, self.as_definition())
        return matched(source, target, matching, self.direction)

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the score, precision and recall in the direction asked for; F in either
        direction."""
        if self.average == "mean":
            both = [mean(sums[..., k], sums[..., 12]) for k in range(6, 12)]
        else:
            both = self._pooled(sums)
        forward, backward = both[:3], both[3:]
        if self.direction == "forward":
            chosen = forward
        elif self.direction == "backward":
            chosen = backward
        else:
            chosen = [(one + other) / 2 for one, other in zip(forward, backward, strict=True)]
        precision, recall, f = chosen
        return {
            "score": f,
            "precision": precision,
            "recall": recall,
            "forward": forward[2],
            "backward": backward[2],
        }

    def counts(self, totals: Array) -> dict[str, float]:
        """Return matched edges and edges, without those that are averaged."""
        return dict(list(super().counts(totals).items())[:6])

    def _pooled(self, sums: Array) -> list[Array]:
        """Return precision, recall and F, forward and backward, from counts."""
        forward_source, forward_target, backward_source, backward_target, source, target = (
            sums[..., k] for k in range(6)
        )
        empty = 1.0 if self.scoring == "paper" else 0.0
        if self.scoring == "code":
            forward_target, backward_source = backward_target, forward_source
        out = []
        for in_source, in_target in (
            (forward_source, forward_target),
            (backward_source, backward_target),
        ):
            precision, recall = share(in_target, target, empty), share(in_source, source, empty)
            out += [precision, recall, f_of(precision, recall)]
        return out
