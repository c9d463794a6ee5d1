"""Arrays in the safetensors format: what is written is read, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from corrigenda.tensors import read_tensors
from corrigenda_training.tensors import safetensors

ARRAYS = {
    "small": np.array([[1, -2, 3]], dtype=np.int8),
    "table": np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3),
    "bytes": np.array([0, 255, 7], dtype=np.uint8),
}


def test_round_trip() -> None:
    arrays, about = read_tensors(safetensors(ARRAYS, {"name": "n"}))
    assert about == {"name": "n"}
    assert arrays.keys() == ARRAYS.keys()
    for name, array in arrays.items():
        assert array.dtype == ARRAYS[name].dtype
        assert array.tolist() == ARRAYS[name].tolist()
        assert array.flags.aligned


def test_other_types_are_refused() -> None:
    with pytest.raises(SystemExit, match="table has the type float64"):
        safetensors({"table": np.zeros(2)}, {})


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x02" + b"\0" * 7 + b"{", b"\0" * 100])
def test_something_else(content: bytes) -> None:
    with pytest.raises(ValueError, match="header"):
        read_tensors(content)
