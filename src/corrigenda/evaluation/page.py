"""A result as a page, by way of its JSON: what is written today can be looked at in years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corrigenda.errors import InputError
from corrigenda.evaluation.ranking import rankings, verdicts
from corrigenda.evaluation.sentences import sentences
from corrigenda.evaluation.views import (
    as_json,
    finite,
    pairs_as_json,
    types_as_json,
    unchanged_name,
)
from corrigenda.report.page import page
from corrigenda.report.page.shape import Shape, check
from corrigenda.results.sections import Section

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result

_NOT_RESULT = "give what `corrigenda evaluate --json FILE` or `-f json` wrote"
_SCORED = {"score": (float, None), "counts": {str: (float, None)}, "intervals?": ..., str: ...}
_RESULT: Shape = {
    "signature": str,
    "version": str,
    "corpus": {"origin": str, "sentences": int, "references": [int]},
    "level": (float, None),
    "remarks?": [{"kind": str, "text": str, str: ...}],
    "measures": {
        str: {"label": str, "shown": [str], "definition": str, "signature": str, str: ...}
    },
    "systems": {str: {str: _SCORED}},
    "unchanged?": {str: _SCORED},
    "changes?": {str: {"words": float, "sentences": float, "rate": (float, None)}},
    "cautions?": [str],
    "test?": str,
    "least?": (float, None),
    "pairs?": {str: [{"a": str, "b": str, "difference": (float, None), "p_holm": float, str: ...}]},
    "types?": {str: {str: {str: {str: (float, None)}}}},
    "sentences?": [
        {
            "id": str,
            "source": str,
            "references": [{"by": str, "text": str}],
            "graphs?": [
                {
                    "tokens": [str],
                    "edges": [[int, int, [str], int]],
                    "leaves": [[int, int, str]],
                    "implicit?": [int],
                    "concepts?": {str: str},
                }
            ],
            "matched?": {
                str: {
                    str: {
                        "words": [[int, int]],
                        "counted": str,
                        "directions": [
                            {
                                "name": str,
                                "source": [(float, None)],
                                "target": [(float, None)],
                                "counts": [float, float, float, float],
                            }
                        ],
                    }
                }
            },
            "systems": {
                str: {
                    "text": str,
                    "graph?": int,
                    "scores": {str: (float, None)},
                    "edits": {
                        str: {
                            "reference": str,
                            "marks": [[int, int, str, str, {"hit", "spurious", "missed"}]],
                            "alternatives?": {str: [(str, None)]},
                        }
                    },
                }
            },
        }
    ],
    str: ...,
}


def complete(result: Result, trials: int | None = None) -> dict[str, Any]:
    """Return the result for machines with all that the page shows: comparisons, types, sentences
    and their graphs."""
    comparison = result.compare(trials=trials) if len(result.systems) > 1 else None
    compared: dict[str, Any] = {"least": None, "pairs": {}}
    if comparison is not None:
        seed = result.settings.seed
        compared = {
            "test": f"approximate randomisation, {comparison.trials} trials, seed {seed}",
            "least": comparison.least("randomisation"),
            "pairs": pairs_as_json(comparison)["pairs"],
        }
    scored = {**as_json(result), **compared}
    return {
        **scored,
        "ranking": rankings(scored),
        "verdicts": verdicts(scored),
        "types": finite({str(m): types_as_json(result, m) for m in result.judging()}),
        "sentences": list(sentences(result, graphs=True)),
    }


def checked(found: Any) -> dict[str, Any]:
    """A result's JSON from elsewhere, if it is one."""
    try:
        check(found, _RESULT, "the result")
    except InputError as error:
        raise InputError(error.message, hint=_NOT_RESULT) from None
    return dict(found)


def page_of(found: Mapping[str, Any], title: str = "", saved: Sequence[Section] = ()) -> str:
    """Return the page of a result's JSON, complete or not, and of studies that were saved."""
    low, high = (found["corpus"]["references"] * 2)[:2]
    names, measures = list(found["systems"]), found["measures"]
    data = {
        "title": title or _title(found),
        "version": found["version"],
        "signature": found["signature"],
        "level": found["level"],
        "corpus": {
            "origin": found["corpus"]["origin"] or "a corpus in memory",
            "sentences": found["corpus"]["sentences"],
            "references": str(high) if low == high else f"{low}-{high}",
        },
        "measures": [{"name": name, **about} for name, about in measures.items()],
        "systems": names,
        "remarks": _remarks(found),
        "scores": {
            name: {
                system: _shown(of[name], about["shown"])
                for system, of in found["systems"].items()
                if name in of
            }
            for name, about in measures.items()
        },
        "unchanged": {
            name: _shown(cell, measures[name]["shown"])
            for name, cell in found.get("unchanged", {}).items()
            if name in measures
        },
        "unchanged_name": unchanged_name(names),
        "ranking": rankings(found),
        "summary": [*verdicts(found), *(_sentence(text) for text in found.get("cautions", ()))],
        **{
            key: found[key]
            for key in ("changes", "test", "least", "pairs", "types", "sentences")
            if key in found
        },
    }
    return page(data, saved)


def _remarks(found: Mapping[str, Any]) -> list[str]:
    """Return the remarks of the result, each once."""
    return list(dict.fromkeys(one["text"] for one in found.get("remarks", [])))


def _shown(cell: Mapping[str, Any], counts: list[str]) -> dict[str, Any]:
    kept = {key: value for key, value in cell.items() if key not in ("intervals", "signature")}
    return {**kept, "counts": {name: cell["counts"].get(name) for name in counts}}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _title(found: Mapping[str, Any]) -> str:
    names = list(found["systems"])
    what = ", ".join(names) if len(names) <= 3 else f"{len(names)} systems"
    origin = Path(found["corpus"]["origin"]).name
    return f"{what} on {origin}" if origin else what
