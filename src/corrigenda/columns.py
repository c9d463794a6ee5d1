"""Texts from lists, pandas or polars Series, dataset columns and Arrow arrays.

None of these packages is imported: a column is anything that can be walked through and holds text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from corrigenda.corpus import Corpus, Correction, Segment
from corrigenda.errors import InputError

SOURCE = ("source", "sources", "src", "original", "input", "sentence", "incorrect")
"""What a column or a file of sources may be called."""

Texts = Iterable[str]
"""A column of texts."""

References = Iterable[str] | Iterable[Iterable[str]]
"""One text per sentence; a column per annotator; or, for each sentence, a list of its own."""


def texts(column: Any, name: str) -> list[str]:
    """Return the texts of a column; `name` is what errors call it."""
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        raise InputError(
            f"expected {name} to be a list or column of texts, found {_kind(column)}",
            hint="give one text per sentence, in a list",
        )
    return [_text(item, f"{name}, row {number}") for number, item in enumerate(column, 1)]


def corpus(
    sources: Any,
    references: Any = None,
    *,
    origin: str = "",
    by_sentence: bool = False,
    ids: Sequence[str] | None = None,
) -> Corpus:
    """Return a corpus of texts in memory.

    `references` holds one text per sentence, or several columns (one per annotator, each as long as
    `sources`), or for each sentence a list of its own, which may be empty. A value that is missing
    (None, NaN) is no reference. Where the last two
    cannot be told apart by their lengths, they are columns, unless `by_sentence` says that there is
    a list for each sentence. `ids` name the sentences (by default, their numbers do).

    >>> made = corpus(["He go .", "Fine ."], [["He goes .", "Fine ."], ["He went .", "Fine ."]])
    >>> [reference.text for reference in made[0].references]
    ['He goes .', 'He went .']
    """
    given = texts(sources, "sources")
    several: Sequence[Sequence[str]]
    if by_sentence:
        lists = _as_long(list(references), "references", len(given))
        several = [
            [] if _missing(one) else texts(_plain(one), f"references, row {k}")
            for k, one in enumerate(lists, 1)
        ]
    else:
        several = _by_sentence(references, len(given))
    names = ids or [str(number) for number in range(1, len(given) + 1)]
    segments = [
        Segment(
            source,
            tuple(Correction(source, text=text, by=str(by)) for by, text in enumerate(of)),
            id,
        )
        for id, source, of in zip(names, given, several, strict=True)
    ]
    return Corpus(tuple(segments), origin)


def _by_sentence(references: Any, sentences: int) -> Sequence[Sequence[str]]:
    """Return the references of each sentence, however they were given."""
    if references is None:
        return [()] * sentences
    if isinstance(references, (str, bytes)) or not isinstance(references, Iterable):
        raise InputError(
            f"expected references to be columns of texts, found {_kind(references)}",
            hint="give a list of texts per annotator: [[…], […]]",
        )
    items = [_plain(item) for item in references]
    if items and all(isinstance(item, str) or _missing(item) for item in items):
        given = _as_long(items, "references", sentences)
        return [() if _missing(text) else (text,) for text in given]
    columns = [
        _given_texts(item, f"references of annotator {number}") for number, item in enumerate(items)
    ]
    if all(len(column) == sentences for column in columns):
        rows = zip(*columns, strict=True) if columns else [()] * sentences
        return [[text for text in row if text is not None] for row in rows]
    if len(columns) == sentences:
        return [[text for text in column if text is not None] for column in columns]
    for number, column in enumerate(columns):
        _as_long(column, f"references of annotator {number}", sentences)
    return []


def _given_texts(column: Any, name: str) -> list[str | None]:
    """Return the texts of a column of references; None where an annotator gave none."""
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        return list(texts(column, name))
    return [
        None if _missing(item) else _text(item, f"{name}, row {number}")
        for number, item in enumerate(column, 1)
    ]


def _missing(item: Any) -> bool:
    """Is it what stands for no value: None, or the NaN of data frames?"""
    item = _plain(item)
    return item is None or (isinstance(item, float) and item != item)


def _as_long(column: Sequence[Any], name: str, sentences: int) -> Sequence[Any]:
    if len(column) != sentences:
        raise InputError(
            f"expected {sentences} texts in the {name}, one per source, found {len(column)}",
            hint="give a column per annotator, each as long as the sources, or a list per sentence",
        )
    return column


def _text(item: Any, place: str) -> str:
    item = _plain(item)
    if not isinstance(item, str):
        raise InputError(
            f"{place}: expected text, found {_kind(item)}",
            hint="fill or drop rows without text" if item is None or item != item else None,
        )
    return item


def _plain(item: Any) -> Any:
    """Return an Arrow scalar as the Python value it holds, and anything else as it is."""
    return item.as_py() if hasattr(item, "as_py") else item


def _kind(item: Any) -> str:
    if item is None:
        return "None"
    if isinstance(item, float) and item != item:
        return "NaN (a missing value)"
    return repr(item) if isinstance(item, (str, bytes)) and len(item) < 40 else type(item).__name__
