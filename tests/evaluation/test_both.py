"""References as gold edits and as texts: each measure takes what its published scores come from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main

GOLD, SOURCE = examples.path("gold.m2"), examples.path("source.txt")
TEXTS = [examples.path("ref0.txt"), examples.path("ref1.txt")]
SYSTEMS = {"good": examples.path("good.txt"), "timid": examples.path("timid.txt")}
EDITS = ["M2", "Edits"]
OPTIONS = ["--m2", str(GOLD), "-r", str(TEXTS[0]), "-r", str(TEXTS[1]), "-H", str(SYSTEMS["good"])]


@pytest.fixture(scope="module")
def both() -> cg.Result:
    return cg.evaluate(GOLD, SYSTEMS, [*EDITS, "ERRANT", "GLEU", "WordChange"], references=TEXTS)


@pytest.fixture(scope="module")
def edits() -> cg.Result:
    return cg.evaluate(GOLD, SYSTEMS, [*EDITS, "ERRANT", "GLEU"])


@pytest.fixture(scope="module")
def texts() -> cg.Result:
    return cg.evaluate(
        sources=SOURCE, references=TEXTS, systems=SYSTEMS, measures=["ERRANT", "GLEU"]
    )


def test_each_measure_has_its_references(
    both: cg.Result, edits: cg.Result, texts: cg.Result
) -> None:
    for system in SYSTEMS:
        for measure in EDITS:
            assert both[system, measure] == edits[system, measure]
        for measure in ("ERRANT", "GLEU"):
            assert both[system, measure] == texts[system, measure]
            assert both[system, measure].value != edits[system, measure].value


def test_signatures_say_which(both: cg.Result, edits: cg.Result, texts: cg.Result) -> None:
    assert both.signature("M2") == edits.signature("M2")
    assert both.signature("ERRANT") == texts.signature("ERRANT")
    assert "refs:1-3|gold:edits+text|" in both.signature()


def test_types_and_judgements_are_those_of_the_references(
    both: cg.Result, edits: cg.Result, texts: cg.Result
) -> None:
    assert both.by_type("M2") == edits.by_type("M2")
    assert both.by_type("ERRANT") == texts.by_type("ERRANT")
    assert both.judgements("good", "ERRANT") == texts.judgements("good", "ERRANT")


def test_remarks(both: cg.Result, edits: cg.Result, texts: cg.Result) -> None:
    assert not any(one.text.startswith(("M2", "ERRANT")) for one in both.remarks)
    from_text = cg.evaluate(sources=SOURCE, references=TEXTS, systems=SYSTEMS)
    [remark] = from_text.remarks
    assert remark.text.startswith("M2: the edits of the references were extracted from text")
    [note] = from_text.noted
    assert note == "M2: edits of references extracted from text, not marked by annotators"
    assert not texts.remarks and not edits.noted[1:]


def test_sentences_show_each_text_once(both: cg.Result) -> None:
    for record in both.sentence_records():
        names = [one["by"] for one in record["references"]]
        own = [one["text"] for one in record["references"] if one["by"].startswith("text ")]
        marked = [one["text"] for one in record["references"] if one["by"][:5] != "text "]
        assert not {*own} & {*marked}
        for system in record["systems"].values():
            assert {one["reference"] for one in system["edits"].values()} <= {*names}


def test_a_corpus_in_memory() -> None:
    corpus = cg.read(GOLD)
    lines = [path.read_text("utf-8").splitlines() for path in TEXTS]
    result = cg.evaluate(corpus, SYSTEMS, ["M2", "ERRANT"], references=lines)
    files = cg.evaluate(GOLD, SYSTEMS, ["M2", "ERRANT"], references=TEXTS)
    assert result["good", "ERRANT"] == files["good", "ERRANT"]
    assert result.signature("ERRANT") == files.signature("ERRANT")


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path, both: cg.Result) -> None:
    saved = tmp_path / "result.json"
    assert main(["evaluate", *OPTIONS, "-s", str(SOURCE), "-m", "M2,ERRANT", "-o", str(saved)]) == 0
    assert capsys.readouterr().err == ""
    scores = json.loads(saved.read_text("utf-8"))["systems"]["good"]
    assert scores["M2"]["score"] == both["good", "M2"].value
    assert scores["ERRANT"]["score"] == both["good", "ERRANT"].value
    rules = ["--fail-if", "M2 drops significantly", "--fail-if", "ERRANT < 0.1"]
    assert main(["gate", str(saved), *OPTIONS, *rules]) == 0


def test_a_reference_with_other_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text("One .\n", "utf-8")
    assert main(["evaluate", "--m2", str(GOLD), "-r", str(short), "-H", str(SYSTEMS["good"])]) == 2
    assert "expected as many lines as in" in capsys.readouterr().err


def test_conll14_in_one_table(shared: Any) -> None:
    """The scores of papers: M2 by the official gold edits, ERRANT and GLEU by the texts."""
    folder = shared.data("conll14")
    result = cg.evaluate(
        folder / "official-2014.combined.m2",
        {"CAMB": folder / "systems" / "CAMB"},
        ["M2", "ERRANT"],
        references=[folder / "ref0.txt", folder / "ref1.txt"],
        ci=None,
    )
    assert round(result["CAMB", "M2"].value, 4) == 0.3733
    assert round(result["CAMB", "ERRANT"].value, 4) == 0.3352
    assert not result.remarks
