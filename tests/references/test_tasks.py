"""Tasks for workers: layouts that are well formed, cells that are safe, and the way back."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from corrigenda.blinding import revealed
from corrigenda.errors import InputError
from corrigenda.references.crowd import Selection, collect
from corrigenda.references.mturk import (
    Answer,
    Columns,
    JudgementColumns,
    read_answers,
    read_judgements,
    read_rows,
)
from corrigenda.references.normalise import plain
from corrigenda.references.tasks import (
    HEADERS,
    Qualifications,
    Task,
    cell,
    judging,
    layout,
    rating,
    rewriting,
)
from corrigenda.references.validation import validity
from corrigenda.references.workers import Rules

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
        ("correction", "Answer.WritingTexts", ["WritingTexts"]),
        ("simplification", "Answer.WritingTexts", ["WritingTexts"]),
        ("validity", "Answer.Q1Answer", ["Q1Answer"]),
        ("rating", "Answer.meaning", ["grammar", "meaning", "accept"]),
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
    assert "reject" in said and "never reject work because of an honest mistake" in said
    if kind not in ("validity", "rating"):
        assert "nothing but punctuation, spacing, or capital letters" in said
        assert "everyone else" in said and f"{Rules().unchanged:.0%}"[:-1] + " percent" in said


@pytest.mark.parametrize("kind", ["correction", "simplification"])
def test_one_answer_is_asked_for_and_the_sentence_is_in_it(kind) -> None:
    page = parsed(layout(kind))
    fields = [*page.iter("textarea"), *page.iter("select"), *page.iter("input")]
    assert [(e.tag, e.get("name"), e.text) for e in fields] == [
        ("textarea", "WritingTexts", "${sentence_html}")
    ]


def test_outputs_are_rated_once_with_the_systems_that_share_them() -> None:
    systems = {"A": ["He goes .", "R&D ."], "B": ["He goes .", ""], "C": ["He go .", "R&D ."]}
    task = rating(["He go .", "R & D ."], systems)
    assert task.header == ("source_html", "output_html", "system_html")
    assert [(*row[:2], revealed(row[2])) for row in task.rows] == [
        ("He go .", "He goes .", "A,B"),
        ("He go .", "He go .", "C"),
        ("R &amp; D .", "R&amp;D .", "A,C"),  # an empty output leaves nothing to rate
    ]
    drawn = rating(["He go .", "R & D ."], systems, words=(3, 3))
    assert drawn.drawn is not None and drawn.drawn.places == (1,)
    assert len(drawn.rows) == 2
    assert len(rating(["He go .", "R & D ."], systems, sample=1).rows) < 3
    assert len(rating(["He go .", "12 ."], systems).rows) == 2  # numbers have no grammar


def test_workers_do_not_see_which_system_they_rate() -> None:
    task = rating(["He go .", "I is ."], {"SecretSystem": ["He goes .", "I am ."]})
    keys = [row[2] for row in task.rows]
    assert len(set(keys)) == 2 and not any("Secret" in key for key in keys)
    assert {revealed(key) for key in keys} == {"SecretSystem"}
    assert revealed("key-x") == "key-x"


@pytest.mark.parametrize("kind", KINDS)
def test_the_task_comes_before_its_rules(kind) -> None:
    page = layout(kind)
    assert page.index('class="task"') < page.index('id="what-to-do"') < page.index("<table>")


def test_the_cost_of_a_task_is_said(tmp_path: Path) -> None:
    task = rewriting([f"sentence {n}" for n in range(1312)])
    written = task.write(tmp_path / "a.html", tmp_path / "a.csv")
    assert "cost: 131.20 for one answer to each of 1,312 tasks" in str(written)


@pytest.mark.parametrize(
    ("systems", "said"),
    [
        ({}, "no system is given"),
        ({"A": ["x"]}, "'A' has 1 sentences, and there are 2"),
        ({"A,B": ["x", "y"]}, "without commas"),
    ],
)
def test_ratings_need_outputs_of_every_sentence(systems: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        rating(["a b", "c d"], systems)


def text_of(page: str) -> str:
    return plain("".join(parsed(page).itertext()))


def test_correction_keeps_the_meaning_and_changes_no_more_than_needed() -> None:
    said = text_of(layout("correction"))
    for asked in ("grammatical", "Keep the meaning", "Change only what you need to"):
        assert asked in said


def test_simplification_keeps_all_information_in_one_sentence() -> None:
    said = text_of(layout("simplification"))
    assert "Keep all the information" in said and "Keep it as one sentence" in said
    assert "Anything else is up to you" in said
    for wrong in ("leave out a detail", "may split", "Two short sentences"):
        assert wrong not in said
    apart = text_of(layout("simplification", split=True))
    assert "You may split it" in apart and "as one sentence" not in apart
    assert "Keep all the information" in apart


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_in_native_english(kind) -> None:
    said = text_of(layout(kind))
    for foreign in ("Please not like this", "more beautiful", "mended", "need not", "everybody"):
        assert foreign not in said


# --- who may take part, and which sentences -------------------------------------------------------


def test_qualifications_go_with_the_files(tmp_path: Path) -> None:
    task = rewriting(["He go ."])
    task.write(tmp_path / "a.html", tmp_path / "b.csv")
    held = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert held == task.settings() and "sentences" not in held
    assert held["qualifications"] == {"country": "US", "approved": 1000, "acceptance": 98}
    locale, number, rate = held["QualificationRequirements"]
    assert locale["LocaleValues"] == [{"Country": "US"}] and locale["Comparator"] == "EqualTo"
    assert (number["IntegerValues"], rate["IntegerValues"]) == ([1000], [98])
    assert {number["Comparator"], rate["Comparator"]} == {"GreaterThanOrEqualTo"}
    british = rewriting(["He go ."], qualifications=Qualifications("GB", 10, 90))
    british.write(tmp_path / "a.html", tmp_path / "b.csv", tmp_path / "c.json")
    held = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))
    assert held["QualificationRequirements"][0]["LocaleValues"] == [{"Country": "GB"}]
    crowd = collect([Answer("He go .", "He goes .", "")], Selection(rules=None))
    assert judging(crowd).qualifications == Qualifications()


@pytest.mark.parametrize("wrong", [("us", 1, 1), ("US", -1, 1), ("US", 1, 101)])
def test_qualifications_that_cannot_be(wrong: tuple[str, int, int]) -> None:
    with pytest.raises(InputError):
        Qualifications(*wrong)


@given(
    st.lists(st.text("ab ", max_size=12), max_size=20),
    st.integers(1, 4),
    st.integers(0, 4),
    st.integers(1, 6),
    st.integers(0, 99),
)
def test_sentences_are_drawn_by_length(sources, low: int, more: int, n: int, seed: int) -> None:
    right = {plain(s) for s in sources if low <= len(s.split()) <= low + more}

    def draw(sample: int) -> Task:
        return rewriting(sources, words=(low, low + more), sample=sample, seed=seed)

    if len(right) < n:
        with pytest.raises(InputError, match=f"expected at least {n} different sentences"):
            draw(n)
        return
    task = draw(n)
    assert task == draw(n) and task.drawn is not None
    drawn = [row[0] for row in task.rows]
    assert len(set(drawn)) == len(drawn) == n and set(drawn) <= right
    assert [plain(sources[place - 1]) for place in task.drawn.places] == drawn
    assert task.drawn.places == tuple(sorted(task.drawn.places))
    assert (task.drawn.given, task.drawn.eligible) == (len(sources), len(right))
    if len(right) > n:
        assert set(drawn) < {row[0] for row in draw(n + 1).rows}


def test_what_was_drawn_is_recorded(tmp_path: Path) -> None:
    sources = [f"a b c {n}" for n in range(40)] + ["", "too short"]
    draws = {
        seed: rewriting(sources, words=(3, 4), sample=5, seed=seed, files=["x.txt"])
        for seed in range(5)
    }
    assert len({task.rows for task in draws.values()}) == 5  # the seed matters
    draws[1].write(tmp_path / "a.html", tmp_path / "a.csv")
    held = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["sentences"]
    assert (held["words"], held["sample"], held["seed"]) == ([3, 4], 5, 1)
    assert (held["given"], held["eligible"], held["files"]) == (42, 40, ["x.txt"])
    assert [sources[place - 1] for place in held["places"]] == [row[0] for row in draws[1].rows]
    lengths_only = rewriting(sources, words=(2, 2))
    assert lengths_only.rows == (("too short",),)
    assert lengths_only.settings()["sentences"]["seed"] is None


@pytest.mark.parametrize(
    "wrong", [{"words": (0, 3)}, {"words": (4, 3)}, {"sample": 0}, {"sample": 1, "seed": -1}]
)
def test_draws_that_cannot_be(wrong) -> None:
    with pytest.raises(InputError, match="expected a"):
        rewriting(["a b c d"], **wrong)


def test_only_simplifications_are_split() -> None:
    with pytest.raises(InputError, match="only a simplification"):
        rewriting(["a"], split=True)


def test_the_published_sample_is_within_what_is_drawn(shared) -> None:
    """All 52 sentences of the paper have 6 to 15 words, as counted here."""
    names = ("gec_Batch_2634540.csv", "gec_Batch_2612793.csv")
    answers = read_answers([shared.data("ibgec", name) for name in names], drop_empty=True)
    task = rewriting((a.source for a in answers), words=(6, 15))
    assert task.drawn is not None and task.drawn.eligible == 52


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
    back = results(tmp_path / "back.csv", tmp_path / "input.csv", WritingTexts="x")
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
