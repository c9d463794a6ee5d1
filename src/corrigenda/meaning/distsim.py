"""DistSim: how alike the distributions of labels in two graphs are, whatever carries them.

Choshen and Abend 2018 (N18-2020), section 3. The paper prints the mean of |c - d| over texts, a
distance in counts; the figures it reports, and its code, are

    F = 2 sum min(c, d) / (sum c + sum d)

where c and d are how often either graph has a label, summed over the labels that are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from corrigenda.meaning.graph import Graph

Units = Literal["multi", "all"]

SCENES = "H"
"""What the paper calls scenes: parallel scenes, by their label."""


def label_counts(graph: Graph, *, units: Units = "multi") -> Counter[str]:
    """How many units have each label: the main one of their primary edge.

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
    """F over labels; 1 where neither graph has any of them."""
    chosen = tuple(labels)
    shared = sum(min(source[label], target[label]) for label in chosen)
    either = sum(source[label] + target[label] for label in chosen)
    return 2 * shared / either if either else 1.0


def distance(source: Counter[str], target: Counter[str], labels: Iterable[str]) -> int:
    """|c - d|, as printed: c and d are summed over the labels first."""
    return abs(sum(source[label] - target[label] for label in labels))


def distsim(source: Graph, target: Graph, *, units: Units = "multi") -> dict[str, float]:
    """F for every label of either graph by itself, and for `A+D` together."""
    c, d = label_counts(source, units=units), label_counts(target, units=units)
    found = {label: similarity(c, d, (label,)) for label in sorted(c.keys() | d.keys())}
    return {**found, "A+D": similarity(c, d, ("A", "D"))}
