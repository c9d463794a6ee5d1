"""The page of the documentation, cut into its experiments."""

from __future__ import annotations

import re
from pathlib import Path

import papers

DOCS = Path(papers.__file__).parents[1] / "docs" / "papers.md"


def sections(text: str) -> dict[str, str]:
    """Return the text below each heading."""
    parts = re.split(r"(?m)^###? (.*)$", text)
    return {title: body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}
