"""What tests of commands share: runs that must succeed, and runs that must fail.

A module of one command names it in `COMMAND`, and leaves it out of its calls.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from corrigenda.cli import main

Run = Callable[..., str]


@pytest.fixture
def ok(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Run:
    """Runs a command that must succeed, and gives what it prints."""
    command = getattr(request.module, "COMMAND", ())

    def runner(*arguments: str) -> str:
        status = main([*command, *arguments])
        captured = capsys.readouterr()
        assert status == 0, captured.err
        return captured.out

    return runner


@pytest.fixture
def bad(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Run:
    """Runs a command that must fail, and gives what it says."""
    command = getattr(request.module, "COMMAND", ())

    def runner(*arguments: str) -> str:
        status = main([*command, *arguments])
        captured = capsys.readouterr()
        assert status == 2
        assert not captured.out
        assert "Traceback" not in captured.err
        return captured.err

    return runner
