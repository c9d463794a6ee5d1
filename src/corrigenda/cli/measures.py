"""`corrigenda measures`."""

from __future__ import annotations

import typer

COMMAND = "measures"


def run(
    name: str | None = None,
) -> None:
    """List the measures, or explain one: definition, parameters, source, a worked example.

    [bold]Examples[/bold]

      corrigenda measures
      corrigenda measures GLEU
      corrigenda measures 'M2(beta=1)'

    Arguments:
        name ([NAME]): A measure, optionally with parameters.
    """
    from corrigenda.measures.description import describe

    typer.echo(describe(name))
    if name is None:
        typer.echo("\n`corrigenda measures NAME` tells more about each.")
