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
    from corrigenda.statistics.settings import Settings

    Settings(ci=ci or None)
    return ci


def _check_resamples(resamples: int) -> int:
    from corrigenda.statistics.settings import Settings

    Settings(resamples=resamples)
    return resamples


def _check_seed(seed: int) -> int:
    from corrigenda.statistics.settings import Settings

    Settings(seed=seed)
    return seed


def _check_trials(trials: int | None) -> int | None:
    from corrigenda.statistics.paired import check_trials

    if trials is not None:
        check_trials(trials)
    return trials


def check_format(name: str | None) -> str | None:
    """Refuse the name of a format that does not exist."""
    from corrigenda.formats import import_format

    if name is not None:
        import_format(name)
    return name


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

INPUT, SETTINGS, OUTPUT = "Input", "Options", "Output"
"""The headings under which `--help` lists options."""


Format = Literal["table", "markdown", "latex", "csv", "json"]

Source = Annotated[
    Path | None,
    typer.Option(
        "--source",
        "-s",
        metavar="FILE",
        help="Source sentences, one per line. Not needed with --m2.",
        rich_help_panel=INPUT,
    ),
]
Hypotheses = Annotated[
    list[str],
    typer.Option(
        "--hypothesis",
        "-H",
        metavar="[NAME=]FILE",
        help="A system's output: text, one sentence per line, or M2. Repeat for more systems.",
        rich_help_panel=INPUT,
    ),
]
References = Annotated[
    list[Path] | None,
    typer.Option(
        "--reference",
        "-r",
        metavar="FILE",
        help="Corrected sentences, one per line. Repeat for more annotators.",
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
    str | None,
    typer.Option(
        "--hyp-format",
        metavar="FORMAT",
        callback=check_format,
        help="Format of the systems' outputs (default: recognised by content).",
        rich_help_panel=INPUT,
    ),
]
Annotator = Annotated[
    str | None,
    typer.Option(
        "--annotator",
        metavar="ID",
        help="Annotator whose edits are the system's, if its M2 file has several.",
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
        rich_help_panel=SETTINGS,
    ),
]
ParserName = Annotated[
    str,
    typer.Option(
        "--parser",
        metavar="NAME",
        help="Parser for measures of meaning: embedded, package.module:Class, "
        "'command: PROGRAM', or 'graphs: FILE'.",
        rich_help_panel=SETTINGS,
    ),
]
Raw = Annotated[
    bool,
    typer.Option(
        "--raw",
        help="Tokenise the text for the parser.",
        rich_help_panel=SETTINGS,
    ),
]
Cache = Annotated[
    Path | None,
    typer.Option(
        "--cache",
        metavar="FOLDER",
        help="Folder in which to cache the parser's graphs (default: $CORRIGENDA_CACHE).",
        callback=_check_cache,
        rich_help_panel=SETTINGS,
    ),
]
Confidence = Annotated[
    float,
    typer.Option(
        "--ci",
        metavar="PERCENT",
        help="Confidence level in percent; 0 for no intervals.",
        callback=_check_level,
        rich_help_panel=SETTINGS,
    ),
]
IntervalMethod = Annotated[
    Literal["bca", "percentile"],
    typer.Option(
        "--ci-method", help="Bootstrap method of the intervals.", rich_help_panel=SETTINGS
    ),
]
Resamples = Annotated[
    int,
    typer.Option(
        "--resamples",
        help="Bootstrap resamples.",
        callback=_check_resamples,
        rich_help_panel=SETTINGS,
    ),
]
Trials = Annotated[
    int | None,
    typer.Option(
        "--trials",
        help="Trials of the approximate randomisation test (default: 10,000, or 1,000 for each "
        "pair of systems if that is more).",
        callback=_check_trials,
        rich_help_panel=SETTINGS,
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        help="Random seed (recorded in the signature).",
        callback=_check_seed,
        rich_help_panel=SETTINGS,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        help="Worker processes (default: automatic). Results do not change.",
        callback=_check_jobs,
        rich_help_panel=SETTINGS,
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="Where work is done: processes, ray, or ray://HOST:PORT. Results do not change.",
        rich_help_panel=SETTINGS,
    ),
]
Types = Annotated[
    Literal["errant", "given"],
    typer.Option(
        "--types",
        help="Types of edits in scores by type: all edits typed as ERRANT 3.0.2 does (errant; "
        "English only), or as files give them (given).",
        rich_help_panel=SETTINGS,
    ),
]
Gain = Annotated[
    float,
    typer.Option(
        "--gain",
        help="Report the number of references from which one more adds less than this.",
        rich_help_panel=SETTINGS,
    ),
]
OutputFormat = Annotated[
    Format, typer.Option("--format", "-f", help="Output format.", rich_help_panel=OUTPUT)
]
OutputFile = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Output file; - is standard output.",
        rich_help_panel=OUTPUT,
    ),
]
FigureFile = Annotated[
    Path | None,
    typer.Option(
        "--figure",
        metavar="FILE.{png,pdf,svg}",
        help="Also draw a figure; its caption goes to FILE.caption.txt.",
        rich_help_panel=OUTPUT,
    ),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="FILE.html",
        help="Write an HTML page with everything that was computed.",
        rich_help_panel=OUTPUT,
    ),
]
STDOUT = Path("-")
