"""All commands, in the order in which `corrigenda --help` lists them."""

from __future__ import annotations

from typing import Annotated

import typer

from corrigenda._version import __version__
from corrigenda.cli import (
    apply,
    compare,
    conservatism,
    convert,
    damage,
    draw,
    edits,
    evaluate,
    hoo,
    measures,
    parse,
    references,
    report,
    rerank,
    sensitivity,
    usim,
)

app = typer.Typer(
    name="corrigenda",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"corrigenda {__version__}")
        raise typer.Exit


@app.callback()
def corrigenda(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Measure text correctors: scores with error bars.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H mine=output.txt
      corrigenda evaluate -s source.txt -r ref0.txt -r ref1.txt -H output.txt -m GLEU
      corrigenda compare --m2 gold.m2 -H old=old.txt -H new=new.txt
      corrigenda measures M2

    corrigenda COMMAND --help tells more about each command.
    """


for command in (
    evaluate,
    compare,
    report,
    conservatism,
    rerank,
    measures,
    usim,
    parse,
    sensitivity,
    damage,
    draw,
    convert,
    apply,
    edits,
):
    app.command(name=command.__name__.rpartition(".")[2])(command.run)
app.add_typer(references.app, name="references")
app.add_typer(hoo.app, name="hoo")
