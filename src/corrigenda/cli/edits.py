"""`corrigenda edits`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import options, outputs

COMMAND = "edits"
PANEL = "Files"


@dataclass(frozen=True)
class Extraction:
    """Extraction and output of edits.

    Options:
        types: How to extract and type edits: by a minimal alignment, as M, R or U (operations); as
            ERRANT 3.0.2 does (errant; English only).
        merge: What is one edit: each changed token (split), runs of the same operation (equal), all
            adjacent changes (adjacent), or what ERRANT's rules say (rules, with --types errant
            only). The default is rules with --types errant, else adjacent.
        levenshtein (--lev): With --types errant: align by plain Levenshtein distance.
        minimise (/--no-min): Without a TARGET: keep unchanged words at the ends of edits.
        gap: Unchanged tokens allowed between merged changes.
        substitution: The cost of replacing a token.
        format (--format, -f FORMAT): Format to write.
    """

    types: Literal["operations", "errant"] = "operations"
    merge: Literal["rules", "split", "equal", "adjacent"] | None = None
    levenshtein: bool = False
    raw: options.Raw = False
    minimise: bool = True
    gap: Annotated[int, typer.Option(min=0)] = 0
    substitution: Annotated[int, typer.Option(min=1, max=2)] = 1
    format: Annotated[str, typer.Option(callback=options.check_format)] = "m2"


def run(
    source: Path,
    extraction: Extraction,
    targets: list[Path] | None = None,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Extract the edits between texts, by minimal token alignment or as ERRANT does.

    [bold]Examples[/bold]

      corrigenda edits source.txt corrected.txt -o system.m2
      corrigenda edits source.txt ref0.txt ref1.txt --merge split
      corrigenda edits source.txt corrected.txt --types errant -o system.m2
      corrigenda edits gold.m2 --types errant -o retyped.m2

    Arguments:
        source (SOURCE): Sentences, one per line; without a TARGET, a file with edits to type again.
        targets ([TARGET]...): Their corrections.

    """
    from corrigenda.formats.edit_files import extract

    outputs.check([output], [source, *(targets or [])])
    lost = extract(source, targets or [], output, **asdict(extraction))
    for message in lost:
        outputs.say(message)
