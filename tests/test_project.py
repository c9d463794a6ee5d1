"""Files that a project has besides its code."""

from __future__ import annotations

import re
from collections import Counter
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


def test_no_class_name_means_two_things() -> None:
    modules = sorted((ROOT / "src").rglob("*.py"))
    assert len(modules) > 100
    named = Counter(
        name
        for module in modules
        for name in re.findall(r"^class ([A-Za-z]\w+)", module.read_text("utf-8"), re.MULTILINE)
    )
    assert [name for name, times in named.items() if times > 1] == []
