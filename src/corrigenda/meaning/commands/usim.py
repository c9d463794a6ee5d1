"""`corrigenda usim`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.cli.groups import Bootstrap, Graphs, Output, flattened

PANEL = "Meaning: is it kept?"


@flattened
def run(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE",
            help="The sources: text, one sentence per line, or their graphs: UCCA XML, MRP, "
            "UCCA-App JSON or AMR.",
        ),
    ],
    systems: Annotated[
        list[str],
        typer.Argument(metavar="[NAME=]SYSTEM...", help="The systems' outputs: text, or graphs."),
    ],
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    measures: options.Measures = ["USim", "DistSim"],  # noqa: B006 - typer copies it
    explain: Annotated[
        bool, typer.Option("--explain", help="Show which edges match, for each pair.")
    ] = False,
    jobs: options.Jobs = None,
) -> None:
    """Is the meaning kept? Compare the semantic graphs of sources and corrections.

    Each argument is a file, or a folder or archive of UCCA XML; the n-th sentences are paired.
    Text is parsed.

    [bold]Examples[/bold]

      corrigenda usim source.txt mine=output.txt
      corrigenda usim source-xml/ mine=system-xml/
      corrigenda usim source.mrp a.mrp b.mrp -m 'USim(labels=weak)'
      corrigenda usim source.xml corrected.xml --explain
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate_stream
    from corrigenda.meaning.formats.graphs import paired_graphs
    from corrigenda.meaning.parsing import with_graphs
    from corrigenda.meaning.studies.damage import explained
    from corrigenda.measures.registry import chosen
    from corrigenda.remarks import Checks

    files = inputs.named_files(systems)
    out.check([source, *files.values()])
    wanted = chosen(measures)
    inputs.check_reference_free(wanted)
    parsing = graphs.parsing(wanted)
    pairs = paired_graphs(source, files)
    if explain:
        checks = Checks(list(files))
        filled = with_graphs(checks.watched(pairs), parsing, jobs=jobs)
        found = list(explained(filled, list(files), wanted))
        outputs.remark(checks.remarks(tokenised_for_parser=not graphs.raw))
        if out.format == "json":
            outputs.write([], [one.data() for one in found], out.format, out.output)
        else:
            outputs.write_text("\n".join(f"{one}\n" for one in found), out.output)
        return
    with Bar("Comparing") as bar:
        result = evaluate_stream(
            pairs,
            list(files),
            wanted,
            **bootstrap.keywords(),
            parser=parsing,
            jobs=jobs,
            progress=bar,
            origin=source.name,
        )
    out.show(result)
