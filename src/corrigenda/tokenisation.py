"""Split raw text into sentences and tokens, with their positions.

Tokens are cut much as the Penn and Universal Dependencies treebanks of English cut theirs:
`do n't`, `John 's`, `$ 5`, `20 %`; punctuation stands alone; a URL, an e-mail address, an emoji, a
number, a hyphenated word and an abbreviation with its full stop are one token each. What lies
between two tokens is white space or control characters and nothing else, so tokens and gaps
together are the text. Languages that are written without spaces are not cut into words.

Texts that are tokenised already must not come here: they are split at white space.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TOKENISER = "corrigenda-1"
"""The name under which signatures speak of `tokenise`; it changes when tokens do."""


class Piece(NamedTuple):
    """A part of a text, and where it is: `whole[start:end] == text`."""

    text: str
    start: int
    end: int


# --- tokens ---------------------------------------------------------------------------------------

_GAP = r"\s\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff"
# Marks are no letters to `re`, and a word written with them would fall apart: those that combine
# with Latin, Greek or Cyrillic, Hebrew and Arabic points, and the blocks of scripts full of them.
_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u064b-\u065f\u0670"
    r"\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ecd\u0f71-\u0f84\u1000-\u1049"
    r"\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20df\ufe20-\ufe2f\u00ad\u200c"
)
_W = rf"[\w{_MARKS}]"
_APOSTROPHE = "['’ʼ]"
_PICTURE = r"[\u231a-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
_STYLE = r"[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\u20e3]"

# A name that ends in one of these is taken for an Internet address without `http` before it.
_DOMAINS = "com|org|net|edu|gov|info|io|co|ac|uk|de|fr|eu|ru|cn|jp|au|ca|ch|nl|il|tv"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TITLES = _words(
    "mr mrs ms messrs dr prof st mt rev gen col lt sgt capt maj gov sen rep hon pres sr fr vol "
    "figs eq eqs pp eds e.g i.e vs v cf viz approx"
)
"""Abbreviations that something follows: a sentence does not end with them."""

_NUMBERED = _words("no fig sec ch ed p mar sun sat wed jun dec")
"""Abbreviations with a number after them, and else words, or letters."""

_OTHERS = _words(
    "etc al inc ltd co corp jr bros dept est a.m p.m u.s u.k u.n u.s.a e.u d.c ph.d b.a m.a b.sc "
    "m.sc jan feb apr jul aug sep sept oct nov mon tue thu fri ave blvd rd"
)
"""Abbreviations that may end a sentence, whose full stop they then are."""

_STARTERS = _words(
    "a an and another as at because but each every for he her here his how however i if in it its "
    "many most my no on one our she since so some such that the their then there these they this "
    "those to we what when where which while who why with yes you your"
)
"""Words that, with a capital, rather begin a sentence than a name."""

_TOKEN = re.compile(
    "|".join(
        (
            # Quantifiers have bounds, so that no text takes time beyond its length.
            rf"(?P<url>(?i:https?://|ftp://|www\.)[^{_GAP}<>\"“”]{{1,2000}})",
            r"(?P<mail>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})",
            rf"(?P<domain>(?i:[a-z0-9-]{{2,63}}(?:\.[a-z0-9-]{{1,63}}){{0,8}})\.(?:{_DOMAINS})"
            rf"(?:/[^{_GAP}<>\"“”]{{0,2000}}|(?![\w.-]{{0,1}}\w)))",
            rf"(?P<tag>[@#]{_W}{{1,100}})",
            rf"(?P<face>(?:[:;=][-o'’]?[()\[\]DPp/\\]+|<3+|\^_{{1,3}}\^|[xX]D)(?!{_W}))",
            r"(?P<flag>[\U0001f1e6-\U0001f1ff]{2})",
            r"(?P<keycap>[0-9#*]\ufe0f?\u20e3)",
            rf"(?P<emoji>{_PICTURE}{_STYLE}*(?:\u200d{_PICTURE}{_STYLE}*)*)",
            r"(?P<money>(?:US|CA|AU|NZ|HK|[CAS])\$)",
            r"(?P<initials>(?:[^\W\d_]\.){2,20}(?!\w))",
            rf"(?P<number>(?:(?<!{_W})[-+−])?\d+(?:[.,:/]\d+)*(?:{_W}|[-‐‑]{_W})*)",
            rf"(?P<word>{_W}+(?:(?:[-‐‑]|&(?=\w)|/|{_APOSTROPHE}){_W}+)*)",
            r"(?P<run>\.{2,}|…+|[!?‽]+|-{2,}|—+|–+|`{2}|'{2}|\*{2,}|_+|~+|={2,}|<[-=]+|[-=]+>)",
            rf"(?P<mark>[^{_GAP}])",
        )
    )
)

# `I 'll`, `do n't`, and what was written as one word: `can not`, `gon na`.
_CLITIC = re.compile(rf"(?i)^(.*{_W})(n{_APOSTROPHE}t|{_APOSTROPHE}(?:s|m|d|re|ve|ll))$", re.DOTALL)
_JOINED = frozenset(("cannot", "gonna", "gotta", "wanna", "lemme", "gimme"))
# 'em, '90s, and clitics that stand alone already.
_ELIDED = re.compile(
    rf"(?i){_APOSTROPHE}(?:em|cause|til|tis|twas|\d\ds|s|m|d|re|ve|ll)(?!{_W}|{_APOSTROPHE})"
)
_LAST = r""".,:;!?…'’"”»)]}*"""


def tokenise(text: str) -> list[Piece]:
    """Return the tokens of a text, with their places.

    >>> [piece.text for piece in tokenise("I can't pay $5 to Mr. Smith (U.K.)...")]
    ['I', 'ca', "n't", 'pay', '$', '5', 'to', 'Mr.', 'Smith', '(', 'U.K.', ')', '...']
    """
    pieces: list[Piece] = []
    at = 0
    while match := _TOKEN.search(text, at):
        start, end = match.span()
        kind = match.lastgroup
        if kind in ("url", "domain"):
            end = _trimmed(text, start, end)
        elif kind == "mark" and (elided := _ELIDED.match(text, start)):
            end = elided.end()
        elif kind == "word":
            end = _abbreviation(text, start, end)
        at = end
        if kind == "word" and text[end - 1] != ".":
            pieces += _split_word(text, start, end)
        else:
            pieces.append(Piece(text[start:end], start, end))
    return pieces


def _trimmed(text: str, start: int, end: int) -> int:
    """Return an address without the punctuation after it; a bracket stays if it was opened
    within."""
    while end > start + 1 and text[end - 1] in _LAST:
        if text[end - 1] == ")" and text.count("(", start, end) >= text.count(")", start, end):
            break
        end -= 1
    return end


def _abbreviation(text: str, start: int, end: int) -> int:
    """Return where a word ends: after the full stop, if that makes it an abbreviation."""
    if text[end : end + 1] != "." or text[end + 1 : end + 2] == ".":
        return end
    word = text[start:end]
    lower = word.lower()
    following = text[end + 1 : end + 40].lstrip()
    if len(word) == 1 and word.isupper() and word != "I":
        # An initial: J. Smith. Else a sentence may well end with a letter: plan B.
        known = following[:1].isupper()
    elif lower in _NUMBERED:
        known = following[:1].isdigit()
    else:
        known = lower in _TITLES or lower in _OTHERS
    return end + 1 if known else end


def _split_word(text: str, start: int, end: int) -> list[Piece]:
    """Return a word, or the words that were written as one."""
    word = text[start:end]
    clitic = _CLITIC.match(word)
    cut = 3 if word.lower() in _JOINED else clitic.end(1) if clitic else 0
    if not cut:
        return [Piece(word, start, end)]
    middle = start + cut
    return [*_split_word(text, start, middle), Piece(text[middle:end], middle, end)]


# --- sentences ------------------------------------------------------------------------------------

_FULL = "。！？"
"""Marks that end a sentence where no spaces are written."""

_END = re.compile(rf"[.!?‽…{_FULL}]+")
_CLOSING = re.compile(r"""['"’”»›)\]}*]|''""")
_OPENING = frozenset("'\"‘“«‹([{`¿¡*-–—") | {"``", "--"}
_PARAGRAPH = re.compile(r"(?:\r\n|\n|\r)[^\S\r\n]*(?:\r\n|\n|\r)|\u2029")
_FEW = 4
"""Quotes and brackets that may come together: with no bound, a page of them would take forever."""


def sentences(text: str, *, caseless: bool = False) -> list[Piece]:
    """Return the sentences of a text, with their places; no sentence begins or ends with a gap.

    A sentence ends with `!` or `?`; with `.` or an ellipsis, or any of these and the closing quotes
    and brackets after it, unless what follows begins with a small letter; and with a paragraph, at
    a blank line. The full stop of an abbreviation ends one only if it is of the kind that may, and
    a word follows that often begins sentences. In `caseless` text, which has lost its capitals, a
    small letter says nothing.

    >>> [piece.text for piece in sentences("Dr. No came at 5 p.m. He left. “Why?” she asked.")]
    ['Dr. No came at 5 p.m.', 'He left.', '“Why?” she asked.']
    >>> [piece.text for piece in sentences("dr. no came . he left .", caseless=True)]
    ['dr. no came .', 'he left .']
    """
    tokens = tokenise(text)
    pieces: list[Piece] = []
    first = 0
    for n in range(len(tokens)):
        if n + 1 == len(tokens) or _ends(text, tokens, first, n, caseless):
            start, end = tokens[first].start, tokens[n].end
            pieces.append(Piece(text[start:end], start, end))
            first = n + 1
    return pieces


def _ends(text: str, tokens: list[Piece], first: int, n: int, caseless: bool) -> bool:
    """Return whether the sentence from token `first` on ends with token n, which is not the
    last."""
    gap = text[tokens[n].end : tokens[n + 1].start]
    if _PARAGRAPH.search(gap):
        return True
    at = n
    while at > max(first, n - _FEW) and _CLOSING.fullmatch(tokens[at].text):
        at -= 1
    mark = tokens[at].text
    if mark[-1] not in f".!?‽…{_FULL}" or _goes_on(tokens[n + 1].text, gap):
        return False
    following = n + 1
    while following < min(n + _FEW, len(tokens) - 1) and tokens[following].text in _OPENING:
        following += 1
    word = tokens[following].text
    if not _END.fullmatch(mark):
        return _ends_with(mark, word, caseless)
    before = tokens[at - 1].text if at > first else ""
    if not gap and mark[-1] not in _FULL:
        # A space was forgotten (`home.Then`) or put before the mark (`(2012) .Then`); or it is a
        # name (`Yahoo!Answers`, `a.B`, `the .NET library`).
        if at > first and tokens[at - 1].end < tokens[at].start:
            return at == n and word[0].isupper() and not word[1:2].isupper()
        return at == n and len(before) > 1 and before.islower() and word[0].isupper()
    if at == first + 1 and before.isdigit() and mark == ".":
        return False  # the number of an item in a list
    if caseless and mark == "." and len(before) == 1 and tokens[at - 1].end == tokens[at].start:
        return False  # an initial: j. smith
    return caseless or not word[0].islower() or (at == n and mark[-1] not in ".…")


def _goes_on(following: str, gap: str) -> bool:
    """Return whether the token that follows a mark still belongs to the sentence."""
    return bool(_END.fullmatch(following) or (not gap and _CLOSING.fullmatch(following)))


def _ends_with(token: str, following: str, caseless: bool) -> bool:
    """Return whether a token that ends in a full stop of its own, an abbreviation, ends a
    sentence."""
    short = token[:-1].lower()
    if short in _TITLES or short in _NUMBERED or not (caseless or following[0].isupper()):
        return False
    if short == "etc" and not caseless:
        return True
    known = short in _OTHERS or len(short) == 1 or bool(re.fullmatch(r"\w(?:\.\w)+", short))
    return known and following.lower() in _STARTERS
