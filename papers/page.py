"""The page: every experiment with its table and figures, as one HTML file and as Markdown."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from corrigenda import __version__
from corrigenda.results.html import render
from corrigenda.results.tables import Column, Table, Value
from papers.rows import Findings, Kind, Outcome, Paper, Row, Verdict

Results = Sequence[tuple[Paper, Sequence[Outcome]]]

TITLE = "The papers, computed again"
VERDICTS: Mapping[Verdict, str] = {
    "same": "same",
    "within": "close",
    "corrected": "corrected",
    "differs": "differs",
    "unpublished": "",
}
TOTALS: Mapping[str, Kind | None] = {"scores": "score", "counts": "count", "all": None}
COUNTED: tuple[Verdict, ...] = ("same", "within", "corrected", "differs")
ABOUT = (
    "Values that papers on the evaluation of correctors published, beside what this package "
    "computes from the same public data.",
    "One rule decides each line. “same”: the reproduced value rounds to the published digits. "
    "“close”: it does not, but the published value lies within the tolerance or the interval that "
    "the line states. “corrected”: the published value has a defect, which the note names, and the "
    "reproduced value does not. “differs”: none of these; the note says what is known of the "
    "reason. A line without a published value is there for comparison.",
    "Many exact agreements are counts (of edits, words or sentences), which only show that the "
    "data was read in the same way: the totals give scores and counts separately.",
)
WIDTH = 5.0
"""The width of figures, in inches."""


def table(findings: Findings) -> Table:
    """Return the rows with their verdicts; each reason is one note with a letter."""
    reasons = list(dict.fromkeys(filter(None, map(_reason, findings.rows))))
    letters = dict(zip(reasons, ascii_lowercase, strict=False))
    rows: list[list[Value]] = []
    for row in findings.rows:
        reason = _reason(row)
        name = row.name
        shown = VERDICTS[row.verdict]
        rows.append([name, row.published or "–", row.shown, shown, letters.get(reason, "")])
    return Table(
        [
            Column("", align="left"),
            Column("published"),
            Column("reproduced"),
            Column("", align="left"),
            Column("note", align="left"),
        ],
        rows,
        notes=[*(f"({letter}) {reason}" for reason, letter in letters.items()), *findings.notes],
    )


def _reason(row: Row) -> str:
    if row.verdict == "same":
        return ""
    if row.verdict == "within" and row.tolerance is not None:
        return f"within {row.tolerance:g}: {row.reason}"
    return row.reason


def summary(results: Results) -> Table:
    """Return how many values of each experiment agree, and totals of scores and of counts."""
    rows: list[list[Value]] = []
    for paper, outcomes in results:
        for outcome in outcomes:
            counts: list[Value] = [None] * len(COUNTED)
            if outcome.findings is not None:
                counts = [outcome.findings.count(verdict) for verdict in COUNTED]
            experiment = outcome.experiment
            note = f"skipped: {outcome.skipped}" if outcome.skipped else ""
            rows.append([paper.key, experiment.where, experiment.title, *counts, note])
    there = [o.findings for _, outcomes in results for o in outcomes if o.findings is not None]
    for name, kind in TOTALS.items():
        totals = (sum(findings.count(verdict, kind) for findings in there) for verdict in COUNTED)
        rows.append([name, "", "", *totals, ""])
    return Table(
        [
            Column("paper", align="left"),
            Column("where", align="left"),
            Column("what", align="left"),
            *(Column(VERDICTS[verdict]) for verdict in COUNTED),
            Column("", align="left"),
        ],
        rows,
    )


# --- HTML -----------------------------------------------------------------------------------------


def html(results: Results) -> str:
    """The page as one file that needs no other."""
    return render(
        Path(__file__).parent,
        "page",
        images=True,
        data={"title": TITLE, "version": __version__},
        about=ABOUT,
        summary=summary(results),
        papers=[
            {
                "paper": paper,
                "outcomes": [_outcome(paper, outcome) for outcome in outcomes],
            }
            for paper, outcomes in results
        ],
        classes={"left": "name", "right": "", "center": ""},
    )


def _outcome(paper: Paper, outcome: Outcome) -> dict[str, Any]:
    findings = outcome.findings
    figures = {} if findings is None else findings.figures
    return {
        "id": f"{paper.key}-{outcome.experiment.key}",
        "experiment": outcome.experiment,
        "skipped": outcome.skipped,
        "table": None if findings is None else table(findings),
        "verdicts": [] if findings is None else [row.verdict for row in findings.rows],
        "figures": [
            {"caption": figure.caption, "source": _embedded(figure.render(".svg", WIDTH))}
            for figure in figures.values()
        ],
    }


def _embedded(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"


# --- Markdown -------------------------------------------------------------------------------------


def markdown(results: Results) -> str:
    """Return the page without figures, for the documentation."""
    lines = [f"# {TITLE}", "", *_paragraphs(ABOUT), *_paragraphs(HOW), summary(results).markdown()]
    for paper, outcomes in results:
        lines += [f"## {paper.title}", "", f"{escape(paper.cited)}.", ""]
        for outcome in outcomes:
            experiment = outcome.experiment
            lines += [f"### {experiment.where}: {experiment.title}", ""]
            if outcome.findings is None:
                lines += [f"Skipped: {outcome.skipped}.", ""]
            else:
                lines.append(table(outcome.findings).markdown())
        if paper.absent:
            lines += ["### Not computed here", ""]
            lines += [f"- {where}: {escape(why)}" for where, why in paper.absent.items()] + [""]
    return "\n".join(lines).rstrip("\n") + "\n"


HOW = (
    "`make papers` writes this page, and `papers/out/index.html`, which has the figures. It reads "
    "the public data from a folder `shared` beside the checkout (or `make papers SHARED=FOLDER`). "
    "An experiment whose files are missing is skipped, and the page says so. All of it takes about "
    "16 minutes of processor time, spread over the processors that are idle; most of it goes to "
    "the parser and to USim.",
)


def _paragraphs(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in (text, "")]
