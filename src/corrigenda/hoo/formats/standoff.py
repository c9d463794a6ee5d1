"""HOO's stand-off edits: `NNNNGE.xml` (gold) and `NNNNTTR.xml` (a system's run).

    <edits>
      <edit index="0001-0001" start="8" end="11" type="X1" cset="1">
        <original>sit</original>
        <corrections>
          <correction>sat</correction>
          <correction/>
        </corrections>
      </edit>
    </edits>

Offsets count bytes of the released text; those of HOO 2012 count characters of a part of the source
(there an edit names its `part` and `file`). An edit becomes an `Edit`:

| in the file | in `alternatives` |
| --- | --- |
| `<correction>text</correction>` | `"text"`, white space kept |
| `<correction><empty/></correction>` | `""`: delete the extent |
| `<correction/>` | `None`: the edit is optional, the source may stay |
| no `<corrections>`, or none in it | none: corrections are not specified |

`attributes` has `index`, `cset`, `file`, `part`, others by name, and last `original`: the text of
`<original>` (`""` for `<empty/>`), which is absent if the element is. (Dale & Narroway 2011, *The
HOO pilot data set: notes on release 2.0*.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from corrigenda.edits import Edit, Unit
from corrigenda.errors import InputError, quoted
from corrigenda.formats.lines import PathLike, name_of, read_bytes, writing
from corrigenda.formats.xml import attributes, children, error_at, escaped, parse_xml, tag

_OFFSET = re.compile("[0-9]{1,15}", re.ASCII)
_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_FIRST = ("index", "cset", "file", "part")
_OWN = ("start", "end", "type", "original")

# --- reading ----------------------------------------------------------------------------------


def read_edits(path: PathLike) -> tuple[Edit, ...]:
    """Read the edits of a stand-off file, in the order of the file."""
    return parse_edits(read_bytes(path), name_of(path))


def parse_edits(data: bytes, file: str) -> tuple[Edit, ...]:
    """Return the edits of a stand-off file's bytes; `file` is what messages call it."""
    return edits_of(parse_xml(data, file), file)


def edits_of(root: etree._Element, file: str) -> tuple[Edit, ...]:
    """Return the edits of an `<edits>` element."""
    if tag(root) != "edits":
        raise error_at(
            root,
            f"expected stand-off edits, <edits>, found <{tag(root)}>",
            file,
            "this is a text with its edits in line"
            if tag(root).lower() == "hoo" and next(root.iter("edit"), None) is not None
            else None,
        )
    return tuple(_edit(element, file) for element in children(root, ["edit"], file))


def _edit(element: etree._Element, file: str) -> Edit:
    elements: dict[str, etree._Element] = {}
    for child in children(element, ["original", "corrections"], file):
        if tag(child) in elements:
            raise error_at(child, f"expected one <{tag(child)}> in an edit, found another", file)
        elements[tag(child)] = child
    pairs = named(element, file)
    if "original" in elements:
        pairs += (("original", _text(elements["original"], file) or ""),)
    unit: Unit = "char" if element.get("part") is not None else "byte"
    start, end = (_offset(element, name, file) for name in ("start", "end"))
    try:
        return Edit(
            start,
            end,
            alternatives(elements["corrections"], file) if "corrections" in elements else (),
            element.get("type", ""),
            unit,
            pairs,
        )
    except InputError as error:
        raise error_at(element, error.message, file) from None


def named(element: etree._Element, file: str) -> tuple[tuple[str, str], ...]:
    """Return what an edit's element says about it beside its extent and type, in a fixed order."""
    given = {str(name): str(value) for name, value in element.attrib.items()}
    if "original" in given:
        raise error_at(element, "expected <original> as an element, found an attribute", file)
    first = [name for name in _FIRST if name in given]
    rest = sorted(name for name in given if name not in _FIRST + _OWN)
    return tuple((name, given[name]) for name in [*first, *rest])


def alternatives(corrections: etree._Element, file: str) -> tuple[str | None, ...]:
    """Return the alternatives of a `<corrections>` element."""
    return tuple(_text(child, file) for child in children(corrections, ["correction"], file))


def _text(element: etree._Element, file: str) -> str | None:
    """Return the text of `<original>` or `<correction>`; `""` if it says `<empty/>`; None if
    nothing."""
    if not len(element):
        return element.text or None
    inside = children(element, ["empty"], file)
    for child in inside:
        children(child, [], file)
    if len(inside) > 1:
        raise error_at(inside[1], f"expected one <empty> in <{tag(element)}>, found another", file)
    return ""


def _offset(element: etree._Element, name: str, file: str) -> int:
    value = element.get(name)
    if value is None:
        raise error_at(element, f"expected the attribute {name!r} in <edit>, found none", file)
    if not _OFFSET.fullmatch(value):
        raise error_at(
            element,
            f"expected {name!r} to be a whole number from 0, found {quoted(value)}",
            file,
        )
    return int(value)


# --- writing ----------------------------------------------------------------------------------


def write_edits(edits: Iterable[Edit], path: PathLike) -> None:
    """Write a stand-off file: what `read_edits` reads from it equals `edits`.

    (Attributes come in the order that reading gives them.) Extents must count bytes, or
    characters if the edit names its `part`, as in HOO 2012.
    """
    with writing(path) as out:
        out.writelines(line + "\n" for line in dump_edits(edits))


def dump_edits(edits: Iterable[Edit]) -> Iterator[str]:
    """Yield the lines of a stand-off file."""
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield "<edits>"
    for edit in edits:
        known = dict(edit.attributes)
        if edit.unit != ("char" if "part" in known else "byte"):
            raise InputError(
                f"{edit!r} cannot be written: HOO's offsets count bytes of the text "
                "(or, where an edit names its part, characters)",
                hint="convert it with edits.chars_to_bytes",
            )
        original = known.pop("original", None)
        yield f"  <edit{dump_named(edit, known, extent=True)}>"
        if original is not None:
            yield f"    <original>{escaped(original) or '<empty/>'}</original>"
        if edit.alternatives:
            yield "    <corrections>"
            yield from (f"      {line}" for line in dump_alternatives(edit))
            yield "    </corrections>"
        yield "  </edit>"
    yield "</edits>"


def dump_named(edit: Edit, known: dict[str, str], *, extent: bool) -> str:
    """Return the attributes of an edit's element."""
    if len(dict(edit.attributes)) < len(edit.attributes):
        raise InputError(f"{edit!r} has an attribute twice, which XML cannot say")
    pairs = [(name, known[name]) for name in _FIRST if name in known]
    if extent:
        pairs += [("start", str(edit.start)), ("end", str(edit.end))]
    if edit.type:
        pairs.append(("type", edit.type))
    for name, value in known.items():
        if name not in _FIRST:
            if name in _OWN or not _NAME.fullmatch(name):
                raise InputError(f"{edit!r} has an attribute {name!r}, which HOO cannot represent")
            pairs.append((name, value))
    return attributes(pairs)


def dump_alternatives(edit: Edit) -> Iterator[str]:
    """Yield the `<correction>` elements of an edit."""
    for text in edit.alternatives:
        inside = "<empty/>" if text == "" else text and escaped(text)
        yield f"<correction>{inside}</correction>" if inside else "<correction/>"
