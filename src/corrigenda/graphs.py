"""The interface of the plug-in that makes and shows semantic graphs.

The core hands graphs on and never looks into them. The part that knows them is the entry point
`graphs` of the group `corrigenda.resources`; it is loaded when a measure compares graphs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from corrigenda import plugins
from corrigenda.corpus import Pair

ParserChoice = Any
"""A parser, a parser with its settings (`GraphMaker`), the name of one, or None."""


class GraphMaker(Protocol):
    """Makes graphs for sentences that have none."""

    @property
    def name(self) -> str:
        """The parser's name, as signatures carry it."""

    def check(self) -> None:
        """Raise InputError if the parser cannot be used."""

    def keeping(self) -> AbstractContextManager[GraphMaker]:
        """Keep graphs on disk for as long as the block runs."""

    def spread(self, chunk: int, jobs: int | None = None) -> tuple[int, int | None]:
        """Return how many sentences go to a process at once, and how many processes there are."""

    def filled(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Yield the pairs with graphs for all sentences and corrections."""

    def of_texts(self, texts: Sequence[str]) -> dict[str, object]:
        """Return the graphs of some texts."""


class GraphPart(Protocol):
    """The part that knows graphs."""

    def parsing(self, parser: ParserChoice, cache: Any = None) -> GraphMaker:
        """Return the parser that is given or named, with its settings."""

    def per_sentence(
        self, measures: Sequence[Any], pairs: Iterable[Pair]
    ) -> Iterator[tuple[dict[str, Any], list[int]]]:
        """Yield the graphs of each sentence as plain data, with how measures match them, and the
        number of each system's graph."""

    def packed(self, sentence: Mapping[str, Any], measures: Sequence[str]) -> dict[str, Any]:
        """Return the graphs of a sentence as the page's script takes them."""


def graphs() -> GraphPart:
    """Return the part that knows graphs."""
    part: GraphPart = plugins.load("resource", "graphs")
    return part


def parsing_for(
    measures: Iterable[Any],
    parser: ParserChoice = None,
    cache: Any = None,
) -> GraphMaker | None:
    """Return the parser to use, or None if none of the measures compares graphs."""
    if not any("graphs" in measure.needs for measure in measures):
        return None
    return graphs().parsing(parser, cache)
