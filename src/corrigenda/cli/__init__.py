"""The command line: one module a command, and no logic of its own."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run a command; a user's mistake ends with status 2 and a message, never with a traceback."""
    from corrigenda.cli.app import app
    from corrigenda.engine import parallel
    from corrigenda.errors import InputError

    parallel.GUARDED = True
    try:
        app(args=arguments, prog_name="corrigenda", standalone_mode=True)
    except InputError as error:
        print(f"corrigenda: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("corrigenda: interrupted", file=sys.stderr)
        return 130
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 2
    return 0
