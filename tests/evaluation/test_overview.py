"""The overview: what can be concluded, in words and in one ranked table."""

from __future__ import annotations

from typing import Any

import pytest

from corrigenda import examples
from corrigenda.evaluation import evaluate
from corrigenda.evaluation.overview import conclusion, primary
from corrigenda.evaluation.result import Result
from corrigenda.results.sections import Section
from corrigenda.results.words import unmarked


def found(
    scores: dict[str, dict[str, float]],
    differ: dict[str, list[str]] | None = None,
    unchanged: dict[str, float] | None = None,
    against: dict[str, str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Scores by measure and system; pairs ("AB") that differ significantly by measure."""
    systems = {s for of in scores.values() for s in of}
    return {
        "level": 95.0,
        "measures": {
            m: {"best": "max", "against": (against or {}).get(m, "references")} for m in scores
        },
        "systems": {
            s: {m: {"score": of[s], "low": None, "high": None} for m, of in scores.items()}
            for s in sorted(systems)
        },
        "pairs": {
            m: [
                {"a": a, "b": b, "p_holm": 0.001 if a + b in (differ or {}).get(m, ()) else 0.5}
                for a in sorted(systems)
                for b in sorted(systems)
                if a < b
            ]
            for m in scores
        },
        "unchanged": {m: {"score": score} for m, score in (unchanged or {}).items()},
        **more,
    }


ONE = {"M2": {"A": 0.5, "B": 0.4, "C": 0.3}}


@pytest.mark.parametrize(
    ("differ", "said"),
    [
        (["AB", "AC"], "Choose A: A scores highest on M2, and its lead over B and C is "
                       "significant."),
        (["AC"], "Choose A or B: A scores highest on M2, but its lead over B is not significant; "
                 "C is significantly worse by M2."),
        ([], "No clear winner: A scores highest on M2, but its lead over B and C is not "
             "significant."),
    ],
)  # fmt: skip
def test_the_choice_is_as_sure_as_the_tests_are(differ: list[str], said: str) -> None:
    assert conclusion(found(ONE, {"M2": differ})) == [said]


def test_no_choice_if_nothing_beats_the_unchanged_source() -> None:
    (said,) = conclusion(found(ONE, {"M2": ["AB", "AC"]}, {"M2": 0.6}))
    assert said.startswith("Choose none: A scores highest on M2, but no better than the unchanged")


def test_other_measures_narrow_the_choice_or_contradict_it() -> None:
    scores = {**ONE, "GLEU": {"A": 0.4, "B": 0.5, "C": 0.3}}
    differ = {"M2": ["AC", "BC"], "GLEU": ["AB", "BC", "AC"]}
    assert conclusion(found(scores, differ))[1] == (
        "Only B is the best, or not significantly different from the best, by all of M2 and GLEU."
    )
    differ = {"M2": ["AB", "AC", "BC"], "GLEU": ["AB", "BC", "AC"]}
    assert conclusion(found(scores, differ))[1] == (
        "The measures disagree: by GLEU, B is ahead, significantly."
    )
    assert conclusion(found(scores, {"M2": ["AC", "BC"], "GLEU": ["AC", "BC"]}))[1] == (
        "By GLEU, too, these are in front (highest: B on GLEU)."
    )


def test_a_measure_that_tells_fewer_systems_apart_does_not_agree() -> None:
    """It may even rank another system first."""
    scores = {**ONE, "GLEU": {"A": 0.4, "B": 0.5, "C": 0.3}}
    by_m2 = {"M2": ["AB", "AC", "BC"]}
    assert conclusion(found(scores, by_m2))[1:] == [
        "By GLEU, no system is significantly behind the best."
    ]
    assert conclusion(found(scores, {**by_m2, "GLEU": ["AC", "BC"]}))[1:] == [
        "By GLEU, B cannot be told from the best, either."
    ]
    # Where no choice can be made, a measure that makes none agrees.
    assert conclusion(found(scores))[1:] == [
        "By GLEU, too, these are in front (highest: B on GLEU)."
    ]
    assert conclusion(found({**ONE, "GLEU": ONE["M2"]}))[1:] == [
        "By GLEU, too, these are in front."
    ]


def test_costs_and_direction() -> None:
    scores = {"USim": {"A": 0.9, "B": 0.95, "C": 0.99}, **ONE}
    given = found(
        scores,
        {"M2": ["AB", "AC"]},
        {"USim": 1.0, "M2": 0.0},
        {"USim": "source"},
        changes={s: {"words": 0.1, "sentences": 0.2, "rate": r} for s, r in
                 {"A": 0.64, "B": 0.5, "C": 0.1}.items()},
    )  # fmt: skip
    assert primary(given) == "M2"  # though USim was given first
    assert conclusion(given)[-1] == (
        "What it costs (the unchanged source scores 1.0000): by USim, A 0.9000; change "
        "rate: A 0.64."
    )
    given["measures"]["USim"]["shown"] = ["alarms"]
    for entry in given["systems"].values():
        entry["USim"]["counts"] = {"alarms": 12.0, "sentences": 100.0}
    assert "by USim, A 0.9000 (12 alarms)" in conclusion(given)[-1]
    given["pairs"]["M2"] = []  # no winner: what costs least comes first
    assert "by USim, C 0.9900 (12 alarms), B 0.9500" in conclusion(given)[-1]
    assert "change rate: A 0.64, B 0.50 and C 0.10" in conclusion(given)[-1]
    alone = found({"USim": scores["USim"]}, {}, {"USim": 1.0}, {"USim": "source"})
    assert conclusion(alone)[0].startswith("No system can be called best by USim alone")


def test_a_measure_without_references_that_rewards_change_ranks() -> None:
    scores = {"Grammar": {"A": 0.9, "B": 0.6}}
    given = found(scores, {"Grammar": ["AB"]}, {"Grammar": 0.5}, {"Grammar": "source"})
    assert conclusion(given)[0].startswith("Choose A: A scores highest on Grammar")


# --- the table ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def result() -> Result:
    names = ("timid", "good", "reckless")
    files = [examples.path(f"{name}.txt") for name in names]
    return evaluate(
        examples.path("gold.m2"), files, ["GLEU", "M2", "Meaning"], resamples=50, trials=200
    )


def overview(result: Result) -> Section:
    section = next(result.complete().sections())
    assert section.title == "Overview" and section.printed() == []  # pages alone show it
    return section.details[0]


def test_the_table_is_ranked_and_bold(result: Result) -> None:
    (table,) = overview(result).tables
    assert [c.header for c in table.columns] == [
        *("system", "GLEU", "M2", "Meaning", "alarms", "change rate")
    ]
    alarms = {row[0].value: row[4].value for row in table.cells}
    assert alarms == {
        **{s: result[s]["Meaning"].score.counts["alarms"] for s in result.systems},
        "unchanged source": 0,
    }
    assert "share a letter" in table.title  # where one sees the letters
    assert table.notes[0].startswith("alarms: sentences that may say something else")
    assert not any("not measured" in note for note in table.notes)
    names = [row[0].value for row in table.cells]
    assert names == [
        *sorted(result.systems, key=lambda s: -result[s]["GLEU"].value),
        "unchanged source",
    ]
    assert table.apart == 1
    assert {(table.cells[i][0].value, table.columns[j].header) for i, j in table.best} == {
        ("good", "GLEU"),
        ("good", "M2"),
    }  # nobody is praised for changing nothing
    assert table.cells[0][1].marks == "a"
    assert table.cells[-1][-1].value == 0


def test_the_change_rate_stands_beside_any_measure() -> None:
    files = [examples.path(f"{name}.txt") for name in ("timid", "good")]
    bare = evaluate(examples.path("gold.m2"), files, "M2", ci=None, trials=50)
    assert bare.changes is None
    (table,) = overview(bare).tables
    assert table.columns[-1].header == "change rate"
    assert "add the measure Meaning" in table.notes[-1]
    assert [row[-1].value for row in table.cells][-1] == 0
    other = evaluate(examples.path("gold.m2"), files, "M2,Meaning", ci=None, trials=50)
    assert other.changes is not None
    (same,) = overview(other).tables
    assert [row[-1] for row in table.cells] == [row[-1] for row in same.cells]


def test_tables_are_sorted_as_figures_are(result: Result) -> None:
    sections = {section.title: section for section in result.complete().sections()}
    for part in sections["Scores"].details:
        drawn = [dot.label for dot in part.figures[0].panels[0].dots]  # type: ignore[union-attr]
        assert [row[0].value for row in part.tables[0].cells][: len(drawn)] == drawn
        assert all("\u2068" in line for line in part.verdicts)
        assert "Ranked" not in unmarked(" ".join(part.verdicts))


def test_each_pair_stands_once_in_the_matrix(result: Result) -> None:
    sections = {section.title: section for section in result.complete().sections()}
    for part in sections["Comparisons"].details:
        matrix = part.tables[0]
        assert sum(cell.value != "" for row in matrix.cells for cell in row[1:]) == 3
        assert all(cell.tone != "worse" for row in matrix.cells for cell in row)


def test_too_few_trials_come_first() -> None:
    files = [examples.path(f"{name}.txt") for name in ("timid", "good", "reckless")]
    result = evaluate(examples.path("gold.m2"), files, "M2", ci=None, trials=10)
    first, *_ = overview(result).verdicts
    assert first.startswith("No difference can be significant: with 10 trials")


def test_a_heading_names_the_sources_not_every_reference() -> None:
    references = [examples.path(f"ref{k}.txt") for k in (0, 1)]
    result = evaluate(
        sources=examples.path("source.txt"),
        references=references,
        systems=[examples.path("good.txt")],
        measures="GLEU",
        ci=None,
        trials=10,
    )
    assert result.origin == "source.txt + ref0.txt + ref1.txt"
    assert result.title == "good on source.txt"
    assert overview(result).about == "32 sentences of source.txt, 2 references per sentence."
