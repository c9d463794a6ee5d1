"""`corrigenda usim`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED


def run(
    source: Annotated[
        Path,
        typer.Argument(metavar="SOURCE", help="Graphs of the sources: UCCA XML, MRP or AMR."),
    ],
    systems: Annotated[
        list[str],
        typer.Argument(metavar="[NAME=]SYSTEM...", help="Graphs of what systems made of them."),
    ],
    measures: options.Measures = ["USim", "DistSim"],  # noqa: B006 - typer copies it
    explain: Annotated[
        bool, typer.Option("--explain", help="Show which edges match, pair by pair.")
    ] = False,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Is the meaning kept? Compare the semantic graphs of sources and corrections.

    Each argument is a file, or a folder or archive of UCCA XML; the n-th graphs belong together.

    [bold]Examples[/bold]

      corrigenda usim source-xml/ mine=system-xml/
      corrigenda usim source.mrp a.mrp b.mrp -m 'USim(labels=weak)'
      corrigenda usim source.xml corrected.xml --explain
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate_stream
    from corrigenda.formats.graphs import paired_graphs
    from corrigenda.measures.registry import parse_list
    from corrigenda.studies.faithfulness import explained

    files = inputs.named_files(systems)
    outputs.check([output], [source, *files.values()])
    pairs = paired_graphs(source, files)
    if explain:
        found = list(explained(pairs, list(files), parse_list(measures)))
        if format == "json":
            outputs.write([], [one.data() for one in found], format, output)
        else:
            outputs.write_text("\n".join(f"{one}\n" for one in found), output)
        return
    with Bar("Comparing") as bar:
        result = evaluate_stream(
            pairs,
            list(files),
            measures,
            ci=ci or None,
            method=method,
            resamples=resamples,
            seed=seed,
            jobs=jobs,
            progress=bar,
            origin=source.name,
        )
    outputs.write([result.table()], result.to_json(), format, output)
