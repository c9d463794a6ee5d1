"""`corrigenda parse`, and scores of text by commands, as a user runs them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from corrigenda.cli import main
from corrigenda.meaning.formats import mrp, ucca_xml
from corrigenda.meaning.formats.graphs import read_graphs
from tests.meaning.parser.parsers import flat

Ok = Callable[..., str]
FLAT = ("--parser", "tests.meaning.parser.parsers:Flat")
LINES = ["He did n't go home .", "", "👍", "ok . http://x.y", ". . ."]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    file = tmp_path / "text.txt"
    file.write_text("".join(f"{line}\n" for line in LINES), encoding="utf-8")
    return file


@pytest.fixture
def ok(capsys: pytest.CaptureFixture[str]) -> Ok:
    """Runs a command that must succeed and say nothing else, and gives what it prints."""

    def runner(*arguments: str) -> str:
        status = main(list(arguments))
        captured = capsys.readouterr()
        assert (status, captured.err) == (0, "")
        return captured.out

    return runner


def test_mrp_to_standard_output(ok: Ok, text: Path) -> None:
    lines = ok("parse", str(text), *FLAT).splitlines()
    found = [(name, graph) for _, name, graph in mrp.parse(lines, "stdout")]
    assert found == [(str(n), flat(line.split())) for n, line in enumerate(LINES, 1)]


@pytest.mark.parametrize("name", ["out.mrp", "out.jsonl", "out.mrp.gz"])
def test_mrp_to_a_file(ok: Ok, text: Path, tmp_path: Path, name: str) -> None:
    assert ok("parse", str(text), *FLAT, "-o", str(tmp_path / name)) == ""
    assert [graph for _, graph in read_graphs(tmp_path / name)] == [
        flat(line.split()) for line in LINES
    ]


def test_xml_to_a_folder(ok: Ok, text: Path, tmp_path: Path) -> None:
    ok("parse", str(text), *FLAT, "-o", str(tmp_path / "folder"))
    found = list(read_graphs(tmp_path / "folder"))
    assert found == [(f"{n:07}", flat(line.split())) for n, line in enumerate(LINES, 1)]
    assert dict(found[0][1].attributes)["passageID"] == "1"


def test_names_in_a_folder_sort_as_the_sentences_do(ok: Ok, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("".join(f"word{n}\n" for n in range(12)), encoding="utf-8")
    ok("parse", str(text), *FLAT, "-o", str(tmp_path / "folder"))
    found = [graph.tokens[0].text for _, graph in read_graphs(tmp_path / "folder")]
    assert found == [f"word{n}" for n in range(12)]


def test_one_sentence_from_standard_input(
    ok: Ok, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Input:
        buffer: io.BytesIO

    def said(line: str) -> None:
        Input.buffer = io.BytesIO(line.encode())
        monkeypatch.setattr(sys, "stdin", Input)

    said("He sleeps .\n")
    xml = ok("parse", *FLAT, "--to", "xml").encode()
    assert ucca_xml.parse(xml, "stdout") == flat(["He", "sleeps", "."])
    said("He sleeps .\n")
    ok("parse", "-", *FLAT, "-o", str(tmp_path / "one.svg"))
    assert etree.parse(tmp_path / "one.svg").getroot().tag.endswith("svg")


def test_pictures_in_a_folder(ok: Ok, text: Path, tmp_path: Path) -> None:
    ok("parse", str(text), *FLAT, "--to", "svg", "-o", str(tmp_path / "drawn"))
    assert len(list((tmp_path / "drawn").glob("*.svg"))) == len(LINES)


def test_raw_text(ok: Ok, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("He didn't go. I can't.\n\nYes!\n", encoding="utf-8")
    records = [json.loads(line) for line in ok("parse", str(text), *FLAT, "--raw").splitlines()]
    assert [(record["id"], record["input"]) for record in records] == [
        ("1.1", "He didn't go."),
        ("1.2", "I can't."),
        ("2.1", ""),
        ("3.1", "Yes!"),
    ]


@pytest.mark.parametrize(
    ("line", "word"),
    [("He didn't go .", "didn't"), ("At school, he ate .", "school,"), ("I am ill.", "ill.")],
)
def test_raw_text_that_is_not_said_to_be_raw(
    line: str, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.txt"
    text.write_text(f"{line}\n", encoding="utf-8")
    for more, said in (((), True), (("--raw",), False)):
        assert main(["parse", str(text), *FLAT, *more]) == 0
        err = capsys.readouterr().err
        assert (f"{word!r} in line 1 looks like raw text" in err) is said, err
        assert "raw=True" not in err and ("--raw" in err) is said


def test_graphs_are_kept(ok: Ok, text: Path, tmp_path: Path) -> None:
    arguments = ("parse", str(text), *FLAT, "--cache", str(tmp_path / "kept"))
    assert ok(*arguments) == ok(*arguments)
    assert (tmp_path / "kept" / "graphs-1.sqlite").stat().st_size > 0


def test_what_cannot_be_done(bad: Ok, text: Path, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "1.xml").write_text("")
    cases = {
        ("-o", str(tmp_path / "one.xml")): "expected one sentence, as XML has one per file",
        ("-o", str(tmp_path / "one.svg")): "expected one sentence, as SVG has one per file",
        ("--to", "xml"): "corrigenda: expected one sentence",
        ("-o", str(tmp_path / "graphs.doc")): "cannot tell from the suffix .doc",
        ("-o", str(full)): "expected a new or an empty folder, found files in it",
        ("-o", str(text), "--to", "xml"): "expected a folder, found a file",
        ("-o", str(text), "--to", "mrp"): "this file is an input, so it cannot be an output, too",
        ("-o", str(tmp_path / "no" / "folder")): "expected a folder to write to: no such file",
    }
    before = text.read_bytes()
    for arguments, message in cases.items():
        assert message in bad("parse", str(text), *FLAT, *arguments)
    assert text.read_bytes() == before
    assert not (tmp_path / "one.xml").exists()


def test_what_xml_cannot_hold_is_named(bad: Ok, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("fine\nnot \x07 fine\n", encoding="utf-8")
    said = bad("parse", str(text), *FLAT, "-o", str(tmp_path / "folder"))
    assert "sentence 2: XML has no character '\\x07'" in said


# --- scores of text -------------------------------------------------------------------------------


@pytest.fixture
def system(tmp_path: Path) -> Path:
    file = tmp_path / "mine.txt"
    file.write_text("He did not go home .\n\n👍 !\nok\n. . .\n", encoding="utf-8")
    return file


def test_evaluate_needs_no_references(ok: Ok, text: Path, system: Path) -> None:
    arguments = ("-s", str(text), "-H", str(system), *FLAT)
    found = json.loads(ok("evaluate", *arguments, "-m", "USim,DistSim", "-f", "json"))
    cell = found["systems"]["mine"]["USim"]
    assert 0.5 < cell["score"] < 1
    assert "|refs:0|hyp:text|parser:flat-1.0|tok:none|" in cell["signature"]


def test_sentence_by_sentence_and_as_a_page(
    text: Path, system: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, page = tmp_path / "lines.jsonl", tmp_path / "page.html"
    arguments = ["-s", str(text), "-H", str(system), *FLAT, "-m", "USim"]
    assert main(["evaluate", *arguments, "--per-sentence", str(lines), "--report", str(page)]) == 0
    scores = [
        json.loads(line)["systems"]["mine"]["scores"]["USim"]
        for line in lines.read_text(encoding="utf-8").splitlines()
    ]
    assert (scores[1], scores[2], scores[4]) == (1, 1, 1)
    assert "parser:flat-1.0" in page.read_text(encoding="utf-8")


def test_compare(ok: Ok, text: Path, system: Path) -> None:
    arguments = ("-s", str(text), "-H", str(system), "-H", f"same={text}", *FLAT, "--raw")
    printed = ok("compare", *arguments, "-m", "USim", "--trials", "50", "--resamples", "50")
    assert "|parser:flat-1.0|tok:corrigenda-1|" in printed


def test_a_parser_that_is_not_there(bad: Ok, text: Path, system: Path) -> None:
    arguments = ("-s", str(text), "-H", str(system), "-m", "USim", "--parser")
    assert "no parser is called 'tupa'" in bad("evaluate", *arguments, "tupa")
    assert "there is no program 'no-such-tool'" in bad(
        "evaluate", *arguments, "command: no-such-tool"
    )
