"""Graphs that are kept: in memory within bounds, on disk beyond damage."""

from __future__ import annotations

import logging
import multiprocessing
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import LINKAGE, Edge, Graph, Leaf, Linkage, Token, Unit
from corrigenda.meaning.parser.cache import Disk, Memory, TokenTuple, packed, unpacked
from tests.meaning.parser.parsers import flat

SENTENCE = ("He", "sleeps", ".")
GRAPH = from_brackets("[H [A He] [P sleeps] .]")
OTHER = ("She", "sings")


def sentence_of(graph: Graph) -> TokenTuple:
    return tuple(token.text for token in graph.tokens)


def test_memory_forgets_what_was_not_used_for_long() -> None:
    memory = Memory(limit=8)
    a, b, c = (("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i"))
    memory.put(a, flat(a))
    memory.put(b, flat(b))
    assert memory.get(a) is not None  # used again, so b is the oldest
    memory.put(c, flat(c))
    assert (memory.get(a) is None, memory.get(b) is None, memory.get(c) is None) == (
        False,
        True,
        False,
    )
    assert memory.size == 8


def test_memory_holds_what_is_larger_than_itself_while_it_is_the_last() -> None:
    memory = Memory(limit=3)
    long = tuple("abcdefgh")
    memory.put(long, flat(long))
    assert memory.get(long) is not None
    memory.put(("x",), flat(("x",)))
    assert memory.get(long) is None and memory.get(("x",)) is not None
    assert memory.size == 2


def test_putting_twice_counts_once() -> None:
    memory = Memory(limit=100)
    for _ in range(5):
        memory.put(SENTENCE, GRAPH)
    assert (memory.size, len(memory)) == (4, 1)


@given(st.lists(st.text(st.characters(exclude_categories=()), min_size=1), max_size=20))
def test_packing_loses_nothing(tokens: list[str]) -> None:
    graph = flat(tokens)
    again = unpacked(packed(graph))
    assert again is not None
    for part in ("tokens", "units", "edges", "leaves", "linkages", "attributes"):
        assert getattr(again, part) == getattr(graph, part)


def test_packing_keeps_all_there_is() -> None:
    graph = Graph(
        (Token("He", False, 1, (("lemma", "he"),)), Token(".", True, 2)),
        (Unit("1.1"), Unit("1.2", True, (("x", "y"),)), Unit("1.3")),
        (
            Edge(0, 1, ("H",)),
            Edge(0, 2, ("A", "P"), False, (("k", "v"),)),
            Edge(1, 2, ("A",), True),
        ),
        (Leaf(2, 0, "Terminal", "", (("a", "b"),)), Leaf(0, 1, "U", "1.9")),
        (Linkage("1.8", (Edge(LINKAGE, 2, ("LA",)),), (("c", "d"),)),),
        (("passageID", "7"),),
    )
    again = unpacked(packed(graph))
    assert again is not None
    for part in ("tokens", "units", "edges", "leaves", "linkages", "attributes"):
        assert getattr(again, part) == getattr(graph, part)


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_any_damaged_bit_is_noticed(place: int, bit: int) -> None:
    data = bytearray(packed(GRAPH))
    data[place % len(data)] ^= 1 << bit
    assert unpacked(bytes(data)) is None


@pytest.mark.parametrize("data", [b"", b"1234567", None, "text", 7])
def test_what_is_no_graph(data: object) -> None:
    assert unpacked(data) is None


def test_disk_keeps_graphs_by_sentence_and_parser(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "new" / "folder", "flat 1.0")
    disk.put({SENTENCE: GRAPH})
    disk.close()
    again = Disk(tmp_path / "new" / "folder", "flat 1.0")
    assert again.get([SENTENCE, OTHER]) == {SENTENCE: GRAPH}
    assert Disk(tmp_path / "new" / "folder", "flat 1.1").get([SENTENCE]) == {}


def test_disk_finds_many(tmp_path: Path) -> None:
    many = {(f"word{n}", "!"): flat((f"word{n}", "!")) for n in range(1200)}
    disk = Disk(tmp_path, "flat 1.0")
    disk.put(many)
    assert disk.get([*many, OTHER]) == many


def test_tokens_that_join_alike_are_not_one_sentence(tmp_path: Path) -> None:
    disk = Disk(tmp_path, "flat 1.0")
    disk.put({("a b", "c"): flat(("a b", "c"))})
    assert disk.get([("a", "b c"), ("a", "b", "c")]) == {}


def test_a_damaged_entry_is_made_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk(tmp_path, "flat 1.0")
    disk.put({SENTENCE: GRAPH, OTHER: flat(OTHER)})
    with closing(sqlite3.connect(disk.path)) as file, file:
        file.execute("UPDATE graphs SET graph = zeroblob(50) WHERE key = ?", [disk._key(SENTENCE)])
    assert disk.get([SENTENCE, OTHER]) == {OTHER: flat(OTHER)}
    assert "a damaged graph is parsed again" in caplog.text
    disk.put({SENTENCE: GRAPH})
    assert disk.get([SENTENCE]) == {SENTENCE: GRAPH}


def test_a_graph_of_another_sentence_is_damage(tmp_path: Path) -> None:
    disk = Disk(tmp_path, "flat 1.0")
    disk.put({SENTENCE: flat(OTHER)})
    assert disk.get([SENTENCE]) == {}


@pytest.mark.parametrize("damage", ["no data base", "cut short", "overwritten"])
def test_a_damaged_file_is_left_for_the_next(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = tmp_path / "graphs-1.sqlite"
    many = {(f"word{n}",): flat((f"word{n}",)) for n in range(300)}
    disk = Disk(tmp_path, "flat 1.0")
    disk.put(many)
    disk.close()
    whole = first.read_bytes()
    if damage == "no data base":
        first.write_text("this is something else altogether, and long enough to be read\n" * 100)
    elif damage == "cut short":
        first.write_bytes(whole[: len(whole) // 2])
    else:
        first.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    damaged = first.read_bytes()
    caplog.set_level(logging.WARNING)
    disk = Disk(tmp_path, "flat 1.0")
    found = disk.get(many)
    assert set(found) < set(many)
    disk.put(many)
    assert disk.get(many) == many
    assert "graphs-1.sqlite is damaged and not used; it may be deleted" in caplog.text
    assert disk.path.name == "graphs-2.sqlite"
    assert first.read_bytes() == damaged
    disk.close()
    assert Disk(tmp_path, "flat 1.0").get(many) == many


def test_a_cache_that_cannot_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(tmp_path, "flat 1.0")
    disk.put({SENTENCE: GRAPH})
    disk._connection.close()
    disk._connection = sqlite3.connect(f"file:{disk.path}?mode=ro", uri=True)
    for _ in range(3):
        disk.put({OTHER: flat(OTHER)})
    assert disk.get([SENTENCE, OTHER]) == {SENTENCE: GRAPH}
    assert caplog.text.count("cannot be written, and graphs are not kept") == 1


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="this folder cannot be used as a cache"):
        Disk(tmp_path / "file", "flat 1.0")


def _write(folder: Path, start: int) -> None:
    disk = Disk(folder, "flat 1.0")
    for n in range(start, start + 60):
        sentence = (f"word{n}",)
        disk.put({sentence: flat(sentence)})
        assert disk.get([sentence]) == {sentence: flat(sentence)}


def test_two_processes_write(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(tmp_path, start)) for start in (0, 30)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    sentences = [(f"word{n}",) for n in range(90)]
    assert Disk(tmp_path, "flat 1.0").get(sentences) == {s: flat(s) for s in sentences}
