"""Sections of studies: there when their JSON is, and saying what it says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from corrigenda.errors import InputError
from corrigenda.report.page.drawing import Dot, Line, curve, whiskers
from corrigenda.report.page.section import Figure, shaded
from corrigenda.report.page.shape import check
from corrigenda.report.page.studies import sections

Data = dict[str, Any]


def test_no_study_no_section(data: Data) -> None:
    assert sections(data) == []


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
