"""`corrigenda view`."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import outputs

COMMAND = "view"


def run(
    results: list[Path],
    title: str = "",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 0,
    browser: bool = True,
) -> None:
    """Show saved results on a local page that reloads when a file changes.

    [bold]Examples[/bold]

      corrigenda view result.json
      corrigenda view before.json after.json
      corrigenda view v1.json v2.json v3.json
      corrigenda view result.json --port 8000 --no-open

    Arguments:
        results (RESULT.json...): Output of `corrigenda evaluate --json`, or of any command with -f
            json. Of several, the earliest first: the page also shows what changed.

    Options:
        title (TEXT): The heading of the page.
        port (N): Port to listen on; 0 takes a free one. Only this machine can connect.
        browser (--open/--no-open): Open the page in a browser.
    """
    from corrigenda.results.view import view

    outputs.check([], results)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Ctrl-C is how it ends, no mishap
    view(results, title=title, port=port, browser=browser)
