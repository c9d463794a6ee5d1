"""Tasks for workers: layouts that are well formed, cells that are safe, and the way back."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from corrigenda.errors import InputError
from corrigenda.formats.mturk import (
    Answer,
    Columns,
    JudgementColumns,
    read_answers,
    read_judgements,
    read_rows,
)
from corrigenda.population.crowd import Selection, collect
from corrigenda.population.normalise import plain
from corrigenda.population.templates import HEADERS, cell, judging, layout, rewriting
from corrigenda.population.validity import validity

KINDS = list(HEADERS)
NASTY = "He said \"5 < 6 & 7 > 2\" , <script>alert(1)</script> '${sentence_html}' &amp; 😀 ."


def parsed(html: str) -> etree._Element:
    """The page, read as strictly as XML: every element closed, every attribute quoted."""
    return etree.fromstring(html.removeprefix("<!DOCTYPE html>\n"))


@pytest.mark.parametrize("kind", KINDS)
def test_layouts_are_well_formed(kind) -> None:
    page = parsed(layout(kind))
    assert page.get("lang") == "en"
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert [e.text for e in page.iter("title")] == [e.text for e in page.iter("h1")]
    assert "{%" not in layout(kind) and "{{" not in layout(kind)
    assert len(layout(kind).encode()) < 65_535  # what the platform takes


@pytest.mark.parametrize("kind", KINDS)
def test_placeholders_are_the_columns(kind) -> None:
    assert set(re.findall(r"\$\{(.*?)\}", layout(kind))) == set(HEADERS[kind])
    assert all(name.endswith("_html") for name in HEADERS[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_layouts_are_accessible(kind) -> None:
    """Every field has a label; what describes or names an element is there."""
    page = parsed(layout(kind))
    ids = {e.get("id") for e in page.iter()}
    labelled = {e.get("for") for e in page.iter("label")}
    fields = [*page.iter("textarea"), *page.iter("select"), *page.iter("input")]
    assert fields and {field.get("id") for field in fields} == labelled
    for element in page.iter():
        for name in ("aria-labelledby", "aria-describedby"):
            assert element.get(name) is None or element.get(name) in ids
    assert all(head.get("scope") == "col" for head in page.iter("th"))
    levels = [e.tag for e in page.iter() if isinstance(e.tag, str) and re.match("h[1-6]$", e.tag)]
    assert levels[0] == "h1" and set(levels[1:]) == {"h2"}


@pytest.mark.parametrize(
    ("kind", "answer", "required"),
    [
        ("correction", "Answer.WritingTexts", ["WritingTexts", "NeededCorrection"]),
        ("simplification", "Answer.WritingTexts", ["WritingTexts", "NeededSimplification"]),
        ("validity", "Answer.Q1Answer", ["Q1Answer"]),
    ],
)
def test_fields_are_what_is_read(kind, answer: str, required: list[str]) -> None:
    page = parsed(layout(kind))
    assert [e.get("name") for e in page.iter() if e.get("required")] == required
    assert answer.removeprefix("Answer.") in required
    # The platform flattens radio buttons and boxes into a column for each value.
    assert not list(page.iter("input"))
    assert len(list(page.iter("crowd-form"))) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_workers_are_told_how_they_are_checked(kind) -> None:
    page = parsed(layout(kind))
    [checks] = [e for e in page.iter("section") if e.get("aria-labelledby") == "checks"]
    said = plain("".join(checks.itertext()))
    assert "reject" in said and "honest mistake is never a reason" in said
    if kind != "validity":
        assert "nothing but punctuation, spaces or capital letters" in said
        assert "everybody else" in said


def test_no_such_layout() -> None:
    with pytest.raises(InputError, match="no task 'survey'"):
        layout("survey")  # type: ignore[arg-type]


# --- cells ----------------------------------------------------------------------------------------


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30))
def test_cells_show_the_text_and_nothing_else(text: str) -> None:
    """In an element and in a text area: the platform replaces placeholders, then HTML is read."""
    from lxml.html import fragment_fromstring

    safe = cell(text)
    assert "${" not in safe and not re.search("[<>\"'\U00010000-\U0010ffff]", safe)
    page = layout("correction").replace("${sentence_html}", safe)
    found = parsed(page)
    [quoted] = found.iter("blockquote")
    [area] = found.iter("textarea")
    # XML has no place for a few characters that HTML has; the rest must be the same in both.
    assert (quoted.text or "") == (area.text or "") == text
    assert fragment_fromstring(f"<p>{safe}</p>").text_content() == text


def test_hostile_text_stays_text() -> None:
    page = parsed(layout("correction").replace("${sentence_html}", cell(NASTY)))
    assert [e.get("src") for e in page.iter("script")] == [
        "https://assets.crowd.aws/crowd-html-elements.js"
    ]
    assert [e.text for e in page.iter("blockquote")] == [NASTY]


# --- tasks, there and back ------------------------------------------------------------------------


def results(path: Path, input_path: Path, **answers: str) -> Path:
    """What the platform gives back: the input's columns under other names, and answers."""
    with input_path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with path.open("w", encoding="utf-8", newline="") as stream:
        names = [f"Input.{name}" for name in rows[0]]
        writer = csv.writer(stream)
        writer.writerow([*names, *(f"Answer.{name}" for name in answers)])
        for row in rows:
            writer.writerow([*row.values(), *answers.values()])
    return path


@pytest.mark.parametrize("kind", ["correction", "simplification"])
def test_sentences_come_back_as_they_were(tmp_path: Path, kind) -> None:
    sources = ["He go .", NASTY, "a,b\t c", "He go ."]
    task = rewriting(sources, kind)
    task.write(tmp_path / "task.html", tmp_path / "input.csv")
    assert (tmp_path / "task.html").read_text(encoding="utf-8") == layout(kind)
    header = next(csv.reader((tmp_path / "input.csv").read_text(encoding="utf-8").splitlines()))
    assert tuple(header) == task.header == HEADERS[kind]
    back = results(tmp_path / "back.csv", tmp_path / "input.csv", WritingTexts="x", Needed="No")
    columns = Columns(worker=None, assignment=None, status=None, feedback=None)
    assert [a.source for a in read_answers([back], columns)] == ["He go .", NASTY, "a,b c"]


def test_corrections_come_back_to_be_judged(tmp_path: Path) -> None:
    texts = ["He goes.", "he goes", "He goes.", NASTY, "He go"]
    crowd = collect([Answer("He go .", text, "") for text in texts], Selection(rules=None))
    task = judging(crowd)
    task.write(tmp_path / "task.html", tmp_path / "input.csv")
    rows = [tuple(row.cells.values()) for row in read_rows(tmp_path / "input.csv", task.header)]
    assert rows == [("He go .", "He goes."), ("He go .", cell(NASTY))]
    back = results(tmp_path / "back.csv", tmp_path / "input.csv", Q1Answer="Yes")
    columns = JudgementColumns(worker=None, assignment=None, status=None)
    found = validity(read_judgements([back], columns), crowd)
    assert (found.unknown, found.not_judged, found.overall.corrections) == (0, 0, 2)


def test_nothing_to_ask() -> None:
    with pytest.raises(InputError, match="sentence 2 is empty"):
        rewriting(["a", " ", "b"])
    with pytest.raises(InputError, match="nothing to ask"):
        rewriting([])
    with pytest.raises(InputError, match="nothing to ask"):
        judging(collect([Answer("He go .", "he go", "")], Selection(rules=None)))
    with pytest.raises(InputError, match="'correction' or 'simplification'"):
        rewriting(["a"], "validity")  # type: ignore[arg-type]
