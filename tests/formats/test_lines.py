"""Lines in and out."""

from __future__ import annotations

import gzip
import io
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.formats import lines as module
from corrigenda.formats.lines import read_lines, writing


def lines_of(data: bytes, path: Path) -> list[str]:
    path.write_bytes(data)
    return list(read_lines(path))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\rb\r", ["a", "b"]),
        (b"a\r\r\nb\n\rc", ["a", "", "b", "", "c"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        ("a\u2028b\u0085c\x0cd\x1ce\n".encode(), ["a\u2028b\u0085c\x0cd\x1ce"]),
    ],
)
def test_line_ends(data: bytes, expected: list[str], tmp_path: Path) -> None:
    assert lines_of(data, tmp_path / "x") == expected


@given(st.lists(st.sampled_from(["a", "é", "\n", "\r", "\r\n", "\u2028"])), st.integers(1, 4))
def test_blocks_do_not_show(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], block: int
) -> None:
    text = "".join(parts)
    expected = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not expected[-1]:
        expected.pop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BLOCK", block)
        assert lines_of(text.encode(), tmp_path_factory.getbasetemp() / "x") == expected


def test_a_bad_byte_is_found_behind_the_first_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BLOCK", 5)
    with pytest.raises(InputError, match=r"x:4: expected UTF-8, found byte 0xFF \(byte 3 of"):
        lines_of(b"a\r\nb\rcccccccc\ndd\xff", tmp_path / "x")


def test_reading_is_lazy(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"a\n" * module._BLOCK + b"\xff")
    assert next(read_lines(tmp_path / "x")) == "a"


def test_gzip_is_told_by_content(tmp_path: Path) -> None:
    assert lines_of(gzip.compress(b"a\nb\n"), tmp_path / "x") == ["a", "b"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nb")))
    assert list(read_lines("-")) == ["a", "b"]
    assert not sys.stdin.closed


# --- writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x.txt", "x.txt.gz"])
def test_what_is_written_is_read(name: str, tmp_path: Path) -> None:
    with writing(tmp_path / name) as file:
        file.write("é\n\u2028\n")
    assert list(read_lines(tmp_path / name)) == ["é", "\u2028"]
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(RuntimeError), writing(path) as file:
        file.write("new")
        raise RuntimeError
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("old")
    (tmp_path / "link").symlink_to("x")
    with writing(tmp_path / "link") as file:
        file.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "x").read_text() == "new"


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        with writing(tmp_path / "x") as file:
            file.write("")
    finally:
        os.umask(old)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o644


def test_a_device_is_fed_not_replaced() -> None:
    with writing(os.devnull) as file:
        file.write("gone")
    assert not Path(os.devnull).is_file()


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    with writing("-") as file:
        file.write("é\n")
    assert capsys.readouterr().out == "é\n"
