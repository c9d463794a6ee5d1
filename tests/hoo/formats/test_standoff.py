from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.hoo.formats.standoff import dump_edits, parse_edits, read_edits, write_edits
from tests.hoo.formats.strategies import any_edit

GOLD = b"""<?xml version="1.0" ?>
<edits>
  <edit cset="2" end="11" index="0001-0001" start="8" type="X1">
    <corrections>
      <correction>sat</correction>
      <correction/>
      <correction>
        <empty/>
      </correction>
      <correction> both </correction>
      <correction> </correction>
    </corrections>
    <original>sit</original>
  </edit>
  <edit end="15" index="0001-0002" start="15">
    <original>
      <empty/>
    </original>
    <corrections/>
  </edit>
  <edit end="20" start="19"/>
</edits>
"""


def test_all_that_the_format_has() -> None:
    first, second, third = parse_edits(GOLD, "x")
    assert first == Edit(
        8,
        11,
        ("sat", None, "", " both ", " "),
        "X1",
        "byte",
        (("index", "0001-0001"), ("cset", "2"), ("original", "sit")),
    )
    assert second == Edit(15, 15, (), "", "byte", (("index", "0001-0002"), ("original", "")))
    assert third == Edit(19, 20, (), "", "byte")
    assert first.optional and not second.optional


def test_order_of_elements_and_attributes_does_not_matter() -> None:
    named = (
        'index="1" start="0" end="1" cset="2" type="t"',
        'type="t" cset="2" end="1" start="0" index="1"',
    )
    inside = "<original>a</original>", "<corrections><correction>b</correction></corrections>"
    one = f"<edits><edit {named[0]}>{inside[0]}{inside[1]}</edit></edits>"
    other = f"<edits><edit {named[1]}>{inside[1]}{inside[0]}</edit></edits>"
    assert parse_edits(one.encode(), "x") == parse_edits(other.encode(), "x")


def test_an_empty_original_is_not_a_missing_one() -> None:
    said = parse_edits(b"<edits><edit start='0' end='0'><original/></edit></edits>", "x")
    assert said[0].attributes == (("original", ""),)


def test_comments_and_entities() -> None:
    original = b"<original>a&amp;<!-- b -->&#233;</original>"
    data = b"<edits><!-- a --><edit start='0' end='5'>%s</edit></edits>" % original
    assert parse_edits(data, "x")[0].attributes == (("original", "a&é"),)


def test_latin_1_where_it_is_declared() -> None:
    declaration = "<?xml version='1.0' encoding='iso-8859-1'?>"
    data = f"{declaration}<edits><edit start='0' end='1' type='é'/></edits>"
    assert parse_edits(data.encode("latin-1"), "x")[0].type == "é"


def test_edits_of_2012_count_characters() -> None:
    data = b"<edits><edit start='0' end='1' index='1' part='2' file='a.xml'/></edits>"
    (found,) = parse_edits(data, "x")
    assert found.unit == "char"
    assert found.attributes == (("index", "1"), ("file", "a.xml"), ("part", "2"))
    assert parse_edits("\n".join(dump_edits([found])).encode(), "x") == (found,)


@given(st.lists(any_edit(), max_size=4).map(tuple))
def test_what_is_written_is_read(edits: tuple[Edit, ...]) -> None:
    assert parse_edits("\n".join(dump_edits(edits)).encode(), "x") == edits


def test_file_to_file(tmp_path: Path) -> None:
    path = tmp_path / "0001GE.xml"
    write_edits(parse_edits(GOLD, "x"), path)
    assert read_edits(path) == parse_edits(GOLD, "x")
    write_edits((), path)
    assert read_edits(path) == ()


BAD = {
    "characters": (
        Edit(0, 1, ("a",), "", "char"),
        "Edit(0:1 -> 'a', over characters) cannot be written: HOO's offsets count bytes of the "
        "text (or, where an edit names its part, characters)\n"
        "  hint: convert it with edits.chars_to_bytes",
    ),
    "bytes of a part": (
        Edit(0, 1, ("a",), "", "byte", (("part", "1"),)),
        "Edit(0:1 -> 'a', over bytes) cannot be written: HOO's offsets count bytes of the "
        "text (or, where an edit names its part, characters)\n"
        "  hint: convert it with edits.chars_to_bytes",
    ),
    "control character": (
        Edit(0, 1, ("a\x00",), "", "byte"),
        "XML has no character '\\x00', found in 'a\\x00'",
    ),
    "half a character": (
        Edit(0, 1, ("\ud800",), "", "byte"),
        "XML has no character '\\ud800', found in '\\ud800'",
    ),
    "attribute twice": (
        Edit(0, 1, (), "", "byte", (("cset", "1"), ("cset", "2"))),
        "Edit(0:1 -> ?, over bytes) has an attribute twice, which XML cannot say",
    ),
    "attribute of the element": (
        Edit(0, 1, (), "", "byte", (("start", "1"),)),
        "Edit(0:1 -> ?, over bytes) has an attribute 'start', which HOO cannot represent",
    ),
    "attribute that is no name": (
        Edit(0, 1, (), "", "byte", (('a" b', "1"),)),
        "Edit(0:1 -> ?, over bytes) has an attribute 'a\" b', which HOO cannot represent",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_written(name: str, tmp_path: Path) -> None:
    edit, message = BAD[name]
    with pytest.raises(InputError) as caught:
        write_edits([edit], tmp_path / "x.xml")
    assert str(caught.value) == message
    assert list(tmp_path.iterdir()) == []
