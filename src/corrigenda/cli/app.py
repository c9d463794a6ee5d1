"""The application: its commands are parts of corrigenda and of other packages.

A command is a function whose parameters are options or groups of them (see `cli.commands`), or a
`typer.Typer` with commands of its own. Its module may have a `PANEL`, the heading under which
`corrigenda --help` lists it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from copy import copy
from typing import Annotated, Any

import typer

from corrigenda import plugins
from corrigenda._version import __version__
from corrigenda.cli.commands import as_command
from corrigenda.errors import InputError


def application(name: str | None = None) -> typer.Typer:
    """Return the application with the command of that name alone, or with all of them."""
    app = typer.Typer(
        name="corrigenda",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(corrigenda)
    declared = plugins.declared("command")
    whole = {one: declared[one] for one in ([name] if name in declared else declared)}
    parts = {one: _part(one) for one in whole if " " not in one}
    panels = {one: _panel(whole[one].module) for one in parts}
    for one in sorted(parts, key=lambda one: (panels[one] or "", one)):
        if isinstance(parts[one], typer.Typer):
            app.add_typer(_group(one, parts[one]), name=one, rich_help_panel=panels[one])
        else:
            app.command(name=one, rich_help_panel=panels[one])(as_command(parts[one]))
    return app


def _group(name: str, given: typer.Typer) -> typer.Typer:
    """Return a command with commands of its own, and with those that modules add: `name more`."""
    group = copy(given)
    group.registered_commands = list(given.registered_commands)
    for command in group.registered_commands:
        command.callback = command.callback and as_command(command.callback)
    for one in plugins.declared("command"):
        if one.startswith(f"{name} "):
            group.command(name=one.removeprefix(f"{name} "))(as_command(_part(one)))
    return group


def _part(name: str) -> Any:
    """Return a command; one that cannot be imported is listed nevertheless, and says why."""
    try:
        return plugins.load("command", name)
    except InputError as error:
        return _broken(error)


def _broken(error: InputError) -> Callable[[], None]:
    def run() -> None:
        raise error

    run.__doc__ = f"Not available: {error.message}"
    return run


def _panel(module: str) -> str | None:
    return getattr(sys.modules.get(module), "PANEL", None)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"corrigenda {__version__}")
        raise typer.Exit


def corrigenda(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Measure text correctors: scores with error bars.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H mine=output.txt
      corrigenda evaluate -s source.txt -r ref0.txt -r ref1.txt -H output.txt -m GLEU
      corrigenda compare --m2 gold.m2 -H old=old.txt -H new=new.txt
      corrigenda measures M2

    corrigenda COMMAND --help tells more about each command.
    """


# --- options with several values in a row --------------------------------------------------------


def spread(command: Any, arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the flag of a repeatable option before each of its values.

    Commands that take arguments without a flag are left alone: there it could not be told whose
    a value is.
    """
    done: list[str] = []
    rest = list(arguments)
    while rest and rest[0] in getattr(command, "commands", ()):
        command = command.commands[rest[0]]
        done.append(rest.pop(0))
    parameters = getattr(command, "params", ())
    if any(parameter.param_type_name == "argument" for parameter in parameters):
        return list(arguments)
    flags = {flag for parameter in parameters for flag in parameter.opts}
    if rest and not rest[0].startswith("-") and "-H" in flags and "--m2" in flags:
        first, second = rest[0], next((r for r in rest[1:2] if r[0] != "-"), "OUTPUT.txt")
        plain = first.endswith(".txt") and "-s" in flags
        raise InputError(
            f"{first}: expected an option, found a file without one",
            hint=f"give files with options: {'-s' if plain else '--m2'} {first} -H {second}",
        )
    repeatable = {
        flag
        for parameter in parameters
        if getattr(parameter, "multiple", False)
        for flag in parameter.opts
    }
    flag, has_value = "", False
    for position, word in enumerate(rest):
        if word == "--":
            return [*done, *rest[position:]]
        if word.startswith("-") and word != "-":
            flag, has_value = word if word in repeatable else "", False
        elif flag and has_value:
            done.append(flag)
        else:
            has_value = True
        done.append(word)
    return done
