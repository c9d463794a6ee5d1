"""`corrigenda damage`."""

from __future__ import annotations

from typing import Annotated

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED


def run(
    source: options.Source = None,
    references: options.References = None,
    gold: options.Gold = None,
    hypotheses: options.Hypotheses = [],  # noqa: B006 - typer copies it
    measures: options.Measures = ["USim"],  # noqa: B006
    kinds: Annotated[
        str,
        typer.Option("--kinds", metavar="A,B", help="Of damage.", rich_help_panel=options.FIGURES),
    ] = "drop,replace,swap,shuffle,negate",
    rates: Annotated[
        str,
        typer.Option(
            "--rates", metavar="A,B", help="In per cent.", rich_help_panel=options.FIGURES
        ),
    ] = "5,10,20,30,40",
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
    """Does a measure see when meaning is lost? Damage sentences on purpose, more and more.

    References and systems' outputs are scored against their sources, and so are unrelated
    sentences, as a floor; then the references (or the sources, if there are none) are damaged.

    [bold]Examples[/bold]

      corrigenda damage -s dev.src -r dev.ref0 -r dev.ref1 -H mle_1.txt --figure damage.pdf
      corrigenda damage -s dev.src -m USim,DistSim --kinds drop,negate --rates 10,50
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation.settings import Settings
    from corrigenda.formats import read_system
    from corrigenda.studies import faithfulness_views as views
    from corrigenda.studies.faithfulness import check_damage, faithfulness
    from corrigenda.studies.scoring import measures_for

    wanted = measures_for(measures, references=False)
    given = inputs.named_files(hypotheses)
    read = [source, *(references or []), gold, *given.values()]
    outputs.check([output], read, figure=figure)
    wanted_kinds, wanted_rates = inputs.listed(kinds), inputs.percentages(rates)
    check_damage(wanted_kinds, wanted_rates)
    inputs.check(source, references or [], gold)
    parsing = inputs.parsing(parser, False, cache, wanted)
    corpus = inputs.corpus(source, references or [], gold)
    systems = [read_system(path, corpus, name=name) for name, path in given.items()]
    with Bar("Scoring") as bar:
        found = faithfulness(
            corpus,
            systems,
            wanted,
            kinds=wanted_kinds,
            rates=wanted_rates,
            settings=Settings(ci or None, method, resamples, seed),
            parser=parsing,
            jobs=jobs,
            progress=bar,
        )
    outputs.remark(found[0].remarks)
    with outputs.independent() as part:
        with part(output):
            data = [views.as_json(one) for one in found]
            tables = [table for one in found for table in views.tables(one)]
            outputs.write(tables, data[0] if len(data) == 1 else data, format, output)
        if figure is not None:
            with part(figure):
                views.figure(*found).save(figure)
