"""DistSim: how similar are the counts of labels in the graphs of a sentence and its correction?

Choshen and Abend 2018 (N18-2020), section 3. The paper prints the mean of |c - d| over texts, a
distance in counts; the numbers it reports, and its code, are

    F = 2 sum min(c, d) / (sum c + sum d)

where c and d are how often each graph has a label, summed over the requested labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from corrigenda.corpus import Correction, Segment
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.graphs import Average, GraphMeasure, mean, share
from corrigenda.measures.contract import Array, Row


@dataclass(frozen=True)
class DistSim(GraphMeasure, name="DistSim"):
    """How similar the counts of labels are in the graphs of source and correction: a lower bound on
    what changed. It needs no references.

    With c and d the numbers of units with a label (that of the primary edge) in the two graphs,

        F = 2 * (sum of min(c, d)) / (sum of c + d)

    over `labels` (A+D: participants and adverbials), and 1 if there are none. The score is the mean
    over sentences or, pooled, computed from the sums. The same is given for each label separately,
    and for scenes (H). formula=printed is what the paper prints instead, a distance in counts: the
    mean of |c - d|, where c and d are summed over `labels`.

    Parameters:
        labels: the labels to count, joined by +; none: all
        units: units of two tokens or more, or all
        formula: F (the code, and the paper's results), or |c - d|
        average: the mean over sentences, or from counts of the whole corpus (pooled)
    """

    origin = (
        "Choshen and Abend (2018), Reference-less measure of faithfulness for grammatical error "
        "correction, NAACL (N18-2020), section 3. Agrees with scripts/distances/align.py of the "
        "ucca package, for one text"
    )

    labels: tuple[str, ...] = ("A", "D")
    units: Units = "multi"
    formula: Literal["f", "printed"] = "f"
    average: Average = "mean"

    def column_names(self) -> tuple[str, ...]:
        columns = [f"{part}_{name}" for name in self._groups() for part in ("shared", "all", "own")]
        return (*columns, "sentences")

    def _groups(self) -> dict[str, tuple[str, ...]]:
        """Return the groups to show: the labels together, each alone, and scenes."""
        labels = tuple(dict.fromkeys(self.labels))
        single = {label: (label,) for label in labels if len(labels) > 1}
        return {"score": labels, **single, "scenes": (SCENES,)}

    def label(self) -> str:
        return "F" if self.formula == "f" else "|c - d|"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        source, target = (
            label_counts(graph, units=self.units) for graph in self.graphs(segment, correction)
        )
        row: list[float] = []
        for group in self._groups().values():
            labels = group or source.keys() | target.keys()
            row.append(sum(min(source[label], target[label]) for label in labels))
            row.append(sum(source[label] + target[label] for label in labels))
            of_sentence = similarity if self.formula == "f" else distance
            row.append(of_sentence(source, target, labels))
        return [(*row, 1)]

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the score, then each label by itself and scenes.

        A distance is a mean over sentences, pooled or not: differences do not cancel out.
        """
        values = {}
        for n, name in enumerate(self._groups()):
            shared, whole, own = (sums[..., 3 * n + k] for k in range(3))
            if self.average == "pooled" and self.formula == "f":
                values[name] = share(2 * shared, whole)
            else:
                values[name] = mean(own, sums[..., -1])
        return values

    def counts(self, totals: Array) -> dict[str, float]:
        """Return what both graphs share of each group, and what they have, without those that are
        averaged."""
        counts = super().counts(totals)
        return {key: value for key, value in counts.items() if key.startswith(("shared_", "all_"))}


Units = Literal["multi", "all"]

SCENES = "H"
"""What the paper calls scenes: parallel scenes, by their label."""


def label_counts(graph: Graph, *, units: Units = "multi") -> Counter[str]:
    """Return how many units have each label: the main one of their primary edge.

    `multi` counts units that yield two tokens or more, punctuation included; remote edges lead to
    no yield. The root has no label.
    """
    least = 2 if units == "multi" else 0
    return Counter(
        edge.labels[0]
        for edge, tokens in zip(graph.primary, graph.yields(), strict=True)
        if edge is not None and tokens.bit_count() >= least
    )


def similarity(source: Counter[str], target: Counter[str], labels: Iterable[str]) -> float:
    """Return F over labels; 1 where neither graph has any of them."""
    chosen = tuple(labels)
    shared = sum(min(source[label], target[label]) for label in chosen)
    either = sum(source[label] + target[label] for label in chosen)
    return 2 * shared / either if either else 1.0


def distance(source: Counter[str], target: Counter[str], labels: Iterable[str]) -> int:
    """Return |c - d|, as printed: c and d are summed over the labels first."""
    return abs(sum(source[label] - target[label] for label in labels))


def distsim(source: Graph, target: Graph, *, units: Units = "multi") -> dict[str, float]:
    """Return F for every label of either graph by itself, and for `A+D` together."""
    c, d = label_counts(source, units=units), label_counts(target, units=units)
    by_label = {label: similarity(c, d, (label,)) for label in sorted(c.keys() | d.keys())}
    return {**by_label, "A+D": similarity(c, d, ("A", "D"))}
