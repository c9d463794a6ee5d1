"""Mistakes that new users make get a hint that helps."""

from __future__ import annotations

from pathlib import Path
from socket import gaierror
from typing import Any
from urllib.error import URLError

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.cli.inputs import named_files
from corrigenda.measures.registry import measure

GOLD, GOOD = str(examples.path("gold.m2")), str(examples.path("good.txt"))
SOURCE = str(examples.path("source.txt"))


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command that is refused prints, on one line."""
    assert main(list(arguments)) == 2
    return " ".join(capsys.readouterr().err.split())


def test_files_without_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--m2 gold.m2 -H out.txt" in said(capsys, "evaluate", "gold.m2", "out.txt")
    assert "-s source.txt -H OUTPUT.txt" in said(capsys, "alarms", "source.txt", "-H", GOOD)


def test_lists_and_braces(capsys: pytest.CaptureFixture[str]) -> None:
    files = ["evaluate", "--m2", GOLD, "-H"]
    assert "repeat the option" in said(capsys, *files, f"{GOOD},{SOURCE}")
    assert "braces are for the shell" in said(capsys, *files, "{A,B}.txt")


def test_names_of_measures_and_parameters() -> None:
    assert str(measure("errant(Beta=1)".replace("Beta", "beta"))) == "ERRANT(beta=1.0)"
    for wrong, guess in {"Errantt": "ERRANT", "erant": "ERRANT", "ERRANT(betta=1)": "beta"}.items():
        with pytest.raises(cg.InputError, match=f"did you mean {guess}"):
            measure(wrong)


def test_files_of_a_pattern_lose_their_common_ending(tmp_path: Path) -> None:
    for name in ("A.tok.low", "B.tok.low"):
        (tmp_path / name).write_text("x\n", encoding="utf-8")
    assert list(named_files([str(tmp_path / "*.low")])) == ["A", "B"]
    assert list(named_files([str(tmp_path / "A.tok.low")])) == ["A.tok.low"]
    every = [str(tmp_path / name) for name in ("A.tok.low", "B.tok.low")]  # as the shell lists them
    assert list(named_files(every)) == ["A", "B"]
    assert list(named_files([every[0], f"x={every[1]}", every[1]])) == [
        "A.tok.low",
        "x",
        "B.tok.low",
    ]


def test_files_of_a_pattern_of_references_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "".join(f"Sentence {n} are wrong .\n" for n in range(20))
    for name, text in {"t.norm": lines, "t.turk": lines.replace("are", "is")}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    source = str(tmp_path / "t.norm")
    given = ["-s", source, "-r", str(tmp_path / "t.*"), "-H", source, "-m", "Accuracy", "--ci", "0"]
    assert main(["evaluate", *given]) == 0
    err = capsys.readouterr().err
    assert "2 files: t.norm, t.turk" in err and "reference 1 is the source" in err
    assert main(["evaluate", *given, "--strict"]) == 2
    out, err = capsys.readouterr()
    assert not out and "--strict: no scores are printed" in err


def test_test_sets(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CORRIGENDA_DATA", raising=False)
    assert "did you mean turk?" in said(capsys, "data", "list", "trk")
    assert "--data FOLDER" in said(capsys, "data", "get", "turk")


def test_no_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def offline(*given: Any, **more: Any) -> None:
        raise URLError(gaierror(-2, "Name or service not known"))

    monkeypatch.setattr("corrigenda.data.fetching.urlopen", offline)
    target = tmp_path / "corpora"
    err = said(capsys, "data", "get", "turk/test", "--data", str(target))
    assert "no network?" in err and "put it at" in err and "Errno" not in err
    assert not target.exists()


def test_a_gate_tells_of_rules_and_files_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["gate", "missing.json", "--m2", GOLD, "-H", GOOD, "--fail-if"]
    err = said(capsys, *given, "M2 drops 0.005")
    assert "missing.json: there is no such file" in err
    assert "write '0.5 points' (0.3700 to 0.365) or '0.005 points' (0.3700 to 0.36995)" in err


def test_a_baseline_that_lacks_a_measure() -> None:
    files: Any = (GOLD, {"good": GOOD})
    before = cg.evaluate(*files, "Accuracy", ci=None)
    with pytest.raises(cg.InputError, match="with measures='Accuracy,M2'"):
        cg.gate(before, *files, "M2 drops 1 point")


def test_differences_of_counts_have_no_decimals() -> None:
    files: Any = (GOLD, {"good": GOOD})
    before = cg.evaluate(*files, "M2", ci=None)
    worse = {"good": examples.path("timid.txt")}
    row = str(cg.gate(before, GOLD, worse, "M2.tp changes")).split("M2.tp changes")
    assert any(" -41 [-" in part and ".0000" not in part.split("\n")[0] for part in row)
