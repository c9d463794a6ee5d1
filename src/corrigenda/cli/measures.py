"""`corrigenda measures`."""

from __future__ import annotations

from typing import Annotated

import typer


def run(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A measure, optionally with parameters.")
    ] = None,
) -> None:
    """List the measures, or explain one: definition, parameters, source, a worked example.

    [bold]Examples[/bold]

      corrigenda measures
      corrigenda measures GLEU
      corrigenda measures 'M2(beta=1)'
    """
    from corrigenda.measures.description import describe

    typer.echo(describe(name))
    if name is None:
        typer.echo("\n`corrigenda measures NAME` tells more about each.")
