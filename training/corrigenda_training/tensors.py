"""Arrays by name as bytes in the safetensors format, for `corrigenda.tensors` to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

TYPES = {np.dtype("<f4"): "F32", np.dtype("i1"): "I8", np.dtype("u1"): "U8"}


def safetensors(arrays: Mapping[str, NDArray[Any]], notice: Mapping[str, str]) -> bytes:
    """Return length of the header, header, raw values: those of more bytes first, then by name."""
    header: dict[str, Any] = {"__metadata__": dict(notice)}
    order = sorted(arrays, key=lambda name: (-arrays[name].itemsize, name))
    at = 0
    for name in order:
        array = arrays[name]
        if array.dtype not in TYPES:
            raise SystemExit(f"{name} has the type {array.dtype}, expected float32, int8 or uint8")
        header[name] = {
            "dtype": TYPES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [at, at + array.nbytes],
        }
        at += array.nbytes
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-(8 + len(head)) % 64)  # the values start at a multiple of 64 bytes
    values = b"".join(np.ascontiguousarray(arrays[name]).tobytes() for name in order)
    return len(head).to_bytes(8, "little") + head + values
