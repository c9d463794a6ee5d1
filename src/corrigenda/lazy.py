"""Export names that are imported on first use.

The stub of the package (`__init__.pyi`) declares them, for type checkers and for us: each line
`from MODULE import NAME as NAME` exports a name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def exports(package: str) -> tuple[Callable[[str], Any], list[str]]:
    """Return the `__getattr__` of a package and its `__all__`.

    >>> get, names = exports("corrigenda")
    >>> get("InputError").__name__
    'InputError'
    """
    module = sys.modules[package]
    homes = dict(_declared(os.path.splitext(module.__file__ or "")[0] + ".pyi"))  # noqa: PTH122

    def _like(name: str) -> str:
        from difflib import get_close_matches

        close = [] if name.startswith("_") else get_close_matches(name, homes, 1)
        return f"; did you mean {close[0]!r}?" if close else ""

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}{_like(name)}")
        if f"{package}.{name}" == homes[name]:  # a package of its own
            return import_module(homes[name])
        value = getattr(import_module(homes[name]), name)
        setattr(module, name, value)
        return value

    return get, sorted(homes)


def _declared(stub: str) -> list[tuple[str, str]]:
    """Return the names that a stub declares, each with its module."""
    with open(stub, encoding="utf-8") as lines:  # noqa: PTH123 - importing pathlib takes time
        words = [line.split() for line in lines]
    given = [(parts[1], parts[3]) for parts in words if parts[:1] == ["from"] and parts[4:]]
    return [(name, f"{home}.{name}" if home == "corrigenda" else home) for home, name in given]
