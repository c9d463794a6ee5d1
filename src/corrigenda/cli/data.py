"""`corrigenda data`: test sets by name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import outputs
from corrigenda.cli.groups import Tables

COMMAND = "data"

app = typer.Typer(no_args_is_help=True)


@app.callback()
def data() -> None:
    """Test sets by name: list them, fetch them."""


Named = typer.Argument(metavar="NAME", help="A test set, or all of a corpus: jfleg/test, jfleg.")


def list_(out: Tables, name: Annotated[str, Named] = "") -> None:
    """List the test sets that are known: sizes, licences, addresses.

    [bold]Examples[/bold]

      corrigenda data list
      corrigenda data list jfleg
    """
    from corrigenda.data import catalogue

    out.check([])
    out.show(catalogue(name or None))


def get(
    name: Annotated[str, Named],
    folder: Path | None = None,
    mirror: str = "",
) -> None:
    """Download a test set to a folder, and verify it.

    Nothing else ever downloads anything. Files that are in the folder are verified and kept; a
    download that was interrupted continues.

    [bold]Examples[/bold]

      corrigenda data get jfleg -o corpora
      corrigenda evaluate -t jfleg/test --data corpora -H mine=output.txt -m GLEU

    Options:
        folder (--output, -o, --data FOLDER): Where to put it (default: $CORRIGENDA_DATA).
        mirror (ADDRESS): Another address to fetch from: ADDRESS/NAME/FILE.
    """
    from corrigenda.data import get as fetch

    if folder is not None:
        outputs.check_folder(folder)
    fetch(name, folder, mirror=mirror, say=outputs.say)


app.command("list")(list_)
app.command("get")(get)
