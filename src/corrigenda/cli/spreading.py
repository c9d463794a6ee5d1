"""Options with several values in a row, as the shell makes them of patterns.

`-r dev.ref*` reaches us as `-r dev.ref0 dev.ref1 dev.ref2`, and means `-r dev.ref0 -r dev.ref1 -r
dev.ref2`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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
