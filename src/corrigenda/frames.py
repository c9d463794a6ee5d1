"""Corpora in data frames: recognise the columns of sources, references and systems.

A frame is anything with named columns: a data frame of pandas or polars, a Hugging Face dataset, an
Arrow table, or a dictionary of lists. None of these packages is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from rapidfuzz.distance import Indel

from corrigenda import columns
from corrigenda.corpus import Corpus
from corrigenda.errors import InputError
from corrigenda.formats.lines import is_pattern
from corrigenda.remarks import Remark

SOURCE = ("source", "sources", "src", "original", "input", "sentence", "incorrect")
"""What the column of sources may be called."""

_REFERENCE = re.compile(r"(reference|ref|target|gold|correct|corrected|correction)s?[ _.-]?\d*")
_NO_SYSTEM = re.compile(r"(.*[ _.-])?(id|ids|idx|index|split|level|lang|language|unnamed: \d+)")

LOOKED_AT = 200
"""Rows that tell whether a column has sentences."""


class FrameParts(NamedTuple):
    """The columns of a frame by what they are for."""

    sources: Any
    references: Any
    systems: Any
    by_sentence: bool = False
    """Do references have a list for each sentence?"""

    labels: tuple[str, ...] = ()
    """Columns that were not taken for systems."""

    def corpus(self) -> Corpus:
        """Return the sentences with their references; a frame's index names the sentences."""
        return columns.corpus(
            self.sources, self.references, by_sentence=self.by_sentence, ids=_index(self.sources)
        )

    def remarks(self) -> tuple[Remark, ...]:
        """Return what there is to say about columns that were left out."""
        if not self.labels:
            return ()
        named = ", ".join(self.labels)
        one = len(self.labels) == 1
        return (
            Remark(
                "columns",
                f"{'column' if one else 'columns'} {named} {'is' if one else 'are'} not taken for "
                f"{'a system' if one else 'systems'}: {'its' if one else 'their'} texts hardly "
                "share words with the source. To score them, name all systems: "
                f"systems={[*self.systems, *self.labels]!r}.",
            ),
        )


def columns_of(data: Any) -> dict[str, Any] | None:
    """Return the columns of a frame by name; None if it is none."""
    if isinstance(data, Mapping):
        return {str(name): column for name, column in data.items()}
    if hasattr(data, "collect"):  # a LazyFrame of polars
        raise InputError("expected a data frame, found a lazy one", hint="collect it: .collect()")
    names = getattr(data, "column_names", None) or getattr(data, "columns", None)
    if names is None or callable(names) or not hasattr(data, "__getitem__"):
        return None
    if not all(isinstance(name, str) for name in names):
        return None
    return {name: data[name] for name in names}


def recognised(
    frame: Mapping[str, Any],
    sources: Any = None,
    references: Any = None,
    systems: Any = None,
    *,
    alone: bool = False,
) -> FrameParts:
    """Return the sources, references and systems of a frame.

    Each may be given as the name of a column, or names of columns; what is not given is guessed:
    the column called source (or src, original, input ...), those called reference, ref0, target_1
    and so on, and as systems all other columns of texts, except those that look like identifiers
    or labels: texts that hardly share words with the source.
    Raise InputError, with the names of the columns, if that cannot be done. A corpus `alone` needs
    no system.
    """
    source = _source(frame) if sources is None else _known(frame, sources, "sources")
    if references is None:
        gold = [name for name in frame if name != source and _REFERENCE.fullmatch(name.lower())]
    else:
        gold = [_known(frame, name, "references") for name in _names(references)]
    labels: tuple[str, ...] = ()
    if systems is None:
        taken = {source, *gold}
        outputs = {
            name: frame[name] for name in frame if name not in taken and _is_system(frame, name)
        }
        labels = tuple(name for name in outputs if _is_label(frame[source], outputs[name]))
        systems = {name: column for name, column in outputs.items() if name not in labels}
        if not systems and not alone:
            raise _unclear(frame, "no column is left for a system", "systems=['mine']")
    elif isinstance(systems, Mapping):
        systems = {name: _column(frame, given) for name, given in systems.items()}
    else:
        named = _names(systems)
        if all(isinstance(name, str) and name in frame for name in named):
            systems = {name: frame[name] for name in named}
        for name in named:
            if isinstance(name, str) and name not in frame and not _is_file(name):
                problem = f"expected systems to name columns or files, found {name!r}"
                raise _unclear(frame, problem, "")
    if len(gold) != 1:
        several = [frame[name] for name in gold] or None
        return FrameParts(frame[source], several, systems, labels=labels)
    lists = not isinstance(_first(frame[gold[0]]), str)
    return FrameParts(frame[source], frame[gold[0]], systems, lists, labels)


def _column(frame: Mapping[str, Any], given: Any) -> Any:
    """Return the column that a name stands for; anything else (a file, a list) as it is."""
    return frame[given] if isinstance(given, str) and given in frame else given


def _source(frame: Mapping[str, Any]) -> str:
    by_name = {name.lower(): name for name in frame}
    for name in SOURCE:
        if name in by_name:
            return by_name[name]
    raise _unclear(frame, "no column is called source", "sources='text'")


def _known(frame: Mapping[str, Any], name: Any, parameter: str) -> str:
    if not isinstance(name, str) or name not in frame:
        shown = repr(name) if isinstance(name, str) else type(name).__name__
        raise _unclear(frame, f"expected {parameter} to name a column, found {shown}", "")
    return name


def _names(given: Any) -> list[Any]:
    return [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)


def _is_system(frame: Mapping[str, Any], name: str) -> bool:
    if _NO_SYSTEM.fullmatch(name.lower()):
        return False
    return isinstance(_first(frame[name]), str)


def _is_label(sources: Any, column: Any) -> bool:
    """Return whether a column has labels, names or dates, not sentences. Its texts are far from
    their sources, and the same for many sentences, or of other words than the sources are.
    (Sentences in another order are of the same words.)"""
    pairs = [
        (_words(source), _words(text), Indel.normalized_similarity(source, text))
        for source, text in islice(zip(_texts(sources), _texts(column), strict=False), LOOKED_AT)
    ]
    near = sum(
        alike >= 0.5 or 3 * len(before & after) >= max(len(before), len(after))
        for before, after, alike in pairs
    )
    if not pairs or 10 * near >= len(pairs):
        return False
    known = {word for before, _, _ in pairs for word in before}
    words = [word for _, after, _ in pairs for word in after]
    distinct = len({frozenset(after) for _, after, _ in pairs})
    strange = 2 * sum(word in known for word in words) < len(words)
    return strange or 2 * distinct <= len(pairs)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _texts(column: Any) -> Iterable[str]:
    plain = (item.as_py() if hasattr(item, "as_py") else item for item in column)
    return (item if isinstance(item, str) else "" for item in plain)


def _index(column: Any) -> list[str] | None:
    """Return the names of rows that a column has (of pandas), unless they only count them."""
    index = getattr(column, "index", None)
    if index is None or callable(index):
        return None
    names = list(index)
    return None if names == list(range(len(names))) else list(map(str, names))


def _is_file(name: str) -> bool:
    try:
        return is_pattern(name) or Path(name).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _first(column: Any) -> Any:
    """Return the first value that is not missing; an empty text if there is none."""
    values = (item.as_py() if hasattr(item, "as_py") else item for item in column)
    return next((one for one in values if one is not None and one == one is not False), "")


def _unclear(frame: Mapping[str, Any], problem: str, example: str) -> InputError:
    said = f"the columns are {', '.join(frame)}"
    return InputError(f"{problem}; {said}", hint=f"name it: {example}" if example else None)
