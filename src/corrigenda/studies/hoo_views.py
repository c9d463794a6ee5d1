"""HOO results as tables, as JSON, and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from corrigenda._version import __version__
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.evaluation.views import finite
from corrigenda.formats.hoo import Codes, read_edits, read_fragments
from corrigenda.formats.lines import PathLike
from corrigenda.measures.hoo_status import STATUSES
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.studies.hoo import Batch, Fragment, Inventory, Run, TextScores, aspects
from corrigenda.units import bytes_to_chars

NAMES = ("detection", "recognition", "correction")
NO_TYPE = "(no type)"
Extents = Sequence[tuple[int, int]]


# --- one fragment ---------------------------------------------------------------------------------


def fragment_tables(found: Fragment, texts: TextScores | None, sentences: Extents) -> list[Table]:
    """Edit by edit, then the counts, then the scores (as in Appendix D of the notes)."""
    status = found.status
    edits: list[list[Cell | str | float | None]] = [
        [*_edit(met.edit), "optional" if met.optional else "", met.status] for met in status.gold
    ]
    edits += [[*_edit(edit), "", "spurious"] for edit in status.spurious]
    columns = [
        Column(name, align="left")
        for name in ("edit", "extent", "original", "corrections", "type", "", "status")
    ]
    score = found.scores[0].counts
    missed = [met for met in status.gold if met.status == "missed"]
    optional = sum(met.optional for met in missed)
    counts: list[list[Cell | str | float | None]] = [
        ["gold edits", _whole(score["gold"])],
        ["system edits", _whole(score["system"])],
        ["detected", _whole(score["detected"])],
        ["recognised", _whole(score["recognised"])],
        ["corrected", _whole(found.scores[2].counts["corrected"])],
        ["spurious", _whole(score["spurious"])],
        ["missed, required", len(missed) - optional],
        ["missed, optional", optional],
    ]
    if found.counted.untyped:
        counts.append(["spurious, of any type", found.counted.untyped])
    if texts is not None:
        measure = found.measures[0]
        whole = ", all types" if measure.types or measure.excluded else ""
        counts += [
            [f"words from source to gold{whole}", texts.source_distance],
            [f"words from system to gold{whole}", texts.system_distance],
            [f"GLEU, by paragraphs{whole}", texts.gleu],
        ]
    scores: list[list[Cell | str | float | None]] = [
        [name.capitalize(), s.parts["precision"], s.parts["recall"], s.value]
        for name, s in zip(NAMES, found.scores, strict=True)
    ]
    if sentences:
        verdict = found.sentences(sentences)[1]
        scores.append(
            ["Sentences", verdict.parts["precision"], verdict.parts["recall"], verdict.value]
        )
    return [
        Table(columns, edits, title="Edits"),
        Table([Column("count", align="left"), Column("")], counts, title="Counts"),
        Table(
            [Column("aspect", align="left"), Column("Precision"), Column("Recall"), Column("F")],
            scores,
            title="Scores",
            notes=[found.measures[0].full()],
        ),
    ]


def _edit(edit: Edit) -> list[Cell | str | float | None]:
    known = dict(edit.attributes)
    return [
        known.get("index", ""),
        f"{edit.start}:{edit.end}",
        repr(known.get("original", "")),
        " | ".join("(as it is)" if a is None else repr(a) for a in edit.alternatives) or "?",
        edit.type,
    ]


def fragment_as_json(
    found: Fragment, texts: TextScores | None, sentences: Extents
) -> dict[str, Any]:
    status = found.status
    data: dict[str, Any] = {
        "signature": found.measures[0].full(),
        "scores": {
            name: {"score": score.value, **score.parts, "counts": dict(score.counts)}
            for name, score in zip(NAMES, found.scores, strict=True)
        },
        "gold": [
            {**_edit_as_json(met.edit), "optional": met.optional, "status": met.status}
            for met in status.gold
        ],
        "spurious": [_edit_as_json(edit) for edit in status.spurious],
    }
    if texts is not None:
        data["texts"] = texts._asdict()
    data["remarks"] = [remark.to_json() for remark in found.remarks]
    if sentences:
        verdicts, score = found.sentences(sentences)
        data["sentences"] = {
            "score": score.value,
            **score.parts,
            "verdicts": [verdict._asdict() for verdict in verdicts],
        }
    return dict(finite(data))


def _edit_as_json(edit: Edit) -> dict[str, Any]:
    return {
        "start": edit.start,
        "end": edit.end,
        "alternatives": list(edit.alternatives),
        "type": edit.type,
        **dict(edit.attributes),
    }


def fragment_page(
    gold: PathLike,
    systems: Sequence[PathLike],
    text: PathLike | None,
    parameters: Mapping[str, Any],
    *,
    codes: Codes | None = None,
) -> str:
    """The page of a fragment: its text, its gold edits, and what each system made of them.

    Only edits that count are shown, given the chosen types. With a table of `codes`, the page says
    what types mean.
    """
    from corrigenda.report.fragment import fragment

    [(name, annotated)] = read_fragments(gold, text).items()
    source = annotated.text
    measures = aspects(codes=codes, **parameters)
    shown, _, _ = measures[0].counted(annotated.edits, ())
    runs = []
    for path in systems:
        found = Fragment(annotated.edits, read_edits(path), measures, Path(path).stem)
        counted = found.counted
        status = found.status
        spurious = {id(edit) for edit in status.spurious}
        runs.append(
            {
                "name": found.name,
                "remarks": [remark.text for remark in found.remarks],
                "scores": {
                    key: [s.parts["precision"], s.parts["recall"], s.value]
                    for key, s in zip(NAMES, found.scores, strict=True)
                },
                "gold": [met.status for met in status.gold],
                "edits": [
                    {**_shown(shown), "spurious": id(edit) in spurious}
                    for edit, shown in zip(
                        counted.system, bytes_to_chars(source, counted.system), strict=True
                    )
                ],
            }
        )
    return fragment(
        {
            "title": f"Fragment {name}",
            "version": __version__,
            "text": source.decode(),
            "gold": [_shown(edit, codes) for edit in bytes_to_chars(source, shown)],
            "left_out": len(annotated.edits) - len(shown),
            "runs": runs,
        }
    )


def _shown(edit: Edit, codes: Codes | None = None) -> dict[str, Any]:
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


# --- what a data set holds ------------------------------------------------------------------------


def inventory_tables(found: Inventory, codes: Codes | None = None) -> list[Table]:
    """The tables of Appendix C of the notes; with a table of `codes`, what types mean."""
    fragments: list[list[Cell | str | float | None]] = [
        [name, found.words.get(name), count] for name, count in found.fragments.items()
    ]
    words = sum(found.words.values()) if found.words else None
    fragments.append(["all", words, found.edits])
    names = {0: "corrections unspecified", 1: "one correction"}
    kinds: list[list[Cell | str | float | None]] = [
        [names.get(n, f"{n} corrections"), count] for n, count in found.alternatives.items()
    ]
    kinds += [
        ["optional", found.optional],
        ["with an empty correction", found.deletions],
        ["consistency sets", found.csets],
        ["edits in consistency sets", found.in_csets],
    ]
    if codes is not None:
        unknown = sum(n for kind, n in found.types.items() if kind and kind not in codes)
        kinds += [["no error", found.no_errors], ["of a type that is not in the table", unknown]]
    types: list[list[Cell | str | float | None]] = [
        [kind or NO_TYPE, *_about(kind, codes), count] for kind, count in found.types.items()
    ]
    number = Column("edits")
    tables = [
        Table([Column("fragment", align="left"), Column("words"), number], fragments, "Fragments"),
        Table([Column("edits", align="left"), Column("")], kinds, "Edits"),
        Table(
            [Column(name, align="left") for name in ("type", *_about_header(codes))] + [number],
            types,
            "Types",
        ),
    ]
    if found.groups:
        groups: list[list[Cell | str | float | None]] = [[g, n] for g, n in found.groups.items()]
        tables.append(Table([Column("group", align="left"), number], groups, "Groups"))
    return tables


def _about_header(codes: Codes | None) -> tuple[str, ...]:
    return () if codes is None else ("meaning", "group") if codes.groups else ("meaning",)


def _about(kind: str, codes: Codes | None) -> list[str]:
    """What the table of codes says about a type: its meaning, and its groups if there are any."""
    if codes is None:
        return []
    if kind not in codes:
        return ["(not in the table)" if kind else "", ""][: len(_about_header(codes))]
    code = codes[kind]
    meaning = f"{code.meaning} (no error)" if code.no_error else code.meaning
    return [meaning, "; ".join(code.groups)][: len(_about_header(codes))]


def inventory_as_json(found: Inventory, codes: Codes | None = None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "edits": found.edits,
        "fragments": found.fragments,
        "words": found.words,
        "corrections_per_edit": {str(n): count for n, count in found.alternatives.items()},
        "optional": found.optional,
        "with_empty_correction": found.deletions,
        "types": found.types,
        "csets": found.csets,
        "edits_in_csets": found.in_csets,
    }
    if codes is not None:
        data["no_errors"] = found.no_errors
        data["groups"] = found.groups
        data["meanings"] = {kind: codes.meaning(kind) for kind in found.types if kind in codes}
        data["unknown_types"] = [kind for kind in found.types if kind and kind not in codes]
    return data


# --- folders of fragments -------------------------------------------------------------------------

By = Literal["run", "type", "group"]
REACHED = ("total", "detected", "recognised", "corrected")


def batch_tables(batch: Batch, by: By = "run", codes: Codes | None = None) -> list[Table]:
    """The scores of runs, or for each run the gold edits by type (or group of types)."""
    if by == "run":
        return [result.table() for result in batch.results()]
    about = _about_header(codes) if by == "type" else ()
    columns = [Column(name, align="left") for name in ("system", by, *about)]
    columns += [Column(name, group="gold edits") for name in REACHED]
    columns += [Column(name, group="recall") for name in NAMES]
    lines: list[list[Cell | str | float | None]] = []
    for run in batch.runs:
        for kind, counts in _by_type(run, by, codes).items():
            known = _about(kind, codes) if by == "type" else []
            lines.append([run.name, kind or NO_TYPE, *known, *counts, *_recalls(counts)])
        met = [STATUSES.index(gold.status) for status in run.statuses for gold in status.gold]
        reached = [sum(level >= wanted for level in met) for wanted in range(len(STATUSES))]
        lines.append([run.name, "all", *("" for _ in about), *reached, *_recalls(reached)])
    spurious = ", ".join(f"{run.name} {run.spurious}" for run in batch.runs)
    notes = [
        "by the type of the gold edit; types of system edits play no part in it",
        f"spurious system edits, which belong to no gold type: {spurious}",
        batch.measures[0].full(),
    ]
    return [Table(columns, lines, notes=notes)]


def check_by(by: By, codes: Codes | None) -> None:
    """Refuse to count by group without a table of codes that has groups."""
    if by == "group" and (codes is None or not codes.groups):
        raise InputError(
            "there are no groups of types to count by",
            hint="give a table of codes that has a column 'group': --codes FILE.csv",
        )


def _by_type(run: Run, by: By, codes: Codes | None) -> dict[str, tuple[int, int, int, int]]:
    check_by(by, codes)
    return run.by_type(codes=codes if by == "group" else None)


def _recalls(counts: Sequence[int]) -> list[float | None]:
    total, *reached = counts
    return [n / total if total else None for n in reached]


def batch_as_json(
    batch: Batch, by: By = "run", codes: Codes | None = None
) -> dict[str, Any] | list[dict[str, Any]]:
    """The scores of runs, with counts by type if wanted; a list if runs have other fragments."""
    found = []
    for result in batch.results():
        data = result.to_json()
        if by != "run":
            data[f"by_{by}"] = {
                run.name: {
                    kind: dict(zip(REACHED, counts, strict=True))
                    for kind, counts in _by_type(run, by, codes).items()
                }
                for run in batch.runs
                if run.name in result.systems
            }
        found.append(data)
    return found[0] if len(found) == 1 else found


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number
