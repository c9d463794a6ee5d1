"""Waiting for a tab, and what opens one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Open = Callable[..., Any]
"""`open_page`: takes HTML, gives the tab that shows it."""


def settle(tab: Any) -> None:
    """Wait until what was asked for is drawn."""
    tab.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame("
        "() => setTimeout(done, 30))))"
    )


def to_sentences(tab: Any) -> Any:
    """The same tab, scrolled to where its sentences are, so that the first ones are drawn."""
    tab.evaluate("document.querySelector('#at-sentences').scrollIntoView()")
    tab.wait_for_selector("article dl")
    settle(tab)
    return tab
