"""`corrigenda convert`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs

PANEL = "Files"


def run(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="The file to read; - is stdin.")],
    target: Annotated[Path, typer.Argument(metavar="TO", help="The file to write; - is stdout.")],
    references: options.References = None,
    source_format: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            callback=options.check_format,
            help="Format to read (default: recognised by content).",
        ),
    ] = None,
    target_format: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            callback=options.check_format,
            help="Format to write (default: by the suffix).",
        ),
    ] = None,
) -> None:
    """Write a file in another format, and report what is lost.

    [bold]Examples[/bold]

      corrigenda convert gold.m2 gold.jsonl
      corrigenda convert source.txt -r ref0.txt -r ref1.txt gold.m2
      corrigenda convert train.json train.m2
      corrigenda convert gold.m2 dev.src          (writes dev.src, dev.ref0, dev.ref1, ...)
    """
    from corrigenda.formats import convert

    outputs.check([target], [source, *(references or [])])
    lost = convert(
        source,
        target,
        references=references or [],
        source_format=source_format,
        target_format=target_format,
    )
    for message in lost:
        outputs.say(message)
