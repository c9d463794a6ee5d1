"""The documentation shows what its commands print.

Each page runs from top to bottom in a folder of its own that has the bundled examples: files with a
title are written, commands (```console, after `$ `) and Python sessions (```pycon) are run. They
must print what the page shows. After an intended change,

    UPDATE_DOCS=1 pytest tests/test_docs.py

rewrites the pages; read the difference before you commit it.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from corrigenda import __version__, examples
from corrigenda.cli import main

ROOT = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(str(page.relative_to(ROOT)) for page in ROOT.rglob("*.md"))
BLOCK = re.compile(r"(?ms)^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy_examples(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "src")])
    return tmp_path


def copy_examples(folder: Path) -> None:
    """Copy the bundled files to a folder, as pages expect them."""
    for name in examples.names():
        shutil.copy(examples.path(name), folder)
    for name in ("hoo", "meaning"):
        shutil.copytree(examples.path(name), folder / name)


def played(text: str, folder: Path) -> str:
    """The page with the output of its blocks as it is now."""
    names: dict[str, Any] = {}

    def block(match: re.Match[str]) -> str:
        kind, title, body = match.groups()
        if title:
            target = folder / title
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(body, encoding="utf-8")
            importlib.invalidate_caches()  # an import may have looked for it before
            if target.name == "pyproject.toml":
                install(body, folder / "src")
        elif kind == "console":
            body = console(body)
        elif kind == "pycon":
            body = session(body, names)
        else:
            return match[0]
        start, end = (edge - match.start() for edge in match.span(3))
        return match[0][:start] + body + match[0][end:]

    return BLOCK.sub(block, text)


def console(body: str) -> str:
    """Commands, each with what it prints; a command goes on in the next line behind a backslash."""
    out = []
    for command in re.findall(r"(?m)^\$ ((?:.*\\\n)*.*)$", body):
        alone = command.startswith("corrigenda ") and not re.search("[|&<>;]", command)
        status, printed = in_process(command) if alone else in_shell(command)
        expected = re.search(r"# exit status (\d)$", command)
        assert status == (int(expected[1]) if expected else 0), printed
        lines = "".join(line.rstrip() + "\n" for line in printed.splitlines())
        out.append(f"$ {command}\n{lines}")
    return "".join(out)


def in_process(command: str) -> tuple[int, str]:
    """What a command of ours prints: called, as that is much faster than starting it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        status = main(shlex.split(command, comments=True)[1:])
    return status, printed.getvalue()


def in_shell(command: str) -> tuple[int, str]:
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONIOENCODING": "utf-8",
    }
    run = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment,
    )
    return run.returncode, run.stdout


def install(project: str, source: Path) -> None:
    """Write what `pip install` would leave for others to find: the entry points."""
    name = re.search(r'(?m)^name = "(.+)"$', project)
    group = r'(?m)^\[project\.entry-points\."(.+)"\]\n((?:\w+ = ".+"\n?)+)'
    points = "".join(f"[{title}]\n{listed}\n" for title, listed in re.findall(group, project))
    assert name and points
    metadata = source / f"{name[1].replace('-', '_')}-0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name[1]}\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text(points.replace('"', ""))


def session(body: str, names: dict[str, Any]) -> str:
    """Statements of a Python session, each with what it prints."""
    out = []
    for example in doctest.DocTestParser().get_examples(body):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "<docs>", "single"), names)
        first, *more = example.source.splitlines()
        out += [f">>> {first}\n", *(f"... {line}\n" for line in more)]
        out += [f"{line.rstrip()}\n" for line in printed.getvalue().splitlines()]
    return "".join(out)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_its_commands_print(page: str, folder: Path) -> None:
    path = ROOT / page
    text = path.read_text(encoding="utf-8")
    now = played(text, folder)
    if os.environ.get("UPDATE_DOCS"):
        path.write_text(now, encoding="utf-8")
    else:
        assert now == text


def test_a_stale_page_is_noticed(folder: Path) -> None:
    fresh = '```pycon\n>>> 1 + 1\n2\n```\n\n```console\n$ echo "a b" \\\n    | wc -w\n2\n```\n'
    assert played(fresh, folder) == fresh
    assert played(fresh.replace("2\n", "3\n"), folder) == fresh
    command = "```console\n$ corrigenda --version\n```"
    assert played(command, folder) == command[:-3] + f"corrigenda {__version__}\n```"
