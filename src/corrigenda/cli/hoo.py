"""`corrigenda hoo`: the Helping Our Own shared tasks, their files, scores and tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from corrigenda.cli import options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

PANEL = "Shared tasks"

if TYPE_CHECKING:
    from corrigenda.formats import hoo as formats

app = typer.Typer(no_args_is_help=True)

HOW = "How to score"
Regime = Annotated[
    Literal["nobonus", "bonus", "document"],
    typer.Option("--regime", help="What optional edits count.", rich_help_panel=HOW),
]
Year = Annotated[
    Literal["2011", "2012"],
    typer.Option("--year", help="Whose conventions.", rich_help_panel=HOW),
]
Csets = Annotated[
    Literal["ignore", "enforce"],
    typer.Option("--csets", help="Must consistency sets agree?", rich_help_panel=HOW),
]
Credit = Annotated[
    Literal["all", "overlap"],
    typer.Option("--credit", help="For detection: in full, or by overlap.", rich_help_panel=HOW),
]
Empty = Annotated[
    Literal["parsed", "as_released"],
    typer.Option(
        "--empty", help="Corrections beside a deletion: read, or lost.", rich_help_panel=HOW
    ),
]
Types = Annotated[
    str,
    typer.Option(
        "--types",
        "-t",
        metavar="A,B",
        help="Only gold edits of these types, or groups of --codes.",
        rich_help_panel=HOW,
    ),
]
Codes = Annotated[
    Path | None,
    typer.Option(
        "--codes",
        metavar="FILE.csv",
        help="What types mean: code, meaning; if wanted, group and 'no error'.",
    ),
]


def _parameters(
    regime: str, year: str, csets: str, credit: str, empty: str, types: str
) -> dict[str, Any]:
    kept = tuple(name.strip() for name in types.split(",") if name.strip())
    return {
        "regime": regime,
        "year": year,
        "csets": csets,
        "credit": credit,
        "empty": empty,
        "types": kept,
    }


def _codes(path: Path | None) -> formats.Codes | None:
    from corrigenda.formats.hoo import read_codes

    return None if path is None else read_codes(path)


@app.callback()
def hoo() -> None:
    """Helping Our Own (HOO 2011, 2012): score, extract, segment, validate, convert, view.

    [bold]Examples[/bold]

      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml
      corrigenda hoo batch-extract Orig Systems Edits
      corrigenda hoo batch-evaluate Gold Edits scores.csv
    """


@app.command()
def evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Gold edits, NNNNGE.xml.")],
    system: Annotated[Path, typer.Argument(metavar="SYSTEM", help="A system's, NNNNTTR.xml.")],
    text: Annotated[
        Path | None,
        typer.Option("--text", metavar="FILE", help="The text, NNNN.txt: adds GLEU and distances."),
    ] = None,
    segmented: Annotated[
        Path | None,
        typer.Option("--segmented", metavar="FILE", help="NNNNS.txt: adds a verdict a sentence."),
    ] = None,
    regime: Regime = "nobonus",
    year: Year = "2011",
    csets: Csets = "ignore",
    credit: Credit = "all",
    empty: Empty = "parsed",
    types: Types = "",
    codes: Codes = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Score one fragment, edit by edit.

    [bold]Examples[/bold]

      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml
      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml --text 0001.txt --segmented 0001S.txt
    """
    from corrigenda.formats.hoo import read_segmented, read_text
    from corrigenda.studies import hoo as study
    from corrigenda.studies.hoo_views import fragment_as_json, fragment_tables

    outputs.check([output], [gold, system, text, segmented, codes])
    parameters = _parameters(regime, year, csets, credit, empty, types)
    found = study.evaluate(gold, system, codes=_codes(codes), **parameters)
    outputs.remark(found.remarks)
    texts = None
    if text is not None:
        texts = study.text_scores(read_text(text), found.gold, found.system)
    extents: Sequence[tuple[int, int]] = ()
    if segmented is not None:
        extents = read_segmented(segmented).sentences
    tables = fragment_tables(found, texts, extents)
    outputs.write(tables, fragment_as_json(found, texts, extents), format, output)


@app.command()
def batch_evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLDDIR", help="Gold files, NNNNGE.xml.")],
    system: Annotated[Path, typer.Argument(metavar="SYSDIR", help="Systems' files, NNNNTTR.xml.")],
    output: Annotated[Path, typer.Argument(metavar="OUT.csv", help="Scores by fragment.")],
    regime: Regime = "nobonus",
    year: Year = "2011",
    csets: Csets = "ignore",
    credit: Credit = "all",
    empty: Empty = "parsed",
    types: Types = "",
    codes: Codes = None,
    by: Annotated[
        Literal["run", "type", "group"],
        typer.Option(
            "--by",
            help="Print scores, or how many gold edits of each type (group of --codes) were met.",
        ),
    ] = "run",
    ci: options.Confidence = LEVEL,
    method: options.IntervalMethod = "bca",
    resamples: options.Resamples = RESAMPLES,
    seed: options.Seed = SEED,
    jobs: options.Jobs = None,
    format: options.OutputFormat = "table",
) -> None:
    """Score all fragments of all runs in a folder: a CSV by fragment, a table by run.

    [bold]Examples[/bold]

      corrigenda hoo batch-evaluate Gold Edits scores.csv
      corrigenda hoo batch-evaluate Gold Edits scores.csv --regime bonus --empty as_released
      corrigenda hoo batch-evaluate Gold Edits scores.csv --by type
      corrigenda hoo batch-evaluate Gold Edits scores.csv --types RT,MT
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.statistics.settings import Settings
    from corrigenda.studies import hoo as study
    from corrigenda.studies.hoo_views import batch_as_json, batch_tables, check_by

    outputs.check([output], [gold, system, codes])
    settings = Settings(ci or None, method, resamples, seed)
    known = _codes(codes)
    check_by(by, known)
    with Bar("Scoring") as bar:
        batch = study.batch_evaluate(
            gold,
            system,
            settings=settings,
            jobs=jobs,
            progress=bar,
            codes=known,
            **_parameters(regime, year, csets, credit, empty, types),
        )
    outputs.remark(batch.remarks)
    if batch.runs:
        with outputs.independent() as part:
            with part(output):
                outputs.write_text(batch.csv(), output)
            with part(options.STDOUT):
                data = batch_as_json(batch, by, known) if format == "json" else None
                outputs.write(batch_tables(batch, by, known), data, format, options.STDOUT)
            _report(batch.problems)
    _report(batch.problems)


@app.command()
def batch_extract(
    originals: Annotated[Path, typer.Argument(metavar="ORIGDIR", help="Texts, NNNN.txt.")],
    systems: Annotated[
        Path, typer.Argument(metavar="SYSDIR", help="Systems' corrected texts, NNNNTTR.txt.")
    ],
    output: Annotated[Path, typer.Argument(metavar="OUTDIR", help="Where edit files go.")],
    whitespace: Annotated[
        Literal["keep", "ignore"],
        typer.Option(
            "--whitespace",
            help="Changed white space: edits of its own, or none (which scoring wants).",
        ),
    ] = "keep",
    as_released: Annotated[
        bool,
        typer.Option("--as-released", help="As the task's own extractor did it, defects and all."),
    ] = False,
    jobs: options.Jobs = None,
) -> None:
    """Find the edits that systems' texts amount to.

    [bold]Examples[/bold]

      corrigenda hoo batch-extract Orig Systems Edits
      corrigenda hoo batch-extract Orig Systems Edits --whitespace ignore
      corrigenda hoo batch-extract Orig Systems Edits --as-released
    """
    from corrigenda.engine.progress import Bar
    from corrigenda.studies import hoo as study

    outputs.check([], [originals, systems], folder=output)
    with Bar("Extracting") as bar:
        done = study.batch_extract(
            originals,
            systems,
            output,
            whitespace=whitespace,
            as_released=as_released,
            jobs=jobs,
            progress=bar,
        )
    outputs.remark(done.remarks)
    outputs.say(f"{len(done.written)} edit files are in {output}")
    _report(done.problems)


@app.command()
def segment(
    source: Annotated[
        Path, typer.Argument(metavar="FROM", help="NNNN.txt, NNNNS.txt, or a folder of such texts.")
    ],
    target: Annotated[Path, typer.Argument(metavar="TO", help="The text or folder to write.")],
    indices: Annotated[
        bool, typer.Option("--indices", help="Number paragraphs and sentences: <s index='5'>.")
    ] = False,
) -> None:
    """Mark the paragraphs and sentences of a text, or take the marks away again.

    A plain text gets <p> and <s> tags, a text with these tags loses them. White space is kept, so
    that both ways together give the same bytes.

    [bold]Examples[/bold]

      corrigenda hoo segment 0001.txt 0001S.txt
      corrigenda hoo segment 0001S.txt 0001.txt
      corrigenda hoo segment Orig Segmented --indices
    """
    from corrigenda.studies import hoo as study

    if not source.is_dir():
        outputs.check([target], [source])
    done = study.segment(source, target, indices=indices)
    outputs.remark(done.remarks)
    if source.is_dir():
        outputs.say(f"{len(done.written)} texts are in {target}")
    _report(done.problems)


@app.command()
def validate(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE_OR_FOLDER...")],
    texts: Annotated[
        Path | None,
        typer.Option("--texts", metavar="PATH", help="Where NNNN.txt and NNNNS.txt are."),
    ] = None,
    gold: Annotated[
        Path | None,
        typer.Option("--gold", metavar="DIR", help="Gold files that runs must have partners for."),
    ] = None,
    codes: Codes = None,
    repair: Annotated[
        Path | None,
        typer.Option("--repair", metavar="DIR", help="Write repaired copies there."),
    ] = None,
) -> None:
    """List what is wrong with files: every problem, with file, edit and reason.

    The exit status is 1 if there is any, and 0 if all is well.

    [bold]Examples[/bold]

      corrigenda hoo validate Gold --texts Orig
      corrigenda hoo validate Edits --texts Orig --gold Gold
      corrigenda hoo validate Gold --texts Orig --codes codes.csv
      corrigenda hoo validate 0001GE.xml --texts Orig --repair Repaired
    """
    from corrigenda.formats.hoo import validation

    outputs.check([], [*paths, texts, gold, codes], folder=repair)
    known = _codes(codes)
    problems = [
        problem
        for path in paths
        for problem in validation.validate(path, texts=texts, gold=gold, codes=known)
    ]
    for problem in problems:
        typer.echo(str(problem))
    outputs.say(f"{len(problems)} problem{'' if len(problems) == 1 else 's'}")
    if repair is not None:
        for path in paths:
            validation.repair(path, repair, texts=texts)
        outputs.say(f"repaired copies are in {repair}")
    if problems:
        raise typer.Exit(1)


@app.command()
def stats(
    gold: Annotated[Path, typer.Argument(metavar="GOLDDIR", help="Gold files, NNNNGE.xml.")],
    texts: Annotated[
        Path | None, typer.Argument(metavar="[TEXTDIR]", help="Their texts, to count words.")
    ] = None,
    codes: Codes = None,
    format: options.OutputFormat = "table",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Count what a data set holds: edits, types, alternatives, optional edits, consistency sets.

    [bold]Examples[/bold]

      corrigenda hoo stats Gold Orig
      corrigenda hoo stats Gold --codes codes.csv
    """
    from corrigenda.studies import hoo as study
    from corrigenda.studies.hoo_views import inventory_as_json, inventory_tables

    outputs.check([output], [gold, texts, codes])
    known = _codes(codes)
    found = study.inventory(gold, texts, codes=known)
    outputs.write(inventory_tables(found, known), inventory_as_json(found, known), format, output)
    _report(found.problems)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="Any HOO file, M2 or JSONL.")],
    target: Annotated[Path, typer.Argument(metavar="TO", help="NNNNGE.xml, NNNNG.xml, .m2, …")],
    text: Annotated[
        Path | None,
        typer.Option("--text", metavar="FILE", help="The text that stand-off edits are of."),
    ] = None,
    form: Annotated[
        Literal["stand-off", "in-line"] | None,
        typer.Option("--form", help="Which HOO to write, if the name does not tell."),
    ] = None,
) -> None:
    """Convert between HOO's forms, M2 and JSONL, and say what is lost.

    [bold]Examples[/bold]

      corrigenda hoo convert 0001G.xml 0001GE.xml
      corrigenda hoo convert 0001GE.xml 0001.m2 --text 0001S.txt
      corrigenda hoo convert 0001GE.xml 0001G.xml --text 0001.txt
    """
    from corrigenda.formats.hoo import convert as converted

    outputs.check([target], [source, text])
    for message in converted(source, target, text=text, form=form):
        outputs.say(message)


@app.command()
def apply(
    edits: Annotated[Path, typer.Argument(metavar="EDITS", help="NNNNGE.xml, NNNNTTR.xml, …")],
    text: Annotated[
        Path | None,
        typer.Option("--text", metavar="FILE", help="The text that stand-off edits are of."),
    ] = None,
    alternative: Annotated[
        int, typer.Option("--alternative", metavar="N", min=0, help="Which alternative, from 0.")
    ] = 0,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Apply edits: the corrected text. Edits of a consistency set take the same alternative.

    [bold]Examples[/bold]

      corrigenda hoo apply 0001GE.xml --text 0001.txt -o corrected.txt
      corrigenda hoo apply 0001G.xml --alternative 1
    """
    from corrigenda.formats.hoo import corrected, read_fragments

    outputs.check([output], [edits, text])
    found = read_fragments(edits, text).values()
    texts = [corrected(f.text, f.edits, alternative).decode() for f in found]
    outputs.write_text("".join(texts), output)


@app.command()
def view(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Gold edits.")],
    systems: Annotated[
        list[Path] | None, typer.Argument(metavar="[SYSTEM...]", help="Systems' edits.")
    ] = None,
    text: Annotated[
        Path | None, typer.Option("--text", metavar="FILE", help="The text, NNNN.txt.")
    ] = None,
    regime: Regime = "nobonus",
    year: Year = "2011",
    csets: Csets = "ignore",
    credit: Credit = "all",
    empty: Empty = "parsed",
    types: Types = "",
    codes: Codes = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.html", help="The page to write.")
    ] = Path("fragment.html"),
) -> None:
    """Write a page that shows a fragment with its corrections, and what systems made of it.

    [bold]Examples[/bold]

      corrigenda hoo view 0001GE.xml 0001AB1.xml 0001CD0.xml --text 0001.txt -o 0001.html
    """
    from corrigenda.studies.hoo_views import fragment_page

    outputs.check([output], [gold, *(systems or []), text, codes])
    parameters = _parameters(regime, year, csets, credit, empty, types)
    page = fragment_page(gold, systems or [], text, parameters, codes=_codes(codes))
    outputs.write_text(page, output)
    outputs.say(f"the page is in {output}")


def _report(problems: Sequence[formats.Problem]) -> None:
    """Say what went wrong in a batch; status 2 if anything did."""
    for problem in problems:
        outputs.say(str(problem))
    if problems:
        failed = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
        outputs.say(f"{failed}; everything else is done")
        raise typer.Exit(2)
