"""Errors in the input, with a message that says how to fix them.

Every mistake a user can make ends in an `InputError` (or a subclass), never in a traceback. The
command line prints it and exits with status 2; the Python API raises it.
"""

from __future__ import annotations


class InputError(ValueError):
    """A mistake in what was given: where it is, what is wrong, what to do about it.

    >>> print(InputError("expected 3 fields, found 2", file="gold.m2", line=7))
    gold.m2:7: expected 3 fields, found 2
    >>> print(InputError("no measure 'M3'", hint="did you mean M2?"))
    no measure 'M3'
      hint: did you mean M2?
    """

    def __init__(
        self,
        message: str,
        *,
        file: object = None,
        line: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = None if file is None else str(file)
        self.line = line
        self.hint = hint

    def __str__(self) -> str:
        where = "" if self.file is None else self.file
        if self.line is not None:
            where += f":{self.line}" if where else f"line {self.line}"
        text = f"{where}: {self.message}" if where else self.message
        return f"{text}\n  hint: {self.hint}" if self.hint else text

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions cross process boundaries by pickling their positional arguments only.
        return (_rebuild, (type(self), self.message, self.file, self.line, self.hint))


def _rebuild(
    kind: type[InputError], message: str, file: str | None, line: int | None, hint: str | None
) -> InputError:
    return kind(message, file=file, line=line, hint=hint)


def quoted(text: str) -> str:
    """Return a text as messages quote it, cut after 60 characters."""
    return repr(text if len(text) <= 60 else text[:59] + "…")
