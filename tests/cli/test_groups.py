"""Option groups become options."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from corrigenda.cli import main
from corrigenda.cli.app import application
from corrigenda.cli.groups import flattened


@dataclass(frozen=True)
class Data:
    source: Annotated[Path, typer.Option("--source", "-s")]
    references: Annotated[list[Path], typer.Option("--reference", "-r")] = field(
        default_factory=list
    )


@dataclass(frozen=True)
class Sampling:
    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 7


def invoked(*arguments: str) -> tuple[Any, dict[str, Any]]:
    seen: dict[str, Any] = {}
    app = typer.Typer()

    @app.command()
    @flattened
    def run(
        data: Data, sampling: Sampling, word: Annotated[str, typer.Argument()] = "none"
    ) -> None:
        """Do it."""
        seen.update(data=data, sampling=sampling, word=word)

    return CliRunner().invoke(app, arguments), seen


def test_a_command_gets_its_groups_filled() -> None:
    result, seen = invoked("-s", "a.txt", "-r", "b.txt", "-r", "c.txt", "--seed", "3", "x")
    assert result.exit_code == 0, result.output
    assert seen["data"] == Data(Path("a.txt"), [Path("b.txt"), Path("c.txt")])
    assert seen["sampling"] == Sampling(3)
    assert seen["word"] == "x"


def test_defaults_and_required_options_are_those_of_the_group() -> None:
    assert invoked("-s", "a.txt")[1]["sampling"] == Sampling(7)
    result, seen = invoked()
    assert result.exit_code == 2
    assert not seen


def test_help_shows_the_options_of_groups_and_the_docstring() -> None:
    help_text = invoked("--help")[0].output
    assert "Random seed." in help_text
    assert "Do it." in help_text


def test_whatever_has_jobs_has_an_engine() -> None:
    pending: list[Any] = [typer.main.get_command(application())]
    checked = 0
    while pending:
        for part in pending.pop().commands.values():
            if hasattr(part, "commands"):
                pending.append(part)
                continue
            names = {parameter.name for parameter in part.params}
            assert ("jobs" in names) == ("engine" in names), part.name
            checked += "jobs" in names
    assert checked > 10


def test_an_engine_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "-s", "x.txt", "-H", "y.txt", "--engine", "steam"]) == 2
    assert "expected the engine 'processes', 'ray' or 'ray://host:port'" in capsys.readouterr().err
