"""Ceilings, and scores beneath them, as tables, as JSON, and as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corrigenda.evaluation.views import finite
from corrigenda.report.figures import Figure, curves
from corrigenda.report.tables import Cell, Column, Table
from corrigenda.statistics.intervals import Interval
from corrigenda.studies.ceiling import GAIN, Ceiling, Point, adds
from corrigenda.studies.ceiling_shares import Shares

Row = list[Cell | str | float | None]

KINDS = {"bca": "BCa", "percentile": "percentile"}


# --- ceilings -------------------------------------------------------------------------------------


def table(found: Ceiling, gain: float = GAIN) -> Table:
    """Numbers of references in rows: the score, its intervals, what the next one adds."""
    columns = [Column("references"), *_columns(found)]
    rows = [[point.references, *cells] for point, cells in _rows(found)]
    return Table(
        columns,
        rows,
        title=f"A perfect corrector by {found.measure}",
        notes=[worth(found, gain), *found.notes, *_intervals(found), found.signature],
    )


def in_one(ceilings: Sequence[Ceiling]) -> Table:
    """All measures in one table, for CSV."""
    names = ["score", "over sources", "one more adds"]
    rows: list[Row] = []
    for found in ceilings:
        for point, cells in _rows(found):
            if found.sources is None:
                cells.insert(1, None)
            rows.append([str(found.measure), point.references, *cells])
    return Table([Column("measure", align="left"), Column("references"), *map(Column, names)], rows)


def _columns(found: Ceiling) -> list[Column]:
    clustered = [Column("over sources")] if found.sources is not None else []
    return [Column(found.measure.label()), *clustered, Column("one more adds", signed=True)]


def _rows(found: Ceiling) -> list[tuple[Point, Row]]:
    steps: list[float | None] = [*_steps(found), None]
    shown = []
    for point, step in zip(found.points, steps, strict=True):
        cells: Row = [_cell(point.value, point.interval)]
        if found.sources is not None:
            cells.append(_cell(point.value, point.clusters))
        shown.append((point, [*cells, step]))
    return shown


def _steps(found: Ceiling) -> list[float]:
    return adds([p.references for p in found.points], [p.value for p in found.points])


def _cell(value: float, interval: Interval | None) -> Cell:
    return Cell(value) if interval is None else Cell(value, interval.low, interval.high)


def worth(found: Ceiling, gain: float) -> str:
    """Where one more reference is not worth it, in words."""
    enough, last = found.enough(gain), found.points[-1].references
    if len(found.points) < 2:
        return "one number of references does not tell what another one would add"
    if enough is None:
        return f"up to {last} references, one more still adds {gain:g} or more"
    many = "1 reference" if enough == 1 else f"{enough} references"
    return f"from {many} on, one more adds less than {gain:g}"


def _intervals(found: Ceiling) -> list[str]:
    settings = found.settings
    if settings.ci is None:
        return []
    kind = f"{KINDS[settings.method]} bootstrap, {settings.resamples} resamples"
    notes = [f"[low, high]: {settings.ci:g} % confidence interval over sentences, {kind}"]
    if found.sources is not None:
        notes.append(
            f"over sources: the same score; its interval resamples the {found.sources} sentences "
            "that all others are drawn from"
        )
    return notes


def as_json(found: Ceiling, gain: float = GAIN) -> dict[str, Any]:
    data = {
        "measure": str(found.measure),
        "points": [_point_as_json(point) for point in found.points],
        "gain": gain,
        "enough": found.enough(gain),
        "sources": found.sources,
        "notes": list(found.notes),
        "signature": found.signature,
    }
    return dict(finite(data))


def _point_as_json(point: Point) -> dict[str, Any]:
    return {
        "references": point.references,
        "score": point.value,
        "interval": _pair(point.interval),
        "over_sources": _pair(point.clusters),
        "spread": point.spread,
    }


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def figure(ceilings: Sequence[Ceiling]) -> Figure:
    """Scores of a perfect corrector against the number of references."""
    series = {}
    for found in ceilings:
        points: list[tuple[float, float] | tuple[float, float, float, float]] = []
        for point in found.points:
            band = point.clusters or point.interval
            at = (float(point.references), point.value)
            points.append((*at, band.low, band.high) if band else at)
        series[str(found.measure)] = points
    first = ceilings[0]
    what = "sentences" if first.sources is None else f"the {first.sources} sources"
    level = first.settings.ci
    bands = "" if level is None else f" Bands: {level:g} % intervals over {what}."
    signatures = " ".join(found.signature for found in ceilings)
    return curves(
        series,
        xlabel="references",
        ylabel=first.measure.label() if len(ceilings) == 1 else "score",
        caption="What a perfect corrector scores, by the number of references: it writes what "
        f"people write, and they do not all write the same.{bands} {signatures}",
    )


# --- scores beneath them --------------------------------------------------------------------------


def shares_table(found: Sequence[Shares]) -> Table:
    """Beside each score: the ceiling, and the share of it that is reached."""
    columns = [Column("measure", align="left"), Column("system", align="left")]
    columns += map(Column, ("score", "references", "score with these", "ceiling", "share"))
    rows: list[Row] = []
    notes = []
    for of in found:
        point = of.point
        top = _cell(point.value, point.clusters or point.interval)
        for share in of.shares:
            rows.append(
                [
                    str(of.ceiling.measure),
                    share.system,
                    Cell(share.score, share.low, share.high),
                    of.references,
                    share.alike,
                    top,
                    _cell(share.share, share.interval),
                ]
            )
        notes.append(f"{of.ceiling.measure}: {worth(of.ceiling, of.gain)}")
    first = found[0]
    notes.append(
        "ceiling: what a perfect corrector gets with so many references; share: score with these, "
        "over the ceiling"
    )
    if first.ceiling.sources is None:
        notes.append(
            "the perfect corrector is a reference left out; systems are judged by the rest"
        )
    notes += [*first.ceiling.notes, *(of.ceiling.signature for of in found)]
    return Table(columns, rows, title="Beneath the ceiling", notes=notes)


def shares_as_json(found: Sequence[Shares]) -> dict[str, Any]:
    data = {
        str(of.ceiling.measure): {
            **as_json(of.ceiling, of.gain),
            "references": of.references,
            "ceiling": _point_as_json(of.point),
            "systems": {
                share.system: {
                    "score": share.score,
                    "score_with_these": share.alike,
                    "share": share.share,
                    "interval": _pair(share.interval),
                }
                for share in of.shares
            },
        }
        for of in found
    }
    return dict(finite(data))
