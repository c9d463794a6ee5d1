"""The score of one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.formats.pairing import tokenised
from corrigenda.graphs import ParserChoice, parsing_for
from corrigenda.measures.contract import Measure, Score
from corrigenda.measures.registry import chosen


def score(
    measure: str | Measure,
    source: str,
    hypothesis: str | Correction,
    references: str | Correction | Iterable[str | Correction] = (),
    *,
    raw: bool = False,
    parser: ParserChoice = None,
) -> Score:
    """Return the score of one sentence by one measure.

    It is the sentence's score in `Result.sentence_scores`: where a measure smooths the scores of
    single sentences, it is smoothed. `hypothesis` and `references` are texts or corrections; `raw`
    texts are tokenised first.

    >>> score("Accuracy", "He go .", "He goes .", ["He goes .", "He went ."]).value
    1.0
    """
    wanted = chosen(measure)
    if len(wanted) != 1:
        raise InputError(f"expected one measure, found {len(wanted)}")
    given = [references] if isinstance(references, (str, Correction)) else list(references)
    segment = Segment(
        source, tuple(_correction(source, one, str(n)) for n, one in enumerate(given))
    )
    pair: Any = (segment, (_correction(source, hypothesis),))
    if raw:
        pair = tokenised(pair)
    parsing = parsing_for(wanted, parser)
    if parsing is not None:
        [pair] = parsing.filled([pair])
    segment, (correction,) = pair
    table = wanted[0].choose([wanted[0].candidates(segment, correction)])
    alone = float(wanted[0].sentence_scores(table.rows)[0])
    return replace(wanted[0].score(wanted[0].totals(table.rows)), value=alone)


def _correction(source: str, given: str | Correction, by: str = "") -> Correction:
    return given if isinstance(given, Correction) else Correction(source, given, by=by)
