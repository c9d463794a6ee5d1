"""Make a command of a function: parameters become options, described by the docstring.

A parameter of a command is an option, or a group of options: a dataclass whose fields are options.
Flags, types and defaults follow from the signature; the docstring of the command, or of the group,
says the rest. Its headings are those of `--help`; under `Arguments` are those without a flag:

    def run(data: Data, out: Output, file: Path, by: Literal["type"] | None = None) -> None:
        \"""Count the edits of each system.

        Arguments:
            file (FILE): The file to count.

        Options:
            by: Also count each type of edit.
        \"""

An entry is `name: text`; flags that differ from the name, and the placeholder of the value, are in
parentheses: `measures (--measure, -m NAMES): Measures, separated by commas.` Checks and bounds
are typer's: `Annotated[int, typer.Option(min=0)]`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo, ParameterInfo

from corrigenda import docstrings, plugins


class Description(NamedTuple):
    """The description of an option in a docstring."""

    heading: str
    flags: tuple[str, ...]
    metavar: str | None
    text: str


def descriptions(*docs: str | None) -> dict[str, Description]:
    """Return what docstrings say about options, by name of the parameter; the first one counts."""
    described: dict[str, Description] = {}
    for doc in docs:
        for heading, entries in docstrings.split(doc).sections.items():
            for entry, text in entries.items():
                name, _, spelling = entry.partition(" ")
                flags, metavar = _spelled(spelling.strip("()"))
                described.setdefault(name, Description(heading, flags, metavar, text))
    return described


def _spelled(spelling: str) -> tuple[tuple[str, ...], str | None]:
    """Return flags and metavar.

    >>> _spelled("--measure, -m NAMES")
    (('--measure', '-m'), 'NAMES')
    """
    words = spelling.split()
    flags = tuple(word.rstrip(",") for word in words if word.startswith(("-", "/")))
    metavar = " ".join(words[len(flags) :])
    return tuple(f" {flag}" if flag.startswith("/") else flag for flag in flags), metavar or None


def described(doc: str | None) -> Callable[..., Any]:
    """Return a function from the name of an option to typer's, as a docstring describes it: for
    options that several commands share."""
    known = descriptions(doc)

    def shared(name: str, **more: Any) -> ParameterInfo:
        return option(name, known[name], **more)

    return shared


def option(name: str, description: Description, **more: Any) -> ParameterInfo:
    """Return the option of a parameter, as it is described; `more` is typer's."""
    argument = description.heading == "Arguments"
    return _described(
        typer.Argument(**more) if argument else typer.Option(**more), name, description
    )


def _described(info: ParameterInfo, name: str, description: Description) -> ParameterInfo:
    info = copy(info)
    info.help, info.metavar = description.text, description.metavar
    if isinstance(info, OptionInfo):
        info.param_decls = description.flags or (f"--{name.rstrip('_').replace('_', '-')}",)
        info.rich_help_panel = description.heading
        if any("/" in flag for flag in description.flags):
            info.show_default = False  # "True" would be read as that of the flag that is shown
    return info


# --- commands -------------------------------------------------------------------------------------


def as_command(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function as typer takes it: groups flattened, options described."""
    if not hasattr(function, "is_command"):
        function = flattened(function)
        function.is_command = True  # type: ignore[attr-defined]
    return function


def _hints(described: Any) -> dict[str, Any]:
    """Return types with their marks. (Python 3.10 hides the marks of parameters that may be None in
    an Optional of its own.)"""
    hints = get_type_hints(described, include_extras=True)
    for name, hint in hints.items():
        inside = [one for one in get_args(hint) if get_origin(one) is Annotated]
        if inside and get_origin(hint) is not Annotated:
            hints[name] = inside[0]
    return hints


def flattened(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with the fields of its option groups as parameters of its own, and with
    the descriptions of its docstring."""
    from corrigenda.cli.groups import Additions

    hints = _hints(function)
    described = descriptions(function.__doc__)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, tuple[Any, list[str]]] = {}
    added: list[tuple[Any, list[str]]] = []
    for parameter in inspect.signature(function).parameters.values():
        kind = hints[parameter.name]
        if is_dataclass(kind):
            parameters += _options_of(kind)
            groups[parameter.name] = kind, [field.name for field in fields(kind)]
        elif kind is Additions:
            for name in plugins.declared("addition"):
                addition = plugins.load("addition", name)
                parameters += _options_of(addition)
                added.append((addition, [field.name for field in fields(addition)]))
        else:
            parameters.append(_parameter(parameter.name, parameter.default, kind, described))

    @wraps(function)
    def run(**given: Any) -> Any:
        def filled(group: Any, names: list[str]) -> Any:
            return group(**{field: given.pop(field) for field in names})

        additions = Additions(filled(*one) for one in added)
        given |= {name: filled(*group) for name, group in groups.items()}
        if additions:
            given["additions"] = additions
        return function(**given)

    run.__doc__ = docstrings.split(function.__doc__).text
    return _with_parameters(run, parameters)


def _with_parameters(run: Any, parameters: Iterable[inspect.Parameter]) -> Callable[..., Any]:
    run.__signature__ = inspect.Signature(list(parameters))
    run.__annotations__ = {p.name: p.annotation for p in run.__signature__.parameters.values()}
    del run.__wrapped__
    return run  # type: ignore[no-any-return]


def _options_of(group: Any) -> list[inspect.Parameter]:
    hints = _hints(group)
    described = descriptions(*(base.__doc__ for base in group.__mro__))
    return [_parameter(f.name, _default(f), hints[f.name], described) for f in fields(group)]


def _parameter(
    name: str, default: Any, annotation: Any, described: Mapping[str, Description]
) -> inspect.Parameter:
    kind, *marks = get_args(annotation) if get_origin(annotation) is Annotated else [annotation]
    given = next((mark for mark in marks if isinstance(mark, ParameterInfo)), None)
    if name in described and (given is None or given.help is None):
        text = described[name]
        info = option(name, text) if given is None else _described(given, name, text)
        annotation = Annotated[kind, info]
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, keyword, default=default, annotation=annotation)


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return inspect.Parameter.empty if field.default is MISSING else field.default
