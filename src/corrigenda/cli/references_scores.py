"""`corrigenda references`: ceilings, plans, incentives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.cli import references_options as own
from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

if TYPE_CHECKING:
    from corrigenda.studies.ceiling_draws import Draws

DRAW = "How to draw"


def ceiling(
    files: own.Files = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    measures: options.Measures = ["M2"],  # noqa: B006 - typer copies it
    numbers: Annotated[
        str | None,
        typer.Option(
            "-M",
            metavar="NUMBERS",
            help="Numbers of references, such as 1,2,5-10; by default 1-10, or all there are.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = None,
    gain: options.Gain = 0.01,
    sentences: Annotated[
        int, typer.Option("--sentences", help="To draw from a crowd.", rich_help_panel=DRAW)
    ] = 1312,
    correct: Annotated[
        int,
        typer.Option(
            "--correct", help="How many of them need no correction.", rich_help_panel=DRAW
        ),
    ] = 136,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            help="How often to draw; of a corpus, how many references to leave out in turn.",
            rich_help_panel=DRAW,
        ),
    ] = 4,
    missing: Annotated[
        Literal["skip", "unchanged", "agree"],
        typer.Option(
            "--missing",
            help="Annotators whom the corpus leaves out of a sentence: unknown, found nothing to "
            "correct, or made the first one's edits.",
            rich_help_panel=DRAW,
        ),
    ] = "skip",
    merge: Annotated[
        Literal["split", "equal", "adjacent"],
        typer.Option(
            "--merge", help="How edits are cut from answers: see `edits`.", rich_help_panel=DRAW
        ),
    ] = "adjacent",
    gap: Annotated[
        int, typer.Option("--gap", min=0, help="See `edits`.", rich_help_panel=DRAW)
    ] = 0,
    substitution: Annotated[
        int, typer.Option("--substitution", min=1, max=2, help="See `edits`.", rich_help_panel=DRAW)
    ] = 1,
    tokenised: Annotated[
        bool,
        typer.Option("--tokenised", help="Answers are tokenised already.", rich_help_panel=own.WHO),
    ] = False,
    select: own.Select = "all",
    trust: own.Trust = False,
    drop_empty: own.DropEmpty = False,
    encoding: own.Encoding = "utf-8",
    columns: own.ColumnNames = None,
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """Score what people write, by the number of references.

    From a corpus (--m2, -s and -r), each annotator in turn is left out and judged by the others.
    From a crowd (FILES: .csv or .jsonl), a perfect corrector writes one answer and is judged by
    others, all drawn at random.

    [bold]Examples[/bold]

      corrigenda references ceiling batch.csv -m 'M2(case=false)' -M 1-10 --figure ceiling.pdf
      corrigenda references ceiling bn10.m2 --missing unchanged -M 1,2,5,9
      corrigenda references ceiling -s dev.src -r dev.ref0 -r dev.ref1 -r dev.ref2 -m GLEU
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.population.crowd import Crowd
    from corrigenda.statistics.settings import Settings
    from corrigenda.studies import ceiling_views as views
    from corrigenda.studies.ceiling import ceiling as ceilings
    from corrigenda.studies.ceiling import limited
    from corrigenda.studies.ceiling_draws import Extraction, from_crowd, left_out, together
    from corrigenda.studies.scoring import measures_for

    given = own.Given(files, gold, source, references)
    outputs.check([output], given.paths, figure=figure)
    wanted = None if numbers is None else own.numbers(numbers, [])
    limits = limited(measures_for(measures, references=True))
    draws: Draws
    people = own.Counting(select, None, None, trust, drop_empty, encoding, columns).people(given)
    if isinstance(people, Crowd):
        wanted = wanted or list(range(1, 11))
        draws = from_crowd(
            people,
            max(wanted),
            sentences=sentences,
            correct=correct,
            rounds=rounds,
            extraction=Extraction(merge, gap, 1 if substitution == 1 else 2),
            raw=not tokenised,
            seed=seed,
        )
    else:
        draws = left_out(together(people), rounds=rounds, missing=missing, seed=seed)
    with Bar("Scoring") as bar:
        found = ceilings(
            draws,
            limits,
            wanted,
            settings=Settings(ci or None, method, resamples, seed),
            jobs=jobs,
            progress=bar,
        )
    with outputs.independent() as part:
        with part(output):
            data = [views.as_json(one, gain) for one in found]
            # A CSV is one table.
            csv = format == "csv"
            tables = [views.in_one(found)] if csv else [views.table(f, gain) for f in found]
            outputs.write(tables, data[0] if len(data) == 1 else data, format, output)
        if figure is not None:
            with part(figure):
                views.figure(found).save(figure)


def plan(
    files: own.FilesOrPopulations = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    numbers: own.Numbers = None,
    bias: Annotated[
        str,
        typer.Option(
            "--bias",
            metavar="SHARES",
            help="How many references until at most this share of a perfect corrector's sentences "
            "is found wrong?",
            rich_help_panel=options.SETTINGS,
        ),
    ] = "0.5",
    sentences: Annotated[
        int,
        typer.Option("--sentences", help="To be annotated.", rich_help_panel=options.SETTINGS),
    ] = 1000,
    price: Annotated[
        float,
        typer.Option(
            "--price", help="Of one annotation, in any currency.", rich_help_panel=options.SETTINGS
        ),
    ] = 0.1,
    budget: Annotated[
        float | None,
        typer.Option("--budget", help="The money there is.", rich_help_panel=options.SETTINGS),
    ] = None,
    key: own.KeyName = "exact",
    estimator: own.Estimator = "unseen",
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
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """How many references do I need, and what do they cost?

    [bold]Examples[/bold]

      corrigenda references plan pilot.csv --sentences 1500 --price 0.12 --bias 0.5,0.3
      corrigenda references plan populations.jsonl --budget 2000 --figure plan.pdf
    """
    from corrigenda.statistics.settings import Settings
    from corrigenda.studies import plan_views as views
    from corrigenda.studies.plan import REFERENCES, check
    from corrigenda.studies.plan import plan as planned

    given = own.Given(files, gold, source, references)
    outputs.check([output], given.paths, figure=figure)
    wanted = own.numbers(numbers, REFERENCES)
    targets = inputs.decimals(bias)
    check(references=wanted, bias=targets, sentences=sentences, price=price, budget=budget)
    counting = own.Counting(select, normalise, unchanged, trust, drop_empty, encoding, columns)
    pilot, notes = counting.estimated(given, key, estimator, jobs)
    found = planned(
        list(pilot.values()),
        references=wanted,
        bias=targets,
        sentences=sentences,
        price=price,
        budget=budget,
        settings=Settings(ci or None, method, resamples, seed),
    )
    with outputs.independent() as part:
        with part(output):
            data = {**views.as_json(found), "notes": list(notes)}
            outputs.write([views.table(found)], data, format, output)
        if figure is not None:
            with part(figure):
                views.figure(found).save(figure)


def incentive(
    files: own.FilesOrPopulations = None,
    gold: own.Corpora = None,
    source: options.Source = None,
    references: options.References = None,
    covered: Annotated[
        str | None,
        typer.Option(
            "--coverage",
            metavar="M=SHARE,...",
            help="What references cover, instead of files: 1=0.14,2=0.23.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    numbers: own.Numbers = None,
    alpha: Annotated[
        float,
        typer.Option(
            "--alpha",
            help="What a wrong correction costs, in right ones; 0: no more than none.",
            rich_help_panel=options.SETTINGS,
        ),
    ] = 0.0,
    key: own.KeyName = "exact",
    estimator: own.Estimator = "unseen",
    select: own.Select = "all",
    normalise: own.Normalise = None,
    unchanged: own.Unchanged = None,
    trust: own.Trust = False,
    drop_empty: own.DropEmpty = False,
    encoding: own.Encoding = "utf-8",
    columns: own.ColumnNames = None,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
    figure: options.FigureFile = None,
) -> None:
    """When does a measure pay a system to leave an error alone?

    [bold]Examples[/bold]

      corrigenda references incentive batch.csv -M 1,2,10,100 --figure incentive.pdf
      corrigenda references incentive --coverage 1=0.14,2=0.23,20=0.49 --alpha 0.5
    """
    from corrigenda.population.coverage import checked, coverages
    from corrigenda.studies import incentive_views as views
    from corrigenda.studies.incentive import check_alpha
    from corrigenda.studies.incentive import incentive as paid

    people = any((files, gold, source, references))
    if (covered is None) == (not people):
        raise InputError("expected what people wrote, or --coverage: one of the two")
    given = own.Given(files, gold, source, references) if people else None
    outputs.check([output], given.paths if given else [], figure=figure)
    wanted = own.numbers(numbers, [1, 2, 5, 10, 20])
    checked(wanted)
    check_alpha(alpha)
    answers: float | None = None
    notes: tuple[str, ...] = ()
    if given is None:
        by_number = own.shares(covered or "")
    else:
        counting = own.Counting(select, normalise, unchanged, trust, drop_empty, encoding, columns)
        found, notes = counting.estimated(given, key, estimator, jobs)
        coverage = coverages(list(found.values()), wanted)
        by_number = dict(zip(wanted, coverage.accuracy.tolist(), strict=True))
        answers = coverage.answers
    result = paid(by_number, alpha=alpha, answers=answers)
    with outputs.independent() as part:
        with part(output):
            # A CSV is one table.
            tables = [views.thresholds(result)] if format == "csv" else views.tables(result)
            data = {**views.as_json(result), "notes": list(notes)}
            outputs.write(tables, data, format, output)
        if figure is not None:
            with part(figure):
                views.figure(result).save(figure)
