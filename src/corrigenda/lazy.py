"""Names that a package exports, and imports when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def exports(package: str, homes: Mapping[str, str]) -> tuple[dict[str, str], Callable[[str], Any]]:
    """Return the modules of the names that a package exports, and its `__getattr__`.

    `homes` has modules of the package, each with the names that come from it. A module whose name
    is exported itself has none.

    >>> where, get = exports("corrigenda", {"errors": "InputError", "examples": ""})
    >>> where
    {'InputError': 'corrigenda.errors', 'examples': 'corrigenda.examples'}
    >>> get("InputError").__name__
    'InputError'
    """
    where = {
        name: f"{package}.{module}" for module, names in homes.items() for name in names.split()
    }
    modules = {module: f"{package}.{module}" for module, names in homes.items() if not names}

    def get(name: str) -> Any:
        if name in modules:
            return import_module(modules[name])
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(where[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return {**where, **modules}, get
