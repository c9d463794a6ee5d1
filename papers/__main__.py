"""Run the experiments and write the page (see `python -m papers --help`)."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from corrigenda.engine.progress import Bar
from corrigenda.errors import InputError
from corrigenda.formats.lines import writing
from papers import bias, hoo, usim
from papers.page import COUNTED, VERDICTS, WIDTH, html, markdown
from papers.rows import Experiment, Outcome, Paper
from papers.shared import MissingError, Shared

PAPERS = (hoo.PAPER, bias.PAPER, usim.PAPER)
ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    shared = Shared(given.shared, given.jobs)
    if not (shared.root / "data").is_dir():
        print(
            f"no public data at {given.shared}: expected a folder that holds data/ and golden/\n"
            "hint: say where it is, with --shared FOLDER (make papers SHARED=FOLDER)",
            file=sys.stderr,
        )
        return 2
    try:
        results = [(paper, run(paper, shared, given.only)) for paper in PAPERS]
        results = [(paper, outcomes) for paper, outcomes in results if outcomes]
        if not results:
            print(f"no experiment begins with {' or '.join(given.only)}", file=sys.stderr)
            return 2
        write(results, given.out, given.markdown)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m papers", description=__doc__)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=ROOT / "papers" / "out", metavar="FOLDER")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables here, too")
    parser.add_argument("--jobs", type=int, help="number of processes")
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="NAME",
        help="experiments whose names begin so, such as hoo or bias/table-1",
    )  # fmt: skip
    return parser


def run(paper: Paper, shared: Shared, only: Sequence[str] = ("",)) -> list[Outcome]:
    """The experiments of a paper whose names begin with one of `only`, one after another."""
    found = []
    for experiment in paper.experiments:
        name = f"{paper.key}/{experiment.key}"
        if not name.startswith(tuple(only)):
            continue
        started = time.monotonic()
        outcome = _outcome(name, experiment, shared)
        found.append(outcome)
        print(f"{time.monotonic() - started:6.1f} s  {name:<22} {_told(outcome)}", flush=True)
    return found


def _outcome(name: str, experiment: Experiment, shared: Shared) -> Outcome:
    with Bar(name):
        try:
            return Outcome(experiment, experiment.run(shared))
        except MissingError as missing:
            return Outcome(experiment, skipped=str(missing))


def _told(outcome: Outcome) -> str:
    if outcome.findings is None:
        return f"skipped: {outcome.skipped}"
    counts = ((VERDICTS[verdict], outcome.findings.count(verdict)) for verdict in COUNTED)
    return ", ".join(f"{count} {name}" for name, count in counts if count) or "nothing to compare"


def write(
    results: Sequence[tuple[Paper, Sequence[Outcome]]], out: Path, page: Path | None = None
) -> None:
    """The page in HTML and Markdown, and each figure as SVG."""
    out.mkdir(parents=True, exist_ok=True)
    for paper, outcomes in results:
        for outcome in outcomes:
            for name, figure in (outcome.findings.figures if outcome.findings else {}).items():
                figure.save(out / f"{paper.key}-{name}.svg", WIDTH)
    text = markdown(results)
    for target, written in ((out / "index.html", html(results)), (out / "papers.md", text)):
        with writing(target) as file:
            file.write(written)
    if page is not None:
        with writing(page) as file:
            file.write(text)


if __name__ == "__main__":
    sys.exit(main())
