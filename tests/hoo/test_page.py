"""The page of a fragment: all edits are there, judged, and no text gets out of its place."""

from __future__ import annotations

import base64
import copy
import hashlib
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corrigenda.hoo.page import exact, fragment, inline
from corrigenda.hoo.page.marks import marks_of, paragraphs
from tests.report.conftest import HOSTILE
from tests.report.html_reader import Reader

Data = dict[str, Any]

TEXT = "The informations was collect since café.\n\nWe are interesting upon effect of of it."


def gold(was: str, *alternatives: str | None, **more: Any) -> Data:
    """An edit of where `was` first stands; of `^was`: an insertion before it."""
    start = TEXT.index(was.lstrip("^"))
    return {
        "start": start,
        "end": start + (0 if was.startswith("^") else len(was)),
        "alternatives": list(alternatives),
        "type": "noun",
        "meaning": "",
        "index": f"0001-{start:04d}",
        "cset": "",
        "optional": None in alternatives,
        **more,
    }


def system(was: str, *alternatives: str | None, spurious: bool = False) -> Data:
    return gold(was, *alternatives, spurious=spurious)


@pytest.fixture
def data() -> Data:
    edits = [
        gold("informations", "information", "data"),
        gold("was", "were", cset="1"),
        gold("collect", "collected", cset="1"),
        gold("since", "for", None, type="choice"),
        gold("interesting", type="form"),
        gold("upon effect", "in effects"),
        gold("^effect", "the ", "an "),
        gold("of ", ""),
    ]
    reached = ["corrected", "missed", "recognised", "missed"]
    bold = {
        "name": "AB1",
        "remarks": [],
        "scores": {
            "detection": [0.5, 0.25, 1 / 3],
            "recognition": [0.4, 0.2, 0.2667],
            "correction": [0.0, 0.0, 0.0],
        },
        "gold": [*reached, "corrected", "detected", "missed", "missed"],
        "edits": [
            system("informations", "data"),
            system("collect", "collects"),
            system("interesting", "interested"),
            system("upon", "in"),
            system("it", "them", spurious=True),
        ],
    }
    timid = {**bold, "name": "CD0", "gold": ["missed"] * 8, "edits": []}
    return {
        "title": "Fragment 0001",
        "version": "0.1.0",
        "text": TEXT,
        "gold": edits,
        "left_out": 0,
        "runs": [bold, timid],
    }


def said(element: Data) -> str:
    return " ".join(element["text"].replace("\u2060", "").split())


def marks(html: str, panel: int) -> list[str]:
    """The marks of a panel in the order of the text: their class, and what they say."""
    found = Reader(html)
    (around,) = found.all("div", data_panel="run", data_key=str(panel))
    return [
        f"{e['at']['class'].removeprefix('mark ')}: {said(e)}"
        for e in found.all("span")
        if e["at"].get("class", "").startswith("mark ")
        and around in e["around"]
        and any(o["at"].get("class") == "prose" for o in e["around"])
    ]


# --- what is there ---------------------------------------------------------------------------


def test_edits_stand_in_the_text_side_by_side(data: Data) -> None:
    assert marks(fragment(data), 0) == [
        "hit: ✓informations to data and +1 noun",
        "missed: ○was to were noun",
        "wrong: ◐collect to collected but the system has ≠collects noun",
        "left: ◌since to for? choice",
        "hit: ✓interesting to interested form",
        "wrong: ◐upon effect to in effects noun",
        "missed: ○the and +1 noun",
        "other: ≠upon to in",
        "missed: ○of to ∅ noun",
        "spurious: ✗it to them",
    ]


def test_gold_alone(data: Data) -> None:
    data["runs"] = []
    data["gold"].append(gold("We", None))
    html = fragment(data)
    assert marks(html, 0) == [
        "plain: •informations to information and +1 noun",
        "plain: •was to were noun",
        "plain: •collect to collected noun",
        "plain: •since to for? choice",
        "plain: •We? noun",
        "plain: •interesting to ? form",
        "plain: •upon effect to in effects noun",
        "plain: •the and +1 noun",
        "plain: •of deleted noun",
    ]
    found = Reader(html)
    assert not found.all("fieldset")
    assert "at-scores" not in found.ids()
    assert [said(e) for e in found.all("p", class_="about")] == [
        "9 gold edits, 2 of them optional."
    ]


def test_pop_ups_say_everything(data: Data) -> None:
    found = Reader(fragment(data))
    texts = {e["at"]["id"]: said(e) for e in found.all("div", class_="popup")}
    assert len(texts) == 10 + 8
    assert texts["at-0-0-more"] == (
        "✓ corrected Text informations Gold information data AB1 data Type noun Optional no "
        "Index 0001-0004; 0001-0004 Extent 4–16 Close"
    )
    assert texts["at-0-2-more"].startswith(
        "◐ wrong: the extent is right, the correction is not "
        "Text collect Gold collected AB1 collects"
    )
    assert "Set 1: corrected alike with 0001-0017" in texts["at-0-2-more"]
    assert "Optional yes: the text may stay as it is" in texts["at-0-3-more"]
    assert "Gold for leave it as it is Type choice" in texts["at-0-3-more"]
    assert "Gold not specified" in texts["at-0-4-more"]
    assert "Insert nothing stands here Gold the␣ an␣" in texts["at-0-6-more"]
    assert "Text of␣ Gold delete it" in texts["at-0-7-more"]
    assert "✗ spurious Text it AB1 them Index" in texts["at-0-9-more"]


def test_types_have_their_meanings_and_remarks_stand_below_scores(data: Data) -> None:
    data["gold"][0]["meaning"] = "wrong <noun>"
    data["runs"][0]["remarks"] = ["precision is undefined"]
    found = Reader(fragment({**data, "left_out": 3}))
    texts = {e["at"]["id"]: said(e) for e in found.all("div", class_="popup")}
    assert "Type noun: wrong <noun> Optional" in texts["at-0-0-more"]
    (table,) = found.all("table", class_="edits")
    assert "wrong <noun>" in table["text"]
    assert "Precision is undefined." in [said(e) for e in found.all("p", class_="note")]
    assert "; 3 of other types are not shown" in said(found.all("p", class_="about")[0])


def test_the_list_has_every_gold_edit_and_every_run(data: Data) -> None:
    found = Reader(fragment(data))
    (table,) = found.all("table", class_="edits")
    rows = [e for e in found.all("tr") if table in e["around"]]
    assert len(rows) == 1 + 8
    assert said(rows[1]).endswith("information | data noun ✓ corrected ○ missed")
    assert said(rows[4]).endswith("since for | (as it is) choice ◌ left alone ◌ left alone")
    assert "(not specified)" in said(rows[5])
    assert "(insertion) the␣ | an␣" in said(rows[7])
    assert "of␣ ∅ deleted" in said(rows[8])


def test_scores_and_counts_are_shown(data: Data) -> None:
    found = Reader(fragment(data))
    assert "AB10.50000.25000.33330.40000.20000.26670.00000.00000.0000" in "".join(
        found.all("table")[0]["text"].split()
    )
    (legend, _) = found.all("ul", class_="legend note")
    counts = re.findall(r"(corrected|wrong|missed|left alone|spurious) ?(\d+)", legend["text"])
    assert dict(counts) == {
        "corrected": "2",
        "wrong": "2",
        "missed": "3",
        "left alone": "1",
        "spurious": "1",
    }


def test_text_is_kept_with_its_paragraphs(data: Data) -> None:
    """Take away what the marks add, and the text is left, in its paragraphs."""
    data["gold"] = [e for e in data["gold"] if e["start"] < e["end"]]
    placed = paragraphs(TEXT, marks_of(TEXT, data["gold"], None))
    plain = [
        "".join(p if isinstance(p, str) else p[0].was for p in paragraph) for paragraph in placed
    ]
    assert plain == TEXT.split("\n\n")


def test_an_edit_over_a_blank_line_leaves_the_paragraphs_apart() -> None:
    text = "One. Two.\n\nThree four."
    joined = {"start": 8, "end": 16, "alternatives": [", three"], "optional": False, "cset": ""}
    first, second = paragraphs(text, marks_of(text, [{**joined, "type": "", "index": ""}], None))
    assert first[0] == "One. Two"
    assert second == [" four."]
    assert inline(text[8:16]) == ".¶Three"


def test_edits_that_overlap_stand_together_gold_first() -> None:
    text = "a b c d"

    def at(start: int, end: int, **more: Any) -> Data:
        return {"start": start, "end": end, "alternatives": ["x"], "optional": False, **more}

    run = {"gold": ["detected", "missed"], "edits": [at(0, 3, spurious=False)]}
    ((group, between, last, rest),) = paragraphs(text, marks_of(text, [at(2, 5), at(6, 6)], run))
    assert [(m.verdict, m.was) for m in group] == [("wrong", "b c"), ("other", "a b")]  # type: ignore[union-attr]
    assert (between, rest) == (" ", "d")
    assert len(last) == 1


def test_a_partner_may_differ_by_a_space_where_the_scorer_allows_it() -> None:
    text = "on the of it"
    deletion = {"start": 7, "end": 10, "alternatives": [""], "optional": False}
    made = {"start": 7, "end": 9, "alternatives": [""], "spurious": False}
    (mark,) = marks_of(text, [deletion], {"gold": ["corrected"], "edits": [made]})
    assert (mark.verdict, mark.system) == ("hit", made)


def test_of_two_edits_at_one_place_each_gets_its_own() -> None:
    def at(text: str) -> Data:
        return {
            "start": 1,
            "end": 1,
            "alternatives": [text],
            "optional": False,
            "spurious": False,
        }

    run = {"gold": ["corrected", "corrected"], "edits": [at("b"), at("a")]}
    assert [(m.verdict, m.becomes, m.instead) for m in marks_of("..", [at("a"), at("b")], run)] == [
        ("hit", "a", None),
        ("hit", "b", None),
    ]


def test_space_is_seen() -> None:
    assert [inline(t) for t in (" the ", " ", "a\n\nb")] == ["the", "␣", "a¶b"]
    assert [exact(t) for t in (" the ", "  ", "\n", "a  b")] == ["␣the␣", "␣␣", "¶", "a  b"]


# --- hostile text ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_text_stays_text(data: Data, text: str) -> None:
    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: put(item) for key, item in value.items()}
        if isinstance(value, list):
            return [put(item) for item in value]
        return {"noun": text, "AB1": text, "were": text, "data": text}.get(value, value)

    renamed = put(data)
    renamed["title"] = text
    renamed["text"] = TEXT + text
    html = fragment(renamed)
    html.encode()  # it can be written
    found, plain = Reader(html), Reader(fragment({**data, "text": TEXT + "plain"}))
    tags = [e["tag"] for e in found.found if e["at"].get("class") != "apart"]
    assert tags == [e["tag"] for e in plain.found]
    assert found.all("h1")[0]["text"] == text.replace("\ud800", "\ufffd")
    assert text.replace("\ud800", "\ufffd") in found.all("div", class_="prose")[0]["text"]


def test_what_turns_text_around_stays_within_its_stretch(data: Data) -> None:
    found = Reader(fragment({**data, "text": TEXT + " \u202eback"}))
    assert [e["text"] for e in found.all("span", class_="apart")] == [
        ". \u202eback",
        "of it. \u202eback",
    ]


@settings(max_examples=30)
@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 9)), max_size=6))
def test_any_text_with_any_edits(text: str, extents: list[tuple[int, int]]) -> None:
    edits = [
        {
            "start": min(start, len(text)),
            "end": min(start + length, len(text)),
            "alternatives": [[text], [None], [""], [], [None, text]][k % 5],
            "type": text,
            "meaning": text,
            "index": str(k),
            "cset": "",
            "optional": k % 5 in (1, 4),
            "spurious": k % 2 == 0,
        }
        for k, (start, length) in enumerate(extents)
    ]
    statuses = ["missed", "detected", "recognised", "corrected"]
    scores = {key: [0.0] * 3 for key in ("detection", "recognition", "correction")}
    run = {"name": text, "remarks": [text], "scores": scores, "edits": edits}
    run["gold"] = [statuses[k % 4] for k in range(len(edits))]
    html = fragment(
        {"title": text, "version": "0", "text": text, "gold": edits, "left_out": 0, "runs": [run]}
    )
    found = Reader(html.replace("\0", "\ufffd"))
    placed = [e for e in found.all("button") if "popovertarget" in e["at"] and not said(e)]
    popups = found.all("div", class_="popup")
    assert len(popups) == len(placed) <= 2 * len(edits)
    used = sum(bool(m.gold) + bool(m.system) for m in marks_of(text, edits, run))
    assert used == 2 * len(edits)


# --- alone in the world, for everyone --------------------------------------------------------


def test_page_is_a_function_of_its_data(data: Data) -> None:
    given_data = copy.deepcopy(data)
    assert fragment(data) == fragment(given_data)
    assert data == given_data


def test_page_needs_nothing_from_elsewhere(data: Data) -> None:
    html = fragment(data)
    assert not re.search(
        r"https?:|//[a-z]|@import|url\(|innerHTML|eval\(", re.sub(r"(?m)^\s*//.*$", "", html)
    )
    for element in Reader(html).found:
        assert not {"src", "style", "onclick", "onload", "srcset", "action"} & element["at"].keys()
        assert element["at"].get("href", "#").startswith("#")


def test_policy_allows_this_style_and_this_script_only(data: Data) -> None:
    found = Reader(fragment(data))
    (policy,) = [e["at"]["content"] for e in found.all("meta") if "http-equiv" in e["at"]]

    def digest(tag: str) -> str:
        (element,) = found.all(tag)
        return base64.b64encode(hashlib.sha256(element["text"].encode()).digest()).decode()

    assert policy.split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{digest('style')}'",
        f"script-src 'sha256-{digest('script')}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_every_control_has_a_name_and_what_it_opens(data: Data) -> None:
    found = Reader(fragment(data))
    ids = found.ids()
    assert len(ids) == len(set(ids))
    for button in found.all("button"):
        assert said(button) or button["at"]["aria-label"]
        assert button["at"].get("popovertarget", ids[0]) in ids
    for popup in found.all("div", class_="popup"):
        assert popup["at"]["aria-labelledby"] in ids
        assert popup["at"]["role"] == "dialog"
        (close,) = [
            e for e in found.all("button", popovertargetaction="hide") if popup in e["around"]
        ]
        assert close["at"]["popovertarget"] == popup["at"]["id"]
    for control in found.all("input"):
        assert [e for e in control["around"] if e["tag"] == "label" and said(e)]
    for link in found.all("a"):
        assert link["at"]["href"][1:] in ids
    for table in found.all("table"):
        assert [e for e in found.all("caption") if e["around"][-1] is table]
    levels = [int(e["tag"][1]) for e in found.found if re.fullmatch("h[1-6]", e["tag"])]
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_a_chooser_where_there_are_several_runs(data: Data) -> None:
    found = Reader(fragment(data))
    assert [e["at"]["value"] for e in found.all("input", type="radio")] == ["0", "1"]
    assert [said(e) for e in found.all("h3")] == ["AB1", "CD0"]
