"""`corrigenda conservatism`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

PANEL = "Conservatism: is the system too timid?"


def run(
    hypotheses: options.Hypotheses,
    gold: options.Gold = None,
    source: options.Source = None,
    references: options.References = None,
    hyp_format: options.HypothesisFormat = None,
    annotator: options.Annotator = None,
    change: options.Change = "any",
    tokens: options.Tokens = "corpus",
    pairing: Annotated[
        Literal["line", "text"],
        typer.Option(
            "--pairing",
            help="Count splits and joins of sentences in each line, or in the running text, where "
            "sentences joined across lines are seen.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "line",
    by: Annotated[
        Literal["type"] | None,
        typer.Option(
            "--by",
            help="Also compare edits of each type; systems and references must be typed M2.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = None,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
    plot: Annotated[
        Literal["changes", "breaks", "order", "types"] | None,
        typer.Option(
            "--plot",
            help="What the figure shows: sentences by changed words (if nothing is said), splits "
            "and joins, the order of words, or edits by type.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
) -> None:
    """Is a system too timid? How much it changes, beside what annotators change.

    [bold]Examples[/bold]

      corrigenda conservatism --m2 gold.m2 -H A=a.txt -H B=b.txt
      corrigenda conservatism -s source.txt -r ref0.txt -r ref1.txt -H a.txt --figure map.pdf
      corrigenda conservatism --m2 gold.m2 -H a.txt --pairing text --figure breaks.pdf --plot breaks
      corrigenda conservatism --m2 gold.m2 -H A=a.m2 --by type --figure types.pdf --plot types
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.errors import InputError
    from corrigenda.formats import paired
    from corrigenda.statistics.settings import Settings
    from corrigenda.studies import conservatism_views as views
    from corrigenda.studies.conservatism import conservatism

    files = inputs.named_files(hypotheses)
    outputs.check([output], [gold, source, *(references or []), *files.values()], figure=figure)
    if figure is None and plot is not None:
        raise InputError("--plot says what a figure shows", hint="ask for one: --figure FILE.pdf")
    if plot == "types" and by != "type":
        raise InputError("--plot types draws edits by type", hint="ask for them: --by type")
    inputs.check(source, references or [], gold)
    pairs = paired(
        inputs.stream(source, references or [], gold),
        files,
        format=hyp_format,
        annotator=annotator,
    )
    with Bar("Comparing") as bar:
        found = conservatism(
            pairs,
            list(files),
            change=change,
            tokens=tokens,
            pairing=pairing,
            by_type=by == "type",
            settings=Settings(ci or None, method, resamples, seed),
            jobs=jobs,
            progress=bar,
            origin=inputs.named(source, references or [], gold),
        )
    outputs.remark(found.remarks)
    with outputs.independent() as part:
        with part(output):
            if format == "csv":  # a CSV is one table
                tables = [views.types(found) if by else views.in_one(found)]
            else:
                tables = [views.summary(found), views.distribution(found)]
                tables += [views.types(found)] if by else []
            outputs.write(tables, views.as_json(found), format, output)
        if figure is not None:
            with part(figure):
                views.figure(found, plot or "changes").save(figure)
