"""A fragment of text as one HTML file: gold edits in place, what systems made of them beside.

    html = fragment(data)

Everything is in the HTML as such, pop-ups too: the script only chooses between systems and puts
pop-ups where their edits are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corrigenda.report.fragment.marks import VERDICTS, marks_of, paragraphs, verdict
from corrigenda.results.html import render

_HERE = Path(__file__).parent
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""What turns the direction of the text behind it, and must not go beyond its own stretch."""


def fragment(data: Mapping[str, Any]) -> str:
    """The page, from plain data:

        title, version, text: texts
        gold: [{start, end, alternatives, type, meaning, index, cset, optional}]
        left_out: how many gold edits do not count, given the chosen types
        runs: [{name, remarks: texts,
            scores: {"detection": [P, R, F], "recognition": ..., "correction": ...},
            gold: ["missed" | "detected" | "recognised" | "corrected"],
            edits: [{start, end, alternatives, index, spurious}]}]

    Offsets count characters of the text. Alternatives are texts; "" deletes, None leaves the text
    as it is, and where there are none the correction is not specified. A run's `gold` says how far
    it met each gold edit. `runs` may be empty: then only gold is shown.
    """
    gold, runs = data["gold"], data["runs"]
    return render(
        _HERE,
        "fragment",
        data=data,
        panels=[_panel(data, run) for run in runs or [None]],
        sets=_sets(gold),
        statuses=[
            [_shown(verdict(run["gold"][k], edit)) for run in runs] for k, edit in enumerate(gold)
        ],
        inline=inline,
        exact=exact,
        turns=_TURNS.search,
    )


def _panel(data: Mapping[str, Any], run: Mapping[str, Any] | None) -> dict[str, Any]:
    """What is shown of a run (None: of gold alone)."""
    marks = marks_of(data["text"], data["gold"], run)
    found = Counter(mark.verdict for mark in marks)
    explained = ["plain"] if run is None else ["hit", "wrong", "missed", "left", "spurious"]
    return {
        "name": run["name"] if run else "",
        "marks": marks,
        "paragraphs": paragraphs(data["text"], marks),
        "legend": [{**_shown(name), "count": found[name]} for name in explained],
    }


def _shown(verdict: str) -> dict[str, str]:
    return {
        "verdict": verdict,
        **dict(zip(("sign", "word", "meaning"), VERDICTS[verdict], strict=True)),
    }


def inline(text: str) -> str:
    """Words as they stand in the text; what could not be seen there as a sign."""
    return re.sub(r"\s*\n\s*", "¶", text.strip()) or _seen(text)


def exact(text: str) -> str:
    """Words with all white space around them as signs."""
    core = text.strip()
    before, _, after = text.partition(core) if core else (text, "", "")
    return _seen(before) + (inline(core) if core else "") + _seen(after)


def _seen(space: str) -> str:
    return re.sub(r"\s*\n\s*", "¶", space).replace(" ", "␣").replace("\t", "⇥")


def _sets(gold: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The indices of the edits of each consistency set."""
    sets: dict[str, list[str]] = {}
    for edit in gold:
        if edit["cset"]:
            sets.setdefault(edit["cset"], []).append(edit["index"])
    return sets
