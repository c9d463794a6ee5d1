"""Keep numpy's BLAS library to one thread while small products are computed.

Threads that share a small product spend their time waiting for each other, and the more so the
busier the processors are. Work is spread over processes instead. What other code set is restored.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import numpy as np

_FOLDERS = ("../numpy.libs", ".dylibs", ".libs")
_NAMES = [
    f"{library}_{{}}_num_threads{suffix}"
    for suffix in ("64_", "")
    for library in ("scipy_openblas", "openblas")
]


@contextmanager
def one_thread() -> Iterator[None]:
    """Use one thread within the block. Only OpenBLAS, as numpy's own packages carry it, can be
    told so; of another library the environment must say it."""
    functions = _functions()
    if functions is None:
        yield
        return
    get, set_to = functions
    before = get()
    set_to(1)
    try:
        yield
    finally:
        set_to(before)


@lru_cache(maxsize=1)
def _functions() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """Return what tells and what sets the number of threads."""
    package = Path(np.__file__).parent
    for file in (file for folder in _FOLDERS for file in (package / folder).glob("*openblas*")):
        try:
            library = ctypes.CDLL(str(file))
        except OSError:
            continue
        for name in _NAMES:
            if hasattr(library, name.format("set")):
                return getattr(library, name.format("get")), getattr(library, name.format("set"))
    return None
