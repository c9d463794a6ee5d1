"""Pronouns that refer to the same person in another way: *anyone ... he*, *anyone ... they*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corrigenda.meaning.words_kept.alignment import WordPair
from corrigenda.meaning.words_kept.classes import PERSONS, AnalysedSentence
from corrigenda.meaning.words_kept.lexicon import lexicon

SAME_PERSON = 0.2
"""The share that is lost of *he* where *they* is the same person."""

_ANYONE = frozenset(
    str.split(
        "anyone anybody everyone everybody someone somebody nobody whoever who each every either "
        "neither any one person"
    )
)
_INDEFINITE = frozenset(("a", "an", "any", "each", "every", "no", "one", "another"))
_SINGULAR = frozenset(("he", "she"))


def referring(
    source: AnalysedSentence, target: AnalysedSentence, pairs: Sequence[WordPair]
) -> Iterator[WordPair]:
    """Yield the pairs; *he* or *she* and *they* are one person if that may be anyone, if both are
    named (*his or her*), or if the number of a noun changed with them (*a student ... he*,
    *students ... they*)."""
    changed: bool | None = None
    for pair in pairs:
        if pair.kind == "pronoun" and _singular_they(source, target, pair):
            if changed is None:
                changed = any(_other_number(source, target, one) for one in pairs)
            places = (source, pair.source), (target, pair.target)
            if changed or any(_either(*place) or _anyone(*place) for place in places):
                pair = pair._replace(lost=min(pair.lost, SAME_PERSON))
        yield pair


def _singular_they(source: AnalysedSentence, target: AnalysedSentence, pair: WordPair) -> bool:
    persons = {
        PERSONS.get(source.words[pair.source].form, ""),
        PERSONS.get(target.words[pair.target].form, ""),
    }
    return "they" in persons and bool(persons & _SINGULAR)


def _other_number(source: AnalysedSentence, target: AnalysedSentence, pair: WordPair) -> bool:
    tags = {source.analysis.tags[pair.source], target.analysis.tags[pair.target]}
    return pair.kind in ("inflection", "spelling") and tags == {"NN", "NNS"}


def _either(reading: AnalysedSentence, at: int) -> bool:
    """Return whether a pronoun is one of *he or she*."""
    forms = [word.form for word in reading.words]
    return any(
        forms[k + 1] in ("or", "/")
        and {PERSONS.get(forms[k]), PERSONS.get(forms[k + 2])} == _SINGULAR
        for k in (at - 2, at)
        if 0 <= k < len(forms) - 2
    )


def _anyone(reading: AnalysedSentence, before: int) -> bool:
    """Return whether a word before this one says *anyone*, or *a* and a word for a person."""
    analysis = reading.analysis
    forms = [word.form for word in reading.words[:before]]
    if not _ANYONE.isdisjoint(forms):
        return True
    return any(
        form in _INDEFINITE and lexicon().is_person(analysis.lemmas[analysis.heads[at]].lower())
        for at, form in enumerate(forms)
    )
