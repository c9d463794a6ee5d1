"""Commands that take references take a corpus such as that of Bryant and Ng's ten annotators.

Its sentences have one to ten references; some of these delete the sentence, and some have edits
that overlap, so that they make no text. None of that is a reason to refuse it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import corrigenda as cg
from corrigenda.cli import main
from corrigenda.cli.app import application
from corrigenda.corpus import Corpus, Correction
from corrigenda.errors import InputError
from corrigenda.formats import read, write
from corrigenda.measures.registry import names
from corrigenda.references.ceilings import is_limited
from tests.conftest import Run, Shared

SMALL = """\
S He go to school .
A 1 2|||Vform|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||Vform|||went|||REQUIRED|||-NONE-|||1
A 1 3|||Vform|||attends|||REQUIRED|||-NONE-|||2
A 2 4|||Rloc|||school|||REQUIRED|||-NONE-|||2

S It is very it .
A 0 5|||Um||||||REQUIRED|||-NONE-|||0
A 3 4|||Rloc||||||REQUIRED|||-NONE-|||1

S I agree .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S She have a dogs .
A 1 2|||SVA|||has|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||dog|||REQUIRED|||-NONE-|||0
A 1 2|||SVA|||has|||REQUIRED|||-NONE-|||1
A 2 3|||ArtOrDet||||||REQUIRED|||-NONE-|||1
"""
"""An annotator whose edits overlap (1:2), a deletion (2:0), a sentence with one annotator."""

BAD = (24, 102, 138, 332, 333)
"""Sentences of BN10: a deletion, and edits of some annotators that overlap."""


class Files:
    """A corpus with a system and two lists of hypotheses for it."""

    def __init__(self, folder: Path, corpus: Corpus, outputs: list[str]) -> None:
        self.gold, self.system, self.other = (
            str(folder / name) for name in ("gold.m2", "system.txt", "other.txt")
        )
        write(corpus, self.gold)
        lines = {self.system: outputs, self.other: corpus.sources}
        for path, texts in lines.items():
            Path(path).write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        self.judged = str(folder / "judged.csv")
        usable = (r for s in corpus for r in s.references if r.has_text and r.text)
        first = next(r for r in usable if r.text != r.source)
        Path(self.judged).write_text(
            "Input.Original,Input.Correction,Answer.Q1Answer\n"
            f'"{first.source}","{first.text}",Yes\n',
            encoding="utf-8",
        )


@pytest.fixture
def small(tmp_path: Path) -> Files:
    path = tmp_path / "made.m2"
    path.write_text(SMALL, encoding="utf-8")
    corpus = read(path)
    return Files(tmp_path, corpus, ["He goes school .", "It is .", "I agree .", "She has dogs ."])


@pytest.fixture
def some(tmp_path: Path, shared: Shared) -> Files:
    return taken(tmp_path, shared, [1, 2, 3, *BAD])


def taken(folder: Path, shared: Shared, numbers: list[int]) -> Files:
    corpus = read(shared.data("conll14", "bn10.m2"))
    text = shared.data("conll14", "systems", "CAMB").read_text(encoding="utf-8").splitlines()
    chosen = Corpus(tuple(corpus[n - 1] for n in numbers))
    return Files(folder, chosen, [text[n - 1] for n in numbers])


CORPUS = "--m2 {gold}"
SYSTEMS = "--m2 {gold} -H {system} -H {other}"
QUICK = "--ci 0 -o out.txt"
NOWHERE = " ".join(f"--judgement-column {name}=" for name in ("worker", "assignment", "status"))
LISTED = [
    f"evaluate {SYSTEMS} -m {{measures}} --by type --per-sentence s.jsonl --json e.json "
    f"--report e.html --figure e.svg {QUICK}",
    f"evaluate {SYSTEMS} -m {{measures}} --ceiling corpus {QUICK}",
    f"evaluate {SYSTEMS} --ceiling {{gold}} --figure c.svg {QUICK}",
    f"evaluate {SYSTEMS} --ceiling corpus:unchanged {QUICK}",
    f"compare {SYSTEMS} -m M2,GLEU --trials 99 -o out.txt",
    f"conservatism {SYSTEMS} {QUICK}",
    f"rerank {CORPUS} -k {{system}} -k {{other}} -m M2,GLEU --counts 1,2 --ci 0",
    f"sensitivity {{gold}} -m GLEU {QUICK}",
    f"damage {CORPUS} -H {{system}} -m WordChange --kinds drop --rates 10 {QUICK}",
    f"alarms {SYSTEMS} --allow 9999 -o out.txt",
    f"gate baseline.json {SYSTEMS} --fail-if M2<0 -o out.txt",
    f"meta people.txt {CORPUS} -H A={{system}} -H B={{other}} -H C={{system}} -m GLEU {QUICK}",
    "convert {gold} new.src",
    "convert {gold} new.jsonl",
    "convert {gold} new.json --to jfleg",
    "convert {gold} new.json --to bea",
    "convert {gold} new.xml",
    "hoo convert {gold} 0001GE.xml",
    "edits {gold} --types errant -o out.m2",
    f"references import {CORPUS} --crowd crowd.jsonl -o out.txt",
    f"references estimate {CORPUS} --populations p.jsonl --figure p.svg -o out.txt",
    f"references coverage {CORPUS} {QUICK}",
    f"references ceiling {CORPUS} -m {{measures}} {QUICK}",
    f"references plan {CORPUS} {QUICK}",
    f"references incentive {CORPUS} -o out.txt",
    f"references templates validity {CORPUS} -o out.txt",
    f"references templates correction {CORPUS} -o out.txt",
    f"references validity {{judged}} {CORPUS} {NOWHERE} --resamples 50 -o out.txt",
]


def discovered() -> Iterator[str]:
    """Commands that take references and are not in the list above, as plainly as they are run."""

    def walked(command: Any, path: str = "") -> Iterator[tuple[str, set[str]]]:
        for name, one in getattr(command, "commands", {}).items():
            yield from walked(one, f"{path} {name}".strip())
        if not hasattr(command, "commands"):
            yield path, {option for parameter in command.params for option in parameter.opts}

    for name, options in walked(typer.main.get_command(application())):
        if "-r" in options and not any(one.startswith(f"{name} ") for one in LISTED):
            given = SYSTEMS if "-H" in options else CORPUS
            yield f"{name} {given} {QUICK if '--ci' in options else '-o out.txt'}"


COMMANDS = [*LISTED, *discovered()]


def scoring() -> str:
    """All measures that score a text against references."""
    found = []
    for name in names():
        measure = cg.measure(name)
        segment, correction = measure.worked_example()
        try:
            measure.candidates(segment, Correction(correction.source, correction.text))
        except InputError:  # it compares graphs or given edits, or needs another package
            continue
        if "graphs" not in measure.needs and is_limited(measure):
            found.append(name)
    assert {"M2", "GLEU", "SARI", "Accuracy", "CLEME", "IMeasure"} <= set(found)
    return ",".join(found)


def run(command: str, files: Files, measures: str) -> None:
    filled = [part.format(**vars(files), measures=measures) for part in command.split()]
    if filled[0] == "gate":  # it compares with a saved result
        assert main(["evaluate", "--m2", files.gold, "-H", files.other, "-o", filled[1]]) == 0
    assert main(filled) == 0, filled


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "people.txt").write_text("A 0.9\nB 0.5\nC 0.7\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_deletions_and_overlapping_edits(command: str, small: Files) -> None:
    run(command, small, scoring())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_the_odd_sentences_of_bn10(command: str, some: Files) -> None:
    # The I-measure mixes the edits of ten annotators, for minutes.
    run(command, some, scoring().replace("IMeasure,", ""))


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_all_of_bn10(command: str, shared: Shared, tmp_path: Path) -> None:
    files = taken(tmp_path, shared, list(range(1, 1313)))
    run(command, files, "M2,GLEU,Accuracy")


# --- what is left out is said ---------------------------------------------------------------------


def test_what_is_left_out_is_named(small: Files, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("import", "estimate", "coverage", "plan", "incentive"):
        assert main(["references", command, "--m2", small.gold, "-f", "json"]) == 0
        captured = capsys.readouterr()
        (left_out, *more) = [one["text"] for one in json.loads(captured.out)["remarks"]]
        assert left_out.endswith("no text (sentence:annotator): 1:2")
        assert left_out in captured.err
        single = "left out 1 sentence with a single answer"
        assert [note.startswith(single) for note in more] == [True] * (command != "import")


def test_a_deletion_is_an_answer(small: Files, ok: Run) -> None:
    data = json.loads(ok("references", "import", small.gold, "-f", "json"))
    counts = {one["source"]: one["counts"] for one in data["sentences"]}
    assert counts["It is very it ."] == {"": 1, "it is very": 1}


def test_of_a_crowd_an_empty_answer_stays_an_error(ok: Run, bad: Run) -> None:
    record = {"source": "It is it .", "references": [{"text": t} for t in ("", "It is .", "Yes .")]}
    Path("crowd.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    said = bad("references", "estimate", "crowd.jsonl")
    assert "sentence 1: expected an answer, found an empty one" in said and "--m2" in said
    ok("references", "estimate", "crowd.jsonl", "--drop-empty")
    ok("references", "estimate", "--m2", "crowd.jsonl")


def test_texts_of_overlapping_edits_are_replaced(
    small: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", small.gold, "new.src"]) == 0
    assert "1 references whose edits overlap" in (said := capsys.readouterr().err)
    assert "(sentence:annotator): 1:2" in said
    third = Path("new.ref2").read_text(encoding="utf-8").splitlines()
    assert third[0] == "He goes to school ." and len(third) == 4


@pytest.mark.parametrize(
    "command", ["convert {gold} new.json --to jfleg", "convert {first} new.xml"]
)
def test_conversion_names_references_with_overlapping_edits(
    command: str, small: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    """HOO takes the first annotator of a sentence: here, that is the one whose edits overlap."""
    text = "S I go .\n" + "".join(
        f"A {extent}|||X|||{new}|||REQUIRED|||-NONE-|||{who}\n"
        for extent, new, who in (("0 2", "We go", 4), ("1 2", "went", 4), ("1 2", "goes", 7))
    )
    Path("first.m2").write_text(text + "\n", encoding="utf-8")
    assert main(command.format(gold=small.gold, first="first.m2").split()) == 0
    said = capsys.readouterr().err
    assert "1 references whose edits overlap" in said
    assert "(sentence:annotator): 1:" in said
    if "jfleg" in command:
        records = [json.loads(line) for line in Path("new.json").read_text("utf-8").splitlines()]
        assert [len(one["corrections"]) for one in records] == [2, 2, 1, 2]
    else:
        written = Path("new.xml").read_text("utf-8")
        assert "goes" in written and "went" not in written
