"""`corrigenda damage`."""

from __future__ import annotations

from corrigenda.cli import inputs, options
from corrigenda.cli.groups import WORK, Bootstrap, Data, Graphs, Output, Work

COMMAND = "damage"
PANEL = "Meaning: is it kept?"


def run(
    data: Data,
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    hypotheses: options.Hypotheses = [],  # noqa: B006 - typer copies it
    measures: options.Measures = ["USim"],  # noqa: B006
    kinds: str = "drop,replace,swap,shuffle,negate",
    rates: str = "5,10,20,30,40",
    work: Work = WORK,
) -> None:
    """Does a measure notice when meaning is lost? Damage sentences deliberately.

    References, systems' outputs and, as a lower bound, unrelated sentences are scored against
    their sources; then the references (or the sources, if there are none) are damaged.

    [bold]Examples[/bold]

      corrigenda damage -s dev.src -r dev.ref0 -r dev.ref1 -H mle_1.txt --figure damage.pdf
      corrigenda damage -s dev.src -m USim,DistSim --kinds drop,negate --rates 10,50

    Options:
        kinds (A,B): Kinds of damage, separated by commas.
        rates (A,B): Damage rates in percent, separated by commas.
    """
    from corrigenda.evaluation.scoring import measures_for
    from corrigenda.meaning.studies.damage import check_damage, damage

    wanted, settings = measures_for(measures, references=False), bootstrap.settings()
    files = inputs.named_files(hypotheses)
    chosen, shares = inputs.listed(kinds), inputs.percentages(rates)
    check_damage(chosen, shares)
    out.check([*data.files, *files.values()])
    data.check()
    how = {"kinds": chosen, "rates": shares, "settings": settings, **graphs.keywords(wanted)}
    with work.with_progress("Scoring"):
        finding = damage(data.corpus(), files, wanted, **how)
    out.show(finding, plot="damage")
