"""How long one waits. The figures are printed: they mean something on a machine at rest only."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest

from corrigenda.evaluation import evaluate
from tests.browser.tabs import Open

pytestmark = pytest.mark.slow

SCROLL = """new Promise((done) => {
  const frames = [];
  let last = performance.now(), steps = 0;
  const step = (now) => {
    frames.push(now - last);
    last = now;
    if (++steps > 120) return done(frames.slice(2));
    scrollBy(0, 700);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""


@pytest.fixture
def at_rest() -> None:
    if os.getloadavg()[0] > 0.75 * (os.cpu_count() or 1):
        pytest.skip("the machine is busy with other things")


def timed(open_page: Open, html: str) -> tuple[float, float]:
    """Seconds until the page can be used, and the longest frame, in ms, while one scrolls."""
    open_page(html)  # the browser is warm from here on
    tab: Any = open_page(html)
    ready = tab.evaluate("performance.getEntriesByName('ready')[0].startTime") / 1000
    frames = tab.evaluate(SCROLL)
    print(f"ready after {ready:.2f} s; frames: {max(frames):.0f} ms at most, "
          f"{sum(frames) / len(frames):.0f} ms on average")  # fmt: skip
    return ready, max(frames)


def test_twelve_systems(open_page: Open, large: str, at_rest: None) -> None:
    started = time.perf_counter()
    ready, longest = timed(open_page, large)
    print(f"all in {time.perf_counter() - started:.1f} s")
    assert ready < 1
    assert longest < 100


def test_conll_2014(open_page: Open, shared: Any) -> None:
    systems = sorted(shared.data("conll14", "systems").iterdir())[:12]
    result = evaluate(
        shared.data("conll14", "official-2014.combined.m2"),
        systems,
        ["M2", "GLEU", "Accuracy"],
        resamples=100,
    )
    html = result.report(trials=100)
    print(f"{len(html.encode()):,} bytes")
    assert len(html.encode()) < 2_000_000
    tab = open_page(html)
    assert tab.text_content("#count") == "1,312 of 1,312 sentences"
    tab.evaluate(SCROLL)
    assert len(tab.query_selector_all("article")) < 60
