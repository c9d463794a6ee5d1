"""`corrigenda evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED, TRIALS

if TYPE_CHECKING:
    from corrigenda.evaluation import Result


def run(
    context: typer.Context,
    hypotheses: options.Hypotheses,
    gold: options.Gold = None,
    source: options.Source = None,
    references: options.References = None,
    hyp_format: options.HypothesisFormat = None,
    annotator: options.Annotator = None,
    measures: options.Measures = ["M2"],  # noqa: B006 - typer copies it
    parser: options.ParserName = "embedded",
    raw: options.Raw = False,
    cache: options.Cache = None,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    trials: options.Trials = TRIALS,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    by: Annotated[
        Literal["type"] | None,
        typer.Option("--by", help="Also score each type of edit.", rich_help_panel=options.FIGURES),
    ] = None,
    ceiling: Annotated[
        list[str] | None,
        typer.Option(
            "--ceiling",
            metavar="corpus|FILE",
            help="Also what a perfect corrector would get: one whose work is a reference left out "
            "('corpus'; 'corpus:unchanged' or 'corpus:agree' if its file leaves out annotators who "
            "made no edits, or the same), or what a crowd wrote: answers or populations in a FILE.",
            rich_help_panel=options.FIGURES,
        ),
    ] = None,
    gain: options.Gain = 0.01,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
    per_sentence: Annotated[
        Path | None,
        typer.Option(
            "--per-sentence",
            metavar="FILE.jsonl",
            help="Write scores and judged edits, one sentence a line.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    json: Annotated[
        Path | None,
        typer.Option(
            "--json",
            metavar="FILE.json[.gz]",
            help="Write all that the report shows, for `corrigenda report`.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE.html",
            help="Write a page to look at: scores, significance, sentences.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
) -> None:
    """Score systems, with confidence intervals.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H mine=output.txt
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt -m M2,GLEU,Accuracy --report out.html
      corrigenda evaluate -s source.txt -r ref0.txt -r ref1.txt -H output.txt -m GLEU -f latex
      corrigenda evaluate --m2 gold.m2 -H edits.m2 -m 'Edits(mode=ds)' --by type
      corrigenda evaluate -s source.txt -H output.txt -m USim
      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt --ceiling corpus --figure scores.pdf
    """
    from corrigenda.engine.parsing import Parsing
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate, evaluate_stream, views
    from corrigenda.formats import paired, read_system

    files = inputs.named_files(hypotheses)
    given_files = [gold, source, *(references or []), *files.values()]
    given_files += [Path(file) for file in ceiling or []]
    outputs.check([output, per_sentence, json, report], given_files, figure=figure)
    parsing = Parsing(parser, raw, cache)
    if json or report:  # which show the graphs that scores were made of
        parsing = context.with_resource(parsing.keeping())
    level = ci or None
    given = {
        "measures": measures,
        "ci": level,
        "method": method,
        "resamples": resamples,
        "seed": seed,
        "parser": parsing,
        "jobs": jobs,
    }
    result: Result
    if by or per_sentence or json or report or ceiling:
        corpus = inputs.corpus(source, references or [], gold)
        systems = [
            read_system(path, corpus, name, format=hyp_format, annotator=annotator)
            for name, path in files.items()
        ]
        with Bar("Scoring", len(corpus)) as bar:
            result = evaluate(corpus, systems, progress=bar, **given)  # type: ignore[arg-type]
    else:
        pairs = paired(
            inputs.stream(source, references or [], gold),
            files,
            format=hyp_format,
            annotator=annotator,
        )
        with Bar("Scoring") as bar:
            result = evaluate_stream(
                pairs,
                list(files),
                progress=bar,
                origin=inputs.named(source, references or [], gold),
                **given,  # type: ignore[arg-type]
            )

    outputs.check_figure(figure, result.measures)
    tables, data = [result.table()], result.to_json()
    top = None
    if ceiling:
        from corrigenda.studies import ceiling_views
        from corrigenda.studies.ceiling_shares import beneath

        with Bar("What a perfect corrector gets") as bar:
            found = beneath(result, ceiling, gain=gain, jobs=jobs, progress=bar)
        shares = ceiling_views.shares_table(found)
        tables = [shares] if format == "csv" else [*tables, shares]
        data["ceiling"] = ceiling_views.shares_as_json(found)
        top = found[0].point.value, found[0].references
    if figure is not None:
        from corrigenda.evaluation.figures import scores

        scores(result, ceiling=top).save(figure)
    if by:
        judging = result.judging()
        if not judging:
            outputs.say("no measure judges edits, so there is nothing by type; M2 and Edits do")
        if format == "csv":
            tables = [views.types_in_one(result, judging)]  # a CSV is one table
        else:
            tables += [table for measure in judging for table in views.types(result, measure)]
        data["types"] = {str(m): views.types_as_json(result, m) for m in judging}
    outputs.write(tables, data, format, output)
    if per_sentence:
        from corrigenda.evaluation.sentences import sentences

        outputs.write_lines(sentences(result), per_sentence)
        outputs.say(f"sentences are in {per_sentence}")
    if json or report:
        from corrigenda.evaluation.page import complete, page_of

        data = {**data, **complete(result, trials)}
        if json:
            outputs.write_lines([data], json)
            outputs.say(f"the result is in {json}")
        if report:
            outputs.write_text(page_of(data), report)
            outputs.say(f"the report is in {report}")
