"""Every measure through evaluation, comparison, JSON and page: what it says of itself is honoured.

`best` says which score is the best, `against` what a correction is compared with.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.evaluation.scores import table
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from corrigenda.measures import registry
from corrigenda.measures.contract import Measure
from corrigenda.results.finding import Saved

TRIALS = 2000


@dataclass(frozen=True)
class WER(Measure):
    """Words that are wrong or missing, by the first reference, at the same place: a toy."""

    columns: ClassVar[tuple[str, ...]] = ("wrong", "words")
    best: ClassVar[Any] = "min"

    def candidates(self, segment: cg.Segment, correction: cg.Correction) -> list[tuple[int, int]]:
        gold, mine = self.references(segment)[0].tokens, correction.tokens
        same = sum(a == b for a, b in zip(gold, mine, strict=False))
        return [(max(len(gold), len(mine)) - same, len(gold))]

    def values(self, sums: np.ndarray) -> dict[str, np.ndarray]:
        return {"score": sums[..., 0] / sums[..., 1].clip(min=1)}


@dataclass(frozen=True)
class Length(WER):
    """Words of a correction: a toy of which more is neither better nor worse."""

    best: ClassVar[Any] = None
    needs: ClassVar[Any] = ()

    def candidates(self, segment: cg.Segment, correction: cg.Correction) -> list[tuple[int, int]]:
        return [(len(correction.tokens), 1)]


EVERY: list[Measure] = [*(registry.measure(name) for name in registry.names()), WER(), Length()]


Found = dict[str, Any]


@pytest.fixture(scope="module")
def founds() -> dict[bool, Found]:
    """Three systems by every measure: one that is right, one that does nothing, one that spoils.

    Measures that compare analyses (True) get graphs of one text instead.
    """
    segments = list(cg.read(examples.path("gold.m2")))[:20]
    texts = {
        "right": [segment.references[0].text for segment in segments],
        "idle": [segment.source for segment in segments],
        "wild": [" ".join(["so", *s.tokens[1::2], *s.tokens[::3]]) for s in segments],
    }
    analysed = [cg.Segment(s.source, s.references, graph=graph_of(s, "A")) for s in segments]
    analyses = [
        cg.System(
            name,
            tuple(cg.Correction(s.source, s.source, graph=graph_of(s, label)) for s in segments),
        )
        for name, label in (("right", "A"), ("idle", "A"), ("wild", "D"))
    ]
    found = {}
    for analysis, corpus, systems in ((False, segments, texts), (True, analysed, analyses)):
        measures = [m for m in EVERY if (m.against == "analysis") == analysis]
        result = cg.evaluate(corpus, systems, measures, resamples=200, trials=TRIALS)  # type: ignore[arg-type]
        data = json.loads(json.dumps(result.complete().to_json(), allow_nan=False))
        page = result.report()
        found[analysis] = {"result": result, "data": data, "page": page}
        assert Saved(data).report() == page
    return found


def graph_of(segment: cg.Segment, label: str) -> Graph:
    return from_brackets(f"[H {' '.join(f'[{label} {token}]' for token in segment.tokens)}]")


@pytest.fixture
def found(founds: dict[bool, Found], request: pytest.FixtureRequest) -> Found:
    measure = request.node.callspec.params["measure"]
    return founds[measure.against == "analysis"]


def rows_of(page: str, measure: str) -> str:
    """The matrix of a measure, as it is written."""
    (matrix,) = [
        m for m in re.findall(r'<table class="matrix">.*?</table>', page, re.DOTALL)
        if re.search(rf"<caption><span>{re.escape(measure)}( \(|:)", m)
    ]  # fmt: skip
    return matrix


def table_notes(result: cg.Result) -> list[str]:
    return [note for section in result.sections() for note in section.notes]


@pytest.mark.parametrize("measure", EVERY, ids=str)
def test_direction_is_honoured(found: Found, measure: Measure, tmp_path: Path) -> None:
    result, name = found["result"], str(measure)
    cells = {system: result[system, measure].score.value for system in result.systems}
    comparison = result.compare(measure, trials=TRIALS)
    sign = {"max": 1, "min": -1, None: 0}[measure.best]

    for pair in comparison.pairs:
        assert pair.paired.difference == pytest.approx(cells[pair.a] - cells[pair.b])
        scores = [result.sentence_scores(system, measure) for system in (pair.a, pair.b)]
        better = int((sign * (scores[0] - scores[1]) > 1e-12).sum())
        assert pair.wins == (better if sign else None)
        assert (pair.losses is None) == (sign == 0)

    # tables: the best is bold, or nothing is; the unchanged source never is
    table = result.table()
    column = [c.group for c in table.columns].index(name)
    bold = {table.cells[i][0].value for i, j in table.best if j == column}
    values = sorted(cells.values(), key=lambda score: -sign * score)
    first = {system for system, score in cells.items() if f"{score:.4f}" == f"{values[0]:.4f}"}
    assert bold == (first if sign else set())

    # tables and figures say so if less is better
    said = any(f"{name}: lower is better" in note for note in table_notes(result))
    assert said == (f"{name}: lower is better." in result.plot(name).caption) == (sign < 0)

    # the order of the figure, the ranking and the page's drawing
    order = [place["system"] for place in found["data"]["ranking"][name]]
    assert order == sorted(cells, key=lambda system: -sign * cells[system])
    result.plot(name).save(tmp_path / "scores.svg")
    drawn = (tmp_path / "scores.svg").read_text(encoding="utf-8")
    assert sorted(cells, key=lambda system: drawn.index(f"<!-- {system} -->")) == order
    label = re.search(rf'aria-label="{re.escape(name)}: ([^"]*)"', found["page"])
    assert label is not None
    assert [part.split()[0] for part in label[1].split("; ")][:3] == order

    # words
    verdict, *_ = comparison.verdicts()
    assert ("highest" in verdict) == (sign > 0)
    assert ("lowest, which is best" in verdict or "lowest, the best" in verdict) == (sign < 0)
    assert ("a higher value is neither better nor worse" in verdict) == (sign == 0)
    told = re.sub("-(?=[0-9])", "−", verdict.partition(" Ranked: ")[0])
    assert told in re.sub(
        "&#39;|\u00a0", " ", re.sub('</?(b|bdi)( class="who")?>', "", found["page"])
    )
    notes = " ".join(note for shown in (comparison, comparison.matrix()) for table in shown.tables()
                      for note in table.notes)  # fmt: skip
    assert ("lower is better" in notes) == (sign < 0)
    assert ("neither better nor worse" in notes) == (sign == 0)

    # JSON and page
    for pair in found["data"]["pairs"][name]:
        assert (pair["wins"] is None) == (pair["losses"] is None) == (sign == 0)
    matrix = rows_of(found["page"], name)
    kinds = set(re.findall(r'<td class="(\w+)"', matrix)) - {"self"}
    assert kinds <= ({"better", "worse", "level"} if sign else {"differs", "level"})
    for kind, shown in re.findall(r'<td class="(better|worse)".*?([+−]\d\S*)<', matrix):
        assert (kind == "better") == ((shown[0] == "+") == (sign > 0))


@pytest.mark.parametrize("measure", EVERY, ids=str)
def test_the_unchanged_source_and_the_change_rate_stand_beside(
    found: Found, measure: Measure
) -> None:
    result, data, name = found["result"], found["data"], str(measure)
    if measure.against == "analysis":
        assert name not in data["unchanged"]
    else:
        idle = {k: v for k, v in data["systems"]["idle"][name].items() if k != "signature"}
        unchanged = {k: v for k, v in data["unchanged"][name].items() if k != "signature"}
        assert unchanged == idle
    alone = {(column.group, column.header) for column in table(result, [measure]).columns}
    assert ((name, "change rate") in alone) == (measure.against == "source")
    assert [c.header for c in result.table().columns].count("change rate") <= 1
    verdict, *_ = result.compare(measure, trials=TRIALS).verdicts()
    if measure.against == "source" and measure.best is not None:
        assert re.search(r"changes? .*% as many words as annotators do", verdict)


@pytest.mark.parametrize("measure", EVERY, ids=str)
def test_what_a_measure_says_it_compares_with_is_so(measure: Measure) -> None:
    """One that compares with references cannot do without, and one that does not, can."""
    segment, correction = measure.worked_example()
    segment = cg.Segment(segment.source, (), graph=segment.graph)
    if measure.against == "references":
        with pytest.raises(cg.InputError, match="has no reference"):
            measure.candidates(segment, correction)
    else:
        assert measure.candidates(segment, correction)


def test_a_wer_of_which_less_is_better(founds: dict[bool, Found]) -> None:
    """The plug-in of which reports once said, in green, that the worse system wins."""
    found = founds[False]
    comparison = found["result"].compare(WER(), trials=TRIALS)
    (pair,) = [pair for pair in comparison.pairs if {pair.a, pair.b} == {"right", "wild"}]
    assert pair.a == "right" and pair.paired.difference < 0
    assert pair.wins == 20 and pair.losses == 0
    assert comparison.verdicts()[0].startswith("right scores lowest, which is best, on WER: 0.0000")
    row = re.search(r'"name"><bdi>right</bdi>.*?</tr>', rows_of(found["page"], "WER"), re.DOTALL)
    assert row is not None and 'class="worse"' not in row[0] and 'class="better"' in row[0]


def test_systems_that_gain_nothing_over_the_source_are_named() -> None:
    from corrigenda.evaluation.ranking import verdicts

    found = {
        "level": 95,
        "measures": {
            "GLEU": {"best": "max", "against": "references"},
            "WER": {"best": "min", "against": "references"},
            "USim": {"best": "max", "against": "source"},
        },
        "systems": {
            "A": {name: {"score": 0.5} for name in ("GLEU", "WER", "USim")},
            "B": {name: {"score": 0.7} for name in ("GLEU", "WER", "USim")},
        },
        "unchanged": {name: {"score": 0.6} for name in ("GLEU", "WER", "USim")},
        "changes": {name: {"words": 0.1, "sentences": 0.1, "rate": 0.5} for name in ("A", "B")},
    }
    said = [line for line in verdicts(found) if "no better" in line]
    assert said == [
        "A scores no better than the unchanged source on GLEU (0.6000).",
        "B scores no better than the unchanged source on WER (0.6000).",
    ]
