"""HOO: fragments of text and their edits, as the shared tasks of 2011 and 2012 had them."""

from __future__ import annotations

from corrigenda.formats.hoo.standoff import dump_edits, parse_edits, read_edits, write_edits

__all__ = ["dump_edits", "parse_edits", "read_edits", "write_edits"]
