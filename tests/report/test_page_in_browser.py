"""The page in a real browser (Chromium, driven by Playwright), where both are installed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from corrigenda.report.page import page

pytestmark = pytest.mark.slow

api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")

Data = dict[str, Any]
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-quic"]
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Any, data: Data, tmp_path: Path) -> Iterator[Open]:
    """Opens a page of the data; anything the browser complains about fails the test."""
    complaints: list[str] = []
    pages = []

    def opened(fragment: str = "", width: int = 1280, given: Data = data) -> Any:
        file = tmp_path / "page.html"
        file.write_text(page(given), encoding="utf-8")
        tab = browser.new_page(viewport={"width": width, "height": 900})
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda r: None if r.url.startswith("file:") else complaints.append(r.url))
        tab.goto(file.as_uri() + fragment)
        pages.append(tab)
        return tab

    yield opened
    for tab in pages:
        assert tab.evaluate("window.hacked") is None
        tab.close()
    assert complaints == []


def many(data: Data, count: int) -> Data:
    first = data["sentences"][0]
    return {**data, "sentences": [{**first, "id": str(k + 1)} for k in range(count)]}


def settle(tab: Any) -> None:
    tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_hostile_sentences_are_shown_as_they_are(open_page: Open, data: Data) -> None:
    tab = open_page()
    shown = [e.text_content() for e in tab.query_selector_all("article dd.source")]
    assert shown == [s["source"] for s in data["sentences"]]


def test_edits_are_marked(open_page: Open) -> None:
    tab = open_page()
    assert tab.text_content("#s1 dt.output:nth-of-type(2)") == "Alpha 0.5000"
    text = tab.text_content("#s1 dd.output")
    assert text == (
        "He ✓hit: like to  likes R:VERB ✗spurious: a M:DET big "
        "○missed: dog to  dogs R:NOUN . ref. 0"
    )
    assert tab.text_content("#s1 dd.output:nth-of-type(3)") == "unchanged ref. 1"
    assert tab.text_content("#s1 dd.reference") == "He like to  likes big dog to  dogs ."


def test_search_and_filters(open_page: Open) -> None:
    tab = open_page()

    def found() -> int:
        settle(tab)
        return len(tab.query_selector_all("article"))

    assert found() == 8
    tab.fill("#find", "LIKES A BIG")
    assert found() == 1
    tab.click("#clear")
    assert found() == 8
    tab.select_option("#verdict", label="with hits")
    assert found() == 1
    tab.select_option("#type", label="M:DET")  # there is one, but it is no hit
    assert found() == 0
    assert "No sentence" in tab.text_content("#count")
    tab.click("#clear")
    tab.select_option("#system", label="Beta")
    tab.select_option("#changed", label="unchanged")
    assert found() == 1  # in the other sentences Beta has no output
    tab.select_option("#changed", label="changed")
    assert found() == 0
    tab.click("#clear")
    tab.check("#disagree")
    assert found() == 1


def test_order_by_score(open_page: Open) -> None:
    tab = open_page()
    tab.select_option("#order", label="highest score first")
    settle(tab)
    assert tab.get_attribute("article", "id") == "s1"
    tab.select_option("#order", label="lowest score first")
    settle(tab)
    assert tab.get_attribute("article:last-of-type", "id") == "s1"


def test_keys_and_pages(open_page: Open, data: Data) -> None:
    tab = open_page(given=many(data, 45))

    def focused() -> str:
        return str(tab.evaluate("document.activeElement.id"))

    assert len(tab.query_selector_all("article")) == 20
    tab.keyboard.press("j")
    assert focused() == "s1"
    tab.keyboard.press("k")
    assert focused() == "s1"
    for _ in range(20):
        tab.keyboard.press("j")
    assert focused() == "s21"
    tab.keyboard.press("k")
    assert focused() == "s20"
    tab.keyboard.press("/")
    assert focused() == "find"
    tab.keyboard.type("jk/")
    assert tab.input_value("#find") == "jk/"
    tab.keyboard.press("Escape")
    assert focused() == ""
    tab.uncheck("#keys")
    tab.keyboard.press("/")
    assert focused() != "find"


def test_deep_link(open_page: Open, data: Data) -> None:
    tab = open_page("#s33", given=many(data, 45))
    assert tab.evaluate("document.activeElement.id") == "s33"
    assert "showing 21 to 40" in tab.text_content("#count")
    tab.fill("#find", "nowhere")
    settle(tab)
    tab.evaluate("location.hash = '#s2'")
    tab.wait_for_selector("#s2:focus")
    assert tab.input_value("#find") == ""


def test_tables_sort(open_page: Open) -> None:
    tab = open_page()

    def names() -> list[str]:
        return [e.text_content() for e in tab.query_selector_all(".measure tbody th")][:2]

    head = ".measure thead th:nth-child(4)"
    tab.click(f"{head} button >> nth=0")
    assert tab.get_attribute(head, "aria-sort") == "descending"
    assert names() == ["Alpha", "Beta"]
    tab.click(f"{head} button >> nth=0")
    assert tab.get_attribute(head, "aria-sort") == "ascending"
    assert names() == ["Beta", "Alpha"]


def test_choosers_and_theme(open_page: Open) -> None:
    tab = open_page()
    assert tab.is_visible("[data-panel=pairs][data-key='0']")
    tab.click("[data-chooser=pairs] >> text=GLEU")
    assert not tab.is_visible("[data-panel=pairs][data-key='0']")
    tab.click("text=TP / FP / FN")
    assert tab.text_content(".types td") == "1 / 2 / 3"
    background = "getComputedStyle(document.body).backgroundColor"
    before = tab.evaluate(background)
    tab.click("#theme")
    assert tab.get_attribute("#theme", "aria-pressed") == "true"
    assert tab.evaluate(background) != before


@pytest.mark.parametrize("width", [320, 380, 768, 1280])
def test_nothing_sticks_out(open_page: Open, width: int) -> None:
    tab = open_page(width=width)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_long_names_wrap(open_page: Open, data: Data) -> None:
    name = "averylongname" * 6
    renamed = json.loads(json.dumps(data).replace("Alpha", name).replace('"M2"', f'"M2({name})"'))
    tab = open_page(width=380, given=renamed)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 380
