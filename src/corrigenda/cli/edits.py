"""`corrigenda edits`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import options, outputs

PANEL = "Files"


def run(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE",
            help="Sentences, one per line; without a TARGET, a file with edits to type again.",
        ),
    ],
    targets: Annotated[
        list[Path] | None, typer.Argument(metavar="[TARGET]...", help="Their corrections.")
    ] = None,
    types: Annotated[
        Literal["operations", "errant"],
        typer.Option(
            "--types",
            help="How to extract and type edits: by a minimal alignment, as M, R or U (operations);"
            " as ERRANT 3.0.2 does (errant; English only).",
        ),
    ] = "operations",
    merge: Annotated[
        Literal["rules", "split", "equal", "adjacent"] | None,
        typer.Option(
            "--merge",
            help="What is one edit: each changed token (split), runs of the same operation (equal),"
            " all adjacent changes (adjacent), or what ERRANT's rules say (rules, with --types"
            " errant only). The default is rules with --types errant, else adjacent.",
        ),
    ] = None,
    levenshtein: Annotated[
        bool,
        typer.Option("--lev", help="With --types errant: align by plain Levenshtein distance."),
    ] = False,
    raw: options.Raw = False,
    minimise: Annotated[
        bool,
        typer.Option(
            " /--no-min",
            help="Without a TARGET: keep unchanged words at the ends of edits.",
        ),
    ] = True,
    gap: Annotated[
        int,
        typer.Option("--gap", min=0, help="Unchanged tokens allowed between merged changes."),
    ] = 0,
    substitution: Annotated[
        int, typer.Option("--substitution", min=1, max=2, help="The cost of replacing a token.")
    ] = 1,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            callback=options.check_format,
            help="Format to write.",
        ),
    ] = "m2",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Extract the edits between texts, by minimal token alignment or as ERRANT does.

    [bold]Examples[/bold]

      corrigenda edits source.txt corrected.txt -o system.m2
      corrigenda edits source.txt ref0.txt ref1.txt --merge split
      corrigenda edits source.txt corrected.txt --types errant -o system.m2
      corrigenda edits gold.m2 --types errant -o retyped.m2
    """
    from corrigenda.formats.transform import extract

    outputs.check([output], [source, *(targets or [])])
    lost = extract(
        source,
        targets or [],
        output,
        types=types,
        merge=merge,
        levenshtein=levenshtein,
        raw=raw,
        minimise=minimise,
        gap=gap,
        substitution=1 if substitution == 1 else 2,
        format=format,
    )
    for message in lost:
        outputs.say(message)
