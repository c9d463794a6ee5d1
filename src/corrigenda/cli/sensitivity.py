"""`corrigenda sensitivity`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED


def run(
    gold: Annotated[
        Path,
        typer.Argument(metavar="GOLD", help="Sentences with their gold edits: M2, of any types."),
    ],
    measures: options.Measures = ["USim"],  # noqa: B006 - typer copies it
    before: Annotated[
        Literal["previous", "start"],
        typer.Option(
            "--before",
            help="Changes from the version before the edit, or from the chain's start (the "
            "released code).",
            rich_help_panel=options.FIGURES,
        ),
    ] = "previous",
    sentences: Annotated[
        Literal["agreed", "all"],
        typer.Option(
            "--sentences",
            help="Those in which each of several annotators found errors (as published), or all.",
            rich_help_panel=options.FIGURES,
        ),
    ] = "agreed",
    skip_long: Annotated[
        bool,
        typer.Option(
            "--skip-long",
            help="Skip sentences of over 300 characters with more than one full stop.",
            rich_help_panel=options.FIGURES,
        ),
    ] = False,
    parser: options.ParserName = "embedded",
    cache: options.Cache = None,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """How does a measure react to each type of error?

    Gold edits are applied one by one, in random order; one version on the way is the source, and
    the changes of the score are averaged by type.

    [bold]Examples[/bold]

      corrigenda sensitivity gold.m2 -m USim --figure types.pdf
      corrigenda sensitivity gold.m2 -m GLEU,M2 --sentences all
      corrigenda sensitivity gold.m2 --before start --skip-long
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation.settings import Settings
    from corrigenda.formats import read
    from corrigenda.studies import sensitivity_views as views
    from corrigenda.studies.scoring import measures_for
    from corrigenda.studies.sensitivity import Choices, sensitivity

    wanted = measures_for(measures, references=True)
    outputs.check([output], [gold], figure=figure)
    parsing = inputs.parsing(parser, False, cache, wanted)
    with Bar("Scoring") as bar:
        found = sensitivity(
            read(gold),
            wanted,
            choices=Choices(before, sentences, "skip" if skip_long else "keep"),
            settings=Settings(ci or None, method, resamples, seed),
            parser=parsing,
            jobs=jobs,
            progress=bar,
        )
    with outputs.independent() as part:
        with part(output):
            data = [views.as_json(one) for one in found]
            tables = [views.table(one) for one in found]
            outputs.write(tables, data[0] if len(data) == 1 else data, format, output)
        if figure is not None:
            with part(figure):
                views.figure(*found).save(figure)
