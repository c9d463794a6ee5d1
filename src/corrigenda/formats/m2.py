"""M2: sentences and the edits of their annotators, over tokens.

    S He like dog .
    A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
    A 2 3|||R:NOUN:NUM|||dogs||a dog|||REQUIRED|||-NONE-|||1

An `S` line is a sentence; the `A` lines below it are its edits: extent, type, correction, whether
it is required, a comment, annotator. Sentences are separated by blank lines. (Dahlmeier & Ng 2012,
*Better evaluation for grammatical error correction*; ERRANT writes the same form.)

- `||` parts alternative corrections; `-NONE-` or nothing at all deletes the extent.
- An edit of type `noop` with the extent `-1 -1` says that its annotator changed nothing.
- A sentence without `A` lines has one reference, by annotator 0, that changes nothing. Where a
  sentence has `A` lines, annotators not named in them did not annotate it.
- An edit of type `UNK` whose correction is empty or equal to the source marks an error without
  correcting it.
- Edits stay in the order of the file. Annotators are ordered by number, or as they appear if they
  are not all numbers.
- A line that begins with `#` is a comment.

Not expressible, and counted as lost when written: sentence ids and attributes, line breaks in a
sentence (they become spaces), corrected text beside its edits, edits over characters (they are
widened to tokens), optional edits, types of edits that correct nothing, sentences without
references. Not writable at all: `||` within a correction, `|` within a type or an annotator's name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from corrigenda.corpus import Correction, Segment, source_tokens
from corrigenda.edits import UNKNOWN, Edit
from corrigenda.errors import InputError, quoted
from corrigenda.formats.text import one_line

FORMAT = "m2"
TITLE = "M2"
SUFFIXES = (".m2",)
_EDIT = re.compile(r"A -?\d+ -?\d+\|\|\|")
NOOP = "noop"
NONE = "-NONE-"
REQUIRED = "REQUIRED"

_NOTHING = Edit(0, 0, (), NOOP)
"""What stands for the edit of a line that says that nothing was changed."""

_MANY, _LONG = 1 << 13, 200
"""Edits that are remembered, and characters of an edit that are too many for it."""


class Unannotated(Correction):
    """The correction of a sentence that nobody annotated: no change, and no `A` line."""

    def __eq__(self, other: object) -> bool:
        return Correction(self.source, None, self.given_edits, self.by) == other

    __hash__ = Correction.__hash__


# --- reading ----------------------------------------------------------------------------------


def matches(content: Sequence[str], gaps: bool, file: str) -> bool:
    """Return whether these lines are M2: there are edits, or nothing but sentences marked S."""
    if any(_EDIT.match(line) for line in content):
        return True
    statements = [line for line in content if not line.startswith("#")]
    if not statements or not all(line == "S" or line.startswith("S ") for line in statements):
        return False
    # Sentences without edits; but a text can begin with a word "S", too.
    if len(statements) > 1 or gaps or file.removesuffix(".gz").endswith(".m2"):
        return True
    raise InputError(
        f"cannot tell whether this is M2 or plain text: {content[0]!r}",
        file=file,
        hint="say which it is: format 'm2' or 'text'",
    )


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, Segment]]:
    """Yield the sentences of an M2 file, each with the number of its `S` line."""
    source: str | None = None
    annotators: dict[str, list[Edit]] = {}
    begun = length = count = 0
    known = _known.get
    for number, line in enumerate(lines, 1):
        head = line[:2]
        if head == "A ":
            if source is None:
                raise InputError(
                    "expected an S line (a sentence), found an A line (an edit)",
                    file=file,
                    line=number,
                    hint="the edits of a sentence follow its S line without a blank line between",
                )
            described, _, by = line.rpartition("|||")
            edit = known(described)
            try:
                if edit is None:
                    edit = _edit(line, source)
                    if edit.type != UNKNOWN and len(described) <= _LONG:
                        _known[described] = edit
                if edit.end > length:
                    length = len(source_tokens(source))
                    if edit.end > length:
                        raise _bad_extent(edit.start, edit.end, length)
            except InputError as error:
                raise InputError(error.message, file=file, line=number, hint=error.hint) from None
            edits = annotators.get(by)
            if edits is None:
                edits = annotators.setdefault(by.strip(), [])
            if edit is not _NOTHING:
                edits.append(edit)
            continue
        starts = head == "S " or line == "S"
        if not starts and head[:1] == "#":
            continue
        if source is not None:
            count += 1
            yield begun, Segment(source, _references(source, annotators), str(count))
            source, annotators = None, {}
        if starts:
            source, begun = line[2:], number
            length = 0  # until an edit asks for it
            if len(_known) > _MANY:
                _known.clear()
        elif line and not line.isspace():
            raise InputError(
                f"expected a line that begins with 'S ' or 'A ', found {quoted(line)}",
                file=file,
                line=number,
            )
    if source is not None:
        yield begun, Segment(source, _references(source, annotators), str(count + 1))


def _references(source: str, annotators: dict[str, list[Edit]]) -> tuple[Correction, ...]:
    """Return the corrections of a sentence, from the edits of its annotators."""
    if not annotators:
        return (Unannotated(source, None, (), "0"),)
    if len(annotators) == 1:
        [(name, edits)] = annotators.items()
        return (Correction(source, None, edits, name),)
    names = _in_order(tuple(annotators))
    return tuple([Correction(source, None, annotators[name], name) for name in names])


@lru_cache(maxsize=64)
def _in_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return annotators by number, or as they are if they are not all numbers."""
    return tuple(sorted(names, key=int)) if all(map(str.isdecimal, names)) else names


_known: dict[str, Edit] = {}
"""The last edits by their lines without annotators, who often make the same edit."""


def _edit(line: str, source: str) -> Edit:
    """Return the edit of an `A` line."""
    fields = line.split("|||")
    if len(fields) != 6 or fields[3][:1] == "|":
        fields = _fields(line)
    extent, kind, text, required, comment, _ = fields
    start, end = _extent(extent)
    if kind == NOOP:
        return _NOTHING
    if not 0 <= start <= end:
        raise _bad_extent(start, end)
    alternatives = tuple(map(str.strip, text.split("||"))) if "||" in text else (text.strip(),)
    if NONE in alternatives:
        alternatives = tuple("" if part == NONE else part for part in alternatives)
    if kind == UNKNOWN:
        kept = " ".join(source_tokens(source)[start:end])
        if alternatives in (("",), (kept,)):
            alternatives = ()
    attributes: tuple[tuple[str, str], ...] = ()
    if required != REQUIRED:
        attributes += (("required", required),)
    if comment != NONE:
        attributes += (("comment", comment),)
    return Edit(start, end, alternatives, kind, "token", attributes)


@lru_cache(maxsize=1 << 12)
def _extent(field: str) -> tuple[int, int]:
    """Return the two numbers behind the A of a line."""
    try:
        _, start, end = field.split()
        return int(start), int(end)
    except ValueError:
        raise InputError(
            f"expected 'A START END' with two whole numbers, found {field!r}"
        ) from None


def _fields(line: str) -> list[str]:
    """Return the six fields of an `A` line whose correction begins or ends with a bar of its
    own."""
    head, *tail = line.rsplit("|||", 3)
    fields = [*head.split("|||", 2), *tail]
    if len(fields) != 6 or "|||" in fields[2]:
        raise InputError(
            f"expected 6 fields separated by '|||', found {len(line.split('|||'))}",
            hint="A START END|||TYPE|||CORRECTION|||REQUIRED|||-NONE-|||ANNOTATOR",
        )
    return fields


def _bad_extent(start: int, end: int, length: int = 0) -> InputError:
    if start < 0 or end < 0:
        return InputError(
            f"expected an extent within the sentence, found {start} {end}",
            hint="only an edit of type noop, which says that nothing was changed, may have -1 -1",
        )
    if start > end:
        return InputError(
            f"expected an extent whose start is not after its end, found {start} {end}"
        )
    return InputError(
        f"expected an extent within the sentence, which has {length} "
        f"token{'' if length == 1 else 's'}, found {start} {end}",
        hint="offsets count tokens from 0; does the edit belong to another sentence?",
    )


# --- writing ----------------------------------------------------------------------------------


def dump(segments: Iterable[Segment], lost: Counter[str]) -> Iterator[str]:
    """Yield the lines of an M2 file; what M2 cannot say is counted in `lost`."""
    for number, segment in enumerate(segments, 1):
        lost["sentence ids"] += segment.id not in ("", str(number))
        lost["sentences' attributes"] += bool(segment.attributes)
        lost["sentences without references: read back as correct"] += not segment.references
        yield "S " + one_line(segment.source, lost)
        seen = set()
        for index, reference in enumerate(segment.references):
            by = reference.by or str(index)
            try:
                if by in seen:
                    raise InputError(f"two references are by the same annotator, {by!r}")
                seen.add(by)
                yield from _dump_reference(reference, by, segment.tokens, lost)
            except InputError as error:
                where = f"sentence {segment.id or number}"
                raise InputError(f"{where} cannot be written as M2: {error.message}") from None
        yield ""


def _dump_reference(
    reference: Correction, by: str, tokens: list[str], lost: Counter[str]
) -> Iterator[str]:
    _check_field(by, "the annotator's name")
    given = reference.given_edits
    if given is None:
        lost["references given as text: their edits were extracted"] += 1
    else:
        lost["corrected texts beside their edits"] += reference.given_text is not None
        chars = sum(edit.unit != "token" for edit in given)
        lost["extents in characters: widened to tokens"] += chars
    written = 0
    for edit in reference.edits:
        correction, kind = _correction(edit, tokens, lost), edit.type
        if not edit.alternatives and kind != UNKNOWN:
            lost["types of edits that correct nothing: now UNK"] += bool(kind)
            kind = UNKNOWN
        if kind == NOOP:
            raise InputError("the type noop means that there is no edit")
        attributes = dict(edit.attributes)
        required = attributes.pop("required", REQUIRED)
        comment = attributes.pop("comment", NONE)
        lost["edits' attributes"] += bool(attributes)
        _check_field(kind, "the type")
        _check_field(required, "the attribute 'required'")
        _check_field(comment, "the attribute 'comment'")
        if edit.end > len(tokens):
            raise _bad_extent(edit.start, edit.end, len(tokens))
        if correction is None:
            continue
        yield f"A {edit.start} {edit.end}|||{kind}|||{correction}|||{required}|||{comment}|||{by}"
        written += 1
    if not written and not isinstance(reference, Unannotated):
        yield f"A -1 -1|||{NOOP}|||{NONE}|||{REQUIRED}|||{NONE}|||{by}"


def _correction(edit: Edit, tokens: list[str], lost: Counter[str]) -> str | None:
    """Return the correction field of an edit; None if the edit cannot change anything."""
    span = " ".join(tokens[edit.start : edit.end])
    if not edit.alternatives:
        return span
    if not edit.texts:
        lost["edits that only say that the source may stay"] += 1
        return None
    lost["optional edits: now required"] += edit.optional
    texts = [" ".join(text.split()) for text in edit.texts]
    several = len(texts) > 1
    for text in texts:
        if text == NONE:
            raise InputError(f"the correction {NONE} would be read as a deletion")
        if "||" in text or (several and (text.startswith("|") or text.endswith("|"))):
            raise InputError(f"the correction {text!r} contains the bars that separate M2's fields")
    if edit.type == UNKNOWN and not several and texts[0] in ("", span):
        lost["UNK edits that delete or keep words: in M2 they only mark an error"] += 1
    return "||".join([text or NONE for text in texts]) if several else texts[0]


def _check_field(text: str, what: str) -> None:
    if "|" in text or "\n" in text or "\r" in text:
        raise InputError(f"{what} is {text!r}, with a bar or a line break")
