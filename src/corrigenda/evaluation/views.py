"""A result as tables, as JSON, as data frames, sentence by sentence, and as a page.

Everything shown anywhere is put together here, from plain numbers; `corrigenda.report` renders it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.measures.contract import Measure, Score
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
        columns.append(Column(measure.label(), group=group, best="max"))
        columns += [Column(SHORT.get(part, part), group=group) for part in score.parts]
        columns += [Column(count.upper(), group=group) for count in _shown_counts(score)]
    rows = []
    for s, system in enumerate(result.systems):
        row: list[Cell | str | float | None] = [system]
        for of_measure in result.cells:
            cell = of_measure[s]
            row.append(Cell(cell.score.value, cell.low, cell.high))
            row += cell.score.parts.values()
            row += [_whole(cell.score.counts[count]) for count in _shown_counts(cell.score)]
        rows.append(row)
    notes = [result.signature(measure) for measure in result.measures]
    level = result.settings.ci
    if level is not None:
        notes.insert(0, f"[low, high]: {level:g} % confidence interval, {_method(result)}")
    return Table(columns, rows, notes=notes)


def types(result: Result, measure: str | Measure) -> Table:
    """Types of edits in rows, systems side by side."""
    found = result.by_type(measure)
    chosen = result.measures[result.measure_number(measure)]
    columns = [Column("type", align="left")]
    for system in result.systems:
        columns += [Column(count.upper(), group=system) for count in EDIT_COUNTS]
        columns += [Column(head, group=system) for head in ("P", "R", chosen.label())]
    rows = []
    for kind in sorted({kind for of_system in found.values() for kind in of_system}):
        row: list[Cell | str | float | None] = [kind or "(no type)"]
        for system in result.systems:
            score = found[system].get(kind)
            if score is None:
                row += [0, 0, 0, None, None, None]
                continue
            row += [_whole(score.counts[count]) for count in EDIT_COUNTS]
            row += [score.parts["precision"], score.parts["recall"], score.value]
        rows.append(row)
    return Table(columns, rows, title=f"{chosen} by type", notes=[result.signature(chosen)])


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
        f"[low, high]: {comparison.level:g} % confidence interval of the difference",
        comparison.signature,
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


# --- for machines -------------------------------------------------------------------------------


def as_json(result: Result) -> dict[str, Any]:
    return {
        "signature": result.signature(),
        "version": __version__,
        "corpus": {
            "origin": result.origin,
            "sentences": result.sentences,
            "references": list(result.references),
        },
        "systems": {
            system: {
                str(measure): _cell_as_json(result, m, s)
                for m, measure in enumerate(result.measures)
            }
            for s, system in enumerate(result.systems)
        },
    }


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
    return {
        system: {kind: _score_as_json(score) for kind, score in of_system.items()}
        for system, of_system in result.by_type(measure).items()
    }


def _score_as_json(score: Score) -> dict[str, Any]:
    counts = {count: _whole(score.counts[count]) for count in EDIT_COUNTS}
    return {"score": score.value, **score.parts, **counts}


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
    return {"signature": comparison.signature, "level": comparison.level, "pairs": found}


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


# --- sentence by sentence -----------------------------------------------------------------------


def sentences(result: Result) -> Iterator[dict[str, Any]]:
    """What the page shows and `--per-sentence` writes: texts, scores and judged edits."""
    segments, outputs = result.texts()
    scored = [
        [measure.sentence_scores(table.rows).tolist() for table in tables]
        for measure, tables in zip(result.measures, result.tables, strict=True)
    ]
    for k, segment in enumerate(segments):
        yield {
            "id": segment.id or str(k + 1),
            "source": segment.source,
            "references": [
                {"by": r.by or str(n), "text": r.text} for n, r in enumerate(segment.references)
            ],
            "systems": {
                output.name: {
                    "text": output.corrections[k].text,
                    "scores": {
                        str(measure): scored[m][s][k] for m, measure in enumerate(result.measures)
                    },
                    "edits": _judged(result, k, s),
                }
                for s, output in enumerate(outputs)
            },
        }


def _judged(result: Result, k: int, s: int) -> dict[str, Any]:
    segments, outputs = result.texts()
    found = {}
    for m, measure in enumerate(result.measures):
        chosen = result.tables[m][s].chosen[k]
        judgements = measure.judge(segments[k], outputs[s].corrections[k], chosen)
        if judgements is None:
            continue
        reference = segments[k].references[chosen]
        found[str(measure)] = {
            "reference": reference.by or str(chosen),
            "marks": [
                [e.start, e.end, e.texts[0] if e.texts else "", measure.type_of(e), verdict]
                for e, verdict in judgements
            ],
        }
    return found


def page(result: Result, title: str, trials: int) -> str:
    from corrigenda.report.page import page as rendered

    several = len(result.systems) > 1
    low, high = result.references
    judging = [m for m in result.measures if judges(result, m)]
    data = {
        "title": title,
        "version": __version__,
        "signature": result.signature(),
        "level": result.settings.ci,
        "corpus": {
            "origin": result.origin,
            "sentences": result.sentences,
            "references": str(high) if low == high else f"{low}-{high}",
        },
        "measures": [
            {
                "name": str(measure),
                "signature": result.signature(measure),
                "definition": measure.definition(),
            }
            for measure in result.measures
        ],
        "systems": list(result.systems),
        "scores": {
            str(measure): {
                system: _scored(result.cells[m][s]) for s, system in enumerate(result.systems)
            }
            for m, measure in enumerate(result.measures)
        },
        "pairs": result.compare(trials=trials).to_json()["pairs"] if several else {},
        "types": {str(measure): types_as_json(result, measure) for measure in judging},
        "sentences": list(sentences(result)),
    }
    return rendered(data)


def judges(result: Result, measure: Measure) -> bool:
    """Does the measure have edits to show?"""
    segments, outputs = result.texts()
    return measure.judge(segments[0], outputs[0].corrections[0], 0) is not None


# --- numbers ------------------------------------------------------------------------------------


def _shown_counts(score: Score) -> tuple[str, ...]:
    return EDIT_COUNTS if set(EDIT_COUNTS) <= set(score.counts) else ()


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


def _method(result: Result) -> str:
    names: Mapping[str, str] = {"bca": "BCa bootstrap", "percentile": "percentile bootstrap"}
    return f"{names[result.settings.method]}, {result.settings.resamples} resamples"
