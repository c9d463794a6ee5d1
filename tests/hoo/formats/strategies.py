"""Hostile fragments and edits for the tests of HOO's formats."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from corrigenda.edits import Edit, Unit

VALUES = st.text(
    st.characters(
        codec="utf-8",
        exclude_categories=["Cs", "Cc"],
        exclude_characters="\ufffe\uffff",
        include_characters="\t\n\r",
    )
    | st.sampled_from(list("&<>\"' \n\r\té€𝄞;]")),
    max_size=12,
)
"""Texts that XML can hold: quotes, markup, spaces at the ends, line ends, non-ASCII."""

ALTERNATIVES = st.lists(st.none() | VALUES, max_size=4).map(tuple)


@st.composite
def attributes(draw: Any, *, part: bool = False, original: bool = True) -> Any:
    """What an edit says beside its extent and type, in the order that readers give."""
    pairs = []
    if draw(st.booleans()):
        pairs.append(("index", draw(VALUES)))
    if draw(st.booleans()):
        pairs.append(("cset", draw(VALUES)))
    if part:
        pairs += [("file", draw(VALUES)), ("part", draw(VALUES))]
    if draw(st.booleans()):
        pairs.append(("note", draw(VALUES)))
    if original and draw(st.booleans()):
        pairs.append(("original", draw(VALUES)))
    return tuple(pairs)


@st.composite
def any_edit(draw: Any) -> Edit:
    """An edit as a stand-off file can have it, on no text in particular."""
    part = draw(st.booleans())
    start = draw(st.integers(0, 10**9))
    unit: Unit = "char" if part else "byte"
    end = start + draw(st.integers(0, 100))
    known = draw(attributes(part=part))
    return Edit(start, end, draw(ALTERNATIVES), draw(VALUES), unit, known)


@st.composite
def edits_on(draw: Any, text: str, *, unit: Unit = "byte", original: bool = True) -> list[Edit]:
    """Edits of a text that can all be applied, in order, with true offsets."""
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=8))
    places = sorted(cuts)[: len(cuts) // 2 * 2]
    edits = []
    for start, end in zip(places[::2], places[1::2], strict=True):
        found = text[start:end]
        known = draw(attributes(original=False))
        if original:
            known += (("original", found),)
        if unit == "byte":
            start, end = len(text[:start].encode()), len(text[:end].encode())
        edits.append(Edit(start, end, draw(ALTERNATIVES), draw(VALUES), unit, known))
    return edits
