"""`corrigenda alarms`."""

from __future__ import annotations

from typing import Annotated

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.cli.groups import WORK, Data, Systems, Tables, Work

COMMAND = "alarms"
PANEL = "Meaning: is it kept?"


def run(
    systems: Systems,
    data: Data,
    out: Tables,
    kinds: str = "negation,opposite,number,person,name,moved,quantity,replaced,garbled,cut",
    allow: Annotated[int, typer.Option(min=0)] = 0,
    raw: options.Raw = False,
    work: Work = WORK,
) -> None:
    """Which corrections may say something else? What to look at before a release.

    Lists sentences in which a negation, a number, a name, a person, a quantity, or who did what
    seems to have changed, with the words in brackets. English. The exit status is 1 if a system has
    alarms in more sentences than allowed, and 0 if not.

    [bold]Examples[/bold]

      corrigenda alarms -s source.txt -H new=output.txt
      corrigenda alarms -s source.txt -H old=a.txt -H new=b.txt --kinds negation,number --allow 3
      corrigenda alarms -s raw.txt -H new=output.txt --raw --report alarms.html

    Options:
        kinds (A,B): Kinds of alarms, separated by commas; all adds modality, lost and added.
        allow (N): Sentences of a system that may have an alarm; with more, the status is 1.
    """
    from corrigenda.meaning.studies.alarms import alarms, check
    from corrigenda.results.words import counted

    wanted = check(inputs.listed(kinds))
    out.check([*data.files, *systems.by_name.values()])
    data.check()
    corpus = data.corpus()
    with work.with_progress("Comparing", len(corpus)):
        finding = alarms(
            corpus,
            systems.read(corpus),
            kinds=wanted,
            raw=raw,
        )
    out.show(finding)
    over = [system for system in finding.systems if finding.total(system) > allow]
    for system in over:
        said = counted(finding.total(system), "sentence")
        outputs.say(f"{system} has alarms in {said}, and --allow is {allow}: the exit status is 1")
    if over:
        raise typer.Exit(1)
