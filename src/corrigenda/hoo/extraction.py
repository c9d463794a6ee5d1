"""Extract edits from a system's text, which HOO's participants could submit instead of edits.

Words, maximal runs of non-whitespace, are compared as GNU `diff` compares lines (`worddiff`). Each
block of changed words is one edit, even if it runs over the end of a line; extents count the bytes
of the source (Dale & Narroway 2011, *The HOO pilot data set: notes on release 2.0*).

| change | extent | correction |
| --- | --- | --- |
| words for words | the first to the last word replaced | the new words as the system spaced them |
| one word for one word, unlike only in a mark at its end | that mark | the new mark |
| words deleted | the words and the white space after them | none, `<empty/>` |
| words inserted | nothing, at the start of the next word | the words and the white space after |

At the end of a paragraph or text, where the white space after it has to stay, an insertion or a
deletion takes the white space before it instead. White space that differs beyond that is an edit of
its own, so that the edits, applied to the source, give the system's text to the byte. With
`whitespace="ignore"`, white space is never an edit, and the spacing of insertions and deletions is
that of the task's own extractor: one character after a deletion, one space after an insertion
unless it is a punctuation mark alone.

`as_released` gives what the task's extractor (diffextract 2.1) gives, with its known defects: it
marks changes up within the system's text, as `wdiff` does, and reads edits off that. So white space
is counted in the system's text, and offsets drift from the source's where it differs; a change over
a line end is lost, and its brackets are counted as text; and corrections outside ASCII are garbled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Literal, NamedTuple, get_args

from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.hoo.formats.texts import TAG
from corrigenda.hoo.worddiff import ChangedBlock, diff

Whitespace = Literal["keep", "ignore"]

_WORD = re.compile(rb"([^ \t\n\v\f\r]+)")
_CLOSING = frozenset(b"'\"]),.:;!?")
_OPENING = frozenset(b"'\"[({")
_ALONE = frozenset(b"'\"[({}]).,;:!?")


def extract(
    source: bytes,
    system: bytes,
    *,
    name: str = "",
    whitespace: Whitespace = "keep",
    as_released: bool = False,
) -> tuple[Edit, ...]:
    """Return the edits that make `system` of `source`, by position, over the bytes of `source`.

    Tags of the segmented form (`<hoo>`, `<p>`, `<s>`) are taken out of both texts first, and
    offsets count what is left. Applied to that, the edits give `system` to the byte, unless
    `whitespace` is ignored or the edits are as the task's extractor released them (`as_released`,
    which never makes an edit of white space). Each edit has its `original`, and if `name` is given,
    the system file's name without suffix, an `index`: `0441MQ1-0001`, and so on.

    >>> extract(b"The cat sit on mat", b"The cat sat on the mat.", name="0441MQ1")[1].attributes
    (('index', '0441MQ1-0002'), ('original', 'mat'))
    """
    if whitespace not in get_args(Whitespace):
        raise InputError(f"whitespace must be 'keep' or 'ignore', not {whitespace!r}")
    if as_released:
        changes = _released(_marked_up(source, system))
        encoding = "latin-1"
    else:
        changes = _changes(without_tags(source), without_tags(system), whitespace)
        encoding = "utf-8"
    edits = []
    for number, (start, original, correction) in enumerate(changes, 1):
        index = (("index", f"{name}-{number:04d}"),) if name else ()
        edits.append(
            Edit(
                start,
                start + len(original),
                (_text(correction, encoding, "system"),),
                unit="byte",
                attributes=(*index, ("original", _text(original, encoding, "source"))),
            )
        )
    return tuple(edits)


def without_tags(text: bytes) -> bytes:
    """Return a text without the tags of the segmented form; as it is if there are none."""
    return TAG.sub(b"", text)


class _ExtractedEdit(NamedTuple):
    """An edit before it is an `Edit`: its place, what is there, and what should be."""

    start: int
    original: bytes
    correction: bytes


def _text(data: bytes, encoding: str, whose: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"expected UTF-8, found byte 0x{data[error.start]:02X} in what the {whose} text has "
            f"where the two differ: {data[:40]!r}",
            hint="convert both texts to UTF-8 first",
        ) from None


# --- with offsets of the source ----------------------------------------------------------------


class _SpacedWords:
    """A text, its words, and the gaps of white space around them.

    The k-th gap lies before the k-th word, the last one after all words.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text
        parts = _WORD.split(text)
        self.gaps, self.words = parts[::2], parts[1::2]
        self.bounds = list(accumulate(map(len, parts), initial=0))

    def gap_at(self, k: int) -> int:
        """Return where the k-th gap starts: the end of the word before it."""
        return self.bounds[2 * k]

    def word_at(self, k: int) -> int:
        """Return where the k-th word starts: the end of the gap before it."""
        return self.bounds[2 * k + 1]

    def stretch(self, first: int, last: int) -> bytes:
        """Return the words `first:last`, spaced as they are."""
        return self.text[self.word_at(first) : self.gap_at(last)]


def _changes(source: bytes, system: bytes, whitespace: Whitespace) -> Iterator[_ExtractedEdit]:
    if source == system:
        return
    a, b = _SpacedWords(source), _SpacedWords(system)
    keep = whitespace == "keep"
    i = j = 0  # the gaps not yet compared
    for change in diff(a.words, b.words):
        a0, a1, b0, b1 = change
        replaced = a0 < a1 and b0 < b1
        if keep:
            # Around what is inserted or deleted, gaps differ in number: those are left to it.
            yield from _spacing(a, b, i, a0 + replaced, j)
        i, j = a1 + (not replaced), b1 + (not replaced)
        if replaced:
            yield _reduced(a.word_at(a0), a.stretch(a0, a1), b.stretch(b0, b1))
        elif b0 < b1:
            yield from (_insertion if keep else _bare_insertion)(a, b, change)
        else:
            yield from (_deletion if keep else _bare_deletion)(a, b, change)
    if keep:
        yield from _spacing(a, b, i, len(a.gaps), j)


def _spacing(
    a: _SpacedWords, b: _SpacedWords, first: int, last: int, other: int
) -> Iterator[_ExtractedEdit]:
    """Yield the gaps `first:last` of the source that the system, from gap `other` on, changed."""
    pairs = zip(a.gaps[first:last], b.gaps[other : other + last - first], strict=True)
    for k, (before, after) in enumerate(pairs, first):
        if before != after:
            yield _ExtractedEdit(a.gap_at(k), before, after)


def _insertion(a: _SpacedWords, b: _SpacedWords, change: ChangedBlock) -> Iterator[_ExtractedEdit]:
    gap, start = a.gaps[change.a0], a.gap_at(change.a0)
    before, after = b.gaps[change.b0], b.gaps[change.b1]
    words = b.stretch(change.b0, change.b1)
    if before != gap and after == gap:
        yield _ExtractedEdit(start, b"", before + words)
        return
    if before != gap:
        yield _ExtractedEdit(start, gap, before)
    yield _ExtractedEdit(start + len(gap), b"", words + after)


def _deletion(a: _SpacedWords, b: _SpacedWords, change: ChangedBlock) -> Iterator[_ExtractedEdit]:
    start, words = a.word_at(change.a0), a.stretch(change.a0, change.a1)
    before, after, left = a.gaps[change.a0], a.gaps[change.a1], b.gaps[change.b0]
    if left == before + after[1:]:
        yield _ExtractedEdit(start, words + after[:1], b"")
    elif left == after and left != before:
        yield _ExtractedEdit(start - len(before), before + words, b"")
    else:
        if left != before:
            yield _ExtractedEdit(start - len(before), before, left)
        yield _ExtractedEdit(start, words + after, b"")


def _bare_insertion(
    a: _SpacedWords, b: _SpacedWords, change: ChangedBlock
) -> Iterator[_ExtractedEdit]:
    start, end = a.gap_at(change.a0), a.gap_at(change.a0) + len(a.gaps[change.a0])
    words = b.stretch(change.b0, change.b1)
    if 0 < start == end:  # at the end of the text, after a word
        yield _ExtractedEdit(start, b"", b" " + words)
    else:
        # Where the inserted words would begin if the system's white space were the source's.
        place = min(start + len(b.gaps[change.b0]), end)
        yield _ExtractedEdit(place, b"", words + _space_after(words))


def _bare_deletion(
    a: _SpacedWords, b: _SpacedWords, change: ChangedBlock
) -> Iterator[_ExtractedEdit]:
    words = a.stretch(change.a0, change.a1)
    yield _ExtractedEdit(a.word_at(change.a0), words + a.gaps[change.a1][:1], b"")


def _space_after(inserted: bytes) -> bytes:
    return b"" if len(inserted) == 1 and inserted[0] in _ALONE else b" "


def _reduced(start: int, original: bytes, correction: bytes) -> _ExtractedEdit:
    """Return a replacement; only the mark that differs, if that is all that differs in a word.

    The marks are looked for in this order: replaced (closing, opening), inserted, deleted.
    """
    if len(original.split()) == len(correction.split()) == 1:
        x, y = original, correction
        length = len(x)
        if x[:-1] == y[:-1] and x[-1] in _CLOSING and y[-1] in _CLOSING:
            return _ExtractedEdit(start + length - 1, x[-1:], y[-1:])
        if x[1:] == y[1:] and x[0] in _OPENING and y[0] in _OPENING:
            return _ExtractedEdit(start, x[:1], y[:1])
        if x == y[:-1] and y[-1] in _CLOSING:
            return _ExtractedEdit(start + length, b"", y[-1:])
        if x == y[1:] and y[0] in _OPENING:
            return _ExtractedEdit(start, b"", y[:1])
        if x[:-1] == y and x[-1] in _CLOSING:
            return _ExtractedEdit(start + length - 1, x[-1:], b"")
        if x[1:] == y and x[0] in _OPENING:
            return _ExtractedEdit(start, x[:1], b"")
    return _ExtractedEdit(start, original, correction)


# --- as released -------------------------------------------------------------------------------

_RELEASED_TAG = re.compile(rb"</?(?:HOO|p|s)>")
_MARKED = re.compile(rb"\[-(.*?)-\](?:\s*\{\+(.*?)\+\})?|\{\+(.*?)\+\}")


def _marked_up(source: bytes, system: bytes) -> bytes:
    """Return the system's text with changes marked: `[-deleted-] {+inserted+}`, each with the white
    space before it, and unchanged words with that of the system. Tags are taken out only then."""
    a, b = _SpacedWords(source), _SpacedWords(system)
    out = []
    at = 0
    for a0, a1, b0, b1 in diff(a.words, b.words):
        out.append(system[at : b.gap_at(b0)])
        if a0 < a1:
            out += [a.gaps[a0], b"[-", a.stretch(a0, a1), b"-]"]
        if b0 < b1:
            out += [b.gaps[b0], b"{+", b.stretch(b0, b1), b"+}"]
        at = b.gap_at(b1)
    out.append(system[at:])
    return _RELEASED_TAG.sub(b"", b"".join(out))


def _released(text: bytes) -> Iterator[_ExtractedEdit]:
    """Yield the edits of a text with changes marked; marks that cross a line end are not seen."""
    at = place = 0  # in the marked text; in the source, as far as it can be known
    while match := _MARKED.search(text, at):
        deleted, replacement, inserted = match.groups()
        place += match.start() - at
        at = match.end()
        if inserted is not None:
            space = _space_after(inserted)
            at += len(space)
            yield _ExtractedEdit(place, b"", inserted + space)
        elif replacement is None:
            at += 1
            yield _ExtractedEdit(place, deleted + b" ", b"")
            place += len(deleted) + 1
        else:
            yield _reduced(place, deleted, replacement)
            place += len(deleted)
