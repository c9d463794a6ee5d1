"""`corrigenda view`: a page for this machine alone that keeps up with its files."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import corrigenda as cg
from corrigenda.errors import InputError
from corrigenda.results.differences import Between, Course, differences
from corrigenda.results.finding import Saved
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.results.view import Server


def scores(value: float, title: str = "Scores") -> dict[str, Any]:
    table = Table(
        [Column("system", "left"), Column("M2", best="max"), Column("note", "left")],
        [["mine", Cell(value, value - 0.02, value + 0.02), "x"], ["other", Cell(0.4), "y"]],
        "M2 by system",
    )
    return {"title": "A result", "sections": [encode(Section(title, tables=[table]))]}


@pytest.fixture
def result(tmp_path: Path) -> Path:
    file = tmp_path / "r.json"
    file.write_text(json.dumps(scores(0.3)), encoding="utf-8")
    return file


@contextmanager
def serving(*files: Path) -> Iterator[Server]:
    with Server(files) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def ask(server: Server, path: str = "/", host: str = "", method: str = "GET") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
    port = server.server_address[1]
    connection.request(method, path, headers={"Host": host or f"127.0.0.1:{port}"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_the_page_is_there_and_keeps_up(result: Path) -> None:
    with serving(result) as server:
        status, html = ask(server)
        assert status == 200 and "0.3000" in html
        before = ask(server, "/version")[1]
        assert f'data-version="{before}"' in html
        assert "connect-src 'self'" in unescape(html)
        result.write_text(json.dumps(scores(0.5)), encoding="utf-8")
        os.utime(result, ns=(1, 1))
        assert ask(server, "/version")[1] != before
        assert "0.5000" in ask(server)[1]
        result.write_text('{"half a', encoding="utf-8")
        status, html = ask(server)
        assert status == 200 and "There is no page yet" in html and "data-version" in html


def test_only_this_machine_and_only_the_page(result: Path) -> None:
    with serving(result) as server:
        assert server.server_address[0] == "127.0.0.1"
        port = server.server_address[1]
        assert ask(server, host=f"localhost:{port}")[0] == 200
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}"):
            assert ask(server, host=host)[0] == 403, host
        for path in (
            "/r.json",
            "/../r.json",
            "/%2e%2e/r.json",
            f"/{result}",
            "/?x",
            "/version/",
        ):
            assert ask(server, path)[0] == 404, path
        assert ask(server, method="HEAD") == (200, "")
        assert ask(server, method="POST")[0] == 501


def test_two_results_are_compared(result: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.json"
    later.write_text(json.dumps(scores(0.45)), encoding="utf-8")
    with serving(result, later) as server:
        html = ask(server)[1]
    assert "What changed" in html and "+0.1500" in html and "0.3000 → 0.4500" in html
    assert "Scores (later.json)" in html and "Scores (r.json)" in html


def test_bad_files_are_refused_at_once(result: Path, tmp_path: Path) -> None:
    other = tmp_path / "x.json"
    other.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="expected a saved result"):
        Server(other)
    with pytest.raises(InputError, match="expected a result, found none"):
        Server([])
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(InputError, match="cannot listen on port"):
            Server(result, port=taken.getsockname()[1])


@pytest.mark.parametrize("number", [signal.SIGINT])
def test_the_command_ends_cleanly(result: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "corrigenda", "view", str(result), "--no-open"]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert run.stderr is not None
    line = run.stderr.readline()
    assert "the page is at http://127.0.0.1:" in line
    run.send_signal(number)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out, err) == (0, "", "")


# --- what changed ---------------------------------------------------------------------------------


def test_differences_say_better_only_if_intervals_are_apart() -> None:
    def table(value: float, best: Any = "max") -> Table:
        cell = Cell(value, value - 0.02, value + 0.02)
        return Table([Column("system", "left"), Column("M", best=best)], [["a", cell], ["b", 1]])

    def tone(old: float, new: float, best: Any = "max") -> str:
        made = differences(table(old, best), table(new, best))
        assert made is not None
        return made.cells[0][1].tone

    assert tone(0.3, 0.45) == "better"
    assert tone(0.45, 0.3) == "worse"
    assert tone(0.3, 0.45, "min") == "worse"
    assert tone(0.3, 0.45, None) == "differs"
    assert tone(0.3, 0.33) == "level"
    made = differences(table(0.3), table(0.33))
    assert made is not None and made.cells[1][1].tone == ""  # no interval


def test_nothing_in_common_is_said() -> None:
    old, new = Saved(scores(0.3)), Saved(scores(0.3, "Other"))
    (section,) = Between(old, new).sections()
    assert "No table has the same rows" in section.details[0].verdicts[0]


def test_the_same_sentences_are_tested() -> None:
    """A regression on few sentences: intervals overlap, the paired test does not miss it."""
    lines = [f"He go to place {k} ." for k in range(300)]
    right = [line.replace("go", "goes") for line in lines]
    half = [b if k % 2 else a for k, (a, b) in enumerate(zip(lines, right, strict=True))]
    fewer = [a if k % 20 == 1 else h for k, (a, h) in enumerate(zip(lines, half, strict=True))]

    def saved(output: list[str], name: str = "mine") -> Saved:
        given = {"sources": lines, "references": [right], "systems": {name: output}}
        return Saved(cg.evaluate(**given).to_json())

    def tones(old: Saved, new: Saved) -> set[str]:
        (section,) = Between(old, new).sections()
        tables = section.details[0].tables
        return {row[1].tone for table in tables for row in table.cells if row[0].value == "mine"}

    assert tones(saved(half), saved(fewer)) == {"worse"}
    assert tones(saved(fewer), saved(half)) == {"better"}
    assert tones(saved(half), saved(half)) == {"level"}
    note = next(Between(saved(half), saved(fewer)).sections()).details[0].notes[0]
    assert "approximate randomisation" in note and "for 1 difference." in note
    assert not Between(saved(half), saved(half, "other")).tests


def test_more_than_two_results_are_shown_over_time(tmp_path: Path) -> None:
    files = []
    for k, value in enumerate((0.3, 0.35, 0.45)):
        files.append(tmp_path / f"v{k}.json")
        files[-1].write_text(json.dumps(scores(value)), encoding="utf-8")
    with serving(*files) as server:
        html = ask(server)[1]
    assert "Over time" in html and "0.3500 → 0.4500" in html
    (section,) = Course([Saved(scores(v)) for v in (0.3, 0.35, 0.45)], ["a", "b", "c"]).sections()
    table = section.details[0].tables[0]
    assert [column.header for column in table.columns][1:] == ["a", "b", "c"]
    assert [cell.value for cell in table.cells[0]][1:] == [0.3, 0.35, 0.45]


def test_a_report_of_several_files_tells_them_apart(tmp_path: Path) -> None:
    files = [tmp_path / f"v{k}.json" for k in range(3)]
    for file, value in zip(files, (0.3, 0.35, 0.45), strict=True):
        file.write_text(json.dumps(scores(value)), encoding="utf-8")
    html = cg.report(files)
    assert "Over time" in html
    for file in files:
        assert f"({file.name})" in html
    assert "Over time" not in cg.report(files[:1])


def test_what_nobody_wins_is_followed_over_time() -> None:
    sources = ["I have two cats ."] * 3
    outputs = (sources, ["I have three cats ."] * 3)
    results = [
        cg.evaluate(sources=sources, systems={"mine": out}, measures="WordChange,Meaning", ci=None)
        for out in outputs
    ]
    (section,) = Course(results, ["a", "b"]).sections()
    followed = {
        (table.title, table.columns[1].group.lower()): [cell.value for cell in table.cells[0]]
        for table in section.details[0].tables
    }
    assert followed["WordChange by system", "words"] == ["mine", 0, 1]
    assert followed["Meaning by system", "alarms"] == ["mine", 0, 3]
