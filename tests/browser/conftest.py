"""Pages in a real browser: Debian's Chromium, driven by Playwright, where both are there.

A page that complains (an error, a message on the console) or asks for anything but its own file
fails its test.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from corrigenda import examples
from corrigenda.evaluation import evaluate
from tests.browser.synthetic import page_of, twelve
from tests.browser.tabs import Open, settle

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 120_000  # milliseconds: a machine may be busy with other things


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    playwright = api.sync_playwright().start()
    # Each launch has a new profile in a temporary folder.
    browser = playwright.chromium.launch(
        executable_path=program, args=list(ARGUMENTS), timeout=PATIENCE
    )
    yield browser
    with _killing_after(30, api.Error):
        browser.close()
        playwright.stop()


@contextmanager
def _killing_after(seconds: float, *errors: type[Exception]) -> Iterator[None]:
    """Do something that waits for other processes; if they do not end, end them. The tests are over
    by then, so that what is said about it is of no use."""
    killer = threading.Timer(seconds, _kill_children)
    killer.start()
    try:
        yield
    except errors:
        if killer.is_alive():
            raise
    finally:
        killer.cancel()


def _kill_children() -> None:
    for children in Path("/proc/self/task").glob("*/children"):
        for child in children.read_text().split():
            os.kill(int(child), signal.SIGKILL)


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens HTML from disk and waits until its sentences, if any, are there."""
    complaints: list[str] = []
    contexts = []

    def opened(
        html: str, address: str = "", *, width: int = 1280, scheme: str = "light", before: str = ""
    ) -> Any:
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(html, encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, accept_downloads=False
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda r: None if r.url.startswith("file:") else complaints.append(r.url))
        if before:
            tab.add_init_script(before)
        tab.goto(file.as_uri() + address)
        if not before and tab.query_selector("#list"):
            tab.wait_for_selector("#list[aria-busy=false]", state="attached")
            settle(tab)
        return tab

    yield opened
    for context in contexts:
        for tab in context.pages:
            assert tab.evaluate("window.hacked") is None
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def demo() -> str:
    """The report of the bundled examples."""
    names = ("timid", "good", "reckless")
    result = evaluate(
        examples.path("gold.m2"),
        [examples.path(f"{name}.txt") for name in names],
        ["M2", "GLEU", "Accuracy"],
        resamples=100,
    )
    return result.report(trials=100)


@pytest.fixture(scope="session")
def large() -> str:
    """The report of 12 systems on 1,312 sentences."""
    return page_of(twelve())
