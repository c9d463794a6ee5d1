"""Read and write lines of text, for all formats.

In: UTF-8 only, and an input that is not is named for what it is. A line ends at a line feed, at a
carriage return or at both together, and nowhere else: a form feed or U+2028 inside a learner's
sentence must not shift every sentence after it. Files are read in blocks, so memory stays bounded
however long they are.

Out: to a temporary file beside the target that takes its place once it is complete, so that a run
that fails halfway leaves no partial file.
"""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from glob import glob, has_magic
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from secrets import token_hex
from typing import IO, TextIO

from corrigenda.errors import InputError

PathLike = str | os.PathLike[str]

LONGEST_LINE = 1_000_000
"""Characters a line may have: far above any sentence, far below what would exhaust memory."""

LARGEST_FILE = 50_000_000
"""Bytes that a file may have which is read at once."""

_BLOCK = 1 << 18

_BYTE_ORDER_MARKS = (  # UTF-32's little-endian mark begins with UTF-16's, so it is tried first
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def name_of(path: PathLike) -> str:
    """Return the name of a path in messages: `-` is standard input."""
    text = os.fspath(path)
    return "standard input" if text == "-" else text


def files(path: PathLike) -> list[PathLike]:
    """Return the files that a path stands for: itself, or all whose names match a pattern, in the
    order of their names."""
    if not is_pattern(path):
        return [path]
    matching = sorted(glob(os.fspath(path)))  # noqa: PTH207 - patterns may be absolute
    if not matching:
        raise InputError("no file matches this pattern", file=path)
    return list(matching)


def is_pattern(path: PathLike) -> bool:
    """Return whether a path is a pattern that stands for all files that match it."""
    text = os.fspath(path)
    return has_magic(text) and not os.path.lexists(text)


def annotators(source: PathLike, references: Iterable[PathLike]) -> list[PathLike]:
    """Return the files of the annotators: all that match a pattern such as `dev.ref*`.

    If the source is a pattern, too, its files are parts of one text, and so are those of each
    reference.
    """
    if is_pattern(source):
        return list(references)
    return [file for path in references for file in files(path)]


def read_lines(path: PathLike) -> Iterator[str]:
    """Return the lines of a UTF-8 text file (gzipped or not; `-` is standard input), without their
    ends.

    A byte order mark is dropped; the last line need not end in a newline. Rows of a Parquet file
    are lines of JSONL.
    """
    return chain.from_iterable(_blocks(path))


def _blocks(path: PathLike) -> Iterator[Iterable[str]]:
    """Yield the lines of a file, many at a time."""
    name = name_of(path)
    with _opened(path) as stream:
        if _begins(stream, b"PAR1"):
            from corrigenda.formats import parquet

            yield parquet.lines(stream, name)
            return
        rest = b""
        done = 0  # lines given so far
        at_start = True
        while True:
            try:
                block = stream.read(_BLOCK)
            except (OSError, EOFError, zlib.error) as error:
                raise InputError(f"cannot be read to its end: {error}", file=name) from None
            data = rest + block
            if at_start:
                data = _without_mark(data, name)
                at_start = False
            # A final \r may be the first half of a \r\n, so it waits for the next block.
            cut = max(data.rfind(b"\n"), data.rfind(b"\r", 0, -1)) + 1 if block else len(data)
            data, rest = data[:cut], data[cut:]
            if data:
                lines = _split(data, name, done)
                done += len(lines)
                yield lines
            if not block:
                return
            if len(rest) > 4 * LONGEST_LINE:  # no character takes more than four bytes
                raise _too_long(name, done + 1)


def read_bytes(path: PathLike, first: int = LARGEST_FILE + 1) -> bytes:
    """Return the bytes of a whole file (gzipped or not; `-` is standard input), or its `first`
    ones."""
    name = name_of(path)
    with _opened(path) as stream:
        try:
            data = stream.read(first)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"cannot be read to its end: {error}", file=name) from None
    if len(data) > LARGEST_FILE:
        raise InputError(
            f"expected a file of at most {LARGEST_FILE:,} bytes, found a larger one", file=name
        )
    return data


def _split(data: bytes, name: str, done: int) -> list[str]:
    """Return the lines of some whole lines of a file, of which `done` lines came before."""
    if b"\0" in data:
        number, column = _position(data, data.index(b"\0"), done)
        raise InputError(
            f"expected text, found a NUL byte (byte {column} of the line)",
            file=name,
            line=number,
            hint="is this a binary file, or UTF-16 without a byte order mark?",
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        number, column = _position(data, error.start, done)
        raise InputError(
            f"expected UTF-8, found byte 0x{data[error.start]:02X} (byte {column} of the line)",
            file=name,
            line=number,
            hint="if the text is Western European, convert it with "
            f"`iconv -f WINDOWS-1252 -t UTF-8 {name}`",
        ) from None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if len(text) > LONGEST_LINE:
        for number, line in enumerate(lines, done + 1):
            if len(line) > LONGEST_LINE:
                raise _too_long(name, number)
    return lines


def _position(data: bytes, at: int, done: int) -> tuple[int, int]:
    """Return the line and the byte within it (both from 1) of a place in whole lines of a file."""
    before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return done + before.count(b"\n") + 1, len(before) - before.rfind(b"\n")


def _too_long(name: str, number: int) -> InputError:
    return InputError(
        f"expected lines of at most {LONGEST_LINE:,} characters, found a longer one",
        file=name,
        line=number,
        hint="put one sentence on each line",
    )


def _without_mark(data: bytes, name: str) -> bytes:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            raise InputError(
                f"expected UTF-8, found {encoding}",
                file=name,
                hint=f"convert it with `iconv -f {encoding} -t UTF-8 {name}`",
            )
    return data.removeprefix(b"\xef\xbb\xbf")


@contextmanager
def _opened(path: PathLike) -> Iterator[IO[bytes]]:
    if os.fspath(path) == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed, so nothing can be read from it")
        yield _unzipped(sys.stdin.buffer)  # not ours to close
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 (an error in the block is not one of opening)
    except OSError as error:
        raise _cannot(error, path, "read") from None
    with stream, _unzipped(stream) as unzipped:
        yield unzipped


def _unzipped(stream: IO[bytes]) -> IO[bytes]:
    """Return the stream itself, or what it unzips to if it begins as gzip does."""
    if _begins(stream, b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=stream)  # type: ignore[return-value]
    return stream


def _begins(stream: IO[bytes], magic: bytes) -> bool:
    peek = getattr(stream, "peek", None)
    try:
        return peek is not None and peek(len(magic))[: len(magic)] == magic
    except (OSError, EOFError, zlib.error):  # a damaged file, as whoever reads it will find
        return False


def no_such_file(path: PathLike) -> InputError:
    """Return the error about a file that is to be read and is not there."""
    hint = "check the name; relative paths start in the current folder"
    name = os.fspath(path)
    if "{" in name and "}" in name:
        hint = "braces are for the shell: leave out the quotes, or give a pattern with * and ?"
    elif "," in name and all(os.path.exists(one) for one in name.split(",")):  # noqa: PTH110
        hint = "this is a list of files: repeat the option before each of them"
    return InputError("there is no such file", file=path, hint=hint)


def _cannot(error: OSError, path: PathLike, what: str) -> InputError:
    if isinstance(error, FileNotFoundError):
        if what == "write":
            return InputError("its folder does not exist", file=path, hint="create it first")
        return no_such_file(path)
    if isinstance(error, IsADirectoryError):
        return InputError("expected a file, found a folder", file=path)
    reason = (error.strerror or str(error)).lower()
    return InputError(f"cannot {what} this file: {reason}", file=path)


@contextmanager
def writing(path: PathLike) -> Iterator[TextIO]:
    """Open a UTF-8 text file to write (gzipped if its name ends in `.gz`; `-` is standard output).

    It is there when the block ends, whole; if the block fails, what was there before stays.
    """
    try:
        if os.fspath(path) == "-":
            with _told(path):
                yield sys.stdout
                sys.stdout.flush()
            return
        with writing_bytes(path) as stream, _text(stream, Path(os.path.realpath(path))) as text:
            yield text
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        if not "\ud800" <= character <= "\udfff":
            raise InputError(
                f"{character!r} cannot be printed in {error.encoding}",
                hint="write to a file, or set PYTHONIOENCODING=utf-8",
            ) from None
        raise InputError(
            f"cannot be written as UTF-8: the text has {character!r}, half of a surrogate pair",
            file=name_of(path),
        ) from None


@contextmanager
def writing_bytes(path: PathLike) -> Iterator[IO[bytes]]:
    """Open a file of bytes to write, whole or not at all, as `writing` does."""
    target = Path(os.path.realpath(path))
    with _told(path):
        if target.exists() and not target.is_file():
            # A folder fails here as it should; a device or a pipe cannot be replaced, only fed.
            with target.open("wb") as stream:
                yield stream
            return
        temporary = target.with_name(f".corrigenda-{token_hex(8)}.part")
        try:
            with temporary.open("xb") as stream:
                yield stream
            temporary.replace(target)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


@contextmanager
def _told(path: PathLike) -> Iterator[None]:
    """Turn errors of writing into messages to the user."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader has seen enough: no mistake of the user's
    except OSError as error:
        raise _cannot(error, path, "write") from None


@contextmanager
def _text(stream: IO[bytes], target: Path) -> Iterator[TextIO]:
    if target.suffix == ".gz":
        # Without name and time, the same text always gives the same bytes.
        stream = gzip.GzipFile("", "wb", fileobj=stream, mtime=0)  # type: ignore[assignment]
    with TextIOWrapper(stream, encoding="utf-8", newline="\n") as text:
        yield text
