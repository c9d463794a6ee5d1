"""Compare the graphs of sources and corrections, and explain each pair."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.errors import InputError
from corrigenda.evaluation import Result, Scoring, evaluate_stream
from corrigenda.formats import title
from corrigenda.formats.pairing import by_name, tokenised
from corrigenda.graphs import ParserChoice, parsing_for
from corrigenda.inputs import Sentences, Systems, judged
from corrigenda.meaning.comparison.explanation import Explanation
from corrigenda.meaning.comparison.explanation import explain as explain_graphs
from corrigenda.meaning.formats.graphs import paired_graphs
from corrigenda.meaning.measures.usim import USim
from corrigenda.meaning.parsing import with_graphs
from corrigenda.measures.contract import Measure, check_reference_free
from corrigenda.measures.registry import chosen
from corrigenda.remarks import Checks, Remark
from corrigenda.results.words import listed

if TYPE_CHECKING:
    from typing_extensions import Unpack

MEASURES = ("USim", "DistSim")


def usim(
    sources: Sentences,
    systems: Systems,
    measures: str | Measure | Iterable[str | Measure] = MEASURES,
    **scoring: Unpack[Scoring],
) -> Result:
    """Compare the semantic graphs of sources and corrections.

    Sources and systems are given as to `evaluate`, or as files (or folders, or archives) of graphs:
    UCCA XML, MRP, UCCA-App JSON or AMR. What has no graph is parsed. Other keywords are those of
    `evaluate`.
    """
    wanted = without_references(measures)
    names, pairs = _given(sources, systems, scoring.get("raw", False))
    return evaluate_stream(pairs, names, wanted, origin=title(sources), **scoring)


def explain(
    sources: Sentences,
    systems: Systems,
    measures: str | Measure | Iterable[str | Measure] = "USim",
    *,
    raw: bool = False,
    parser: ParserChoice = None,
    jobs: int | None = None,
) -> Explanations:
    """Return, for each sentence and system, which edges of the two graphs match, and the score.

    Sources and systems are given as to `usim`; the score is that of the first USim among the
    measures.
    """
    wanted = without_references(measures)
    if not any(isinstance(one, USim) for one in wanted):
        raise InputError(
            f"only USim is explained edge by edge, not {listed([str(one) for one in wanted])}",
            hint="choose it: measures='USim'",
        )
    names, pairs = _given(sources, systems, raw)
    checks = Checks(names)
    filled = with_graphs(checks.watched(pairs), parsing_for([USim()], parser), jobs=jobs)
    explained = list(_explained(filled, names, wanted))
    return Explanations(explained, checks.remarks())


def without_references(
    measures: str | Measure | Iterable[str | Measure],
) -> tuple[Measure, ...]:
    """Return measures, and refuse those that need references."""
    wanted = chosen(measures, "USim")
    check_reference_free(wanted)
    return wanted


def _given(sources: Any, systems: Systems, raw: bool) -> tuple[list[str], Iterator[Pair]]:
    """Return the names of the systems, and the pairs: of files, any of which may hold graphs, or of
    what else is given."""
    outputs = by_name(systems)
    files = (sources, *outputs.values())
    if outputs and all(isinstance(one, (str, os.PathLike)) for one in files):
        pairs: Iterator[Pair] = paired_graphs(sources, outputs)  # type: ignore[arg-type]
        return list(outputs), map(tokenised, pairs) if raw else pairs
    given = judged(sources, systems, raw=raw)
    return given.names, given.pairs()


# --- pair by pair ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExplainedPair:
    """A source, a system's correction, and the edges behind USim."""

    segment: Segment
    system: str
    correction: Correction
    why: Explanation

    def __str__(self) -> str:
        heading = f"{self.segment.id}, {self.system}"
        return f"{heading}\n{self.segment.source}\n{self.correction.text}\n{self.why}"

    def data(self) -> dict[str, Any]:
        """Return plain values, fit for JSON."""
        return {"source": self.segment.id, "system": self.system, **self.why.data()}


class Explanations(list[ExplainedPair]):
    """Explanations in order, and what there is to remark on the texts."""

    def __init__(self, explained: Iterable[ExplainedPair], remarks: Sequence[Remark] = ()) -> None:
        super().__init__(explained)
        self.remarks = tuple(remarks)

    def __str__(self) -> str:
        return "\n".join(f"{one}\n" for one in self)


def _explained(
    pairs: Iterable[tuple[Segment, Sequence[Correction]]],
    systems: Sequence[str],
    measures: Iterable[Measure],
) -> Iterator[ExplainedPair]:
    """Explain each pair of graphs by the first USim among the measures."""
    usim = next(m for m in measures if isinstance(m, USim))
    for segment, corrections in pairs:
        for system, correction in zip(systems, corrections, strict=True):
            graphs = usim.graphs(segment, correction)
            why = explain_graphs(*graphs, usim.as_definition())
            yield ExplainedPair(segment, system, correction, why)
