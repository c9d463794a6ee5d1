"""HOO over folders: figures of the notes and of the released scripts, and what goes wrong."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from corrigenda import hoo
from corrigenda.cli import main
from corrigenda.errors import InputError
from corrigenda.hoo import scoring
from corrigenda.results.finding import Finding, load
from corrigenda.statistics.settings import Settings
from tests.conftest import Shared

GOLD = """<?xml version="1.0"?>
<edits>
  <edit index="0001-0001" start="4" end="8" type="noun">
    <corrections><correction>cats</correction><correction/></corrections>
    <original>catz</original>
  </edit>
  <edit index="0001-0002" start="9" end="12" type="verb" cset="1">
    <corrections><correction>sat</correction><correction><empty/></correction></corrections>
    <original>sit</original>
  </edit>
</edits>
"""
SYSTEM = """<edits><edit index="0001AB1-0001" start="4" end="8"><original>catz</original>
<corrections><correction>cats</correction></corrections></edit></edits>
"""
TEXT = "The catz sit.\n\nOn a mat.\n"


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for name in ("Gold", "Edits", "Orig", "Systems", "Out"):
        (tmp_path / name).mkdir()
    for fragment in ("0001", "0002"):
        (tmp_path / "Gold" / f"{fragment}GE.xml").write_text(GOLD, encoding="utf-8")
        (tmp_path / "Edits" / f"{fragment}AB1.xml").write_text(SYSTEM, encoding="utf-8")
        (tmp_path / "Orig" / f"{fragment}.txt").write_text(TEXT, encoding="utf-8")
        changed = TEXT.replace("catz", "cats")
        (tmp_path / "Systems" / f"{fragment}AB1.txt").write_text(changed, encoding="utf-8")
    return tmp_path


# --- figures -----------------------------------------------------------------------------------


def test_figure_8(shared: Shared) -> None:
    """All 72 cells and their average."""
    golden = shared.golden("hoo")["sample_cases"]
    folder = shared.data("hoo2011", "sample")
    batch = hoo.batch_evaluate(folder / "GoldXML", folder / "SysXML")
    assert batch.problems == ()
    *lines, average = batch.table().rows
    for case, line in zip(golden["cases"], lines, strict=True):
        assert line[0] == case["id"] + "MQ1"
        assert line[1:] == [x for block in case["figure8"] for x in block]
    assert average[1:] == [x for block in golden["figure8_average"] for x in block]


@pytest.mark.parametrize("regime", ["bonus", "nobonus"])
def test_averages_of_the_development_set(shared: Shared, regime: str) -> None:
    systems = shared.golden("hoo")["dev"]["systems"]
    folder = shared.data("hoo2011", "dev")
    batch = hoo.batch_evaluate(
        folder / "Gold", folder / "systems_edits", regime=regime, empty="as_released"
    )
    averages = {str(line[0]): line[1:] for line in batch.table().rows if str(line[0])[0] == "A"}
    assert sorted(averages) == [f"Average {name}" for name in sorted(systems)]
    for name, golden in systems.items():
        expected = [x for block in golden["average"][regime] for x in block]
        assert averages[f"Average {name}"] == pytest.approx(expected, abs=1e-9)


def test_appendix_c(shared: Shared) -> None:
    """Every count of the data; and where the notes print another one."""
    golden = shared.golden("hoo")["appendix_c"]
    folder = shared.data("hoo2011", "dev")
    found = hoo.stats(folder / "Gold", folder / "Raw")
    assert found.problems == ()
    assert found.edits == golden["edits"] == 1264
    expected = {int(n): count for n, count in golden["corrections_per_edit"].items()}
    assert found.alternatives == expected == {0: 28, 1: 887, 2: 320, 3: 27, 4: 2}
    assert found.optional == golden["optional"] == 148
    assert found.deletions == golden["edits_with_empty_correction"] == 77
    assert (found.csets, found.in_csets) == (44, 115)
    assert found.types == golden["types"]
    assert found.words == golden["word_counts"]

    notes = {int(n): count for n, count in golden["document_corrections_per_edit"].items()}
    assert {n for n in notes if notes[n] != found.alternatives[n]} == {1}
    assert notes[1] == 888
    assert golden["document_optional"] == 76
    printed = golden["document_types"]
    differing = [kind for kind in printed if printed[kind] != found.types.get(kind)]
    assert len(differing) == 12
    assert all(abs(printed[kind] - found.types[kind]) <= 4 for kind in differing)
    assert sum(printed.values()) == 1265
    words = golden["document_word_counts"]
    assert sum(words[name] != found.words[name] for name in words) == 9


# --- types -------------------------------------------------------------------------------------


def test_types_of_the_development_set(shared: Shared) -> None:
    """Each type has its own gold edits, and no run of 2011 loses its edits for having no types."""
    folder = shared.data("hoo2011", "dev")
    counts = shared.golden("hoo")["appendix_c"]["types"]
    by_type = shared.golden("hoo")["dev"]["systems"]["GH1"]["by_type"]["total"]
    for kind in ("RT", "MD"):
        batch = hoo.batch_evaluate(
            folder / "Gold", folder / "systems_edits", types=[kind], empty="as_released"
        )
        result = batch.result()
        total, *reached = by_type[kind]
        cells = [result["GH1", measure] for measure in batch.measures]
        assert cells[0].score.counts["gold"] == counts[kind] == total
        assert [cell.score.counts["detected"] for cell in cells] == [reached[0]] * 3
        recalls = [cell.score.parts["recall"] for cell in cells[:2]]
        assert recalls == [n / total for n in reached[:2]]
        assert all(math.isnan(cell.score.value) for cell in cells)
        assert [remark.kind for remark in batch.remarks] == ["offsets", "types"]
        assert "GH1: " in batch.remarks[1].text
    batch = hoo.batch_evaluate(folder / "Gold", folder / "systems_edits", types=["ZZ"])
    assert batch.result()["GH1", batch.measures[0]].score.counts["gold"] == 0
    assert "No gold edit is of type ZZ" in batch.remarks[1].text


def test_recall_by_type_of_the_development_set(shared: Shared) -> None:
    systems = shared.golden("hoo")["dev"]["systems"]
    folder = shared.data("hoo2011", "dev")
    batch = hoo.batch_evaluate(folder / "Gold", folder / "systems_edits", empty="as_released")
    runs = {run.name: run for run in batch.runs}
    for name in ("GX0", "GH1"):
        for only in ("all", "required", "optional"):
            wanted = systems[name]["by_type"]["total" if only == "all" else only]
            assert runs[name].by_type(only) == {kind: tuple(row) for kind, row in wanted.items()}
    assert sum(row[0] for row in runs["GH1"].by_type().values()) == 1264


@pytest.mark.parametrize("command", ["evaluate", "batch-evaluate"])
def test_commands_filter_by_type(run, folders: Path, command: str) -> None:
    """The figures differ from type to type, and an invented type has no gold edit."""
    gold, system = folders / "Gold", folders / "Edits"
    arguments: list[object] = [gold, system, folders / "scores.csv", "--ci", 0]
    if command == "evaluate":
        arguments = [gold / "0001GE.xml", system / "0001AB1.xml"]
    found = {}
    for kind in ("noun", "verb", "ZZ"):
        status, out, err = run("hoo", command, *arguments, "--types", kind, "-f", "json")
        assert status == 0
        data = json.loads(out)
        scores = data["scores"]["detection"] if command == "evaluate" else data["systems"]["AB1"]
        scores = scores if command == "evaluate" else scores[f"HOO.detection(types={kind})"]
        found[kind] = scores["counts"]["gold"], scores["counts"]["detected"], scores["recall"]
        assert ("remark: No gold edit is of type ZZ; gold has noun, verb." in err) == (kind == "ZZ")
        assert bool(data["remarks"]) == (kind == "ZZ")
    fragments = 1 if command == "evaluate" else 2
    assert found == {"noun": (fragments, fragments, 1), "verb": (fragments, 0, 0), "ZZ": (0, 0, 0)}


def test_scores_of_types_are_undefined_where_systems_give_none(run, folders: Path) -> None:
    """A false alarm without a type: no precision by type is printed, and the reason is."""
    spurious = SYSTEM.replace('start="4" end="8"', 'start="0" end="3"')
    (folders / "Edits" / "0002AB1.xml").write_text(spurious, encoding="utf-8")
    out = folders / "scores.csv"
    arguments = ("hoo", "batch-evaluate", folders / "Gold", folders / "Edits", out, "-t", "noun")
    status, printed, err = run(*arguments, "-f", "json")
    cell = json.loads(printed)["systems"]["AB1"]["HOO.detection(types=noun)"]
    assert (status, cell["score"], cell["precision"], cell["recall"]) == (0, None, None, 0.5)
    assert "have no type and meet no gold edit (AB1: 1)" in err
    rows = list(csv.reader(out.read_text(encoding="utf-8").splitlines()))
    assert [row[1:4] for row in rows[1:]] == [
        ["1.0", "1.0", "1.0"],
        ["", "0.0", ""],
        ["", "0.5", ""],
    ]
    assert " – " in run(*arguments, "--ci", 0)[1]


def test_by_type_prints_a_line_for_each_gold_type(run, folders: Path) -> None:
    arguments = ("hoo", "batch-evaluate", folders / "Gold", folders / "Edits", folders / "s.csv")
    status, printed, _ = run(*arguments, "--by", "type", "-f", "csv")
    assert status == 0
    _, *lines = [line.split(",")[:6] for line in printed.splitlines()]
    assert lines == [
        ["AB1", "noun", "2", "2", "2", "2"],
        ["AB1", "verb", "2", "0", "0", "0"],
        ["AB1", "all", "4", "2", "2", "2"],
    ]
    data = json.loads(run(*arguments, "--by", "type", "-f", "json")[1])
    assert data["by_type"]["AB1"]["noun"] == {
        "total": 2, "detected": 2, "recognised": 2, "corrected": 2,
    }  # fmt: skip
    assert (folders / "s.csv").read_text(encoding="utf-8") == printed
    (folders / "s.csv").unlink()
    assert run(*arguments[:-1], "--by", "type", "-f", "csv")[:2] == (
        0,
        printed,
    )  # no file is needed
    assert not (folders / "s.csv").exists()


def test_types_are_ordered_by_their_number(folders: Path) -> None:
    third = """<edit index="0001-0003" start="15" end="17" type="verb"><original>On</original>
    <corrections><correction>In</correction></corrections></edit>"""
    more = GOLD.replace("<edits>", f"<edits>{third}")
    (folders / "Gold" / "0001GE.xml").write_text(more, encoding="utf-8")
    for fragment in ("0001", "0002"):
        (folders / "Edits" / f"{fragment}CD0.xml").write_text(SYSTEM, encoding="utf-8")
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Edits", by="type")
    assert [row[:3] for row in batch.tables()[0].rows] == [
        ["AB1", "verb", 3], ["CD0", "verb", 3], ["AB1", "noun", 2], ["CD0", "noun", 2],
        ["AB1", "all", 5], ["CD0", "all", 5],
    ]  # fmt: skip
    by_run = hoo.batch_evaluate(folders / "Gold", folders / "Edits")
    assert any("means over fragments" in note for note in by_run.tables()[0].notes)


def test_files_of_different_fragments_are_remarked_on(run, folders: Path) -> None:
    gold, edits = folders / "Gold" / "0001GE.xml", folders / "Edits" / "0002AB1.xml"
    _, _, err = run("hoo", "evaluate", gold, edits)
    assert "0001GE.xml is fragment 0001, 0002AB1.xml is fragment 0002" in err
    assert not hoo.evaluate(gold, folders / "Edits" / "0001AB1.xml").remarks
    shown = hoo.view(gold, edits, folders / "Orig" / "0001.txt").report()
    assert "is fragment 0002" in shown
    assert "does not make count as missed (regime nobonus)" in shown


def test_a_folder_is_not_a_fragment(run, folders: Path) -> None:
    gold, edits = folders / "Gold", folders / "Edits"
    status, _, err = run("hoo", "view", gold / "0001GE.xml", edits)
    assert status == 2 and "expected a file of one fragment, found a folder" in err
    status, _, err = run("hoo", "view", gold, edits, folders / "Systems")
    assert status == 2 and "expected one folder of systems' edits" in err


def test_pages_of_a_folder(run, folders: Path) -> None:
    (folders / "Orig" / "0002.txt").unlink()
    (folders / "Gold" / "0003GE.xml").write_text(GOLD, encoding="utf-8")
    (folders / "Orig" / "0003.txt").write_text(TEXT, encoding="utf-8")
    given = [folders / "Gold", folders / "Edits", "--text", folders / "Orig"]
    status, _, err = run("hoo", "view", *given, "-o", folders / "pages")
    assert status == 2 and "3 pages are in" in err
    assert "0002GE.xml: stand-off edits need the text" in err
    assert "run AB1 has no file for fragment 0003" in err
    names = ["0001.html", "0003.html", "index.html"]
    assert sorted(path.name for path in (folders / "pages").iterdir()) == names
    index = (folders / "pages" / "index.html").read_text(encoding="utf-8")
    assert "2 fragments of Gold" in index
    without = index.partition("Fragments without a page")[2]
    assert "<bdi>0002</bdi>: <bdi>stand-off edits need the text" in without
    correction = hoo.evaluate(given[0] / "0001GE.xml", given[1] / "0001AB1.xml").scores[2].value
    assert f"<td>2</td><td>{correction:.4f}</td>" in index  # of 0001
    assert "<td>2</td><td>–</td>" in index  # of 0003, which the run lacks
    first = (folders / "pages" / "0001.html").read_text(encoding="utf-8")
    assert 'href="0003.html"' in first and 'rel="prev"' not in first


OUTSIDE = """<edit index="0001AB1-0002" start="99" end="99"><original><empty/></original>
<corrections><correction>the </correction></corrections></edit></edits>
"""


def test_an_edit_outside_the_text_does_not_cost_the_page(run, folders: Path) -> None:
    edits, pages = folders / "Edits", folders / "pages"
    (edits / "0001AB1.xml").write_text(SYSTEM.replace("</edits>", OUTSIDE), encoding="utf-8")
    status, _, err = run("hoo", "view", folders / "Gold", edits, "--text", folders / "Orig",
                         "-o", pages)  # fmt: skip
    assert status == 0 and "3 pages are in" in err
    said = (
        "0001AB1.xml: 1 edit is scored, but not shown: 0001AB1-0002 (its extent 99:99 ends after "
        f"the text, which has {len(TEXT)} bytes)"
    )
    assert f"remark: {said}\n" in err and err.count("remark") == 1
    assert said in (pages / "0001.html").read_text(encoding="utf-8")
    gold, text = folders / "Gold" / "0001GE.xml", folders / "Orig" / "0001.txt"
    shown = hoo.view(gold, edits / "0001AB1.xml", text)
    assert [edit["start"] for edit in shown.data["runs"][0]["edits"]] == [4]
    precision, recall, _ = shown.data["runs"][0]["scores"]["detection"]
    assert (precision, recall) == (0.5, 0.5)  # as batch-evaluate scores it
    _, _, err = run("hoo", "view", gold, edits / "0001AB1.xml", "--text", text, "-o", pages / "x")
    assert f"remark: {said}\n" in err


def test_texts_have_one_option_name(run, folders: Path) -> None:
    gold, texts = folders / "Gold", folders / "Orig"
    for option in ("--text", "--texts"):
        assert run("hoo", "validate", gold, option, texts)[0] == 0
        assert run("hoo", "view", gold, option, texts, "-o", folders / option)[0] == 0


def test_a_page_that_fails_names_the_run(folders: Path) -> None:
    edits = folders / "Edits" / "0001AB1.xml"
    edits.write_text(SYSTEM.replace("start=", 'part="1" start='), encoding="utf-8")
    with pytest.raises(InputError, match="over characters") as caught:
        hoo.view(folders / "Gold" / "0001GE.xml", edits, folders / "Orig" / "0001.txt")
    assert caught.value.file == str(edits)


def test_pages_of_gold_alone(folders: Path) -> None:
    written = hoo.batch_view(folders / "Gold", None, folders / "Orig", folders / "pages")
    assert len(written.written) == 3 and not written.problems
    with pytest.raises(InputError, match="another folder"):
        hoo.batch_view(folders / "Gold", None, folders / "Orig", folders / "Gold")


def test_validation_says_what_can_be_scored(run, folders: Path) -> None:
    assert "right extent" not in run("hoo", "validate", folders / "Gold")[1]
    (folders / "Gold" / "0003GE.xml").write_text("<edits", encoding="utf-8")
    assert "1 problem; scoring leaves out or cannot pair 1 file" in " ".join(
        run("hoo", "validate", folders / "Gold")[2].split()
    )


def test_validation_says_how_many_files_it_checked(run, folders: Path) -> None:
    status, _, err = run("hoo", "validate", folders / "Gold", folders / "Edits" / "0001AB1.xml")
    assert (status, err) == (0, "corrigenda: 3 files checked, 0 problems\n")
    status, out, _ = run("hoo", "validate", folders / "Gold", "-f", "csv")
    assert (status, out) == (0, "file,edit,problem,right extent\n")


@pytest.mark.parametrize(
    ("command", "what", "some"),
    [
        ("validate", "HOO files (NNNN.txt", "Edits, Gold, Orig, Systems"),
        ("stats", "gold files (NNNNGE.xml)", "Gold"),
    ],
)
def test_a_folder_without_files_is_an_error(
    run, folders: Path, command: str, what: str, some: str
) -> None:
    (folders / "README").touch()
    status, out, err = run("hoo", command, folders)
    assert (status, out) == (2, "")
    assert f"there are no {what}" in err
    assert f"hint: name one of its folders that has some: {some}\n" in err
    status, _, err = run("hoo", command, folders / "Out")
    assert status == 2 and f"{folders / 'Out'}: there are no {what}" in err
    assert "hint" not in err


def test_a_typed_run_of_other_types_is_remarked_on(folders: Path) -> None:
    typed = SYSTEM.replace('end="8"', 'end="8" type="R:NOUN"')
    for fragment in ("0001", "0002"):
        (folders / "Edits" / f"{fragment}AB1.xml").write_text(typed, encoding="utf-8")
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Edits", types="noun")
    [remark] = batch.result().remarks
    assert (remark.kind, remark.system, remark.count) == ("types", "AB1", 2)
    assert remark.text == (
        "AB1: no edit is of a chosen type, so all edits with a type are left out; it has R:NOUN."
    )
    assert hoo.batch_evaluate(folders / "Gold", folders / "Edits").remarks == ()


def test_edits_that_contradict_gold_are_remarked_on(run, folders: Path) -> None:
    gold, edits = folders / "Gold", folders / "Edits"
    shifted = SYSTEM.replace('start="4" end="8"', 'start="5" end="9"')
    (edits / "0001AB1.xml").write_text(shifted, encoding="utf-8")
    shorter = SYSTEM.replace('end="8"', 'end="9"')  # its <original> has lost white space
    (edits / "0002AB1.xml").write_text(shorter, encoding="utf-8")
    status, _, err = run("hoo", "batch-evaluate", gold, edits)
    assert status == 0
    assert "do not fit their text" in err and "(AB1: 1)" in err and "'hoo validate'" in err
    [remark] = hoo.evaluate(gold / "0001GE.xml", edits / "0001AB1.xml").remarks
    assert (remark.kind, remark.count) == ("offsets", 1)
    assert hoo.evaluate(gold / "0002GE.xml", edits / "0002AB1.xml").remarks == ()


def test_wrong_offsets_of_the_development_set(shared: Shared) -> None:
    """Remark on the released extraction, whose offsets are shifted; not on the right ones."""
    dev = shared.data("hoo2011", "dev")
    [remark] = hoo.batch_evaluate(dev / "Gold", dev / "systems_edits").remarks
    assert (remark.kind, remark.count) == ("offsets", 411)
    assert hoo.batch_evaluate(dev / "Gold", dev / "systems_edits_true_offsets").remarks == ()


def test_2012_says_that_untyped_edits_are_left_out(folders: Path) -> None:
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Edits", types="noun", year="2012")
    assert len(batch.remarks) == 1
    assert "left out, as the scorer of 2012 does it (AB1: 2)" in batch.remarks[0].text


def test_view_shows_chosen_types_only(run, folders: Path) -> None:
    page = folders / "0001.html"
    arguments = ("--text", folders / "Orig" / "0001.txt", "-t", "verb", "-o", page)
    gold, system = folders / "Gold" / "0001GE.xml", folders / "Edits" / "0001AB1.xml"
    assert run("hoo", "view", gold, system, *arguments)[0] == 0
    shown = page.read_text(encoding="utf-8")
    assert "0001-0002" in shown and "0001-0001" not in shown
    assert "1 of other types is not shown" in shown


# --- tables of codes ---------------------------------------------------------------------------


@pytest.fixture
def codes(folders: Path) -> Path:
    path = folders / "codes.csv"
    path.write_text(
        "code,meaning,group,no error\n"
        "noun,a wrong noun,words,\n"
        "verb,just a variant,words;more,yes\n",
        encoding="utf-8",
    )
    return path


def test_stats_show_meanings(run, folders: Path, codes: Path) -> None:
    status, out, _ = run("hoo", "stats", folders / "Gold", "--codes", codes)
    assert status == 0
    assert "a wrong noun" in out and "just a variant (no error)" in out
    data = json.loads(run("hoo", "stats", folders / "Gold", "--codes", codes, "-f", "json")[1])
    assert data["types"] == {"noun": 2, "verb": 2}
    assert (data["no_errors"], data["groups"]) == (2, {"words": 4, "more": 2})
    assert data["meanings"]["noun"] == "a wrong noun" and data["unknown_types"] == []
    codes.write_text("code,meaning\nnoun,a wrong noun\n", encoding="utf-8")
    out = run("hoo", "stats", folders / "Gold", "--codes", codes)[1]
    assert "(not in the table)" in out and "Groups" not in out


def test_a_code_that_is_no_error_is_not_scored(run, folders: Path, codes: Path) -> None:
    arguments = ("hoo", "batch-evaluate", folders / "Gold", folders / "Edits", folders / "s.csv")
    data = json.loads(run(*arguments, "--codes", codes, "-f", "json")[1])
    cell = data["systems"]["AB1"]["HOO.correction(excluded=verb)"]
    assert (cell["score"], cell["counts"]["gold"]) == (1, 2)
    data = json.loads(run(*arguments, "--codes", codes, "-t", "verb", "-f", "json")[1])
    assert data["systems"]["AB1"]["HOO.correction(types=verb)"]["counts"]["gold"] == 2


def test_groups_are_types_to_choose_and_to_count_by(run, folders: Path, codes: Path) -> None:
    codes.write_text(
        "code,meaning,group\nnoun,a wrong noun,words\nverb,a wrong verb,words;more\n",
        encoding="utf-8",
    )
    gold, system = folders / "Gold", folders / "Edits"
    arguments = ("hoo", "batch-evaluate", gold, system, folders / "s.csv", "--codes", codes)
    data = json.loads(run(*arguments, "-t", "more", "-f", "json")[1])
    [cell] = [c for name, c in data["systems"]["AB1"].items() if name.startswith("HOO.detection")]
    assert (cell["counts"]["gold"], cell["counts"]["detected"]) == (2, 0)
    data = json.loads(run(*arguments, "--by", "group", "-f", "json")[1])
    counted = {group: list(counts.values()) for group, counts in data["by_group"]["AB1"].items()}
    assert counted == {"more": [2, 0, 0, 0], "words": [4, 2, 2, 2]}
    assert "a wrong verb" in run(*arguments, "--by", "type")[1]
    (folders / "s.csv").unlink()
    status, _, err = run(*arguments[:-2], "--by", "group")
    assert status == 2 and "no groups of types" in err
    assert not (folders / "s.csv").exists()


def test_validate_and_view_know_codes(run, folders: Path, codes: Path) -> None:
    codes.write_text("code,meaning\nnoun,a wrong noun\n", encoding="utf-8")
    status, out, _ = run("hoo", "validate", folders / "Gold", "--codes", codes)
    assert status == 1 and out.count(f"its type 'verb' is not in {codes}") == 2
    page = folders / "0001.html"
    text = folders / "Orig" / "0001.txt"
    gold = folders / "Gold" / "0001GE.xml"
    assert run("hoo", "view", gold, "--text", text, "--codes", codes, "-o", page)[0] == 0
    assert "a wrong noun" in page.read_text(encoding="utf-8")


# --- batches -----------------------------------------------------------------------------------


def test_a_batch_goes_on_after_a_bad_file(folders: Path) -> None:
    (folders / "Gold" / "0003GE.xml").write_text(GOLD, encoding="utf-8")
    (folders / "Edits" / "0003AB1.xml").write_text(SYSTEM[:60], encoding="utf-8")
    (folders / "Edits" / "notes.doc").write_text("?", encoding="utf-8")
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Edits")
    assert [run.fragments for run in batch.runs] == [("0001", "0002")]
    assert sorted((Path(p.file).name, p.kind) for p in batch.problems) == [
        ("0003AB1.xml", "unreadable"),
        ("notes.doc", "bad-name"),
    ]


def test_intervals_are_over_fragments(folders: Path) -> None:
    result = hoo.batch_evaluate(folders / "Gold", folders / "Edits").result()
    cell = result["AB1", "HOO.recognition"]
    assert cell.score.value == pytest.approx(2 / 3)
    assert (cell.low, cell.high) == (cell.score.value, cell.score.value)  # all fragments alike


def test_runs_with_other_fragments_are_not_compared(folders: Path) -> None:
    (folders / "Edits" / "0001CD0.xml").write_text(SYSTEM, encoding="utf-8")
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Edits")
    with pytest.raises(InputError, match="the runs have different fragments"):
        batch.result()
    sizes = [
        len(batch.result(run).sentence_scores(run.name, "HOO.detection")) for run in batch.runs
    ]
    assert sizes == [2, 1]


def test_batches_do_not_depend_on_processes(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "CHUNK", 1)
    gold, system = folders / "Gold", folders / "Edits"
    alone, together = (hoo.batch_evaluate(gold, system, jobs=jobs) for jobs in (1, 2))
    assert alone.table().rows == together.table().rows


def test_extraction_writes_what_scoring_reads(folders: Path) -> None:
    done = hoo.batch_extract(folders / "Orig", folders / "Systems", folders / "Out")
    assert [path.name for path in done.written] == ["0001AB1.xml", "0002AB1.xml"]
    assert done.problems == ()
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Out")
    assert batch.table().rows[0][1:] == [1.0, 0.5, 2 / 3] * 3


def test_extraction_goes_on_after_a_bad_file(folders: Path) -> None:
    (folders / "Systems" / "0002AB1.txt").write_bytes(b"\xff\xfe")
    (folders / "Systems" / "0009AB1.txt").write_text("x", encoding="utf-8")
    done = hoo.batch_extract(folders / "Orig", folders / "Systems", folders / "Out")
    assert [path.name for path in done.written] == ["0001AB1.xml"]
    assert sorted(Path(p.file).name for p in done.problems) == ["0002AB1.txt", "0009AB1.txt"]
    assert [path.name for path in (folders / "Out").iterdir()] == ["0001AB1.xml"]


def test_extraction_remarks_on_names_of_no_known_form(run, folders: Path) -> None:
    """Their edits are written, but scoring will not pair them: that is said."""
    systems, out = folders / "Systems", folders / "Out"
    assert hoo.batch_extract(folders / "Orig", systems, out).remarks == ()
    (systems / "0001MQ10.txt").write_text(TEXT, encoding="utf-8")
    (systems / "0002M.txt").write_text(TEXT, encoding="utf-8")
    (systems / "notes.doc").write_text("?", encoding="utf-8")
    (folders / "Orig" / "README.md").write_text("?", encoding="utf-8")
    done = hoo.batch_extract(folders / "Orig", systems, out)
    assert len(done.written) == 4 and done.problems == ()
    assert tuple(map(str, done.remarks)) == (
        f"{systems}: 1 file is no text, NNNNTTR.txt, and left out: notes.doc",
        f"{systems}: 2 files are not named NNNNTTR.txt, so 'hoo batch-evaluate' cannot pair "
        "their edits: 0001MQ10.txt, 0002M.txt",
        f"{folders / 'Orig'}: 1 file is of no form that is known, such as NNNN.txt: README.md",
    )
    status, _, err = run("hoo", "batch-extract", folders / "Orig", systems, out)
    assert status == 0
    assert err.count("corrigenda: ") == 4 and "0001MQ10.txt" in err


def test_segmentation_of_files(run, folders: Path) -> None:
    text, marked, back = (folders / name for name in ("Orig/0001.txt", "0001S.txt", "back.txt"))
    assert run("hoo", "segment", text, marked) == (0, "", "")
    assert marked.read_text(encoding="utf-8") == (
        "<hoo><p><s>The catz sit.</s></p>\n\n<p><s>On a mat.</s></p>\n</hoo>"
    )
    assert run("hoo", "segment", marked, back) == (0, "", "")
    assert back.read_bytes() == text.read_bytes()
    assert run("hoo", "segment", text, marked, "--indices")[0] == 0
    assert '<p index="2"><s index="2">On a mat.</s></p>' in marked.read_text(encoding="utf-8")
    assert run("hoo", "segment", marked, back)[0] == 0
    assert back.read_bytes() == text.read_bytes()
    status, _, err = run("hoo", "segment", marked, back, "--indices")
    assert status == 2 and "no indices to write" in err
    status, _, err = run("hoo", "segment", text, text)
    assert status == 2 and "this file is an input" in err
    text.write_text("a <p> b", encoding="utf-8")
    status, _, err = run("hoo", "segment", text, marked)
    assert status == 2 and f"{text}: the text holds <p>" in err


def test_segmentation_of_folders(run, folders: Path) -> None:
    orig, segmented, back = folders / "Orig", folders / "Segmented", folders / "Back"
    (orig / "essay.txt").write_text("x", encoding="utf-8")
    (orig / "0003.txt").write_text("a <s> b", encoding="utf-8")
    status, _, err = run("hoo", "segment", orig, segmented)
    assert status == 2  # one of them could not be segmented
    assert "0003.txt: the text holds <s>" in err and "left out: essay.txt" in err
    assert sorted(path.name for path in segmented.iterdir()) == ["0001S.txt", "0002S.txt"]
    done = hoo.segment(segmented, back)
    assert (len(done.written), done.problems, done.remarks) == (2, (), ())
    for name in ("0001.txt", "0002.txt"):
        assert (back / name).read_bytes() == (orig / name).read_bytes()
    with pytest.raises(InputError, match="another folder"):
        hoo.segment(orig, orig)


def test_the_development_set_comes_back_from_its_segmentation(
    shared: Shared, tmp_path: Path
) -> None:
    raw = shared.data("hoo2011", "dev") / "Raw"
    there = hoo.segment(raw, tmp_path / "there", indices=True)
    assert (len(there.written), there.problems) == (19, ())
    assert len(hoo.segment(tmp_path / "there", tmp_path / "back").written) == 19
    for path in (tmp_path / "back").iterdir():
        assert path.read_bytes() == (raw / path.name).read_bytes()


def test_extraction_never_writes_beside_the_texts(folders: Path) -> None:
    with pytest.raises(InputError, match="must go to another folder than the texts"):
        hoo.batch_extract(folders / "Orig", folders / "Systems", folders / "Systems")
    with pytest.raises(InputError, match="expected a folder, found a file"):
        hoo.batch_extract(folders / "Orig", folders / "Systems", folders / "Orig" / "0001.txt")


def test_text_scores() -> None:
    from corrigenda.edits import Edit

    gold = [Edit(4, 8, ("cats",), unit="byte"), Edit(9, 12, ("sat",), unit="byte")]
    text = b"The catz sit . The dog and the cow were lying on the grass .\n"
    found = hoo.text_scores(text, gold, gold[:1])
    assert (found.source_distance, found.system_distance) == (2, 1)
    assert 0 < found.gleu < 1
    assert hoo.text_scores(text, gold, gold).gleu == 1


# --- commands ----------------------------------------------------------------------------------


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def runner(*arguments: object) -> tuple[int, str, str]:
        status = main([str(a) for a in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return runner


def test_evaluate_prints_every_edit(run, folders: Path) -> None:
    gold, system = folders / "Gold" / "0001GE.xml", folders / "Edits" / "0001AB1.xml"
    segmented = folders / "0001S.txt"
    segmented.write_text(
        "<hoo><p><s>The catz sit.</s></p>\n\n<p><s>On a mat.</s></p>\n</hoo>", encoding="utf-8"
    )
    text = folders / "Orig" / "0001.txt"
    status, out, _ = run("hoo", "evaluate", gold, system, "--text", text, "--segmented", segmented)
    assert status == 0
    assert "0001-0001" in out and "corrected" in out
    assert "'sat' | ''" in out and "missed" in out
    assert "Sentences" in out and "GLEU, by paragraphs" in out
    status, out, _ = run("hoo", "evaluate", gold, system, "--segmented", segmented, "-f", "json")
    data = json.loads(out)
    assert [edit["status"] for edit in data["gold"]] == ["corrected", "missed"]
    assert data["scores"]["detection"]["recall"] == 0.5
    assert [v["system"] for v in data["sentences"]["verdicts"]] == [True, False]


def test_batch_evaluate_writes_the_csv(run, folders: Path) -> None:
    out = folders / "scores.csv"
    status, printed, _ = run("hoo", "batch-evaluate", folders / "Gold", folders / "Edits", out)
    assert status == 0
    rows = list(csv.reader(out.read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["File"] + [
        f"{aspect} {part}"
        for aspect in ("Detection", "Recognition", "Correction")
        for part in ("Precision", "Recall", "Score")
    ]
    assert [row[0] for row in rows[1:]] == ["0001AB1", "0002AB1", "Average AB1"]
    assert "HOO.correction" in printed


def test_a_failed_file_gives_status_2(run, folders: Path) -> None:
    (folders / "Edits" / "0002AB1.xml").write_text("<edits><edit", encoding="utf-8")
    out = folders / "scores.csv"
    status, _, err = run("hoo", "batch-evaluate", folders / "Gold", folders / "Edits", out)
    assert status == 2
    assert "0002AB1.xml" in err and "1 problem; everything else is done" in err
    assert "0001AB1" in out.read_text(encoding="utf-8")


def test_systems_texts_are_not_scored(run, folders: Path) -> None:
    status, out, err = run("hoo", "batch-evaluate", folders / "Gold", folders / "Systems")
    assert (status, out) == (2, "")
    assert "no system's file, NNNNTTR.xml, but texts (2)" in err and "'hoo batch-extract'" in err
    assert "1 problem; nothing was scored" in err


def test_a_batch_of_problems_only_says_so(run, folders: Path) -> None:
    for fragment in ("0001", "0002"):
        (folders / "Gold" / f"{fragment}GE.xml").write_text("<edits", encoding="utf-8")
    assert "2 problems; nothing was counted" in run("hoo", "stats", folders / "Gold")[2]
    _, _, err = run("hoo", "view", folders / "Gold", "-o", folders / "pages")
    assert "2 problems; nothing was written" in err


def test_stats(run, folders: Path) -> None:
    status, out, _ = run("hoo", "stats", folders / "Gold", folders / "Orig")
    assert status == 0
    assert "consistency sets" in out
    data = json.loads(run("hoo", "stats", folders / "Gold", "-f", "json")[1])
    assert (data["edits"], data["optional"], data["csets"]) == (4, 2, 2)


def test_extract_validate_convert_view(run, folders: Path) -> None:
    status, _, err = run(
        "hoo", "batch-extract", folders / "Orig", folders / "Systems", folders / "Out"
    )
    assert (status, err) == (0, f"corrigenda: 2 edit files are in {folders / 'Out'}\n")
    status, out, _ = run("hoo", "validate", folders / "Gold", "--texts", folders / "Orig")
    assert (status, out) == (0, "")
    gold, text = folders / "Gold" / "0001GE.xml", folders / "Orig" / "0001.txt"
    status, _, err = run("hoo", "convert", gold, folders / "0001.m2", "--text", text)
    assert status == 0
    assert "S The catz sit." in (folders / "0001.m2").read_text(encoding="utf-8")
    status, out, _ = run("hoo", "apply", gold, "--text", text, "--alternative", "1")
    assert (status, out) == (0, TEXT.replace("sit", ""))
    page = folders / "0001.html"
    status, _, err = run(
        "hoo", "view", gold, folders / "Edits" / "0001AB1.xml", "--text", text, "-o", page
    )
    assert status == 0, err
    assert "catz" in page.read_text(encoding="utf-8")


def test_validate_finds_and_repairs(run, folders: Path) -> None:
    broken = GOLD.replace('start="4" end="8"', 'start="5" end="9"')
    (folders / "Gold" / "0001GE.xml").write_text(broken, encoding="utf-8")
    status, out, _ = run(
        "hoo",
        "validate",
        folders / "Gold",
        "--texts",
        folders / "Orig",
        "--repair",
        folders / "Out",
    )
    assert status == 1
    [_, _, line] = out.splitlines()
    assert " 0001-0001 " in line and "the text at 5:9 is 'atz '" in line and line.endswith(" 4:8")
    status, out, _ = run("hoo", "validate", folders / "Out", "--texts", folders / "Orig")
    assert (status, out) == (0, "")


def test_hoo_help_has_examples(run) -> None:
    for command in ("evaluate", "batch-evaluate", "batch-extract", "segment", "validate", "stats",
                    "convert", "apply", "view"):  # fmt: skip
        status, out, _ = run("hoo", command, "--help")
        assert status == 0
        assert "Examples" in out and f"corrigenda hoo {command} " in out


# --- results -----------------------------------------------------------------------------------


def findings(folders: Path) -> list[Finding]:
    """Everything that the functions of the package return."""
    codes = folders / "codes.csv"
    codes.write_text("code,meaning,group\nnoun,a wrong noun,words\n", encoding="utf-8")
    gold, edits, text = folders / "Gold", folders / "Edits", folders / "Orig" / "0001.txt"
    (edits / "0003AB1.xml").write_text(SYSTEM, encoding="utf-8")  # has no gold file
    (gold / "0002GE.xml").write_text(GOLD.replace('start="4"', 'start="5"'), encoding="utf-8")
    one, mine = gold / "0001GE.xml", edits / "0001AB1.xml"
    return [
        hoo.evaluate(one, mine, text=text, types="noun,verb", codes=codes),
        hoo.batch_evaluate(gold, edits),
        hoo.batch_evaluate(gold, edits, by="type", codes=codes),
        hoo.batch_evaluate(gold, edits, by="group", codes=str(codes)),
        hoo.stats(gold, folders / "Orig", codes=codes),
        hoo.validate(gold, texts=folders / "Orig"),
        hoo.batch_extract(folders / "Orig", folders / "Systems", folders / "Out"),
        hoo.segment(folders / "Orig", folders / "Segmented"),
        hoo.view(one, mine, text, codes=codes),
    ]


def test_every_result_is_printed_saved_and_shown(folders: Path) -> None:
    for finding in findings(folders):
        assert str(finding) and finding.to_latex() and finding._repr_html_()
        path = folders / "result.json"
        finding.save(path)
        again = load(path)
        assert str(again) == str(finding)
        assert {"kind": finding.kind, **again.record()} == {
            "kind": finding.kind,
            **json.loads(json.dumps(finding.record())),
        }
        finding.save(folders / "result.html")
        page = (folders / "result.html").read_text(encoding="utf-8")
        assert page.startswith("<!DOCTYPE html>")
        for figure in finding.figures():
            assert figure.render(".svg").startswith(b"<?xml")


def test_a_saved_view_is_the_page_of_the_fragment(folders: Path) -> None:
    view = findings(folders)[-1]
    view.save(folders / "view.html")
    page = (folders / "view.html").read_text(encoding="utf-8")
    assert page == view.report() and 'class="prose"' in page
    assert "corrected" in str(view) and "catz" in str(view)


def test_problems_of_a_batch_are_in_its_page_and_record(folders: Path) -> None:
    batch = findings(folders)[1]
    assert "0003AB1.xml" in batch.report() and "0003AB1.xml" not in str(batch)
    assert [Path(p["file"]).name for p in batch.record()["problems"]] == ["0003AB1.xml"]


def test_json_of_runs_with_different_fragments_has_all_of_them(folders: Path) -> None:
    (folders / "Edits" / "0001CD0.xml").write_text(SYSTEM, encoding="utf-8")
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Edits", settings=Settings(None))
    data = batch.to_json()
    assert data["fragments"] == {"AB1": ["0001", "0002"], "CD0": ["0001"]}
    assert list(data["systems"]) == ["AB1", "CD0"] and "corpus" not in data
    assert len(batch.tables()) == 2


def test_commands_write_reports_and_figures(run, folders: Path) -> None:
    gold, edits = folders / "Gold", folders / "Edits"
    commands = {
        "evaluate": [gold / "0001GE.xml", edits / "0001AB1.xml"],
        "batch-evaluate": [gold, edits, folders / "scores.csv"],
        "stats": [gold],
    }
    for command, arguments in commands.items():
        page, figure = folders / f"{command}.html", folders / f"{command}.svg"
        status, out, _ = run("hoo", command, *arguments, "--report", page, "--figure", figure)
        assert status == 0 and out and figure.exists()
        assert "<svg" in page.read_text(encoding="utf-8")
    status, _, _ = run("hoo", "validate", gold, "--report", folders / "valid.html", "-f", "json")
    assert status == 0 and (folders / "valid.html").exists()


def test_all_that_is_exported_is_there_and_documented() -> None:
    assert dir(hoo) == sorted(hoo.__all__)
    for name in hoo.__all__:
        assert getattr(hoo, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hoo.nothing  # noqa: B018
