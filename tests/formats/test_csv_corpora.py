"""CSV files as corpora and systems."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda import formats
from corrigenda.cli import main

HEADER = ["id", "source", "ref0", "ref1", "mine", "other"]
ROWS = [
    ["a", "He go home .", "He goes home .", "He went home .", "He goes home .", "He go home ."],
    ["b", "They is , I think , here .", "They are , I think , here .", "", "", "They are here ."],
]


def write(path: Path, rows: list[list[str]], separator: str = ",") -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=separator).writerows(rows)
    return path


def right() -> dict[str, float]:
    sources, first, second, mine, other = (list(c) for c in list(zip(*ROWS, strict=True))[1:])
    references = [[one, *([two] if two else [])] for one, two in zip(first, second, strict=True)]
    systems = {"mine": mine, "other": other}
    return cg.evaluate(
        sources=sources, references=references, systems=systems, measures="GLEU", ci=None
    ).flat()


@pytest.mark.parametrize(
    "name, separator", [("x.csv", ","), ("x.tsv", "\t"), ("x.csv", ";"), ("x.data", ",")]
)
def test_a_file_is_a_corpus_with_its_systems(tmp_path: Path, name: str, separator: str) -> None:
    path = write(tmp_path / name, [HEADER, *ROWS], separator)
    result = cg.evaluate(path, measures="GLEU", ci=None)
    assert result.flat() == right()
    assert result.origin == name
    corpus = cg.read(path)
    assert corpus.origin == f"{name}: CSV, 2 sentences, 1-2 references"
    assert [segment.id for segment in corpus] == ["a", "b"]
    if name != "x.data":
        assert cg.evaluate(corpus, path, "GLEU", ci=None).flat() == right()
    assert cg.evaluate(corpus, {"mine": path}, "GLEU", ci=None).systems == ("mine",)


def test_a_row_per_system_and_sentence(tmp_path: Path) -> None:
    rows = [
        [*row[:4], name, output]
        for name, k in (("mine", 4), ("other", 5))
        for row in (ROWS if k == 4 else reversed(ROWS))
        for output in [row[k]]
    ]
    path = write(tmp_path / "long.csv", [[*HEADER[:4], "system", "output"], *rows])
    assert cg.evaluate(path, measures="GLEU", ci=None).flat() == right()
    assert [segment.id for segment in cg.read(path)] == ["a", "b"]


def test_columns_may_be_named(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", [["text", "x", "y", "mine", "other"], *(r[1:] for r in ROWS)])
    given = {"sources": "text", "references": ["x", "y"]}
    assert cg.evaluate(path, measures="GLEU", ci=None, **given).flat() == right()
    with pytest.raises(cg.InputError, match="no column is called source; the columns are text, x"):
        cg.read(path)


def test_the_command_line_takes_all_systems_or_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(write(tmp_path / "x.csv", [HEADER, *ROWS]))
    options = ["-m", "GLEU", "--ci", "0", "-f", "csv"]
    assert main(["evaluate", "--m2", path, "-H", path, *options]) == 0
    every = capsys.readouterr().out
    assert [line.split(",")[0] for line in every.splitlines()[1:3]] == ["mine", "other"]
    assert main(["evaluate", "--m2", path, "-H", f"other={path}", *options]) == 0
    assert every.splitlines()[2] == capsys.readouterr().out.splitlines()[1]
    assert main(["compare", "--m2", path, "-H", path, "-m", "GLEU"]) == 0
    assert main(["evaluate", "--m2", path, "-H", f"v3={path}", *options]) == 2
    assert "found 2, by annotators mine, other" in capsys.readouterr().err


def test_a_file_with_one_system_is_called_like_the_file(tmp_path: Path) -> None:
    corpus = cg.read(write(tmp_path / "x.csv", [HEADER, *ROWS]))
    path = write(tmp_path / "v2.csv", [["source", "output"], *([r[1], r[4]] for r in ROWS)])
    assert cg.evaluate(corpus, path, "GLEU", ci=None).systems == ("v2",)


@pytest.mark.parametrize(
    "rows, message",
    [
        ([["learner", "ref0", "mine"], ROWS[0][1:4]], "x.csv:1: no column is called source"),
        ([["source", "ref0", "ref0"], ROWS[0][1:4]], "x.csv:1: two columns are called 'ref0'"),
        ([["source", "ref0"], ["a"]], "x.csv:2: row 2: expected 2 cells as in the header, found 1"),
    ],
)
def test_mistakes_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[list[str]], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "x.csv", rows)
    with pytest.raises(cg.InputError) as caught:
        list(formats.stream("x.csv"))
    assert message in str(caught.value)


def test_lines_are_those_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    odd = [*ROWS[0][:4], "He goes\nhome .", ROWS[0][5]]
    write(tmp_path / "x.csv", [HEADER, odd, ["c", "Another one .", *ROWS[1][2:]]])
    corpus = cg.read(write(tmp_path / "y.csv", [HEADER, *ROWS]))
    with pytest.raises(cg.InputError, match=r"x\.csv:4: sentence 2 differs from the corpus"):
        cg.evaluate(corpus, {"mine": "x.csv"}, "GLEU", ci=None)
    system = cg.read_system("x.csv", ["He go home .", "Another one ."], "mine")
    assert system.corrections[0].text == "He goes home ."


def test_text_with_commas_is_text(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("The source , he said , was dry .\nThe source,he said.\n", encoding="utf-8")
    assert cg.read(path).origin.startswith("x.txt: plain text")
