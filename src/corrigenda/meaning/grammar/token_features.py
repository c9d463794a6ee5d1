"""Features of tokens that word pieces lack: capitals, and whether it is a known word.

Word pieces have no capitals, and a misspelt word is read as the word that is meant. A number per
token brings both back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from corrigenda.linguistics import resources

READING = 1
"""How text becomes signs: part of the model's name. Raise it with every change here."""

FREQUENT = 12_000
"""Ranks up to which a word of the vocabulary exists in lower case: American spellings, say."""

SIGNS = 6
"""How many signs there are: three kinds of capitals, times known or not."""

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def signs(tokens: Sequence[str], ranks: Mapping[str, int]) -> list[int]:
    """Return a number for each token: 0 lower case (or no letters), 2 one capital first, 4 other
    capitals; 1 more if it is a word that nobody knows. `ranks` are those of frequent words."""
    return [2 * _capitals(token) + (not known(token, ranks)) for token in tokens]


def known(token: str, ranks: Mapping[str, int]) -> bool:
    """Return whether a token is a word with these capitals, or none at all (a number, a mark)."""
    if not _WORD.fullmatch(token) or len(token) == 1:
        return True
    listed, low = resources.words(), token.lower()
    if token in listed or low in listed or ranks.get(low, FREQUENT + 1) <= FREQUENT:
        return True
    if token != low and (low in ranks or token.capitalize() in listed):
        return True
    parts = re.split("[-'’]", token)
    return len(parts) > 1 and all(known(part, ranks) for part in parts)


def _capitals(token: str) -> int:
    if token.lower() == token:
        return 0
    return 1 if token[1:].lower() == token[1:] else 2
