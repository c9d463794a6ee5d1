"""`corrigenda sensitivity`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import options
from corrigenda.cli.groups import Bootstrap, Graphs, Output, flattened

PANEL = "Meaning: is it kept?"


@flattened
def run(
    gold: Annotated[
        Path,
        typer.Argument(metavar="GOLD", help="Sentences with their gold edits: M2, of any types."),
    ],
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    measures: options.Measures = ["USim"],  # noqa: B006 - typer copies it
    before: Annotated[
        Literal["previous", "start"],
        typer.Option(
            "--before",
            help="Measure changes from the version before the edit, or from the start of the chain "
            "(as the released code does).",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "previous",
    sentences: Annotated[
        Literal["agreed", "all"],
        typer.Option(
            "--sentences",
            help="Use sentences in which each of several annotators found errors (as published), "
            "or all.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "agreed",
    skip_long: Annotated[
        bool,
        typer.Option(
            "--skip-long",
            help="Skip sentences of over 300 characters with more than one full stop.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = False,
    jobs: options.Jobs = None,
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
    from corrigenda.formats import read
    from corrigenda.studies.scoring import measures_for
    from corrigenda.studies.sensitivity import Choices, sensitivity

    wanted, settings = measures_for(measures, references=True), bootstrap.settings()
    out.check([gold])
    parsing = graphs.parsing(wanted)
    with Bar("Scoring") as bar:
        found = sensitivity(
            read(gold),
            wanted,
            choices=Choices(before, sentences, "skip" if skip_long else "keep"),
            settings=settings,
            parser=parsing,
            jobs=jobs,
            progress=bar,
        )
    out.show(found)
