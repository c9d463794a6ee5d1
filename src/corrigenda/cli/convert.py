"""`corrigenda convert`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs

COMMAND = "convert"
PANEL = "Files"


def run(
    source: Path,
    target: Path,
    references: options.References = None,
    source_format: Annotated[str | None, typer.Option(callback=options.check_format)] = None,
    target_format: Annotated[str | None, typer.Option(callback=options.check_format)] = None,
) -> None:
    """Write a file in another format, and report what is lost.

    [bold]Examples[/bold]

      corrigenda convert gold.m2 gold.jsonl
      corrigenda convert source.txt -r ref0.txt -r ref1.txt gold.m2
      corrigenda convert train.json train.m2
      corrigenda convert gold.m2 dev.src          (writes dev.src, dev.ref0, dev.ref1, ...)

    Arguments:
        source (FROM): The file to read; - is stdin.
        target (TO): The file to write; - is stdout.

    Options:
        source_format (--from FORMAT): Format to read (default: recognised by content).
        target_format (--to FORMAT): Format to write (default: by the suffix).
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
