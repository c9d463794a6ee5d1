"""Runs that go on from the rows that others wrote; input in many files."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.engine import kept, tables
from corrigenda.errors import InputError

GOLD, GOOD = str(examples.path("gold.m2")), str(examples.path("good.txt"))
MEASURES = "M2,GLEU,ERRANT,WordOrder"


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "BLOCK", 5)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences whose rows were computed."""
    seen: list[str] = []
    compute = tables._compute

    def watched(measures: Any, parsing: Any, chunk: Any) -> Any:
        seen.extend(segment.id for segment, _ in chunk)
        return compute(measures, parsing, chunk)

    monkeypatch.setattr(tables, "_compute", watched)
    return seen


def evaluated(folder: Path | None, measures: str = MEASURES, **more: Any) -> Any:
    systems = {"good": GOOD, "timid": str(examples.path("timid.txt"))}
    return cg.evaluate(GOLD, systems, measures, jobs=1, resume=folder, **more).to_json()


class Counter:
    done = 0

    def advance(self, steps: int) -> None:
        self.done += steps


@pytest.mark.parametrize("packages", ["pyarrow", "none"])
def test_what_is_there_is_not_computed_again(
    tmp_path: Path, computed: list[str], packages: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if packages == "none":
        monkeypatch.setattr(kept, "find_spec", lambda name: None)
    expected = evaluated(None)
    computed.clear()
    assert evaluated(tmp_path) == expected
    assert len(computed) == 32
    suffix = ".parquet" if packages == "pyarrow" else ".jsonl.gz"
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) == 7
    assert all(name.endswith(suffix) for name in files)

    computed.clear()
    counter = Counter()
    assert evaluated(tmp_path, progress=counter) == expected
    assert (computed, counter.done) == ([], 32)

    for number in (0, 3, 6):
        (tmp_path / files[number]).unlink()
    counter = Counter()
    assert evaluated(tmp_path, progress=counter) == expected
    assert computed == [str(k) for k in (*range(1, 6), *range(16, 21), 31, 32)]
    assert counter.done == 32
    assert sorted(path.name for path in tmp_path.iterdir()) == files


def test_rows_of_other_input_or_measures_are_not_taken(
    tmp_path: Path, computed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluated(tmp_path)
    computed.clear()
    assert evaluated(tmp_path, "M2(beta=1),GLEU") == evaluated(None, "M2(beta=1),GLEU")
    assert len(computed) == 64
    computed.clear()
    corpus = cg.read(GOLD)
    other = list(cg.read_system(GOOD, corpus).corrections)
    other[7] = cg.Correction(other[7].source, text=other[7].text + " x")
    timid = cg.read_system(examples.path("timid.txt"), corpus)
    systems = [cg.System("good", tuple(other)), timid]
    cg.evaluate(corpus, systems, MEASURES, jobs=1, resume=tmp_path)
    assert computed == ["6", "7", "8", "9", "10"]
    computed.clear()
    monkeypatch.setattr("corrigenda.results.signature.__version__", "9.9")
    monkeypatch.setattr(kept, "Signature", lambda *given: f"{given}|v:9.9")
    evaluated(tmp_path)
    assert len(computed) == 32


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    evaluated(tmp_path)
    damaged = sorted(tmp_path.iterdir())[2]
    damaged.write_bytes(damaged.read_bytes()[:-40])
    with pytest.raises(InputError, match="these rows cannot be read") as error:
        evaluated(tmp_path)
    assert Path(str(error.value.file)) == damaged
    assert "remove the file" in str(error.value.hint)


def test_rows_can_be_read_by_others(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    evaluated(tmp_path)
    table = parquet.read_table(sorted(tmp_path.iterdir())[0])
    assert table.column_names[:4] == ["id", "M2|good", "M2|timid", "M2|unchanged source"]
    assert table.column("id").to_pylist() == ["1", "2", "3", "4", "5"]
    assert b"M2(" in table.schema.metadata[b"signature"]


def test_a_folder_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be used as a folder"):
        evaluated(tmp_path / "file")
    arguments = ["evaluate", "--m2", GOLD, "-H", GOOD, "--resume", str(tmp_path / "file")]
    assert main(arguments) == 2
    assert "expected a folder, found a file" in capsys.readouterr().err


KILLED = """\
import sys
from corrigenda.cli import run
from corrigenda.engine import kept

kept.BLOCK = 32
if __name__ == "__main__":
    run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("measure", ["M2", "USim"])
def test_a_killed_run_goes_on(tmp_path: Path, measure: str) -> None:
    killed_and_resumed(tmp_path, measure, {"M2": 150, "USim": 8}[measure])


def killed_and_resumed(tmp_path: Path, measure: str, times: int, *engine: str) -> None:
    """Kill a run that keeps its rows, and compare what it gives when it goes on with a whole run.

    What is computed before is not computed again.
    """
    lines = {"source": examples.path("source.txt"), "good": Path(GOOD)}
    for name, path in lines.items():
        texts = path.read_text(encoding="utf-8").splitlines()
        with gzip.open(tmp_path / f"{name}.txt.gz", "wt", encoding="utf-8") as file:
            file.writelines(f"{text} {k}\n" for k in range(times) for text in texts)
    files = ["-s", str(tmp_path / "source.txt.gz"), "-H", str(tmp_path / "good.txt.gz")]
    if measure == "M2":
        files += ["-r", str(tmp_path / "source.txt.gz")]
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")
    folder = tmp_path / "rows"
    options = [*files, "-m", measure, "-f", "json", "--resamples", "100"]
    command = [sys.executable, str(script), "evaluate", *options]

    with subprocess.Popen(
        [*command, *engine, "--resume", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as started:
        until = time.monotonic() + 300
        while len(list(folder.glob("rows-*"))) < 2 and time.monotonic() < until:
            assert started.poll() is None
            time.sleep(0.01)
        os.kill(started.pid, signal.SIGKILL)
    assert started.returncode == -signal.SIGKILL
    written = {path.name: path.stat().st_mtime_ns for path in folder.glob("rows-*")}
    assert 2 <= len(written) < times

    again = subprocess.run(
        [*command, *engine, "--resume", str(folder)], capture_output=True, text=True
    )
    whole = subprocess.run(command, capture_output=True, text=True)
    assert again.stdout == whole.stdout
    assert json.loads(again.stdout)
    assert {n: (folder / n).stat().st_mtime_ns for n in written} == written


# --- many files -----------------------------------------------------------------------------------


def sharded(folder: Path, path: str, name: str, sizes: tuple[int, ...]) -> str:
    """A text in several files; the pattern that matches them."""
    lines = iter(Path(path).read_text(encoding="utf-8").splitlines(keepends=True))
    for number, size in enumerate(sizes):
        with gzip.open(folder / f"{name}-{number}.txt.gz", "wt", encoding="utf-8") as file:
            file.writelines(next(lines) for _ in range(size))
    return str(folder / f"{name}-*.txt.gz")


def test_a_pattern_stands_for_many_files(tmp_path: Path) -> None:
    source = sharded(tmp_path, str(examples.path("source.txt")), "s", (10, 10, 12))
    reference = sharded(tmp_path, str(examples.path("ref0.txt")), "r", (32,))
    good = sharded(tmp_path, GOOD, "g", (5, 27))
    whole = cg.read_parallel(examples.path("source.txt"), [examples.path("ref0.txt")])
    parts = cg.read_parallel(source, [reference])
    assert parts.segments == whole.segments
    assert cg.read_system(good, parts, "x").corrections == (
        cg.read_system(GOOD, whole, "x").corrections
    )


def test_many_files_of_edits(tmp_path: Path) -> None:
    blocks = Path(GOLD).read_text(encoding="utf-8").strip().split("\n\n")
    (tmp_path / "p-0.m2").write_text("\n\n".join(blocks[:20]) + "\n", encoding="utf-8")
    (tmp_path / "p-1.m2").write_text("\n\n".join(blocks[20:]) + "\n", encoding="utf-8")
    found = cg.evaluate(str(tmp_path / "p-*.m2"), {"good": GOOD}, "M2", ci=None)
    whole = cg.evaluate(GOLD, {"good": GOOD}, "M2", ci=None)
    assert found["good"]["M2"].value == whole["good"]["M2"].value


def test_an_error_names_the_file_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "p-0.jsonl").write_text('{"source": "a"}\n', encoding="utf-8")
    (tmp_path / "p-1.jsonl").write_text('{"source": "a"}\n{"source": 7}\n', encoding="utf-8")
    with pytest.raises(InputError) as error:
        cg.read(tmp_path / "p-*.jsonl")
    assert (error.value.file, error.value.line) == (str(tmp_path / "p-1.jsonl"), 2)


def test_a_pattern_that_matches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "-s", str(tmp_path / "x-*.txt"), "-H", GOOD, "-m", "USim"]) == 2
    assert "no file matches this pattern" in capsys.readouterr().err


def test_a_file_may_be_called_like_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "a[1].txt").write_text("one\n", encoding="utf-8")
    (tmp_path / "a1.txt").write_text("two\n", encoding="utf-8")
    assert cg.read_parallel(tmp_path / "a[1].txt").segments[0].source == "one"


def test_parquet_is_read_as_jsonl_is(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    corpus = cg.read(examples.path("examples.jsonl"))
    rows = [
        {
            "id": segment.id,
            "source": segment.source,
            "references": [reference.text for reference in segment.references],
            "correction": segment.references[0].text,
            "extra": 7,
        }
        for segment in corpus
    ]
    gold = [{k: row[k] for k in ("id", "source", "references", "extra")} for row in rows]
    output = [{k: row[k] for k in ("source", "correction")} for row in rows]
    for k, part in enumerate((slice(0, 20), slice(20, None))):
        parquet.write_table(pa.Table.from_pylist(gold[part]), tmp_path / f"gold-{k}.parquet")
        parquet.write_table(pa.Table.from_pylist(output[part]), tmp_path / f"out-{k}.parquet")
    read = cg.read(tmp_path / "gold-*.parquet")
    assert [s.source for s in read] == [s.source for s in corpus]
    assert [[r.text for r in s.references] for s in read] == [
        [r.text for r in s.references] for s in corpus
    ]
    result = cg.evaluate(read, {"x": tmp_path / "out-*.parquet"}, "Accuracy", ci=None)
    assert result["x"]["Accuracy"].value == 1.0


def test_bad_parquet_is_refused(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "x.parquet"
    parquet.write_table(pa.table({"text": ["a"]}), path)
    with pytest.raises(InputError, match="expected a column 'source', found 'text'"):
        cg.read(path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        cg.read(path)
