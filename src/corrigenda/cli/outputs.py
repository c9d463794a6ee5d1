"""Write results: tables for people, JSON for programs; files are written whole or not at all."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from corrigenda.cli.options import Format
from corrigenda.cli.wording import as_options
from corrigenda.errors import InputError
from corrigenda.formats.lines import files, no_such_file

if TYPE_CHECKING:
    from corrigenda.remarks import Remark
    from corrigenda.results.tables import Table

Part = Callable[[object], AbstractContextManager[None]]


def check(
    outputs: Iterable[Path | None],
    inputs: Iterable[Path | None],
    *,
    figure: Path | None = None,
    folder: Path | None = None,
) -> None:
    """Refuse, before any work is done, inputs that are not there, and outputs that could not be
    written or would overwrite an input. `folder` is one that is made if it is not there."""
    named = [path for path in inputs if path is not None and str(path) != "-"]
    given = [Path(file) for path in named for file in files(path)]
    for known in given:
        if not known.exists():
            raise no_such_file(known)
        if not os.access(known, os.R_OK):
            raise InputError("cannot read this file: permission denied", file=known)
    if folder is not None:
        check_folder(folder)
    if figure is not None:
        from corrigenda.results import figures

        outputs = [*outputs, *figures.files(figure)]
    read = {_real(path) for path in given}
    seen: set[str] = set()
    for path in outputs:
        if path is None or str(path) == "-":
            continue
        real = _real(path)
        if real in read:
            raise InputError("this file is an input, so it cannot be an output, too", file=path)
        if real in seen:
            raise InputError("two outputs have the same file", file=path)
        seen.add(real)
        folder = Path(real).parent
        if not folder.is_dir():
            raise InputError("its folder does not exist", file=path, hint="create it first")
        if Path(real).is_dir():
            raise InputError("expected a file, found a folder", file=path)
        if not os.access(folder, os.W_OK):
            raise InputError("its folder cannot be written to", file=path)


def all_checked(*checks: Callable[[], object]) -> None:
    """Run some checks, and tell of all that fail in one error."""
    failed: list[str] = []
    for one in checks:
        try:
            one()
        except InputError as error:
            failed.append(str(error))
    if failed:
        raise InputError("\ncorrigenda: ".join(dict.fromkeys(failed)))


def check_folder(folder: Path) -> None:
    """Refuse a folder that could not be made or written to."""
    there = Path(_real(folder))
    while not there.exists():
        there = there.parent
    if not there.is_dir():
        raise InputError("expected a folder, found a file", file=there)
    if not os.access(there, os.W_OK | os.X_OK):
        raise InputError("this folder cannot be written to", file=there)


def _real(path: Path) -> str:
    return os.path.realpath(path)


@contextmanager
def independent() -> Iterator[Part]:
    """Keep outputs from depending on each other.

        with independent() as part:
            with part(output):
                write(...)
            if figure is not None:
                with part(figure):
                    draw(...).save(figure)

    If one part cannot be made or written, that is said, with the name of its file, and the next
    part still runs. The command then ends with status 2.
    """
    failed: list[Exception] = []

    @contextmanager
    def part(name: object) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # a defect of one output must not cost the others
            failed.append(error)
            if not isinstance(error, BrokenPipeError):
                _tell(name, error)

    yield part
    for error in failed:
        if isinstance(error, BrokenPipeError):  # whoever reads the output has seen enough
            raise error
    if failed:
        raise typer.Exit(2)


def _tell(name: object, error: Exception) -> None:
    """Say what kept an output from being written; a defect of ours shows where it is."""
    shown = "standard output" if str(name) == "-" else str(name)
    if isinstance(error, InputError):
        say(str(error) if error.file == str(name) else f"{shown}: {error}")
        return
    traceback.print_exception(error)
    say(f"{shown}: not written because of a defect ({type(error).__name__}); please report it")


def write(tables: Sequence[Table], data: Any, format: Format, output: Path) -> None:
    """Write tables in a format, or `data` as JSON; coloured and fitted on a terminal."""
    if format == "json":
        write_text(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n", output)
    elif format == "table" and str(output) == "-" and sys.stdout.isatty():
        from rich.console import Console

        console = Console()
        for table in tables:
            console.print(table)
    elif format == "csv":
        from corrigenda.results.tables import together

        write_text(together(tables).csv(), output)
    else:
        name = "plain" if format == "table" else format
        write_text("\n".join(getattr(table, name)() for table in tables), output)


def write_lines(records: Iterable[Any], output: Path) -> None:
    """Write one JSON object per line."""
    from corrigenda.formats.lines import writing

    with writing(output) as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n")


def write_text(text: str, output: Path) -> None:
    from corrigenda.formats.lines import writing

    with writing(output) as file:
        file.write(text)


def remark(remarks: Iterable[Remark]) -> None:
    """Tell the person at the terminal what to know before reading the scores."""
    for one in remarks:
        say(f"remark: {one}")


def say(message: str) -> None:
    """A remark for the person at the terminal, never part of the output."""
    print(f"corrigenda: {as_options(message)}", file=sys.stderr)
