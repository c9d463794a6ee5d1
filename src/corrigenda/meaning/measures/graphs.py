"""The base of measures that compare the graphs of a sentence and of its correction.

They need no references.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.meaning.comparison.matches import Matched
from corrigenda.meaning.comparison.word_alignment import align_words
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from corrigenda.measures.contract import Array, Example, Measure

Average = Literal["mean", "pooled"]


@dataclass(frozen=True)
class GraphMeasure(Measure):
    """Base of the measures that compare graphs."""

    needs = ("graphs",)

    example = Example(
        "[H [A He] [P gva] [A [E an] [C apple]] [A [R for] [C John]]]",
        (),
        "[H [A He] [P gave] [A John] [A [E an] [C apple]]]",
    )

    @classmethod
    def worked_example(cls) -> tuple[Segment, Correction]:
        """Return the example, whose texts have the units of their graphs in brackets."""
        one, other = from_brackets(cls.example.source), from_brackets(cls.example.hypothesis)
        segment = Segment(cls.example.source, (), "1", graph=one)
        return segment, Correction(segment.source, text=cls.example.hypothesis, graph=other)

    def graphs(self, segment: Segment, correction: Correction) -> tuple[Graph, Graph]:
        """Return the graphs of the source and of its correction, which must be there."""
        source, target = segment.graph, correction.graph
        if isinstance(source, Graph) and isinstance(target, Graph):
            return source, target
        whose = "source" if not isinstance(source, Graph) else "correction"
        given = source if whose == "source" else target
        described = "none" if given is None else f"a {type(given).__name__}"
        raise InputError(
            f"{self.name()} compares semantic graphs: expected a graph for the {whose} of "
            f"sentence {segment.id or '?'}, found {described}",
            hint="give Segment(..., graph=...) and Correction(..., graph=...) a "
            "corrigenda.meaning.graph.Graph; corrigenda.meaning.formats.ucca_xml reads UCCA's",
        )

    def matched(self, source: Graph, target: Graph) -> Matched:
        """Return the words and edges of two graphs that this measure takes for the same, to be
        drawn; a measure that matches no edges has aligned words alone."""
        return Matched(align_words(source, target))


def f_of(precision: Array, recall: Array) -> Array:
    """Return the harmonic mean, 0 where both are 0."""
    both = precision + recall
    return np.where(both > 0, 2 * precision * recall / np.where(both > 0, both, 1.0), 0.0)


def share(part: Array, whole: Array, empty: float = 1.0) -> Array:
    """Return part over whole, and `empty` if the whole is 0."""
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1.0), empty)


def mean(total: Array, count: Array) -> Array:
    """Return the quotient, 0 if the denominator is 0."""
    return share(total, count, 0.0)
