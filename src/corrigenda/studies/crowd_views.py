"""Crowds and what judges say of their corrections, as tables, as JSON, and as a figure."""

from __future__ import annotations

from math import isnan
from typing import Any

from corrigenda.population.crowd import Crowd
from corrigenda.population.templates import Task
from corrigenda.population.validity import Bin, Validity
from corrigenda.report.figures import Figure, whiskers
from corrigenda.results.tables import Cell, Column, Table

Row = list[Cell | str | float | None]


# --- what is kept of a crowd's answers ------------------------------------------------------------


def crowd_tables(crowd: Crowd) -> list[Table]:
    """What is kept, sentence by sentence; who was not believed, and why."""
    kept = [(sentence, "") for sentence in crowd.sentences]
    kept += [(sentence, "dropped: needs no correction") for sentence in crowd.dropped]
    kept += [(sentence, "lost: begins as another does") for sentence in crowd.confused]
    sentences: list[Row] = [
        [
            sentence.source,
            len(sentence.answers),
            len(sentence.counts),
            sum(n == 1 for n in sentence.counts.values()),
            max(sentence.counts.values()),
            sentence.unchanged,
            note,
        ]
        for sentence, note in kept
    ]
    workers: list[Row] = [
        [
            suspect.worker,
            suspect.answers,
            suspect.unchanged,
            suspect.alone,
            suspect.rejected,
            "; ".join(suspect.reasons),
        ]
        for suspect in crowd.suspects
    ]
    answers = sum(len(sentence.answers) for sentence, _ in kept)
    shown = [
        Table(
            [
                Column("sentence", align="left"),
                *map(Column, ("answers", "variants", "once", "most", "unchanged")),
                Column("", align="left"),
            ],
            sentences,
            title="Sentences",
            notes=[
                f"{len(crowd.sentences)} sentences kept of {len(kept)}; "
                f"{answers} answers kept of {answers + crowd.left_out}"
            ],
        )
    ]
    if workers:
        shown.append(
            Table(
                [
                    Column("worker", align="left"),
                    *map(Column, ("answers", "unchanged", "alone", "rejected")),
                    Column("why", align="left"),
                ],
                workers,
                title="Workers not believed",
                notes=["Whoever a rule finds suspicious is left out with all answers."],
            )
        )
    return shown


def crowd_as_json(crowd: Crowd) -> dict[str, Any]:
    return {
        "sentences": [
            {
                "source": sentence.source,
                "answers": len(sentence.answers),
                "unchanged": sentence.unchanged,
                "counts": dict(sentence.counts),
            }
            for sentence in crowd.sentences
        ],
        "dropped": [sentence.source for sentence in crowd.dropped],
        "confused": [sentence.source for sentence in crowd.confused],
        "left_out": crowd.left_out,
        "notes": list(crowd.notes),
        "workers": [
            {
                "worker": suspect.worker,
                "answers": suspect.answers,
                "unchanged": suspect.unchanged,
                "alone": suspect.alone,
                "rejected": suspect.rejected,
                "suspicious": suspect.suspicious,
                "reasons": list(suspect.reasons),
            }
            for suspect in crowd.suspects
        ],
    }


# --- validity -------------------------------------------------------------------------------------


def validity_table(found: Validity) -> Table:
    """The share judged valid by how often corrections were proposed."""
    rows: list[Row] = [_shown(part, part.name) for part in found.bins]
    rows.append(_shown(found.overall, "all"))
    notes = [f"Of answers, each correction as often as it was proposed: {found.of_answers:.4f}."]
    for count, what in (
        (found.unchanged, "leave the sentence unchanged"),
        (found.unknown, "are not among the crowd's"),
    ):
        if count:
            notes.append(f"Judged, but not counted, since they {what}: {count}.")
    if found.not_judged:
        notes.append(f"Corrections that were not judged: {found.not_judged}.")
    if any(part.corrections and part.interval is None for part in found.bins):
        notes.append("No interval: what is resampled is a single one, which shows no spread.")
    return Table(
        [
            Column("proposed", align="left"),
            Column("corrections"),
            Column("judgements"),
            Column("valid"),
            Column("by majority"),
        ],
        rows,
        title="Corrections judged valid",
        notes=notes,
    )


def _shown(part: Bin, name: str) -> Row:
    low, high = part.interval[:2] if part.interval else (None, None)
    return [name, part.corrections, part.judgements, Cell(part.valid, low, high), part.majority]


def validity_as_json(found: Validity) -> dict[str, Any]:
    return {
        "bins": [_bin_as_json(part, part.name) for part in found.bins],
        "overall": _bin_as_json(found.overall, "all"),
        "of_answers": found.of_answers,
        "unchanged": found.unchanged,
        "unknown": found.unknown,
        "not_judged": found.not_judged,
    }


def _bin_as_json(part: Bin, name: str) -> dict[str, Any]:
    return {
        "proposed": name,
        "corrections": part.corrections,
        "judgements": part.judgements,
        "valid": None if isnan(part.valid) else part.valid,
        "majority": None if isnan(part.majority) else part.majority,
        "interval": list(part.interval[:2]) if part.interval else None,
    }


def validity_figure(found: Validity) -> Figure:
    """The share judged valid against frequency, with intervals and a line for all corrections."""
    return whiskers(
        [
            (f"{part.name} ({part.corrections})", part.valid, part.interval[:2])
            for part in found.bins
            if part.interval is not None
        ],
        xlabel="share judged valid",
        caption="How many corrections judges find valid, by how often they were proposed (and how "
        f"many there are), with {found.level:g} % intervals. The line is the mean of all.",
        line=found.overall.valid,
    )


# --- tasks ----------------------------------------------------------------------------------------


def task_table(task: Task, layout: str, rows: str, settings: str) -> Table:
    """List the files of a task, and say who may take part and how the sentences were drawn."""
    notes = [f"workers: {task.qualifications}"]
    drawn = ""
    if task.drawn is not None:
        drawn = ", and how the sentences were drawn"
        notes.append(f"sentences: {task.drawn}")
    return Table(
        [Column("file", align="left"), Column("holds", align="left"), Column("tasks")],
        [
            [layout, "the page that workers see: the layout of a project", None],
            [rows, f"what is put into it: {', '.join(task.header)}", len(task.rows)],
            [settings, "who may take part" + drawn, None],
        ],
        notes=notes,
    )


def task_as_json(task: Task, layout: str, rows: str, settings: str) -> dict[str, Any]:
    return {
        "layout": layout,
        "rows": rows,
        "settings": settings,
        "placeholders": list(task.header),
        "tasks": len(task.rows),
        **task.settings(),
    }
