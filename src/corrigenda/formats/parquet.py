"""Parquet (needs pyarrow): a table whose columns are the keys of our JSONL.

A reference or a correction may be plain text instead of an object; other columns are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any

from corrigenda.errors import InputError
from corrigenda.formats.strict_json import Record, dumped

KEYS = ("id", "source", "references", "correction", "attributes")

_BATCH = 4096


def arrow(part: str = "pyarrow", file: str | None = None) -> Any:
    """Return pyarrow, or a module of it."""
    try:
        return import_module(part)
    except ImportError:
        raise InputError(
            "Parquet needs the package pyarrow", file=file, hint="pip install 'corrigenda[parquet]'"
        ) from None


def lines(stream: IO[bytes], file: str) -> Iterator[str]:
    """Yield the rows of a Parquet file as lines of JSONL."""
    errors = arrow("pyarrow", file).ArrowException
    try:
        table = arrow("pyarrow.parquet", file).ParquetFile(stream)
        names = table.schema_arrow.names
        if "source" not in names:
            raise InputError(
                f"expected a column 'source', found {', '.join(map(repr, names))}", file=file
            )
        columns = [name for name in names if name in KEYS]
        for batch in table.iter_batches(_BATCH, columns=columns):
            yield from (dumped(_record(row)) for row in batch.to_pylist())
    except (errors, OSError) as error:
        reason = str(error).strip().splitlines()[0]
        raise InputError(f"cannot be read as Parquet: {reason}", file=file) from None


def _record(row: Record) -> Record:
    """Return a row as JSONL has it: without what is not there, and with objects for texts."""
    record: Record = _without_nulls(row)
    if isinstance(record.get("correction"), str):
        record["correction"] = {"text": record["correction"]}
    if isinstance(references := record.get("references"), list):
        record["references"] = [
            {"by": str(k), "text": each} if isinstance(each, str) else each
            for k, each in enumerate(references)
        ]
    return record


def _without_nulls(value: Any) -> Any:
    """Return a value without keys that have none; a null in a list is meant."""
    if isinstance(value, dict):
        return {key: _without_nulls(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [_without_nulls(each) for each in value]
    return value
