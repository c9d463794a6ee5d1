"""`corrigenda parse`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from corrigenda.cli import options, outputs
from corrigenda.cli.groups import WORK, Work

COMMAND = "parse"
PANEL = "Meaning: is it kept?"


def run(
    text: Path = options.STDOUT,
    to: Literal["xml", "mrp", "svg"] | None = None,
    parser: options.ParserName = "embedded",
    raw: bool = False,
    cache: options.Cache = None,
    work: Work = WORK,
    output: Path = options.STDOUT,
) -> None:
    """Make semantic graphs (UCCA) from text.

    [bold]Examples[/bold]

      corrigenda parse source.txt -o source.mrp
      corrigenda parse source.txt -o source-xml
      echo "He didn't go." | corrigenda parse --raw -o graph.svg

    Arguments:
        text ([TEXT]): Sentences, one per line; - is standard input.

    Options:
        raw: Tokenise the text; a line may have several sentences.

    Output:
        to: UCCA XML, MRP JSON or drawings (default: by the output's name, and MRP for standard
            output).
        output (--output, -o FILE): A file, or a folder of files with one sentence each; - is
            standard output.
    """
    from functools import partial

    from corrigenda.formats import count
    from corrigenda.meaning.formats.graphs import is_folder, kind_of
    from corrigenda.meaning.parsing import Parsing, parse_file

    kind = to or kind_of(output)
    several = is_folder(output, kind)
    outputs.check([None if several else output], [text], folder=output if several else None)
    parsing = Parsing(parser, cache)
    parsing.check()
    with work.with_progress("Parsing", None if raw else partial(count, text)):
        lost = parse_file(text, output, parsing, to=kind, raw=raw)
    for message in lost:
        outputs.say(message)
