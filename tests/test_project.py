"""Files that a project has besides its code."""

from __future__ import annotations

import re
from pathlib import Path

from corrigenda.measures import registry
from docs import reference

ROOT = Path(__file__).resolve().parents[1]


def test_the_page_on_citing_names_every_measure() -> None:
    page = (ROOT / "docs/citing.md").read_text(encoding="utf-8")
    assert set(registry.names()) <= reference.named(reference.cited(page))
    without = page.replace("| `chrF` |", "| chrF |")
    assert "| `chrF` | Popović" in reference.cited(without)


def test_hosted_ci_tests_the_python_versions_that_the_package_claims() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    claimed = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    (matrix,) = re.findall(r"python-version: \[(.+)\]", workflow)
    assert re.findall(r'"(3\.\d+)"', matrix) == claimed
