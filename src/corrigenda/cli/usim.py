"""`corrigenda usim`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

PANEL = "Meaning: is it kept?"


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
        typer.Argument(
            metavar="[NAME=]SYSTEM...", help="What systems made of them: text, or graphs."
        ),
    ],
    measures: options.Measures = ["USim", "DistSim"],  # noqa: B006 - typer copies it
    explain: Annotated[
        bool, typer.Option("--explain", help="Show which edges match, pair by pair.")
    ] = False,
    parser: options.ParserName = "embedded",
    raw: options.Raw = False,
    cache: options.Cache = None,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Is the meaning kept? Compare the semantic graphs of sources and corrections.

    Each argument is a file, or a folder or archive of UCCA XML; the n-th sentences belong together.
    Text is parsed.

    [bold]Examples[/bold]

      corrigenda usim source.txt mine=output.txt
      corrigenda usim source-xml/ mine=system-xml/
      corrigenda usim source.mrp a.mrp b.mrp -m 'USim(labels=weak)'
      corrigenda usim source.xml corrected.xml --explain
    """
    from corrigenda.engine.parsing import with_graphs
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate_stream
    from corrigenda.formats.graphs import paired_graphs
    from corrigenda.measures.registry import chosen
    from corrigenda.remarks import Checks
    from corrigenda.studies.faithfulness import explained

    files = inputs.named_files(systems)
    outputs.check([output], [source, *files.values()])
    wanted = chosen(measures)
    inputs.check_reference_free(wanted)
    parsing = inputs.parsing(parser, raw, cache, wanted)
    pairs = paired_graphs(source, files)
    if explain:
        checks = Checks(list(files))
        filled = with_graphs(checks.watched(pairs), parsing, jobs=jobs)
        found = list(explained(filled, list(files), wanted))
        outputs.remark(checks.remarks(tokenised_for_parser=not raw))
        if format == "json":
            outputs.write([], [one.data() for one in found], format, output)
        else:
            outputs.write_text("\n".join(f"{one}\n" for one in found), output)
        return
    with Bar("Comparing") as bar:
        result = evaluate_stream(
            pairs,
            list(files),
            wanted,
            ci=ci or None,
            method=method,
            resamples=resamples,
            seed=seed,
            parser=parsing,
            jobs=jobs,
            progress=bar,
            origin=source.name,
        )
    outputs.remark(result.remarks)
    outputs.write([result.table()], result.to_json(), format, output)
