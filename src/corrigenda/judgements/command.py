"""`corrigenda meta`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import inputs, options
from corrigenda.cli.groups import Bootstrap, Graphs, Output, flattened

PANEL = "Measures: which one agrees with people?"


def _check_measures(texts: list[str]) -> list[str]:
    return options.check_measures(texts) if texts else texts


@flattened
def run(
    judgements: Annotated[
        Path,
        typer.Argument(
            metavar="JUDGEMENTS",
            help="Rankings (Appraise XML, CSV), ratings (CSV), or people's scores of systems.",
        ),
    ],
    graphs: Graphs,
    bootstrap: Bootstrap,
    out: Output,
    gold: options.Gold = None,
    source: options.Source = None,
    references: options.References = None,
    hypotheses: options.Hypotheses = [],  # noqa: B006 - typer copies it
    scores: Annotated[
        list[str],
        options.input_option(
            "--scores",
            metavar="[NAME=]FILE",
            help="Scores of systems by another measure: a system and its score per line, or CSV "
            "with a column 'system'. Repeat for more.",
        ),
    ] = [],  # noqa: B006
    unchanged: Annotated[
        str | None,
        options.input_option(
            "--unchanged",
            metavar="NAME",
            help="The judged system that is the unchanged source (default: INPUT or SOURCE).",
        ),
    ] = None,
    aspects: Annotated[
        str,
        options.input_option(
            "--aspects",
            metavar="A,B",
            help="Columns of ratings, separated by commas (default: all that hold ratings).",
        ),
    ] = "",
    measures: Annotated[
        list[str],
        options.setting(
            "--measure",
            "-m",
            metavar="NAMES",
            help="Measures, separated by commas. `corrigenda measures` lists them.",
            callback=_check_measures,
        ),
    ] = [],  # noqa: B006
    ties: Annotated[
        Literal["count", "skip", "discordant"],
        options.setting(
            "--ties",
            help="Kendall's tau: outputs that a measure scores alike count in the denominator "
            "(WMT 2014), are left out (2013), or are discordant (2012).",
        ),
    ] = "count",
    decimals: Annotated[
        int | None,
        options.setting(
            "--decimals",
            metavar="N",
            help="Round people's scores of systems to N decimals first, as some papers do.",
        ),
    ] = None,
    baseline: Annotated[
        bool,
        options.setting(
            "--baseline/--no-baseline",
            help="Include the similarity of characters between output and source.",
        ),
    ] = True,
    jobs: options.Jobs = None,
) -> None:
    """Which measure should I believe? Compare measures with people's judgements.

    Rankings and people's scores of systems need the corpus and the judged outputs; files of
    ratings contain their sources and outputs.

    [bold]Examples[/bold]

      corrigenda meta judgments.xml --m2 gold.m2 -H A=a.txt -H B=b.txt -H C=c.txt -m M2,GLEU
      corrigenda meta judgments.xml --scores scores.m2 --scores scores.bleu --decimals 3
      corrigenda meta ratings.csv -m USim --raw --aspects meaning
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.judgements.scores import named, read_scores
    from corrigenda.judgements.study import check, meta
    from corrigenda.measures.registry import chosen

    wanted, settings = chosen(measures) if measures else (), bootstrap.settings()
    check(ties, decimals)
    files, other = inputs.named_files(hypotheses), [named(text) for text in scores]
    held = [file for file in (gold, source, *(references or [])) if file]
    out.check([judgements, *held, *files.values(), *(path for _, path in other)])
    if held:
        inputs.check(source, references or [], gold, wanted)
    parsing = graphs.parsing(wanted)
    tables = [read_scores(path, name) for name, path in other]
    with Bar("Scoring") as bar:
        study = meta(
            judgements,
            inputs.corpus(source, references or [], gold) if held else None,
            dict(files),
            wanted,
            scores={name: of for table in tables for name, of in table.items()},
            unchanged=unchanged,
            baseline=baseline,
            ties=ties,
            decimals=decimals,
            aspects=inputs.listed(aspects),
            raw=graphs.raw,
            settings=settings,
            parser=parsing,
            jobs=jobs,
            progress=bar,
        )
    out.show(study)
