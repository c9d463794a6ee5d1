"""Which measure agrees with people: the tables of docs/agreement.md, computed from public data.

    python -m papers.agreement --shared ../shared      (or: make agreement SHARED=../shared)

Every measure that has a best score and can be computed here is set against the rankings of the
CoNLL-2014 systems (Grundkiewicz et al. 2015), and every one that needs no references against the
ratings of TMU-GFM (Yoshimura et al. 2020), by `corrigenda meta`. What is between the marks in the
page is replaced.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from corrigenda.errors import InputError
from corrigenda.formats import read
from corrigenda.formats.lines import writing
from corrigenda.judgements.character_similarity import Characters, below
from corrigenda.judgements.meta_study import meta
from corrigenda.judgements.ranking_study import SKILL, WINS, RankingStudy
from corrigenda.judgements.rating_study import ALL, CHANGED, RatingStudy
from corrigenda.meaning.parsing import Parsing
from corrigenda.measures.contract import Measure
from corrigenda.measures.registry import find, names
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import listed
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.settings import Settings
from papers.shared import MissingError, Shared

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "agreement.md"
MARKS = "<!-- {}: written by `make {}` -->"
BASELINE = str(Characters())
NO_RATING = 0
"""What the raters of TMU-GFM gave where no grade applied; its own means leave it out."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m papers.agreement", description=__doc__)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", metavar="FOLDER")
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE")
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="cache of parsed graphs")
    parser.add_argument("--measures", nargs="+", metavar="NAME", help="by default all")
    parser.add_argument("--jobs", type=int, help="number of processes")
    given = parser.parse_args(arguments)
    shared = Shared(given.shared, given.jobs)
    try:
        text = given.page.read_text(encoding="utf-8")
        text = replaced(text, "rankings", rankings(shared, given.measures, given.cache))
        text = replaced(text, "ratings", ratings(shared, given.measures, given.cache))
    except (InputError, MissingError) as error:
        print(error, file=sys.stderr)
        return 2
    with writing(given.page) as stream:
        stream.write(text)
    return 0


def measures(wanted: Sequence[str] | None, *, references: bool) -> Iterator[Measure]:
    """Yield the measures by which something is better than something else; without references,
    those that need none."""
    for name in names():
        measure = find(name)()
        if (wanted and name not in wanted) or name.startswith("HOO."):
            continue
        if measure.best is None or measure.against == "analysis":
            continue
        try:
            measure.check()
        except InputError as error:
            print(f"left out: {error.message}", file=sys.stderr)
            continue
        if references or "references" not in measure.needs:
            yield measure


def replaced(page: str, name: str, text: str, by: str = "agreement") -> str:
    """Return the page with another text between two marks, which name the target that wrote it."""
    mark = re.escape(MARKS.format(name, by))
    pattern = re.compile(f"({mark}\n).*?({mark}\n)", re.DOTALL)
    if not pattern.search(page):
        raise InputError(f"the page has no marks {MARKS.format(name, by)}")
    return pattern.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", page)


def rankings(shared: Shared, wanted: Sequence[str] | None, cache: Path | None) -> str:
    """Return the table of measures against rankings, as Markdown."""
    folder = shared.root / "data" / "conll14"
    study = meta(
        shared.root / "data" / "gjg15" / "judgments.xml.gz",
        read(folder / "official-2014.combined.m2"),
        {path.name: path for path in sorted((folder / "systems").iterdir())},
        list(measures(wanted, references=True)),
        settings=Settings(),
        parser=Parsing("embedded", cache),
        jobs=shared.jobs,
    )
    assert isinstance(study, RankingStudy)
    subsets = list(dict.fromkeys(one.subset for one in study.correlations))
    by = {(one.measure, one.people, one.subset): one for one in study.correlations}
    taus = {one.measure: one.tau for one in study.sentence_level}
    columns = [
        Column("measure", align="left"),
        Column("r", group=WINS, best="max", decimals=3),
        Column("ρ", group=WINS, best="max", decimals=3),
        Column("r", group=SKILL, best="max", decimals=3),
        Column("ρ", group=SKILL, best="max", decimals=3),
        Column(f"r {subsets[-1]}", group=SKILL, best="max", decimals=3),
        Column("Kendall τ, sentences", best="max", decimals=3),
    ]
    rows: list[TableRow] = []
    for measure in sorted(taus, key=lambda name: -by[name, WINS, subsets[0]].pearson.value):
        wins, skill = (by[measure, people, subsets[0]] for people in (WINS, SKILL))
        few = by[measure, SKILL, subsets[-1]]
        rows.append(
            [
                _named(measure),
                *map(_cell, (wins.pearson, wins.spearman, skill.pearson, skill.spearman)),
                few.pearson.value,
                _cell(taus[measure]),
            ]
        )
    tops = (study.ceiling[WINS], None, study.ceiling[SKILL], None, None, study.between.tau)
    rows.append(["perfect measure", *tops])
    alike = [
        one.other for one in study.system_differences
        if one.measure == study.system_differences[0].measure and not one.williams < 0.05
    ]  # fmt: skip
    first = study.system_differences[0].measure
    return "\n".join(
        [
            Table(columns, rows, apart=1).markdown(),
            f"Best at system level by Expected Wins: {first}. Williams' test does not tell "
            f"{listed(alike, 'or')} from it (p ≥ 0.05, {len(study.judged)} systems).\n",
            _below(
                {
                    "r": {name: by[name, WINS, subsets[0]].pearson.value for name in taus},
                    "ρ": {name: by[name, WINS, subsets[0]].spearman.value for name in taus},
                    "τ": {name: tau.value for name, tau in taus.items()},
                }
            ),
            f"`{study.signature}`\n",
        ]
    )


def ratings(shared: Shared, wanted: Sequence[str] | None, cache: Path | None) -> str:
    """Return the table of measures against ratings, as Markdown."""
    study = meta(
        shared.root / "data" / "tmu-gfm-dev" / "dev.csv",
        measures=list(measures(wanted, references=False)),
        no_answer=[NO_RATING],
        raw=True,
        settings=Settings(),
        parser=Parsing("embedded", cache),
        jobs=shared.jobs,
    )
    assert isinstance(study, RatingStudy)
    by = {(one.measure, one.aspect, one.subset): one for one in study.outputs}
    aspects = list(dict.fromkeys(one.aspect for one in study.outputs))
    columns = [Column("measure", align="left")]
    shown = [(aspect, subset) for aspect in reversed(aspects) for subset in (ALL, CHANGED)]
    for aspect, subset in shown:
        label = aspect.replace("grammer", "grammar")
        group = label if subset == ALL else f"{label}, changed"
        columns += [Column("r", group=group, best="max", decimals=3)]
        columns += [Column("ρ", group=group, best="max", decimals=3)]
    rows: list[TableRow] = []
    main_aspect = shown[0][0]
    order = list(dict.fromkeys(one.measure for one in study.outputs))
    order.sort(key=lambda name: -by[name, main_aspect, ALL].spearman.value)
    for measure in order:
        row: list[Cell | str | float | None] = [_named(measure)]
        for aspect, subset in shown:
            one = by[measure, aspect, subset]
            precise = aspect == main_aspect and subset == ALL
            row += [_cell(e) if precise else e.value for e in (one.pearson, one.spearman)]
        rows.append(row)
    tops = {(one.aspect, one.subset): one.intraclass.ceiling for one in study.agreement}
    row = ["perfect measure"]
    for pair in shown:
        row += [tops[pair], None]
    rows.append(row)
    return "\n".join(
        [
            Table(columns, rows, apart=1).markdown(),
            _below(
                {
                    f"r with {main_aspect}": {
                        name: by[name, main_aspect, ALL].pearson.value for name in order
                    },
                    f"ρ with {main_aspect}": {
                        name: by[name, main_aspect, ALL].spearman.value for name in order
                    },
                }
            ),
            f"`{study.signature}`\n",
        ]
    )


def _named(measure: str) -> str:
    return f"{measure} (difflib)" if measure == BASELINE else measure


def _cell(one: Estimate) -> Cell:
    return Cell(one.value, one.low, one.high)


def _below(agreement: Mapping[str, Mapping[str, float]]) -> str:
    """Say which measures are worse than the similarity of characters, by which number."""
    said = [line for what, values in agreement.items() for line in below(values, what)]
    if not said:
        return "No measure here is worse than the similarity of characters.\n"
    return "".join(f"- **{line[0].upper()}{line[1:]}.**\n" for line in said)


if __name__ == "__main__":
    sys.exit(main())
