"""`corrigenda edits`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options


class Merge(str, Enum):
    split = "split"
    equal = "equal"
    adjacent = "adjacent"


class Cost(str, Enum):
    one = "1"
    two = "2"


def run(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="Sentences, one a line.")],
    targets: Annotated[list[Path], typer.Argument(metavar="TARGET...", help="Their corrections.")],
    merge: Annotated[
        Merge,
        typer.Option(
            "--merge",
            help="What is one edit: each changed token (split), runs of the same operation (equal),"
            " or all adjacent changes (adjacent).",
        ),
    ] = Merge.adjacent,
    gap: Annotated[
        int,
        typer.Option("--gap", min=0, help="Unchanged tokens that merged changes may lie apart."),
    ] = 0,
    substitution: Annotated[
        Cost, typer.Option("--substitution", help="The cost of replacing a token.")
    ] = Cost.one,
    format: Annotated[
        options.FileFormat, typer.Option("--format", "-f", help="What to write.")
    ] = options.FileFormat.m2,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Find the edits between texts, by minimal token alignment.

    [bold]Examples[/bold]

      corrigenda edits source.txt corrected.txt -o system.m2
      corrigenda edits source.txt ref0.txt ref1.txt --merge split
    """
    from corrigenda.formats.transform import extract

    extract(
        source,
        targets,
        output,
        merge=merge.value,
        gap=gap,
        substitution=1 if substitution is Cost.one else 2,
        format=format.value,
    )
