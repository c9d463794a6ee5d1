"""`corrigenda rerank`, as a user runs it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from corrigenda import examples
from corrigenda.cli import main
from tests.conftest import Run

GOLD, SOURCE, REF0, REF1, TIMID, GOOD, RECKLESS = (
    str(examples.path(name))
    for name in (
        "gold.m2",
        "source.txt",
        "ref0.txt",
        "ref1.txt",
        "timid.txt",
        "good.txt",
        "reckless.txt",
    )
)
RANKS = ("-k", TIMID, "-k", GOOD, "-k", RECKLESS)
NOW = ("--ci", "0", "-j", "1")

COMMAND = ("rerank",)


@pytest.fixture
def moses(tmp_path: Path) -> str:
    """The same candidates as an n-best list."""
    texts = [Path(name).read_text().splitlines() for name in (TIMID, GOOD, RECKLESS)]
    path = tmp_path / "nbest"
    path.write_text(
        "".join(
            f"{n} ||| {text} ||| f ||| {-rank}\n"
            for n, row in enumerate(zip(*texts, strict=True))
            for rank, text in enumerate(row)
        )
    )
    return str(path)


def test_table(ok: Run) -> None:
    printed = ok(*RANKS, "--m2", GOLD, "--counts", "1,2", "--resamples", "50", "-j", "1")
    lines = printed.splitlines()
    assert sum(line.startswith("M2  ") for line in lines) == 4
    assert sum(line.startswith("(first candidates)  ") for line in lines) == 2
    assert any(line.startswith("M2, by 2 references instead of 1: the winners") for line in lines)
    assert "references: sampled 5 times for each sentence, with replacement" in lines
    assert any("|draw:replacement|draws:5|ties:first|ci:bca95|bs:50|seed:1234|" in x for x in lines)


def test_forms_of_lists_agree(ok: Run, moses: str) -> None:
    given = ("--m2", GOLD, "-f", "json", *NOW)
    assert ok("-k", moses, *given) == ok(*RANKS, *given)


def test_references_as_texts_and_options(ok: Run) -> None:
    given = (*RANKS, "-s", SOURCE, "-r", REF0, "-r", REF1, *NOW, "-f", "json")
    found = json.loads(ok(*given, "-m", "SARI,MAX-SARI", "--counts", "1-2", "--draw", "first"))
    assert list(found["oracles"]) == ["SARI", "MAX-SARI"]
    assert found["draws"] == 1 and found["corpus"]["references"] == [2, 2]
    for oracle in found["oracles"].values():
        assert [point["references"] for point in oracle["points"]] == [1, 2]
        assert "|draw:first|ties:first|seed:1234|" in oracle["signature"]
    less = json.loads(
        ok(*given, "--change", "approx", "--tokens", "released", "--ties", "released")
    )
    assert "change=approx,tokens=released" in less["oracles"]["M2"]["signature"]
    assert "|ties:released|" in less["oracles"]["M2"]["signature"]
    assert less["first"]["words"]["value"] < found["first"]["words"]["value"]
    other = json.loads(ok(*given, "--seed", "7", "--draws", "3", "--draw", "distinct"))
    assert (other["seed"], other["draws"], other["draw"]) == (7, 3, "distinct")
    assert other["corpus"]["fewer_references"] == {"4": 32, "8": 32}


def test_winners(ok: Run, tmp_path: Path) -> None:
    given = (*RANKS, "--m2", GOLD, "--draw", "first", *NOW)
    ok(*given, "--counts", "1,3", "--winners", str(tmp_path / "won-{M}.txt"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["won-1.txt", "won-3.txt"]
    ok(*given, "--counts", "3", "--winners", str(tmp_path / "three.txt"))
    won = (tmp_path / "three.txt").read_text()
    assert won == (tmp_path / "won-3.txt").read_text()
    candidates = zip(*(Path(p).read_text().splitlines() for p in RANKS[1::2]), strict=True)
    lines = won.splitlines()
    assert all(line in row for line, row in zip(lines, candidates, strict=True))
    assert len({line in Path(TIMID).read_text() for line in lines}) == 2


def test_a_winner_with_line_breaks_takes_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, lists, won = (tmp_path / name for name in ("corpus.jsonl", "lists.jsonl", "won.txt"))
    corpus.write_text('{"source": "a b", "references": [{"text": "a c"}]}\n')
    lists.write_text('{"candidates": ["a\\nc"]}\n')
    given = ("--m2", str(corpus), "-k", str(lists), "--counts", "1", *NOW)
    assert main(["rerank", *given, "--winners", str(won)]) == 0
    assert won.read_text() == "a c\n"
    assert "1 line breaks within sentences: now spaces" in capsys.readouterr().err


def test_csv_is_one_table(ok: Run) -> None:
    printed = ok(*RANKS, "--m2", GOLD, "--counts", "2", "-f", "csv", *NOW)
    head, *rows = csv.reader(io.StringIO(printed))
    assert head[:2] == ["oracle", "references"] and head[-1] == "sentences >10"
    assert [row[0] for row in rows] == ["M2", "(first candidates)", "(annotators)"]
    assert sum(map(float, rows[0][-12:])) == pytest.approx(32)


@pytest.mark.parametrize("format", ["markdown", "latex"])
def test_formats(format: str, ok: Run) -> None:
    printed = ok(*RANKS, "--m2", GOLD, "--counts", "1", "-f", format, *NOW)
    assert "Oracle reranking" in printed
    assert "Sentences by number of changed words" in printed


def test_figure(ok: Run, tmp_path: Path) -> None:
    figure = tmp_path / "bold.svg"
    ok(
        *RANKS,
        "--m2",
        GOLD,
        "--counts",
        "1",
        "--figure",
        str(figure),
        "--plot",
        "touched",
        *NOW,
    )
    assert "</svg>" in figure.read_text()
    assert "share of sentences with a changed word" in (tmp_path / "bold.caption.txt").read_text()


def test_help(ok: Run) -> None:
    said = ok("--help")
    for word in ("Examples", "--kbest", "--counts", "--ties", "--winners", "winners-{M}.txt"):
        assert word in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--m2", GOLD], "Missing option"),
        ([*RANKS], "neither --m2 nor -s is given"),
        ([*RANKS, "-s", SOURCE], "sentence 1: it has no reference"),
        ([*RANKS, "--m2", GOLD, "-r", REF0], "references are given twice"),
        (["-k", "nowhere", "--m2", GOLD], "nowhere"),
        (["-k", GOOD, "--m2", GOLD], "plain texts must be several"),
        ([*RANKS, "--m2", GOLD, "--kbest-format", "tab"], "one file, but 3 are given"),
        ([*RANKS, "--m2", GOLD, "--kbest-format", "xml"], "Invalid value for '--kbest-format'"),
        ([*RANKS, "--m2", GOLD, "-m", "M3"], "no measure is called 'M3'"),
        ([*RANKS, "--m2", GOLD, "-m", "WordChange"], "WordChange cannot choose"),
        ([*RANKS, "--m2", GOLD, "--counts", REF0], "expected numbers such as 1,2,5-10"),
        ([*RANKS, "--m2", GOLD, "--counts", "0,1"], "from 1 on, found 0, 1"),
        ([*RANKS, "--m2", GOLD, "--counts", ""], "an argument is empty"),
        ([*RANKS, "--m2", GOLD, "--draws", "0"], "at least 1, not 0"),
        ([*RANKS, "--m2", GOLD, "--seed", "-1"], "must not be negative"),
        ([*RANKS, "--m2", GOLD, "--ties", "last"], "Invalid value for '--ties'"),
        ([*RANKS, "--m2", GOLD, "--winners", "won.txt"], "winners by 1, 2, 4, 8 references"),
        ([*RANKS, "--m2", GOLD, "--winners", "-"], "winners must go to a file"),
        ([*RANKS, "--m2", GOLD, "-m", "M2,GLEU", "--winners", "x{M}"], "but 2 are given"),
        ([*RANKS, "--m2", GOLD, "--counts", "1", "--winners", GOOD], "this file is an input"),
        ([*RANKS, "--m2", GOLD, "--counts", "1", "--winners", "no/x"], "its folder does not exist"),
        ([*RANKS, "--m2", GOLD, "--figure", "x.gif"], ".png, .pdf or .svg"),
    ],
)
def test_mistakes(
    arguments: list[str], message: str, bad: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = " ".join(bad(*arguments).replace("│", " ").split())
    assert message in said
    assert not list(tmp_path.iterdir())


def test_a_list_that_is_too_short(bad: Run, moses: str) -> None:
    path = Path(moses)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-3]))
    said = bad("-k", moses, "--m2", GOLD)
    assert "expected the candidates of sentence 32, found the end of the file" in said


def test_report(ok: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ok(*RANKS, "--m2", GOLD, "--counts", "1,2", "--report", str(page), *NOW)
    assert "<h2" in page.read_text("utf-8") and "Oracle reranking</h2>" in page.read_text("utf-8")
