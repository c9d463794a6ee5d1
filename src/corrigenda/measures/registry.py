"""Measures by name and by text form; `corrigenda.plugins` finds them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from corrigenda import plugins
from corrigenda.errors import InputError
from corrigenda.measures.contract import Measure


def names() -> list[str]:
    """Return the names of all measures: built-in ones first, then those of other packages."""
    return list(plugins.declared("measure"))


def find(name: str) -> type[Measure]:
    """Return the measure class of that name, in capitals or not."""
    known = names()
    if name not in known:
        same = [one for one in known if one.lower() == name.lower()]
        name = same[0] if len(same) == 1 else name
        having = _having(name) if name not in known else []
        if having:
            *most, last = having
            several = f"{', '.join(most)} and {last}" if most else last
            raise InputError(
                f"{name} is a column of {several}, not a measure",
                hint=f"for example measures={having[-1]!r}",
            )
    cls = plugins.load("measure", name)
    if not (isinstance(cls, type) and issubclass(cls, Measure)):
        raise InputError(f"measure {name!r} is not a corrigenda Measure, but {cls!r}")
    return cls


def _having(part: str) -> list[str]:
    """Return the measures whose score, or a part of it, is called so."""
    if part == "score":  # which is no name
        return []
    found = []
    for point in plugins.own("measure").values():
        made = point.load()()
        try:
            made.check()
        except InputError:  # a package is missing; it is not what was asked for
            continue
        names = (made.label(), *(made.part_names() or ()), *made.shown_counts)
        if part.lower() in map(str.lower, names):
            found.append(point.name)
    return found


def by_class() -> dict[str, Callable[[], type[Measure]]]:
    """Return what finds each measure's class by the name of the class: `MaxSARI` for MAX-SARI."""
    points = plugins.declared("measure").values()
    return {point.attr: partial(find, point.name) for point in points}


def measure(text: str) -> Measure:
    """Return the measure that a text names, with its parameters.

    >>> str(measure("M2(beta=1, max_unchanged=2)"))
    'M2(beta=1.0)'
    >>> str(measure("SARI(preset=easse)"))
    'SARI(preset=easse)'
    """
    match = re.fullmatch(r"\s*([A-Za-z_][\w.-]*)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if not match:
        raise InputError(
            f"cannot read {text!r} as a measure",
            hint="write a name, or a name with parameters, such as M2(beta=1.0)",
        )
    cls = find(match[1])
    given: dict[str, str] = {}
    for part in split_list(match[2] or ""):
        key, equals, value = (p.strip() for p in part.partition("="))
        if not equals or not key:
            preset = next((one for one in cls.presets if one.lower() == part.lower()), None)
            raise InputError(
                f"{match[1]}: expected NAME=VALUE, found {part!r}",
                hint=f"did you mean preset={preset}?" if preset else None,
            )
        if key in given:
            raise InputError(f"{match[1]}: parameter {key!r} is given twice")
        given[key] = value.strip("'\"") if len(value) > 1 and value[0] in "'\"" else value
    return cls(**given)


def parse_list(texts: str | Iterable[str]) -> list[Measure]:
    """Return measures from a comma-separated text (commas within parentheses do not count)."""
    parts = [texts] if isinstance(texts, str) else list(texts)
    measures = [measure(item) for text in parts for item in split_list(text)]
    return list(dict.fromkeys(measures))


def chosen(
    measures: str | Measure | Iterable[str | Measure], example: str = "M2,GLEU"
) -> tuple[Measure, ...]:
    """Return the measures that are asked for, each once, after checking that they can be computed.

    `example` is what the hint proposes if there are none.
    """
    if isinstance(measures, Mapping):
        raise InputError(
            "expected measures, found systems by name",
            hint="lists go by name: sources=[…], references=[[…]], systems={name: […]}",
        )
    given = [measures] if isinstance(measures, (str, Measure)) else list(measures)
    wanted: list[Measure] = []
    for item in given:
        wanted += [item] if isinstance(item, Measure) else parse_list(item)
    if not wanted:
        raise InputError("no measure is given", hint=f"for example measures={example!r}")
    for measure in wanted:
        measure.check()
        if not type(measure).__module__.startswith("corrigenda."):
            measure.verify()
    return tuple(dict.fromkeys(wanted))


def split_list(text: str) -> list[str]:
    """Return the parts of a text between commas that are not within parentheses."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]
