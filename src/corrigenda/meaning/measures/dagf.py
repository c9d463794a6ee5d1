"""DAG F: do two analyses of the same text agree?

The score of UCCA annotators and parsers (Abend and Rappoport 2013, P13-1023; `evaluation.py` in the
`ucca` package). An edge is identified by the words its unit yields and by its labels; units that
yield the same words are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Literal, NamedTuple

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.meaning.comparison.labels import EXCLUDED, LabelSets
from corrigenda.meaning.comparison.matches import Direction, MatchCounts, Matched, Worths
from corrigenda.meaning.formats.ucca_xml import parse
from corrigenda.meaning.formats.ucca_xml_writer import dump
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.graphs import Average, GraphMeasure, f_of, mean, share
from corrigenda.measures.contract import Array, Example, Row, Unsigned


@dataclass(frozen=True)
class DAGF(GraphMeasure, name="DAGF"):
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

    Parameters:
        labels: labels must be the same; or P~S, H~C, N~L, F~R (weak); or do not matter (none)
        edges: which edges count: primary, remote or both
        average: from counts of the whole corpus (pooled), or the mean over sentences
        normalise: compare the graphs as they are (none), or as the ucca package normalises them
            before it compares them, which is its default (ucca; the package must be installed)
    """

    columns = (
        "matched",
        "in_correction",
        "in_sentence",
        "precision",
        "recall",
        "f",
        "sentences",
    )
    against = "analysis"
    score_name = "F"
    origin = (
        "Abend and Rappoport (2013), Universal conceptual cognitive annotation (UCCA), ACL "
        "(P13-1023). Agrees with evaluation.py of the ucca package"
    )
    example = Example(
        "[H [A He] [P gave] [A John] [A [E an] [C apple]]]",
        (),
        "[H [A He] [P gave] [A John] [A [F an] [C apple]]]",
    )

    labels: Agreement = "strict"
    edges: Edges = "both"
    average: Average = "pooled"
    normalise: Annotated[Literal["none", "ucca"], Unsigned()] = "none"

    def check(self) -> None:
        if self.normalise == "ucca":
            _ucca()

    def graphs(self, segment: Segment, correction: Correction) -> tuple[Graph, Graph]:
        """Return the graphs of the sentence and of the correction, normalised if that is asked
        for."""
        both = super().graphs(segment, correction)
        return both if self.normalise == "none" else (normalised(both[0]), normalised(both[1]))

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        gold, other = self.graphs(segment, correction)
        counts = dag_counts(other, gold, edges=self.edges, labels=self.labels)
        return [(*counts, counts.precision, counts.recall, counts.f, 1)]

    def matched(self, source: Graph, target: Graph) -> Matched:
        counts = dag_counts(target, source, edges=self.edges, labels=self.labels)
        theirs, ours = dag_matches(target, source, edges=self.edges, labels=self.labels)
        shares = MatchCounts(counts.matched, counts.second, counts.matched, counts.first)
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
        """Return matches and yields, without those that are averaged."""
        return dict(list(super().counts(totals).items())[:3])


def normalised(graph: Graph) -> Graph:
    """Return the graph as the `ucca` package normalises it: punctuation attached again, scenes,
    centres, functions and participants that are alone in their unit flattened."""
    from xml.etree import ElementTree

    convert, normalization = _ucca()
    passage = convert.from_standard(ElementTree.fromstring(dump(graph)))
    normalization.normalize(passage)
    return parse(ElementTree.tostring(convert.to_standard(passage)), "the normalised graph")


def _ucca() -> tuple[Any, Any]:
    """Return the modules of the package that read passages and normalise them."""
    try:
        return import_module("ucca.convert"), import_module("ucca.normalization")
    except ImportError as error:
        raise InputError(
            f"DAGF(normalise=ucca) needs the package ucca, which cannot be imported: {error}",
            hint="install it with `pip install ucca`, or leave graphs as they are: normalise=none",
        ) from None


def _worths(verdicts: Sequence[bool | None]) -> Worths:
    return tuple(None if verdict is None else float(verdict) for verdict in verdicts)


Edges = Literal["both", "primary", "remote"]
Agreement = Literal["strict", "weak", "none"]


class DAGCounts(NamedTuple):
    """Numbers of matching yields, and of all yields of either graph."""

    matched: int
    first: int
    second: int

    @property
    def precision(self) -> float:
        """The share of the first graph's that match; 1 where there are none."""
        return self.matched / self.first if self.first else 1.0

    @property
    def recall(self) -> float:
        """The share of the second graph's that match; 1 where there are none."""
        return self.matched / self.second if self.second else 1.0

    @property
    def f(self) -> float:
        either = self.first + self.second
        return 2 * self.matched / either if either else 1.0


def dag_counts(
    first: Graph, second: Graph, *, edges: Edges = "both", labels: Agreement = "strict"
) -> DAGCounts:
    """Count what two graphs over the same tokens have in common.

    For each distinct yield (without punctuation, and without what only remote edges lead to) the
    labels of all edges to units with this yield are one set. A yield matches if both graphs have
    it and the sets meet: by the same label (`strict`), by labels the same apart from P~S, H~C, N~L
    and F~R (`weak`), or in any case (`none`). Remote edges are matched among themselves, and
    counted with the primary ones. Implicit units, punctuation and linkages do not count.
    """
    _check_tokens(first, second)
    matched = in_first = in_second = 0
    for one, other, both in _compared(first, second, edges, labels):
        in_first += len(one)
        in_second += len(other)
        matched += len(both)
    return DAGCounts(matched, in_first, in_second)


def dag_matches(
    first: Graph, second: Graph, *, edges: Edges = "both", labels: Agreement = "strict"
) -> tuple[list[bool | None], list[bool | None]]:
    """Return, for each edge of either graph, whether the yield it leads to matches; None for edges
    that do not count. Edges to the same yield match alike, and are counted as one (see
    `dag_counts`)."""
    _check_tokens(first, second)
    matches: tuple[list[bool | None], list[bool | None]] = (
        [None] * len(first.edges),
        [None] * len(second.edges),
    )
    for one, other, both in _compared(first, second, edges, labels):
        for verdicts, at in zip(matches, (one, other), strict=True):
            for words, (_, places) in at.items():
                for place in places:
                    verdicts[place] = words in both
    return matches


_Yields = dict[int, tuple[int, list[int]]]
"""For each distinct yield the labels of the edges to it, as bits, and which edges these are."""


def _compared(
    first: Graph, second: Graph, edges: Edges, labels: Agreement
) -> Iterator[tuple[_Yields, _Yields, set[int]]]:
    """Yield the yields of either graph and those that match: of primary edges, then of remote
    ones."""
    sets = LabelSets(weak=labels == "weak")
    for remote in (False, True):
        if edges == ("primary" if remote else "remote"):
            continue
        one, other = _yields(first, remote, sets), _yields(second, remote, sets)
        common = one.keys() & other.keys()
        yield one, other, {w for w in common if labels == "none" or one[w][0] & other[w][0]}


def _yields(graph: Graph, remote: bool, sets: LabelSets) -> _Yields:
    yields = graph.yields(punctuation=False)
    by_words: _Yields = {}
    for place, edge in enumerate(graph.edges):
        words = yields[edge.child]
        if (
            edge.remote == remote
            and words
            and not graph.units[edge.child].implicit
            and EXCLUDED.isdisjoint(edge.labels)
        ):
            bits, places = by_words.get(words, (0, []))
            by_words[words] = (bits | sets.of(edge.labels), [*places, place])
    return by_words


def _check_tokens(other: Graph, source: Graph) -> None:
    a, b = ([token.text for token in graph.tokens] for graph in (source, other))
    if a == b:
        return
    n = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    shown = [repr(words[n]) if n < len(words) else "the end of the text" for words in (a, b)]
    raise InputError(
        f"expected graphs over the same tokens, but token {n + 1} is {shown[0]} in the "
        f"source's graph and {shown[1]} in the other one",
        hint="DAG F compares analyses of one text; compare those of two texts by USim",
    )
