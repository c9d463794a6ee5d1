"""The report as people use it: searching, sorting, following links, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest

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
    result = evaluate(segments, {name: outputs, "plain": [s.source for s in segments]}, ci=None)
    return result.report(name, trials=10)


def drawn(tab: Any) -> list[str]:
    """The sentences that are drawn now."""
    settle(tab)
    return texts(tab, "article:not(.bare) h3")


def listed(tab: Any) -> list[str]:
    settle(tab)
    return texts(tab, "article h3")


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
    assert texts(tab, "nav a") == ["Scores", "Comparisons", "Types", "Sentences"]


def test_twelve_systems_in_little_space(open_page: Open, large: str) -> None:
    assert len(large.encode()) < 2_000_000
    tab = to_sentences(open_page(large))
    assert tab.text_content("#count") == "1,312 of 1,312 sentences"
    assert len(listed(tab)) == 1312
    assert 1 < len(drawn(tab)) < 40  # the rest is drawn as it comes near
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    tab.wait_for_selector("article:last-child:not(.bare)")
    assert "Sentence 1312" in drawn(tab)
    assert "Sentence 1" not in drawn(tab)
    assert len(drawn(tab)) < 40


def test_search_and_filters(open_page: Open, demo: str) -> None:
    tab = open_page(demo)
    tab.fill("#find", "SMALL VILLAGE")
    assert listed(tab) == ["Sentence 1"]
    tab.click("#clear")
    assert len(listed(tab)) == 32
    tab.select_option("#system", label="timid")
    tab.select_option("#changed", label="unchanged")
    left = listed(tab)
    tab.select_option("#changed", label="changed")
    assert len(left) + len(listed(tab)) == 32
    assert left
    tab.click("#clear")
    tab.select_option("#type", label="R:VERB:SVA")
    some = set(listed(tab))
    tab.select_option("#verdict", label="with missed")
    fewer = set(listed(tab))
    assert set() < fewer < some
    tab.click("#clear")
    tab.fill("#find", "nowhere to be found")
    assert listed(tab) == []
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
    assert abs(tab.evaluate("document.activeElement.getBoundingClientRect().top")) < 60
    tab.fill("#find", "nowhere to be found")
    assert listed(tab) == []
    tab.evaluate("location.hash = '#s=2'")
    tab.wait_for_selector("[id='s=2']:focus")
    assert tab.input_value("#find") == ""


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
        "[...document.querySelectorAll('article:first-child .mark ins')]"
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
    assert tab.evaluate("document.activeElement === document.querySelector('article:last-child')")


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
    assert re.fullmatch(r"\d+ / \d+ / \d+|–", tab.text_content(shown))


def test_light_and_dark(open_page: Open, demo: str) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light, dark = (open_page(demo, scheme=scheme) for scheme in ("light", "dark"))
    colours = light.evaluate(background), dark.evaluate(background)
    assert colours[0] != colours[1]
    assert dark.get_attribute("#theme", "aria-pressed") == "true"
    light.click("#theme")
    assert light.evaluate(background) == colours[1]
    dark.click("#theme")
    assert dark.evaluate(background) == colours[0]


def test_on_paper(open_page: Open, demo: str) -> None:
    tab = open_page(demo, scheme="dark")
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert not tab.is_visible("#controls")
    assert len(tab.query_selector_all("article:not(.bare)")) == 32
    assert tab.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


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
