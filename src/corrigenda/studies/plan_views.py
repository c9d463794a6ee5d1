"""A plan of references: in words, as a table, as JSON, and as a figure."""

from __future__ import annotations

from typing import Any

from corrigenda.evaluation.views import finite
from corrigenda.population.enough import BEYOND, caution, in_caption, is_beyond, is_few
from corrigenda.report.figures import Figure, curves
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.studies.plan import MOST, Plan, Step, Target


def table(found: Plan) -> Table:
    """Numbers of references in rows, and beneath them what to make of it."""
    columns = [
        Column("references"),
        Column("coverage"),
        Column("bias"),
        Column("last one adds", signed=True),
        Column("cost", decimals=2),
        Column("a point more costs", decimals=2),
    ]
    rows: list[list[Cell | str | float | None]] = []
    for step in found.steps:
        row: list[Cell | str | float | None] = [
            step.references,
            Cell(step.coverage, step.low, step.high),
            step.bias,
            step.adds,
            step.cost,
            step.per_point,
        ]
        if is_few(found.answers):
            row.append(BEYOND if is_beyond(step.references, found.answers) else "")
        rows.append(row)
    if is_few(found.answers):
        columns.append(Column("", align="left"))
    return Table(columns, rows, title="How many references?", notes=words(found))


def words(found: Plan) -> list[str]:
    """What a person who plans an annotation round can act on."""
    said = caution(found.answers)
    said += [_target(target, found) for target in found.targets]
    if found.affordable is not None:
        said.append(_affordable(found.affordable, found))
    answers = "" if found.answers is None else f", {found.answers:.1f} answers each"
    said += [
        f"cost: {found.sentences} sentences at {found.price:g} an annotation; a point more: one "
        "percentage point of coverage, at the rate of the last reference",
        f"pilot: {found.pilot} sentences{answers}; coverage is how often "
        "a perfect corrector is found right by exact match, bias what is missing to 1",
    ]
    return said + found.settings.notes(found.pilot)


def _target(target: Target, found: Plan) -> str:
    share = f"{100 * (1 - target.bias):.0f} %"
    aim = f"for a bias of at most {target.bias:g} (a perfect corrector is found right in {share})"
    if target.references is None:
        return f"{aim}, {MOST} references are not enough"
    range_ = ""
    if found.settings.ci is not None and found.pilot > 1:
        high = "more than a million" if target.high is None else f"{target.high}"
        low = "more than a million" if target.low is None else f"{target.low}"
        range_ = f" (by this pilot, {low} to {high})"
    many = "1 reference" if target.references == 1 else f"{target.references} references"
    beyond = f" ({BEYOND})" if is_beyond(target.references, found.answers) else ""
    return f"{aim}, collect {many} a sentence{range_}: {target.cost:.2f} in all{beyond}"


def _affordable(step: Step, found: Plan) -> str:
    many = "1 reference" if step.references == 1 else f"{step.references} references"
    return (
        f"{found.budget:g} buys {many} a sentence: a perfect corrector is then found right in "
        f"{100 * step.coverage:.0f} % of sentences, and the last reference adds "
        f"{100 * step.adds:.2f} points"
        + (f" ({BEYOND})" if is_beyond(step.references, found.answers) else "")
    )


def as_json(found: Plan) -> dict[str, Any]:
    data = {
        "pilot": {"sentences": found.pilot, "answers": found.answers},
        "cautions": caution(found.answers),
        "sentences": found.sentences,
        "price": found.price,
        "steps": [_step(step, found) for step in found.steps],
        "targets": [
            {
                "bias": target.bias,
                "references": target.references,
                "low": target.low,
                "high": target.high,
                "cost": target.cost,
                "extrapolated": is_beyond(target.references or MOST, found.answers),
            }
            for target in found.targets
        ],
        "budget": found.budget,
        "affordable": None if found.affordable is None else _step(found.affordable, found),
        "words": words(found),
    }
    return dict(finite(data))


def _step(step: Step, found: Plan) -> dict[str, Any]:
    return {
        "references": step.references,
        "coverage": step.coverage,
        "low": step.low,
        "high": step.high,
        "bias": step.bias,
        "adds": step.adds,
        "cost": step.cost,
        "per_point": step.per_point,
        "extrapolated": is_beyond(step.references, found.answers),
    }


def figure(found: Plan) -> Figure:
    """Coverage against what it costs."""
    points: list[tuple[float, float] | tuple[float, float, float, float]] = [
        (step.cost, step.coverage)
        if step.low is None or step.high is None
        else (step.cost, step.coverage, step.low, step.high)
        for step in found.steps
    ]
    level = found.settings.ci
    band = "" if level is None else f" Band: {level:g} % over the pilot's sentences."
    listed = ", ".join(str(step.references) for step in found.steps)
    return curves(
        {"coverage": points},
        xlabel=f"cost of {found.sentences} sentences at {found.price:g} an annotation",
        ylabel="coverage",
        caption=f"What references cover, and cost: points are {listed} references.{band}"
        f"{in_caption(found.answers)}",
        log_x=True,
    )
