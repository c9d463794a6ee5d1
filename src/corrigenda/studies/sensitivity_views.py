"""The sensitivity of a measure as a table, as JSON, and as a figure."""

from __future__ import annotations

from typing import Any

from corrigenda._version import __version__
from corrigenda.evaluation.views import finite
from corrigenda.report.figures import Figure, whiskers
from corrigenda.report.tables import Cell, Column, Table
from corrigenda.studies.scoring import Estimate
from corrigenda.studies.sensitivity import Change, Sensitivity

BEFORE = {
    "previous": "the version before the edit",
    "start": "the start of the chain, as in the released code",
}


def table(found: Sensitivity) -> Table:
    """Types of edits in rows, those that raise the score most on top."""
    rows: list[list[Cell | str | float | None]] = [
        [one.type, one.edits, one.sentences, Cell(*one.change), Cell(*one.size)]
        for one in (*found.types, found.every)
    ]
    columns = [
        Column("type", align="left"),
        Column("edits"),
        Column("sentences"),
        Column("change", signed=True),
        Column("size"),
    ]
    notes = [
        f"change: mean change of {found.measure} by an edit, from {_before(found)}",
        "size: mean of changes without their signs",
    ]
    if found.left_out:
        notes.append(f"left out: {found.left_out} chains of edits that overlap")
    notes += [*found.basis.notes(), signature(found)]
    return Table(columns, rows, title=f"{found.measure}: sensitivity by type of edit", notes=notes)


def as_json(found: Sensitivity) -> dict[str, Any]:
    data = {
        "measure": str(found.measure),
        "signature": signature(found),
        "sentences": found.every.sentences,
        "chains": found.chains,
        "left_out": found.left_out,
        "edits": found.every.edits,
        "types": {one.type: _as_json(one) for one in found.types},
        "all": _as_json(found.every),
    }
    return dict(finite(data))


def figure(found: Sensitivity) -> Figure:
    """A whisker for each type, in the order of the table."""
    level = found.basis.settings.ci
    whisker = "" if level is None else f" Whiskers: {level:g} % confidence intervals."
    caption = (
        f"Mean change of {found.measure} when an edit of a type is applied, from {_before(found)}; "
        f"{found.every.edits} edits in {found.every.sentences} sentences, {found.chains} chains."
        f"{whisker} {signature(found)}"
    )
    rows = [
        (f"{one.type} ({one.edits})", one.change.value, _interval(one.change))
        for one in (*found.types, found.every)
    ]
    return whiskers(rows, xlabel=f"change of {found.measure}", caption=caption, line=0)


def signature(found: Sensitivity) -> str:
    """What it takes to get the same numbers again."""
    settings = found.choices.signature() + found.basis.signature()
    return f"{found.measure.full()}|{settings}v:{__version__}"


def _as_json(one: Change) -> dict[str, Any]:
    change, size = one.change._asdict(), one.size._asdict()
    return {"edits": one.edits, "sentences": one.sentences, "change": change, "size": size}


def _before(found: Sensitivity) -> str:
    return BEFORE[found.choices.before]


def _interval(estimate: Estimate) -> tuple[float, float] | None:
    if estimate.low is None or estimate.high is None:
        return None
    return estimate.low, estimate.high
