"""A fragment as one HTML file: gold edits in place, beside the systems' edits.

Everything is in the HTML, pop-ups too: the script only chooses between systems and puts pop-ups
where their edits are.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corrigenda._version import __version__
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike
from corrigenda.hoo.formats.checks import check_place
from corrigenda.hoo.formats.codes import Codes, as_codes
from corrigenda.hoo.formats.fragments import read_fragments
from corrigenda.hoo.formats.problems import name_of_edit
from corrigenda.hoo.formats.standoff import read_edits
from corrigenda.hoo.page.marks import VERDICTS, marks_of, paragraphs, verdict
from corrigenda.hoo.scoring import NAMES, Fragment, aspects, other_fragment
from corrigenda.remarks import Remark
from corrigenda.results.finding import Finding
from corrigenda.results.html import render
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.units import bytes_to_chars

HERE = Path(__file__).parent
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of text; their effect must end with their own span."""

REGIMES = {
    "nobonus": "optional edits that a system does not make count as missed",
    "bonus": "optional edits that a system does not make count as hits",
    "document": "optional edits that a system does not make do not count",
}
"""How optional edits that were left alone are scored."""


@dataclass(frozen=True)
class View(Finding, kind="hoo-view", title="HOO: a fragment"):
    """A fragment with its gold edits and the systems' corrections; its page shows the text."""

    data: Mapping[str, Any]
    """What `fragment` makes the page of."""

    signatures: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()
    """The systems' edits that have no place in the text."""

    def sections(self) -> Iterator[Section]:
        """Yield the scores of the systems, and what became of each gold edit."""
        runs = self.data["runs"]
        if runs:
            yield Section("Scores", tables=[score_table(runs)], signatures=self.signatures)
        names = ("index", "text", "corrections", "type", "set", *(run["name"] for run in runs))
        edits: list[TableRow] = [
            [
                edit["index"] or str(k + 1),
                exact(self.data["text"][edit["start"] : edit["end"]]),
                " | ".join("(as it is)" if a is None else exact(a) for a in edit["alternatives"]),
                edit["type"],
                edit["cset"],
                *(run["gold"][k] for run in runs),
            ]
            for k, edit in enumerate(self.data["gold"])
        ]
        columns = [Column(name, align="left") for name in names]
        yield Section("Gold edits", tables=[Table(columns, edits, "Gold edits")])

    def report(self, title: str = "") -> str:
        """Return a self-contained HTML page with the text and all edits in their places."""
        return fragment({**self.data, "title": title} if title else self.data)

    def record(self) -> dict[str, Any]:
        """Return the text, its gold edits, and the systems' corrections."""
        keys = ("text", "gold", "left_out", "runs")
        data = {"name": self.data["title"], **{key: self.data[key] for key in keys}}
        return dict(encode({**data, "signatures": self.signatures}))


def view(
    gold: PathLike,
    systems: PathLike | Sequence[PathLike] = (),
    text: PathLike | None = None,
    *,
    codes: Codes | PathLike | None = None,
    **parameters: Any,
) -> View:
    """Return a fragment with its gold edits and what each system made of them, as a page shows it.

    `text` is what stand-off edits are of. Only edits that count are shown, given the chosen types.
    A system's edit that has no place in the text is scored, but not shown: `remarks` name it.
    With a table of `codes`, the page says what types mean. For `parameters`, see `evaluate`.
    """
    table = as_codes(codes)
    measures = aspects(codes=table, **parameters)
    files = [systems] if isinstance(systems, (str, os.PathLike)) else systems
    for path in (gold, *files):
        if Path(path).is_dir():
            raise InputError(
                "expected a file of one fragment, found a folder",
                file=path,
                hint="name the files, or give folders to batch_view",
            )
    [(name, annotated)] = read_fragments(gold, text).items()
    source = annotated.text
    counted, _, _ = measures[0].counted(annotated.edits, ())
    runs = []
    remarks: list[Remark] = []
    for path in files:
        edits = read_edits(path)
        unplaced = _unplaced(edits, source, Path(path).name)
        remarks += unplaced
        on_files = (*other_fragment(gold, path), *unplaced)
        scored = Fragment(annotated.edits, edits, measures, Path(path).stem, on_files=on_files)
        try:
            runs.append(_run(scored, source))
        except InputError as error:
            raise InputError(error.message, file=error.file or path, hint=error.hint) from None
    data = {
        "title": f"Fragment {name}",
        "version": __version__,
        "text": source.decode(),
        "gold": [_edit(edit, table) for edit in bytes_to_chars(source, counted)],
        "left_out": len(annotated.edits) - len(counted),
        "regime": f"{REGIMES[measures[0].regime]} (regime {measures[0].regime})",
        "runs": runs,
    }
    return View(data, tuple(measure.full() for measure in measures), tuple(remarks))


def _unplaced(edits: Sequence[Edit], source: bytes, file: str) -> list[Remark]:
    """Return a remark on the edits of a system that have no place in the text, if there are any."""
    found = [
        f"{name} ({problem.reason})"
        for number, edit in enumerate(edits, 1)
        for name in [name_of_edit(edit, number)]
        if (problem := check_place(name, edit, source, file))
    ]
    if not found:
        return []
    verb = "edit is" if len(found) == 1 else "edits are"
    text = f"{file}: {len(found)} {verb} scored, but not shown: {', '.join(found)}"
    return [Remark("offsets", text, Path(file).stem, len(found))]


def _run(scored: Fragment, source: bytes) -> dict[str, Any]:
    status = scored.status
    shown = [edit for edit in scored.counted.system if not check_place("", edit, source, "")]
    spurious = {id(edit) for edit in status.spurious}
    return {
        "name": scored.name,
        "remarks": [remark.text for remark in scored.remarks],
        "scores": {
            key: [s.parts["precision"], s.parts["recall"], s.value]
            for key, s in zip(NAMES, scored.scores, strict=True)
        },
        "gold": [met.status for met in status.gold],
        "edits": [
            {**_edit(in_characters), "spurious": id(edit) in spurious}
            for edit, in_characters in zip(shown, bytes_to_chars(source, shown), strict=True)
        ],
    }


def _edit(edit: Edit, codes: Codes | None = None) -> dict[str, Any]:
    known = dict(edit.attributes)
    return {
        "start": edit.start,
        "end": edit.end,
        "alternatives": list(edit.alternatives),
        "type": edit.type,
        "meaning": "" if codes is None else codes.meaning(edit.type),
        "index": known.get("index", ""),
        "cset": known.get("cset", ""),
        "optional": edit.optional,
    }


# --- the page -------------------------------------------------------------------------------------


def fragment(data: Mapping[str, Any], links: Mapping[str, Any] | None = None) -> str:
    """Return the page, from plain data:

        title, version, text: texts
        gold: [{start, end, alternatives, type, meaning, index, cset, optional}]
        left_out: how many gold edits do not count, given the chosen types
        regime: optional; how optional edits that were not made are scored
        runs: [{name, remarks: texts,
            scores: {"detection": [P, R, F], "recognition": ..., "correction": ...},
            gold: ["missed" | "detected" | "recognised" | "corrected"],
            edits: [{start, end, alternatives, index, spurious}]}]

    Offsets count characters of the text. Alternatives are texts; "" deletes, None leaves the text
    as it is, and where there are none the correction is not specified. A run's `gold` says how far
    it met each gold edit. `runs` may be empty: then only gold is shown. `links` are the page of
    `all` fragments, and names and pages of those `before` and `after` this one.
    """
    gold, runs = data["gold"], data["runs"]
    return render(
        HERE,
        "fragment",
        data=data,
        links=links,
        scores=score_table(runs),
        panels=[_panel(data, run) for run in runs or [None]],
        sets=_sets(gold),
        statuses=[
            [_shown(verdict(run["gold"][k], edit)) for run in runs] for k, edit in enumerate(gold)
        ],
        inline=inline,
        exact=exact,
        turns=_TURNS.search,
    )


def score_table(runs: Sequence[Mapping[str, Any]]) -> Table:
    """Return precision, recall and F of each system by each of the three measures."""
    columns = [
        Column(part, group=name.capitalize(), best="max" if part == "F" else None)
        for name in NAMES
        for part in ("P", "R", "F")
    ]
    return Table(
        [Column("System", align="left"), *columns],
        [
            [run["name"], *(value for name in NAMES for value in run["scores"][name])]
            for run in runs
        ],
        "Precision, recall and F of this fragment",
        [remark for run in runs for remark in run["remarks"]],
    )


def _panel(data: Mapping[str, Any], run: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what is shown of a run (None: of gold alone)."""
    marks = marks_of(data["text"], data["gold"], run)
    counts = Counter(mark.verdict for mark in marks)
    explained = ["plain"] if run is None else ["hit", "wrong", "missed", "left", "spurious"]
    return {
        "name": run["name"] if run else "",
        "marks": marks,
        "paragraphs": paragraphs(data["text"], marks),
        "legend": [{**_shown(name), "count": counts[name]} for name in explained],
    }


def _shown(verdict: str) -> dict[str, str]:
    return {
        "verdict": verdict,
        **dict(zip(("sign", "word", "meaning"), VERDICTS[verdict], strict=True)),
    }


def inline(text: str) -> str:
    """Return words as the text shows them, with signs for invisible characters."""
    return re.sub(r"\s*\n\s*", "¶", text.strip()) or _seen(text)


def exact(text: str) -> str:
    """Return words with all white space around them as signs."""
    core = text.strip()
    before, _, after = text.partition(core) if core else (text, "", "")
    return _seen(before) + (inline(core) if core else "") + _seen(after)


def _seen(space: str) -> str:
    return re.sub(r"\s*\n\s*", "¶", space).replace(" ", "␣").replace("\t", "⇥")


def _sets(gold: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the indices of the edits of each consistency set."""
    sets: dict[str, list[str]] = {}
    for edit in gold:
        if edit["cset"]:
            sets.setdefault(edit["cset"], []).append(edit["index"])
    return sets
