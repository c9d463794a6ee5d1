"""HOO results as tables, as JSON, and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corrigenda._version import __version__
from corrigenda.edits import Edit
from corrigenda.formats.hoo import read_edits, read_fragments
from corrigenda.formats.lines import PathLike
from corrigenda.report.tables import Cell, Column, Table
from corrigenda.studies.hoo import Fragment, Inventory, TextScores, aspects
from corrigenda.units import bytes_to_chars

NAMES = ("detection", "recognition", "correction")
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
    if texts is not None:
        counts += [
            ["words from source to gold", texts.source_distance],
            ["words from system to gold", texts.system_distance],
            ["GLEU, by paragraphs", texts.gleu],
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
    if sentences:
        verdicts, score = found.sentences(sentences)
        data["sentences"] = {
            "score": score.value,
            **score.parts,
            "verdicts": [verdict._asdict() for verdict in verdicts],
        }
    return data


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
) -> str:
    """The page of a fragment: its text, its gold edits, and what each system made of them."""
    from corrigenda.report.fragment import fragment

    [(name, annotated)] = read_fragments(gold, text).items()
    source = annotated.text
    runs = []
    for path in systems:
        found = Fragment(annotated.edits, read_edits(path), aspects(**parameters))
        status = found.status
        spurious = {id(edit) for edit in status.spurious}
        runs.append(
            {
                "name": Path(path).stem,
                "scores": {
                    key: [s.parts["precision"], s.parts["recall"], s.value]
                    for key, s in zip(NAMES, found.scores, strict=True)
                },
                "gold": [met.status for met in status.gold],
                "edits": [
                    {**_shown(shown), "spurious": id(edit) in spurious}
                    for edit, shown in zip(
                        found.system, bytes_to_chars(source, found.system), strict=True
                    )
                ],
            }
        )
    return fragment(
        {
            "title": f"Fragment {name}",
            "version": __version__,
            "text": source.decode(),
            "gold": [_shown(edit) for edit in bytes_to_chars(source, annotated.edits)],
            "runs": runs,
        }
    )


def _shown(edit: Edit) -> dict[str, Any]:
    known = dict(edit.attributes)
    return {
        "start": edit.start,
        "end": edit.end,
        "alternatives": list(edit.alternatives),
        "type": edit.type,
        "index": known.get("index", ""),
        "cset": known.get("cset", ""),
        "optional": edit.optional,
    }


# --- what a data set holds ------------------------------------------------------------------------


def inventory_tables(found: Inventory) -> list[Table]:
    """The tables of Appendix C of the notes."""
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
    types: list[list[Cell | str | float | None]] = [
        [kind or "(no type)", count] for kind, count in found.types.items()
    ]
    number = Column("edits")
    return [
        Table([Column("fragment", align="left"), Column("words"), number], fragments, "Fragments"),
        Table([Column("edits", align="left"), Column("")], kinds, "Edits"),
        Table([Column("type", align="left"), number], types, "Types"),
    ]


def inventory_as_json(found: Inventory) -> dict[str, Any]:
    return {
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


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number
