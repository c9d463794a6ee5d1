"""Commands that once ended in a traceback: each ends with status 2 and a message."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from corrigenda.cli import main
from corrigenda.examples import path

GOLD, TIMID = str(path("gold.m2")), str(path("timid.txt"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files that are damaged, each in its own way."""
    monkeypatch.chdir(tmp_path)
    Path("crowd.csv").write_text("Input.source,Answer.correction,WorkerId\nHe go,He goes,w1\n")
    Path("a.tar.gz").write_bytes(b"\x1f\x8b\x08")
    Path("damaged.zip").write_bytes(damaged_lzma())
    Path("loop").symlink_to("loop")
    Path("inside").mkdir()
    Path("inside", "0001GE.xml").symlink_to("0001GE.xml")
    Path("inside", "inside").symlink_to(".")
    return tmp_path


def damaged_lzma() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("1.xml", "<root/>" * 200)
    data = bytearray(whole.getvalue())
    for k in range(45, 60):  # behind the name, in the compressed member
        data[k] ^= 0xFF
    return bytes(data)


IMPORT = ["references", "import", "crowd.csv"]
EVALUATE = ["evaluate", "--m2", GOLD, "-H"]
CASES = [
    ([*IMPORT, "--column", "source="], "expected a column"),
    ([*IMPORT, "--encoding", "punycode"], "cannot be read as 'punycode'"),
    ([*IMPORT, "--encoding", "undefined"], "cannot be read as 'undefined'"),
    ([*IMPORT, "--encoding", "a\0b"], "there is no encoding"),
    ([*IMPORT, "--encoding", "base64"], "there is no encoding"),
    (["draw", "a.tar.gz"], "a.tar.gz: this archive cannot be read"),
    (["draw", "damaged.zip"], "damaged.zip: this archive cannot be read"),
    (["usim", "damaged.zip", "damaged.zip"], "damaged.zip: this archive cannot be read"),
    (["hoo", "stats", "loop"], "there is no such file"),
    (["hoo", "batch-evaluate", "loop", "loop", "o.csv"], "there is no such file"),
    (["hoo", "batch-extract", "loop", "loop", "out"], "there is no such file"),
    (["hoo", "batch-evaluate", "inside", "inside", "o.csv"], "there is no system's file"),
    ([*EVALUATE, "x" * 300 + "=f"], "f: there is no such file"),
    ([*EVALUATE, "x" * 300], "File name too long"),
    ([*EVALUATE, "x=y=file"], "-H NAME=./a=b.txt"),
    ([*EVALUATE, TIMID, "--resamples", str(10**20)], "2 to 1,000,000 resamples"),
    (["compare", *EVALUATE[1:], TIMID, "--trials", str(10**20)], "up to 100,000,000 trials"),
    *(
        ([*command], "an argument is empty")
        for command in (
            ["evaluate", "--m2", "", "-H", TIMID],
            [*EVALUATE, TIMID, "--report", ""],
            [*EVALUATE, TIMID, "--resume", ""],
            ["draw", ""],
            ["hoo", "stats", ""],
            ["convert", GOLD, ""],
        )
    ),
]


@pytest.mark.parametrize(("command", "message"), CASES, ids=lambda x: " ".join(x)[:60])
def test_a_message_and_status_2(
    command: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said


def saved() -> dict[str, Any]:
    assert main([*EVALUATE, TIMID, "--json", "r.json", "-o", "out.txt", "--resamples", "50"]) == 0
    return dict(json.loads(Path("r.json").read_text(encoding="utf-8")))


def replaced(data: Any, key: str, value: Any) -> Any:
    """Return the data with every value of that key, and the key in every list, replaced."""
    if isinstance(data, dict):
        return {k: value if k == key else replaced(v, key, value) for k, v in data.items()}
    if isinstance(data, list):
        return [value if item == key else replaced(item, key, value) for item in data]
    return data


@pytest.mark.parametrize(
    ("key", "value"), [("rows", {}), ("low", [None]), ("tables", 3), ("dots", 1), ("hit", {})]
)
def test_a_report_of_broken_json(key: str, value: Any, capsys: pytest.CaptureFixture[str]) -> None:
    data = saved()
    broken = replaced(data, key, value)
    assert broken != data
    Path("r.json").write_text(json.dumps(broken), encoding="utf-8")
    assert main(["report", "r.json", "-o", "r.html"]) == 2
    assert "r.json" in capsys.readouterr().err
    assert not Path("r.html").exists()


COMMAND = [sys.executable, "-m", "corrigenda"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_standard_output() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*COMMAND, "measures"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 2
    assert ended.stderr == "corrigenda: standard output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX")
def test_a_closed_standard_input() -> None:
    words = " ".join([*COMMAND, "evaluate", "--m2", "-", "-H", TIMID])
    ended = subprocess.run(
        f"{words} <&-", shell=True, capture_output=True, text=True, cwd=Path.cwd()
    )
    assert ended.returncode == 2
    assert "standard input" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_name_that_the_locale_cannot_print() -> None:
    ended = subprocess.run(
        [*COMMAND, "evaluate", "--m2", GOLD, "-H", f"日本語={TIMID}", "--ci", "0"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    said = ended.stderr.decode("latin-1")
    assert ended.returncode == 2
    assert "'\\u65e5' cannot be printed in " in said
    assert "Traceback" not in said
