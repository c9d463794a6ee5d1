"""Writing results: tables for people, JSON for machines, files that are whole or not there."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corrigenda.cli.options import Format

if TYPE_CHECKING:
    from corrigenda.report.tables import Table


def write(tables: Sequence[Table], data: Any, format: Format, output: Path) -> None:
    """Write tables in a format, or `data` as JSON; coloured and fitted on a terminal."""
    if format == "json":
        write_text(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n", output)
    elif format == "table" and str(output) == "-" and sys.stdout.isatty():
        from rich.console import Console

        console = Console()
        for table in tables:
            console.print(table)
    else:
        name = "plain" if format == "table" else format
        write_text("\n".join(getattr(table, name)() for table in tables), output)


def write_lines(records: Iterable[Any], output: Path) -> None:
    """One JSON object a line."""
    from corrigenda.formats.lines import writing

    with writing(output) as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n")


def write_text(text: str, output: Path) -> None:
    from corrigenda.formats.lines import writing

    with writing(output) as file:
        file.write(text)


def say(message: str) -> None:
    """A remark for the person at the terminal, never part of the output."""
    print(f"corrigenda: {message}", file=sys.stderr)
