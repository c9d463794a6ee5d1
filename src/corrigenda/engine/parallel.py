"""One function over many chunks of work, wherever they are computed.

An engine computes chunks: in this process and others beside it (`Processes`), or on the machines of
a cluster (`cluster.Ray`). Results come in the order of the work and do not depend on the engine.
Work is taken as it is needed, so a stream of any length passes through in bounded memory.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, islice
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

from corrigenda.counting import counted_by, is_counted
from corrigenda.errors import InputError

T = TypeVar("T")
R = TypeVar("R")

GUARDED = False
"""Can the program that runs be started again, as processes are that are not forked? A script
without `if __name__ == "__main__":` cannot; our own command can, and says so."""

ENDING: BaseException | None = None
"""What a signal handler raised to end the run. Raised where Python calls back (around a fork, in a
finaliser), an exception is lost; so the next chunk raises it again."""

PATIENCE = 1.0
"""Seconds of work in this process before others are started, unless their number is given. Work
that takes less time than reading it stays here: sending it elsewhere takes as long as reading."""


class Progress(Protocol):
    """Something that wants to know how much is done."""

    def advance(self, steps: int) -> None: ...


class Engine(Protocol):
    """Something that computes chunks of work."""

    def results(
        self, function: Callable[[list[T]], list[R]], chunks: Iterator[list[T]], jobs: int | None
    ) -> Iterator[list[R]]:
        """Yield what the function makes of each chunk, in their order; `jobs` workers at most."""
        ...

    def close(self) -> None:
        """End what the engine started."""
        ...


def mapped(
    function: Callable[[list[T]], list[R]],
    items: Iterable[T],
    *,
    chunk: int,
    jobs: int | None = None,
    total: int | None = None,
) -> Iterator[R]:
    """Yield the results of `function` over `items`, a chunk at a time, as `using` says.

    The function must be one that can be sent to other processes. `jobs` is the number of workers,
    by default the one in use; without either, the engine decides. `total` is the number of items,
    if it is known but cannot be asked of them.
    """
    check_jobs(jobs)
    engine, jobs_in_use, progress = _used.get()
    if total is None and isinstance(items, Sized):
        total = len(items)
    if total is not None:
        _expect(progress, total)
    results = engine.results(function, _chunks(items, chunk), jobs or jobs_in_use)
    return _counted(results, progress)


@contextmanager
def stepwise(steps: int) -> Iterator[None]:
    """Show how far the work in the block has come, which counts its own steps (see `counting`).

    Work that is part of other such work counts as steps of that.
    """
    progress = _used.get().progress
    if progress is None or not steps or is_counted():
        yield
        return
    _expect(progress, steps)
    with counted_by(progress.advance):
        yield


def _expect(progress: Progress | None, steps: int) -> None:
    expect = getattr(progress, "expect", None)  # of a bar; not all that count have totals
    if expect is not None:
        expect(steps)


def _counted(results: Iterator[list[R]], progress: Progress | None) -> Iterator[R]:
    for of_chunk in results:
        if ENDING is not None:
            raise ENDING
        yield from of_chunk
        if progress is not None:
            progress.advance(len(of_chunk))


def check_jobs(jobs: int | None) -> None:
    """Refuse a number of workers that there cannot be."""
    if jobs is not None and jobs < 1:
        raise InputError(f"the number of processes must be at least 1, not {jobs}")


# --- which engine ---------------------------------------------------------------------------------


class _Used(NamedTuple):
    engine: Engine
    jobs: int | None = None
    progress: Progress | None = None


@contextmanager
def using(
    engine: str | Engine | None = None,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[None]:
    """Compute everything in the block with an engine, so many workers, and a display of progress.

    The engine is `processes` (on this machine, the default), `ray` (the cluster at RAY_ADDRESS, or
    else one on this machine) or `ray://host:port`. None leaves things as they are.

    >>> with using("processes", jobs=1):
    ...     list(mapped(list, "abc", chunk=2))
    ['a', 'b', 'c']
    """
    check_jobs(jobs)
    before = _used.get()
    chosen = _named(engine) if isinstance(engine, str) else engine or before.engine
    token = _used.set(_Used(chosen, jobs or before.jobs, progress or before.progress))
    try:
        yield
    finally:
        _used.reset(token)
        if isinstance(engine, str):
            chosen.close()


def in_use() -> tuple[Engine, int | None, Progress | None]:
    """Return the engine, the number of workers and the display of progress that are in use."""
    return _used.get()


def _named(name: str) -> Engine:
    check_engine(name)
    if name == "processes":
        return Processes()
    from corrigenda.engine.cluster import Ray

    return Ray(None if name == "ray" else name)


def check_engine(name: str) -> None:
    """Refuse the name of an engine that does not exist."""
    if name not in ("processes", "ray") and not name.startswith("ray://"):
        expected = "'processes', 'ray' or 'ray://host:port'"
        raise InputError(f"expected the engine {expected}, found {name!r}")


# --- processes ------------------------------------------------------------------------------------


class Processes:
    """This process at first, and several beside it if the work takes long.

    Without a number of jobs, work that takes longer than a second, and longer than reading it, is
    spread over all processors, where processes can be had without the caller's help.
    """

    def results(
        self, function: Callable[[list[T]], list[R]], chunks: Iterator[list[T]], jobs: int | None
    ) -> Iterator[list[R]]:
        """Yield what the function makes of each chunk, in their order."""
        started = time.monotonic()
        spent = 0.0  # in the function; the rest is reading, and what becomes of results
        while jobs is None or jobs == 1:
            chunk = next(chunks, None)
            if chunk is None:
                return
            before = time.monotonic()
            results = function(chunk)
            now = time.monotonic()
            spent += now - before
            yield results
            worth_it = spent > PATIENCE and 2 * spent > now - started
            if jobs is None and worth_it and _may_start_processes():
                jobs = os.cpu_count() or 1
        # A single chunk more is not worth a process.
        ahead = list(islice(chunks, 2))
        if len(ahead) < 2:
            yield from map(function, ahead)
            return
        yield from _in_processes(function, chain(ahead, chunks), jobs)

    def close(self) -> None:
        """Do nothing: processes end with their work."""


_used: ContextVar[_Used] = ContextVar("used", default=_Used(Processes()))  # noqa: B039 - no state


def _may_start_processes() -> bool:
    return GUARDED or multiprocessing.get_start_method() == "fork"


def _in_processes(
    function: Callable[[list[T]], list[R]], chunks: Iterator[list[T]], jobs: int
) -> Iterator[list[R]]:
    pickle.dumps(function)  # what cannot be sent fails here, not in a thread of the pool
    waiting: deque[Future[list[R]]] = deque()
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_prepare_worker)
    try:
        for chunk in chunks:
            with _signals_held():  # a worker inherits this until it has its own handlers
                waiting.append(pool.submit(function, chunk))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise InputError(
            "a worker process was ended from outside, perhaps for lack of memory",
            hint="try one process: jobs=1",
        ) from None
    finally:
        if waiting:  # the work was interrupted: nobody wants the rest
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
        pool.shutdown(cancel_futures=True)


def _prepare_worker() -> None:
    """Leave Ctrl-C to the parent, end when asked to, and do not outlive the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ends())
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> NoReturn:
    parent.join()
    os._exit(1)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold the signals that end a run back for as long as the block runs.

    What a handler raises around a fork is lost. A worker that loses its end never ends, and the
    parent waits for it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ends())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ends() -> set[signal.Signals]:
    return {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def _chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk
