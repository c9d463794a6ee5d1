"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

# --- checks, which run before the command does: a bad value costs no work ------------------------


def check_measures(texts: list[str]) -> list[str]:
    from corrigenda.measures.registry import chosen

    chosen(texts)
    return texts


def _check_level(ci: float) -> float:
    from corrigenda.evaluation.settings import Settings

    Settings(ci=ci or None)
    return ci


def _check_resamples(resamples: int) -> int:
    from corrigenda.evaluation.settings import Settings

    Settings(resamples=resamples)
    return resamples


def _check_seed(seed: int) -> int:
    from corrigenda.evaluation.settings import Settings

    Settings(seed=seed)
    return seed


def _check_trials(trials: int | None) -> int | None:
    from corrigenda.statistics.paired import check_trials

    if trials is not None:
        check_trials(trials)
    return trials


def _check_jobs(jobs: int | None) -> int | None:
    from corrigenda.engine.parallel import check_jobs

    check_jobs(jobs)
    return jobs


def _check_cache(folder: Path | None) -> Path | None:
    from corrigenda.cli.outputs import check_folder

    if folder is not None:
        check_folder(folder)
    return folder


# --- options -------------------------------------------------------------------------------------

INPUT, FIGURES, OUTPUT = "What is judged", "How", "Where to"


Format = Literal["table", "markdown", "latex", "csv", "json"]
FileFormat = Literal["m2", "text", "jsonl", "jfleg", "bea", "hoo"]

Source = Annotated[
    Path | None,
    typer.Option(
        "--source",
        "-s",
        metavar="FILE",
        help="The learners' sentences, one a line. Not needed with --m2.",
        rich_help_panel=INPUT,
    ),
]
Hypotheses = Annotated[
    list[str],
    typer.Option(
        "--hypothesis",
        "-H",
        metavar="[NAME=]FILE",
        help="A system's output: text, one sentence a line, or M2. Repeat for more systems.",
        rich_help_panel=INPUT,
    ),
]
References = Annotated[
    list[Path] | None,
    typer.Option(
        "--reference",
        "-r",
        metavar="FILE",
        help="Corrected sentences, one a line. Repeat for more annotators.",
        rich_help_panel=INPUT,
    ),
]
Gold = Annotated[
    Path | None,
    typer.Option(
        "--m2",
        "--gold",
        metavar="FILE",
        help="Sentences with their gold edits: M2, or any other format with references "
        "(JSONL, JFLEG's, BEA-2019 JSON), recognised by content.",
        rich_help_panel=INPUT,
    ),
]
HypothesisFormat = Annotated[
    FileFormat | None,
    typer.Option(
        "--hyp-format",
        help="The format of systems' outputs, instead of a look at the content.",
        rich_help_panel=INPUT,
    ),
]
Annotator = Annotated[
    str | None,
    typer.Option(
        "--annotator",
        metavar="ID",
        help="Whose edits are the system's, if its M2 has several annotators.",
        rich_help_panel=INPUT,
    ),
]
Measures = Annotated[
    list[str],
    typer.Option(
        "--measure",
        "-m",
        metavar="NAMES",
        help="Measures, separated by commas, with parameters: M2,'GLEU(draws=0)'. "
        "`corrigenda measures` lists them.",
        callback=check_measures,
        rich_help_panel=FIGURES,
    ),
]
ParserName = Annotated[
    str,
    typer.Option(
        "--parser",
        metavar="NAME",
        help="What makes graphs of text, for measures of meaning: embedded, package.module:Class, "
        "'command: PROGRAM', or 'graphs: FILE'.",
        rich_help_panel=FIGURES,
    ),
]
Raw = Annotated[
    bool,
    typer.Option(
        "--raw",
        help="Text is not tokenised: tokenise it for the parser.",
        rich_help_panel=FIGURES,
    ),
]
Cache = Annotated[
    Path | None,
    typer.Option(
        "--cache",
        metavar="FOLDER",
        help="Keep the parser's graphs here for the next time (default: $CORRIGENDA_CACHE).",
        callback=_check_cache,
        rich_help_panel=FIGURES,
    ),
]
Confidence = Annotated[
    float,
    typer.Option(
        "--ci",
        metavar="PERCENT",
        help="Level of the confidence intervals; 0 for none.",
        callback=_check_level,
        rich_help_panel=FIGURES,
    ),
]
IntervalMethod = Annotated[
    Literal["bca", "percentile"],
    typer.Option("--ci-method", help="Kind of bootstrap.", rich_help_panel=FIGURES),
]
Resamples = Annotated[
    int,
    typer.Option(
        "--resamples",
        help="Bootstrap resamples.",
        callback=_check_resamples,
        rich_help_panel=FIGURES,
    ),
]
Trials = Annotated[
    int | None,
    typer.Option(
        "--trials",
        help="Trials of the approximate randomisation test (default: 10,000, or 1,000 for each "
        "pair of systems if that is more).",
        callback=_check_trials,
        rich_help_panel=FIGURES,
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        help="Random seed; it is part of the signature.",
        callback=_check_seed,
        rich_help_panel=FIGURES,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        help="Worker processes; by default one, and all processors for longer work. "
        "The scores do not depend on it.",
        callback=_check_jobs,
        rich_help_panel=FIGURES,
    ),
]
Gain = Annotated[
    float,
    typer.Option(
        "--gain",
        help="Say from how many references on one more adds less than that.",
        rich_help_panel=FIGURES,
    ),
]
OutputFormat = Annotated[
    Format, typer.Option("--format", "-f", help="How to write the results.", rich_help_panel=OUTPUT)
]
OutputFile = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write them; - is standard output.",
        rich_help_panel=OUTPUT,
    ),
]
FigureFile = Annotated[
    Path | None,
    typer.Option(
        "--figure",
        metavar="FILE.{png,pdf,svg}",
        help="Draw a figure, too, with its caption in FILE.caption.txt.",
        rich_help_panel=OUTPUT,
    ),
]
STDOUT = Path("-")

Change = Annotated[
    Literal["any", "approx"],
    typer.Option(
        "--change",
        help="A word is changed by any difference, or only by one beyond inflection (approx).",
        rich_help_panel=FIGURES,
    ),
]
Tokens = Annotated[
    Literal["corpus", "released"],
    typer.Option(
        "--tokens",
        help="Words are the corpus's own tokens, or those of the authors' code (released).",
        rich_help_panel=FIGURES,
    ),
]
