"""`corrigenda parse`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import options, outputs

PANEL = "Meaning: is it kept?"


def run(
    text: Annotated[
        Path, typer.Argument(metavar="[TEXT]", help="Sentences, one per line; - is standard input.")
    ] = options.STDOUT,
    to: Annotated[
        Literal["xml", "mrp", "svg"] | None,
        options.output_option(
            "--to",
            help="UCCA XML, MRP JSON or drawings (default: by the output's name, and MRP "
            "for standard output).",
        ),
    ] = None,
    parser: options.ParserName = "embedded",
    raw: Annotated[
        bool,
        options.setting("--raw", help="Tokenise the text; a line may have several sentences."),
    ] = False,
    cache: options.Cache = None,
    jobs: options.Jobs = None,
    output: Annotated[
        Path,
        options.output_option(
            "--output",
            "-o",
            metavar="FILE",
            help="A file, or a folder of files with one sentence each; - is standard output.",
        ),
    ] = options.STDOUT,
) -> None:
    """Make semantic graphs (UCCA) from text.

    [bold]Examples[/bold]

      corrigenda parse source.txt -o source.mrp
      corrigenda parse source.txt -o source-xml
      echo "He didn't go." | corrigenda parse --raw -o graph.svg
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.meaning.formats.graphs import is_folder, kind_of
    from corrigenda.meaning.parsing import Parsing, parse_file

    kind = to or kind_of(output)
    several = is_folder(output, kind)
    outputs.check([None if several else output], [text], folder=output if several else None)
    parsing = Parsing(parser, cache)
    parsing.check()
    with Bar("Parsing") as bar:
        lost = parse_file(text, output, parsing, to=kind, raw=raw, jobs=jobs, progress=bar)
    for message in lost:
        outputs.say(message)
