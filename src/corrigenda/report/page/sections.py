"""What the template lays out: rows and cells, with the text to show and the value to sort by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corrigenda.report.html import number
from corrigenda.report.page.words import alpha, interval, p_value

Data = Mapping[str, Any]

_NOT_PARTS = {"score", "low", "high", "counts"}


def scores(data: Data) -> list[dict[str, Any]]:
    """For each measure a table: score, interval, parts (precision, recall ...) and counts."""
    tables = []
    for measure in data["measures"]:
        by_system = data["scores"].get(measure["name"], {})
        entries = [by_system[s] for s in data["systems"] if s in by_system]
        parts = list(dict.fromkeys(k for e in entries for k in e if k not in _NOT_PARTS))
        counts = list(dict.fromkeys(k for e in entries for k in e.get("counts") or ()))
        if {"tp", "fp", "fn"} <= set(counts):
            counts = ["tp", "fp", "fn"]  # what else there is says the same again
        rows = []
        for system in data["systems"]:
            entry = by_system.get(system)
            if entry is None:
                continue
            cells = [_cell(entry.get("score")) | {"interval": interval(entry)}]
            cells += [_cell(entry.get(p)) for p in parts]
            cells += [_cell((entry.get("counts") or {}).get(c), 0) for c in counts]
            rows.append({"system": system, "cells": cells})
        label = measure.get("label", "score")
        names = [label[:1].upper() + label[1:], *(_heading(n) for n in (*parts, *counts))]
        tables.append({**measure, "columns": names, "rows": rows})
    return tables


def _heading(name: str) -> str:
    return name.upper() if len(name) == 2 else name.replace("_", " ").capitalize()


def _cell(value: float | None, decimals: int = 4) -> dict[str, Any]:
    if decimals == 0 and value is not None and value != int(value):
        decimals = 2
    return {"text": number(value, decimals), "value": value, "interval": ""}


def pairs(data: Data) -> list[dict[str, Any]]:
    """For each measure with comparisons: a matrix (row minus column), and the list of pairs."""
    level = alpha(data)
    out = []
    for measure, every in (data.get("pairs") or {}).items():
        compared = [pair for pair in every if pair["difference"] is not None]
        if not compared:
            continue
        there = {name for pair in compared for name in (pair["a"], pair["b"])}
        systems = [s for s in data["systems"] if s in there]
        cells: dict[tuple[str, str], dict[str, str]] = {}
        for pair in compared:
            for row, column, sign in ((pair["a"], pair["b"], 1), (pair["b"], pair["a"], -1)):
                cells[row, column] = _compared(
                    sign * pair["difference"], pair["p_holm"] < level, pair
                )
        rows = [{"system": a, "cells": [cells.get((a, b)) for b in systems]} for a in systems]
        listed = [{**p, **_compared(p["difference"], p["p_holm"] < level, p)} for p in compared]
        significant = sum(p["p_holm"] < level for p in compared)
        out.append(
            {
                "measure": measure,
                "systems": systems,
                "rows": rows,
                "listed": [{**p, "interval": interval(p)} for p in listed],
                "significant": significant,
            }
        )
    return out


def _compared(difference: float, is_significant: bool, pair: Data) -> dict[str, str]:
    if not is_significant:
        kind, symbol, word = "level", "≈", "no significant difference"
    elif difference > 0:
        kind, symbol, word = "above", "▲", "significantly higher"
    else:
        kind, symbol, word = "below", "▼", "significantly lower"
    return {
        "kind": kind,
        "symbol": symbol,
        "word": word,
        "shown": number(float(difference), signed=True),
        "p_shown": p_value(pair["p_holm"]),
    }


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
