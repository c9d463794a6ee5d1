"""The sources of HOO 2012: XML with parts and their paragraphs.

    <HOO><BODY><PART id="1"><P>The cat sit</P><P>on the mat.</P></PART></BODY></HOO>

Edits name their part, and their offsets count characters of the part's text: its paragraphs, joined
with nothing between them. (Dale, Anisimoff & Narroway 2012, *HOO 2012: a report on the preposition
and determiner error correction shared task*.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.formats.xml import children, error_at, parse_xml, tag

Parts = dict[str, tuple[str, ...]]
"""The paragraphs of each part, by its id."""


def read_parts(path: PathLike) -> Parts:
    """Read the parts of a source of HOO 2012."""
    return parse_parts(read_bytes(path), name_of(path))


def parse_parts(data: bytes, file: str) -> Parts:
    """Return the parts of a source of HOO 2012 from its bytes; `file` is what messages call it."""
    root = parse_xml(data, file)
    if tag(root).lower() != "hoo":
        raise error_at(root, f"expected a source of HOO 2012, <HOO>, found <{tag(root)}>", file)
    bodies = root.findall("BODY")
    if len(bodies) != 1:
        raise error_at(root, f"expected one <BODY> in <{tag(root)}>, found {len(bodies)}", file)
    parts: Parts = {}
    for part in children(bodies[0], ["PART"], file):
        name = part.get("id")
        if name is None:
            raise error_at(part, "expected the attribute 'id' in <PART>, found none", file)
        if name in parts:
            raise error_at(part, f"expected each part once, found {name!r} twice", file)
        texts = []
        for paragraph in children(part, ["P"], file):
            if len(paragraph):
                inner = tag(paragraph[0])
                raise error_at(paragraph[0], f"expected text in <P>, found <{inner}>", file)
            texts.append(paragraph.text or "")
        parts[name] = tuple(texts)
    return parts


def part_texts(parts: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the text of each part, over which its edits' offsets run."""
    return {name: "".join(paragraphs) for name, paragraphs in parts.items()}
