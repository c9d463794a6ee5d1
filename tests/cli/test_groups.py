"""Option groups become options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Optional

import pytest
import typer
from typer.testing import CliRunner

from corrigenda.cli import main
from corrigenda.cli.app import application
from corrigenda.cli.commands import _hints, as_command


@dataclass(frozen=True)
class Data:
    """Files.

    Input:
        source (--source, -s FILE): Sentences.
        references (--reference, -r FILE): Their corrections, with a text that goes on
            on a second line.
    """

    source: Path
    references: list[Path] = field(default_factory=list)


@dataclass(frozen=True)
class Sampling:
    """Sampling, with an option as typer declares it."""

    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 7


def invoked(*arguments: str) -> tuple[Any, dict[str, Any]]:
    seen: dict[str, Any] = {}
    app = typer.Typer()

    def run(
        data: Data,
        sampling: Sampling,
        word: str = "none",
        max_words: Annotated[int, typer.Option(min=1)] = 9,
        keep: bool = True,
    ) -> None:
        """Do it.

        Arguments:
            word ([WORD]): A word.

        Options:
            max_words: The most words.
            keep (/--no-keep): Throw it away.
        """
        seen.update(data=data, sampling=sampling, word=word, max_words=max_words, keep=keep)

    command = as_command(run)
    assert as_command(command) is command
    app.command()(command)
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "100"}), seen


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
    assert "Options:" not in help_text  # the sections are headings now
    for heading in ("Arguments", "Input", "Options"):
        assert f"─ {heading} ─" in help_text
    assert re.search(r"\[WORD\] .*A word\.", help_text)
    assert re.search(r"-r .*FILE +Their corrections, with a text that goes", help_text)
    assert re.search(r"--max-words .*The most words\.", help_text)


def test_flags_and_bounds() -> None:
    result, seen = invoked("-s", "a.txt", "--max-words", "3", "--no-keep")
    assert result.exit_code == 0, result.output
    assert (seen["max_words"], seen["keep"]) == (3, False)
    assert invoked("-s", "a.txt", "--max-words", "0")[0].exit_code == 2


def commands() -> Iterator[Any]:
    pending: list[Any] = [typer.main.get_command(application())]
    while pending:
        for part in pending.pop().commands.values():
            if hasattr(part, "commands"):
                pending.append(part)
            else:
                yield part


def test_every_option_is_described() -> None:
    for command in commands():
        if command.callback.__module__.startswith("corrigenda."):
            assert command.help, command.name
            for parameter in command.params:
                assert parameter.help, (command.name, parameter.name)


def test_whatever_has_jobs_has_an_engine() -> None:
    checked = 0
    for command in commands():
        names = {parameter.name for parameter in command.params}
        assert ("jobs" in names) == ("engine" in names), command.name
        checked += "jobs" in names
    assert checked > 10


def test_an_engine_that_is_not_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "-s", "x.txt", "-H", "y.txt", "--engine", "steam"]) == 2
    assert "expected the engine 'processes', 'ray' or 'ray://host:port'" in capsys.readouterr().err


def test_options_that_may_be_none_keep_their_marks_on_every_python() -> None:
    """Python 3.10 puts an Optional around parameters whose default is None."""

    def wrapped(jobs: Optional[Annotated[int, "mark"]], plain: int | None) -> None:  # noqa: UP045
        """Do nothing."""

    hints = _hints(wrapped)
    assert hints["jobs"] == Annotated[int, "mark"]
    assert hints["plain"] == int | None
