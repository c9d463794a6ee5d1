"""Corpora in data frames: recognise the columns of sources, references and systems.

A frame is anything with named columns: a data frame of pandas or polars, a Hugging Face dataset, an
Arrow table, or a dictionary of lists. None of these packages is imported. A wide frame has a row
per sentence and a column per system, a long one a row per system and sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import has_magic
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from rapidfuzz.distance import Indel

from corrigenda import columns
from corrigenda.columns import SOURCE
from corrigenda.corpus import Corpus
from corrigenda.errors import InputError
from corrigenda.plugins import closest
from corrigenda.remarks import Remark

OUTPUT = ("output", "prediction", "hypothesis", "generated", "correction", "corrected", "text")
"""What the column of outputs may be called in a long frame."""

_OF_TEXTS = r"([ _.-]?(text|sentence)s?)?"
_SOURCE = re.compile(rf"({'|'.join(SOURCE)}){_OF_TEXTS}")
_REFERENCE = re.compile(
    rf"(reference|ref|target|gold|correct|corrected|correction)s?{_OF_TEXTS}[ _.-]?\d*"
)
_LIKE_REFERENCES = re.compile(r"(?<![a-z])(references?|refs?|targets?|gold|humans?|annotators?)\d*")
_NAMES = re.compile(r"(system|model)s?([ _.-]?(name|id))?")
_OUTPUT = re.compile(rf"((system|model)[ _.-]?)?({'|'.join(OUTPUT)})s?{_OF_TEXTS}")
_ID = re.compile(r"(.*[ _.-])?(id|ids|idx|index|line|row|number)")
_NO_SYSTEM = re.compile(r"(.*[ _.-])?(split|level|lang|language|unnamed: \d+)")
_NUMBER = re.compile(r"\s*[-+]?[\d.,]+(e[-+]?\d+)?\s*%?\s*", re.IGNORECASE)

LOOKED_AT = 200
"""Rows that tell whether a column has sentences."""


class ColumnError(InputError):
    """Columns of a frame that cannot be told by their names."""


class FrameParts(NamedTuple):
    """The columns of a frame by what they are for."""

    sources: Any
    references: Any
    systems: Any
    by_sentence: bool = False
    """Do references have a list for each sentence?"""

    labels: tuple[str, ...] = ()
    """Columns that were not taken for systems."""

    rows: Sequence[int] | None = None
    """The rows of a long frame that the sentences were taken from."""

    ids: Sequence[str] | None = None
    """Names of the sentences, if they have any."""

    def corpus(self) -> Corpus:
        """Return the sentences with their references."""
        return columns.corpus(
            self.sources, self.references, by_sentence=self.by_sentence, ids=self.ids
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
    or labels: texts that hardly share words with the source. The systems of a long frame are named
    in a column called system (or model), and their outputs are in one called output (or prediction,
    hypothesis ...).
    Raise InputError, with the names of the columns, if that cannot be done. A corpus `alone` needs
    no system.
    """
    source = _source(frame) if sources is None else _known(frame, sources, "sources")
    named = list(systems.values()) if isinstance(systems, Mapping) else _names(systems)
    gold = [_known(frame, name, "references") for name in _names(references)]
    long = _long(frame, source, gold)
    if references is None:
        gold = _guessed_references(frame, [source, *named, *(long or ())])
    table = _pivoted(frame, source, gold, *long) if long else _wide(frame, source, gold)
    labels: tuple[str, ...] = ()
    if systems is not None:
        what = "systems" if long else "columns"
        systems = _chosen(table.outputs if long else frame, systems, what)
    elif table.outputs or alone:
        systems, labels = table.outputs, table.labels
    else:
        example = gold[-1] if len(gold) > 1 else "mine"
        raise _unclear(frame, "no column is left for a system", f"systems=[{example!r}]")
    texts = [table.columns[name] for name in gold]
    lists = len(gold) == 1 and not isinstance(_first(texts[0]), str)
    return FrameParts(
        table.columns[source],
        texts[0] if lists else texts or None,
        systems,
        lists,
        labels,
        table.rows,
        table.ids,
    )


# --- wide and long frames -------------------------------------------------------------------------


class _Table(NamedTuple):
    """A frame with a row per sentence, and the outputs of systems beside it."""

    columns: Mapping[str, Any]
    outputs: Mapping[str, Any]
    labels: tuple[str, ...] = ()
    rows: Sequence[int] | None = None
    ids: Sequence[str] | None = None


def _wide(frame: Mapping[str, Any], source: str, gold: Sequence[str]) -> _Table:
    outputs = {
        name: column
        for name, column in frame.items()
        if name not in (source, *gold) and _is_system(name, column)
    }
    labels = tuple(name for name in outputs if _is_label(frame[source], outputs[name]))
    systems = {name: column for name, column in outputs.items() if name not in labels}
    ids = _index(frame[source])
    for name in frame:
        if ids is None and _ID.fullmatch(name.lower()) and name != source:
            values = list(map(str, _items(frame[name])))
            ids = values if len(set(values)) == len(values) else None
    return _Table(frame, systems, labels, ids=ids)


def _long(frame: Mapping[str, Any], source: str, gold: Sequence[str]) -> tuple[str, str] | None:
    """Return the columns of a long frame with the names of systems and with their outputs."""
    others = [name for name in frame if name not in (source, *gold)]
    names = next((name for name in others if _NAMES.fullmatch(name.lower())), None)
    if names is None or not _is_label(frame[source], frame[names]):
        return None
    matching = {name: _OUTPUT.fullmatch(name.lower()) for name in others if name != names}
    called = [(OUTPUT.index(match[3]), name) for name, match in matching.items() if match]
    if called:
        return names, min(called)[1]
    gold = [names, *gold, *_guessed_references(frame, [source, names, *gold])]
    likely = _wide(frame, source, gold).outputs
    return (names, next(iter(likely))) if len(likely) == 1 else None


def _pivoted(
    frame: Mapping[str, Any], source: str, gold: Sequence[str], names: str, output: str
) -> _Table:
    """Return a long frame with a row per sentence. Rows of a sentence have the same identifier, or
    the same source, or are the same in number, counted for each system."""
    by_system: dict[str, list[int]] = {}
    for row, name in enumerate(_values(frame[names])):
        if not isinstance(name, str) or not name.strip():
            raise InputError(f"row {row + 1}: expected the name of a system in column {names!r}")
        by_system.setdefault(name.strip(), []).append(row)
    first, *others = by_system
    keys = [name for name in frame if name != names and _ID.fullmatch(name.lower())]
    id = None
    for key in (*keys, source):
        values = _values(frame[key])
        found = {name: {values[row]: row for row in rows} for name, rows in by_system.items()}
        if all(
            len(found[name]) == len(rows) and found[name].keys() == found[first].keys()
            for name, rows in by_system.items()
        ):
            by_system = {name: [of[one] for one in found[first]] for name, of in found.items()}
            id = key if key != source else None
            break
    else:
        for name in others:
            _as_many(by_system, first, name, _values(frame[source]))
    rows = by_system[first]
    for column in (source, *gold):
        texts = _values(frame[column])
        for name in others:
            for here, there in zip(by_system[name], rows, strict=True):
                if isinstance(texts[here], str) and texts[here] != texts[there]:
                    raise InputError(
                        f"row {here + 1}, column {column!r}: expected the text of row "
                        f"{there + 1}, as both are of the same sentence, found {texts[here]!r}",
                        hint="give sentences the same order for each system, or an id in a column",
                    )

    def at(column: str, rows: Sequence[int]) -> list[Any]:
        values = _values(frame[column])
        return [values[row] for row in rows]

    return _Table(
        {name: at(name, rows) for name in (source, *gold)},
        {name: at(output, of_system) for name, of_system in by_system.items()},
        rows=rows,
        ids=None if id is None else list(map(str, at(id, rows))),
    )


def _as_many(
    by_system: Mapping[str, Sequence[int]], first: str, name: str, sources: Sequence[Any]
) -> None:
    """Refuse a system with more or fewer rows than the first one."""
    if len(by_system[name]) == len(by_system[first]):
        return
    less, more = sorted((first, name), key=lambda one: len(by_system[one]))
    there = [sources[row] for row in by_system[less]]
    missing = next((row for row in by_system[more] if sources[row] not in there), None)
    raise InputError(
        f"expected as many rows for each system, found {len(by_system[less])} for {less!r} and "
        f"{len(by_system[more])} for {more!r}",
        hint=None if missing is None else f"{less!r} has no output for {sources[missing]!r}",
    )


# --- which column is what -------------------------------------------------------------------------


def _guessed_references(frame: Mapping[str, Any], taken: Sequence[Any]) -> list[str]:
    others = [name for name in frame if name not in taken]
    gold = [name for name in others if _REFERENCE.fullmatch(name.lower())]
    if not gold:
        for name in others:
            if _LIKE_REFERENCES.search(name.lower()) and _is_system(name, frame[name]):
                problem = f"column {name!r} may have references or be a system"
                raise _unclear(frame, problem, f"references=[{name!r}] (or none: references=[])")
    return gold


def _chosen(available: Mapping[str, Any], systems: Any, what: str) -> Any:
    """Return the outputs of systems that are named as columns; files and lists as they are."""
    if isinstance(systems, Mapping):
        return {
            name: available[given] if isinstance(given, str) and given in available else given
            for name, given in systems.items()
        }
    names = _names(systems)
    if all(isinstance(name, str) and name in available for name in names):
        return {name: available[name] for name in names}
    for name in names:
        if isinstance(name, str) and name not in available and not _is_file(name):
            problem = f"expected systems to name {what} or files, found {name!r}"
            raise _unclear(available, problem, like=name, what=what)
    return systems


def _source(frame: Mapping[str, Any]) -> str:
    by_name = {name.lower(): name for name in frame}
    exact = (name for name in SOURCE if name in by_name)
    name = next(chain(exact, filter(_SOURCE.fullmatch, by_name)), None)
    if name is not None:
        return by_name[name]
    likely = [name for name in frame if _is_system(name, frame[name])] or list(frame)
    near = [name for name in likely if closest(name, SOURCE)]
    example = [*near, *likely, "text"][0]
    raise _unclear(frame, "no column is called source", f"sources={example!r}")


def _known(frame: Mapping[str, Any], name: Any, parameter: str) -> str:
    if not isinstance(name, str) or name not in frame:
        shown = repr(name) if isinstance(name, str) else type(name).__name__
        problem = f"expected {parameter} to name a column, found {shown}"
        raise _unclear(frame, problem, like=name if isinstance(name, str) else "")
    return name


def _names(given: Any) -> list[Any]:
    if given is None:
        return []
    return [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)


def _is_system(name: str, column: Any) -> bool:
    """Does a column have texts, and a name that does not say that they are of another kind?"""
    if _NO_SYSTEM.fullmatch(name.lower()) or _ID.fullmatch(name.lower()):
        return False
    looked_at = islice(_texts(column), LOOKED_AT)
    return any(text and not _NUMBER.fullmatch(text) for text in looked_at)


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
    return (item if isinstance(item, str) else "" for item in _items(column))


def _index(column: Any) -> list[str] | None:
    """Return the names of rows that a column has (of pandas), unless they only count them."""
    index = getattr(column, "index", None)
    if index is None or callable(index):
        return None
    names = list(index)
    return None if names == list(range(len(names))) else list(map(str, names))


def _is_file(name: str) -> bool:
    try:
        return has_magic(name) or Path(name).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _first(column: Any) -> Any:
    """Return the first value that is not missing; an empty text if there is none."""
    return next((one for one in _items(column) if one is not None and one == one is not False), "")


def _values(column: Any) -> list[Any]:
    return list(_items(column))


def _items(column: Any) -> Iterator[Any]:
    """Yield the values of a column; those of Arrow as Python values."""
    return (item.as_py() if hasattr(item, "as_py") else item for item in column)


def _unclear(
    frame: Mapping[str, Any],
    problem: str,
    example: str = "",
    *,
    like: str = "",
    what: str = "columns",
) -> ColumnError:
    """Return an error that lists the columns, and names the one that is called like a text."""
    near = closest(like, frame) if like else ""
    hint = f"name it: {example}" if example else f"did you mean {near!r}?" if near else None
    return ColumnError(f"{problem}; the {what} are {', '.join(frame)}", hint=hint)
