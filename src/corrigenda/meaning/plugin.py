"""The plug-in that makes and shows graphs (see `corrigenda.graphs`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any

from corrigenda.corpus import Pair
from corrigenda.meaning.comparison.matches import Matched
from corrigenda.meaning.graph_data import as_plain
from corrigenda.meaning.graph_data import packed_graphs as packed
from corrigenda.meaning.measures.graphs import GraphMeasure
from corrigenda.meaning.parser.contract import EMBEDDED, Parser
from corrigenda.meaning.parsing import Parsing
from corrigenda.measures.contract import Measure

__all__ = ["packed", "parsing", "per_sentence"]


def parsing(
    parser: Parsing | Parser | str | None = None,
    cache: str | PathLike[str] | None = None,
) -> Parsing:
    """Return the parser that is given or named, with its settings."""
    if isinstance(parser, Parsing) or not cache:
        return Parsing.of(parser)
    return Parsing(parser or EMBEDDED, cache)


def per_sentence(
    measures: Sequence[Measure], pairs: Iterable[Pair]
) -> Iterator[tuple[dict[str, Any], list[int]]]:
    """Yield the graphs of each sentence, each once, the source's first; and how the measures that
    compare graphs match the source's with those of systems, by their numbers."""
    comparing = [measure for measure in measures if isinstance(measure, GraphMeasure)]
    for segment, corrections in pairs:
        pairs_of_graphs = [comparing[0].graphs(segment, correction) for correction in corrections]
        known = [pairs_of_graphs[0][0]]
        numbers: list[int] = []
        for _, graph in pairs_of_graphs:
            if graph not in known:
                known.append(graph)
            numbers.append(known.index(graph))
        matched = {
            str(m): {str(n): _matched(m.matched(known[0], known[n])) for n in sorted({*numbers})}
            for m in comparing
        }
        yield {"graphs": [as_plain(graph) for graph in known], "matched": matched}, numbers


def _matched(match: Matched) -> dict[str, Any]:
    return {
        "words": [list(pair) for pair in match.words],
        "counted": match.counted,
        "directions": [
            {
                "name": direction.name,
                "source": [_number(worth) for worth in direction.source],
                "target": [_number(worth) for worth in direction.target],
                "counts": [_number(count) for count in direction.counts],
            }
            for direction in match.directions
        ],
    }


def _number(value: float | None) -> float | None:
    """Return 1 rather than 1.0: most are whole numbers, and there are many of them."""
    return int(value) if value is not None and value == int(value) else value
