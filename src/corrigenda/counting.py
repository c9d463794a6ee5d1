"""Steps of long work, told to whoever shows how far it has come.

What is slow says `counted`; what calls it says who counts (see `engine.parallel.stepwise`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Block = TypeVar("Block", bound=Sized)

_counter: ContextVar[Callable[[int], None] | None] = ContextVar("counter", default=None)


@contextmanager
def counted_by(counter: Callable[[int], None]) -> Iterator[None]:
    """Tell the counter of all steps in the block.

    >>> with counted_by(print):
    ...     blocks = list(counted(["abc", "de"]))
    3
    2
    """
    token = _counter.set(counter)
    try:
        yield
    finally:
        _counter.reset(token)


def is_counted() -> bool:
    """Return whether somebody counts steps already."""
    return _counter.get() is not None


def counted(
    blocks: Iterable[Block], *, steps: int | None = None, items: int = 0
) -> Iterator[Block]:
    """Yield blocks of steps, and count the steps of each once it is done.

    If `steps` is given, that is how many all blocks are together, which have so many `items`.
    """
    done = told = 0
    for block in blocks:
        yield block
        done += len(block)
        now = done if steps is None else steps * done // items
        counter = _counter.get()
        if counter is not None:
            counter(now - told)
        told = now
