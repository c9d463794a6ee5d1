"""HOO: fragments of text and their edits, as the shared tasks of 2011 and 2012 had them.

| module | what it reads and writes, or does |
| --- | --- |
| `standoff` | edits apart from their text: `NNNNGE.xml`, `NNNNTTR.xml` |
| `inline` | text with its edits in it: `NNNNG.xml` |
| `texts` | plain and sentence-segmented text: `NNNN.txt`, `NNNNS.txt` |
| `parts` | the sources of HOO 2012 |
| `names` | what files are called, and which belong together |
| `fragments` | corrected text; fragments as segments, and back |
| `conversion` | HOO among the other formats |
| `codes` | tables of error codes that users give |
| `validation` | what is wrong with files, and repaired copies of them |
"""

from __future__ import annotations

from corrigenda.hoo.formats.codes import Code, Codes, read_codes
from corrigenda.hoo.formats.conversion import convert, dump, parse
from corrigenda.hoo.formats.fragments import chosen, corrected, read_fragments, read_hoo
from corrigenda.hoo.formats.inline import (
    InLine,
    dump_inline,
    parse_inline,
    read_inline,
    write_inline,
)
from corrigenda.hoo.formats.names import (
    Name,
    Pair,
    Pairing,
    content_of,
    gold_files,
    pair_folders,
    parse_name,
)
from corrigenda.hoo.formats.parts import dump_parts, parse_parts, read_parts, write_parts
from corrigenda.hoo.formats.problems import Problem
from corrigenda.hoo.formats.standoff import dump_edits, parse_edits, read_edits, write_edits
from corrigenda.hoo.formats.texts import (
    Segmented,
    dump_segmented,
    is_segmented,
    paragraphs,
    parse_segmented,
    read_segmented,
    read_text,
    segment,
    write_segmented,
    write_text,
)
from corrigenda.hoo.formats.validation import repair, validate

__all__ = [
    "Code",
    "Codes",
    "InLine",
    "Name",
    "Pair",
    "Pairing",
    "Problem",
    "Segmented",
    "chosen",
    "content_of",
    "convert",
    "corrected",
    "dump",
    "dump_edits",
    "dump_inline",
    "dump_parts",
    "dump_segmented",
    "gold_files",
    "is_segmented",
    "pair_folders",
    "paragraphs",
    "parse",
    "parse_edits",
    "parse_inline",
    "parse_name",
    "parse_parts",
    "parse_segmented",
    "read_codes",
    "read_edits",
    "read_fragments",
    "read_hoo",
    "read_inline",
    "read_parts",
    "read_segmented",
    "read_text",
    "repair",
    "segment",
    "validate",
    "write_edits",
    "write_inline",
    "write_parts",
    "write_segmented",
    "write_text",
]
