"""Systems against systems, and scores as a figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda import examples
from corrigenda.evaluation import Result, evaluate, figures
from corrigenda.evaluation.figures import scores
from corrigenda.evaluation.matrix import in_one, matrices
from corrigenda.formats import read, read_system
from corrigenda.results.tables import Cell


@pytest.fixture(scope="module")
def result() -> Result:
    corpus = read(examples.path("gold.m2"))
    names = {"good": "good.txt", "timid": "timid.txt", "no change": "source.txt"}
    systems = [read_system(examples.path(file), corpus, name) for name, file in names.items()]
    return evaluate(corpus, systems, "M2,Accuracy", resamples=100)


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_each_pair_twice(result: Result, test: str) -> None:
    comparison = result.compare(trials=999)
    tables = matrices(comparison, test)
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
    assert p_values.notes[-1].endswith(f"|test:{test}")


def test_csv_is_one_table(result: Result) -> None:
    table = in_one(result.compare(trials=99))
    assert len(table.rows) == 6
    assert table.csv().splitlines()[0].startswith("measure,system,good,good marks,timid,")


def test_too_few_trials_are_said(result: Result) -> None:
    assert any(
        note.startswith("no p can be below 0.150")
        for note in matrices(result.compare(trials=19))[1].notes
    )


def test_several_measures_are_panels_with_the_same_systems(result: Result, tmp_path: Path) -> None:
    line = figures.Ceiling(0.9, "people", "The line is people.")
    figure = scores(result, ceiling={"Accuracy": line})
    figure.save(tmp_path / "all.svg")
    drawn = (tmp_path / "all.svg").read_text(encoding="utf-8")
    assert drawn.count("<!-- good -->") == drawn.count("<!-- M2 -->") == 1
    assert drawn.count("<!-- Accuracy -->") == 1
    caption = (tmp_path / "all.caption.txt").read_text(encoding="utf-8")
    assert caption.startswith("M2 and Accuracy on 32 sentences") and "in the order of M2" in caption
    assert "Accuracy: The line is people." in caption and "people: 0.900" in drawn
    assert result.signature("M2") in caption and result.signature("Accuracy") in caption


def test_differences_as_a_figure(result: Result) -> None:
    comparison = result.compare(trials=19)
    figure = figures.differences(comparison)
    drawn = figure.render(".svg").decode()
    for pair in comparison.pairs:
        assert drawn.count(f"<!-- {pair.a} - {pair.b} -->") == 1
    assert comparison.signature in figure.caption


def test_scores_as_a_figure(result: Result, tmp_path: Path) -> None:
    line = figures.Ceiling(0.45, "people", "The line is people.")
    scores(result, "M2", ceiling=line).save(tmp_path / "m2.svg")
    drawn = (tmp_path / "m2.svg").read_text(encoding="utf-8")
    caption = (tmp_path / "m2.caption.txt").read_text(encoding="utf-8")
    assert drawn.index("good") < drawn.index("timid") < drawn.index("no change")
    assert caption == (
        "M2 on 32 sentences, with 95 % confidence intervals. The line is people. "
        f"{result.signature('M2')}\n"
    )


def test_a_ceiling_brings_the_scores_that_can_be_compared_with_it(result: Result) -> None:
    alike = {"good": (0.1, None), "timid": (0.2, (0.1, 0.3)), "no change": (0.0, None)}
    line = figures.Ceiling(0.45, "people", "The line is people.", alike, "M2|alike")
    figure = scores(result, "M2", ceiling=line)
    drawn = figure.render(".svg").decode()
    assert drawn.index("<!-- timid -->") < drawn.index("<!-- good -->")  # by these scores
    assert "<!-- people: 0.450 -->" in drawn
    assert "32 sentences" not in figure.caption and figure.caption.endswith("people. M2|alike")
