"""`corrigenda conservatism`, as a user runs it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from corrigenda import examples
from tests.conftest import Run

GOLD, GOOD, TYPED, TIMID, SOURCE, REF = (
    str(examples.path(name))
    for name in ("gold.m2", "good.txt", "good.m2", "timid.txt", "source.txt", "ref0.txt")
)
FEW = ("--resamples", "50")
GIVEN = ("--by", "type", "--types", "given")

COMMAND = ("conservatism",)


def test_tables_and_verdicts(ok: Run) -> None:
    printed = ok("--m2", GOLD, "-H", f"A={TIMID}", "-H", f"B={GOOD}", *FEW)
    lines = printed.splitlines()
    assert any(line.startswith("A is timid: it changes 0.") for line in lines)
    assert any(
        line.startswith("B changes 0.") and line.endswith("are unchanged.") for line in lines
    )
    assert sum(line.startswith("annotator 1  ") for line in lines) == 2
    assert "annotator 1 corrected 29 of 32 sentences" in lines
    assert "Edits by type" not in printed


def test_json(ok: Run) -> None:
    found = json.loads(ok("--m2", GOLD, "-H", f"A={TIMID}", "-f", "json", *FEW))
    corpus = {"origin": "gold.m2", "sentences": 32, "references": [1, 3], "left_out": []}
    assert found["corpus"] == corpus
    system = found["systems"]["A"]
    assert sum(system["changes"]["distribution"].values()) == 32
    assert list(system["changes"]["distribution"])[-2:] == ["10", ">10"]
    words = system["against_annotators"]["words"]
    assert words["low"] < words["value"] < words["high"] < 1
    assert system["against_annotators"]["stance"] == "timid"
    assert system["verdict"].startswith("A is timid: ")
    assert set(found["annotators"]) == {"0", "1", "2"}
    assert found["types"] == []
    assert "bs:50" in found["signature"]


def test_csv_is_one_table(ok: Run) -> None:
    rows = list(csv.reader(io.StringIO(ok("--m2", GOLD, "-H", TIMID, "--ci", "0", "-f", "csv"))))
    assert [row[0] for row in rows] == ["corrector", "timid", *(f"annotator {k}" for k in range(3))]
    assert sum(map(int, rows[1][-12:])) == 32
    by_type = ok("--m2", GOLD, "-H", TYPED, "--ci", "0", "-f", "csv", *GIVEN)
    rows = list(csv.DictReader(io.StringIO(by_type)))
    ratios = {row["type"]: row["ratio"] for row in rows if row["table"] == "Edits by type"}
    assert float(ratios["VERB:SVA"]) == 6 / 5.5 and len(ratios) == 22


@pytest.mark.parametrize("format", ["table", "markdown", "latex"])
def test_formats(format: str, ok: Run) -> None:
    printed = ok("--m2", GOLD, "-H", TYPED, "--ci", "0", "-f", format, "--by", "type")
    for title in ("Conservatism", "Sentences by number of changed words", "Edits by type"):
        assert title in printed


def test_parallel_texts_and_definitions(ok: Run) -> None:
    options = ("-s", SOURCE, "-r", REF, "-H", GOOD, "--ci", "0", "-f", "json")
    strict, approx = (json.loads(ok(*options, "--change", c)) for c in ("any", "approx"))
    for one in ("systems", "annotators"):
        [any_], [less] = strict[one].values(), approx[one].values()
        assert less["changes"]["score"] < any_["changes"]["score"]
    released = json.loads(ok(*options, "--tokens", "released"))
    assert "tokens=released" in released["signature"]


def test_without_references(ok: Run) -> None:
    printed = ok("-s", SOURCE, "-H", GOOD, "--ci", "0")
    assert "there are no references to compare with." in printed
    assert "annotator" not in printed


@pytest.mark.parametrize("plot", ["changes", "breaks", "order", "types"])
def test_figures(plot: str, ok: Run, tmp_path: Path) -> None:
    figure = tmp_path / "figure.svg"
    more = ("--by", "type") if plot == "types" else ()
    ok("--m2", GOLD, "-H", TYPED, "--figure", str(figure), "--plot", plot, "--ci", "0", *more)
    assert "</svg>" in figure.read_text()
    assert "|refs:1-3|" in (tmp_path / "figure.caption.txt").read_text()


def test_output_file(ok: Run, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    assert ok("--m2", GOLD, "-H", GOOD, "-f", "json", "-o", str(target), "--ci", "0") == ""
    assert json.loads(target.read_text())["systems"].keys() == {"good"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-H", GOOD], "neither --m2 nor -s is given"),
        (["--m2", GOLD, "-H", "nowhere.txt"], "nowhere.txt"),
        (["--m2", GOLD, "-H", GOOD, "-H", GOOD], "two systems are called 'good'"),
        ([*GIVEN, "--m2", GOLD, "-H", GOOD], "sentence 1: system 'good' gives text"),
        ([*GIVEN, "-s", SOURCE, "-r", REF, "-H", TYPED], "a reference is given as text"),
        (["--m2", GOLD, "-H", GOOD, "--figure", "x.gif"], ".png, .pdf or .svg"),
        (["--m2", GOLD, "-H", GOOD, "--figure", "x.svg", "--plot", "types"], "--by type"),
        (["--m2", GOLD, "-H", GOOD, "--figure", "no/x.svg"], "its folder does not exist"),
        (["--m2", GOLD, "-H", GOOD, "-o", GOOD], "this file is an input"),
        (["--m2", GOLD, "-H", GOOD, "--ci", "200"], "percentage between 1 and 100"),
        (["--m2", GOLD, "-H", GOOD, "--change", "none"], "Invalid value for '--change'"),
        (["--m2", GOLD], "Missing option"),
    ],
)
def test_mistakes(
    arguments: list[str], message: str, bad: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = " ".join(bad(*arguments).replace("│", " ").split())
    assert message in said
    assert not list(tmp_path.iterdir())


def test_an_output_with_too_few_lines(bad: Run, tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text("".join(Path(GOOD).read_text().splitlines(keepends=True)[:-1]))
    assert "31" in bad("--m2", GOLD, "-H", str(short))


def test_references_that_cannot_be_applied_are_left_out(ok: Run, tmp_path: Path) -> None:
    gold = tmp_path / "gold.m2"
    gold.write_text(
        "S a b c\nA 0 2|||X|||d|||REQUIRED|||-NONE-|||0\nA 1 3|||X|||e|||REQUIRED|||-NONE-|||0\n"
        "A 0 1|||X|||d|||REQUIRED|||-NONE-|||1\n\n"
        "S a\nA 0 1|||X||||||REQUIRED|||-NONE-|||0\n\n"
    )
    output = tmp_path / "output.txt"
    output.write_text("a b c\na\n")
    data = json.loads(ok("--m2", str(gold), "-H", str(output), "-f", "json"))
    assert data["corpus"]["left_out"] == [{"sentence": "1", "annotator": "0"}]
    [remark] = data["remarks"]
    assert remark["text"].startswith("annotators: left out 1 reference whose edits overlap")
    assert remark["text"].endswith("(sentence:annotator): 1:0")
    assert data["annotators"]["0"]["sentences"] == 1
    # An empty reference deletes the sentence; it is no mistake.
    assert data["annotators"]["0"]["breaks"]["counts"]["emptied"] == 1
    assert data["annotators"]["1"]["sentences"] == 1


def test_a_plot_without_a_figure_is_refused(bad: Run) -> None:
    assert "--figure FILE.pdf" in bad("--m2", GOLD, "-H", GOOD, "--plot", "order")


def test_plain_text_is_no_gold(bad: Run) -> None:
    said = bad("--m2", SOURCE, "-H", GOOD)
    assert "source.txt: expected sentences with edits or references, found plain text" in said
    assert "-s FILE (sentences) and -r FILE (corrections)" in said


def test_running_text(ok: Run, tmp_path: Path) -> None:
    source, reference, output = (tmp_path / name for name in ("s.txt", "r.txt", "o.txt"))
    source.write_text("It rains .\nWe stay here .\n")
    reference.write_text("It rains , so\nwe stay here .\n")
    output.write_text("It rains .\nWe stay here .\n")
    given = ("-s", str(source), "-r", str(reference), "-H", f"A={output}", "--ci", "0")
    joined = [
        json.loads(ok(*given, "-f", "json", *more))["annotators"]["0"]["breaks"]["counts"]["joined"]
        for more in ((), ("--pairing", "text"))
    ]
    assert joined == [0, 1]
    drawn = tmp_path / "breaks.svg"
    ok(*given, "--pairing", "text", "--figure", str(drawn), "--plot", "breaks")
    assert "Sentences of the running text" in (tmp_path / "breaks.caption.txt").read_text("utf-8")


def test_report(ok: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ok("--m2", GOLD, "-H", TYPED, "--by", "type", "--report", str(page), "--ci", "0")
    assert "<h2" in page.read_text("utf-8") and "Edits by type</h2>" in page.read_text("utf-8")
