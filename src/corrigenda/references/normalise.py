"""Normal forms of corrections, to decide whether two are the same.

Those of Choshen and Abend (2018, P18-1059) changed while the work went on, and what was released
was made with different ones. All replace each run of characters that are not letters, digits or
underscores by one space, so that neither punctuation nor tokenisation makes a difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from corrigenda.errors import InputError


def paper(text: str) -> str:
    """Normalise as the paper did last: words in lower case; of letters that stand alone, each two
    become a word.

    >>> paper("In the U . S . , it 's colder .") == paper("in the U.S. it's colder")
    True
    """
    return cased(text).lower()


def cased(text: str) -> str:
    """Return as `paper` does, in the case it was written in: what the judges of validity were
    shown."""
    words = re.sub(r"\W+", " ", text)
    return re.sub(r"(\s[a-zA-Z])\s([a-zA-Z]\s)", r"\1\2", words).strip()


def early(text: str) -> str:
    """Normalise as at first, when the released distributions were made.

    A letter that stands alone joins the word before it, be it a genitive or an article. Case
    matters, and so does a space at the end (from a full stop).

    >>> early("It 's people 's life in a town .")
    'Its peoples life ina town '
    """
    return re.sub(r"\s([a-zA-Z]\s)", r"\1", re.sub(r"\W+", " ", text))


def plain(text: str) -> str:
    """Return the text with single spaces, none at the ends; everything else as it was written."""
    return " ".join(text.split())


NORMALISATIONS: Mapping[str, Callable[[str], str]] = {
    "paper": paper,
    "cased": cased,
    "early": early,
    "plain": plain,
}


def normalisation(name: str) -> Callable[[str], str]:
    """Return the normalisation of this name."""
    try:
        return NORMALISATIONS[name]
    except KeyError:
        raise InputError(
            f"there is no normalisation {name!r}", hint=f"there are {', '.join(NORMALISATIONS)}"
        ) from None
