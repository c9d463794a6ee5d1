"""Units of edits: tokens, characters or bytes, and conversion between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import accumulate

from corrigenda.edits import Edit, apply_chars, check_applicable, chosen, in_order
from corrigenda.errors import InputError


def same_tokens(one: str, other: str) -> bool:
    """Return whether two texts have the same tokens, separated by whitespace of any kind: faster
    than to split them.

    >>> same_tokens("He likes  dogs .", "He likes dogs ."), same_tokens("to day", "today")
    (True, False)
    """
    if one == other:
        return True
    from rapidfuzz.distance import Prefix

    at: int = Prefix.similarity(one, other)
    if at < len(one) and at < len(other):
        spaces = one[at].isspace() + other[at].isspace()
        if not spaces or (spaces == 1 and at and not one[at - 1].isspace()):
            return False  # within a token, or where one of the two ends
    return one.split() == other.split()


def token_extents(text: str) -> list[tuple[int, int]]:
    """Return where each whitespace-separated token of `text` starts and ends, in characters."""
    extents = []
    at = 0
    for token in text.split():
        start = text.index(token, at)
        at = start + len(token)
        extents.append((start, at))
    return extents


def to_tokens(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Return edits over characters as edits over the whitespace-separated tokens of `text`.

    An edit that begins or ends within a token, or glues something to it, is widened to the whole
    token. Edits without whitespace left between them become one (its k-th alternative takes the
    k-th of each, types are joined by `+`), because they may change the same token; edits that
    change nothing but whitespace vanish. Applying the k-th alternatives gives the same tokens
    before and after.

    >>> to_tokens("He like dog.", [Edit(7, 7, ("s",), "SVA", "char")])
    [Edit(1:2 -> 'likes', SVA)]
    """
    tokens, extents = text.split(), token_extents(text)
    starts, ends = [start for start, _ in extents], [end for _, end in extents]
    out = []
    for group in _apart(text, edits):
        start, end = group[0].start, group[-1].end
        # The tokens that the edits overlap or are next to, and their stretch of the text.
        first, last = bisect_left(ends, start), bisect_right(starts, end)
        low = min([start, *starts[first:last]])
        high = max([end, *ends[first:last]])
        shifted = [replace(e, start=e.start - low, end=e.end - low) for e in group]
        texts = [
            None
            if all(chosen(e, k) is None for e in group)
            else apply_chars(text[low:high], shifted, k).split()
            for k in range(max(len(e.alternatives) for e in group))
        ]
        # Neighbours that come through untouched are no part of the edit.
        changed = [t for t in texts if t is not None]
        if first < last and ends[first] == start and _all(changed, slice(1), tokens[first]):
            first += 1
            for t in changed:
                del t[0]
        if (
            first < last
            and starts[last - 1] == end
            and _all(changed, slice(-1, None), tokens[last - 1])
        ):
            last -= 1
            for t in changed:
                del t[-1]
        if first < last or not texts or any(changed):
            alternatives = tuple(None if t is None else " ".join(t) for t in texts)
            types = "+".join(dict.fromkeys(e.type for e in group if e.type))
            attributes = tuple(dict.fromkeys(pair for e in group for pair in e.attributes))
            out.append(Edit(first, last, alternatives, types, "token", attributes))
    return out


def _apart(text: str, edits: Iterable[Edit]) -> list[list[Edit]]:
    """Return edits over characters in groups that cannot touch the same token.

    Between groups there is whitespace that stays: it separates what is on its left, whatever
    becomes of that, from what is on its right.
    """
    groups: list[list[Edit]] = []
    at = 0
    for edit in in_order(edits):
        check_applicable(edit, at, len(text), "char")
        if groups and not any(map(str.isspace, text[at : edit.start])):
            groups[-1].append(edit)
        else:
            groups.append([edit])
        at = edit.end
    return groups


def _all(texts: Iterable[list[str]], where: slice, token: str) -> bool:
    return all(text[where] == [token] for text in texts)


def to_chars(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Return edits over whitespace-separated tokens of `text` as edits over its characters.

    An insertion brings a space along and a deletion takes one away, so that the corrected text is
    spaced as the source is. Applying the k-th alternatives gives the same tokens before and after.

    >>> to_chars("He really like it", [Edit(1, 2, ("",)), Edit(4, 4, (".",))])
    [Edit(3:10 -> '', over characters), Edit(17:17 -> ' .', over characters)]
    """
    extents = token_extents(text)
    count = len(extents)
    out: list[Edit] = []
    at = 0
    for edit in in_order(edits):
        check_applicable(edit, 0, count, "token")
        alternatives = edit.alternatives
        if edit.is_insertion and edit.start < count:
            start = end = extents[edit.start][0]
            alternatives = tuple(a + " " if a else a for a in alternatives)
        elif edit.is_insertion:
            start = end = extents[-1][1] if extents else len(text)
            alternatives = tuple(" " + a if a and (extents or out) else a for a in alternatives)
        else:
            start, end = extents[edit.start][0], extents[edit.end - 1][1]
            if edit.texts and not any(edit.texts):
                if edit.end < count:
                    end = extents[edit.end][0]
                elif edit.start:  # at the end there is no space after, but one before
                    start = max(extents[edit.start - 1][1], at)
        out.append(replace(edit, start=start, end=end, alternatives=alternatives, unit="char"))
        at = end
    return out


def bytes_to_chars(source: bytes, edits: Iterable[Edit]) -> list[Edit]:
    """Return edits over the bytes of a UTF-8 text as edits over its characters, in the order given.

    An extent that begins or ends within a character raises `InputError`. `chars_to_bytes` is the
    exact inverse.

    >>> bytes_to_chars("é a".encode(), [Edit(3, 4, ("the",), unit="byte")])
    [Edit(2:3 -> 'the', over characters)]
    """
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"expected UTF-8, found byte 0x{source[error.start]:02X}") from None
    if len(text) == len(source):
        at: Mapping[int, int] | range = range(len(source) + 1)
    else:
        at = dict(zip(_byte_positions(text), range(len(text) + 1), strict=True))
    out = []
    for edit in edits:
        check_applicable(edit, 0, len(source), "byte")
        try:
            start, end = at[edit.start], at[edit.end]
        except KeyError as error:
            index = dict(edit.attributes).get("index")
            raise InputError(
                f"{f'edit {index}, ' if index else ''}{edit!r}: "
                f"byte {error.args[0]} is in the middle of a character",
                hint="do its offsets count characters, or belong to another text?",
            ) from None
        out.append(replace(edit, start=start, end=end, unit="char"))
    return out


def chars_to_bytes(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Return edits over characters of `text` as edits over the bytes of its UTF-8, in the order
    given."""
    at = range(len(text) + 1) if text.isascii() else _byte_positions(text)
    out = []
    for edit in edits:
        check_applicable(edit, 0, len(text), "char")
        out.append(replace(edit, start=at[edit.start], end=at[edit.end], unit="byte"))
    return out


def _byte_positions(text: str) -> list[int]:
    """Return where each character of a text begins in its UTF-8, and where the last one ends."""
    return list(accumulate((len(character.encode()) for character in text), initial=0))
