"""The viewer of a HOO fragment, which is made of the same pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda import examples, hoo
from corrigenda.cli import main
from tests.browser.tabs import Open, settle
from tests.browser.test_accessibility import findings


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 380)])
def test_edits_tell_more(open_page: Open, tmp_path: Path, scheme: str, width: int) -> None:
    page = tmp_path / "fragment.html"
    gold, text = examples.path("hoo/Gold/0002GE.xml"), examples.path("hoo/Orig/0002.txt")
    assert main(["hoo", "view", str(gold), "--text", str(text), "-o", str(page)]) == 0
    tab = open_page(page.read_text(encoding="utf-8"), scheme=scheme, width=width)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.focus(".prose .mark button >> nth=0")
    tab.keyboard.press("Enter")
    settle(tab)
    assert len(tab.query_selector_all(".popup:popover-open")) == 1
    assert tab.evaluate("document.activeElement.textContent") == "Close"
    assert findings(tab) == []
    tab.keyboard.press("Escape")
    tab.click(".prose .mark .was >> nth=1")  # all of a mark may be clicked
    assert len(tab.query_selector_all(".popup:popover-open")) == 1


def test_one_system_at_a_time_and_scores_that_sort(open_page: Open, tmp_path: Path) -> None:
    hoo.batch_extract(examples.path("hoo/Orig"), examples.path("hoo/Systems"), tmp_path)
    systems = [tmp_path / "0002AB1.xml", tmp_path / "0002CD0.xml"]
    gold, text = examples.path("hoo/Gold/0002GE.xml"), examples.path("hoo/Orig/0002.txt")
    tab = open_page(hoo.view(gold, systems, text).report(), scheme="light", width=1280)
    assert [e.is_visible() for e in tab.query_selector_all(".prose")] == [True, False]
    tab.click("[data-chooser=run] >> text=0002CD0")
    assert [e.is_visible() for e in tab.query_selector_all(".prose")] == [False, True]
    names = "[...document.querySelectorAll('.sortable tbody th')].map(e => e.textContent)"
    tab.click(".sortable thead button >> nth=2")  # recall
    assert tab.evaluate(names) == ["0002CD0", "0002AB1"]
    assert findings(tab) == []


def test_fragments_of_folders_lead_to_each_other(open_page: Open, tmp_path: Path) -> None:
    edits, pages = tmp_path / "edits", tmp_path / "pages"
    hoo.batch_extract(examples.path("hoo/Orig"), examples.path("hoo/Systems"), edits)
    gold, texts = examples.path("hoo/Gold"), examples.path("hoo/Orig")
    command = ["hoo", "view", str(gold), str(edits), "--text", str(texts), "-o", str(pages)]
    assert main(command) == 0
    tab = open_page((pages / "index.html").read_text(encoding="utf-8"), scheme="light", width=390)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert findings(tab) == []
    tab.goto((pages / "index.html").as_uri())
    tab.click(".sortable thead button >> nth=3")  # the best of CD0 first
    assert tab.text_content(".sortable tbody th >> nth=0") == "0002"
    tab.click(".sortable tbody a >> nth=0")
    assert tab.text_content("h1") == "Fragment 0002"
    tab.click("text=0003 →")
    assert tab.text_content("h1") == "Fragment 0003"
    tab.click("text=All fragments")
    assert tab.url == (pages / "index.html").as_uri()
