"""Tokens as in the Penn Treebank, for corrections that an annotator typed."""

from __future__ import annotations

import re
from functools import lru_cache

_RULES = [
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        # Quotation marks: those that open are told by what is before them.
        (r'(?:^|(?<=[ (\[{<]))"', " `` "),
        (r'"', " '' "),
        (r"[«“‘„»”’]", r" \g<0> "),
        (r"'(?!m|t|s|d)(?=\w\b)", "' "),
        # Punctuation: a full stop at the end only, commas and colons except within numbers.
        (r"(?<=[^.])\.(?=[\])}>'»”’ ]*$)", " ."),
        (r"[:,](?!\d)|\.\.\.|[;@#$%&?!]|[\[\](){}<>]|--", r" \g<0> "),
        # What is written as one word, and is two.
        (r"(?<=[^' ])(?:'(?:s|m|d|ll|re|ve)?|n't)(?= |$)", r" \g<0>"),
        (r"\b(?:can(?=not\b)|(?:gon|wan)(?=na\b)|got(?=ta\b)|(?:gim|lem)(?=me\b))", r"\g<0> "),
    )
]


@lru_cache(maxsize=1 << 14)
def treebank(text: str) -> tuple[str, ...]:
    """The tokens of a text.

    >>> treebank("isn't it,or can I cannot?")
    ('is', "n't", 'it', ',', 'or', 'can', 'I', 'can', 'not', '?')
    """
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return tuple(text.split())
