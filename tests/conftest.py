"""What all tests share.

Public data sets and the figures that established tools gave for them are too large, and not ours,
to be kept here. Tests that need them take the `shared` fixture and are skipped where the folder is
not to be found beside the checkout (or at $CORRIGENDA_SHARED).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from corrigenda import plugins
from corrigenda.cli import main

# Packages that happen to be installed and extend corrigenda do not change what the tests see.
_others = {value for _, (_, value) in plugins._entry_points(sys.path) if "corrigenda." not in value}
_entry_points = plugins._entry_points
vars(plugins)["_entry_points"] = lambda path: (
    one for one in _entry_points(path) if one[1].value not in _others
)

settings.register_profile(
    "corrigenda", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("corrigenda")

expensive = settings(max_examples=int(os.environ.get("EXAMPLES", "30")))
"""For properties whose examples take long: `make test-slow` tries as many as of the others."""


class Shared:
    """The folder of public data and golden figures."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def data(self, *parts: str) -> Path:
        return self.root.joinpath("data", *parts)

    def golden(self, name: str) -> Any:
        return json.loads((self.root / "golden" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def shared() -> Shared:
    here = Path(__file__).resolve().parents[1]
    root = Path(os.environ.get("CORRIGENDA_SHARED", here.parent / "shared"))
    if not (root / "golden").is_dir():
        pytest.skip(f"no public data at {root}: set CORRIGENDA_SHARED to where it is")
    return Shared(root)


# --- commands: a module of one command names it in `COMMAND`, and leaves it out of its calls ------

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
