"""The report as people use it: searching, sorting, following links, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest

from corrigenda import examples
from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.evaluation import evaluate
from tests.browser.synthetic import page_of, twelve
from tests.browser.tabs import Open, settle, to_sentences

HOSTILE = (
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1> & \"quotes\" 'single'",
    "<!-- <script> ]]> \u202e turned \u2066 around \u2069",
    "line\u2028separators\u2029inside",
    "a null \x00 inside",
    "{{ 7 * 7 }} {% raw %} ${window.hacked=1}",
    "عربي עברית 中文 é 👩‍👩‍👧 🇪🇺",
)


@pytest.fixture(scope="module")
def hostile() -> str:
    """Hostile text wherever text can be: in sentences, edits, types, names."""
    name = '"><script>window.hacked=1</script>'
    first = "He like big dog ."
    edits = (
        Edit(1, 2, ("likes", "loves", None), "R:VERB"),
        Edit(3, 4, ("dogs",), "R:NOUN"),
    )
    segments = [Segment(first, (Correction(first, edits=edits, by=name),), id="1")]
    outputs = ["He likes a big dog ."]
    for number, text in enumerate(HOSTILE, 2):
        edit = Edit(0, 1, (text,), text)
        segments.append(Segment(text, (Correction(text, edits=(edit,)),), id=f"{number}&{name}"))
        outputs.append(f"{text} {text}")
    systems = {name: outputs, "plain": [s.source for s in segments]}
    result = evaluate(segments, systems, ci=None, types="given")
    return result.report(name, trials=10)


def drawn(tab: Any) -> list[str]:
    """The sentences that are drawn now: those near the window."""
    settle(tab)
    return texts(tab, "article h3 a")


def listed(tab: Any) -> list[str]:
    """All sentences of the list, drawn by scrolling through it."""
    settle(tab)
    found: dict[str, None] = {}
    tab.evaluate("document.querySelector('#list').scrollIntoView()")
    for _ in range(200):
        settle(tab)
        found |= dict.fromkeys(texts(tab, "article h3 a"))
        if tab.evaluate("document.querySelector('#after').offsetHeight") < 1:
            break
        tab.evaluate("scrollBy(0, 2 * innerHeight)")
    tab.evaluate("scrollTo(0, 0)")
    return list(found)


def count(tab: Any) -> int:
    """How many sentences are listed."""
    settle(tab)
    return int(tab.text_content("#count").split()[0].replace(",", ""))


def texts(tab: Any, selector: str) -> list[str]:
    found: list[str] = tab.eval_on_selector_all(selector, "all => all.map((e) => e.textContent)")
    return found


def focused(tab: Any) -> str:
    return str(tab.evaluate("document.activeElement.id"))


def test_the_demo_opens(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    assert tab.text_content("#count") == "32 of 32 sentences"
    assert len(tab.query_selector_all("svg.dots")) == 3
    assert "good scores highest on M2" in tab.text_content(".summary")
    assert tab.eval_on_selector(".summary .who", "e => getComputedStyle(e).fontWeight") == "600"
    assert texts(tab, "nav a") == ["Overview", "Scores", "Comparisons", "Types", "Sentences"]


def test_the_ranked_table_is_on_the_first_screen(open_page: Open, demo: str) -> None:
    tab = open_page(demo, width=1440)
    table = tab.query_selector("table")
    assert table.bounding_box()["y"] + table.bounding_box()["height"] < 900
    rows = tab.evaluate(
        "[...document.querySelector('table').rows].map((r) => r.cells[0].textContent)"
    )
    assert rows[-4:] == ["good", "timid", "reckless", "unchanged source"]
    assert tab.eval_on_selector_all("table:first-of-type b", "all => all.length") > 0


def test_navigation_stays_and_knows_where_one_is(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    tab.evaluate("document.querySelector('#at-types').scrollIntoView()")
    settle(tab)
    assert tab.query_selector("nav").bounding_box()["y"] < 60
    assert texts(tab, "nav a[aria-current]") == ["Types"]
    assert tab.query_selector("#at-types h2").bounding_box()["y"] > 50  # not behind the bar


def test_twelve_systems_in_little_space(open_page: Open, large: str) -> None:
    assert len(large.encode()) < 2_000_000
    tab = to_sentences(open_page(large))
    assert tab.text_content("#count") == "1,312 of 1,312 sentences"
    assert 1 < len(drawn(tab)) < 40  # the rest is drawn as it comes near
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    tab.wait_for_selector("text='Sentence 1312'")
    assert "Sentence 1" not in drawn(tab)
    assert len(drawn(tab)) < 40
    tab.evaluate("document.querySelector('#list').scrollIntoView()")
    tab.wait_for_selector("text='Sentence 1'")
    assert drawn(tab)[:2] == ["Sentence 1", "Sentence 2"]


def test_scrolling_meets_every_sentence_once(open_page: Open) -> None:
    tab = open_page(page_of(twelve(120)))
    assert listed(tab) == [f"Sentence {n}" for n in range(1, 121)]


def test_equal_outputs_are_folded(open_page: Open) -> None:
    found = twelve(3)
    first = found["sentences"][0]
    for k, output in enumerate(first["systems"].values()):
        same = {"text": first["source"], "scores": {"M2": 1.0}, "edits": {}}
        output |= same if k < 8 else {"text": f"{first['source']} {k // 2}", "edits": {}}
        output["scores"] = {"M2": 1.0 if k < 8 else 0.5}
    tab = to_sentences(open_page(page_of(found)))
    rows = texts(tab, "article:nth-of-type(1) dt.output")
    assert rows == [
        "System09, System10 0.5000",
        "System11, System12 0.5000",
        "8 systems 1.0000",
    ]
    lines = texts(tab, "article:nth-of-type(1) dd.output")
    assert lines[-1].startswith("unchanged")
    assert [name in lines[-1] for name in ("System01", "System08", "System09")] == [1, 1, 0]
    tab.select_option("#system", label="System03")
    settle(tab)
    assert texts(tab, "article:nth-of-type(1) dt.output") == ["System03 1.0000"]


def test_two_systems_beside_each_other(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    assert not tab.is_visible("#other")
    tab.select_option("#measure", label="GLEU")
    tab.select_option("#system", label="timid")
    tab.select_option("#other", label="good")
    tab.select_option("#order", label="timid behind first")
    to_sentences(tab)
    names = texts(tab, "article:nth-of-type(1) dt.output bdi")
    assert sorted(names) == ["good", "timid"]
    pairs = tab.evaluate(
        """[...document.querySelectorAll("article")].map((a) =>
        [...a.querySelectorAll("dt.output")].map((d) => [d.textContent.split(" ")[0],
        Number(d.querySelector(".score").textContent)]))"""
    )
    gaps = [(dict(p)["timid"] - dict(p)["good"]) if len(p) == 2 else 0.0 for p in pairs]
    assert gaps == sorted(gaps)
    assert gaps[0] < -0.1
    tab.select_option("#order", label="largest difference first")
    to_sentences(tab)
    pair = tab.eval_on_selector_all(
        "article:nth-of-type(1) .score", "all => all.map((e) => Number(e.textContent))"
    )
    assert abs(pair[0] - pair[1]) >= -gaps[0]


def test_only_filters_that_can_do_something(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    assert tab.is_visible("#verdict") and tab.is_visible("#type") and tab.is_visible("#changed")
    assert not tab.is_visible("#flag")  # no measure here raises alarms
    assert texts(tab, "[data-legend]:not([hidden]) ins") == ["hit", "spurious", "missed"]
    tab.select_option("#measure", label="GLEU")  # which judges no edits
    settle(tab)
    assert not tab.is_visible("#verdict") and not tab.is_visible("#type")
    assert texts(tab, "[data-legend]:not([hidden]) ins") == ["changed"]
    found = twelve(2)
    found["systems"] = ["System01"]
    found["measures"] = found["measures"][1:2]
    found["sentences"] = [{**s, "systems": {"System01": {**s["systems"]["System01"], "edits": {}}}}
                          for s in found["sentences"]]  # fmt: skip
    tab = open_page(page_of(found))
    for control in ("#measure", "#system", "#other", "#verdict", "#type", "#disagree"):
        assert not tab.is_visible(control), control


def test_flags_are_chips(open_page: Open) -> None:
    found = twelve(3)
    first = found["sentences"][0]
    first["flags"] = [{"kind": "order", "text": "looks like line 7", "system": "System02"}]
    output = first["systems"]["System05"]
    words = output["text"].split()
    output["losses"] = {
        "GLEU": [
            {"source": [0], "target": [0], "kind": "agreement", "points": 0.25},
            {"source": [1], "target": [1], "kind": "lost", "points": 0.1, "alarm": "negation"},
            {"source": [2], "target": [2], "kind": "context", "points": 0.001},
        ]
    }
    tab = to_sentences(open_page(page_of(found)))
    assert texts(tab, "article h3 .chip") == ["order: System02"]
    assert [text.split(":")[0] for text in texts(tab, "dd .chip")] == ["negation"]
    assert tab.query_selector_all("dd .loss") == []
    tab.select_option("#measure", label="GLEU")
    settle(tab)
    assert texts(tab, "dd .loss") == words[:2]
    assert tab.get_attribute("dd .loss", "title") == "agreement: −0.25"
    assert texts(tab, "[data-legend]:not([hidden])")[-1].endswith(
        "takes 0.005 points or more off the score"
    )
    assert texts(tab, "#flag option") == ["with or without", "with any", "negation", "order"]
    tab.select_option("#flag", label="order")
    assert count(tab) == 1
    tab.select_option("#system", label="System05")  # which it is not about
    tab.wait_for_selector("text=No sentence is like that")
    tab.select_option("#flag", label="negation")
    settle(tab)
    assert count(tab) == 1


def test_search_and_filters(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    tab.fill("#find", "SMALL VILLAGE")
    assert listed(tab) == ["Sentence 1"]
    tab.click("#clear")
    assert count(tab) == 32
    tab.select_option("#system", label="timid")
    tab.select_option("#changed", label="unchanged")
    left = count(tab)
    tab.select_option("#changed", label="changed")
    assert 0 < left == 32 - count(tab)
    tab.click("#clear")
    tab.select_option("#type", label="R:VERB:SVA")
    some = set(listed(tab))
    tab.select_option("#verdict", label="with missed")
    fewer = set(listed(tab))
    assert set() < fewer < some
    tab.click("#clear")
    tab.fill("#find", "nowhere to be found")
    settle(tab)
    assert texts(tab, "article") == []
    assert "No sentence" in tab.text_content("#count")


@pytest.mark.parametrize("measure", ["M2", "GLEU"])
def test_order_by_any_measure(open_page: Open, demo: str, measure: str) -> None:
    tab = open_page(demo)
    tab.select_option("#measure", label=measure)
    tab.select_option("#system", label="reckless")

    def scores(order: str) -> list[float]:
        tab.select_option("#order", label=order)
        to_sentences(tab)
        return [float(text) for text in texts(tab, "article .score")]

    low = scores("lowest score first")
    assert low == sorted(low)
    high = scores("highest score first")
    assert high == sorted(high, reverse=True)
    assert high[0] > low[0]


def test_deep_links(open_page: Open, large: str) -> None:
    tab = open_page(large, "#s=900")
    assert focused(tab) == "s=900"
    assert 50 < tab.evaluate("document.activeElement.getBoundingClientRect().top") < 120
    tab.fill("#find", "nowhere to be found")
    settle(tab)
    assert texts(tab, "article") == []
    tab.evaluate("location.hash = '#s=2'")
    tab.wait_for_selector("[id='s=2']:focus")
    assert tab.input_value("#find") == ""


def test_choices_are_in_the_address(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    tab.select_option("#measure", label="GLEU")
    tab.select_option("#system", label="timid")
    tab.select_option("#other", label="good")
    tab.select_option("#order", label="timid behind first")
    tab.fill("#find", "the")
    tab.wait_for_url("**find=the**")
    address = tab.evaluate("location.hash")
    assert address == "#measure=GLEU&system=timid&other=good&find=the&order=behind"
    chosen = count(tab)
    other = open_page(demo, address)
    assert [other.input_value(f"#{id}") for id in ("measure", "system", "other", "order")] == [
        *("1", "0", "1", "behind")
    ]
    assert count(other) == chosen < 32
    assert other.query_selector("#at-sentences").bounding_box()["y"] < 200
    assert drawn(other) == drawn(to_sentences(tab))
    other.click("#clear")
    assert other.evaluate("location.hash") == "#measure=GLEU"
    unknown = open_page(demo, "#system=nobody&type=NONE&order=up&measure=M2")
    assert count(unknown) == 32


def test_from_a_type_to_its_sentences(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    rows = "#at-types [data-panel]:not([hidden]) [data-panel]:not([hidden]) tbody tr"
    kind = tab.text_content(f"{rows} th >> nth=0")
    names = texts(tab, f"{rows} th")
    tab.click(f"{rows} th a >> nth=0")
    tab.wait_for_selector("article dl")
    assert tab.eval_on_selector("#type", "e => e.selectedOptions[0].textContent") == kind
    assert sorted(names) == sorted(texts(tab, "#type option")[1:])  # the same types in both places
    assert 0 < count(tab) < 32
    tab.check("#show-types")
    assert any(kind in text for text in texts(tab, "article .mark .type"))
    tab.evaluate("scrollTo(0, 0)")
    tab.click("#clear")
    assert count(tab) == 32


def test_two_systems_keep_their_places(open_page: Open) -> None:
    found = twelve(6)
    for n, sentence in enumerate(found["sentences"]):
        same = sentence["systems"]["System01" if n % 2 else "System02"]
        same |= {"text": sentence["source"], "edits": {}}
    tab = open_page(page_of(found))
    tab.select_option("#system", label="System01")
    tab.select_option("#other", label="System02")
    to_sentences(tab)
    pairs = tab.evaluate(
        """[...document.querySelectorAll("article")].map((a) =>
        [...a.querySelectorAll("dt.output bdi")].map((name) => name.textContent))"""
    )
    assert pairs == [["System01", "System02"]] * 6


def test_systems_that_disagree(open_page: Open) -> None:
    found = twelve(6)
    for sentence in found["sentences"][::2]:
        for output in sentence["systems"].values():
            output["text"] = sentence["source"]
    tab = open_page(page_of(found))
    tab.check("#disagree")
    assert listed(tab) == ["Sentence 2", "Sentence 4", "Sentence 6"]


def test_keys(open_page: Open, large: str) -> None:
    tab = open_page(large)
    tab.keyboard.press("j")
    assert focused(tab) == "s=1"
    tab.keyboard.press("k")
    assert focused(tab) == "s=1"
    for _ in range(4):
        tab.keyboard.press("j")
    assert focused(tab) == "s=5"
    settle(tab)
    assert "Sentence 5" in drawn(tab)
    tab.keyboard.press("/")
    assert focused(tab) == "find"
    tab.keyboard.type("jk/")
    assert tab.input_value("#find") == "jk/"
    tab.keyboard.press("Escape")
    assert focused(tab) == ""
    tab.uncheck("#keys")
    tab.keyboard.press("/")
    assert focused(tab) != "find"


def test_pop_ups_by_keyboard(open_page: Open, hostile: str) -> None:
    tab = open_page(hostile)
    tab.keyboard.press("j")
    tab.keyboard.press("Tab")  # the sentence's link
    tab.keyboard.press("Tab")  # its first edit
    assert tab.evaluate("document.activeElement.ariaLabel") == "hit: details"
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#more:popover-open")
    settle(tab)
    assert tab.evaluate("document.activeElement.textContent") == "Close"
    text = tab.inner_text("#more")
    assert [tab.inner_text(f"#more li >> nth={k}").strip("“”") for k in range(3)] == [
        "likes",
        "loves",
        "leave it as it is",
    ]
    assert "yes: the text may stay as it is" in text
    assert "R:VERB" in text
    assert "1 of 2" in text
    tab.keyboard.press("Escape")
    assert not tab.is_visible("#more")
    assert tab.evaluate("document.activeElement.ariaLabel") == "hit: details"


def test_pop_ups_by_mouse(open_page: Open, demo: str) -> None:
    tab = to_sentences(open_page(demo))
    first, second = tab.query_selector_all("article .mark ins")[:2]
    first.click()
    assert tab.is_visible("#more")
    assert tab.inner_text("#more-title").split()[-1] == "hit"
    box = tab.query_selector("#more").bounding_box()
    assert 0 <= box["x"] <= 1280 - box["width"]
    tab.keyboard.press("Escape")
    second.click()
    assert tab.inner_text("#more-title").split()[-1] == "missed"


def test_edits_are_marked(open_page: Open, hostile: str) -> None:
    tab = to_sentences(open_page(hostile))
    text = tab.text_content("article dd.output")
    assert re.sub(r"\s+", " ", text) == (
        "He ✓hit: like to likes+1? R:VERB ✗spurious: a M big ○missed: dog to dogs R:NOUN . "
    ).rstrip(" ")
    shapes = tab.evaluate(
        "[...document.querySelectorAll('article:nth-of-type(1) .mark ins')]"
        ".map((e) => getComputedStyle(e)).map((s) => s.textDecorationStyle + s.borderTopStyle)"
    )
    assert len(set(shapes[:3])) == 3  # told apart without colour, too


def test_hostile_text_is_inert(open_page: Open, hostile: str) -> None:
    tab = to_sentences(open_page(hostile))
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")  # all are drawn
    assert texts(tab, "article dd.source")[1:] == list(HOSTILE)
    for button in tab.query_selector_all("article .mark button")[:6]:
        button.focus()
        tab.keyboard.press("Enter")
        tab.keyboard.press("Escape")
    assert tab.query_selector_all("img, iframe, object, article script, #more script") == []
    last = tab.query_selector_all("article h3 a")[-1]
    last.click()
    settle(tab)
    assert focused(tab) == tab.evaluate("[...document.querySelectorAll('article')].at(-1).id")


def test_tables_sort_and_choosers_choose(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    head = "#at-scores-m2 ~ .parts thead th:nth-child(5)"

    def names() -> list[str]:
        return texts(tab, "#at-scores-m2 ~ .parts tbody th")[:3]

    tab.click(f"{head} button >> nth=0")
    assert tab.get_attribute(head, "aria-sort") == "descending"
    assert names() == ["good", "reckless", "timid"]
    tab.click(f"{head} button >> nth=0")
    assert names() == ["timid", "reckless", "good"]
    assert texts(tab, "#at-scores-m2 ~ .parts tbody th")[3] == "unchanged source"
    tab.click("#at-scores-m2 ~ .parts thead th:nth-child(3) button >> nth=0")
    assert names() == ["good", "timid", "reckless"]  # groups a, ab, b
    assert tab.is_visible("[data-panel=comparisons][data-key='0']")
    tab.click("[data-chooser=comparisons] >> text=GLEU")
    assert not tab.is_visible("[data-panel=comparisons][data-key='0']")
    tab.click("text=TP / FP / FN")
    shown = "#at-types [data-panel]:not([hidden]) [data-panel]:not([hidden]) td"
    assert re.fullmatch(r"[\d.]+", tab.text_content(shown))  # how many there are
    assert re.fullmatch(r"\d+ / \d+ / \d+|–", tab.text_content(f"{shown} >> nth=1"))
    numbers = [float(text) for text in texts(tab, f"{shown}:nth-child(2)")]
    assert numbers == sorted(numbers, reverse=True)
    tab.click("#at-types [data-panel]:not([hidden]) >> text=recall")
    assert tab.query_selector_all("#at-types [data-panel]:not([hidden]) td.shade9")


def test_half_a_matrix_that_says_who_wins(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    cells = "#at-comparisons [data-key='0'] table.matrix td:not(.self)"
    assert len(tab.query_selector_all(f"{cells}[class]")) == 3  # of three systems, each pair once
    said = tab.eval_on_selector(f"{cells}.better", "e => getComputedStyle(e, '::before').content")
    assert said == '"▲ " / "significantly better: "'
    for cell in texts(tab, f"{cells}[class] small"):
        assert re.fullmatch(r"p [<=] [01]\.\d{3}", cell)


def test_charts_name_their_axes(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    titles = tab.eval_on_selector_all(
        "svg.dots", "all => all.map((e) => [...e.querySelectorAll('.tick')].at(-1).textContent)"
    )
    assert titles == ["F0.5", "score", "score"]


def test_light_and_dark(open_page: Open, demo: str) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light, dark = (open_page(demo, scheme=scheme) for scheme in ("light", "dark"))
    colours = light.evaluate(background), dark.evaluate(background)
    assert colours[0] != colours[1]
    assert (light.inner_text("#theme"), dark.inner_text("#theme")) == ("Dark", "Light")
    light.click("#theme")
    assert light.evaluate(background) == colours[1]
    dark.click("#theme")
    assert dark.evaluate(background) == colours[0]


def test_on_paper(open_page: Open, demo: str) -> None:
    tab = open_page(demo, scheme="dark")
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert not tab.is_visible("#controls")
    assert len(tab.query_selector_all("article")) == 32
    assert not tab.is_visible("nav") and not tab.is_visible("#filters")
    assert tab.evaluate("getComputedStyle(document.querySelector('header')).position") == "static"
    assert tab.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert not tab.is_visible(".chooser >> nth=0")
    panels = tab.query_selector_all("[data-panel]")
    assert len(panels) > 5  # comparisons by each measure; F, precision, recall and counts by type
    assert all(panel.is_visible() for panel in panels)
    for measure in ("M2", "GLEU", "Accuracy"):
        assert tab.is_visible(f"caption:has-text('{measure}'):has-text('differences')")


def test_an_old_browser_is_told(open_page: Open, demo: str) -> None:
    tab = open_page(demo, before="delete window.DecompressionStream")
    assert "too old" in tab.inner_text("#too-old")
    assert tab.is_visible("svg.dots >> nth=0")  # all else is there


@pytest.mark.parametrize("width", [320, 380, 768, 1280, 2560])
def test_nothing_sticks_out(open_page: Open, demo: str, large: str, width: int) -> None:
    for html in (demo, large):
        tab = open_page(html, width=width)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_long_names_wrap(open_page: Open) -> None:
    found = twelve(5)
    name = "averylongname" * 6
    found["systems"] = [name]
    found["measures"] = [{"name": f"M2({name})", "graphs": False}]
    found["sentences"] = [
        {**s, "systems": {name: s["systems"]["System01"]}} for s in found["sentences"]
    ]
    tab = open_page(page_of(found), width=380)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 380


def test_on_a_phone(open_page: Open, large: str) -> None:
    tab = open_page(large, width=390)
    assert not tab.is_visible("#controls")  # behind one button
    tab.click("#filters")
    assert focused(tab) == "find"
    tab.select_option("#system", label="System04")
    settle(tab)
    assert tab.inner_text("#filters") == "Search and filters (1)"
    tab.click("#filters")
    assert not tab.is_visible("#controls")
    tab.keyboard.press("/")
    assert tab.is_visible("#find")
    # what is wider than the window says so, until one has scrolled to its end
    wide = ".scroll.more:has(table.matrix)"
    tab.evaluate("document.querySelector('.scroll:has(table.matrix)').scrollIntoView()")
    settle(tab)
    assert tab.is_visible(f".hint:has(+ {wide})")
    tab.evaluate(f"document.querySelector('{wide}').scrollLeft = 99999")
    settle(tab)
    assert tab.query_selector_all(f"{wide}:first-of-type") == []


@pytest.mark.parametrize("width", [390, 1440])
def test_no_control_is_cut(open_page: Open, large: str, width: int) -> None:
    tab = open_page(large, width=width)
    for caption in tab.query_selector_all("caption span"):
        box = caption.bounding_box()
        assert box is None or box["x"] + box["width"] <= width
    for link in tab.query_selector_all("nav a"):
        box = link.bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width and box["y"] < 120
        assert link.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    if width < 600:
        return
    tab.select_option("#system", label="System01")
    tab.select_option("#other", label="System02")
    tab.select_option("#order", label="largest difference first")
    settle(tab)
    room = tab.evaluate(
        """() => {
        const select = one("#order"), pen = document.createElement("canvas").getContext("2d");
        pen.font = getComputedStyle(select).font;
        return select.clientWidth - pen.measureText(select.selectedOptions[0].textContent).width;
        }"""
    )
    assert room > 20  # for the arrow


def test_names_stand_on_the_line_of_their_numbers(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    tops = tab.evaluate(
        """[...document.querySelector("table").tBodies[0].rows].map((row) =>
        [...row.cells].slice(0, 2).map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell.querySelector("bdi, b") ?? cell.firstChild);
          return range.getClientRects()[0].bottom;
        }))"""
    )
    assert all(abs(name - number) < 1.5 for name, number in tops)


def test_tables_fit_a_wide_window(open_page: Open, large: str) -> None:
    tab = open_page(large, width=1440)
    assert tab.query_selector_all(".scroll.more") == []


def test_a_wide_table_goes_below_its_figure(open_page: Open) -> None:
    """USim and Meaning have more columns than fit beside a figure."""
    files = [examples.path(f"{name}.txt") for name in ("timid", "good", "reckless")]
    given = evaluate(examples.path("gold.m2"), files, ["M2", "USim", "Meaning"], resamples=50)
    tab = open_page(given.report(trials=50), width=1440)
    assert tab.query_selector_all(".scroll.more") == []
    tops = "all => all.map((e) => e.getBoundingClientRect().top)"
    for measure, is_below in [("m2", False), ("usim", True)]:
        parts = f".measure:has(#at-scores-{measure}) .beside"
        table, figure = tab.eval_on_selector_all(f"{parts} > *", tops)
        assert (table > figure + 50) == is_below


def test_a_link_to_the_sentences_leads_there(open_page: Open, large: str) -> None:
    tab = open_page(large, "#at-sentences")
    top = tab.evaluate("one('#at-sentences-h').getBoundingClientRect().top")
    assert 0 < top < 150
