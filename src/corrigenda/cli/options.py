"""Options that several commands share: their types, checks and descriptions.

Input:
    source (--source, -s FILE): Source sentences, one per line. Not needed with --m2.
    hypotheses (--hypothesis, -H [NAME=]FILE): A system's output: text, one sentence per line, M2,
        or CSV with several systems. Repeat for more systems, or give a pattern: outputs/*.txt.
    references (--reference, -r FILE): Corrected sentences, one per line. Repeat for more
        annotators, or give a pattern: dev.ref*.
    gold (--m2, --gold FILE): Sentences with their gold edits: M2, or any other format with
        references (CSV, JSONL, JFLEG's, BEA-2019 JSON), recognised by content.
    golds (--m2, --gold FILE): Sentences with their gold edits: M2, or any other format with
        references (CSV, JSONL, JFLEG's, BEA-2019 JSON), recognised by content. `evaluate` takes
        several.
    test_sets (--test-set, -t NAME): A test set by name, such as jfleg/test; `corrigenda data list`
        lists them, `corrigenda data get` fetches them.
    data_folder (--data FOLDER): The folder of the test sets (default: $CORRIGENDA_DATA).
    hyp_format (FORMAT): Format of the systems' outputs (default: recognised by content).
    annotator (ID): Annotator whose edits are the system's, if its M2 file has several.

Options:
    measures (--measure, -m NAMES): Measures, separated by commas, with parameters:
        M2,'GLEU(draws=0)'. `corrigenda measures` lists them.
    parser (NAME): Parser for measures of meaning: embedded, package.module:Class, 'command:
        PROGRAM', or 'graphs: FILE'.
    raw: Tokenise the texts, for all measures.
    cache (FOLDER): Folder in which to cache the parser's graphs (default: $CORRIGENDA_CACHE).
    ci (PERCENT): Confidence level in percent; 0 for no intervals.
    method (--ci-method): Bootstrap method of the intervals.
    resamples: Bootstrap resamples.
    trials: Trials of the approximate randomisation test (default: 10,000, or 1,000 for each pair of
        systems if that is more).
    seed: Random seed (recorded in the signature).
    jobs (--jobs, -j N): Worker processes (default: automatic). Results do not change.
    engine (NAME): Where work is done: processes, ray, or ray://HOST:PORT. Results do not change.
    types: Types of edits in scores by type: all edits typed as ERRANT 3.0.2 does (errant; English
        only), or as files give them (given).
    gain: Report the number of references after which one more adds less than this.

Output:
    format (--format, -f): Output format (default: by the ending of the output file, else table).
    output (--output, -o FILE): Output file; - is standard output.
    figure (FILE.{png,pdf,svg}): Also draw a figure; its caption goes to FILE.caption.txt.
    report (FILE.html): Write an HTML page with everything that was computed.
    percent: Print scores between 0 and 1 in percent.
    digits (N): Decimals of scores in tables (default: 4; in percent 2).
    columns (NAMES): Columns to print, separated by commas: F0.5,P,R, all of a measure: GLEU, or
        patterns: 'F*'. NAME=HEADER prints another header: 'M2 F0.5=M$^2$'.
    captions (--caption TEXT): Caption (title) of the table that was asked for; NAME=TEXT for
        another one, such as scores=TEXT or types=TEXT. Repeat for more. LaTeX and Typst take $...$
        as mathematics.
    labels (--label KEY): Label of the table, in LaTeX and Typst: tab:main; NAME=KEY for another
        table.
    long (--longtable): LaTeX: tables that may break across pages.
    bare: Print tables without verdicts and signatures; notes that explain the numbers stay.
    unchanged_row (/--no-unchanged): Print tables without the row of the unchanged source.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from corrigenda.cli.commands import described

# --- checks, which run before the command does: a bad value costs no work ------------------------


def _checking(check: Callable[[Any], object]) -> Callable[[Any], Any]:
    """Return a callback of typer that gives a value, unless it is None, to a check."""

    def checked(value: Any) -> Any:  # of a list: typer fails on its type in Python 3.10
        if value is not None:
            check(value)
        return value

    return checked


@_checking
def check_measures(texts: list[str]) -> None:
    from corrigenda.measures.registry import chosen

    chosen(texts)


def _check_setting(name: str) -> Callable[[Any], Any]:
    def check(value: Any) -> None:
        from corrigenda.statistics.settings import Settings

        given: dict[str, Any] = {name: value or None if name == "ci" else value}
        Settings(**given)

    return _checking(check)


@_checking
def _check_trials(trials: int) -> None:
    from corrigenda.statistics.paired import check_trials

    check_trials(trials)


@_checking
def check_format(name: str) -> None:
    from corrigenda.formats import import_format

    import_format(name)


@_checking
def _check_jobs(jobs: int) -> None:
    from corrigenda.engine.parallel import check_jobs

    check_jobs(jobs)


@_checking
def _check_engine(name: str) -> None:
    from corrigenda.engine.parallel import check_engine

    check_engine(name)


@_checking
def _check_test_sets(names: list[str]) -> None:
    from corrigenda.data.sets import one_named

    for name in names:
        one_named(name)


@_checking
def _check_digits(digits: int) -> None:
    from corrigenda.results.style import Style

    Style(digits=digits)


@_checking
def _check_captions(texts: list[str]) -> None:
    from corrigenda.results.style import captions

    captions(texts)


@_checking
def _check_labels(texts: list[str]) -> None:
    from corrigenda.results.style import captions

    captions(texts, "labels")


@_checking
def _check_cache(folder: Path) -> None:
    from corrigenda.cli.outputs import check_folder

    check_folder(folder)


# --- options -------------------------------------------------------------------------------------

_shared = described(__doc__)

Format = Literal["table", "markdown", "latex", "typst", "html", "csv", "json"]

Source = Annotated[Path | None, _shared("source")]
Hypotheses = Annotated[list[str], _shared("hypotheses")]
References = Annotated[list[Path] | None, _shared("references")]
Gold = Annotated[Path | None, _shared("gold")]
Golds = Annotated[list[Path] | None, _shared("golds")]
TestSets = Annotated[list[str] | None, _shared("test_sets", callback=_check_test_sets)]
DataFolder = Annotated[Path | None, _shared("data_folder")]
HypothesisFormat = Annotated[str | None, _shared("hyp_format", callback=check_format)]
Annotator = Annotated[str | None, _shared("annotator")]
Measures = Annotated[list[str], _shared("measures", callback=check_measures)]
ParserName = Annotated[str, _shared("parser")]
Raw = Annotated[bool, _shared("raw")]
Cache = Annotated[Path | None, _shared("cache", callback=_check_cache)]
Confidence = Annotated[float, _shared("ci", callback=_check_setting("ci"))]
IntervalMethod = Annotated[Literal["bca", "percentile"], _shared("method")]
Resamples = Annotated[int, _shared("resamples", callback=_check_setting("resamples"))]
Trials = Annotated[int | None, _shared("trials", callback=_check_trials)]
Seed = Annotated[int, _shared("seed", callback=_check_setting("seed"))]
Jobs = Annotated[int | None, _shared("jobs", callback=_check_jobs)]
Engine = Annotated[str | None, _shared("engine", callback=_check_engine)]
Types = Annotated[Literal["errant", "given"], _shared("types")]
Gain = Annotated[float, _shared("gain")]
ENDINGS: dict[str, Format] = {
    ".csv": "csv",
    ".html": "html",
    ".json": "json",
    ".md": "markdown",
    ".tex": "latex",
    ".typ": "typst",
}
OutputFormat = Annotated[Format | None, _shared("format")]
OutputFile = Annotated[Path, _shared("output")]
FigureFile = Annotated[Path | None, _shared("figure")]
ReportFile = Annotated[Path | None, _shared("report")]
Percent = Annotated[bool, _shared("percent")]
Digits = Annotated[int | None, _shared("digits", callback=_check_digits)]
Columns = Annotated[str, _shared("columns")]
Captions = Annotated[list[str] | None, _shared("captions", callback=_check_captions)]
Labels = Annotated[list[str] | None, _shared("labels", callback=_check_labels)]
Long = Annotated[bool, _shared("long")]
Bare = Annotated[bool, _shared("bare")]
Unchanged = Annotated[bool, _shared("unchanged_row")]
STDOUT = Path("-")
