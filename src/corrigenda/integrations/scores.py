"""Scores of records: a source, an output and references, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corrigenda.corpus import Correction, Segment
from corrigenda.evaluation import Result, evaluate
from corrigenda.measures.contract import Measure

Record = tuple[str, str, str | Sequence[str]]
"""A source, a prediction, and one reference or several."""


def scored(
    records: Iterable[Record],
    measures: str | Measure | Sequence[str | Measure],
    *,
    raw: bool = False,
    ci: float | None = None,
) -> Result:
    """Return the scores of records, in this process."""
    segments, outputs = [], []
    for number, (source, prediction, references) in enumerate(records, 1):
        several = [references] if isinstance(references, str) else references
        given = tuple(Correction(source, text, by=str(by)) for by, text in enumerate(several))
        segments.append(Segment(source, given, str(number)))
        outputs.append(prediction)
    return evaluate(segments, {"model": outputs}, measures, raw=raw, ci=ci, jobs=1)
