"""Read the files of networks: arrays, what a file says of itself, its digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corrigenda.errors import InputError
from corrigenda.tensors import read_tensors

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TEXTS = ("name", "version", "licence")

_REINSTALL = "install corrigenda again, or name another parser or model file"


def read_model(
    path: Path, what: str, lists: Sequence[str] = (), texts: Sequence[str] = ()
) -> tuple[dict[str, NDArray[Any]], dict[str, Any], str]:
    """Return the arrays of a model file, what it says of itself, and its SHA-256.

    Raise InputError if it cannot be read, if its digest is not that of the file beside it, or if
    it does not say what it must: name, version, licence, and these lists and texts.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"expected {what}: {error.strerror}", file=path, hint=_REINSTALL
        ) from error
    digest = hashlib.sha256(content).hexdigest()
    beside = path.with_name(path.name + ".sha256")
    if beside.exists() and beside.read_text("ascii").split()[0] != digest:
        raise InputError(f"{what} is damaged", file=path, hint=_REINSTALL)
    try:
        tensors, about = read_tensors(content)
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"expected {what}, found something else: {error}", file=path, hint=_REINSTALL
        ) from error
    absent = [key for key in (*_TEXTS, *lists, *texts) if key not in about]
    if absent:
        raise InputError(
            f"the model does not say what it is: no {', '.join(absent)}", file=path, hint=_REINSTALL
        )
    return tensors, {k: json.loads(v) if k in lists else v for k, v in about.items()}, digest
