"""Patterns of files: quoted, and as the shell expands them."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

import corrigenda as cg
from corrigenda.cli.app import spread
from corrigenda.errors import InputError
from tests.conftest import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("dev.src").write_text("He like dogs .\nShe go .\n")
    Path("dev.ref0").write_text("He likes dogs .\nShe goes .\n")
    Path("dev.ref1").write_text("He liked dogs .\nShe went .\n")
    Path("out").mkdir()
    Path("out/a.txt").write_text("He likes dogs .\nShe go .\n")
    Path("out/b.txt").write_text("He like dogs .\nShe went .\n")
    return tmp_path


ONE_BY_ONE = ["-r", "dev.ref0", "-r", "dev.ref1", "-H", "out/a.txt", "-H", "out/b.txt"]


@pytest.mark.parametrize(
    "given",
    [
        ["-r", "dev.ref*", "-H", "out/*.txt"],
        ["-r", "dev.ref0", "dev.ref1", "-H", "out/a.txt", "out/b.txt"],
        ["-H", "out/a.txt", "out/b.txt", "--reference", "dev.ref0", "dev.ref1"],
        ["-r", "dev.ref?", "-H", "a=out/a.txt", "b=out/b.txt"],
    ],
)
def test_all_ways_give_the_same(ok: Run, folder: Path, given: list[str]) -> None:
    def scores(options: list[str]) -> object:
        data = json.loads(ok("evaluate", "-s", "dev.src", *options, "-m", "GLEU", "-f", "json"))
        return data["systems"], data["signature"]

    assert scores(given) == scores(ONE_BY_ONE)


def test_python_takes_patterns(folder: Path) -> None:
    result = cg.evaluate(
        sources="dev.src", references="dev.ref*", systems=["out/*.txt"], measures="GLEU", ci=None
    )
    assert result.systems == ("a", "b")
    assert result.references == (2, 2)


def test_parts_of_one_text_stay_together(folder: Path) -> None:
    """Where the source is in parts, so is each reference."""
    for k, line in enumerate(["He like dogs .\n", "She go .\n"]):
        Path(f"part-{k}.src").write_text(line)
        Path(f"part-{k}.ref").write_text(line)
    corpus = cg.read_parallel("part-*.src", ["part-*.ref"])
    assert [len(segment.references) for segment in corpus] == [1, 1]


def test_a_pattern_that_matches_nothing(bad: Run, folder: Path) -> None:
    said = bad("evaluate", "-s", "dev.src", "-r", "nothing*", "-H", "out/*.txt", "-m", "GLEU")
    assert "nothing*: no file matches this pattern" in said
    with pytest.raises(InputError, match="no file matches"):
        cg.evaluate(sources="dev.src", references="dev.ref*", systems=["x*.txt"], measures="GLEU")


def test_spreading() -> None:
    @click.command()
    @click.option("-r", "--reference", multiple=True)
    @click.option("-o")
    def run(reference: tuple[str, ...], o: str) -> None: ...

    @click.command()
    @click.option("-r", multiple=True)
    @click.argument("file")
    def with_argument(r: tuple[str, ...], file: str) -> None: ...

    group = click.Group(commands={"run": run, "other": with_argument})
    assert spread(group, ["run", "-r", "a", "b", "-o", "x"]) == [
        "run",
        "-r",
        "a",
        "-r",
        "b",
        "-o",
        "x",
    ]
    assert spread(group, ["run", "-r", "a", "-", "-o", "x", "y"]) == [
        "run",
        "-r",
        "a",
        "-r",
        "-",
        "-o",
        "x",
        "y",
    ]
    assert spread(group, ["run", "--reference=a", "b"]) == ["run", "--reference=a", "b"]
    assert spread(group, ["other", "-r", "a", "b"]) == ["other", "-r", "a", "b"]
    assert spread(group, ["run", "-r", "a", "--", "b"]) == ["run", "-r", "a", "--", "b"]
    assert spread(group, ["nothing", "-r", "a", "b"]) == ["nothing", "-r", "a", "b"]
