"""The one command: which step follows which, and what each is given."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is for training only")

from corrigenda_training import __main__ as build


class Steps:
    """What would be run: (module, what it makes, all options)."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str, list[str]]] = []
        self.code = 0

    def __call__(self, command: list[str], **_: object) -> Steps:
        module, options = command[2].rpartition(".")[2], command[3:]
        made = Path(options[options.index("--out") + 1])
        self.all.append((module, made.name, options))
        made.parent.mkdir(parents=True, exist_ok=True)
        made.touch()
        return self

    def wait(self) -> int:
        return self.code

    def given(self, name: str, option: str) -> str:
        (options,) = (options for _, made, options in self.all if made == name)
        return Path(options[options.index(option) + 1]).name


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    found = Steps()
    monkeypatch.setattr(build.subprocess, "Popen", found)
    monkeypatch.setattr(build, "soup", lambda runs, out: found.all.append(("soup", out.name, [])))
    return found


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *options: str) -> None:
    places = [
        "--data",
        "UCCA",
        "--runs",
        str(folder / "runs"),
        "--out",
        str(folder / "u.safetensors"),
    ]
    monkeypatch.setattr(sys, "argv", ["build", *places, "--version", "9", *options])
    build.main()


def test_without_encoders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, steps: Steps) -> None:
    run(monkeypatch, tmp_path, "--text", "x.txt")
    assert [(module, made) for module, made, _ in steps.all] == [
        ("train", "a"),
        ("train", "b"),
        ("label", "labelled.pickle"),
        ("train", "c"),
        ("train", "d"),
        ("soup", "soup"),
        ("export", "u.safetensors"),
    ]
    assert steps.given("c", "--start") == "a"
    assert steps.given("u.safetensors", "--run") == "soup"


def test_with_encoders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, steps: Steps) -> None:
    run(monkeypatch, tmp_path, "--text", "x.txt", "y.txt", "--encoders", "BGE", "E5")
    assert [(module, made) for module, made, _ in steps.all[6:]] == [
        ("train", "bge"),
        ("train", "e5"),
        ("label", "opinions-1.pickle"),
        ("label", "opinions-2.pickle"),
        ("train", "bge-again"),
        ("train", "e5-again"),
        ("label", "opinions-again-1.pickle"),
        ("label", "opinions-again-2.pickle"),
        ("train", "f"),
        ("train", "g"),
        ("soup", "last"),
        ("export", "u.safetensors"),
    ]
    assert steps.given("e5", "--encoder") == "E5"
    assert steps.given("e5-again", "--start") == "e5"
    assert steps.given("e5-again", "--labelled") == "opinions-2.pickle"
    assert steps.given("f", "--labelled") == "opinions-again-1.pickle"
    assert steps.given("g", "--start") == "soup"
    assert steps.given("u.safetensors", "--run") == "last"
    (options,) = (o for _, made, o in steps.all if made == "opinions-again-2.pickle")
    assert [Path(o).name for o in options] == [
        *("--runs", "bge-again", "e5-again", "soup"),
        *("--out", "opinions-again-2.pickle", "y.txt"),
    ]


def test_a_step_that_failed_ends_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, steps: Steps
) -> None:
    steps.code = 1
    with pytest.raises(SystemExit, match="a step failed"):
        run(monkeypatch, tmp_path, "--text", "x.txt")
    assert [made for _, made, _ in steps.all] == ["a", "b"]


def test_halves_are_two_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, tmp_path, "--text", "x.txt", "--encoders", "BGE", "E5")
    assert "two files are needed" in capsys.readouterr().err
