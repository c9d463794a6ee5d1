"""What measures make of outputs that are no corrections: the table of docs/choosing.md.

    python -m papers.degenerate      (or: make degenerate)

The corpus is the one that comes with the package. What is between the marks in the page is
replaced.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from corrigenda.edits import apply_tokens
from corrigenda.evaluation import evaluate
from corrigenda.formats.lines import writing
from corrigenda.meaning.studies.mutations import negations
from corrigenda.results.tables import Column, Table
from papers.agreement import ROOT, replaced

PAGE = ROOT / "docs" / "choosing.md"
EXAMPLES = ROOT / "src" / "corrigenda" / "examples"
MEASURES = ("M2", "GLEU", "USim", "Meaning", "Grammar", "GatedGrammar")
CONSTANT = "The weather is mild ."


def outputs() -> dict[str, list[str]]:
    """Return what is scored, by name, a line per sentence."""
    source, right = _lines("source.txt"), _lines("ref0.txt")
    return {
        "unchanged source": source,
        f"“{CONSTANT}” for every sentence": [CONSTANT] * len(source),
        "the reference of the next sentence": [*right[1:], right[0]],
        "a reference": right,
        "the same with one negation added or dropped": [_flipped(line) for line in right],
        "an empty line for every sentence": [""] * len(source),
        **{f"{name}, bundled": _lines(f"{name}.txt") for name in ("timid", "good", "reckless")},
    }


def table() -> str:
    """Return the table as Markdown."""
    result = evaluate(
        EXAMPLES / "gold.m2", systems=outputs(), measures=",".join(MEASURES), ci=None, jobs=1
    )
    columns = [Column("output", align="left"), *(Column(name, decimals=2) for name in MEASURES)]
    rows = [[name, *(result[name][measure].value for measure in MEASURES)] for name in outputs()]
    return Table(columns, rows).markdown()


def _lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


def _flipped(line: str) -> str:
    """Return a sentence with its first negation added or dropped, if there is a place for one."""
    places = negations(line.split())
    return " ".join(apply_tokens(line.split(), places[:1])) if places else line


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m papers.degenerate", description=__doc__)
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE")
    given = parser.parse_args(arguments)
    text = given.page.read_text(encoding="utf-8")
    text = replaced(text, "degenerate", table(), by="degenerate")
    with writing(given.page) as stream:
        stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
