"""How runs end: done, interrupted, killed, out of memory; no traceback, no process left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from corrigenda.cli import main
from corrigenda.engine import parallel, progress
from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

SLOW = """\
import os, sys, time
from corrigenda.cli import run
from corrigenda.engine.parallel import mapped
import corrigenda.cli.app as app
import typer

def wait(chunk):
    os.write(1, b"working\\n")
    time.sleep(0.2)
    return chunk

def command() -> None:
    for _ in mapped(wait, range(1000), chunk=1, jobs=2):
        pass

def application(name=None):
    made = typer.Typer(pretty_exceptions_enable=False)
    made.command()(command)
    return made

app.application = application
if __name__ == "__main__":
    sys.argv[1:] = []
    run()
"""


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A command at work in two processes, in a process group of its own."""
    script = tmp_path / "slow.py"
    script.write_text(SLOW, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        assert started.stdout is not None
        for _ in range(3):  # both are at work
            assert started.stdout.readline() == "working\n"
        yield started
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)


def group_is_gone(group: int, seconds: float) -> bool:
    for _ in range(int(seconds * 20)):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("times", [1, 2])
def test_an_interrupt_ends_all_processes_with_one_line(
    slow: subprocess.Popen[str], times: int
) -> None:
    for _ in range(times):  # as a terminal does: to the whole group
        os.killpg(slow.pid, signal.SIGINT)
        time.sleep(0.05)
    _, said = slow.communicate(timeout=20)
    assert slow.returncode == 130
    assert said == "corrigenda: interrupted\n"
    assert group_is_gone(slow.pid, 5)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_end_from_outside_ends_all_processes(
    slow: subprocess.Popen[str], number: signal.Signals
) -> None:
    slow.send_signal(number)
    _, said = slow.communicate(timeout=20)
    assert slow.returncode == 128 + number
    assert said == "corrigenda: ended from outside\n"
    assert group_is_gone(slow.pid, 5)


@pytest.mark.parametrize(
    ("hook", "status", "message"),
    [
        ("before", 143, "corrigenda: ended from outside\n"),
        ("after_in_child", 2, "corrigenda: a worker process was ended from outside"),
    ],
)
def test_an_end_around_a_fork_is_not_lost(
    tmp_path: Path, hook: str, status: int, message: str
) -> None:
    """Python drops what is raised there: the run went on, or waited for its worker for ever."""
    end = f"os.register_at_fork({hook}=lambda: os.kill(os.getpid(), signal.SIGTERM))\n"
    script = tmp_path / "slow.py"
    script.write_text(f"import os, signal\n{end}{SLOW}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == status
    assert done.stderr.startswith(message) and "Exception" not in done.stderr


def test_workers_do_not_outlive_a_killed_parent(slow: subprocess.Popen[str]) -> None:
    slow.kill()
    slow.wait(20)
    assert group_is_gone(slow.pid, 5)


def vanish(chunk: list[int]) -> list[int]:
    if 7 in chunk:
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk


def test_a_killed_worker_is_an_error_with_advice() -> None:
    with pytest.raises(InputError, match="a worker process was ended from outside") as error:
        list(mapped(vanish, range(20), chunk=1, jobs=2))
    assert "jobs=1" in str(error.value)


def exhaust(chunk: list[int]) -> list[int]:
    raise MemoryError


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (MemoryError(), "out of memory"),
        (RecursionError(), "nested too deeply"),
        (OSError(28, "No space left on device"), "standard output: No space left on device"),
        (InputError("x", hint="jobs=1"), "hint: -j 1"),
    ],
)
def test_what_a_command_cannot_survive_has_a_message(
    failure: Exception,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(name: str | None = None) -> None:
        raise failure

    monkeypatch.setattr("corrigenda.cli.app.application", fail)
    assert main(["measures"]) == 2
    assert message in capsys.readouterr().err


def test_a_memory_error_of_a_worker_comes_home() -> None:
    with pytest.raises(MemoryError):
        list(mapped(exhaust, range(20), chunk=1, jobs=2))


def test_an_end_that_was_lost_is_raised_by_the_next_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    results = mapped(same, range(40), chunk=1, jobs=1)
    assert next(results) == 0
    monkeypatch.setattr(parallel, "ENDING", SystemExit(143))
    with pytest.raises(SystemExit):
        next(results)


def same(chunk: list[int]) -> list[int]:
    return chunk


def test_a_whole_run_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(mapped(same, range(40), chunk=1, jobs=2)) == list(range(40))
    assert capfd.readouterr().err == ""


def test_work_that_nobody_wants_any_more_ends_at_once() -> None:
    started = time.monotonic()
    results = mapped(pause, range(100), chunk=1, jobs=2)
    next(results)
    results.close()
    assert time.monotonic() - started < 10


def pause(chunk: list[int]) -> list[int]:
    time.sleep(0.3)
    return chunk


def test_a_line_per_minute_where_nobody_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([0.0, 30.0, 61.0, 100.0, 122.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with progress.Bar("Scoring", 1000) as bar:
        for _ in range(4):
            bar.advance(50)
    assert capsys.readouterr().err.splitlines() == [
        "corrigenda: Scoring: 100/1000 (10%) in 0:01:01, 0:09:09 left",
        "corrigenda: Scoring: 200/1000 (20%) in 0:02:02, 0:08:08 left",
    ]


def test_the_number_of_processes_is_checked() -> None:
    with pytest.raises(InputError, match="at least 1"):
        parallel.check_jobs(0)


def test_work_that_is_quicker_than_reading_stays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PATIENCE", 0.0)
    assert set(mapped(where, slowly(range(20)), chunk=1)) == {os.getpid()}


def where(chunk: list[int]) -> list[int]:
    return [os.getpid()]


def slowly(numbers: Iterable[int]) -> Iterator[int]:
    for number in numbers:
        time.sleep(0.01)
        yield number
