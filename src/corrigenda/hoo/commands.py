"""`corrigenda hoo`: the Helping Our Own shared tasks, their files, scores and tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from corrigenda import hoo
from corrigenda.cli import options, outputs
from corrigenda.cli.groups import Bootstrap, Output, Tables, flattened

PANEL = "Shared tasks"

if TYPE_CHECKING:
    from corrigenda.hoo import Problem, Written

app = typer.Typer(no_args_is_help=True)

HOW = "Scoring"
Codes = Annotated[
    Path | None,
    typer.Option(
        "--codes",
        metavar="FILE.csv",
        help="Meanings of types: columns code, meaning and, optionally, group and 'no error'.",
    ),
]
Gold = Annotated[Path, typer.Argument(metavar="GOLD", help="Gold edits, NNNNGE.xml.")]
GoldFolder = Annotated[Path, typer.Argument(metavar="GOLDDIR", help="Gold files, NNNNGE.xml.")]
Text = Annotated[
    Path | None,
    typer.Option("--text", metavar="FILE", help="The text of stand-off edits, NNNN.txt."),
]


@dataclass(frozen=True)
class Scoring:
    """How edits are scored."""

    regime: Annotated[
        Literal["nobonus", "bonus", "document"],
        typer.Option("--regime", help="How optional edits count.", rich_help_panel=HOW),
    ] = "nobonus"
    year: Annotated[
        Literal["2011", "2012"],
        typer.Option("--year", help="Conventions of this year.", rich_help_panel=HOW),
    ] = "2011"
    csets: Annotated[
        Literal["ignore", "enforce"],
        typer.Option("--csets", help="Ignore or enforce consistency sets.", rich_help_panel=HOW),
    ] = "ignore"
    credit: Annotated[
        Literal["all", "overlap"],
        typer.Option(
            "--credit", help="Credit for detection: in full, or by overlap.", rich_help_panel=HOW
        ),
    ] = "all"
    empty: Annotated[
        Literal["parsed", "as_released"],
        typer.Option(
            "--empty",
            help="Corrections listed with a deletion: read, or lost as in the released scorers.",
            rich_help_panel=HOW,
        ),
    ] = "parsed"
    types: Annotated[
        str,
        typer.Option(
            "--types",
            "-t",
            metavar="A,B",
            help="Score only gold edits of these types, or groups of --codes.",
            rich_help_panel=HOW,
        ),
    ] = ""
    codes: Codes = None

    def parameters(self) -> dict[str, Any]:
        """Return the options as parameters of the functions of `corrigenda.hoo`."""
        return asdict(self)


@app.callback()
def run() -> None:
    """Helping Our Own (HOO 2011, 2012): score, extract, segment, validate, convert, view.

    [bold]Examples[/bold]

      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml
      corrigenda hoo batch-extract Orig Systems Edits
      corrigenda hoo batch-evaluate Gold Edits scores.csv
    """


@app.command()
@flattened
def evaluate(
    gold: Gold,
    system: Annotated[
        Path, typer.Argument(metavar="SYSTEM", help="A system's edits, NNNNTTR.xml.")
    ],
    scoring: Scoring,
    out: Output,
    text: Annotated[
        Path | None,
        typer.Option("--text", metavar="FILE", help="The text, NNNN.txt: adds GLEU and distances."),
    ] = None,
    segmented: Annotated[
        Path | None,
        typer.Option(
            "--segmented", metavar="FILE", help="NNNNS.txt: adds a verdict for each sentence."
        ),
    ] = None,
) -> None:
    """Score one fragment, edit by edit.

    [bold]Examples[/bold]

      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml
      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml --text 0001.txt --segmented 0001S.txt
    """
    out.check([gold, system, text, segmented, scoring.codes])
    parameters = scoring.parameters()
    out.show(hoo.evaluate(gold, system, text=text, segmented=segmented, **parameters))


@app.command()
@flattened
def batch_evaluate(
    gold: GoldFolder,
    system: Annotated[Path, typer.Argument(metavar="SYSDIR", help="Systems' files, NNNNTTR.xml.")],
    scores: Annotated[Path, typer.Argument(metavar="OUT.csv", help="Scores by fragment.")],
    scoring: Scoring,
    bootstrap: Bootstrap,
    out: Output,
    by: Annotated[
        Literal["run", "type", "group"],
        typer.Option(
            "--by",
            help="Print scores, or the gold edits found by type (or group of --codes).",
        ),
    ] = "run",
    jobs: options.Jobs = None,
) -> None:
    """Score all fragments of all runs in a folder: a CSV by fragment, a table by run.

    [bold]Examples[/bold]

      corrigenda hoo batch-evaluate Gold Edits scores.csv
      corrigenda hoo batch-evaluate Gold Edits scores.csv --regime bonus --empty as_released
      corrigenda hoo batch-evaluate Gold Edits scores.csv --by type
      corrigenda hoo batch-evaluate Gold Edits scores.csv --types RT,MT
    """
    from corrigenda.engine.progress import Bar

    out.check([gold, system, scoring.codes], scores)
    settings = bootstrap.settings()
    with Bar("Scoring") as bar:
        batch = hoo.batch_evaluate(
            gold,
            system,
            by=by,
            settings=settings,
            jobs=jobs,
            progress=bar,
            **scoring.parameters(),
        )
    outputs.remark(batch.remarks)
    if batch.runs:
        with outputs.independent() as part:
            with part(scores):
                outputs.write_text(batch.table().csv(), scores)
            out.write(part, batch)
            _fail(batch.problems)
    _fail(batch.problems)


@app.command()
def batch_extract(
    originals: Annotated[Path, typer.Argument(metavar="ORIGDIR", help="Texts, NNNN.txt.")],
    systems: Annotated[
        Path, typer.Argument(metavar="SYSDIR", help="Systems' corrected texts, NNNNTTR.txt.")
    ],
    output: Annotated[
        Path, typer.Argument(metavar="OUTDIR", help="Folder for the files of edits.")
    ],
    whitespace: Annotated[
        Literal["keep", "ignore"],
        typer.Option(
            "--whitespace",
            help="Make edits of changed whitespace, or ignore it (for scoring).",
        ),
    ] = "keep",
    as_released: Annotated[
        bool,
        typer.Option(
            "--as-released", help="Behave like the extractor of the task, defects included."
        ),
    ] = False,
    jobs: options.Jobs = None,
) -> None:
    """Extract the edits between texts and systems' corrected texts.

    [bold]Examples[/bold]

      corrigenda hoo batch-extract Orig Systems Edits
      corrigenda hoo batch-extract Orig Systems Edits --whitespace ignore
      corrigenda hoo batch-extract Orig Systems Edits --as-released
    """
    from corrigenda.engine.progress import Bar

    outputs.check([], [originals, systems], folder=output)
    with Bar("Extracting") as bar:
        written = hoo.batch_extract(
            originals,
            systems,
            output,
            whitespace=whitespace,
            as_released=as_released,
            jobs=jobs,
            progress=bar,
        )
    _done(written)


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
    """Mark the paragraphs and sentences of a text, or remove the marks.

    A plain text gets <p> and <s> tags, a text with these tags loses them. Whitespace is kept, so
    both conversions together give the same bytes.

    [bold]Examples[/bold]

      corrigenda hoo segment 0001.txt 0001S.txt
      corrigenda hoo segment 0001S.txt 0001.txt
      corrigenda hoo segment Orig Segmented --indices
    """
    folder = target if source.is_dir() else None
    outputs.check([] if folder else [target], [source], folder=folder)
    _done(hoo.segment(source, target, indices=indices), quiet=folder is None)


@app.command()
@flattened
def validate(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE_OR_FOLDER...")],
    out: Tables,
    texts: Annotated[
        Path | None,
        typer.Option("--texts", metavar="PATH", help="Folder of NNNN.txt and NNNNS.txt."),
    ] = None,
    gold: Annotated[
        Path | None,
        typer.Option("--gold", metavar="DIR", help="Gold files to match with the runs."),
    ] = None,
    codes: Codes = None,
    repair: Annotated[
        Path | None,
        typer.Option("--repair", metavar="DIR", help="Write repaired copies to this folder."),
    ] = None,
) -> None:
    """List every problem in files, with file, edit and reason.

    The exit status is 1 if there is any problem, and 0 if there is none.

    [bold]Examples[/bold]

      corrigenda hoo validate Gold --texts Orig
      corrigenda hoo validate Edits --texts Orig --gold Gold
      corrigenda hoo validate Gold --texts Orig --codes codes.csv
      corrigenda hoo validate 0001GE.xml --texts Orig --repair Repaired
    """
    out.check([*paths, texts, gold, codes])
    outputs.check([], [], folder=repair)
    validation = hoo.validate(paths, texts=texts, gold=gold, codes=codes, repair=repair)
    out.show(validation)
    outputs.say(_counted(validation.problems))
    if repair is not None:
        outputs.say(f"repaired copies are in {repair}")
    if not validation.valid:
        raise typer.Exit(1)


@app.command()
@flattened
def stats(
    gold: GoldFolder,
    out: Output,
    texts: Annotated[
        Path | None, typer.Argument(metavar="[TEXTDIR]", help="Their texts, to count words.")
    ] = None,
    codes: Codes = None,
) -> None:
    """Count the parts of a data set: edits, types, alternatives, optional edits, consistency sets.

    [bold]Examples[/bold]

      corrigenda hoo stats Gold Orig
      corrigenda hoo stats Gold --codes codes.csv --figure types.pdf
    """
    out.check([gold, texts, codes])
    inventory = hoo.stats(gold, texts, codes=codes)
    out.show(inventory, plot="types")
    _fail(inventory.problems)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="Any HOO file, M2 or JSONL.")],
    target: Annotated[Path, typer.Argument(metavar="TO", help="NNNNGE.xml, NNNNG.xml, .m2, …")],
    text: Text = None,
    form: Annotated[
        Literal["stand-off", "in-line"] | None,
        typer.Option("--form", help="HOO format to write (default: by the file name)."),
    ] = None,
) -> None:
    """Convert between HOO's formats, M2 and JSONL, and report what is lost.

    [bold]Examples[/bold]

      corrigenda hoo convert 0001G.xml 0001GE.xml
      corrigenda hoo convert 0001GE.xml 0001.m2 --text 0001S.txt
      corrigenda hoo convert 0001GE.xml 0001G.xml --text 0001.txt
    """
    outputs.check([target], [source, text])
    for message in hoo.convert(source, target, text=text, form=form):
        outputs.say(message)


@app.command()
def apply(
    edits: Annotated[Path, typer.Argument(metavar="EDITS", help="NNNNGE.xml, NNNNTTR.xml, …")],
    text: Text = None,
    alternative: Annotated[
        int, typer.Option("--alternative", metavar="N", min=0, help="Alternative to apply, from 0.")
    ] = 0,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Apply edits: write the corrected text. Edits of a consistency set take the same alternative.

    [bold]Examples[/bold]

      corrigenda hoo apply 0001GE.xml --text 0001.txt -o corrected.txt
      corrigenda hoo apply 0001G.xml --alternative 1
    """
    outputs.check([output], [edits, text])
    outputs.write_text(hoo.apply(edits, text, alternative=alternative), output)


@app.command()
@flattened
def view(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Gold edits.")],
    scoring: Scoring,
    systems: Annotated[
        list[Path] | None, typer.Argument(metavar="[SYSTEM...]", help="Systems' edits.")
    ] = None,
    text: Text = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.html", help="The page to write.")
    ] = Path("fragment.html"),
) -> None:
    """Write a page that shows a fragment with its gold edits and the systems' edits.

    [bold]Examples[/bold]

      corrigenda hoo view 0001GE.xml 0001AB1.xml 0001CD0.xml --text 0001.txt -o 0001.html
    """
    outputs.check([output], [gold, *(systems or []), text, scoring.codes])
    page = hoo.view(gold, systems or [], text, **scoring.parameters()).report()
    outputs.write_text(page, output)
    outputs.say(f"the page is in {output}")


def _done(written: Written, quiet: bool = False) -> None:
    """Say what a batch wrote, and what went wrong."""
    outputs.remark(written.remarks)
    for section in written.sections():
        for verdict in () if quiet else section.verdicts:
            outputs.say(verdict)
    _fail(written.problems)


def _fail(problems: Sequence[Problem]) -> None:
    """Say what went wrong in a batch; status 2 if anything did."""
    for problem in problems:
        outputs.say(str(problem))
    if problems:
        outputs.say(f"{_counted(problems)}; everything else is done")
        raise typer.Exit(2)


def _counted(problems: Sequence[Problem]) -> str:
    return f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
