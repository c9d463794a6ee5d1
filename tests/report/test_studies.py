"""Sections of studies: there when their JSON is, and saying what it says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from html_reader import Reader

from corrigenda.errors import InputError
from corrigenda.report.page import page
from corrigenda.report.page.drawing import Dot, Line, curve, whiskers
from corrigenda.report.page.section import Figure, shaded
from corrigenda.report.page.shape import check, recognised, studies
from corrigenda.report.page.studies import sections

Data = dict[str, Any]


@pytest.fixture
def ceiling() -> Data:
    return {
        "M2": {
            "references": 2,
            "ceiling": {"score": 0.46, "interval": None, "over_sources": None},
            "systems": {
                "Alpha": {"score": 0.4232, "share": 0.92, "interval": [0.9, 0.94]},
                "Beta": {"score": 0.1, "share": None},
            },
            "points": [{"references": 1, "score": 0.4}, {"references": 2, "score": 0.46}],
            "gain": 0.01,
            "enough": None,
            "sources": 7,
            "signature": "M2|crowd",
        }
    }


@pytest.fixture
def by_references() -> Data:
    def point(references: int, score: float) -> Data:
        around = [score - 0.1, score + 0.1]
        return {"references": references, "score": score, "interval": around, "over_sources": None}

    return {
        "measure": "M2",
        "points": [point(1, 0.4), point(5, 0.6)],
        "gain": 0.01,
        "enough": 5,
        "sources": None,
        "notes": ["Drawn from the crowd."],
        "signature": "M2|left-out",
    }


def test_no_study_no_section(data: Data) -> None:
    assert sections(data) == []


def test_all_studies_have_sections(
    data: Data,
    ceiling: Data,
    by_references: Data,
) -> None:
    given = {
        "ceiling": ceiling,
        "by_references": [by_references],
    }
    assert studies(given) == given
    found = Reader(page({**data, **given}))
    links = [a["at"]["href"] for a in found.all("a")]
    for key, (title, signature) in {
        "ceiling": ("Ceilings", "M2|crowd"),
        "references": ("Ceilings by references", "M2|left-out"),
    }.items():
        (section,) = found.all("section", id=f"at-{key}")
        assert section["text"].strip().startswith(title)
        assert signature in section["text"]
        assert f"#at-{key}" in links


def test_ceilings_in_words(data: Data, ceiling: Data) -> None:
    (section,) = sections({**data, "ceiling": ceiling})
    assert section.findings == [
        "By M2 with 2 references, a perfect corrector gets 0.4600, and Alpha 0.4232: 92 % of it.",
        "Up to 2 references, one more still adds 0.01 or more to M2.",
    ]
    found = Reader(page({**data, "ceiling": ceiling}))
    (drawn, *_) = found.all("svg", class_="dots")
    assert "perfect corrector 0.4600" in drawn["at"]["aria-label"]
    (caption, *_) = found.all("figcaption")
    assert caption["text"].endswith("; dashed: a perfect corrector with 2 references, 0.4600")


def test_a_left_out_annotator_is_a_line_beside_scores_with_the_same_references(
    data: Data, ceiling: Data
) -> None:
    ceiling["M2"] |= {
        "sources": None,
        "who": "a left-out annotator",
        "references": 1,
        "remark": "M2: Alpha has a share above 1. That is not better than people",
    }
    ceiling["M2"]["systems"]["Alpha"] |= {"share": 1.2, "interval_with_these": [0.5, 0.6]}
    found = Reader(page({**data, "ceiling": ceiling}))
    *of_all, alike = found.all("svg", class_="dots")
    for drawn in of_all:  # scores with more references
        assert "annotator" not in drawn["at"]["aria-label"]
    assert alike["at"]["aria-label"] == (
        "M2: Alpha 0.5520 [0.5000, 0.6000]; left-out annotator: 0.4600 0.4600"
    )
    (section,) = found.all("section", id="at-ceiling")
    assert "with 1 reference, a left-out annotator gets 0.4600, and Alpha 0.5520" in section["text"]
    assert "That is not better than people." in section["text"]
    assert "dashed: left-out annotator: 0.4600" in section["text"]
    assert "perfect corrector" not in section["text"]


def test_cautions_stand_among_the_findings(data: Data, by_references: Data) -> None:
    by_references["cautions"] = ["caution: drawn from 2.0 answers per sentence"]
    (section,) = sections({**data, "by_references": [by_references]})
    assert section.findings[0] == "Caution: drawn from 2.0 answers per sentence."


def test_ceilings_by_references(data: Data, by_references: Data) -> None:
    (section,) = sections({**data, "by_references": [by_references]})
    assert section.findings == ["From 5 references on, one more adds less than 0.01 to M2."]
    assert section.remarks == ["Drawn from the crowd."]
    grid, drawings = section.parts
    assert section.lines == [[grid, drawings]]  # side by side
    assert (grid.named, grid.columns) == ("References", ["M2"])
    assert [(name, f.text, f.interval) for name, (f,) in grid.rows] == [
        ("1", "0.4000", "[0.3000, 0.5000]"),
        ("5", "0.6000", "[0.5000, 0.7000]"),
    ]
    (drawn,) = drawings.drawn
    assert "0.4000 to 0.6000" in drawn
    by_references["points"] = by_references["points"][:1]
    by_references["points"][0]["over_sources"] = [0.1, 0.9]
    (section,) = sections({**data, "by_references": [by_references]})
    (grid,) = section.parts  # nothing rises with one number of references
    assert [f.interval for f in grid.rows[0][1]] == ["[0.3000, 0.5000]", "[0.1000, 0.9000]"]
    assert section.findings == []


def test_faithfulness_is_spread_over_sentences(data: Data) -> None:
    data["measures"][0]["graphs"] = True
    (section,) = sections(data)
    rows = dict(section.parts[0].rows)
    assert [f.value for f in rows["Alpha"]] == [7, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert [f.value for f in rows["Beta"]] == [0] * 9 + [1]  # a score of 1 is in the last tenth


def test_empty_tenths_at_the_low_end_are_one_column(data: Data) -> None:
    data["measures"][0]["graphs"] = True
    name = data["measures"][0]["name"]
    for sentence in data["sentences"]:
        for output in sentence["systems"].values():
            output["scores"][name] = max(0.75, output["scores"][name] or 0)
    (section,) = sections(data)
    assert section.parts[0].columns == ["0.0–0.7", "0.7–0.8", "0.8–0.9", "0.9–1.0"]
    assert [f.value for f in dict(section.parts[0].rows)["Beta"]] == [0, 0, 0, 1]


def test_shading() -> None:
    assert [f.shade for f in shaded([0, 1, 10, 100], 100)] == [0, 2, 5, 9]
    assert shaded([0], 0) == [Figure(0, 0, shade=0)]


def test_curves_rise_as_values_do() -> None:
    line = Line("a<b", [(1, 0.1), (2, 0.3), (3, 0.2)], "main")
    root = ET.fromstring(curve([line], "label", "a<b", whole=True))
    (path,) = [p for p in root.iter("path") if p.get("class") == "main"]
    ys = [float(pair.split()[1]) for pair in path.get("d", "").lstrip("M").split("L")]
    assert ys[1] < ys[2] < ys[0]  # downwards is more
    assert "0.1000 to 0.2000" in root.get("aria-label", "")


def test_whiskers_escape_names() -> None:
    root = ET.fromstring(whiskers([Dot("<b>&", 0.5, 0.4, 0.6)], "M"))
    assert next(t.text for t in root.iter("text") if t.text == "<b>&")


@pytest.mark.parametrize(
    ("value", "shape", "message"),
    [
        ({"a": 1}, {"b": int}, "expected it to have the key 'b'"),
        ({"a": "x"}, {"a": int}, "expected it > a to be a whole number, found 'x'"),
        ({"a": True}, {"a": float}, "expected it > a to be a number, found true or false"),
        ([1, None], [int], "expected it > 2 to be a whole number, found null"),
        ([1], [int, str], "expected it to be 2 items, found a list"),
        ("a", {"b", "c"}, "expected it to be 'b' or 'c', found 'a'"),
        ([], {"a": int}, "expected it to be an object, found a list"),
        ({}, (str, None), "expected it to be text or null, found an object"),
        ([1, "x"], ([float, float], None), "expected it > 2 to be a number, found 'x'"),
    ],
)
def test_shapes_say_what_is_wrong(value: Any, shape: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        check(value, shape, "it")
    assert error.value.message == message


def test_shapes_let_pass() -> None:
    check({"a": 1, "more": ...}, {"a": float, "b?": str}, "it")
    check([[1, "x"], [2, "y"]], [[int, str]], "it")
    check({"x": None}, {str: (float, None)}, "it")
    check([None, [1, 2]], [([float, float], None)], "it")


def test_studies_are_recognised(by_references: Data) -> None:
    assert recognised(by_references) == ("by_references", [by_references])
    assert recognised([by_references] * 2) == ("by_references", [by_references] * 2)
    for broken, message in (
        ({**by_references, "points": [{"references": 1, "score": 0.1}]}, "the key 'interval'"),
        ({**by_references, "enough": "five"}, "enough to be a whole number or null, found 'five'"),
        ([by_references, {}], "expected what a study"),
    ):
        with pytest.raises(InputError, match=message):
            recognised(broken)
    by_references["points"][0]["interval"] = [0.1]
    with pytest.raises(InputError, match="interval to be 2 items, found a list"):
        recognised(by_references)
    for other in ({}, [], [1], "text", {"annotators": {}, "systems": {}}):
        with pytest.raises(InputError, match="expected"):
            recognised(other)
