"""Read arrays by name from a file in the safetensors format."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

_TYPES = {"F32": "<f4", "I8": "i1", "U8": "u1"}


def read_tensors(content: bytes) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """Return all arrays by name (read-only views of the bytes), and what the file says of itself.

    Raises ValueError if the bytes are not those of such a file.
    """
    start = 8 + int.from_bytes(content[:8], "little")
    if not 8 < start <= len(content):
        raise ValueError("the header is longer than the file")
    header = json.loads(content[8:start])
    about = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        first, last = (start + offset for offset in entry["data_offsets"])
        kind = np.dtype(_TYPES[entry["dtype"]])
        values = np.frombuffer(content, kind, (last - first) // kind.itemsize, first)
        tensors[name] = values.reshape(entry["shape"])
    return tensors, about
