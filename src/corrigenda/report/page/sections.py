"""What the template lays out: rows and cells, with the text to show and the value to sort by."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from corrigenda.report.page.words import best_of, interval
from corrigenda.report.wording import p_value
from corrigenda.results.numbers import number
from corrigenda.statistics import alpha

Data = Mapping[str, Any]

_NOT_PARTS = {"score", "low", "high", "counts"}
_NOTHING = {"words": 0.0, "sentences": 0.0, "rate": 0.0}


def scores(data: Data) -> list[dict[str, Any]]:
    """For each measure a table: score, interval, groups that cannot be told apart, how much is
    changed, parts (precision, recall ...) and counts; the unchanged source stands apart."""
    tables = []
    for measure in data["measures"]:
        name = measure["name"]
        by_system = data["scores"].get(name, {})
        entries = [by_system[s] for s in data["systems"] if s in by_system]
        parts = list(dict.fromkeys(k for e in entries for k in e if k not in _NOT_PARTS))
        counts = list(dict.fromkeys(k for e in entries for k in e.get("counts") or ()))
        if {"tp", "fp", "fn"} <= set(counts):
            counts = ["tp", "fp", "fn"]  # what else there is says the same again
        groups = _groups(data, name)
        changing = _changing(data) if measure.get("against") == "source" else ""

        def row(
            system: str,
            entry: Data,
            change: Data,
            *,
            parts: list[str] = parts,
            counts: list[str] = counts,
            groups: dict[str, str] = groups,
            changing: str = changing,
        ) -> dict[str, Any]:
            cells = [_cell(entry.get("score")) | {"interval": interval(entry)}]
            if groups:
                letters = groups.get(system, "")
                cells.append({"text": letters or "–", "value": letters, "interval": ""})
            if changing:
                cells.append(_change(change, changing))
            cells += [_cell(entry.get(p)) for p in parts]
            cells += [_cell((entry.get("counts") or {}).get(c), 0) for c in counts]
            return {"system": system, "cells": cells}

        changes = data.get("changes") or {}
        rows = [
            row(system, by_system[system], changes.get(system, {}))
            for system in data["systems"]
            if system in by_system
        ]
        unchanged = (data.get("unchanged") or {}).get(name)
        apart = [] if unchanged is None else [row(data["unchanged_name"], unchanged, _NOTHING)]
        label = measure.get("label", "score")
        names = [label[:1].upper() + label[1:]]
        names += ["Group"] if groups else []
        names += [changing] if changing else []
        names += [_heading(n) for n in (*parts, *counts)]
        tables.append({**measure, "columns": names, "rows": rows, "apart": apart})
    return tables


def overview(data: Data) -> dict[str, Any]:
    """All measures in one table, scores alone, and how much is changed where that matters."""
    tables = scores(data)
    against_source = any(m.get("against") == "source" for m in data["measures"])
    changing = _changing(data) if against_source else ""
    changes = data.get("changes") or {}

    def row(system: str, change: Data, where: str) -> dict[str, Any]:
        cells = [_change(change, changing)] if changing else []
        for table in tables:
            found = next((r for r in table[where] if r["system"] == system), None)
            cells.append(found["cells"][0] if found else _cell(None))
        return {"system": system, "cells": cells}

    rows = [row(system, changes.get(system, {}), "rows") for system in data["systems"]]
    apart = [row(data["unchanged_name"], _NOTHING, "apart")] if data.get("unchanged") else []
    columns = [*([changing] if changing else []), *(table["name"] for table in tables)]
    return {"columns": columns, "rows": rows, "apart": apart}


def _groups(data: Data, measure: str) -> dict[str, str]:
    places = (data.get("ranking") or {}).get(measure) or ()
    return {place["system"]: place["group"] for place in places if place["group"]}


def _changing(data: Data) -> str:
    """The heading of the column of changes: the change rate, or shares of words if there are no
    references to compare with."""
    changes = (data.get("changes") or {}).values()
    if not changes:
        return ""
    return "Words changed" if any(c.get("rate") is None for c in changes) else "Change rate"


def _change(change: Data, changing: str) -> dict[str, Any]:
    if changing == "Change rate":
        return _cell(change.get("rate"), 2)
    return _cell(change.get("words"))


def _heading(name: str) -> str:
    return name.upper() if len(name) == 2 else name.replace("_", " ").capitalize()


def _cell(value: float | None, decimals: int = 4) -> dict[str, Any]:
    if decimals == 0 and value is not None and value != int(value):
        decimals = 2
    return {"text": number(value, decimals), "value": value, "interval": ""}


def pairs(data: Data) -> list[dict[str, Any]]:
    """For each measure with comparisons: a matrix (row minus column), and the list of pairs."""
    level = alpha(data.get("level"))
    out = []
    for measure, every in (data.get("pairs") or {}).items():
        compared = [pair for pair in every if pair["difference"] is not None]
        if not compared:
            continue
        there = {name for pair in compared for name in (pair["a"], pair["b"])}
        systems = [s for s in data["systems"] if s in there]
        best = best_of(data, measure)
        cells: dict[tuple[str, str], dict[str, str]] = {}
        for pair in compared:
            for row, column, sign in ((pair["a"], pair["b"], 1), (pair["b"], pair["a"], -1)):
                cells[row, column] = _compared(
                    sign * pair["difference"], pair["p_holm"] < level, pair, best
                )
        rows = [{"system": a, "cells": [cells.get((a, b)) for b in systems]} for a in systems]
        listed = [
            {**p, **_compared(p["difference"], p["p_holm"] < level, p, best)} for p in compared
        ]
        significant = sum(p["p_holm"] < level for p in compared)
        out.append(
            {
                "measure": measure,
                "best": best,
                "systems": systems,
                "rows": rows,
                "listed": [{**p, "interval": interval(p)} for p in listed],
                "significant": significant,
            }
        )
    return out


def _compared(
    difference: float, is_significant: bool, pair: Data, best: str | None
) -> dict[str, str]:
    """How a cell of a comparison looks. Only a measure that has a best tells better from worse."""
    higher = "higher" if difference > 0 else "lower"
    if not is_significant:
        kind, symbol, word = "level", "≈", "no significant difference"
    elif best is None:
        kind, symbol, word = "differs", "≠", f"significantly {higher}"
    elif (difference > 0) == (best == "max"):
        kind, symbol, word = "better", "▲", f"significantly {higher}, which is better"
    else:
        kind, symbol, word = "worse", "▼", f"significantly {higher}, which is worse"
    return {
        "kind": kind,
        "symbol": symbol,
        "word": word,
        "shown": number(float(difference), signed=True),
        "p_shown": p_value(pair["p_holm"], at_floor=bool(pair.get("p_holm_at_floor"))),
        "p_listed": _listed(pair, "p"),
        "p_holm_listed": _listed(pair, "p_holm"),
    }


def _listed(pair: Data, key: str) -> str:
    """A p with four decimals, as a bound if it is one."""
    value = pair.get(key)
    if value is None or not pair.get(f"{key}_at_floor"):
        return number(value)
    return f"< {math.ceil(value * 10_000 * (1 - 1e-9)) / 10_000:.4f}"


def types(data: Data) -> list[dict[str, Any]]:
    """For each measure with types: types by systems, each cell with all that can be shown in it."""
    out = []
    for measure, by_system in (data.get("types") or {}).items():
        systems = [s for s in data["systems"] if by_system.get(s)]
        names = sorted({t for s in systems for t in by_system[s]})
        if not names:
            continue
        rows = []
        for name in names:
            cells = [_typed(by_system[s].get(name)) for s in systems]
            rows.append({"type": name or "(none)", "cells": cells})
        out.append({"measure": measure, "systems": systems, "rows": rows})
    return out


def figures(data: Data) -> list[tuple[str, str]]:
    """What can be shown of types: some scores are unknown where systems' edits have no types."""
    entries = [
        entry
        for by_system in (data.get("types") or {}).values()
        for of_system in by_system.values()
        for entry in of_system.values()
    ]
    names = ("score", "precision", "recall")
    known = [k for k in names if any(entry.get(k) is not None for entry in entries)]
    return [*((k, k) for k in known), ("counts", "TP / FP / FN")]


def _typed(entry: Data | None) -> dict[str, str] | None:
    if entry is None:
        return None
    shown = {k: number(entry.get(k)) for k in ("score", "precision", "recall")}
    counts = [number(entry.get(k), 0) for k in ("tp", "fp", "fn")]
    return shown | {"counts": " / ".join(counts)}
