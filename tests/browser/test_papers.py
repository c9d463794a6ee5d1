"""The page of published and reproduced values, which is made of the same pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda.results.figures import Axis, Dot, Dots, Figure
from corrigenda.statistics.intervals import Estimate
from papers.page import html
from papers.rows import Experiment, Findings, Outcome, Paper, Row
from tests.browser.tabs import Open
from tests.browser.test_accessibility import findings


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 380)])
def test_figures_are_drawn(open_page: Open, tmp_path: Path, scheme: str, width: int) -> None:
    figure = Figure("A figure.", [Dots([Dot("a", Estimate(0.4, 0.3, 0.5))], Axis("x"))])
    rows = [Row("one", "0.42", [0.4165]), Row("other", "0.7", [0.83], reason="mispaired")]
    found = Findings(rows, {"one": figure})
    experiment = Experiment("one", "Table 1", "What there is", lambda _: found)
    paper = Paper("p", "A paper", "Somebody 2018", (experiment,))
    tab = open_page(html([(paper, [Outcome(experiment, found)])]), scheme=scheme, width=width)
    assert tab.evaluate("document.querySelector('figure img').naturalWidth") > 100
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert findings(tab) == []
