"""`corrigenda view` in a browser: what one leaves open while developing a corrector."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PATIENCE
from tests.results.test_view import scores, serving


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_the_page_follows_its_file(tab: Any, tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text(json.dumps(scores(0.3)), encoding="utf-8")
    with serving(file) as server:
        tab.goto(server.address)
        assert "0.3000" in tab.inner_text("table")
        file.write_text('{"half a', encoding="utf-8")  # as a program finds it that is not yet done
        tab.wait_for_selector("text=There is no page yet")
        file.write_text(json.dumps(scores(0.5)), encoding="utf-8")
        tab.wait_for_selector("td:has-text('0.5000')")


def test_two_results_side_by_side(tab: Any, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("old.json", "new.json")]
    for file, value in zip(files, (0.3, 0.45), strict=True):
        file.write_text(json.dumps(scores(value)), encoding="utf-8")
    with serving(*files) as server:
        tab.goto(server.address)
        cell = tab.query_selector("#at-what-changed td.better")
        assert "+0.1500" in cell.inner_text() and "0.3000 → 0.4500" in cell.inner_text()
        sign = "e => getComputedStyle(e, '::before').content"
        assert cell.evaluate(sign).startswith('"▲ "')
        titles = tab.eval_on_selector_all("h2", "all => all.map((e) => e.textContent)")
        assert titles == ["What changed", "Scores (new.json)", "Scores (old.json)"]
