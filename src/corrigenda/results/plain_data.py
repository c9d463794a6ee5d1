"""Convert values to plain data for JSON, and back.

    encode(Estimate(0.35, 0.33, 0.37))          -> {"value": 0.35, "low": 0.33, "high": 0.37}
    decode(Estimate, {"value": 0.35}, "score")  -> Estimate(0.35, None, None)

The shape of the data is the declaration of the class, so there is no schema to keep beside it.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from math import isfinite
from pathlib import PurePath
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from corrigenda.errors import InputError
from corrigenda.measures.contract import Array

T = TypeVar("T")

KIND = "kind"
"""The key that names the class of a record where several are possible."""

_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


# --- writing --------------------------------------------------------------------------------------


def encode(value: Any) -> Any:
    """Return `value` as JSON can hold it.

    Dataclasses and named tuples become objects (fields at their default are left out, and a class
    with a `kind` says so); what JSON has no number for becomes null. A value that defines
    `as_text`, such as a measure, is written as that text.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return float(value) if isfinite(value) else None
    if hasattr(value, "as_text"):
        return value.as_text()
    if isinstance(value, PurePath):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return _record(value, {f.name: (getattr(value, f.name), f) for f in fields(value)})
    if hasattr(value, "_asdict"):  # a named tuple keeps all of its few fields
        return {name: encode(item) for name, item in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return encode(value.tolist())
    if isinstance(value, (Sequence, set, frozenset)):
        return [
            encode(item)
            for item in (sorted(value) if isinstance(value, (set, frozenset)) else value)
        ]
    raise TypeError(f"cannot write {type(value).__name__} as JSON")


def _record(value: Any, given: Mapping[str, tuple[Any, Any]]) -> dict[str, Any]:
    kind = type(value).__dict__.get(KIND)
    record = {KIND: kind} if isinstance(kind, str) else {}
    for name, (item, field) in given.items():
        if field.metadata.get("private"):
            continue
        default = field.default
        if field.default_factory is not MISSING:
            default = field.default_factory()
        if default is not MISSING and type(item) is type(default) and item == default:
            continue
        record[name] = encode(item)
    return record


# --- reading --------------------------------------------------------------------------------------


def decode(cls: Any, data: Any, *path: str | int) -> Any:
    """Return the value of type `cls` that `data` describes.

    Raise InputError, with the place in `path`, where it does not describe one. Keys that are not
    known are passed over: a later version may have written them.
    """
    if cls is Any or type(data) is cls:  # most are plain texts and numbers
        return data
    origin = get_origin(cls)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(cls), data, path)
    if cls is None or cls is type(None):
        return _plain(data is None, data, "null", path)
    if origin is Literal:
        choices = get_args(cls)
        return _plain(data in choices, data, " or ".join(map(repr, choices)), path)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        _plain(isinstance(data, dict), data, "an object", path)
        return {key: decode(get_args(cls)[1], item, *path, key) for key, item in data.items()}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return _items(get_args(cls), data, path)
    if hasattr(cls, "_fields") or is_dataclass(cls):
        return _value(cls, data, path)
    if cls is float:
        fits = isinstance(data, (int, float)) and not isinstance(data, bool)
        return _plain(fits, data, _NAMES[float], path)
    fits = isinstance(data, cls) and (cls is bool or not isinstance(data, bool))
    return _plain(fits, data, _NAMES[cls], path)


def _value(cls: Any, data: Any, path: tuple[str | int, ...]) -> Any:
    _plain(isinstance(data, dict), data, "an object", path)
    hints = _hints(cls)
    if is_dataclass(cls):
        known = [f for f in fields(cls) if f.init]
        optional = {
            f.name for f in known if f.default is not MISSING or f.default_factory is not MISSING
        }
        names = [f.name for f in known]
    else:
        names, optional = list(cls._fields), set(cls._field_defaults)
    for name in names:
        if name not in data and name not in optional:
            raise InputError(f"expected {_place(path)} to have the key {name!r}")
    given = {name: decode(hints[name], data[name], *path, name) for name in names if name in data}
    return cls(**given)


def _items(arguments: tuple[Any, ...], data: Any, path: tuple[str | int, ...]) -> tuple[Any, ...]:
    _plain(isinstance(data, list), data, "a list", path)
    if len(arguments) == 1 or arguments[1] is ...:
        return tuple(decode(arguments[0], item, *path, n) for n, item in enumerate(data, 1))
    _plain(len(data) == len(arguments), data, f"a list of {len(arguments)} items", path)
    pairs = zip(arguments, data, strict=True)
    return tuple(decode(cls, item, *path, n) for n, (cls, item) in enumerate(pairs, 1))


def _one_of(options: Sequence[Any], data: Any, path: tuple[str | int, ...]) -> Any:
    """Decode the option that the data's own kind (object, list, text, number, null) points to."""
    if isinstance(data, dict):
        records = [o for o in options if is_dataclass(o) or hasattr(o, "_fields")]
        kinds = {getattr(o, KIND, None): o for o in records}
        if len(records) > 1:
            _plain(data.get(KIND) in kinds, data.get(KIND), _listed(kinds), (*path, KIND))
            return _value(kinds[data[KIND]], data, path)
        for option in records or [o for o in options if get_origin(o) is not None]:
            return decode(option, data, *path)
    for option in options:
        try:
            return decode(option, data, *path)
        except InputError as error:
            problem = error
    if sum(o is not type(None) for o in options) == 1 and not isinstance(data, (int, float, str)):
        raise problem  # which names the place within
    raise _unlike(data, " or ".join(dict.fromkeys(_named(o) for o in options)), path)


@lru_cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def _named(option: Any) -> str:
    if option is type(None):
        return "null"
    origin = get_origin(option)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return "a list"
    if origin is Literal:
        return " or ".join(map(repr, get_args(option)))
    return _NAMES.get(option, "an object")


def _listed(kinds: Mapping[Any, Any]) -> str:
    return " or ".join(sorted(repr(kind) for kind in kinds))


def _plain(fits: bool, data: Any, expected: str, path: tuple[str | int, ...]) -> Any:
    if not fits:
        raise _unlike(data, expected, path)
    return data


def _unlike(data: Any, expected: str, path: tuple[str | int, ...]) -> InputError:
    shown = repr(data) if isinstance(data, str) and len(data) < 40 else _json_kind(data)
    return InputError(f"expected {_place(path)} to be {expected}, found {shown}")


def _json_kind(data: Any) -> str:
    if data is None:
        return "null"
    if isinstance(data, bool):
        return "true" if data else "false"
    names = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number"}
    return names[type(data)]


def _place(path: tuple[str | int, ...]) -> str:
    return " > ".join(map(str, path)) or "the data"


# --- rows of measures ----------------------------------------------------------------------------


TypeRows = np.ndarray[Any, np.dtype[np.uintc]]
"""A row for each sentence that has edits of a type: its number (from 0), hits, spurious and missed
edits."""


def as_text(rows: Array | TypeRows) -> str:
    """Return rows as one line of text: numbers between spaces, rows between semicolons."""
    is_whole = bool((np.abs(rows) < 2**53).all()) and np.array_equal(rows, np.floor(rows))
    written = rows.astype(np.int64).tolist() if is_whole else rows.tolist()
    return ";".join(" ".join(map(repr, row)) for row in written)


def from_text(text: str, sentences: int) -> Array:
    """Return the rows that `as_text` wrote.

    >>> from_text("1 0 2;0 0.5 1", 2).tolist()
    [[1.0, 0.0, 2.0], [0.0, 0.5, 1.0]]
    """
    rows = np.array(text.replace(";", " ").split(), dtype=np.float64)
    return rows.reshape(sentences, -1)
