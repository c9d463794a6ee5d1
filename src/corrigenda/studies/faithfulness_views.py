"""The faithfulness study as tables, as JSON, and as a figure."""

from __future__ import annotations

from typing import Any

from corrigenda._version import __version__
from corrigenda.evaluation.views import finite
from corrigenda.report.figures import Curves, Figure, Point, curve_panels
from corrigenda.report.tables import Cell, Column, Table
from corrigenda.studies.faithfulness import Faithfulness, Text
from corrigenda.studies.scoring import Estimate

RATE = (
    "rate: share of the words that are damaged (negate: of the places where a negation can be put "
    "in or taken out)"
)


def tables(found: Faithfulness) -> list[Table]:
    """Corrections and the floor, then damage, kind by kind."""
    measure = str(found.measure)
    texts: list[list[Cell | str | float | None]] = [
        [_name(text), text.sentences, Cell(*text.score)] for text in found.texts
    ]
    damage: list[list[Cell | str | float | None]] = [
        [one.kind, _percent(one.rate), one.changed, Cell(*one.score), _cell(one.below)]
        for one in found.damaged
    ]
    damage.insert(0, ["none", _percent(0), 0, Cell(*found.intact), None])
    return [
        Table(
            [Column("text", align="left"), Column("sentences"), Column(measure)],
            texts,
            title=f"{measure}: against the source",
        ),
        Table(
            [
                Column("damage", align="left"),
                Column("rate"),
                Column("changed"),
                Column(measure),
                Column("below intact"),
            ],
            damage,
            title=f"{measure}: damaged {found.of} against the source",
            notes=[
                RATE,
                f"changed: of {found.versions} {found.of}; below intact: the share of these that "
                "score lower than before",
                *found.basis.notes(),
                signature(found),
            ],
        ),
    ]


def as_json(found: Faithfulness) -> dict[str, Any]:
    data = {
        "measure": str(found.measure),
        "signature": signature(found),
        "left_out": [one._asdict() for one in found.left_out],
        "remarks": [remark.to_json() for remark in found.remarks],
        "texts": [
            {
                "role": text.role,
                "name": text.name,
                "sentences": text.sentences,
                **text.score._asdict(),
            }
            for text in found.texts
        ],
        "damaged": found.of,
        "versions": found.versions,
        "intact": found.intact._asdict(),
        "damage": [
            {
                "kind": one.kind,
                "rate": one.rate,
                "changed": one.changed,
                **one.score._asdict(),
                "below": None if one.below is None else one.below._asdict(),
            }
            for one in found.damaged
        ],
    }
    return dict(finite(data))


def figure(*measured: Faithfulness) -> Figure:
    """Draw a curve for each kind of damage, falling from the intact texts, and the floor; a panel
    for each measure."""
    first = measured[0]
    level = first.basis.settings.ci
    band = "" if level is None else f" Bands: {level:g} % confidence intervals."
    names = ", ".join(str(found.measure) for found in measured)
    caption = (
        f"Mean {names} of damaged {first.of} ({first.versions}) against their sources. "
        f"{RATE.capitalize()}. Unrelated: other sentences of the corpus.{band} "
        + " ".join(map(signature, measured))
    )
    panels = [Curves(_series(found), str(found.measure)) for found in measured]
    return curve_panels(panels, xlabel="damaged, %", caption=caption)


def _series(found: Faithfulness) -> dict[str, list[Point]]:
    series: dict[str, list[Point]] = {}
    for one in found.damaged:
        points = series.setdefault(one.kind, [_point(0, found.intact)])
        points.append(_point(100 * one.rate, one.score))
    last = max(100 * one.rate for one in found.damaged)
    series["unrelated"] = [(0, found.floor.value), (last, found.floor.value)]
    return series


def signature(found: Faithfulness) -> str:
    """What it takes to get the same numbers again."""
    return f"{found.measure.full()}|damage:{found.of}|{found.basis.signature()}v:{__version__}"


def _name(text: Text) -> str:
    return f"{text.role} {text.name}" if text.role == "reference" else text.name or text.role


def _percent(rate: float) -> str:
    return f"{100 * rate:g} %"


def _cell(estimate: Estimate | None) -> Cell | None:
    return None if estimate is None else Cell(*estimate)


def _point(x: float, y: Estimate) -> Point:
    return (x, y.value) if y.low is None or y.high is None else (x, y.value, y.low, y.high)
