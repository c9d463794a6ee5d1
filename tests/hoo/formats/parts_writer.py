"""Write sources of HOO 2012, which the package only reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from corrigenda.formats.xml import attributes, escaped


def write_parts(parts: Mapping[str, Sequence[str]], path: Path) -> None:
    path.write_text(dump_parts(parts), encoding="utf-8")


def dump_parts(parts: Mapping[str, Sequence[str]]) -> str:
    """Return a source of HOO 2012; `parse_parts` gives the same back."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<HOO>", "  <BODY>"]
    for name, paragraphs in parts.items():
        lines.append(f"    <PART{attributes([('id', name)])}>")
        lines += [f"      <P>{escaped(paragraph)}</P>" for paragraph in paragraphs]
        lines.append("    </PART>")
    return "\n".join([*lines, "  </BODY>", "</HOO>", ""])
