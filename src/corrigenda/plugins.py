"""Plug-ins: measures, formats and commands, found by entry points.

A package declares its parts as entry points, and corrigenda declares its own the same way:

    [project.entry-points."corrigenda.measures"]
    LengthRatio = "my_package.measures:LengthRatio"

    [project.entry-points."corrigenda.formats"]
    inline = "my_package.inline"

    [project.entry-points."corrigenda.commands"]
    lengths = "my_package.command:run"

Once the package is installed, `corrigenda evaluate -m LengthRatio` and `corrigenda lengths` work,
and files in the format are recognised. A part is imported when it is first used.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from corrigenda.errors import InputError

Kind = Literal["measure", "format", "command", "resource", "addition", "number"]
"""`resource`: see `corrigenda.graphs`; `addition`: see `corrigenda.cli.groups.Addition`; `number`:
what rules of a gate call a part of a measure: alarms, for Meaning.alarms."""


def declared(kind: Kind) -> dict[str, EntryPoint]:
    """Return the entry points of a kind by name: corrigenda's own first, each in order of names.

    A name that corrigenda uses itself cannot be taken by another package: a warning says so.
    """
    return _declared(kind, tuple(sys.path))


@lru_cache
def _declared(kind: Kind, path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Look the entry points up once for each search path."""
    points: dict[str, EntryPoint] = {}
    ours: list[EntryPoint] = []
    others: list[EntryPoint] = []
    for point in entry_points(group=f"corrigenda.{kind}s"):
        (ours if _is_own(point) else others).append(point)
    for point in [*sorted(ours, key=_order), *sorted(others, key=_order)]:
        used = points.setdefault(point.name, point)
        if used.value != point.value:
            warnings.warn(
                f"{kind} {point.name!r} of {point.value} is ignored: {used.value} has that name",
                stacklevel=2,
            )
    return points


def own(kind: Kind) -> dict[str, EntryPoint]:
    """Return the entry points of a kind that corrigenda itself declares."""
    return {name: point for name, point in declared(kind).items() if _is_own(point)}


def _is_own(point: EntryPoint) -> bool:
    return point.value.startswith("corrigenda.")


def load(kind: Kind, name: str) -> Any:
    """Return the part of that name; raise InputError if there is none or it cannot be imported."""
    points = declared(kind)
    if name not in points:
        raise _unknown(kind, name, list(points))
    point = points[name]
    try:
        return point.load()
    except Exception as error:
        raise InputError(
            f"{kind} {name!r} ({point.value}) could not be loaded: {error}",
            hint="the package that provides it is broken or incomplete",
        ) from error


def closest(name: str, names: Iterable[str]) -> str:
    """Return the name that is most like another one, whatever the case; empty if none is.

    >>> closest("erant", ["Meaning", "ERRANT"])
    'ERRANT'
    """
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


def _order(point: EntryPoint) -> tuple[str, str]:
    return point.name.casefold(), point.name
