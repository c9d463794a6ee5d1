"""A result as tables, as JSON and as data frames, from plain numbers.

`evaluation.sentences` has it sentence by sentence, `evaluation.page` as a page; `corrigenda.report`
renders all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.evaluation.changes import UNCHANGED, Change
from corrigenda.measures.contract import Measure, Score
from corrigenda.remarks import Remark
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.intervals import cautions

if TYPE_CHECKING:
    import pandas as pd

    from corrigenda.evaluation.comparison import Comparison, Pair
    from corrigenda.evaluation.result import Cell as Scored
    from corrigenda.evaluation.result import Result

SHORT = {"precision": "P", "recall": "R"}
EDIT_COUNTS = ("tp", "fp", "fn")
RATE, WORDS = "change rate", "words changed"
"""How much a system changes: against annotators, or, without references, of all words."""


# --- tables -------------------------------------------------------------------------------------


def scores(result: Result) -> Table:
    """Systems in rows; of each measure the score with its interval, its parts, its counts.

    The unchanged source is the last row. Beside measures that compare with the source alone stands
    how much each system changes.
    """
    columns = [Column("system", align="left")]
    changing = result.changing
    for m, measure in enumerate(result.measures):
        group = str(measure)
        score = result.cells[m][0].score
        columns.append(Column(measure.label(), group=group, best=measure.best))
        columns += [Column(SHORT.get(part, part), group=group) for part in score.parts]
        columns += [Column(count.upper(), group=group) for count in measure.shown]
        if changing and result.against(measure) == "source":
            columns.append(Column(changing, group=group, decimals=2 if changing == RATE else 4))
    rows = [
        _row(result, system, result.change(s), [of_measure[s] for of_measure in result.cells])
        for s, system in enumerate(result.systems)
    ]
    apart = any(result.unchanged_cells)
    if apart:
        change = UNCHANGED if changing else None
        rows.append(_row(result, result.unchanged_name, change, result.unchanged_cells))
    notes = [*result.settings.notes(result.sentences, result.unit)]
    if changing == RATE:
        notes.append(f"{RATE}: changed words for each word that annotators change")
    elif changing:
        notes.append(f"{WORDS}: the share of words that the system changes")
    notes += noted_remarks(result.remarks)
    notes += [result.signature(measure) for measure in result.measures]
    return Table(columns, rows, notes=notes, apart=int(apart))


def unchanged_name(systems: Collection[str]) -> str:
    """Return what the unchanged source is called beside these systems: none of them has that
    name."""
    name = "unchanged source"
    while name in systems:
        name = f"({name})"
    return name


def _row(
    result: Result, name: str, change: Change | None, cells: Sequence[Scored | None]
) -> list[Cell | str | float | None]:
    row: list[Cell | str | float | None] = [name]
    for m, (measure, cell) in enumerate(zip(result.measures, cells, strict=True)):
        if cell is None:
            row += [None] * (1 + len(result.cells[m][0].score.parts) + len(measure.shown))
            continue
        row.append(Cell(cell.score.value, cell.low, cell.high))
        row += cell.score.parts.values()
        row += [_whole(cell.score.counts[count]) for count in measure.shown]
        if change is not None and result.against(measure) == "source":
            row.append(change.rate if result.changing == RATE else change.words)
    return row


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
        notes += result.about_types(chosen)
        notes.append(result.signature(chosen, by_type=True))
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
                Cell(paired.difference, low, high, marks(corrected)),
                p,
                corrected,
                pair.wins,
                None if pair.wins is None else paired.ties,
                pair.losses,
                paired.effect,
            ]
        )
    name = {
        "randomisation": f"approximate randomisation, {comparison.trials} trials",
        "bootstrap": "paired bootstrap",
    }[test]
    sentences = comparison.result.sentences
    notes = [
        *comparison.verdicts(test),
        *directions(comparison),
        f"p: {name}, two-sided; Holm: corrected for all pairs of a measure",
        "* p < 0.05, ** p < 0.01, *** p < 0.001 after correction",
        *comparison.too_few(test),
        *noted_remarks(comparison.remarks),
    ]
    if sentences > 1:
        notes.append(f"[low, high]: {comparison.level:g} % confidence interval of the difference")
    notes += [*cautions(sentences, comparison.result.unit), f"{comparison.signature}|test:{test}"]
    return Table(columns, rows, notes=notes)


def directions(comparison: Comparison) -> list[str]:
    """Return what a difference means by the measures of which a higher score is not better."""
    said = []
    for measure in dict.fromkeys(pair.measure for pair in comparison.pairs):
        if measure.best == "min":
            said.append(f"{measure}: lower is better, so a difference below 0 is in favour of A")
        elif measure.best is None:
            said.append(f"{measure}: more is neither better nor worse, so nobody wins")
    return said


def p_values(pair: Pair, test: str) -> tuple[Cell, Cell]:
    """Return p by that test, and p corrected for all pairs, each as a bound if it is one."""
    paired = pair.paired
    if test == "randomisation":
        found = (paired.p, paired.at_floor), (pair.p_holm, pair.holm_at_floor)
    elif test == "bootstrap":
        found = (
            (paired.p_bootstrap, paired.bootstrap_at_floor),
            (pair.p_bootstrap_holm, pair.bootstrap_holm_at_floor),
        )
    else:
        raise InputError(f"a test is 'randomisation' or 'bootstrap', not {test!r}")
    p, corrected = (Cell(value, bound="<" if floor else "") for value, floor in found)
    return p, corrected


def marks(p: Cell) -> str:
    """Return the stars of a corrected p."""
    assert isinstance(p.value, float)
    return significance(p.value)


def significance(p: float) -> str:
    return "***" if p < 0.001 else "**" if p < 0.01 else "*" if p < 0.05 else ""


# --- remarks ------------------------------------------------------------------------------------


def noted_remarks(remarks: Sequence[Remark]) -> list[str]:
    """Return the remarks that tables carry as notes: those on what their numbers are."""
    return [remark.text for remark in remarks if remark.kind in ("extraction", "overlap")]


def with_remarks(table: str, remarks: Sequence[Remark]) -> str:
    """Return a table in text, after the remarks that are not among its notes."""
    noted = noted_remarks(remarks)
    return "".join(f"Remark: {r}\n\n" for r in remarks if r.text not in noted) + table


def remarks_as_html(remarks: Sequence[Remark]) -> str:
    noted = noted_remarks(remarks)
    return "".join(
        f"<p><strong>Remark:</strong> {escape(r.text)}</p>" for r in remarks if r.text not in noted
    )


# --- for machines -------------------------------------------------------------------------------


def as_json(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = {
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
                "against": result.against(measure),
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
                str(measure): _cell_as_json(result, measure, result.cells[m][s])
                for m, measure in enumerate(result.measures)
            }
            for s, system in enumerate(result.systems)
        },
        "unchanged": {
            str(measure): _cell_as_json(result, measure, cell)
            for measure, cell in zip(result.measures, result.unchanged_cells, strict=True)
            if cell is not None
        },
    }
    if result.changing:
        found["changes"] = {
            system: change._asdict()
            for s, system in enumerate(result.systems)
            if (change := result.change(s)) is not None
        }
    if result.settings.ci is not None and (said := cautions(result.sentences, result.unit)):
        found["cautions"] = said
    return dict(finite(found))


def _cell_as_json(result: Result, measure: Measure, cell: Scored) -> dict[str, Any]:
    found = cell.intervals.items()
    return {
        **_scored(cell),
        "intervals": {name: [interval.low, interval.high] for name, interval in found},
        "signature": result.signature(measure),
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
    """Return a comparison for machines. Differences are A minus B; `wins` and `losses` are null by
    measures that have no best; `..._at_floor` says that p is the least there can be."""
    data = {
        "signature": comparison.signature,
        "level": comparison.level,
        "trials": comparison.trials,
        "remarks": [remark.to_json() for remark in comparison.remarks],
        "measures": {
            str(measure): {"best": measure.best}
            for measure in dict.fromkeys(pair.measure for pair in comparison.pairs)
        },
        "ranking": comparison.ranking(),
        "verdicts": comparison.verdicts(),
        "pairs": pairs_plain(comparison),
    }
    return dict(finite(data))


def pairs_plain(comparison: Comparison) -> dict[str, list[dict[str, Any]]]:
    """Return the pairs by measure."""
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
                "p_at_floor": paired.at_floor,
                "p_holm": pair.p_holm,
                "p_holm_at_floor": pair.holm_at_floor,
                "p_bootstrap": paired.p_bootstrap,
                "p_bootstrap_at_floor": paired.bootstrap_at_floor,
                "p_bootstrap_holm": pair.p_bootstrap_holm,
                "p_bootstrap_holm_at_floor": pair.bootstrap_holm_at_floor,
                "higher": paired.higher,
                "lower": paired.lower,
                "wins": pair.wins,
                "ties": paired.ties,
                "losses": pair.losses,
                "dominance": paired.dominance,
                "effect": paired.effect,
            }
        )
    return found


def as_pandas(result: Result) -> pd.DataFrame:
    try:
        import pandas as pd
    except ImportError:
        raise InputError(
            "pandas is not installed", hint="install it: pip install 'corrigenda[pandas]'"
        ) from None
    rows = []
    for m, measure in enumerate(result.measures):
        cells: list[tuple[str, Scored | None]] = list(
            zip(result.systems, result.cells[m], strict=True)
        )
        cells.append((result.unchanged_name, result.unchanged_cells[m]))
        for system, cell in cells:
            if cell is None:
                continue
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
