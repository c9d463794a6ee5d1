"""What axe-core finds: nothing serious, in either theme, narrow or wide, with a pop-up open."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from corrigenda import examples
from corrigenda.cli import main
from tests.browser.synthetic import page_of, twelve
from tests.browser.tabs import Open, settle, to_sentences


def findings(tab: Any, within: str = "html") -> list[str]:
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    # Run by the driver, not as a script of the page, so that the page's policy holds all the while.
    tab.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = tab.evaluate("within => axe.run(within)", within)
    assert len(found["passes"]) > (20 if within == "html" else 5)
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:200]}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 380), ("dark", 380)]
)
def test_the_report(open_page: Open, demo: str, scheme: str, width: int) -> None:
    tab = to_sentences(open_page(demo, scheme=scheme, width=width))
    assert findings(tab) == []
    tab.click("article .mark ins >> nth=0")
    settle(tab)
    assert tab.is_visible("#more")
    assert findings(tab, "#more") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_twelve_systems(open_page: Open, scheme: str) -> None:
    tab = to_sentences(open_page(page_of(twelve(20)), scheme=scheme, width=1440))
    assert findings(tab) == []


def test_studies(open_page: Open, tmp_path: Path) -> None:
    given = ["--m2", str(examples.path("gold.m2")), "-H", str(examples.path("good.txt"))]
    result, study, page = (tmp_path / name for name in ("r.json", "c.json", "p.html"))
    quick = ["--resamples", "50", "-j", "1"]
    assert main(["evaluate", *given, *quick, "-o", str(tmp_path / "t"), "--ceiling", "corpus",
                 "--json", str(result)]) == 0  # fmt: skip
    assert main(["conservatism", *given, *quick, "-f", "json", "-o", str(study)]) == 0
    assert main(["report", str(result), str(study), "-o", str(page)]) == 0
    for scheme in ("light", "dark"):
        tab = open_page(page.read_text(encoding="utf-8"), scheme=scheme)
        assert tab.is_visible("#at-conservatism .shade9 >> nth=0")
        assert tab.is_visible("#at-systems-beside-a-left-out-annotator table")
        assert findings(tab) == []
    names = "#at-conservatism .scroll:first-of-type tbody th"
    tab.click("#at-conservatism thead button >> text=corrector >> nth=0")
    tab.click("#at-conservatism thead button >> text=corrector >> nth=0")
    found = tab.eval_on_selector_all(names, "all => all.map((e) => e.textContent)")
    # Systems stay above annotators, whichever way they are sorted.
    assert found[:4] == ["good", "annotator 2", "annotator 1", "annotator 0"]
