"""Ceilings, and scores beneath them, as tables, as JSON, and as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corrigenda.evaluation import figures
from corrigenda.evaluation.views import finite
from corrigenda.report.figures import Figure, Value, curves
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.intervals import Interval, cautions
from corrigenda.studies.ceiling import GAIN, Ceiling, Point, adds
from corrigenda.studies.ceiling_shares import Shares

Row = list[Cell | str | float | None]

FEW = "too few answers"
"""What stands beside a score that is drawn from few answers."""

KINDS = {"bca": "BCa", "percentile": "percentile"}


# --- ceilings -------------------------------------------------------------------------------------


def table(found: Ceiling, gain: float = GAIN) -> Table:
    """Numbers of references in rows: the score, its intervals, what the next one adds."""
    columns = [Column("references"), *_columns(found)]
    rows = [[point.references, *cells] for point, cells in _rows(found)]
    return Table(
        columns,
        rows,
        title=found.title,
        notes=[
            *found.cautions,
            worth(found, gain),
            *found.notes,
            *_intervals(found),
            found.signature,
        ],
    )


def in_one(ceilings: Sequence[Ceiling]) -> Table:
    """All measures in one table, for CSV."""
    names = ["score", "over sources", "one more adds"]
    remarks = [Column("remark", align="left")] if any(of.cautions for of in ceilings) else []
    rows: list[Row] = []
    for found in ceilings:
        for point, cells in _rows(found):
            if found.sources is None:
                cells.insert(1, None)
            if remarks and not found.cautions:
                cells.append("")
            rows.append([str(found.measure), point.references, *cells])
    columns = [Column("measure", align="left"), Column("references"), *map(Column, names)]
    return Table([*columns, *remarks], rows)


def _columns(found: Ceiling) -> list[Column]:
    clustered = [Column("over sources")] if found.sources is not None else []
    columns = [Column(found.measure.label()), *clustered, Column("one more adds", signed=True)]
    return [*columns, Column("", align="left")] if found.cautions else columns


def _rows(found: Ceiling) -> list[tuple[Point, Row]]:
    steps: list[float | None] = [*_steps(found), None]
    shown = []
    for point, step in zip(found.points, steps, strict=True):
        cells: Row = [_cell(point.value, point.interval)]
        if found.sources is not None:
            cells.append(_cell(point.value, point.clusters))
        shown.append((point, [*cells, step, *([FEW] if found.cautions else [])]))
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
    if all(point.interval is None for point in found.points):
        return cautions(1)
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
        "who": found.who,
        "answers": found.answers,
        "cautions": found.cautions,
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
    cautions = "".join(f" {said[0].upper()}{said[1:]}." for said in first.cautions)
    return curves(
        series,
        xlabel="references",
        ylabel=first.measure.label() if len(ceilings) == 1 else "score",
        caption=f"What {first.who} scores, by the number of references: people do not all write "
        f"the same.{bands}{cautions} {signatures}",
    )


# --- scores beneath them --------------------------------------------------------------------------


def shares_table(found: Sequence[Shares]) -> Table:
    """Systems' scores and people's, taken alike, and the share of these that systems reach."""
    who = found[0].ceiling.who.removeprefix("a ")
    columns = [Column("measure", align="left"), Column("system", align="left")]
    columns += map(Column, ("score", "references", who, "share"))
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
                    _cell(share.alike, share.alike_interval),
                    of.references,
                    top,
                    _cell(share.share, share.interval),
                ]
            )
        notes += [of.remark] if of.remark else []
    first = found[0]
    notes += first.ceiling.cautions
    notes.append(alike(first))
    notes += [f"{of.ceiling.measure}: {worth(of.ceiling, of.gain)}" for of in found]
    notes += [*first.ceiling.notes, *(of.ceiling.signature for of in found)]
    return Table(columns, rows, title=f"Systems beside {first.ceiling.who}", notes=notes)


def alike(of: Shares) -> str:
    """Say what is compared with what."""
    many = _references(of.references)
    if of.ceiling.sources is None:
        return (
            "each annotator in turn is left out, and judged by the other annotators, as are the "
            f"systems: all scores here are on the same sentences, with at most {many}; share: "
            "score / left-out annotator"
        )
    return (
        f"perfect corrector: one that writes what a crowd wrote, with {many} by the same crowd; "
        "it corrects other sentences than the systems; share: score / perfect corrector"
    )


def line(of: Shares) -> figures.Ceiling:
    """The ceiling as a line in a figure, with the scores that can be compared with it."""
    values: dict[str, Value] = {}
    for one in of.shares:
        interval = one.alike_interval
        values[one.system] = (
            one.alike,
            None if interval is None else (interval.low, interval.high),
        )
    who, many = of.ceiling.who, _references(of.references)
    said = [f"The line is {who} with {many}: {of.point.value:.3f}"]
    if of.ceiling.sources is None:
        said[0] += (
            f"; systems have the same references, on the same {of.ceiling.sentences} sentences"
        )
    said += [text[0].upper() + text[1:] for text in (of.remark, *of.ceiling.cautions) if text]
    caption = " ".join(f"{text}." for text in said)
    label = f"{who.removeprefix('a ')}, {many}"
    if of.ceiling.sources is not None:
        return figures.Ceiling(of.point.value, label, caption)
    return figures.Ceiling(of.point.value, label, caption, values, of.ceiling.signature)


def _references(many: int) -> str:
    return "1 reference" if many == 1 else f"{many} references"


def shares_as_json(found: Sequence[Shares]) -> dict[str, Any]:
    data = {
        str(of.ceiling.measure): {
            **as_json(of.ceiling, of.gain),
            "references": of.references,
            "ceiling": _point_as_json(of.point),
            "above": list(of.above),
            "remark": of.remark or None,
            "systems": {
                share.system: {
                    "score": share.score,
                    "score_with_these": share.alike,
                    "interval_with_these": _pair(share.alike_interval),
                    "share": share.share,
                    "interval": _pair(share.interval),
                }
                for share in of.shares
            },
        }
        for of in found
    }
    return dict(finite(data))
