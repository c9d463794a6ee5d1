"""HOO over folders: figures of the notes and of the released scripts, and what goes wrong."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from corrigenda.cli import main
from corrigenda.errors import InputError
from corrigenda.studies import hoo
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
    *lines, average = batch.lines()
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
    averages = {str(line[0]): line[1:] for line in batch.lines() if str(line[0])[0] == "A"}
    assert sorted(averages) == [f"Average {name}" for name in sorted(systems)]
    for name, golden in systems.items():
        expected = [x for block in golden["average"][regime] for x in block]
        assert averages[f"Average {name}"] == pytest.approx(expected, abs=1e-9)


def test_appendix_c(shared: Shared) -> None:
    """Every count of the data; and where the notes print another one."""
    golden = shared.golden("hoo")["appendix_c"]
    folder = shared.data("hoo2011", "dev")
    found = hoo.inventory(folder / "Gold", folder / "Raw")
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
    assert [batch.result(run).sentences for run in batch.runs] == [2, 1]


def test_batches_do_not_depend_on_processes(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hoo, "CHUNK", 1)
    gold, system = folders / "Gold", folders / "Edits"
    alone, together = (hoo.batch_evaluate(gold, system, jobs=jobs) for jobs in (1, 2))
    assert alone.lines() == together.lines()


def test_extraction_writes_what_scoring_reads(folders: Path) -> None:
    done = hoo.batch_extract(folders / "Orig", folders / "Systems", folders / "Out")
    assert [path.name for path in done.written] == ["0001AB1.xml", "0002AB1.xml"]
    assert done.problems == ()
    batch = hoo.batch_evaluate(folders / "Gold", folders / "Out")
    assert batch.lines()[0][1:] == [1.0, 0.5, 2 / 3] * 3


def test_extraction_goes_on_after_a_bad_file(folders: Path) -> None:
    (folders / "Systems" / "0002AB1.txt").write_bytes(b"\xff\xfe")
    (folders / "Systems" / "0009AB1.txt").write_text("x", encoding="utf-8")
    done = hoo.batch_extract(folders / "Orig", folders / "Systems", folders / "Out")
    assert [path.name for path in done.written] == ["0001AB1.xml"]
    assert sorted(Path(p.file).name for p in done.problems) == ["0002AB1.txt", "0009AB1.txt"]
    assert [path.name for path in (folders / "Out").iterdir()] == ["0001AB1.xml"]


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
    assert rows[0] == hoo.HEADER
    assert [row[0] for row in rows[1:]] == ["0001AB1", "0002AB1", "Average AB1"]
    assert "HOO.correction" in printed


def test_a_failed_file_gives_status_2(run, folders: Path) -> None:
    (folders / "Edits" / "0002AB1.xml").write_text("<edits><edit", encoding="utf-8")
    out = folders / "scores.csv"
    status, _, err = run("hoo", "batch-evaluate", folders / "Gold", folders / "Edits", out)
    assert status == 2
    assert "0002AB1.xml" in err and "1 problem; everything else is done" in err
    assert "0001AB1" in out.read_text(encoding="utf-8")


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
    assert "edit 0001-0001" in out and "(repaired: 4:8)" in out
    status, out, _ = run("hoo", "validate", folders / "Out", "--texts", folders / "Orig")
    assert (status, out) == (0, "")


def test_hoo_help_has_examples(run) -> None:
    for command in ("evaluate", "batch-evaluate", "batch-extract", "validate", "stats", "convert",
                    "apply", "view"):  # fmt: skip
        status, out, _ = run("hoo", command, "--help")
        assert status == 0
        assert "Examples" in out and f"corrigenda hoo {command} " in out
