"""The page: what is in it, what is not, and that no sentence gets out of the data block."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
import xml.etree.ElementTree as ET
import zlib
from itertools import pairwise
from typing import Any

import pytest
from html_reader import Reader
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.results.drawing import nice_ticks
from corrigenda.results.finding import Saved
from corrigenda.results.html import prose, sentence, signature
from corrigenda.results.page import page as page_of
from corrigenda.results.page.data_block import LEAST, VERDICTS, data_blocks, packed
from corrigenda.results.sections import Section
from corrigenda.results.sentences import Sentences
from corrigenda.results.words import named, number, p_value
from corrigenda.statistics import alpha

Data = dict[str, Any]


def page(data: Data) -> str:
    """The page of what was saved."""
    return page_of([Saved(data)])


def sentences_of(data: Data) -> Data:
    (found,) = [one["sentences"] for one in data["sections"] if "sentences" in one]
    return dict(found)


def block_of(html: str, name: str = "sentences") -> Any:
    (element,) = Reader(html).all("script", id=f"packed-{name}")
    return inflated(element["text"])


def inflated(block: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(block), -15))


def unpacked(block: Data) -> list[Data]:
    """The sentences as they were given, from the data block."""
    measures = [m["name"] for m in block["measures"]]

    def sentence(packed: Data) -> Data:
        def text(given: str | int) -> str:
            return packed["source"] if given == 0 else str(given)

        def edits(given: Any) -> Data:
            kinds, verdicts = block["edit_types"], block["verdicts"]
            marks = [[s, e, r, kinds[k], verdicts[v]] for s, e, r, k, v, *_ in given[1]]
            several = {str(n): mark[5] for n, mark in enumerate(given[1]) if len(mark) > 5}
            found = {"reference": given[0], "marks": marks}
            return {**found, "alternatives": several} if several else found

        systems = {
            name: {
                "text": text(output[0]),
                "scores": dict(zip(measures, output[1], strict=True)),
                "edits": {m: edits(e) for m, e in zip(measures, output[2], strict=True) if e},
            }
            for name, number in zip(block["systems"], packed["systems"], strict=True)
            if number is not None
            for output in [packed["outputs"][number]]
        }
        references = [{"by": by, "text": text(given)} for by, given in packed["references"]]
        kept = {key: value for key, value in packed.items() if key != "outputs"}
        return {**kept, "references": references, "systems": systems}

    return [sentence(packed) for packed in block["sentences"]]


# --- the data block --------------------------------------------------------------------------


def test_block_parses_back_to_the_input(data: Data) -> None:
    given = copy.deepcopy(data)
    block = block_of(page(data))
    assert data == given  # nothing was changed on the way
    sentences = sentences_of(given)
    assert (block["systems"], block["measures"]) == (sentences["systems"], sentences["measures"])
    sentences["sentences"][0]["systems"]["Alpha"]["scores"]["GLEU"] = 0.1235  # four decimals
    assert unpacked(block) == sentences["sentences"]


def test_block_is_inert(data: Data) -> None:
    assert re.fullmatch("[A-Za-z0-9+/=]+", data_blocks(Sentences(**sentences_of(data))).sentences)
    scripts = Reader(page(data)).all("script")
    assert [s["at"].get("type") for s in scripts] == ["application/octet-stream", None]


def test_block_packs_texts_that_equal_the_source(data: Data) -> None:
    found = packed(Sentences(**sentences_of(data)))["sentences"]
    assert found[0]["outputs"][found[0]["systems"][1]][0] == 0
    assert found[0]["references"][1] == ["1", 0]
    assert found[1]["systems"][1] is None  # Beta is missing there


def test_block_packs_equal_outputs_once(data: Data) -> None:
    given = sentences_of(data)
    first = given["sentences"][0]["systems"]
    first["Beta"] = copy.deepcopy(first["Alpha"])
    found = packed(Sentences(**given))["sentences"]
    assert (len(found[0]["outputs"]), found[0]["systems"]) == (1, [0, 0])


def test_alarms_are_packed_with_their_words() -> None:
    losses = [
        {"source": [2], "target": [], "kind": "lost", "points": 0.3, "alarm": "negation"},
        {"source": [0], "target": [0], "kind": "moved", "points": 0.1, "alarm": "moved"},
        {"source": [1], "target": [1], "kind": "context", "points": LEAST / 2},
    ]
    output = {"text": "He is here", "scores": {"A": 0.5}, "edits": {}, "losses": {"A": losses}}
    record = {"id": "1", "source": "He is not here", "references": [], "systems": {"new": output}}
    shown = Sentences(["new", "old"], [{"name": "A", "graphs": False}], [record])
    shown.check()
    (found,) = packed(shown)["sentences"]
    (_, _, _, more) = found["outputs"][found["systems"][0]]
    assert more["alarms"] == [("negation", "not → ∅"), ("moved", "He")]
    # What has no place in the text, or takes next to nothing off, is not marked.
    assert more["losses"] == {0: [[[0], 0, 0.1]]}
    assert packed(shown)["kinds"] == ["moved"]


def test_remarks_on_sentences_are_packed() -> None:
    flags = [
        {"kind": "order", "text": "not its source", "system": "new"},
        {"kind": "raw", "text": "r"},
    ]
    output = {"text": "x", "scores": {}, "edits": {}}
    record = {
        "id": "1",
        "source": "x",
        "references": [],
        "systems": {"new": output},
        "flags": flags,
    }
    shown = Sentences(["new"], [{"name": "A", "graphs": False}], [record])
    shown.check()
    (found,) = packed(shown)["sentences"]
    assert found["flags"] == [["order", "not its source", "new"], ["raw", "r", ""]]


def test_numbers_that_json_lacks_become_null(data: Data) -> None:
    sentences_of(data)["sentences"][0]["systems"]["Alpha"]["scores"]["M2"] = float("inf")
    assert unpacked(block_of(page(data)))[0]["systems"]["Alpha"]["scores"]["M2"] is None


@given(source=st.text(), output=st.text(), kind=st.text())
def test_any_text_comes_back(source: str, output: str, kind: str) -> None:
    marks = [[0, 1, output, kind, verdict] for verdict in VERDICTS]
    edits = {"M": {"reference": "0", "marks": marks, "alternatives": {"1": [output, None]}}}
    system = {"text": output, "scores": {"M": 0.5}, "edits": edits}
    given_sentence = {"id": "1", "source": source, "references": [], "systems": {"S": system}}
    block, _ = data_blocks(Sentences(["S"], [{"name": "M"}], [given_sentence]))
    assert unpacked(inflated(block)) == [given_sentence]


def test_only_the_first_sentences_are_shown(data: Data) -> None:
    other = copy.deepcopy(data)
    sentences_of(other)["sentences"].pop()
    html = page_of([Saved(data), Saved(other)])
    assert len(block_of(html)["sentences"]) == 8
    assert html.count("make a page of this result alone") == 1
    assert len(Reader(html).ids()) == len(set(Reader(html).ids()))


def test_the_same_section_is_shown_once(data: Data) -> None:
    assert page_of([Saved(data), Saved(copy.deepcopy(data))]) == page(data)


# --- hostile names ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "</title><script>x</script>",
        '"><img src=x onerror=y>',
        "' onfocus=x autofocus '",
        "{{ 7 * 7 }}",
        "half \ud800 a pair",
        "\u202eback",
    ],
)
def test_names_stay_text(data: Data, text: str) -> None:
    renamed = json.loads(json.dumps(data).replace("Alpha", "@@").replace("gold.m2", "@@"))
    renamed["title"] = "@@"
    renamed = json.loads(json.dumps(renamed).replace('"M2"', '"M@@"').replace("R:VERB", "@@"))

    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {put(k): put(v) for k, v in value.items()}
        if isinstance(value, list):
            return [put(v) for v in value]
        return value.replace("@@", text) if isinstance(value, str) else value

    html = page(put(renamed))
    html.encode()  # it can be written
    found, plain = Reader(html), Reader(page(renamed))
    assert [e["tag"] for e in found.found] == [e["tag"] for e in plain.found]
    assert [e["at"].keys() for e in found.found] == [e["at"].keys() for e in plain.found]
    assert found.all("h1")[0]["text"] == text.replace("\ud800", "\ufffd")
    assert "49" not in found.all("h1")[0]["text"]


# --- alone in the world ----------------------------------------------------------------------


def test_page_needs_nothing_from_elsewhere(data: Data) -> None:
    sentences = sentences_of(data)["sentences"]
    del sentences[1:]
    html = page(data)
    text = html.replace('"http://www.w3.org/2000/svg"', "")  # the name of a language, not a place
    assert not re.search(
        r"https?:|//[a-z]|@import|url\(", re.sub(r"^\s*//.*$", "", text, flags=re.M)
    )
    for element in Reader(html).found:
        assert not {"src", "style", "onclick", "onload", "srcset", "action"} & element["at"].keys()
        assert element["at"].get("href", "#").startswith("#")


def test_policy_allows_this_style_and_this_script_only(data: Data) -> None:
    found = Reader(page(data))
    (policy,) = [e["at"]["content"] for e in found.all("meta") if "http-equiv" in e["at"]]

    def digest(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    (style,) = found.all("style")
    (script,) = [e for e in found.all("script") if not e["at"]]
    assert policy.split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{digest(style['text'])}'",
        f"script-src 'sha256-{digest(script['text'])}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_script_never_parses_text_as_html(data: Data) -> None:
    html = page(data)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", html)


# --- what is there ---------------------------------------------------------------------------


def test_page_is_a_function_of_its_data(data: Data) -> None:
    assert page(data) == page(copy.deepcopy(data))


@pytest.mark.parametrize("title", ["Scores", "Comparisons", "Types", "Sentences"])
def test_sections_come_and_go(data: Data, title: str) -> None:
    assert f"at-{title.lower()}" in Reader(page(data)).ids()
    data["sections"] = [one for one in data["sections"] if one["title"] != title]
    found = Reader(page(data))
    assert f"at-{title.lower()}" not in found.ids()
    targets = [e["at"]["href"][1:] for e in found.all("a")]
    assert set(targets) <= set(found.ids())
    assert len(targets) == 4


def test_scores_are_shown(data: Data) -> None:
    found = Reader(page(data))
    table = found.all("table")[0]
    assert _cells(found, table) == [
        ["system", "F0.5", "TP"],
        ["Alpha", "0.3500 [0.3300, 0.3700]", "1,234"],
        ["Beta", "0.3000 [0.2800, 0.3200]", "1"],
        ["unchanged source", "0.0000", "0"],
    ]
    assert len(_within(found, table, "tbody")) == 2
    assert len([e for e in found.all("b") if table in e["around"]]) == 1
    assert len(found.all("table")) == 5  # what is for text alone is not there


def test_nothing_to_show_is_a_dash(data: Data) -> None:
    found = Reader(page(data))
    (cell,) = [e for e in found.all("td") if found.all("table")[-1] in e["around"]]
    assert (cell["text"], cell["at"].get("data-value")) == ("–", None)


def test_matrix_says_it_with_symbol_and_word(data: Data) -> None:
    found = Reader(page(data))
    matrix = found.all("table", class_="matrix")[0]
    cells = {
        e["at"]["class"]: " ".join(e["text"].split())
        for e in found.all("td")
        if matrix in e["around"] and "class" in e["at"]
    }
    assert cells == {
        "self": "",
        "better": "+0.0500 p = 0.008",
        "worse": "−0.0500 p = 0.008",
    }
    (style,) = found.all("style")
    assert (
        'td.better::before { content: "▲ "; content: "▲ " / "significantly better: "; }'
        in (style["text"])
    )


def test_folded_tables_come_last_and_closed(data: Data) -> None:
    found = Reader(page(data))
    (folded,) = found.all("details")
    assert "M2: as a list" in folded["text"] and "open" not in folded["at"]
    assert "< 0.0040" in folded["text"]


# --- for everyone ----------------------------------------------------------------------------


def test_headings_are_in_order(data: Data) -> None:
    levels = [
        int(e["tag"][1]) for e in Reader(page(data)).found if re.fullmatch("h[1-6]", e["tag"])
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_every_control_has_a_name(data: Data) -> None:
    found = Reader(page(data))
    for element in found.found:
        if element["tag"] == "button":
            assert element["text"].strip()
        if element["tag"] in ("input", "select"):
            (label,) = [e for e in element["around"] if e["tag"] == "label"]
            assert label["text"].strip()
        if element["tag"] == "fieldset":
            assert [e for e in found.all("legend") if e["around"][-1] is element]
        if element["tag"] == "svg":
            assert element["at"]["role"] == "img"
            assert element["at"]["aria-label"]
        if element["tag"] == "table":
            assert [e for e in found.all("caption") if e["around"][-1] is element]
        if "aria-labelledby" in element["at"]:
            assert element["at"]["aria-labelledby"] in found.ids()


def test_ids_are_unique_and_leave_those_of_sentences_alone(data: Data) -> None:
    ids = Reader(page(data)).ids()
    assert len(ids) == len(set(ids))
    assert not [i for i in ids if i.startswith("s=")]


def test_script_finds_what_it_looks_for(data: Data) -> None:
    html = page(data)
    ids = set(Reader(html).ids())
    script = Reader(html).all("script")[-1]["text"]
    wanted = set(re.findall(r'one\("#([\w-]+)"\)', script))
    assert wanted >= {"theme", "packed-sentences", "list", "count", "controls", "keys", "more"}
    assert wanted - {"packed-graphs"} <= ids  # which is there if there are graphs


def test_landmarks_and_live_count(data: Data) -> None:
    found = Reader(page(data))
    for tag in ("header", "nav", "main", "footer"):
        assert len(found.all(tag)) == 1
    assert len(found.all("p", id="count", role="status")) == 1
    assert len(found.all("html", lang="en")) == 1


# --- in words --------------------------------------------------------------------------------


def test_verdicts_and_notes_are_sentences(data: Data) -> None:
    found = Reader(page(data))
    assert "Alpha scores highest on M2: −0.3500." in found.all("ul", class_="summary")[0]["text"]
    notes = [e["text"] for e in found.all("p", class_="note")]
    assert "Change rate: changed words." in notes
    assert sentence("mine scores highest.") == "mine scores highest."


def _cells(found: Reader, table: Any) -> list[list[str]]:
    """What stands in each row of a table."""
    rows = _within(found, table, "tr")
    return [
        [" ".join(e["text"].split()) for e in found.found
         if e["tag"] in ("th", "td") and row in e["around"]]
        for row in rows
    ]  # fmt: skip


def _within(found: Reader, table: Any, tag: str) -> list[Any]:
    return [e for e in found.all(tag) if table in e["around"]]


def test_p_at_the_level_is_not_significant() -> None:
    assert [alpha(level) for level in (95, 99, None)] == [0.05, 0.01, 0.05]


def test_figures() -> None:
    assert [number(v) for v in (0.12345, -0.5, 1312, None, -0.00001)] == [
        "0.1235",
        "−0.5000",
        "1,312",
        "–",
        "0.0000",
    ]
    assert [p_value(p) for p in (0.0001, 0.0005, 0.05, 1.0)] == [
        "p < 0.001",
        "p = 0.001",
        "p = 0.050",
        "p = 1.000",
    ]
    assert [p_value(p, at_floor=True) for p in (0.0001, 0.0066, 66 / 10_001, 0.05)] == [
        "p < 0.001",
        "p < 0.007",
        "p < 0.007",
        "p < 0.050",
    ]


# --- drawing ---------------------------------------------------------------------------------


def test_drawing_puts_dots_where_scores_are(data: Data) -> None:
    svg = re.search('<svg class="dots".*?</svg>', page(data), re.DOTALL)
    assert svg is not None
    root = ET.fromstring(svg[0])
    first, second = (float(c.get("cx", "")) for c in root.iter("circle"))
    assert first > second  # Alpha, the higher, comes first
    names = [t.text for t in root.iter("text") if t.get("text-anchor") == "end"]
    assert names == ["Alpha", "0.3500", "Beta", "0.3000"]
    assert len([p for p in root.iter("path") if p.get("class") == "whisker"]) == 2


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_ticks_enclose(low: float, span: float) -> None:
    high = low + span
    ticks = nice_ticks(low, high)
    step = ticks[1] - ticks[0]
    assert 2 <= len(ticks) <= 8
    assert step > 0
    assert ticks[0] <= low + 1e-6 * step
    assert ticks[-1] >= high - 1e-6 * step


def test_names_are_set_apart_in_prose_and_bare_in_text(data: Data) -> None:
    said = f"{named('good & bad')} scores highest, unlike good."
    assert prose(said) == (
        '<b class="who"><bdi>good &amp; bad</bdi></b> scores highest, unlike good.'
    )
    assert Section("A", verdicts=[said]).printed()[0].notes == [
        "good & bad scores highest, unlike good."
    ]


def test_prose_is_set_with_care() -> None:
    text = "A leads by -0.5 [-0.75, +0.25] (p < 0.001) in 5 % of GLEU-2 and 1-3."
    assert (
        prose(text).unescape()
        == "A leads by −0.5 [−0.75, +0.25] (p\u00a0<\u00a00.001) in 5\u00a0% of GLEU-2 and 1-3."
    )


@given(st.text(alphabet="a,|<&", max_size=20))
def test_signatures_break_and_stay_as_they_are(text: str) -> None:
    html = signature(text)
    found = Reader(f"<code>{html}</code>")
    assert found.found[0]["text"] == text
    assert len(found.all("span")) == text.count("|") + 1
