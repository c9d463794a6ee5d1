"""Parts: measures, formats and commands, of corrigenda and of other packages.

A package names the packages that hold its parts by entry points, and so does corrigenda:

    [project.entry-points."corrigenda.parts"]
    kept = "my_package"

Each module there (not those of subpackages) says in one line what it adds:

    class Kept(Measure, name="Kept"):    # a measure
    FORMAT = "inline"                    # a format: the module
    COMMAND = "lengths"                  # a command: `app` of the module, or else `run`

These lines are looked for in the text of the modules, so that finding a part imports nothing; a
part is imported when it is first used. A part can also be declared by itself:

    [project.entry-points."corrigenda.measures"]
    LengthRatio = "my_package.ratios:LengthRatio"
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any, Literal, NamedTuple

from corrigenda.errors import InputError

Kind = Literal["measure", "format", "command", "resource", "addition", "number", "function"]
"""`resource`: see `corrigenda.graphs`; `addition`: see `corrigenda.cli.groups.Addition`; `number`:
what rules of a gate call a part of a measure: alarms, for Meaning.alarms; `function`: what a
command calls, if its module has it."""

_MEASURE = re.compile(rb"""^class (\w+)\([^)]*\bname=["']([^"'\n]+)""", re.MULTILINE)
_CONSTANT = re.compile(rb"""^(FORMAT|COMMAND) = ["']([^"'\n]+)""", re.MULTILINE)


class Plugin(NamedTuple):
    """A part, and where it is: `package.module`, or `package.module:attribute`."""

    name: str
    value: str

    @property
    def module(self) -> str:
        """Return the name of its module."""
        return self.value.partition(":")[0]

    @property
    def attr(self) -> str:
        """Return its name in the module; empty if it is the module itself."""
        return self.value.partition(":")[2]

    def load(self) -> Any:
        """Import it."""
        value: Any = import_module(self.module)
        for name in filter(None, self.attr.split(".")):
            value = getattr(value, name)
        return value


def declared(kind: Kind) -> dict[str, Plugin]:
    """Return the parts of a kind by name: corrigenda's own first, each in order of names.

    A name that corrigenda uses itself cannot be taken by another package: a warning says so.
    """
    return _declared(kind, tuple(sys.path))


@lru_cache
def _declared(kind: Kind, path: tuple[str, ...]) -> dict[str, Plugin]:
    """Sort the parts of a kind, once for each search path."""
    parts: dict[str, Plugin] = {}
    given = [part for of, part in _parts(path) if of == f"{kind}s"]
    for part in sorted(given, key=lambda p: (not _is_own(p), p.name.casefold(), p.name)):
        used = parts.setdefault(part.name, part)
        if used.value != part.value:
            warnings.warn(
                f"{kind} {part.name!r} of {part.value} is ignored: {used.value} has that name",
                stacklevel=2,
            )
    return parts


def own(kind: Kind) -> dict[str, Plugin]:
    """Return the parts of a kind that corrigenda itself has."""
    return {name: part for name, part in declared(kind).items() if _is_own(part)}


def _is_own(part: Plugin) -> bool:
    return part.value.startswith("corrigenda.")


def load(kind: Kind, name: str) -> Any:
    """Return the part of that name; raise InputError if there is none or it cannot be imported."""
    parts = declared(kind)
    if name not in parts:
        raise _unknown(kind, name, list(parts))
    try:
        return parts[name].load()
    except Exception as error:
        raise InputError(
            f"{kind} {name!r} ({parts[name].value}) could not be loaded: {error}",
            hint="the package that provides it is broken or incomplete",
        ) from error


def functions(package: str) -> dict[str, Plugin]:
    """Return the functions that a package exports because the module of a command has them.

    `lengths` in the module of `corrigenda lengths` is `cg.lengths`; in that of
    `corrigenda references lengths` it is `cg.references.lengths`.
    """
    group = package.partition(".")[2]
    named = ((part.name.rpartition(" ")[0], part) for part in declared("function").values())
    return {part.attr: part for above, part in named if above == group}


# --- finding them ---------------------------------------------------------------------------------


@lru_cache
def _parts(path: tuple[str, ...]) -> list[tuple[str, Plugin]]:
    """Return all parts, each with its kind in the plural: the name of its entry point group."""
    parts: list[tuple[str, Plugin]] = []
    for group, part in _entry_points(path):
        parts += _within(part.value) if group == "parts" else [(group, part)]
    return parts


def _entry_points(path: Iterable[str]) -> Iterator[tuple[str, Plugin]]:
    """Yield the entry points of installed packages whose group is one of corrigenda's.

    `importlib.metadata` takes far longer: importing it, and parsing all entry points there are.
    """
    seen: set[str] = set()
    for folder in path:
        for package, text in _declarations(folder or "."):
            if package not in seen and "[corrigenda." in text:
                group = ""
                for line in map(str.strip, text.splitlines()):
                    name, equals, value = map(str.strip, line.partition("="))
                    if line.startswith("["):
                        group = line.strip("[]")
                    elif equals and group.startswith("corrigenda.") and not line.startswith("#"):
                        yield group.removeprefix("corrigenda."), Plugin(name, value)
            seen.add(package)


def _declarations(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the packages that are installed in a folder or an archive, with their entry points."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - importing pathlib takes time
    except NotADirectoryError:
        from importlib.metadata import distributions

        for one in distributions(path=[folder]):
            yield one.name.lower().replace("-", "_"), one.read_text("entry_points.txt") or ""
        return
    except OSError:
        return
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            try:
                with open(f"{folder}/{name}/entry_points.txt", encoding="utf-8") as file:  # noqa: PTH123
                    yield name.partition("-")[0].lower(), file.read()
            except OSError:  # it has none
                continue


def _within(package: str) -> Iterator[tuple[str, Plugin]]:
    """Yield the parts that the modules of a package declare, without importing it."""
    top, *below = package.split(".")
    locations = getattr(sys.modules.get(top), "__path__", None)
    if locations is None:
        spec = PathFinder.find_spec(top)
        locations = (spec and spec.submodule_search_locations) or ()
    folders = ["/".join([one, *below]) for one in locations]
    folders = [folder for folder in folders if os.path.isdir(folder)]  # noqa: PTH112
    if not folders:
        reason = "it is not installed as a folder"
        warnings.warn(f"parts of {package} are not available: {reason}", stacklevel=2)
    for folder in folders:
        for name in sorted(os.listdir(folder)):  # noqa: PTH208
            stem, _, suffix = name.partition(".")
            if suffix == "py" or (not suffix and stem.isidentifier()):
                module = package if stem == "__init__" else f"{package}.{stem}"
                yield from _within_module(
                    f"{folder}/{name}" if suffix else f"{folder}/{name}/__init__.py", module
                )


def _within_module(file: str, module: str) -> Iterator[tuple[str, Plugin]]:
    try:
        with open(file, "rb") as opened:  # noqa: PTH123
            text = opened.read()
    except OSError:  # a folder that is no package
        return
    if b"name=" in text:
        for match in _MEASURE.finditer(text):
            yield "measures", Plugin(match[2].decode(), f"{module}:{match[1].decode()}")
    if b"FORMAT = " in text or b"COMMAND = " in text:
        for match in _CONSTANT.finditer(text):
            if match[1] == b"FORMAT":
                yield "formats", Plugin(match[2].decode(), module)
            else:
                name = match[2].decode()
                function = name.rpartition(" ")[2].replace("-", "_")
                run = "app" if b"\napp = " in text else "run"
                yield "commands", Plugin(name, f"{module}:{run}")
                if run == "run" and f"\ndef {function}(".encode() in text:
                    yield "functions", Plugin(name, f"{module}:{function}")


# --- names ----------------------------------------------------------------------------------------


def closest(name: str, names: Iterable[str]) -> str:
    """Return the name that is most like another one, whatever the case; empty if none is.

    >>> closest("erant", ["Meaning", "ERRANT"])
    'ERRANT'
    """
    from difflib import get_close_matches

    known = {one.lower(): one for one in names}
    matches = get_close_matches(name.lower(), known, n=1, cutoff=0.5)
    return known[matches[0]] if matches else ""


def _unknown(kind: Kind, name: str, names: list[str]) -> InputError:
    guess = closest(name, names)
    everything = "`corrigenda measures` lists them all" if kind == "measure" else ", ".join(names)
    if kind != "measure":
        everything = f"there are {everything}"
    return InputError(
        f"no {kind} is called {name!r}",
        hint=(f"did you mean {guess}? " if guess else "") + everything,
    )
