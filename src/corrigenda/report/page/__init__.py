"""The evaluation as one HTML file that opens from disk, without a network, years later.

    html = page(data)

The tables and drawings are in the HTML as such; the sentences are in a data block that the script
draws from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from corrigenda.report.page import section, sections, studies
from corrigenda.report.page.block import data_block
from corrigenda.report.page.drawing import dots_and_whiskers
from corrigenda.results.html import placed, render
from corrigenda.results.sections import Section
from corrigenda.statistics import alpha

_HERE = Path(__file__).parent


def page(data: Mapping[str, Any], saved: Sequence[Section] = ()) -> str:
    """The page, from plain data and the sections of studies that were saved:

        title, version, signature: texts
        level: of the intervals, in per cent, or None
        corpus: {origin, sentences, references}
        measures: [{name, signature, definition, label (what its score is called), best}]
        systems: [name]
        remarks: [text], to be read before the scores
        scores: {measure: {system: {score, low, high, precision, recall ..., counts: {name: n}}}}

    and, where they are given,

        summary: [sentence], what was found
        ranking: {measure: [{system, group (letters)}]}
        unchanged: {measure: scores}, those of the unchanged source, called `unchanged_name`
        changes: {system: {words, sentences, rate}}, how much each system changes

    and, each with a section of its own,

        test: how p-values were found, in words; least: below which none of them can be
        pairs: {measure: [{a, b, difference, low, high, p, p_holm, p_at_floor, p_holm_at_floor,
            wins, ties, losses}]}
        types: {measure: {system: {type: {tp, fp, fn, precision, recall, score}}}}
        sentences: [{id, source, references: [{by, text}], systems: {system:
            {text, scores: {measure: score}, edits: {measure: {reference, marks:
                [[start, end, replacement, type, "hit" | "spurious" | "missed"]],
                alternatives: {place among the marks: [text or None]}}}, graph: number}},
            graphs: [see `meaning.plain`], the source's first, matched: {measure: {number of a
                graph: {words: [[i, j]], counted: "edges", directions: [{name, source, target (for
                each edge: what its match is worth, or None), counts}]}}}}]

    `difference` is a's score minus b's; `start` and `end` count whitespace-separated tokens.
    A measure may say that its lowest score is the best (`best: "min"`) or none is (`best: None`),
    that it compares with the source alone (`against: "source"`), and that it compares graphs of
    source and output (`graphs: True`).
    """
    return render(
        _HERE,
        "page",
        ("marks", "graphs", "browser"),
        data=data,
        block=Markup(data_block(data)),
        summary=data.get("summary") or [],
        scores=sections.scores(data),
        overview=sections.overview(data),
        alpha=alpha(data.get("level")),
        pairs=sections.pairs(data),
        types=sections.types(data),
        figures=sections.figures(data),
        studies=studies.sections(data),
        saved=list(placed(saved, "study-")),
        kind=section.kind,
        shade=section.shade_class,
        has_sentences=bool(data.get("sentences")),
        drawing=dots_and_whiskers,
    )
