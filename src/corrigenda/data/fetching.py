"""Downloads: resumed if interrupted, verified, and only then given their name."""

from __future__ import annotations

import hashlib
import os
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from socket import gaierror
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from corrigenda._version import __version__
from corrigenda.data.sets import File
from corrigenda.errors import InputError

Say = Callable[[str], Any]

TIMEOUT = 30.0
"""Seconds without a byte after which a download is given up."""

LIMIT = 500_000_000
"""No file is longer than that."""

BLOCK = 1 << 16
RECORD = ".sha256"
"""Beside a file whose digest is not known: the digest that it had when it was downloaded."""


def fetch(file: File, target: Path, mirror: str, say: Say) -> None:
    """Download a file, verify it, and put it in its place."""
    made = _made_folders(target.parent)
    try:
        _fetched(file, target, mirror, say)
    finally:
        for folder in made:
            with suppress(OSError):  # it is not empty
                folder.rmdir()


def _made_folders(folder: Path) -> list[Path]:
    """Make a folder, and return those that were not there, the innermost first."""
    new = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return new


def _fetched(file: File, target: Path, mirror: str, say: Say) -> None:
    if not file.member:
        address = f"{mirror}/{file.name}" if mirror else file.address
        part = _downloaded(address, target, say)
        _settled(file, part, target, address, say)
        return
    name = file.address.rpartition("/")[2]
    address = f"{mirror}/{name}" if mirror else file.address
    archive = _downloaded(address, target.parent / name, say)
    part = target.with_name(target.name + ".part")
    try:
        _extract(archive, file.member, part, address)
    finally:
        archive.unlink(missing_ok=True)
    _settled(file, part, target, address, say)


def _settled(file: File, part: Path, target: Path, address: str, say: Say) -> None:
    digest = digest_of(part)
    if file.sha256 and digest != file.sha256:
        part.unlink()
        raise InputError(
            f"{address} gave another file than expected: sha256 {digest}, not {file.sha256}",
            file=target,
            hint="it may have changed, or the address gives something else now; nothing was kept",
        )
    os.replace(part, target)  # noqa: PTH105 - the rename that is atomic everywhere
    if file.sha256:
        say(f"{target}: verified")
    else:
        Path(f"{target}{RECORD}").write_text(f"{digest}  {file.name}\n", encoding="utf-8")
        say(f"{target}: no digest is known to verify it; sha256 {digest} is recorded beside it")


def checked(file: File, path: Path, say: Say | None = None) -> None:
    """Raise InputError if a file is not the one it should be, or not the one it was."""
    expected, why = file.sha256, "the published one"
    record = Path(f"{path}{RECORD}")
    if not expected and record.is_file():
        expected, why = record.read_text(encoding="utf-8").split()[0], "the one that was downloaded"
    if expected and (digest := digest_of(path)) != expected:
        raise InputError(
            f"this file is not {why}: sha256 {digest}, not {expected}",
            file=path,
            hint="remove it, and fetch it again; or use it as any other corpus, by its file name",
        )
    if say is not None:
        say(f"{path}: {'verified' if expected else 'there; no digest is known to verify it'}")


def digest_of(path: Path) -> str:
    """Return the sha256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _downloaded(address: str, target: Path, say: Say) -> Path:
    """Download to `TARGET.part`, from where an earlier attempt ended, and return that path."""
    part = target.with_name(target.name + ".part")
    begun = part.stat().st_size if part.exists() else 0
    say(f"downloading {address}" + (f", from byte {begun:,} on" if begun else ""))
    headers = {"User-Agent": f"corrigenda/{__version__}"}
    if begun:
        headers["Range"] = f"bytes={begun}-"
    try:
        with urlopen(Request(address, headers=headers), timeout=TIMEOUT) as answer:
            whole = answer.status != 206  # the server may send all of it again
            length = answer.headers.get("Content-Length")
            with part.open("wb" if whole else "ab") as out:
                got = 0
                while block := answer.read(BLOCK):
                    out.write(block)
                    got += len(block)
                    if got > LIMIT:
                        raise InputError(f"{address} is longer than {LIMIT:,} bytes", file=target)
        if length is not None and got < int(length):
            raise HTTPException(f"{got:,} of {int(length):,} bytes came")
    except HTTPError as error:
        error.close()
        if error.code == 416 and begun:  # there is no more, or another file by now
            part.unlink()
            return _downloaded(address, target, say)
        raise InputError(
            f"{address}: {error.code} {error.reason}",
            file=target,
            hint="the file may have moved: get it by hand, and put it there",
        ) from None
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", None) or error
        kept = "what came is kept, so call again to go on" if part.exists() else "call again"
        if isinstance(reason, gaierror):
            reason, kept = "its server was not found", "no network? Call again with one"
        raise InputError(
            f"{address}: {reason}",
            file=target,
            hint=f"{kept}; or get the file by hand, and put it at {target}",
        ) from None
    return part


def _extract(archive: Path, member: str, target: Path, address: str) -> None:
    """Write one member of an archive to a file."""
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as packed:
                content = packed.read(member)
        else:
            with tarfile.open(archive) as packed_:
                stream = packed_.extractfile(member)
                if stream is None:
                    raise KeyError(member)
                content = stream.read()
    except (KeyError, tarfile.TarError, zipfile.BadZipFile, EOFError, OSError) as error:
        raise InputError(
            f"expected an archive with {member}, found none: {error}", file=address
        ) from None
    target.write_bytes(content)
