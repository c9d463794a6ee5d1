"""Export names that are imported on first use.

The stub of the package (`__init__.pyi`) declares them, for type checkers and for us: each line
`from MODULE import NAME as NAME` exports a name. Besides, a package exports the functions of
commands that are found (see `corrigenda.plugins.functions`), without a line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def exports(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__` of a package, its `__dir__` and its `__all__`.

    >>> get, names, _ = exports("corrigenda")
    >>> get("InputError").__name__
    'InputError'
    """
    module = sys.modules[package]
    homes = dict(_declared(os.path.splitext(module.__file__ or "")[0] + ".pyi"))  # noqa: PTH122

    def _found(name: str) -> Any:
        """Return the function of a command, if one has that name."""
        guess = ""
        if not name.startswith("_") and not _is_module(name):
            from corrigenda.plugins import closest, functions

            known = functions(package)
            if name in known:
                return known[name].load()
            like = closest(name, [*homes, *known])
            guess = f"; did you mean {like!r}?" if like else ""
        raise AttributeError(f"module {package!r} has no attribute {name!r}{guess}")

    def _is_module(name: str) -> bool:
        """Return whether it is a module here, which is being imported."""
        path = os.path.join(os.path.dirname(module.__file__ or ""), name)  # noqa: PTH118, PTH120
        return os.path.exists(f"{path}.py") or os.path.isdir(path)  # noqa: PTH110, PTH112

    def get(name: str) -> Any:
        if f"{package}.{name}" == homes.get(name):  # a package of its own
            return import_module(homes[name])
        value = getattr(import_module(homes[name]), name) if name in homes else _found(name)
        setattr(module, name, value)
        return value

    def names() -> list[str]:
        from corrigenda.plugins import functions

        return sorted({*homes, *functions(package)})

    return get, names, sorted(homes)


def _declared(stub: str) -> list[tuple[str, str]]:
    """Return the names that a stub declares, each with its module."""
    with open(stub, encoding="utf-8") as lines:  # noqa: PTH123 - importing pathlib takes time
        words = [line.split() for line in lines]
    given = [(parts[1], parts[3]) for parts in words if parts[:1] == ["from"] and parts[4:]]
    return [(name, f"{home}.{name}" if home == "corrigenda" else home) for home, name in given]
