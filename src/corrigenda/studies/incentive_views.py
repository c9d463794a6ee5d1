"""What references pay for, as tables, as JSON, and as a figure."""

from __future__ import annotations

from typing import Any

from corrigenda.population.enough import BEYOND, caution, in_caption, is_beyond, is_few
from corrigenda.report.figures import Figure, curves
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.studies.incentive import Incentive, certainty, discouraged, needed

Row = list[Cell | str | float | None]


def tables(found: Incentive) -> list[Table]:
    """By number of references; then the p_correct needed, by certainty and references."""
    return [summary(found), thresholds(found)]


def summary(found: Incentive) -> Table:
    few = is_few(found.answers)
    rows: list[Row] = []
    for references, covered in found.coverage.items():
        row: Row = [references, covered]
        row += [certainty(covered, found.alpha), discouraged(covered, found.alpha)]
        if few:
            row.append(BEYOND if is_beyond(references, found.answers) else "")
        rows.append(row)
    headers = ("references", "coverage", "certainty needed", "better left alone")
    columns = [*map(Column, headers), *([Column("", align="left")] if few else [])]
    notes = [
        *caution(found.answers),
        "certainty needed: how sure of an error a system must be that always corrects well what "
        "is one, for correcting to pay (–: it never does)",
        "better left alone: of all p_correct <= p_detect, the share for which leaving the error "
        "alone pays more than correcting it",
        f"a wrong correction costs {found.alpha:g} right ones (alpha)",
    ]
    return Table(columns, rows, title="What references pay for", notes=notes)


def thresholds(found: Incentive) -> Table:
    rows: list[Row] = [[f"{p:g}", *found.needed(p)] for p in found.detection]
    columns = [Column("p_detect", align="left")]
    for references in found.coverage:
        beyond = f" ({BEYOND})" if is_beyond(references, found.answers) else ""
        columns.append(Column(f"M = {references}{beyond}"))
    notes = [
        "p_correct from which on correcting pays; – : leaving the error alone always pays more",
        "p_detect: it is an error; p_correct: it is one, and the correction is valid",
    ]
    return Table(columns, rows, title="How good a correction must be", notes=notes)


def as_json(found: Incentive) -> dict[str, Any]:
    return {
        "alpha": found.alpha,
        "answers": found.answers,
        "cautions": caution(found.answers),
        "references": [
            {
                "references": references,
                "coverage": covered,
                "extrapolated": is_beyond(references, found.answers),
                "certainty": certainty(covered, found.alpha),
                "better_left_alone": discouraged(covered, found.alpha),
                "needed": {f"{p:g}": needed(p, covered, found.alpha) for p in found.detection},
            }
            for references, covered in found.coverage.items()
        ],
    }


def figure(found: Incentive) -> Figure:
    """For each number of references, the line above which correcting pays."""
    series: dict[str, list[tuple[float, float] | tuple[float, float, float, float]]] = {}
    for references, covered in found.coverage.items():
        sure = certainty(covered, found.alpha)
        if sure is not None and sure < 1:
            least = needed(1.0, covered, found.alpha)
            series[f"M = {references}"] = [(sure, sure), (1.0, least or 0.0)]
    series["limit"] = [(0.0, 0.0), (1.0, 1.0)]
    return curves(
        series,
        xlabel="p_detect: it is an error",
        ylabel="p_correct",
        caption="Right of its line correcting pays with M references; everywhere else beneath the "
        "diagonal (p_correct is at most p_detect) a system is paid to leave the error alone. A "
        f"wrong correction costs {found.alpha:g} right ones.{in_caption(found.answers)}",
    )
