"""Several corpora in one run: one table, everything else per corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda import examples
from tests.conftest import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example in two halves, and two systems with an output for each."""
    monkeypatch.chdir(tmp_path)
    gold = examples.path("gold.m2").read_text(encoding="utf-8").strip().split("\n\n")
    half = len(gold) // 2
    Path("first.m2").write_text("\n\n".join(gold[:half]) + "\n\n", encoding="utf-8")
    Path("second.m2").write_text("\n\n".join(gold[half:]) + "\n\n", encoding="utf-8")
    for name in ("good", "timid"):
        lines = examples.path(f"{name}.txt").read_text(encoding="utf-8").splitlines()
        Path("out", name).mkdir(parents=True)
        Path("out", name, "first.txt").write_text("\n".join(lines[:half]) + "\n", encoding="utf-8")
        Path("out", name, "second.txt").write_text("\n".join(lines[half:]) + "\n", encoding="utf-8")
    return tmp_path


BOTH = ["evaluate", "--m2", "first.m2", "--m2", "second.m2", "-H", "out/*"]


def alone(half: str) -> cg.Result:
    systems = {name: Path("out", name, f"{half}.txt") for name in ("good", "timid")}
    return cg.evaluate(f"{half}.m2", systems, "M2,GLEU", ci=None)


def test_one_table(ok: Run, folder: Path) -> None:
    printed = ok(*BOTH, "-m", "M2,GLEU", "--ci", "0")
    for half in ("first", "second"):
        result = alone(half)
        for system in ("good", "timid"):
            for measure in ("M2", "GLEU"):
                assert f"{result[system][measure].value:.4f}" in printed
    assert printed.count("unchanged source") == 1
    assert "corpus:first.m2" in printed and "first.m2: 16 sentences" in printed


def test_python_gives_the_same(ok: Run, folder: Path) -> None:
    both = cg.Corpora({f"{half}.m2": alone(half) for half in ("first", "second")})
    assert both["first.m2"]["good"]["M2"].value > 0
    assert str(both.tables()[0].rows[0][1]) in map(str, both.tables()[0].rows[0])
    data = json.loads(ok(*BOTH, "-m", "M2,GLEU", "--ci", "0", "-f", "json"))
    assert data["corpora"]["second.m2"]["systems"] == both["second.m2"].record()["systems"]


def test_everything_per_corpus(ok: Run, folder: Path) -> None:
    printed = ok(
        *BOTH,
        "--ci",
        "0",
        "--by",
        "type",
        "--top",
        "3",
        "--per-sentence",
        "s.jsonl",
        "--resume",
        "rows",
        "--report",
        "page.html",
        "--ceiling",
        "corpus",
        "--trials",
        "1000",
        "--figure",
        "f.svg",
    )
    assert "first.m2: M2 by type" in printed and "second.m2: M2 by type" in printed
    records = [
        json.loads(line) for line in Path("s.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert len(records) == 32
    assert [r["corpus"] for r in records] == ["first.m2"] * 16 + ["second.m2"] * 16
    assert sorted(path.name for path in Path("rows").iterdir()) == ["first", "second"]
    page = Path("page.html").read_text(encoding="utf-8")
    assert "first.m2: Scores" in page and "second.m2: Scores" in page
    assert "M2, second.m2" in Path("f.svg").read_text(encoding="utf-8")


def test_csv_and_marks(ok: Run, folder: Path) -> None:
    printed = ok(
        *BOTH, "--ci", "0", "-f", "csv", "--marks", "letters", "--trials", "1000", "--percent"
    )
    assert printed.splitlines()[0].startswith("system,M2 F0.5 first.m2 (%),M2 F0.5 first.m2 marks")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-H", "x=first.m2"], "expected a folder with an output for each of 2 corpora"),
        (["-H", "x=empty"], "expected one file called first (with any suffix), found none"),
        (["--m2", "first.m2", "-H", "out/*"], "two corpora have the same name"),
    ],
)
def test_refused(bad: Run, folder: Path, options: list[str], message: str) -> None:
    Path("empty").mkdir()
    assert message in bad("evaluate", "--m2", "first.m2", "--m2", "second.m2", *options)


def test_other_commands_take_one(bad: Run, folder: Path) -> None:
    said = bad("compare", "--m2", "first.m2", "--m2", "second.m2", "-H", "out/*")
    assert "expected one corpus, found 2: first.m2, second.m2" in said
