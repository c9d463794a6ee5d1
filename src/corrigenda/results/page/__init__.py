"""The page of findings: one self-contained HTML file.

    html = page([result, conservatism], "Our systems")

Tables and drawings are in the HTML as such; sentences are in a data block that the script reads.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from corrigenda._version import __version__
from corrigenda.formats.lines import PathLike
from corrigenda.results.differences import of_files
from corrigenda.results.finding import Finding, load, remarks, sections_of
from corrigenda.results.html import placed, render
from corrigenda.results.page.data_block import LEAST, data_blocks

_HERE = Path(__file__).parent


def report(results: Finding | PathLike | Sequence[Finding | PathLike], title: str = "") -> str:
    """Return one self-contained HTML page of results, or of files in which some were saved. Several
    evaluations (or studies of one kind) in files are also shown over time."""
    given = [results] if isinstance(results, (Finding, str, os.PathLike)) else list(results)
    files = [Path(one) for one in given if not isinstance(one, Finding)]
    if len(files) == len(given) > 1:
        return page(of_files(files), title)
    return page([one if isinstance(one, Finding) else load(one) for one in given], title)


def page(findings: Sequence[Finding], title: str = "", *, watched: str = "") -> str:
    """Return the page of some findings, section by section, sentences last.

    Only the first of them that has sentences shows them. A page that is `watched` is served, and
    asks for a later version than this.
    """
    ordered = sorted(sections_of(findings), key=lambda section: section.sentences is not None)
    sections = list(placed(ordered))
    browser = next((s for _, s in sections if s.sentences is not None), None)
    blocks = browser and browser.sentences and data_blocks(browser.sentences)
    return render(
        _HERE,
        "page",
        (*(() if blocks is None else ("marks", "graphs", "browser")), *_watching(watched)),
        watched=watched,
        data={"title": title or findings[0].title, "version": __version__},
        remarks=remarks(findings),
        sections=sections,
        browser=browser,
        least=LEAST,
        linked=sum(s.sentences is not None for _, s in sections) == 1,
        blocks=blocks and {name: Markup(text) for name, text in blocks._asdict().items() if text},
    )


def problem(message: str, *, watched: str = "") -> str:
    """Return a page that says why there is none."""
    data = {"title": "There is no page yet", "version": __version__}
    parts = _watching(watched)
    return render(_HERE, "problem", parts, watched=watched, data=data, message=message)


def _watching(watched: str) -> tuple[str, ...]:
    return ("watch",) if watched else ()
