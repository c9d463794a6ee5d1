"""JSON lines, strictly read: one object per line, no key twice, no NaN, nothing but Unicode."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes

Record = dict[str, Any]

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def records(lines: Iterable[str], file: str) -> Iterator[tuple[int, Record]]:
    """Yield the objects of a JSONL file with their line numbers; blank lines are skipped."""
    for number, line in enumerate(lines, 1):
        if line and not line.isspace():
            try:
                yield number, parse_object(line)
            except InputError as error:
                raise located(error, file, number) from None


def located(error: InputError, file: str, line: int) -> InputError:
    """Return the same error, with its place."""
    return InputError(error.message, file=file, line=line, hint=error.hint)


def parse_object(line: str) -> Record:
    """Return the JSON object on a line."""
    try:
        value = json.loads(line, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InputError(
            f"expected a JSON object, found bad JSON: {error.msg} (column {error.colno})",
            hint="each line must contain one whole object",
        ) from None
    except RecursionError:
        raise InputError(
            "expected a JSON object, found bad JSON: it is nested too deeply"
        ) from None
    except InputError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"expected a JSON object, found bad JSON: {error}") from None
    return _record(value, line)


def _record(value: object, written: str) -> Record:
    """Return the value read from a text, if it is an object and all of it is Unicode."""
    if not isinstance(value, dict):
        raise InputError(f"expected a JSON object, found {kind(value)}")
    if _SURROGATE.search(written):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            half = error.object[error.start]
            raise InputError(
                f"expected Unicode, found {half!r}, half of a surrogate pair"
            ) from None
    return value


def objects(data: bytes, file: str) -> Iterator[tuple[int, str, Record]]:
    """Yield the objects of a JSON text one after another, over any number of lines: the line where
    each begins, its text, and what it holds."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("expected UTF-8, found other bytes", file=file, line=line) from None
    decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
    at = 0
    while begins := re.compile(r"\S").search(text, at):
        start = begins.start()
        line = text.count("\n", 0, start) + 1
        try:
            value, at = decoder.raw_decode(text, start)
            record = _record(value, text[start:at])
        except json.JSONDecodeError as error:
            message = f"expected a JSON object, found bad JSON: {error.msg} (column {error.colno})"
            raise InputError(message, file=file, line=error.lineno) from None
        except InputError as error:
            raise located(error, file, line) from None
        except (RecursionError, ValueError) as error:
            message = f"expected a JSON object, found bad JSON: {error}"
            raise InputError(message, file=file, line=line) from None
        yield line, text[start:at], record


def read_json(path: PathLike) -> Any:
    """Return the one JSON value that a whole file (gzipped or not) holds."""
    data = read_bytes(path)
    try:
        return json.loads(data, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise InputError("expected UTF-8, found other bytes", file=name_of(path)) from None
    except json.JSONDecodeError as error:
        message = f"expected JSON, found something else: {error.msg} (column {error.colno})"
        raise InputError(message, file=name_of(path), line=error.lineno) from None
    except (RecursionError, ValueError) as error:
        raise InputError(f"expected JSON, found bad JSON: {error}", file=name_of(path)) from None


def _unique(pairs: list[tuple[str, Any]]) -> Record:
    record = dict(pairs)
    if len(record) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"the key {twice!r} is there twice")
    return record


def _no_constant(name: str) -> None:
    raise InputError(f"expected a number, found {name}")


# --- taking records apart ---------------------------------------------------------------------


def kind(value: object) -> str:
    """Return the name of a JSON value in messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    return (
        "text" if isinstance(value, str) else "a list" if isinstance(value, list) else "an object"
    )


def check_keys(record: Mapping[str, Any], required: Iterable[str], optional: Iterable[str]) -> None:
    """Refuse a record that lacks a required key, or has one that is neither required nor
    optional."""
    missing = [key for key in required if key not in record]
    if missing:
        raise InputError(f"expected the key {missing[0]!r}, found {_listed(record)}")
    known = [*required, *optional]
    unknown = [key for key in record if key not in known]
    if unknown:
        raise InputError(f"expected the keys {_listed(known)}, found also {_listed(unknown)}")


def _listed(keys: Iterable[str]) -> str:
    return ", ".join(repr(key) for key in keys) or "none"


def text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"expected {what} to be text, found {kind(value)}")
    return value


def whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"expected {what} to be a whole number, found {kind(value)}")
    return value


def items(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"expected {what} to be a list, found {kind(value)}")
    return value


def mapping(value: object, what: str) -> Record:
    if not isinstance(value, dict):
        raise InputError(f"expected {what} to be an object, found {kind(value)}")
    return value


def scalar(value: object, what: str) -> str | int | float | None:
    if not (value is None or isinstance(value, str | int | float)):
        raise InputError(f"expected {what} to be text or a number, found {kind(value)}")
    return value


def dumped(record: Mapping[str, Any]) -> str:
    """Return a record as one line of JSON."""
    try:
        return json.dumps(record, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise InputError("NaN and infinity cannot be written as JSON") from None
