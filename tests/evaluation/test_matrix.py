"""Systems against systems, and scores as a figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda import examples
from corrigenda.evaluation import Result, evaluate
from corrigenda.evaluation.comparison import Test
from corrigenda.formats import read, read_system
from corrigenda.results.tables import Cell


@pytest.fixture(scope="module")
def result() -> Result:
    corpus = read(examples.path("gold.m2"))
    names = {"good": "good.txt", "timid": "timid.txt", "no change": "source.txt"}
    systems = [read_system(examples.path(file), corpus, name) for name, file in names.items()]
    return evaluate(corpus, systems, "M2,Accuracy", resamples=100)


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_each_pair_twice(result: Result, test: Test) -> None:
    comparison = result.compare(trials=999, test=test)
    tables = comparison.matrices()
    assert [table.title for table in tables] == [
        "M2: row less column",
        "M2: p after Holm's correction",
        "Accuracy: row less column",
        "Accuracy: p after Holm's correction",
    ]
    names = list(result.systems)
    differences, p_values = tables[:2]
    assert [column.header for column in differences.columns[1:]] == names
    assert [row[0] for row in p_values.rows] == names
    for pair in comparison.pairs[:3]:
        a, b = names.index(pair.a), names.index(pair.b)
        there, back = differences.cells[a][b + 1], differences.cells[b][a + 1]
        assert there.value == pair.paired.difference and back.value == -pair.paired.difference
        corrected = pair.p_holm if test == "randomisation" else pair.p_bootstrap_holm
        assert p_values.cells[a][b + 1] == p_values.cells[b][a + 1]
        assert p_values.cells[a][b + 1].value == corrected
        assert there.marks == back.marks
        assert bool(there.marks) == (corrected < 0.05)
    assert differences.cells[0][1] == Cell("")
    assert f"|test:{test}|" in p_values.notes[-1]


def test_csv_is_one_table(result: Result) -> None:
    table = result.compare(trials=99).matrix().one_table()
    assert len(table.rows) == 6
    assert table.csv().splitlines()[0].startswith("measure,system,good,good marks,timid,")


def test_too_few_trials_are_said(result: Result) -> None:
    assert any(
        note.startswith("no p can be below 0.150")
        for note in result.compare(trials=19).matrices()[1].notes
    )


def test_several_measures_are_panels_with_the_same_systems(result: Result, tmp_path: Path) -> None:
    result.plot().save(tmp_path / "all.svg")
    drawn = (tmp_path / "all.svg").read_text(encoding="utf-8")
    assert drawn.count("<!-- good -->") == drawn.count("<!-- M2 -->") == 1
    assert drawn.count("<!-- Accuracy -->") == 1
    caption = (tmp_path / "all.caption.txt").read_text(encoding="utf-8")
    assert caption.startswith("M2 and Accuracy on 32 sentences") and "in the order of M2" in caption
    assert result.signature("M2") in caption and result.signature("Accuracy") in caption


def test_differences_as_a_figure(result: Result) -> None:
    comparison = result.compare(trials=19)
    figure = comparison.plot()
    drawn = figure.render(".svg").decode()
    for pair in comparison.pairs:
        assert drawn.count(f"<!-- {pair.a} - {pair.b} -->") == 1
    assert str(comparison.signature) == figure.signature


def test_scores_as_a_figure(result: Result, tmp_path: Path) -> None:
    result.plot("M2").save(tmp_path / "m2.svg")
    drawn = (tmp_path / "m2.svg").read_text(encoding="utf-8")
    caption = (tmp_path / "m2.caption.txt").read_text(encoding="utf-8")
    assert drawn.index("good") < drawn.index("timid") < drawn.index("no change")
    assert caption == (
        f"M2 on 32 sentences, with 95 % confidence intervals. {result.signature('M2')}\n"
    )
