"""Options that several commands share."""

from __future__ import annotations

from functools import partial
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

# Options by the heading under which `--help` lists them.
input_option = partial(typer.Option, rich_help_panel="Input")
setting = partial(typer.Option, rich_help_panel="Options")
output_option = partial(typer.Option, rich_help_panel="Output")


Format = Literal["table", "markdown", "latex", "csv", "json"]

Source = Annotated[
    Path | None,
    input_option(
        "--source",
        "-s",
        metavar="FILE",
        help="Source sentences, one per line. Not needed with --m2.",
    ),
]
Hypotheses = Annotated[
    list[str],
    input_option(
        "--hypothesis",
        "-H",
        metavar="[NAME=]FILE",
        help="A system's output: text, one sentence per line, or M2. Repeat for more systems.",
    ),
]
References = Annotated[
    list[Path] | None,
    input_option(
        "--reference",
        "-r",
        metavar="FILE",
        help="Corrected sentences, one per line. Repeat for more annotators.",
    ),
]
Gold = Annotated[
    Path | None,
    input_option(
        "--m2",
        "--gold",
        metavar="FILE",
        help="Sentences with their gold edits: M2, or any other format with references "
        "(JSONL, JFLEG's, BEA-2019 JSON), recognised by content.",
    ),
]
HypothesisFormat = Annotated[
    str | None,
    input_option(
        "--hyp-format",
        metavar="FORMAT",
        callback=check_format,
        help="Format of the systems' outputs (default: recognised by content).",
    ),
]
Annotator = Annotated[
    str | None,
    input_option(
        "--annotator",
        metavar="ID",
        help="Annotator whose edits are the system's, if its M2 file has several.",
    ),
]
Measures = Annotated[
    list[str],
    setting(
        "--measure",
        "-m",
        metavar="NAMES",
        help="Measures, separated by commas, with parameters: M2,'GLEU(draws=0)'. "
        "`corrigenda measures` lists them.",
        callback=check_measures,
    ),
]
ParserName = Annotated[
    str,
    setting(
        "--parser",
        metavar="NAME",
        help="Parser for measures of meaning: embedded, package.module:Class, "
        "'command: PROGRAM', or 'graphs: FILE'.",
    ),
]
Raw = Annotated[bool, setting("--raw", help="Tokenise the texts, for all measures.")]
Cache = Annotated[
    Path | None,
    setting(
        "--cache",
        metavar="FOLDER",
        help="Folder in which to cache the parser's graphs (default: $CORRIGENDA_CACHE).",
        callback=_check_cache,
    ),
]
Confidence = Annotated[
    float,
    setting(
        "--ci",
        metavar="PERCENT",
        help="Confidence level in percent; 0 for no intervals.",
        callback=_check_level,
    ),
]
IntervalMethod = Annotated[
    Literal["bca", "percentile"], setting("--ci-method", help="Bootstrap method of the intervals.")
]
Resamples = Annotated[
    int, setting("--resamples", help="Bootstrap resamples.", callback=_check_resamples)
]
Trials = Annotated[
    int | None,
    setting(
        "--trials",
        help="Trials of the approximate randomisation test (default: 10,000, or 1,000 for each "
        "pair of systems if that is more).",
        callback=_check_trials,
    ),
]
Seed = Annotated[
    int, setting("--seed", help="Random seed (recorded in the signature).", callback=_check_seed)
]
Jobs = Annotated[
    int | None,
    setting(
        "--jobs",
        "-j",
        metavar="N",
        help="Worker processes (default: automatic). Results do not change.",
        callback=_check_jobs,
    ),
]
Engine = Annotated[
    str | None,
    setting(
        "--engine",
        metavar="NAME",
        help="Where work is done: processes, ray, or ray://HOST:PORT. Results do not change.",
    ),
]
Types = Annotated[
    Literal["errant", "given"],
    setting(
        "--types",
        help="Types of edits in scores by type: all edits typed as ERRANT 3.0.2 does (errant; "
        "English only), or as files give them (given).",
    ),
]
Gain = Annotated[
    float,
    setting(
        "--gain", help="Report the number of references from which one more adds less than this."
    ),
]
OutputFormat = Annotated[Format, output_option("--format", "-f", help="Output format.")]
OutputFile = Annotated[
    Path, output_option("--output", "-o", metavar="FILE", help="Output file; - is standard output.")
]
FigureFile = Annotated[
    Path | None,
    output_option(
        "--figure",
        metavar="FILE.{png,pdf,svg}",
        help="Also draw a figure; its caption goes to FILE.caption.txt.",
    ),
]
ReportFile = Annotated[
    Path | None,
    output_option(
        "--report",
        metavar="FILE.html",
        help="Write an HTML page with everything that was computed.",
    ),
]
STDOUT = Path("-")
