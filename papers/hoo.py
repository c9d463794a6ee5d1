"""The notes on the data of HOO 2011: worked examples, and what the data holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from corrigenda.edits import Edit
from corrigenda.hoo import Fragment, Inventory, aspects, batch_evaluate, stats
from corrigenda.hoo.formats.names import gold_files
from corrigenda.hoo.formats.standoff import read_edits
from papers.rows import Experiment, Findings, Paper, Row
from papers.shared import Shared

RECOUNTED = (
    "the released files hold other numbers of edits than the notes print: the table of types "
    "adds up to 1265 edits, the files hold 1264"
)


def figure_8(shared: Shared) -> Findings:
    """Eight cases of section 4.4 and their average, all nine figures of each."""
    published = shared.golden("hoo")["sample_cases"]
    folder = shared.data("hoo2011", "sample")
    batch = batch_evaluate(folder / "GoldXML", folder / "SysXML", jobs=shared.jobs)
    printed = [[x for aspect in case["figure8"] for x in aspect] for case in published["cases"]]
    printed.append([x for aspect in published["figure8_average"] for x in aspect])
    return Findings(
        [
            Row(str(name), ", ".join(f"{x:g}" for x in cells), [float(x) for x in found])
            for (name, *found), cells in zip(batch.table().rows, printed, strict=True)
        ],
        notes=["precision, recall and F of detection, of recognition and of correction"],
    )


def worked_examples(shared: Shared) -> Findings:
    """Figure 6 with an optional edit, and example (41)."""
    cases = {case["id"]: case for case in shared.golden("hoo")["edge_cases"]}

    def f(case: str, regime: str) -> list[float]:
        gold, system = _edits(cases[case]["gold"]), _edits(cases[case]["system"])
        return [score.value for score in Fragment(gold, system, aspects(regime=regime)).scores]

    six = {regime: f("fig6_g3opt", regime)[:2] for regime in ("document", "bonus", "nobonus")}
    scripts = "the released script does not leave a missed optional edit out of the gold edits"
    return Findings(
        [
            Row(
                "Figure 6, detection F, by the formulas",
                "0.88",
                six["document"][:1],
                reason="8/9, cut off after two digits in the notes",
            ),
            Row("Figure 6, recognition F, by the formulas", "0.25", six["document"][1:]),
            Row(
                "Figure 6, both, by the script with bonus",
                "",
                six["bonus"],
                reason=f"{scripts}: it counts it as a hit",
            ),
            Row(
                "Figure 6, both, by the script without",
                "",
                six["nobonus"],
                reason=f"{scripts}: it counts it as a miss",
            ),
            Row("(41), all F, by the formulas", "1, 1, 1", f("ex41", "document")),
            Row("(41), all F, by the script with bonus", "1, 1, 1", f("ex41", "bonus")),
            Row(
                "(41), all F, by the script without",
                "",
                f("ex41", "nobonus"),
                reason=f"{scripts}: 0 of 0 is 0 there",
            ),
        ]
    )


def _edits(described: Sequence[dict[str, Any]]) -> tuple[Edit, ...]:
    return tuple(
        Edit(e["start"], e["end"], tuple(e["corrections"] or ()), unit="byte") for e in described
    )


def appendix_c(shared: Shared) -> Findings:
    """How many edits have how many corrections."""
    published = shared.golden("hoo")["appendix_c"]
    found = _inventory(shared)
    rows = [
        Row(
            f"edits with {number} correction{'s' if number != '1' else ''}",
            str(count),
            [found.alternatives[int(number)]],
            reason=RECOUNTED,
        )
        for number, count in published["document_corrections_per_edit"].items()
    ]
    rows += [
        Row("edits of no specified correction", "", [found.alternatives[0]]),
        Row(
            "optional edits",
            str(published["document_optional"]),
            [found.optional],
            reason="not known; edits that list a deletion as one of their corrections and are not "
            "optional (last row) may have been counted instead",
        ),
        Row("edits that list a deletion", "", [found.deletions]),
        Row(
            "edits that list a deletion and are not optional",
            "",
            [sum("" in edit.alternatives and not edit.optional for edit in _gold(shared))],
        ),
    ]
    return Findings(rows)


def types(shared: Shared) -> Findings:
    """Edits of each type."""
    published = shared.golden("hoo")["appendix_c"]["document_types"]
    found = _inventory(shared)
    rows = [
        Row(kind, str(count), [found.types.get(kind, 0)], reason=RECOUNTED)
        for kind, count in published.items()
    ]
    total = Row("all", str(sum(published.values())), [found.edits], reason=RECOUNTED)
    return Findings([*rows, total])


def words(shared: Shared) -> Findings:
    """Words of each fragment."""
    published = shared.golden("hoo")["appendix_c"]["document_word_counts"]
    found = _inventory(shared).words
    reason = "words are separated by white space here; how the notes count them is not known"
    return Findings(
        [
            Row(fragment, str(count), [found[fragment]], reason=reason)
            for fragment, count in published.items()
        ]
    )


def _inventory(shared: Shared) -> Inventory:
    return stats(_folder(shared), shared.data("hoo2011", "dev", "Raw"))


def _gold(shared: Shared) -> list[Edit]:
    files, _ = gold_files(_folder(shared))
    return [edit for path in files.values() for edit in read_edits(path)]


def _folder(shared: Shared) -> Path:
    return shared.data("hoo2011", "dev", "Gold")


PAPER = Paper(
    "hoo",
    "HOO 2011: the data and how it is scored",
    "Dale and Narroway 2011, The HOO Pilot Data Set: Notes on Release 2.0",
    (
        Experiment("figure-8", "Figure 8", "Scores of the sample cases", figure_8),
        Experiment("figure-6", "Figure 6, (41)", "Optional edits", worked_examples),
        Experiment("corrections", "Appendix C", "Corrections per edit", appendix_c),
        Experiment("types", "Appendix C", "Edits by type", types),
        Experiment("words", "Appendix C", "Words of the fragments", words),
    ),
)
