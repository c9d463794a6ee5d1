"""Convert a fragment and its edits to segments, and back.

A whole fragment is one segment, its edits over characters: nothing is lost. Formats with one
sentence per line get a segment for each sentence, or for each paragraph without known sentences.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from corrigenda.corpus import Corpus, Correction, LeftOut, Segment, listed
from corrigenda.edits import Edit, apply_bytes
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.hoo.formats.inline import InLine, References, parse_inline
from corrigenda.hoo.formats.names import content_of_xml, fragment_of
from corrigenda.hoo.formats.parts import parse_parts
from corrigenda.hoo.formats.standoff import parse_edits
from corrigenda.hoo.formats.texts import (
    Extent,
    checked,
    is_segmented,
    paragraphs,
    parse_segmented,
)
from corrigenda.units import bytes_to_chars, chars_to_bytes, to_chars

Fragments = dict[str, InLine]
"""Annotated texts by their number (HOO 2011: one per file) or part (HOO 2012)."""

# --- corrected text ---------------------------------------------------------------------------


def chosen(edits: Iterable[Edit], alternative: int = 0) -> tuple[Edit, ...]:
    """Return each edit with the one alternative that it takes, the `alternative`-th, from 0.

    An edit with fewer takes its last. Edits of one consistency set (`cset`) belong together: they
    all take the alternative of the same number, which each of them must have. An edit without
    corrections keeps none.
    """
    if alternative < 0:
        raise InputError(f"alternatives are numbered from 0, found {alternative}")
    held = list(edits)
    fewest: dict[str, int] = {}
    for edit in held:
        cset = dict(edit.attributes).get("cset")
        if cset and edit.alternatives:
            fewest[cset] = min(fewest.get(cset, len(edit.alternatives)), len(edit.alternatives))
    out = []
    for edit in held:
        count = fewest.get(dict(edit.attributes).get("cset", ""), len(edit.alternatives))
        number = min(alternative, count - 1)
        out.append(replace(edit, alternatives=edit.alternatives[number : number + 1]))
    return tuple(out)


def corrected(text: bytes, edits: Iterable[Edit], alternative: int = 0) -> bytes:
    """Return a fragment's text with edits over its bytes applied (see `chosen`)."""
    return apply_bytes(text, chosen(edits, alternative))


def apply(edits: PathLike, text: PathLike | None = None, *, alternative: int = 0) -> str:
    """Return the corrected text of a file of edits, each by its `alternative`-th correction.

    `text` is what stand-off edits are of. Edits of a consistency set take the same alternative.
    """
    fragments = read_fragments(edits, text).values()
    return "".join(corrected(f.text, f.edits, alternative).decode() for f in fragments)


# --- reading ----------------------------------------------------------------------------------


def read_hoo(
    edits: PathLike, text: PathLike | None = None, *, references: References = "kept"
) -> Corpus:
    """Return a corpus of one fragment, or of the parts of a source of HOO 2012.

    `edits` is a stand-off file, and `text` what its offsets count: `NNNN.txt`, `NNNNS.txt` or a
    source of HOO 2012. In-line annotated text needs no other (one that is given must be the same).
    The edits count characters.
    """
    segments = [
        whole(name, annotated)
        for name, annotated in read_fragments(edits, text, references=references).items()
    ]
    return Corpus(tuple(segments), f"{name_of(edits)}: HOO, {len(segments)} text(s), 1 reference")


def read_fragments(
    edits: PathLike, text: PathLike | None = None, *, references: References = "kept"
) -> Fragments:
    """Return the annotated texts of a file and, if it is stand-off, of its text."""
    file, data, number = name_of(edits), read_bytes(edits), fragment_of(edits)
    content = content_of_xml(data, file)
    if content == "parts":
        raise InputError("expected edits, found a source of HOO 2012 without any", file=file)
    if content == "in-line":
        annotated = parse_inline(data, file, references=references)
        if text is not None:
            plain = _read_text(text)
            if plain.text != annotated.text:
                raise InputError(f"its text is not that of {name_of(text)}", file=file)
            annotated = annotated._replace(
                paragraphs=annotated.paragraphs or plain.paragraphs,
                sentences=annotated.sentences or plain.sentences,
            )
        return {number: annotated}
    parsed = parse_edits(data, file)
    if text is None:
        raise without_text(file)
    if any(edit.unit == "char" for edit in parsed):
        return _parts(parsed, file, text)
    plain = _read_text(text)
    try:
        bytes_to_chars(plain.text, parsed)
    except InputError as error:
        raise InputError(error.message, file=file, hint=error.hint) from None
    return {number: plain._replace(edits=parsed)}


def without_text(file: str) -> InputError:
    """Return the error for stand-off edits that come without their text."""
    return InputError(
        "stand-off edits need the text that their offsets count",
        file=file,
        hint="name the text: text='NNNN.txt'",
    )


def _read_text(path: PathLike) -> InLine:
    """Return a plain or segmented text, without edits."""
    data = read_bytes(path)
    if not is_segmented(data):
        return InLine(checked(data, name_of(path)), ())
    segmented = parse_segmented(data, name_of(path))
    return InLine(segmented.text, (), segmented.paragraphs, segmented.sentences)


def _parts(edits: Sequence[Edit], file: str, source: PathLike) -> Fragments:
    parts = parse_parts(read_bytes(source), name_of(source))
    of: dict[str, list[Edit]] = {part: [] for part in parts}
    for edit in edits:
        part = dict(edit.attributes).get("part")
        if part not in of:
            raise InputError(
                f"{edit!r} is of part {part!r}, which the source does not have", file=file
            )
        of[part].append(edit)
    fragments: Fragments = {}
    for part, texts in parts.items():
        text = "".join(texts)
        extents: list[Extent] = []
        for paragraph in texts:
            start = extents[-1][1] if extents else 0
            extents.append((start, start + len(paragraph.encode())))
        try:
            fragments[part] = InLine(
                text.encode(), tuple(chars_to_bytes(text, of[part])), (*extents,)
            )
        except InputError as error:
            raise InputError(f"part {part}: {error.message}", file=file) from None
    return fragments


# --- to segments ------------------------------------------------------------------------------


def whole(name: str, annotated: InLine) -> Segment:
    """Return a fragment as one segment, its edits over characters."""
    text = annotated.text.decode()
    edits = bytes_to_chars(annotated.text, annotated.edits)
    return Segment(text, (Correction(text, None, edits, "0"),), name)


def split(name: str, annotated: InLine, lost: Counter[str]) -> list[Segment]:
    """Return a fragment as one segment for each of its sentences, or else paragraphs.

    An edit belongs to the sentence whose text it touches; one that touches none, to that before
    it. An edit that touches several is lost.
    """
    text = annotated.text
    extents = annotated.sentences or annotated.paragraphs or paragraphs(text)
    extents = extents or ((0, len(text)),)
    starts = [start for start, _ in extents]
    of: list[list[Edit]] = [[] for _ in extents]
    for edit in annotated.edits:
        touched = [k for k, (s, e) in enumerate(extents) if edit.start < e and s < edit.end]
        if len(touched) > 1:
            lost["edits that reach over the end of a sentence or paragraph: left out"] += 1
        else:
            before = max(bisect_right(starts, edit.start) - 1, 0)
            of[touched[0] if touched else before].append(edit)
    segments = []
    for number, ((start, end), edits) in enumerate(zip(extents, of, strict=True), 1):
        low = min([start, *(edit.start for edit in edits)])
        high = max([end, *(edit.end for edit in edits)])
        shifted = [replace(e, start=e.start - low, end=e.end - low) for e in edits]
        segment = whole(f"{name}.{number}", InLine(text[low:high], tuple(shifted)))
        joined = len(edits) - len(segment.references[0].edits)
        lost["edits joined with others of the same word, or of white space only"] += joined
        segments.append(segment)
    return segments


# --- from segments ----------------------------------------------------------------------------


def joined(segments: Iterable[Segment], number: str, lost: Counter[str]) -> InLine:
    """Return segments as one fragment: each is a paragraph, and its first reference gives the
    edits.

    HOO's edits do not overlap: a reference whose edits do is passed over for the next one. Edits
    get what HOO's have: an index (unless they have one) and the original text.
    """
    text = b""
    edits: list[Edit] = []
    left_out: list[LeftOut] = []
    count = 0
    for count, segment in enumerate(segments, 1):
        if count > 1:
            text += b"\n\n"
        lost["sentence ids"] += segment.id not in ("", str(count), number)
        lost["sentences' attributes"] += bool(segment.attributes)
        lost["sentences without references: no edits"] += not segment.references
        lost["references after the first"] += max(len(segment.references) - 1, 0)
        source = segment.source.encode()
        usable = segment.with_texts().references
        if usable[:1] != segment.references[:1]:
            left_out += segment.without_text(count)
        for edit in _over_bytes(usable[0], lost) if usable else ():
            known = dict(edit.attributes)
            if "part" in known:
                raise InputError(f"{edit!r} is of HOO 2012, whose parts are not one text")
            known.setdefault("index", f"{number}-{len(edits) + 1:04d}")
            original = source[edit.start : edit.end].decode()
            known["original"] = known.pop("original", original)
            first = [(key, known.pop(key)) for key in ("index", "cset", "file") if key in known]
            last = known.pop("original")
            attributes = (*first, *sorted(known.items()), ("original", last))
            start, end = edit.start + len(text), edit.end + len(text)
            edits.append(replace(edit, start=start, end=end, attributes=attributes))
        text += source
    lost["sentences: now paragraphs of one text"] += count if count > 1 else 0
    if left_out:
        lost[
            "references whose edits overlap, which HOO does not allow; the next of the sentence, "
            f"if any, gives its edits (sentence:annotator): {listed(left_out)}"
        ] = len(left_out)
    return InLine(text, tuple(edits), paragraphs(text))


def _over_bytes(reference: Correction, lost: Counter[str]) -> list[Edit]:
    given = reference.given_edits
    if given is None:
        lost["references given as text: their edits were extracted"] += 1
        given = reference.edits
    else:
        lost["corrected texts beside their edits"] += reference.given_text is not None
    units = {edit.unit for edit in given}
    if len(units) > 1:
        raise InputError(f"its edits count different things: {', '.join(sorted(units))}")
    if units == {"byte"}:
        return list(given)
    if units == {"token"}:
        lost["extents in tokens: now in bytes"] += len(given)
        given = tuple(to_chars(reference.source, given))
    return chars_to_bytes(reference.source, given)
