"""The sensitivity of a measure as a table, as JSON, and as a figure."""

from __future__ import annotations

from typing import Any

from corrigenda._version import __version__
from corrigenda.evaluation.views import finite
from corrigenda.report.figures import Figure, Whiskers, whisker_panels
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


def figure(*measured: Sensitivity) -> Figure:
    """Draw a whisker for each type, and a panel for each measure; the first sets the order."""
    first = measured[0]
    level = first.basis.settings.ci
    whisker = "" if level is None else f" Whiskers: {level:g} % confidence intervals."
    names = ", ".join(str(found.measure) for found in measured)
    signatures = " ".join(map(signature, measured))
    caption = (
        f"Mean change of {names} when an edit of a type is applied, from {_before(first)}; "
        f"{first.every.edits} edits in {first.every.sentences} sentences, {first.chains} chains."
        f"{whisker} {signatures}"
    )
    panels = [
        Whiskers(
            {key: (one.change.value, _interval(one.change)) for key, one in _keyed(found)},
            f"change of {found.measure}",
            line=0,
        )
        for found in measured
    ]
    labels = {key: f"{one.type} ({one.edits})" for key, one in _keyed(first)}
    return whisker_panels(panels, labels, caption=caption)


def _keyed(found: Sensitivity) -> list[tuple[str, Change]]:
    """Return the rows with keys that tell a type called "all" from all types."""
    return [*((f"type {one.type}", one) for one in found.types), ("all types", found.every)]


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
