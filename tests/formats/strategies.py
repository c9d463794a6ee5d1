"""Random corpora, as wild as each format can bear."""

from __future__ import annotations

from hypothesis import strategies as st

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import UNKNOWN, Edit

ANY_TEXT = st.text(max_size=12)
"""Any Unicode text, with line breaks, NUL and whatever else; no half surrogates."""

TOKENS = st.text(
    st.characters(exclude_categories=["Cs", "Z"], exclude_characters="\0\n\r"),
    min_size=1,
    max_size=5,
).filter(lambda t: t.split() == [t])


# --- anything -------------------------------------------------------------------------------------


def attributes(
    values: st.SearchStrategy[object],
) -> st.SearchStrategy[tuple[tuple[str, object], ...]]:
    return st.dictionaries(ANY_TEXT, values, max_size=2).map(lambda d: tuple(d.items()))


@st.composite
def any_edit(draw: st.DrawFn, source: str) -> Edit:
    unit = draw(st.sampled_from(["token", "char"]))
    length = len(source) if unit == "char" else len(source.split())
    start, end = sorted(draw(st.tuples(st.integers(0, length), st.integers(0, length))))
    return Edit(
        start,
        end,
        tuple(draw(st.lists(st.none() | ANY_TEXT, max_size=3))),
        draw(ANY_TEXT),
        unit,
        draw(attributes(ANY_TEXT)),  # type: ignore[arg-type]
    )


@st.composite
def any_segment(draw: st.DrawFn, references: int | None = None) -> Segment:
    """A segment that JSONL can hold: any, as long as its edits are within the sentence."""
    source = draw(ANY_TEXT)
    count = draw(st.integers(0, 2)) if references is None else references
    corrections = []
    for _ in range(count):
        text = draw(st.none() | ANY_TEXT)
        edits = draw(st.lists(any_edit(source), max_size=2) if text is None else st.none())
        corrections.append(Correction(source, text, edits, draw(ANY_TEXT)))
    numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    values: st.SearchStrategy[object] = st.none() | st.booleans() | numbers | ANY_TEXT
    return Segment(source, tuple(corrections), draw(ANY_TEXT), draw(attributes(values)))  # type: ignore[arg-type]


# --- what M2 can say ------------------------------------------------------------------------------

_FIELD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r|"), max_size=6)


def _m2_correction(text: str) -> bool:
    return "||" not in text and text != "-NONE-"


@st.composite
def m2_edit(draw: st.DrawFn, tokens: list[str]) -> Edit:
    start, end = sorted(draw(st.lists(st.integers(0, len(tokens)), min_size=2, max_size=2)))
    kind = draw(_FIELD.filter(lambda t: t not in ("noop", UNKNOWN)))
    text = st.lists(TOKENS, max_size=2).map(" ".join).filter(_m2_correction)
    several = text.filter(lambda t: not t.startswith("|") and not t.endswith("|"))
    alternatives = draw(
        st.just(()) | st.tuples(text) | st.lists(several, min_size=2, max_size=3).map(tuple)
    )
    fields = []
    required = draw(st.sampled_from(["REQUIRED", "OPTIONAL"]))
    comment = draw(st.just("-NONE-") | _FIELD)
    if required != "REQUIRED":
        fields.append(("required", required))
    if comment != "-NONE-":
        fields.append(("comment", comment))
    return Edit(start, end, alternatives, kind if alternatives else UNKNOWN, "token", tuple(fields))


@st.composite
def m2_segments(draw: st.DrawFn) -> list[Segment]:
    """Segments that M2 can hold without loss."""
    segments = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        tokens = draw(st.lists(TOKENS, max_size=4))
        source = " ".join(tokens)
        names = sorted(draw(st.sets(st.integers(0, 11), min_size=1, max_size=3)))
        references = tuple(
            Correction(source, None, draw(st.lists(m2_edit(tokens), max_size=3)), str(name))
            for name in names
        )
        segments.append(Segment(source, references, str(number)))
    return segments


# --- what BEA-2019 JSON can say -------------------------------------------------------------------


@st.composite
def bea_segment(draw: st.DrawFn) -> Segment:
    source = draw(ANY_TEXT)
    references = []
    for name in draw(st.lists(st.integers(0, 9), unique=True, max_size=2)):
        edits = []
        for _ in range(draw(st.integers(0, 2))):
            start, end = sorted(draw(st.lists(st.integers(0, len(source)), min_size=2, max_size=2)))
            text = draw(st.just(()) | st.tuples(ANY_TEXT))
            edits.append(Edit(start, end, text, draw(ANY_TEXT), "char"))
        references.append(Correction(source, None, edits, str(name)))
    keys = st.sampled_from(["userid", "cefr", "age", "l1"])
    values = st.integers() | ANY_TEXT | st.none()
    extra = tuple(draw(st.dictionaries(keys, values)).items())
    return Segment(source, tuple(references), draw(st.text(min_size=1, max_size=5)), extra)
