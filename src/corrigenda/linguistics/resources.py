"""The files that the analysis and the types are made from; each is read when it is first needed."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corrigenda.tensors import read_tensors

Floats = NDArray[np.float32]

MODEL = "en_core_web_sm-3.8.0"
"""The name of the weights and tables, for signatures."""

_MODELS = Path(__file__).parent.parent / "models"


@lru_cache(maxsize=1)
def weights() -> dict[str, Floats]:
    """Return all weight arrays by name (read-only views of the file's bytes)."""
    return read_tensors((_MODELS / "english.safetensors").read_bytes())[0]


@lru_cache(maxsize=1)
def tables() -> dict[str, Any]:
    """Return tags, moves, norms, attribute rules and the lemmatiser's tables."""
    with gzip.open(_MODELS / "english.json.gz", "rb") as file:
        content: dict[str, Any] = json.load(file)
    return content


@lru_cache(maxsize=1)
def words() -> frozenset[str]:
    """Return the words of SCOWL's list of British English (large, 2020.12.07)."""
    with gzip.open(_MODELS / "en_GB-large.txt.gz", "rb") as file:
        return frozenset(file.read().decode().split("\n")) - {""}


@lru_cache(maxsize=1)
def spellings() -> frozenset[str]:
    """Return the words of that list, and American spellings of such words."""
    return words() | frozenset(tables()["norms"].values())
