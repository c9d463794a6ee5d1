"""Read the files in a folder or an archive, without unpacking it."""

from __future__ import annotations

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from corrigenda.errors import InputError
from corrigenda.formats.lines import LARGEST_FILE, PathLike, name_of, read_bytes

_DAMAGE = (
    tarfile.TarError,
    zipfile.BadZipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    TypeError,  # tarfile asks for the code of a character that the end of the file cut off
    ValueError,
)
"""What the standard library raises about archives that are damaged or cut off."""


def read_files(path: PathLike, suffix: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and bytes of the files that end in `suffix` in a folder (sorted, with all
    folders below) or in a tar (gz, bz2, xz) or zip archive (as they come); or of the one file that
    `path` is, whatever its name."""
    place = Path(path)
    if place.is_dir():
        files = _folder(place, suffix)
    elif tarfile_like(place):
        files = _tar(place, suffix)
    elif place.is_file() and place.suffix.lower() == ".zip":
        files = _zip(place, suffix)
    else:
        yield name_of(path), read_bytes(path)
        return
    any_file = False
    for file in files:
        any_file = True
        yield file
    if not any_file:
        raise InputError(f"expected files in it that end in {suffix}, found none", file=path)


def tarfile_like(path: Path) -> bool:
    """Return whether a path is that of a tar archive, by its name."""
    parts = [part.lower() for part in path.suffixes[-2:]]
    return path.is_file() and (".tar" in parts or parts[-1:] in ([".tgz"], [".txz"], [".tbz2"]))


def _folder(folder: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob(f"*{suffix}")):
        if file.is_file():
            yield str(file), read_bytes(file)


def _tar(path: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                if member.isfile() and member.name.endswith(suffix):
                    stream = archive.extractfile(member)
                    assert stream is not None  # a regular file has contents
                    yield f"{path}/{member.name}", _limited(stream, f"{path}/{member.name}")
    except _DAMAGE:
        raise _damaged(path) from None


def _zip(path: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if not member.is_dir() and member.filename.endswith(suffix):
                    name = f"{path}/{member.filename}"
                    with archive.open(member) as stream:
                        yield name, _limited(stream, name)
    except _DAMAGE:
        raise _damaged(path) from None


def _damaged(path: Path) -> InputError:
    return InputError(
        "this archive cannot be read: it is damaged, cut short, or not of the kind that its name "
        "says",
        file=path,
        hint="copy or download it again",
    )


def _limited(stream: IO[bytes], name: str) -> bytes:
    data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InputError(
            f"expected a file of at most {LARGEST_FILE:,} bytes, found a larger one", file=name
        )
    return data
