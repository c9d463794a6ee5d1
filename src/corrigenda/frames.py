"""Corpora in data frames: which column has the sources, which have references, which are systems.

A frame is anything with named columns: a data frame of pandas or polars, a Hugging Face dataset, an
Arrow table, or a dictionary of lists. None of these packages is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from corrigenda import columns
from corrigenda.corpus import Corpus
from corrigenda.errors import InputError

SOURCE = ("source", "sources", "src", "original", "input", "sentence", "incorrect")
"""What the column of sources may be called."""

_REFERENCE = re.compile(r"(reference|ref|target|gold|correct|corrected|correction)s?[ _.-]?\d*")
_NO_SYSTEM = re.compile(r"(.*[ _.-])?(id|ids|idx|index|split|level|lang|language|unnamed: \d+)")


class Parts(NamedTuple):
    """The columns of a frame by what they are for."""

    sources: Any
    references: Any
    systems: Any
    by_sentence: bool = False
    """Do references have a list for each sentence?"""

    def corpus(self) -> Corpus:
        """Return the sentences with their references."""
        return columns.corpus(self.sources, self.references, by_sentence=self.by_sentence)


def columns_of(data: Any) -> dict[str, Any] | None:
    """Return the columns of a frame by name; None if it is none."""
    if isinstance(data, Mapping):
        return {str(name): column for name, column in data.items()}
    names = getattr(data, "column_names", None) or getattr(data, "columns", None)
    if names is None or callable(names) or not hasattr(data, "__getitem__"):
        return None
    if not all(isinstance(name, str) for name in names):
        return None
    return {name: data[name] for name in names}


def parted(
    frame: Mapping[str, Any],
    sources: Any = None,
    references: Any = None,
    systems: Any = None,
    *,
    alone: bool = False,
) -> Parts:
    """Return the sources, references and systems of a frame.

    Each may be given as the name of a column, or names of columns; what is not given is guessed:
    the column called source (or src, original, input ...), those called reference, ref0, target_1
    and so on, and as systems all other columns of texts, but for those that look like identifiers.
    Raise InputError, with the names of the columns, if that cannot be done. A corpus `alone` needs
    no system.
    """
    source = _source(frame) if sources is None else _known(frame, sources, "sources")
    if references is None:
        gold = [name for name in frame if name != source and _REFERENCE.fullmatch(name.lower())]
    else:
        gold = [_known(frame, name, "references") for name in _names(references)]
    if systems is None:
        taken = {source, *gold}
        outputs = {
            name: frame[name] for name in frame if name not in taken and _is_system(frame, name)
        }
        if not outputs and not alone:
            raise _unclear(frame, "no column is left for a system", "systems=['mine']")
        systems = outputs
    elif not isinstance(systems, Mapping):
        named = _names(systems)
        if named is not None and all(isinstance(name, str) and name in frame for name in named):
            systems = {name: frame[name] for name in named}
    if len(gold) != 1:
        several = [frame[name] for name in gold] or None
        return Parts(frame[source], several, systems)
    lists = not isinstance(_first(frame[gold[0]]), str)
    return Parts(frame[source], frame[gold[0]], systems, lists)


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


def _first(column: Any) -> Any:
    first = next(iter(column), "")
    return first.as_py() if hasattr(first, "as_py") else first


def _unclear(frame: Mapping[str, Any], problem: str, example: str) -> InputError:
    said = f"the columns are {', '.join(frame)}"
    return InputError(f"{problem}; {said}", hint=f"name it: {example}" if example else said)
