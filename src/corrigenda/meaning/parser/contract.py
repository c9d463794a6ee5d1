"""The interface of parsers: a name, and a method that makes a graph of tokens.

A parser of your own is a class with these two, and is named `package.module:Class` wherever a
parser can be chosen:

    class Flat:
        name = "flat 1.0"

        def parse(self, tokens):
            return from_brackets(...)

Whatever stands around it (caching, processes, empty sentences, checks) is the same for all parsers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Protocol, runtime_checkable

from corrigenda.errors import InputError
from corrigenda.meaning.graph import Graph

EMBEDDED = "embedded"
"""The parser that comes with corrigenda."""

COMMAND = "command:"
"""What stands before the command line of a program that parses."""

GRAPHS = "graphs:"
"""What stands before the place of graphs that were made before."""

_EMBEDDED = "corrigenda.meaning.parser.embedded:Embedded"
_OTHERS = {
    COMMAND: "corrigenda.meaning.parser.external:Command",
    GRAPHS: "corrigenda.meaning.parser.external:ReadyGraphs",
}


@runtime_checkable
class Parser(Protocol):
    """Tokens in, graph out.

    `name` is its name and version (`corrigenda-ucca 1.2.2`): it is part of signatures and is
    part of the key under which graphs are cached, so it must change when graphs do; or the parser
    has an `identity`, a text that does, for the cache. The graph has
    the tokens as they were given, and is the same whatever else was parsed before. A parser that is
    to work in several processes can be pickled.
    """

    @property
    def name(self) -> str: ...

    def parse(self, tokens: Sequence[str]) -> Graph: ...


@runtime_checkable
class ManyParser(Parser, Protocol):
    """A parser that needs less time for several sentences at once, in each of its processes."""

    def parse_many(self, sentences: Sequence[Sequence[str]]) -> Sequence[Graph]: ...


@runtime_checkable
class BatchParser(Parser, Protocol):
    """A parser that would rather have many sentences at once: starting it is what takes long."""

    @property
    def batch(self) -> int:
        """How many sentences at most."""
        ...

    def parse_batch(self, sentences: Sequence[Sequence[str]]) -> Iterable[Graph]: ...


def default_parser() -> Parser:
    """Return the embedded parser."""
    return load_parser(EMBEDDED)


def load_parser(spec: str) -> Parser:
    """Return the parser that a text names: `embedded`; `package.module:Class`, a class of your own;
    `command: my-parser --mrp`, a program; or `graphs: FILE`, graphs made before (for the last two
    see `corrigenda.meaning.parser.external`)."""
    spec = spec.strip()
    if spec == EMBEDDED:
        return _embedded()
    for start, target in _OTHERS.items():
        if spec.startswith(start):
            return _made(target, spec.removeprefix(start).strip())
    module, colon, attribute = spec.partition(":")
    named = [*module.split("."), *attribute.split(".")]
    if not colon or not all(map(str.isidentifier, named)):
        raise InputError(
            f"no parser is called {spec!r}",
            hint=f"write '{EMBEDDED}', 'package.module:Class', '{COMMAND} program --option', "
            f"or '{GRAPHS} FILE'",
        )
    return _made(spec)


def _embedded() -> Parser:
    try:
        return _made(_EMBEDDED)
    except ImportError as error:
        raise InputError(
            f"the embedded parser cannot be used here: {error}",
            hint="install what it needs, give graphs instead of text, or name another parser",
        ) from error


def _made(target: str, *arguments: str) -> Parser:
    module, _, attribute = target.partition(":")
    try:
        parser: object = import_module(module)
        for part in attribute.split("."):
            parser = getattr(parser, part)
        made = parser(*arguments) if callable(parser) else parser
    except InputError:
        raise
    except Exception as error:
        if target == _EMBEDDED:
            raise
        raise InputError(
            f"the parser {target!r} cannot be loaded: {type(error).__name__}: {error}",
            hint="expected package.module:Class, with the package installed or on PYTHONPATH",
        ) from error
    if not isinstance(made, Parser):
        raise InputError(
            f"{target!r} is no parser: expected a class with `name` and `parse(tokens)`, "
            f"found {made!r}"
        )
    return made
