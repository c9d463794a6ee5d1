"""`corrigenda sensitivity`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from corrigenda.cli import inputs, options
from corrigenda.cli.groups import WORK, Bootstrap, Graphs, Output, Work

COMMAND = "sensitivity"
PANEL = "Meaning: is it kept?"


def run(
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    gold: Path | None = None,
    source: options.Source = None,
    references: options.References = None,
    measures: options.Measures = ["USim"],  # noqa: B006 - typer copies it
    before: Literal["previous", "start"] = "previous",
    sentences: Literal["agreed", "all"] = "agreed",
    skip_long: bool = False,
    types: Literal["given", "errant"] = "given",
    work: Work = WORK,
) -> None:
    """How does a measure react to each type of error?

    Gold edits are applied one by one, in random order; one of the versions is the source, and
    the changes of the score are averaged by type.

    [bold]Examples[/bold]

      corrigenda sensitivity gold.m2 -m USim --figure types.pdf
      corrigenda sensitivity gold.m2 -m GLEU,M2 --sentences all
      corrigenda sensitivity gold.m2 --before start --skip-long
      corrigenda sensitivity -s source.txt -r ref0.txt -r ref1.txt -m GLEU

    Arguments:
        gold ([GOLD]): Sentences with their gold edits: M2, of any types.

    Options:
        before: Measure changes from the version before the edit, or from the start of the chain (as
            the released code does).
        sentences: Use sentences in which each of several annotators found errors (as published), or
            all.
        skip_long: Skip sentences of over 300 characters with more than one full stop.
        types: Types of edits: as the file gives them, or as ERRANT 3.0.2 does (errant). Edits
            between texts are extracted and typed as ERRANT does (English only).
    """
    from corrigenda.evaluation.scoring import measures_for
    from corrigenda.meaning.studies.sensitivity import Choices, sensitivity

    wanted, settings = measures_for(measures, references=True), bootstrap.settings()
    files = [file for file in (gold, source, *(references or [])) if file]
    out.check(files)
    inputs.check(source, references or [], gold, wanted)
    parsing = graphs.parsing(wanted)
    with work.with_progress("Scoring"):
        findings = sensitivity(
            inputs.corpus(source, references or [], gold),
            wanted,
            raw=graphs.raw,
            choices=Choices(before, sentences, "skip" if skip_long else "keep", types),
            settings=settings,
            parser=parsing,
        )
    out.show(findings)
