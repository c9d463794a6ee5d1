"""`corrigenda compare`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED


def run(
    hypotheses: options.Hypotheses,
    gold: options.Gold = None,
    source: options.Source = None,
    references: options.References = None,
    hyp_format: options.HypothesisFormat = None,
    annotator: options.Annotator = None,
    measures: options.Measures = ["M2"],  # noqa: B006 - typer copies it
    parser: options.ParserName = "embedded",
    raw: options.Raw = False,
    cache: options.Cache = None,
    test: Annotated[
        Literal["randomisation", "bootstrap"],
        typer.Option("--test", help="The paired test.", rich_help_panel=options.SETTINGS),
    ] = "randomisation",
    matrix: Annotated[
        bool,
        typer.Option(
            "--matrix",
            help="Show systems against systems, one row and one column each.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = False,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    trials: options.Trials = None,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """Is one system better than another? Differences with intervals and significance.

    Every two systems are compared by every measure; p-values are corrected for their number.

    [bold]Examples[/bold]

      corrigenda compare --m2 gold.m2 -H old=old.txt -H new=new.txt
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -H c.txt -m M2,GLEU --test bootstrap
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -H c.txt --matrix -f latex
      corrigenda compare --m2 gold.m2 -H a.txt -H b.txt -m M2,GLEU --figure differences.pdf
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate_stream
    from corrigenda.evaluation.matrix import in_one, matrices
    from corrigenda.formats import paired
    from corrigenda.measures.registry import chosen

    files = inputs.named_files(hypotheses, least=2)
    outputs.check([output], [gold, source, *(references or []), *files.values()], figure=figure)
    wanted = chosen(measures)
    inputs.check(source, references or [], gold, wanted)
    parsing = inputs.parsing(parser, raw, cache, wanted)
    pairs = paired(
        inputs.stream(source, references or [], gold),
        files,
        format=hyp_format,
        annotator=annotator,
    )
    with Bar("Scoring") as bar:
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
        )
    outputs.remark(result.remarks)
    comparison = result.compare(trials=trials)
    with outputs.independent() as part:
        with part(output):
            tables = [comparison.table(test)]
            if matrix:
                csv = format == "csv"  # a CSV is one table
                tables = [in_one(comparison, test)] if csv else matrices(comparison, test)
            outputs.write(tables, {**comparison.to_json(), "test": test}, format, output)
        if figure is not None:
            with part(figure):
                from corrigenda.evaluation.figures import differences

                differences(comparison).save(figure)
