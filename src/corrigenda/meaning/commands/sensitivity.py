"""`corrigenda sensitivity`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import inputs, options
from corrigenda.cli.groups import Bootstrap, Graphs, Output, flattened

PANEL = "Meaning: is it kept?"


@flattened
def run(
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    gold: Annotated[
        Path | None,
        typer.Argument(metavar="[GOLD]", help="Sentences with their gold edits: M2, of any types."),
    ] = None,
    source: options.Source = None,
    references: options.References = None,
    measures: options.Measures = ["USim"],  # noqa: B006 - typer copies it
    before: Annotated[
        Literal["previous", "start"],
        options.setting(
            "--before",
            help="Measure changes from the version before the edit, or from the start of the chain "
            "(as the released code does).",
        ),
    ] = "previous",
    sentences: Annotated[
        Literal["agreed", "all"],
        options.setting(
            "--sentences",
            help="Use sentences in which each of several annotators found errors (as published), "
            "or all.",
        ),
    ] = "agreed",
    skip_long: Annotated[
        bool,
        options.setting(
            "--skip-long",
            help="Skip sentences of over 300 characters with more than one full stop.",
        ),
    ] = False,
    types: Annotated[
        Literal["given", "errant"],
        options.setting(
            "--types",
            help="Types of edits: as the file gives them, or as ERRANT 3.0.2 does (errant). Edits "
            "between texts are extracted and typed as ERRANT does (English only).",
        ),
    ] = "given",
    jobs: options.Jobs = None,
) -> None:
    """How does a measure react to each type of error?

    Gold edits are applied one by one, in random order; one of the versions is the source, and
    the changes of the score are averaged by type.

    [bold]Examples[/bold]

      corrigenda sensitivity gold.m2 -m USim --figure types.pdf
      corrigenda sensitivity gold.m2 -m GLEU,M2 --sentences all
      corrigenda sensitivity gold.m2 --before start --skip-long
      corrigenda sensitivity -s source.txt -r ref0.txt -r ref1.txt -m GLEU
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation.scoring import measures_for
    from corrigenda.meaning.studies.sensitivity import Choices, sensitivity

    wanted, settings = measures_for(measures, references=True), bootstrap.settings()
    files = [file for file in (gold, source, *(references or [])) if file]
    out.check(files)
    inputs.check(source, references or [], gold, wanted)
    parsing = graphs.parsing(wanted)
    with Bar("Scoring") as bar:
        found = sensitivity(
            inputs.corpus(source, references or [], gold),
            wanted,
            raw=graphs.raw,
            choices=Choices(before, sentences, "skip" if skip_long else "keep", types),
            settings=settings,
            parser=parsing,
            jobs=jobs,
            progress=bar,
        )
    out.show(found)
