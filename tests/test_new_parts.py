"""A new measure, format and study are a module each: nothing else is touched."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import corrigenda
from corrigenda import examples
from docs import reference

DOCS = Path(__file__).resolve().parents[1] / "docs"
HOMES = {"measure": "measures", "arrows": "formats", "lengths": "changes"}
"""Modules of the example in the documentation, and where in corrigenda they are put."""

GROUPED = """
from pathlib import Path

COMMAND = "references words"


def words(file):
    return len(Path(file).read_text(encoding="utf-8").split())


def run(file: Path) -> None:
    \'\'\'Count words.

    Arguments:
        file (FILE): The file to count.
    \'\'\'
    print(words(file))
"""
"""A command in a group of commands."""

SCRIPT = """
import contextlib, io, json, sys
import corrigenda as cg
from corrigenda.cli import main
from docs import reference

def ran(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(list(arguments)) == 0, arguments
    return out.getvalue()

files = ["--m2", "gold.arrows", "-H", "timid.txt"]
cg.convert("gold.m2", "gold.arrows")
print(json.dumps({
    "where": cg.__file__,
    "origin": cg.read("gold.arrows").origin,
    "listed": ran("measures"),
    "help": ran("--help"),
    "score": json.loads(ran("evaluate", *files, "-m", "Kept(case=false)", "-f", "json")),
    "page": ran("lengths", *files, "--report", "-"),
    "json": json.loads(ran("lengths", *files, "-f", "json")),
    "measure": str(cg.Kept(case=False)),
    "means": {k: v.value for k, v in cg.lengths("gold.m2", ["timid.txt"]).means.items()},
    "words": [ran("references", "words", "timid.txt"), cg.references.words("timid.txt")],
    "dir": [name for name in ("Kept", "lengths") if name in dir(cg)],
    "reference": "\\n".join(reference.reference()),
}))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with three modules more."""
    root = tmp_path_factory.mktemp("copy")
    package = Path(corrigenda.__file__).parent
    shutil.copytree(
        package,
        root / "corrigenda",
        ignore=lambda folder, names: {"__pycache__"} | ({"models"} & set(names)),
    )
    (root / "corrigenda" / "models").symlink_to(package / "models")
    (root / "docs").symlink_to(DOCS)
    page = (DOCS / "extending.md").read_text(encoding="utf-8")
    for module, text in re.findall(r'(?ms)^```python title=".*?(\w+)\.py"\n(.*?)^```', page):
        (root / "corrigenda" / HOMES[module] / f"new_{module}.py").write_text(text, "utf-8")
    (root / "corrigenda" / "references" / "new_words.py").write_text(GROUPED, "utf-8")
    for name in ("gold.m2", "timid.txt"):
        shutil.copy(examples.path(name), root)
    return root


def test_commands_functions_and_reports_have_new_parts(copy: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=copy,
        env={"PYTHONPATH": str(copy), "PATH": "", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown["where"].startswith(str(copy))
    assert shown["origin"] == "gold.arrows: text with arrows, 32 sentences, 1 reference"
    assert "Kept" in shown["listed"]
    assert "How long are the sentences of each system?" in shown["help"]
    assert shown["measure"] == "Kept(case=false)"
    assert 0.9 < shown["score"]["systems"]["timid"]["Kept(case=false)"]["score"] < 1
    assert "source writes the longest sentences." in shown["page"]
    assert shown["json"]["kind"] == "lengths"
    assert shown["means"] == {"source": 12.9375, "timid": 12.875}
    assert shown["words"] == ["412\n", 412]
    assert shown["dir"] == ["Kept", "lengths"]
    assert "### cg.Kept " in shown["reference"] and "### cg.lengths " in shown["reference"]


def test_new_pages_are_in_the_navigation(tmp_path: Path) -> None:
    (tmp_path / "measures").mkdir()
    (tmp_path / "index.md").write_text("# Start\n")
    (tmp_path / "measures" / "kept.md").write_text("# Kept\n")
    (tmp_path / "lengths.md").write_text("---\nsection: Too timid?\n---\n\n# Lengths\n")
    (tmp_path / "other.md").write_text("# Other\n")
    nav = [
        {"Start": ["index.md"]},
        {"Measures": [{"Too timid?": [{"The idea": "timid.md"}]}]},
        {"In practice": []},
    ]
    assert reference.with_all_pages(nav, tmp_path) == [
        {"Start": ["index.md"]},
        {
            "Measures": [
                {"Too timid?": [{"The idea": "timid.md"}, "lengths.md"]},
                "measures/kept.md",
            ]
        },
        {"In practice": ["other.md"]},
    ]
    (tmp_path / "lengths.md").write_text("---\nsection: Unknown\n---\n")
    with pytest.raises(ValueError, match=r"lengths\.md: no section 'Unknown'; there are Start, "):
        reference.with_all_pages(nav, tmp_path)
