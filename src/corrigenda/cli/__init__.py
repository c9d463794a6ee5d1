"""The command line: run a command, report mistakes, and exit with the right status."""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

_ENDINGS = ("SIGTERM", "SIGHUP", "SIGINT")


def run() -> NoReturn:
    """Run `main` as the `corrigenda` command, in a process of its own."""
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for name in _ENDINGS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop)
    gc.set_threshold(100_000, 20, 20)  # sentences form no cycles, and come by the million
    status = main()
    _ignore_signals()  # the interpreter ends; nothing is left to be interrupted
    try:
        sys.stdout.flush()
    except (OSError, ValueError):  # reported by whoever wrote there, or nobody reads it any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    """End the run as after an error, so that worker processes and temporary files go, too."""
    _ignore_signals()
    _failed("interrupted" if number == signal.SIGINT else "ended from outside")
    ending = SystemExit(128 + number)
    if "corrigenda.engine.parallel" in sys.modules:
        from corrigenda.engine import parallel

        parallel.ENDING = ending
    raise ending


def _ignore_signals() -> None:
    for name in _ENDINGS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; a user's mistake ends with status 2 and a message, never with a traceback."""
    from corrigenda.cli.wording import as_options
    from corrigenda.errors import InputError

    try:
        from typer.main import get_command

        from corrigenda.cli.app import application, spread
        from corrigenda.engine import parallel

        parallel.GUARDED = True
        given = sys.argv[1:] if arguments is None else arguments
        if "" in given:
            raise InputError("an argument is empty", hint="is a shell variable empty?")
        app = application(given[0] if given else None)
        command = get_command(app)
        command(args=spread(command, given), prog_name="corrigenda", standalone_mode=True)
    except InputError as error:
        return _failed(as_options(str(error)))
    except KeyboardInterrupt:
        _failed("interrupted")
        return 130
    except MemoryError:
        return _failed("out of memory\n  hint: try -j 1, or split the input")
    except RecursionError:
        return _failed("the input is nested too deeply")
    except BrokenPipeError:  # whoever read the output has seen enough
        return 1
    except OSError as error:
        return _failed(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 2
    return 0


def _failed(message: str) -> int:
    print(f"corrigenda: {message}", file=sys.stderr)
    return 2
