"""`corrigenda hoo`: the Helping Our Own shared tasks, their files, scores and tools.

Arguments:
    gold (GOLD): Gold edits, NNNNGE.xml.
    folder (GOLDDIR): Gold files, NNNNGE.xml.

Options:
    codes (FILE.csv): Meanings of types: columns code, meaning and, optionally, group and
        'no error'.
    text (FILE): The text of stand-off edits, NNNN.txt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from corrigenda import hoo
from corrigenda.cli import options, outputs
from corrigenda.cli.commands import described
from corrigenda.cli.groups import WORK, Bootstrap, Output, Tables, Work
from corrigenda.errors import InputError

COMMAND = "hoo"
PANEL = "Shared tasks"

if TYPE_CHECKING:
    from corrigenda.hoo import Problem, Written

app = typer.Typer(no_args_is_help=True)

_shared = described(__doc__)

Codes = Annotated[Path | None, _shared("codes")]
Gold = Annotated[Path, _shared("gold")]
GoldFolder = Annotated[Path, _shared("folder")]
Text = Annotated[Path | None, _shared("text")]


@dataclass(frozen=True)
class ScoringOptions:
    """Rules of scoring.

    Scoring:
        regime: How optional edits count.
        year: Conventions of this year.
        csets: Ignore or enforce consistency sets.
        credit: Credit for detection: in full, or by overlap.
        empty: Corrections listed with a deletion: read, or lost as in the released scorers.
        types (--types, -t A,B): Score only gold edits of these types, or groups of --codes.
    """

    regime: Literal["nobonus", "bonus", "document"] = "nobonus"
    year: Literal["2011", "2012"] = "2011"
    csets: Literal["ignore", "enforce"] = "ignore"
    credit: Literal["all", "overlap"] = "all"
    empty: Literal["parsed", "as_released"] = "parsed"
    types: str = ""
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
def evaluate(
    gold: Gold,
    system: Path,
    scoring: ScoringOptions,
    out: Output,
    text: Text = None,
    segmented: Path | None = None,
) -> None:
    """Score one fragment, edit by edit.

    --text adds GLEU and distances, --segmented a verdict for each sentence.

    [bold]Examples[/bold]

      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml
      corrigenda hoo evaluate 0001GE.xml 0001AB1.xml --text 0001.txt --segmented 0001S.txt

    Arguments:
        system (SYSTEM): A system's edits, NNNNTTR.xml.

    Options:
        segmented (FILE): The text, one sentence per line, NNNNS.txt.
    """
    out.check([gold, system, text, segmented, scoring.codes])
    parameters = scoring.parameters()
    out.show(hoo.evaluate(gold, system, text=text, segmented=segmented, **parameters))


@app.command()
def batch_evaluate(
    gold: GoldFolder,
    system: Path,
    scoring: ScoringOptions,
    bootstrap: Bootstrap,
    out: Output,
    scores: Path | None = None,
    by: Literal["run", "type", "group"] = "run",
    work: Work = WORK,
) -> None:
    """Score all fragments of all runs in a folder: a table by run, and a CSV by fragment.

    [bold]Examples[/bold]

      corrigenda hoo batch-evaluate Gold Edits scores.csv
      corrigenda hoo batch-evaluate Gold Edits scores.csv --regime bonus --empty as_released
      corrigenda hoo batch-evaluate Gold Edits --by type
      corrigenda hoo batch-evaluate Gold Edits scores.csv --types RT,MT

    Arguments:
        system (SYSDIR): Systems' files, NNNNTTR.xml.
        scores ([OUT.csv]): File for scores by fragment, or what --by names.

    Options:
        by: Print scores, or the gold edits found by type (or group of --codes).
    """

    out.check([gold, system, scoring.codes], scores)
    settings = bootstrap.settings()
    with work.with_progress("Scoring"):
        batch = hoo.batch_evaluate(
            gold,
            system,
            by=by,
            settings=settings,
            **scoring.parameters(),
        )
    outputs.remark(batch.remarks)
    if batch.runs:
        with outputs.independent() as part:
            if scores is not None:
                with part(scores):
                    table = batch.table() if by == "run" else batch.tables()[0]
                    outputs.write_text(table.csv(), scores)
            out.write(part, batch)
            _fail(batch.problems)
    _fail(batch.problems, "nothing was scored")


@app.command()
def batch_extract(
    originals: Path,
    systems: Path,
    output: Path,
    whitespace: Literal["keep", "ignore"] = "keep",
    as_released: bool = False,
    work: Work = WORK,
) -> None:
    """Extract the edits between texts and systems' corrected texts.

    [bold]Examples[/bold]

      corrigenda hoo batch-extract Orig Systems Edits
      corrigenda hoo batch-extract Orig Systems Edits --whitespace ignore
      corrigenda hoo batch-extract Orig Systems Edits --as-released

    Arguments:
        originals (ORIGDIR): Texts, NNNN.txt.
        systems (SYSDIR): Systems' corrected texts, NNNNTTR.txt.
        output (OUTDIR): Folder for the files of edits.

    Options:
        whitespace: Make edits of changed whitespace, or ignore it (for scoring).
        as_released: Behave like the extractor of the task, defects included.
    """

    outputs.check([], [originals, systems], folder=output)
    with work.with_progress("Extracting"):
        written = hoo.batch_extract(
            originals,
            systems,
            output,
            whitespace=whitespace,
            as_released=as_released,
        )
    _done(written)


@app.command()
def segment(
    source: Path,
    target: Path,
    indices: bool = False,
) -> None:
    """Mark the paragraphs and sentences of a text, or remove the marks.

    A plain text gets <p> and <s> tags, a text with these tags loses them. Whitespace is kept, so
    both conversions together give the same bytes.

    [bold]Examples[/bold]

      corrigenda hoo segment 0001.txt 0001S.txt
      corrigenda hoo segment 0001S.txt 0001.txt
      corrigenda hoo segment Orig Segmented --indices

    Arguments:
        source (FROM): NNNN.txt, NNNNS.txt, or a folder of such texts.
        target (TO): The text or folder to write.

    Options:
        indices: Number paragraphs and sentences: <s index='5'>.
    """
    folder = target if source.is_dir() else None
    outputs.check([] if folder else [target], [source], folder=folder)
    _done(hoo.segment(source, target, indices=indices), quiet=folder is None)


@app.command()
def validate(
    paths: list[Path],
    out: Tables,
    texts: Path | None = None,
    gold: Path | None = None,
    codes: Codes = None,
    repair: Path | None = None,
) -> None:
    """List every problem in files, with file, edit and reason.

    The exit status is 1 if there is any problem, 0 if there is none, and 2 if nothing could be
    checked.

    [bold]Examples[/bold]

      corrigenda hoo validate Gold --texts Orig
      corrigenda hoo validate Edits --texts Orig --gold Gold
      corrigenda hoo validate Gold --texts Orig --codes codes.csv
      corrigenda hoo validate 0001GE.xml --texts Orig --repair Repaired

    Arguments:
        paths (FILE_OR_FOLDER...): Files, or folders of files.

    Options:
        texts (--texts, --text PATH): Folder of NNNN.txt and NNNNS.txt.
        gold (DIR): Gold files to match with the runs.
        repair (DIR): Write repaired copies to this folder.
    """
    out.check([*paths, texts, gold, codes])
    outputs.check([], [], folder=repair)
    validation = hoo.validate(paths, texts=texts, gold=gold, codes=codes, repair=repair)
    out.show(validation)
    outputs.say(validation.summary)
    if repair is not None:
        outputs.say(f"repaired copies are in {repair}")
    if not validation.valid:
        raise typer.Exit(1)


@app.command()
def stats(
    gold: GoldFolder,
    out: Output,
    texts: Path | None = None,
    codes: Codes = None,
) -> None:
    """Count the parts of a data set: edits, types, alternatives, optional edits, consistency sets.

    [bold]Examples[/bold]

      corrigenda hoo stats Gold Orig
      corrigenda hoo stats Gold --codes codes.csv --figure types.pdf

    Arguments:
        texts ([TEXTDIR]): Their texts, to count words.
    """
    out.check([gold, texts, codes])
    inventory = hoo.stats(gold, texts, codes=codes)
    out.show(inventory, plot="types")
    _fail(inventory.problems, "" if inventory.fragments else "nothing was counted")


@app.command()
def convert(
    source: Path,
    target: Path,
    text: Text = None,
    form: Literal["stand-off", "in-line"] | None = None,
) -> None:
    """Convert between HOO's formats, M2 and JSONL, and report what is lost.

    [bold]Examples[/bold]

      corrigenda hoo convert 0001G.xml 0001GE.xml
      corrigenda hoo convert 0001GE.xml 0001.m2 --text 0001S.txt
      corrigenda hoo convert 0001GE.xml 0001G.xml --text 0001.txt

    Arguments:
        source (FROM): Any HOO file, M2 or JSONL.
        target (TO): NNNNGE.xml, NNNNG.xml, .m2, …

    Options:
        form: HOO format to write (default: by the file name).
    """
    outputs.check([target], [source, text])
    for message in hoo.convert(source, target, text=text, form=form):
        outputs.say(message)


@app.command()
def apply(
    edits: Path,
    text: Text = None,
    alternative: Annotated[int, typer.Option(min=0)] = 0,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Apply edits: write the corrected text. Edits of a consistency set take the same alternative.

    [bold]Examples[/bold]

      corrigenda hoo apply 0001GE.xml --text 0001.txt -o corrected.txt
      corrigenda hoo apply 0001G.xml --alternative 1

    Arguments:
        edits (EDITS): NNNNGE.xml, NNNNTTR.xml, …

    Options:
        alternative (N): Alternative to apply, from 0.
    """
    outputs.check([output], [edits, text])
    outputs.write_text(hoo.apply(edits, text, alternative=alternative), output)


@app.command()
def view(
    gold: Path,
    scoring: ScoringOptions,
    systems: list[Path] | None = None,
    text: Path | None = None,
    output: Path | None = None,
) -> None:
    """Write a page that shows a fragment with its gold edits and the systems' edits.

    Of folders, it writes a page for each fragment, and index.html, which lists them.

    [bold]Examples[/bold]

      corrigenda hoo view 0001GE.xml 0001AB1.xml 0001CD0.xml --text 0001.txt -o 0001.html
      corrigenda hoo view Gold Edits --text Orig -o pages

    Arguments:
        gold (GOLD): Gold edits, or a folder of such files.
        systems ([SYSTEM...]): Systems' edits, or one folder of them.

    Options:
        text (--text, --texts FILE): The text of stand-off edits, NNNN.txt, or a folder of texts.
        output (--output, -o FILE.html): The page, or folder, to write (default: fragment.html, or
            fragments).
    """
    given, parameters = systems or [], scoring.parameters()
    inputs = [gold, *given, text, scoring.codes]
    if gold.is_dir():
        folder = output or Path("fragments")
        outputs.check([], inputs, folder=folder)
        if len(given) > 1:
            raise InputError("expected one folder of systems' edits", file=given[1])
        _done(hoo.batch_view(gold, given[0] if given else None, text, folder, **parameters))
        return
    page = output or Path("fragment.html")
    outputs.check([page], inputs)
    shown = hoo.view(gold, given, text, **parameters)
    outputs.remark(shown.remarks)
    outputs.write_text(shown.report(), page)
    outputs.say(f"the page is in {page}")


def _done(written: Written, quiet: bool = False) -> None:
    """Say what a batch wrote, and what went wrong."""
    outputs.remark(written.remarks)
    for section in written.sections():
        for verdict in () if quiet else section.verdicts:
            outputs.say(verdict)
    _fail(written.problems, "" if written.written else "nothing was written")


def _fail(problems: Sequence[Problem], rest: str = "") -> None:
    """Say what went wrong in a batch, and what became of the rest; status 2 if anything did."""
    for problem in problems:
        outputs.say(str(problem))
    if problems:
        count = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
        outputs.say(f"{count}; {rest or 'everything else is done'}")
        raise typer.Exit(2)
