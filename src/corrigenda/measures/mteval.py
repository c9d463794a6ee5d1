"""The tokenisation of NIST's mteval-v13a, which sacrebleu and EASSE call 13a."""

from __future__ import annotations

import re

ENTITIES = {"&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">"}

_RULES = [
    # Punctuation of ASCII stands alone, apart from apostrophes, commas, stops and hyphens.
    (re.compile(r"([ !\"#$%&()*+/:;<=>?@\[\\\]^_`{|}~])"), r" \1 "),
    # Commas and stops belong to numbers only, hyphens to words only.
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]


def tokens_13a(text: str) -> list[str]:
    """Return the tokens of a text.

    >>> tokens_13a("It's 3,000 km (approx.) to A-1.")
    ["It's", '3,000', 'km', '(', 'approx', '.', ')', 'to', 'A-1', '.']
    """
    text = text.replace("<skipped>", "")
    if "&" in text:
        for entity, character in ENTITIES.items():
            text = text.replace(entity, character)
    text = f" {text} "
    for rule, instead in _RULES:
        text = rule.sub(instead, text)
    return text.split()


def split_words(text: str, *, lowercase: bool, tokenize: str) -> list[str]:
    """Return the words of a text: split at white space (none), or tokenised (13a).

    >>> split_words("A dog.", lowercase=True, tokenize="13a")
    ['a', 'dog', '.']
    """
    text = text.lower() if lowercase else text
    return text.split() if tokenize == "none" else tokens_13a(text)
