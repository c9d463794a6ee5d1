"""Measures by name: the built-in ones, and those that other packages add.

A package adds a measure through an entry point:

    [project.entry-points."corrigenda.measures"]
    LengthRatio = "my_package:LengthRatio"

and `corrigenda evaluate -m LengthRatio` finds it once the package is installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from corrigenda.errors import InputError
from corrigenda.measures.contract import Measure

GROUP = "corrigenda.measures"

BUILT_IN = {
    "M2": "corrigenda.measures.m2:M2",
    "Edits": "corrigenda.measures.edits:Edits",
    "ERRANT": "corrigenda.measures.errant:ERRANT",
    "GLEU": "corrigenda.measures.gleu:GLEU",
    "GREEN": "corrigenda.measures.green:GREEN",
    "IMeasure": "corrigenda.measures.imeasure:IMeasure",
    "Accuracy": "corrigenda.measures.accuracy:Accuracy",
    "SARI": "corrigenda.measures.sari:SARI",
    "MAX-SARI": "corrigenda.measures.max_sari:MaxSARI",
    "BLEU": "corrigenda.measures.bleu:BLEU",
    "chrF": "corrigenda.measures.chrf:ChrF",
    "CLEME": "corrigenda.measures.cleme:CLEME",
    "HOO.detection": "corrigenda.measures.hoo:HOODetection",
    "HOO.recognition": "corrigenda.measures.hoo:HOORecognition",
    "HOO.correction": "corrigenda.measures.hoo:HOOCorrection",
    "USim": "corrigenda.measures.usim:USim",
    "DistSim": "corrigenda.measures.distsim:DistSim",
    "DAGF": "corrigenda.measures.dagf:DAGF",
    "WordChange": "corrigenda.measures.wordchange:WordChange",
    "WordOrder": "corrigenda.measures.wordorder:WordOrder",
    "SentenceBreaks": "corrigenda.measures.breaks:SentenceBreaks",
    "ExactIndexMatch": "corrigenda.measures.indexmatch:ExactIndexMatch",
}


def names() -> list[str]:
    """The names of all measures there are: built in first, then from other packages."""
    return [*BUILT_IN, *sorted(set(_added()) - set(BUILT_IN))]


def find(name: str) -> type[Measure]:
    """The measure class of that name."""
    target = BUILT_IN.get(name)
    if target is not None:
        module, _, attribute = target.partition(":")
        found = getattr(import_module(module), attribute)
    else:
        added = _added()
        if name not in added:
            close = get_close_matches(name, [*BUILT_IN, *added], n=1, cutoff=0.5)
            same = [n for n in [*BUILT_IN, *added] if n.lower() == name.lower()]
            guess = (same or close or [""])[0]
            raise InputError(
                f"no measure is called {name!r}",
                hint=(f"did you mean {guess}? " if guess else "")
                + "`corrigenda measures` lists them all",
            )
        try:
            found = added[name].load()
        except Exception as error:
            raise InputError(
                f"measure {name!r} ({added[name].value}) could not be loaded: {error}",
                hint="the package that provides it is broken or incomplete",
            ) from error
    if not (isinstance(found, type) and issubclass(found, Measure)):
        raise InputError(f"measure {name!r} is not a corrigenda Measure, but {found!r}")
    return found


def parse(text: str) -> Measure:
    """The measure that a text form names.

    >>> str(parse("M2(beta=1, max_unchanged=2)"))
    'M2(beta=1.0)'
    """
    match = re.fullmatch(r"\s*([A-Za-z_][\w.-]*)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if not match:
        raise InputError(
            f"cannot read {text!r} as a measure",
            hint="write a name, or a name with parameters, such as M2(beta=1.0)",
        )
    cls = find(match[1])
    known = [f.name for f in fields(cls)]
    given: dict[str, str] = {}
    for part in split_list(match[2] or ""):
        key, equals, value = (p.strip() for p in part.partition("="))
        if not equals or not key:
            raise InputError(f"{match[1]}: expected NAME=VALUE, found {part!r}")
        if key not in known:
            options = ", ".join(known) or "none at all"
            raise InputError(f"{match[1]} has no parameter {key!r}; it has {options}")
        if key in given:
            raise InputError(f"{match[1]}: parameter {key!r} is given twice")
        given[key] = value.strip("'\"") if len(value) > 1 and value[0] in "'\"" else value
    return cls(**given)


def parse_list(texts: str | Iterable[str]) -> list[Measure]:
    """Measures from a comma-separated text (commas within parentheses do not count)."""
    parts = [texts] if isinstance(texts, str) else list(texts)
    measures = [parse(item) for text in parts for item in split_list(text)]
    return list(dict.fromkeys(measures))


def chosen(
    measures: str | Measure | Iterable[str | Measure], example: str = "M2,GLEU"
) -> tuple[Measure, ...]:
    """Return the measures that are asked for, each once, after checking that they can be computed.

    `example` is what the hint proposes if there are none.
    """
    given = [measures] if isinstance(measures, (str, Measure)) else list(measures)
    found: list[Measure] = []
    for item in given:
        found += [item] if isinstance(item, Measure) else parse_list(item)
    if not found:
        raise InputError("no measure is given", hint=f"for example -m {example}")
    for measure in found:
        measure.check()
    return tuple(dict.fromkeys(found))


def split_list(text: str) -> list[str]:
    """The parts of a text between commas that are not within parentheses."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def _added() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
