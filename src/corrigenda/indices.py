"""The key of Exact Index Match: the places at which a correction differs from its source.

Two corrections that change the same words in different ways are different corrections, but agree
about where the errors are. Exact Index Match (Choshen and Abend 2018, *Inherent Biases in
Reference-based Evaluation for Grammatical Error Correction*, P18-1059) takes them for the same.
"""

from __future__ import annotations

from corrigenda.alignment import Tokens, aligned


def index_key(
    source: str, correction: str, *, insertions: bool = True, tokens: Tokens = "released"
) -> tuple[int, ...]:
    """Return the places of the source that the correction changes, as numbers of words from 0.

    Words are those of the authors' released code or the corpus's own tokens (`alignment.words`),
    in lower case. They are aligned (`alignment.align`); a word of the source is changed if it is
    paired with another word, or with none, but not if it only moved. A correction with more words
    than the source has inserted some: the paper's formula does not see them (`insertions=False`);
    the authors' code adds a place for each, counted from the last word of the source on. The first
    of these is the last word's own, which is then there twice if that word has changed, too.

    >>> index_key("He go to school", "He goes to the school")
    (1, 3)
    >>> index_key("He go to school", "He goes to the school", insertions=False)
    (1,)
    >>> index_key("He go to school", "He went to school") == index_key(
    ...     "He go to school", "He goes to school"
    ... )
    True
    """
    a, b, pairs = aligned(source, correction, tokens)
    became = dict(pairs)
    changed = [i for i, word in enumerate(a) if i not in became or b[became[i]] != word]
    if insertions:
        changed += range(len(a) - 1, len(b) - 1)  # empty unless b is longer
    return tuple(sorted(changed))
