"""`corrigenda references`: collecting references, and how much of a score is their fault."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs, references_scores
from corrigenda.cli import references_options as own
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

PANEL = "References: how much of the score is their fault?"

app = typer.Typer(no_args_is_help=True)


@app.callback()
def references() -> None:
    """How many corrections has a sentence, and what do a few references do to scores?

    [bold]Examples[/bold]

      corrigenda references import batch1.csv batch2.csv --crowd crowd.jsonl
      corrigenda references coverage crowd.jsonl -M 1-20 --figure coverage.pdf
      corrigenda references ceiling crowd.jsonl -m M2 -M 1,2,5,10
      corrigenda references plan crowd.jsonl --price 0.12 --bias 0.5
    """


@app.command("import")
def import_(
    files: own.Files = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    select: own.Select = "all",
    normalise: own.Normalise = None,
    unchanged: own.Unchanged = None,
    trust: own.Trust = False,
    drop_empty: own.DropEmpty = False,
    encoding: own.Encoding = "utf-8",
    columns: own.ColumnNames = None,
    crowd: Annotated[
        Path | None,
        typer.Option(
            "--crowd",
            metavar="FILE.jsonl",
            help="Write what is kept: a corpus with all answers as references.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """Read what a crowd wrote: count corrections, leave out suspicious workers, say who and why.

    [bold]Examples[/bold]

      corrigenda references import batch.csv --drop-empty --crowd crowd.jsonl
      corrigenda references import a.csv b.csv --unchanged 0.5 --normalise plain -f json
      corrigenda references import x.csv --column source=Input.text --column answer=Answer.fixed
    """
    from corrigenda.formats import write
    from corrigenda.studies import crowd_views
    from corrigenda.studies.coverage_views import rarefaction_figure

    given = own.Given(files, gold, source, references)
    outputs.check([output, crowd], given.paths, figure=figure)
    counting = own.Counting(select, normalise, unchanged, trust, drop_empty, encoding, columns)
    found = counting.crowd(given)
    with outputs.independent() as part:
        if crowd is not None:
            with part(crowd):
                write(found.corpus(), crowd, "jsonl")
                outputs.say(f"{len(found.sentences)} sentences with their answers are in {crowd}")
        with part(output):
            tables = crowd_views.crowd_tables(found)
            tables = tables[:1] if format == "csv" else tables  # a CSV is one table
            outputs.write(tables, crowd_views.crowd_as_json(found), format, output)
        if figure is not None:
            with part(figure):
                rarefaction_figure(found).save(figure)


@app.command()
def estimate(
    files: own.Files = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    key: own.KeyName = "exact",
    method: own.Estimator = "unseen",
    thresholds: Annotated[
        str,
        typer.Option(
            "--above",
            metavar="FREQUENCIES",
            help="Count variants more frequent than these.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "0,0.001,0.01,0.1",
    select: own.Select = "all",
    normalise: own.Normalise = None,
    unchanged: own.Unchanged = None,
    trust: own.Trust = False,
    drop_empty: own.DropEmpty = False,
    encoding: own.Encoding = "utf-8",
    columns: own.ColumnNames = None,
    jobs: options.Jobs = None,
    populations: Annotated[
        Path | None,
        typer.Option(
            "--populations",
            metavar="FILE.jsonl",
            help="Write the populations, one sentence a line, for the other commands.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """How many valid corrections has a sentence, most of which nobody wrote down?

    [bold]Examples[/bold]

      corrigenda references estimate batch.csv --populations populations.jsonl
      corrigenda references estimate crowd.jsonl --key index --figure mass.pdf
      corrigenda references estimate *.csv --select released
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.population.populations import table, write
    from corrigenda.population.reading import estimated
    from corrigenda.studies import coverage_views

    given = own.Given(files, gold, source, references)
    outputs.check([output, populations], given.paths, figure=figure)
    above = inputs.decimals(thresholds)
    counting = own.Counting(select, normalise, unchanged, trust, drop_empty, encoding, columns)
    crowd = counting.estimable(given, method)
    with Bar("Estimating", len(crowd.sentences)) as bar:
        found = estimated(crowd, key, method, jobs=jobs, progress=bar)
    with outputs.independent() as part:
        if populations is not None:
            with part(populations):
                write(found, populations)
                outputs.say(f"{len(found)} populations are in {populations}")
        with part(output):
            data = {
                **coverage_views.populations_as_json(found, above),
                "notes": list(crowd.notes),
            }
            outputs.write([table(list(found.values()), above)], data, format, output)
        if figure is not None:
            with part(figure):
                coverage_views.mass_figure(list(found.values())).save(figure)


@app.command()
def coverage(
    files: own.FilesOrPopulations = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    numbers: own.Numbers = None,
    keys: Annotated[
        str,
        typer.Option(
            "--key",
            metavar="KEYS",
            help="What is the same correction: exact, index, positions (see `estimate`).",
            rich_help_panel=options.SETTINGS,
        ),
    ] = own.ALL_KEYS,
    different: Annotated[
        bool,
        typer.Option(
            "--different",
            help="References are all different (drawn without replacement).",
            rich_help_panel=options.SETTINGS,
        ),
    ] = False,
    observed: Annotated[
        float | None,
        typer.Option(
            "--observed",
            metavar="ACCURACY",
            help="Might a perfect corrector have this accuracy on these sentences?",
            rich_help_panel=options.SETTINGS,
        ),
    ] = None,
    method: own.Estimator = "unseen",
    select: own.Select = "all",
    normalise: own.Normalise = None,
    unchanged: own.Unchanged = None,
    trust: own.Trust = False,
    drop_empty: own.DropEmpty = False,
    encoding: own.Encoding = "utf-8",
    columns: own.ColumnNames = None,
    ci: options.Confidence = LEVEL,
    interval: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """How often is a perfect corrector found right, by the number of references?

    [bold]Examples[/bold]

      corrigenda references coverage batch.csv -M 1-20 --figure coverage.pdf
      corrigenda references coverage populations.jsonl -M 1,10,100,1000000
      corrigenda references coverage crowd.jsonl -M 2 --observed 0.31
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.population.coverage import checked, coverages
    from corrigenda.population.reading import KEYS, check_key, estimated
    from corrigenda.statistics.settings import Settings
    from corrigenda.studies import coverage_views as views

    given = own.Given(files, gold, source, references)
    outputs.check([output], given.paths, figure=figure)
    settings = Settings(ci or None, interval, resamples, seed)
    wanted = own.numbers(numbers, [1, 2, 3, 4, 5, 10, 15, 20])
    counting = own.Counting(select, normalise, unchanged, trust, drop_empty, encoding, columns)
    chosen = inputs.listed(keys)
    for key in chosen:
        check_key(key)
    checked(wanted)
    if observed is not None:
        views.check_observed(observed)
    known = counting.populations(given, key=keys != own.ALL_KEYS, method=method != "unseen")
    notes: tuple[str, ...] = ()
    if known is not None:
        of = {"accuracy": known}
    else:
        crowd = counting.estimable(given, method)
        notes = crowd.notes
        with Bar("Estimating", len(chosen) * len(crowd.sentences)) as bar:
            of = {
                KEYS.get(key, key): estimated(crowd, key, method, jobs=jobs, progress=bar)  # type: ignore[arg-type, call-overload]
                for key in chosen
            }
    found = {
        name: coverages(list(populations.values()), wanted, replacement=not different)
        for name, populations in of.items()
    }
    with outputs.independent() as part:
        with part(output):
            table = views.coverage_table(found, settings)
            data = {**views.coverage_as_json(found, settings), "notes": list(notes)}
            if observed is not None:
                table, data["tests"] = views.tested(table, next(iter(found.values())), observed)
            outputs.write([table], data, format, output)
        if figure is not None:
            with part(figure):
                views.coverage_figure(found, settings).save(figure)


@app.command()
def templates(
    kind: Annotated[
        Literal["correction", "simplification", "validity"],
        typer.Argument(help="What workers are asked."),
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILES]",
            help="Sentences to correct or to simplify, one per line (or a corpus); for validity, "
            "what a crowd wrote (.csv, .jsonl; any other format is a corpus).",
            show_default=False,
        ),
    ] = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    words: Annotated[
        str | None,
        typer.Option(
            "--words",
            metavar="LOW-HIGH",
            help="Take sentences of this length only, such as 6-15 (words separated by spaces).",
            rich_help_panel=own.TASK,
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            metavar="N",
            help="Draw N different sentences at random.",
            rich_help_panel=own.TASK,
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            help="Random seed of --sample (recorded in the settings).",
            rich_help_panel=own.TASK,
        ),
    ] = SEED,
    split: Annotated[
        bool,
        typer.Option(
            "--split",
            help="Let workers split a sentence into several when they simplify it.",
            rich_help_panel=own.TASK,
        ),
    ] = False,
    country: Annotated[
        str,
        typer.Option("--country", help="Where workers are located.", rich_help_panel=own.TASK),
    ] = "US",
    approved: Annotated[
        int,
        typer.Option(
            "--approved", help="Least number of approved tasks.", rich_help_panel=own.TASK
        ),
    ] = 1000,
    acceptance: Annotated[
        int,
        typer.Option(
            "--acceptance",
            metavar="PERCENT",
            help="Least percentage of accepted tasks.",
            rich_help_panel=own.TASK,
        ),
    ] = 98,
    layout: Annotated[
        Path | None,
        typer.Option(
            "--layout",
            metavar="FILE.html",
            help="The page that workers see; by default KIND.html.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    tasks: Annotated[
        Path | None,
        typer.Option(
            "--tasks",
            metavar="FILE.csv",
            help="What is put into it, one task per row; by default KIND.csv.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option(
            "--settings",
            metavar="FILE.json",
            help="Qualifications of workers and how sentences were drawn; by default KIND.json.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    select: own.Select = "all",
    normalise: own.Normalise = None,
    unchanged: own.Unchanged = None,
    trust: own.Trust = False,
    drop_empty: own.DropEmpty = False,
    encoding: own.Encoding = "utf-8",
    columns: own.ColumnNames = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Write tasks for Mechanical Turk: a page, a CSV file of what to put into it, and settings.

    [bold]Examples[/bold]

      corrigenda references templates correction source.txt --words 6-15 --sample 52 --seed 1
      corrigenda references templates simplification hard.txt --layout a.html --tasks a.csv
      corrigenda references templates validity batch.csv
    """
    from corrigenda.errors import InputError
    from corrigenda.population.templates import Qualifications, judging, rewriting
    from corrigenda.studies.crowd_views import task_as_json, task_table

    written = (
        layout or Path(f"{kind}.html"),
        tasks or Path(f"{kind}.csv"),
        settings or Path(f"{kind}.json"),
    )
    given = own.Given(files, gold, source, references)
    outputs.check([output, *written], given.paths)
    counting = own.Counting(select, normalise, unchanged, trust, drop_empty, encoding, columns)
    drawing = {"words": words is not None, "sample": sample is not None, "split": split}
    idle = [name for name, used in drawing.items() if used]
    idle = idle if kind == "validity" else counting.given()
    if idle:
        raise InputError(f"{own.spelled(idle)}: of no use for the task {kind!r}")
    qualifications = Qualifications(country, approved, acceptance)
    if kind == "validity":
        task = judging(counting.crowd(given), qualifications)
    else:
        task = rewriting(
            given.sources(),
            kind,
            words=inputs.bounds(words),
            sample=sample,
            seed=seed,
            split=split,
            qualifications=qualifications,
            files=[path.name for path in given.paths if path is not None],
        )
    task.write(*written)
    names = [str(path) for path in written]
    outputs.write([task_table(task, *names)], task_as_json(task, *names), format, output)


@app.command()
def validity(
    judgements: Annotated[
        list[Path],
        typer.Argument(metavar="JUDGEMENTS", help="Judgements of corrections (.csv)."),
    ],
    answers: Annotated[
        list[Path] | None,
        typer.Option(
            "--answers",
            "-a",
            metavar="FILE",
            help="What the crowd wrote: how often each correction was proposed. Repeat for more. "
            "A file that is neither .csv nor JSONL is a corpus, as if given with --m2.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    bins: Annotated[
        str,
        typer.Option(
            "--bins",
            metavar="NUMBERS",
            help="Least frequencies of the bins.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "1-11",
    resample: Annotated[
        Literal["corrections", "sentences"],
        typer.Option(
            "--resample",
            help="For intervals: corrections, or sentences with all of theirs (more cautious).",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "corrections",
    yes: Annotated[
        str, typer.Option("--yes", help="What means valid.", rich_help_panel=options.INPUT)
    ] = "Yes",
    no: Annotated[
        str, typer.Option("--no", help="What means not valid.", rich_help_panel=options.INPUT)
    ] = "No",
    judged_columns: Annotated[
        list[str] | None,
        typer.Option(
            "--judgement-column",
            metavar="WHAT=HEADER",
            help="Where things are in files of judgements: source, correction, verdict, worker, "
            "assignment, status; without a header: nowhere.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    select: own.Select = "all",
    normalise: own.Normalise = None,
    unchanged: own.Unchanged = None,
    trust: own.Trust = False,
    drop_empty: own.DropEmpty = False,
    encoding: own.Encoding = "utf-8",
    columns: own.ColumnNames = None,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """Are rare corrections bad? The share judged valid, by how often they were proposed.

    [bold]Examples[/bold]

      corrigenda references validity judged.csv --answers batch.csv --figure validity.pdf
      corrigenda references validity judged.csv -a a.csv -a b.csv --bins 1,2,5 --select judged
    """
    from corrigenda.errors import InputError
    from corrigenda.formats.mturk import JudgementColumns, read_judgements
    from corrigenda.population.validity import check_bins
    from corrigenda.population.validity import validity as judged
    from corrigenda.studies import crowd_views

    given = own.Given(answers, gold, source, references)
    outputs.check([output], [*judgements, *given.paths], figure=figure)
    if not ci:
        raise InputError("validity is told with intervals", hint="leave --ci 0 out")
    counting = own.Counting(select, normalise, unchanged, trust, drop_empty, encoding, columns)
    where = own.named_columns(JudgementColumns(), judged_columns)
    wanted = own.numbers(bins, [])
    check_bins(wanted)
    crowd = counting.crowd(given)
    found = judged(
        read_judgements(judgements, where, yes=yes, no=no, encoding=encoding),
        crowd,
        bins=wanted,
        resample=resample,
        level=ci,
        method=method,
        resamples=resamples,
        seed=seed,
    )
    with outputs.independent() as part:
        with part(output):
            data = crowd_views.validity_as_json(found)
            outputs.write([crowd_views.validity_table(found)], data, format, output)
        if figure is not None:
            with part(figure):
                crowd_views.validity_figure(found).save(figure)


for command in (references_scores.ceiling, references_scores.plan, references_scores.incentive):
    app.command()(command)
