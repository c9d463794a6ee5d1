"""`corrigenda evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

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
    trials: options.Trials = None,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    by: Annotated[
        Literal["type"] | None,
        typer.Option(
            "--by", help="Also score each type of edit.", rich_help_panel=options.SETTINGS
        ),
    ] = None,
    types: options.Types = "errant",
    ceiling: Annotated[
        list[str] | None,
        typer.Option(
            "--ceiling",
            metavar="corpus|FILE",
            help="Also score people: an annotator who is left out of the references ('corpus', or "
            "a FILE with references of the same sentences; 'corpus:unchanged' or 'corpus:agree' if "
            "the file omits annotators who made no edits, or the same), or a perfect corrector "
            "that writes what a crowd wrote (a FILE of answers: .csv, .jsonl; or populations).",
            rich_help_panel=options.SETTINGS,
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
    from corrigenda.engine.progress import Bar
    from corrigenda.evaluation import evaluate, evaluate_stream, views
    from corrigenda.formats import paired, read_system
    from corrigenda.measures.registry import chosen
    from corrigenda.studies.ceiling_shares import basis as ceiling_basis
    from corrigenda.studies.ceiling_shares import beneath, is_corpus

    files = inputs.named_files(hypotheses)
    given_files = [gold, source, *(references or []), *files.values()]
    given_files += [Path(file) for file in ceiling or [] if not is_corpus(file)]
    outputs.check([output, per_sentence, json, report], given_files, figure=figure)
    wanted = chosen(measures)
    inputs.check(source, references or [], gold, wanted)
    if by and not any(measure.judges_edits() for measure in wanted):
        raise InputError(
            "no measure judges edits, so there is nothing by type", hint="M2 and Edits do"
        )
    basis = ceiling_basis(ceiling, wanted) if ceiling else None
    parsing = inputs.parsing(parser, raw, cache, wanted)
    if json or report:  # which show the graphs that scores were made of
        parsing = context.with_resource(parsing.keeping())
    level = ci or None
    given = {
        "measures": wanted,
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
        if basis is not None:
            basis.check(corpus)
        systems = [
            read_system(path, corpus, name, format=hyp_format, annotator=annotator)
            for name, path in files.items()
        ]
        with Bar("Scoring", len(corpus)) as bar:
            result = evaluate(corpus, systems, progress=bar, types=types, **given)  # type: ignore[arg-type]
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

    outputs.remark(result.remarks)
    tables, data = [result.table()], result.to_json()
    tops, beside = {}, []
    with outputs.independent() as part:
        if basis is not None:
            with part("--ceiling"):
                from corrigenda.results.records import encode

                with Bar("Scoring what people wrote") as bar:
                    found = beneath(result, basis, gain=gain, jobs=jobs, progress=bar)
                shares = found.tables()
                tables = shares if format == "csv" else [*tables, *shares]
                data["ceiling"] = found.record()
                beside = list(found.sections())
                data["sections"] = [encode(section) for section in beside]
                tops = {str(of.ceiling.measure): of.line for of in found}
        if by:
            with part("--by type"):
                judging = result.judging()
                if format == "csv":
                    by_type = views.types_in_one(result, judging)
                    tables = [*tables, by_type] if ceiling else [by_type]
                else:
                    tables += [table for m in judging for table in views.types(result, m)]
                data["types"] = {str(m): views.types_as_json(result, m) for m in judging}
        with part(output):
            outputs.write(tables, data, format, output)
        if figure is not None:
            with part(figure):
                from corrigenda.evaluation.figures import scores

                scores(result, ceiling=tops).save(figure)
        if per_sentence is not None:
            with part(per_sentence):
                from corrigenda.evaluation.sentences import sentences

                outputs.write_lines(sentences(result), per_sentence)
                outputs.say(f"sentences are in {per_sentence}")
        if json is not None or report is not None:
            from corrigenda.evaluation.page import complete, page_of

            with part(json or report):
                data = {**data, **complete(result, trials)}
            if json is not None:
                with part(json):
                    outputs.write_lines([data], json)
                    outputs.say(f"the result is in {json}")
            if report is not None:
                with part(report):
                    outputs.write_text(page_of(data, saved=beside), report)
                    outputs.say(f"the report is in {report}")
