"""The page of findings: one HTML file that opens from disk, without a network, years later.

html = page([conservatism, reranking], "Our systems")
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from corrigenda._version import __version__
from corrigenda.results.finding import remarks
from corrigenda.results.html import placed, render

if TYPE_CHECKING:
    from corrigenda.results.finding import Finding


def page(findings: Sequence[Finding], title: str = "") -> str:
    """Return the page of some findings, section by section."""
    return render(
        Path(__file__).parent,
        "page",
        data={"title": title or findings[0].title, "version": __version__},
        remarks=remarks(findings),
        sections=list(placed(section for finding in findings for section in finding.sections())),
    )
