"""Where the public data is, and the files in it."""

from __future__ import annotations

import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corrigenda.meaning.parser.embedded import MODEL

SYSTEMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
"""The correctors of CoNLL-2014."""

LATER = ("RoRo", "JMGR", "Char")
"""Correctors that were published after it."""

BATCHES = ("gec_Batch_2612793", "gec_Batch_2626033", "gec_Batch_2634540")
"""The crowd's answers that the paper rests on; others are a pilot, and a part of these."""


class MissingError(Exception):
    """Something that an experiment needs is not there."""


@dataclass(frozen=True)
class Shared:
    """The folder of public data and published figures; and how experiments run."""

    root: Path
    jobs: int | None = None

    def data(self, *parts: str) -> Path:
        """A file or folder of data."""
        return self._there(self.root.joinpath("data", *parts))

    def golden(self, name: str) -> Any:
        """Figures as they were published, or given by the authors' programs."""
        path = self._there(self.root / "golden" / f"{name}.json")
        return json.loads(path.read_text(encoding="utf-8"))

    def crowd(self) -> list[Path]:
        return [self.data("ibgec", f"{name}.csv") for name in BATCHES]

    def packed(self, archive: str, name: str) -> str:
        """The text of a file in one of the archives of the crowd's data."""
        path = self.data("ibgec", f"{archive}.tar.gz")
        with tarfile.open(path) as files:
            try:
                member = files.extractfile(f"{archive}/{name}")
            except KeyError:
                member = None
            if member is None:
                raise MissingError(f"{name} is not in {path.relative_to(self.root)}")
            return member.read().decode()

    def lines(self, archive: str, name: str) -> list[str]:
        return [line.strip() for line in self.packed(archive, name).rstrip("\n").split("\n")]

    def needs_parser(self) -> None:
        """Say so if the embedded parser has no model to parse with."""
        if not MODEL.is_file():
            raise MissingError(
                f"the embedded parser has no model ({MODEL.parent.name}/{MODEL.name})"
            )

    def _there(self, path: Path) -> Path:
        if not path.exists():
            raise MissingError(f"{path.relative_to(self.root)} is not there")
        return path
