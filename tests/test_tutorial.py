"""The tutorial runs, shows what is computed now, and is the page that the documentation has.

After a change that is meant,

    UPDATE_DOCS=1 pytest tests/test_tutorial.py

runs `docs/tutorial.ipynb`, keeps its outputs, and writes `docs/tutorial.md` and its figures anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.notebook import Notebook, drawings, executed, markdown, texts

DOCS = Path(__file__).resolve().parents[1] / "docs"
PATH = DOCS / "tutorial.ipynb"
PAGE = DOCS / "tutorial.md"
FIGURES = "assets/tutorial-{}.svg"


def read() -> Notebook:
    notebook: Notebook = json.loads(PATH.read_text(encoding="utf-8"))
    return notebook


def test_the_tutorial_shows_what_is_computed_now() -> None:
    stored = read()
    now = executed(stored)
    if os.environ.get("UPDATE_DOCS"):
        text = json.dumps(now, indent=1, ensure_ascii=False)
        PATH.write_text(text + "\n", encoding="utf-8")
        PAGE.write_text(markdown(now, FIGURES), encoding="utf-8")
        for number, (svg, _) in enumerate(drawings(now), 1):
            (DOCS / FIGURES.format(number)).write_text(svg, encoding="utf-8")
    else:
        assert texts(now) == texts(stored)


def test_the_page_is_the_notebook() -> None:
    stored = read()
    assert PAGE.read_text(encoding="utf-8") == markdown(stored, FIGURES)
    found = sorted(path.name for path in (DOCS / "assets").glob("tutorial-*.svg"))
    assert found == [f"tutorial-{n}.svg" for n, _ in enumerate(drawings(stored), 1)]
    for number, (svg, _) in enumerate(drawings(stored), 1):
        assert (DOCS / FIGURES.format(number)).read_text(encoding="utf-8") == svg


def cells(*sources: str) -> Notebook:
    return {"cells": [{"cell_type": "code", "source": [s], "outputs": []} for s in sources]}


def test_cells_are_run_as_a_kernel_runs_them() -> None:
    first, second, third = executed(cells("x = 1\nprint(x)", "x + 1", "x;\nNone"))["cells"]
    assert first["outputs"] == [{"name": "stdout", "output_type": "stream", "text": ["1\n"]}]
    (output,) = second["outputs"]
    assert output["data"] == {"text/plain": ["2"]}
    assert output["execution_count"] == second["execution_count"] == 2
    assert third["outputs"] == []


def test_an_error_fails() -> None:
    with pytest.raises(ZeroDivisionError):
        executed(cells("1 / 0"))


def test_a_stale_output_is_noticed_and_another_drawing_is_not() -> None:
    fresh = read()
    stale = json.loads(json.dumps(fresh))
    outputs = [output for cell in stale["cells"] for output in cell.get("outputs", [])]
    shown = [output["data"] for output in outputs if "data" in output]
    figure = next(data for data in shown if data["text/plain"][0].startswith("<Figure "))
    figure["image/svg+xml"] = ["<svg/>"]
    assert texts(stale) == texts(fresh)
    table = next(data for data in shown if "text/html" in data)
    table["text/html"] = [line.replace("seed:1234", "seed:1") for line in table["text/html"]]
    assert texts(stale) != texts(fresh)
