"""Where English text can be negated, or its negation taken back, by simple rules over words.

There is no grammar behind them, so they miss places (*The dog barks*) and now and then make what no
one would write (*do not homework*). What they do make is a sentence that says the opposite:

- *not*, *n't* and *never* are taken out (*ca n't* and *cannot* become *can*; *do* stays);
- *not* is put behind forms of *be* and *do*, behind modals, and behind *have* before a participle;
- *do not* is put behind *I*, *we*, *they*, and *does not* behind *he*, *she*, before what looks
  like a verb (*she likes* becomes *she does not like*; before a word in *-ed*, *did not*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from corrigenda.edits import Edit

_NEGATIONS = frozenset(("not", "n't", "n’t", "never"))
_AUXILIARIES = frozenset(
    (
        *("am", "is", "are", "was", "were", "'m", "'re", "’m", "’re", "do", "does", "did"),
        *("can", "could", "may", "might", "must", "shall", "should", "will", "would", "'ll", "’ll"),
    )
)
_HAVE = frozenset(("have", "has", "had"))
_PARTICIPLES = frozenset(("been", "had", "done", "gone", "made", "got", "become", "come", "said"))
_CLIPPED = {"ca": "can", "wo": "will", "sha": "shall"}
_PLURAL, _SINGULAR = frozenset(("i", "we", "they")), frozenset(("he", "she"))
_NO_VERBS = frozenset(
    (
        *("and", "or", "but", "who", "that", "all", "both", "too", "then", "so", "as", "in", "on"),
        *("also", "always", "often", "just", "still", "only", "even", "now", "ever", "to", "of"),
    )
)


def negations(tokens: Sequence[str]) -> list[Edit]:
    """An edit for each place, from left to right; no two of them touch the same token.

    >>> negations("I think he is not happy , but she likes it .".split())
    [Edit(1:1 -> 'do not'), Edit(4:5 -> ''), Edit(9:10 -> 'does not like')]
    """
    return list(_places([token.lower() for token in tokens]))


def _places(words: Sequence[str]) -> Iterator[Edit]:
    for k, word in enumerate(words):
        before = words[k - 1] if k else ""
        after = words[k + 1] if k + 1 < len(words) else ""
        if word in _NEGATIONS:
            if before in _CLIPPED:
                yield Edit(k - 1, k + 1, (_CLIPPED[before],))
            else:
                yield Edit(k, k + 1, ("",))
        elif word == "cannot" or (word.endswith(("n't", "n’t")) and len(word) > 3):
            stem = word[:-3]
            yield Edit(k, k + 1, (_CLIPPED.get(stem, stem),))
        elif _is_auxiliary(word, after):
            if after not in _NEGATIONS and not _is_auxiliary(before, word):
                yield Edit(k + 1, k + 1, ("not",))
        elif word.isalpha() and word not in _NO_VERBS and not word.endswith("ly"):
            if word.endswith("ed") and before in _PLURAL | _SINGULAR:
                yield Edit(k, k, ("did not",))
            elif before in _PLURAL and word not in _CLIPPED:
                yield Edit(k, k, ("do not",))
            elif before in _SINGULAR and word.endswith("s"):
                yield Edit(k, k + 1, (f"does not {_base(word)}",))


def _is_auxiliary(word: str, after: str) -> bool:
    if word in _HAVE:
        return after.endswith(("ed", "en")) or after in _PARTICIPLES | _NEGATIONS
    return word in _AUXILIARIES


def _base(verb: str) -> str:
    """A verb without the -s of the third person.

    >>> [_base(verb) for verb in ("likes", "goes", "watches", "tries", "has")]
    ['like', 'go', 'watch', 'try', 'have']
    """
    if verb == "has":
        return "have"
    if len(verb) > 4 and verb.endswith("ies"):
        return verb[:-3] + "y"
    return re.sub(r"(?<=o|x|z)es$|(?<=ch|sh|ss)es$|s$", "", verb)
