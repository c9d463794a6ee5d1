"""Is JSON what the page takes it for? Told with the place where it is not, never with a traceback.

A shape is written as the JSON is: `{"id": str, "marks": [int]}` is an object with these keys; a key
that ends in `?` may be absent, `str` as a key stands for any other; a list of several shapes has
just these items; a tuple lists what may stand there (`float` includes whole numbers, `None` is
null; `([float], None)` is a list or null), a set the texts that may; `...` is anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corrigenda.errors import InputError
from corrigenda.formats.records import kind

Shape = Any

_NAMES = {str: "text", int: "a whole number", float: "a number", None: "null"}


def check(value: Any, shape: Shape, *path: str | int) -> None:
    """Raise an InputError that says at which path `value` is not of the shape."""
    if shape is ...:
        return
    if isinstance(shape, dict):
        if not isinstance(value, Mapping):
            raise _unlike(value, "an object", path)
        named = {key.rstrip("?"): key for key in shape if key is not str}
        for name, key in named.items():
            if name == key and name not in value:
                raise InputError(f"expected {_place(path)} to have the key {name!r}")
        for key, item in value.items():
            if key in named or str in shape:
                check(item, shape[named.get(key, str)], *path, key)
    elif isinstance(shape, list):
        if not isinstance(value, list) or len(value) != len(shape) > 1:
            raise _unlike(value, "a list" if len(shape) == 1 else f"{len(shape)} items", path)
        for number, item in enumerate(value):
            check(item, shape[number if len(shape) > 1 else 0], *path, number + 1)
    elif isinstance(shape, set):
        if value not in shape:
            raise _unlike(value, " or ".join(sorted(map(repr, shape))), path)
    elif isinstance(shape, tuple) and isinstance(shape[0], list):
        if value is not None:
            check(value, shape[0], *path)
    else:
        allowed = shape if isinstance(shape, tuple) else (shape,)
        if not any(_fits(value, one) for one in allowed):
            raise _unlike(value, " or ".join(_NAMES[one] for one in allowed), path)


def _fits(value: Any, one: Any) -> bool:
    if one is None or isinstance(value, bool):
        return value is None
    return isinstance(value, (int, float) if one is float else one)


def _unlike(value: Any, expected: str, path: tuple[str | int, ...]) -> InputError:
    found = repr(value) if isinstance(value, str) and len(value) < 40 else kind(value)
    return InputError(f"expected {_place(path)} to be {expected}, found {found}")


def _place(path: tuple[str | int, ...]) -> str:
    return " > ".join(map(str, path))
