"""Sections of studies, each from the JSON that its command writes, for a page that has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from corrigenda.report.page.section import Grid, Section, shaded

Data = Mapping[str, Any]

BINS = 10


def sections(data: Data) -> list[Section]:
    """The sections for which there is something to show."""
    return [section for make in MAKERS if (section := make(data)) is not None]


# --- faithfulness -----------------------------------------------------------------------------


def faithfulness(data: Data) -> Section | None:
    """Is meaning kept: how scores against the source are spread over sentences."""
    graphs = [m["name"] for m in data["measures"] if m.get("graphs")]
    spread = [grid for name in graphs if (grid := _spread(data, name)) is not None]
    if not spread:
        return None
    note = "How much of the source’s meaning is still there; 1 is all of it."
    return Section("faithfulness", "Faithfulness", note, [], spread)


def _spread(data: Data, measure: str) -> Grid | None:
    """Sentences by score, in tenths; those at the low end that hold none are put together."""
    counts = {system: [0] * BINS for system in data["systems"]}
    for sentence in data.get("sentences") or ():
        for system, output in sentence["systems"].items():
            score = output["scores"].get(measure)
            if score is not None:
                counts[system][min(int(score * BINS), BINS - 1)] += 1
    most = max((max(row) for row in counts.values()), default=0)
    if not most:
        return None
    first = next(k for k in range(BINS) if any(row[k] for row in counts.values()))
    empty = max(1, first)  # tenths in the first column
    edges = [f"{k / BINS:.1f}" for k in (0, *range(empty, BINS + 1))]
    columns = [f"{low}–{high}" for low, high in pairwise(edges)]
    rows = [
        (system, shaded([sum(row[:empty]), *row[empty:]], most)) for system, row in counts.items()
    ]
    return Grid(f"Sentences by {measure}", columns, rows, named="System")


MAKERS: tuple[Callable[[Data], Section | None], ...] = (faithfulness,)
