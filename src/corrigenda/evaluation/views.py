"""A result as tables, as JSON and as data frames, from plain numbers.

`evaluation.sentences` has it sentence by sentence, `evaluation.page` as a page; `corrigenda.report`
renders all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.measures.contract import Measure, Score
from corrigenda.remarks import Remark
from corrigenda.report.tables import Cell, Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from corrigenda.evaluation.comparison import Comparison, Pair
    from corrigenda.evaluation.result import Cell as Scored
    from corrigenda.evaluation.result import Result

SHORT = {"precision": "P", "recall": "R"}
EDIT_COUNTS = ("tp", "fp", "fn")


# --- tables -------------------------------------------------------------------------------------


def scores(result: Result) -> Table:
    """Systems in rows; of each measure the score with its interval, its parts, its counts."""
    columns = [Column("system", align="left")]
    for m, measure in enumerate(result.measures):
        group = str(measure)
        score = result.cells[m][0].score
        columns.append(Column(measure.label(), group=group, best=measure.best))
        columns += [Column(SHORT.get(part, part), group=group) for part in score.parts]
        columns += [Column(count.upper(), group=group) for count in measure.shown]
    rows = []
    for s, system in enumerate(result.systems):
        row: list[Cell | str | float | None] = [system]
        for measure, of_measure in zip(result.measures, result.cells, strict=True):
            cell = of_measure[s]
            row.append(Cell(cell.score.value, cell.low, cell.high))
            row += cell.score.parts.values()
            row += [_whole(cell.score.counts[count]) for count in measure.shown]
        rows.append(row)
    notes = [result.signature(measure) for measure in result.measures]
    notes = [*extraction_notes(result.remarks), *notes]
    level = result.settings.ci
    if level is not None:
        notes.insert(0, f"[low, high]: {level:g} % confidence interval, {_method(result)}")
    remark = result.remark_on_left_out()
    if remark:
        notes.insert(0, remark)
    return Table(columns, rows, notes=notes)


def types(result: Result, measure: str | Measure) -> list[Table]:
    """For each system, the types of edits in rows."""
    chosen = result.measures[result.measure_number(measure)]
    heads = [count.upper() for count in EDIT_COUNTS] + ["P", "R", chosen.label()]
    columns = [Column("type", align="left"), *(Column(head) for head in heads)]
    found = []
    for system, of_system in result.by_type(measure).items():
        comparable = result.typed_alike(system, chosen)
        rows: list[list[Cell | str | float | None]] = []
        for kind, score in of_system.items():
            counts = [_whole(score.counts[count]) for count in EDIT_COUNTS]
            rows.append([kind or "(no type)", *counts, *_shown_of_type(score, comparable)])
        notes = [] if comparable else [NOT_ALIKE]
        notes += map(str, result.given.extractions([chosen]))
        notes.append(result.signature(chosen))
        found.append(Table(columns, rows, title=f"{system}: {chosen} by type", notes=notes))
    return found


def types_in_one(result: Result, measures: Sequence[Measure]) -> Table:
    """All types of all systems and measures in one table, for CSV."""
    heads = [count.upper() for count in EDIT_COUNTS] + ["P", "R", "F"]
    names = [Column(name, align="left") for name in ("measure", "system", "type")]
    rows: list[list[Cell | str | float | None]] = []
    for measure in measures:
        for system, of_system in result.by_type(measure).items():
            comparable = result.typed_alike(system, measure)
            for kind, score in of_system.items():
                counts = [_whole(score.counts[count]) for count in EDIT_COUNTS]
                shown = _shown_of_type(score, comparable)
                rows.append([str(measure), system, kind, *counts, *shown])
    return Table([*names, *(Column(head) for head in heads)], rows)


def _shown_of_type(score: Score, comparable: bool) -> list[float | None]:
    """P, R and F of a type, each only if there is something to tell."""
    precision = score.parts["precision"] if comparable and score.counts["proposed"] else None
    recall = score.parts["recall"] if score.counts["gold"] else None
    return [precision, recall, score.value if comparable else None]


NOT_ALIKE = (
    "P and F are left out: the system's edits have no types but M (missing), R (replacement) and "
    "U (unnecessary)"
)


def pairs(comparison: Comparison, test: str) -> Table:
    """Pairs of systems in rows, measure by measure."""
    columns = [
        Column("measure", align="left"),
        Column("A", align="left"),
        Column("B", align="left"),
        Column("A - B", signed=True),
        Column("p"),
        Column("p (Holm)"),
        Column("A wins"),
        Column("ties"),
        Column("B wins"),
        Column("effect", signed=True, decimals=2),
    ]
    rows: list[list[Cell | str | float | None]] = []
    for pair in comparison.pairs:
        paired = pair.paired
        p, corrected = p_values(pair, test)
        low, high, _ = paired.interval
        rows.append(
            [
                str(pair.measure),
                pair.a,
                pair.b,
                Cell(paired.difference, low, high, significance(corrected)),
                p,
                corrected,
                paired.wins,
                paired.ties,
                paired.losses,
                paired.effect,
            ]
        )
    name = {
        "randomisation": f"approximate randomisation, {comparison.trials} trials",
        "bootstrap": "paired bootstrap",
    }[test]
    notes = [
        f"p: {name}, two-sided; Holm: corrected for all pairs of a measure",
        "* p < 0.05, ** p < 0.01, *** p < 0.001 after correction",
        *comparison.too_few(test),
        *extraction_notes(comparison.remarks),
        f"[low, high]: {comparison.level:g} % confidence interval of the difference",
        f"{comparison.signature}|test:{test}",
    ]
    return Table(columns, rows, notes=notes)


def p_values(pair: Pair, test: str) -> tuple[float, float]:
    """p by that test, and p corrected for all pairs."""
    if test == "randomisation":
        return pair.paired.p, pair.p_holm
    if test == "bootstrap":
        return pair.paired.p_bootstrap, pair.p_bootstrap_holm
    raise InputError(f"a test is 'randomisation' or 'bootstrap', not {test!r}")


def significance(p: float) -> str:
    return "***" if p < 0.001 else "**" if p < 0.01 else "*" if p < 0.05 else ""


# --- remarks ------------------------------------------------------------------------------------


def extraction_notes(remarks: Sequence[Remark]) -> list[str]:
    """Return the remarks that tables carry as notes: those on what their numbers are."""
    return [remark.text for remark in remarks if remark.kind == "extraction"]


def with_remarks(table: str, remarks: Sequence[Remark]) -> str:
    """Return a table in text, after the remarks that are not among its notes."""
    noted = extraction_notes(remarks)
    return "".join(f"Remark: {r}\n\n" for r in remarks if r.text not in noted) + table


def remarks_as_html(remarks: Sequence[Remark]) -> str:
    noted = extraction_notes(remarks)
    return "".join(
        f"<p><strong>Remark:</strong> {escape(r.text)}</p>" for r in remarks if r.text not in noted
    )


# --- for machines -------------------------------------------------------------------------------


def as_json(result: Result) -> dict[str, Any]:
    found = {
        "signature": result.signature(),
        "version": __version__,
        "corpus": {
            "origin": result.origin,
            "sentences": result.sentences,
            "references": list(result.references),
        },
        "level": result.settings.ci,
        "remarks": [remark.to_json() for remark in result.remarks],
        "measures": {
            str(measure): {
                "label": measure.label(),
                "best": measure.best,
                "graphs": measure.needs_graphs,
                "shown": list(measure.shown),
                "definition": measure.definition(),
                "signature": result.signature(measure),
                "left_out": [one._asdict() for one in result.left_out(measure)],
            }
            for measure in result.measures
        },
        "systems": {
            system: {
                str(measure): _cell_as_json(result, m, s)
                for m, measure in enumerate(result.measures)
            }
            for s, system in enumerate(result.systems)
        },
    }
    return dict(finite(found))


def _cell_as_json(result: Result, m: int, s: int) -> dict[str, Any]:
    cell = result.cells[m][s]
    found = cell.intervals.items()
    return {
        **_scored(cell),
        "intervals": {name: [interval.low, interval.high] for name, interval in found},
        "signature": result.signature(result.measures[m]),
    }


def _scored(cell: Scored) -> dict[str, Any]:
    return {
        "score": cell.score.value,
        "low": cell.low,
        "high": cell.high,
        **cell.score.parts,
        "counts": {name: _whole(count) for name, count in cell.score.counts.items()},
    }


def types_as_json(result: Result, measure: str | Measure) -> dict[str, Any]:
    """Counts and scores by type; null where there is nothing to tell, or types are not alike."""
    found: dict[str, dict[str, Any]] = {}
    for system, of_system in result.by_type(measure).items():
        alike = result.typed_alike(system, measure)
        found[system] = {}
        for kind, score in of_system.items():
            precision, recall, f = _shown_of_type(score, alike)
            counts = {count: _whole(score.counts[count]) for count in EDIT_COUNTS}
            found[system][kind] = {"score": f, "precision": precision, "recall": recall, **counts}
    return found


def pairs_as_json(comparison: Comparison) -> dict[str, Any]:
    found: dict[str, list[dict[str, Any]]] = {}
    for pair in comparison.pairs:
        paired = pair.paired
        found.setdefault(str(pair.measure), []).append(
            {
                "a": pair.a,
                "b": pair.b,
                "difference": paired.difference,
                "low": paired.interval.low,
                "high": paired.interval.high,
                "p": paired.p,
                "p_holm": pair.p_holm,
                "p_bootstrap": paired.p_bootstrap,
                "p_bootstrap_holm": pair.p_bootstrap_holm,
                "wins": paired.wins,
                "ties": paired.ties,
                "losses": paired.losses,
                "dominance": paired.dominance,
                "effect": paired.effect,
            }
        )
    data = {
        "signature": comparison.signature,
        "level": comparison.level,
        "remarks": [remark.to_json() for remark in comparison.remarks],
        "pairs": found,
    }
    return dict(finite(data))


def as_pandas(result: Result) -> pd.DataFrame:
    try:
        import pandas as pd
    except ImportError:
        raise InputError(
            "pandas is not installed", hint="install it: pip install 'corrigenda[pandas]'"
        ) from None
    rows = []
    for m, measure in enumerate(result.measures):
        for s, system in enumerate(result.systems):
            cell = result.cells[m][s]
            found = {"score": cell.score.value, "low": cell.low, "high": cell.high}
            rows.append(
                {
                    "system": system,
                    "measure": str(measure),
                    **found,
                    **cell.score.parts,
                    **cell.score.counts,
                }
            )
    return pd.DataFrame(rows).set_index(["system", "measure"])


# --- numbers ------------------------------------------------------------------------------------


def _whole(number: float) -> float:
    return int(number) if isfinite(number) and number == int(number) else number


def finite(data: Any) -> Any:
    """The same data with null for what JSON has no number for (an infinite effect, say)."""
    if isinstance(data, float):
        return data if isfinite(data) else None
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list):
        return [finite(value) for value in data]
    return data


def _method(result: Result) -> str:
    names: Mapping[str, str] = {"bca": "BCa bootstrap", "percentile": "percentile bootstrap"}
    return f"{names[result.settings.method]}, {result.settings.resamples} resamples"
