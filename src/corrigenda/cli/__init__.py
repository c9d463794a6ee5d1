"""The command line: one module a command, and no logic of its own."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn


def run() -> NoReturn:
    """The `corrigenda` command: `main`, in a process of its own."""
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    # Ended from outside, leave as after an error: processes that work for us must end, too.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stopped)
    sys.exit(main())


def _stopped(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; a user's mistake ends with status 2 and a message, never with a traceback."""
    from corrigenda.cli.app import application
    from corrigenda.engine import parallel
    from corrigenda.errors import InputError

    parallel.GUARDED = True
    try:
        given = sys.argv[1:] if arguments is None else arguments
        app = application(given[0] if given else None)
        app(args=given, prog_name="corrigenda", standalone_mode=True)
    except InputError as error:
        print(f"corrigenda: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("corrigenda: interrupted", file=sys.stderr)
        return 130
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 2
    return 0
