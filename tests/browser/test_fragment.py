"""The viewer of a HOO fragment, which is made of the same pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda import examples
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
