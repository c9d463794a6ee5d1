"""`corrigenda rerank`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.cli.references_options import numbers as parse_numbers
from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

NUMBERS, DRAWS = "1,2,4,8", 5


PANEL = "Conservatism: is the system too timid?"


def run(
    kbest: Annotated[
        list[Path],
        typer.Option(
            "--kbest",
            "-k",
            metavar="FILE",
            help="The candidates of each sentence, best first: a Moses n-best list, lines of ID, "
            "tab and candidate, or JSONL. Or plain texts: repeat it, one for each rank.",
            rich_help_panel=options.INPUT,
        ),
    ],
    gold: options.Gold = None,
    source: options.Source = None,
    references: options.References = None,
    kbest_format: Annotated[
        Literal["moses", "tab", "jsonl"] | None,
        typer.Option(
            "--kbest-format",
            help="The format of the list, instead of a look at the content.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    measures: Annotated[
        list[str],
        typer.Option(
            "--measure",
            "-m",
            metavar="NAMES",
            help="Measures that choose, separated by commas: M2,GLEU or SARI,MAX-SARI.",
            callback=options.check_measures,
            rich_help_panel=options.SETTINGS,
        ),
    ] = ["M2"],  # noqa: B006 - typer copies it
    numbers: Annotated[
        str,
        typer.Option(
            "--references",
            metavar="A,B",
            help="Numbers of references to choose by.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = NUMBERS,
    draw: Annotated[
        Literal["replacement", "distinct", "first"],
        typer.Option(
            "--draw",
            help="Draw references with replacement, or none twice, or take the first.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "replacement",
    draws: Annotated[
        int,
        typer.Option(
            "--draws",
            metavar="N",
            help="How often to draw; figures are means.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = DRAWS,
    ties: Annotated[
        Literal["first", "released"],
        typer.Option(
            "--ties",
            help="Of equal candidates the first wins, or the last, but for the source (as in the "
            "authors' code).",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "first",
    change: options.Change = "any",
    tokens: options.Tokens = "corpus",
    parser: options.ParserName = "embedded",
    cache: options.Cache = None,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the winners (of the first draw), one a line; {M} in the name stands for "
            "the number of references.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    figure: options.FigureFile = None,
    plot: Annotated[
        Literal["words", "touched"],
        typer.Option(
            "--plot",
            help="What the figure shows: changed words a sentence, or the share of sentences with "
            "a changed word.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = "words",
) -> None:
    """How bold would a system be if its judge had more references? Let measures choose.

    Of each sentence's candidates a measure takes the best, by 1, 2, 4, ... of the references;
    the table says how much the winners change.

    [bold]Examples[/bold]

      corrigenda rerank -k nbest.txt --m2 gold.m2
      corrigenda rerank -k nbest.txt -s source.txt -r ref0.txt -r ref1.txt -m GLEU --references 1,2
      corrigenda rerank -k h1.txt -k h2.txt -s normal.txt -r simple0.txt -r simple1.txt -m SARI,MAX-SARI --figure bold.pdf
      corrigenda rerank -k nbest.jsonl --m2 gold.m2 --references 1,10 --draw distinct -o winners-{M}.txt
    """  # noqa: E501
    from corrigenda.corpus import Correction, System
    from corrigenda.engine.progress import Bar
    from corrigenda.formats import write_system
    from corrigenda.formats.kbest import paired
    from corrigenda.measures.registry import parse_list
    from corrigenda.statistics.settings import Settings
    from corrigenda.studies import reranking_views as views
    from corrigenda.studies.reranking import check, rerank

    oracles = parse_list(measures)
    wanted = parse_numbers(numbers, [])
    winners = _files(output, wanted, oracles)
    read = [gold, source, *(references or []), *kbest]
    outputs.check(winners.values(), read, figure=figure)
    check(oracles, wanted, draws)
    inputs.check(source, references or [], gold)
    parsing = inputs.parsing(parser, False, cache, oracles)
    pairs = paired(inputs.stream(source, references or [], gold), kbest, format=kbest_format)
    with Bar("Reranking") as bar:
        found = rerank(
            pairs,
            oracles,
            references=wanted,
            draw=draw,
            draws=draws,
            ties=ties,
            change=change,
            tokens=tokens,
            settings=Settings(ci or None, method, resamples, seed),
            parser=parsing,
            jobs=jobs,
            progress=bar,
            origin=inputs.named(source, references or [], gold),
        )
    outputs.remark(found.remarks)
    with outputs.independent() as part:
        with part(options.STDOUT):
            tables = [views.in_one(found)]
            if format != "csv":  # a CSV is one table
                tables = [views.summary(found), views.distribution(found)]
            outputs.write(tables, views.as_json(found), format, options.STDOUT)
        for number, path in winners.items():
            with part(path):
                texts = found.curves[0].winners[number]
                system = System("winners", tuple([Correction("", text) for text in texts]))
                for lost in write_system(system, path, "text"):
                    outputs.say(f"{path}: {lost}")
        if figure is not None:
            with part(figure):
                views.figure(found, plot).save(figure)


def _files(
    output: Path | None, numbers: Sequence[int], oracles: Sequence[object]
) -> dict[int, Path]:
    """Where the winners go, by number of references."""
    if output is None:
        return {}
    if str(output) == "-":
        raise InputError("standard output has the table, so winners must go to a file")
    if len(oracles) > 1:
        raise InputError(
            f"winners are those of one measure, but {len(oracles)} are given",
            file=output,
            hint="run the command once for each",
        )
    if len(numbers) > 1 and "{M}" not in output.name:
        listed = ", ".join(map(str, numbers))
        raise InputError(
            f"this is one file, but there are winners by {listed} references",
            file=output,
            hint="write {M} where the number of references is to stand, as in winners-{M}.txt, "
            "or ask for one number: --references 8",
        )
    return {m: output.with_name(output.name.replace("{M}", str(m))) for m in numbers}
