"""Chunks of work on the machines of a Ray cluster.

Each worker is an actor with one processor, which keeps what it has loaded, such as a parser, from
chunk to chunk. A worker that is lost with its machine is replaced, and its chunks are computed
again. No more chunks are under way than the workers can take, so memory stays bounded.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import socket
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from corrigenda._version import __version__
from corrigenda.errors import InputError

T = TypeVar("T")
R = TypeVar("R")

AT_ONCE = 2
"""Chunks that a worker has at once: one to compute, and one to go on with."""

TASK, MOST = 0.1, 8
"""Seconds that a worker should have at once, and chunks at most: short tasks cost as much as long
ones to send."""

TRIES = 4
"""How often a chunk is computed whose worker is lost; one that ends every worker is at fault."""

PATIENCE = 600.0
"""Seconds to wait for a worker, if there is none."""

PAUSE = 10.0
"""Seconds between looks at how many processors the cluster has."""

STORE = 512_000_000
"""Bytes in which chunks wait, on a cluster of this machine alone; they take far less."""


class Ray:
    """A Ray cluster: the one at `address` (`ray://host:port`); without an address, the one that the
    environment variable RAY_ADDRESS names, or else one on this machine, made for the occasion.

    A program that called `ray.init` itself goes on with its own cluster.
    """

    def __init__(self, address: str | None = None) -> None:
        if find_spec("ray") is None:
            raise InputError(
                "the engine 'ray' needs the package ray", hint="pip install 'corrigenda[ray]'"
            )
        self.address = address
        self.crew: _Crew | None = None
        self.connected = False

    def results(
        self, function: Callable[[list[T]], list[R]], chunks: Iterator[list[T]], jobs: int | None
    ) -> Iterator[list[R]]:
        """Yield what the function makes of each chunk, in their order, by `jobs` workers (without
        it, one for each processor of the cluster)."""
        if self.crew is None:
            self._connect()
            self.crew = _Crew()
        return self.crew.results(function, chunks, jobs)

    def close(self) -> None:
        """End the workers, and leave the cluster; one that was made for the occasion ends."""
        if self.crew is not None:
            self.crew.dismiss()
            self.crew = None
        if self.connected:
            _ray().shutdown()
            self.connected = False

    def _connect(self) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or it warns
        with _signals_kept(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ray = _ray()
            if ray.is_initialized():
                return
            _keep_quiet()
            address = self.address or os.environ.get("RAY_ADDRESS")
            own = {} if address else {"include_dashboard": False, "object_store_memory": STORE}
            try:
                _knock(address)
                ray.init(
                    address or "local", log_to_driver=False, logging_level=logging.CRITICAL, **own
                )
            except (OSError, TimeoutError, RuntimeError, ValueError) as error:
                reason = (str(error).strip() or type(error).__name__).splitlines()[0]
                raise InputError(
                    f"cannot use the Ray cluster {address or 'on this machine'}: {reason}",
                    hint="is `ray start --head` running there? On this machine alone: 'ray'",
                ) from None
        self.connected = True


def _ray() -> Any:
    """Return the package, which need not be installed."""
    return import_module("ray")


def _knock(address: str | None) -> None:
    """Raise an OSError if nobody listens there: Ray itself would try for many minutes."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Keep Ray from taking over signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _keep_quiet() -> None:
    """Keep Ray from printing: to standard output, even, which is the place of results."""
    with suppress(ImportError):
        worker: Any = import_module("ray._private.worker")
        worker.print_to_stdstream = lambda *_, **__: None


class _Computer:
    """A worker, as it is at its own end."""

    def __init__(self) -> None:
        gc.freeze()  # what Ray itself holds stays

    def version(self) -> str:
        from corrigenda._version import __version__ as version

        return version

    def compute(self, function: Callable[[list[T]], list[R]], chunks: bytes) -> Any:
        """Return the results of each chunk, pickled, and how long they took, or an error: one that
        the caller can be sent."""
        started = time.monotonic()
        try:
            results = _pickled([function(chunk) for chunk in pickle.loads(chunks)])
        except Exception as error:  # whatever it is, it is the caller's
            return None, error
        return results, time.monotonic() - started


def _pickled(data: list[Any]) -> bytes:
    """Return data as bytes, which Ray passes on as they are: its own pickler, which can do more,
    takes longer with many small objects."""
    return pickle.dumps(data, pickle.HIGHEST_PROTOCOL)


class _Worker:
    """A worker, as it is seen from here."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.ready = self.lost = False


class _Piece:
    """Some chunks on their way, until their results are here."""

    def __init__(self, function: Any, chunks: list[Any]) -> None:
        self.function, self.chunks = function, _pickled(chunks)
        self.tries = 0
        self.wanted = True
        self.done = False
        self.results: list[Any] = []
        self.failure: Exception | None = None


class _Crew:
    """The workers of a run."""

    def __init__(self) -> None:
        self.workers: list[_Worker] = []
        self.free: deque[_Worker] = deque()  # a worker is in it once for each chunk it can take
        self.again: deque[_Piece] = deque()  # whose workers were lost
        self.events: SimpleQueue[tuple[_Worker, _Piece | None, Future[Any]]] = SimpleQueue()
        """What came from workers: their versions (without a piece), and results."""
        self.together = 1
        """Chunks that make a piece."""
        self.limit: int | None = None
        self.failures = 0
        self.looked = 0.0

    # --- work ----------------------------------------------------------------------------------

    def results(
        self, function: Callable[[list[T]], list[R]], chunks: Iterator[list[T]], jobs: int | None
    ) -> Iterator[list[R]]:
        """Yield what the function makes of each chunk, in their order."""
        sent = _ray().put(function)
        self.limit = jobs
        self.looked = 0.0
        self.together = 1
        window: deque[_Piece] = deque()  # in the order of the work
        more = True
        try:
            while more or window:
                while more and len(window) < 2 * AT_ONCE * len(self.workers) and self._has_free():
                    some = list(islice(chunks, self.together))
                    if some:
                        window.append(_Piece(sent, some))
                        self._send(window[-1])
                    else:
                        more = False
                if window and window[0].done:
                    first = window.popleft()
                    if first.failure is not None:
                        raise first.failure
                    yield from first.results
                elif more or window:
                    self._advance()
        finally:
            for piece in window:  # the work was interrupted: nobody wants the rest
                piece.wanted = False

    def _has_free(self) -> bool:
        """Can a worker take new work? What was lost comes first."""
        while self.free:
            if self.free[0].lost:
                self.free.popleft()
            elif self.again:
                self._send(self.again.popleft())
            else:
                return True
        return False

    def _send(self, piece: _Piece) -> None:
        worker = self.free.popleft()
        piece.tries += 1
        self._expect(worker.actor.compute.remote(piece.function, piece.chunks), worker, piece)

    def _expect(self, reference: Any, worker: _Worker, piece: _Piece | None) -> None:
        events = self.events
        reference.future().add_done_callback(lambda future: events.put((worker, piece, future)))

    def _advance(self) -> None:
        """Wait for something to happen, and see to it."""
        worker, piece, future = self._event()
        exceptions = import_module("ray.exceptions")
        try:
            value = future.result()
        except exceptions.RayTaskError as error:  # the worker is there, but cannot even begin
            raise _cannot_begin(error) from None
        except exceptions.RayError as error:
            self._lose(worker, error)
            if piece is not None and piece.wanted:
                self._retry(piece)
            self._has_free()  # which sends it again, if it can
            return
        if piece is None:
            self._welcome(worker, value)
        else:
            results, outcome = value
            if results is None:
                piece.failure = outcome
            else:
                piece.results = pickle.loads(results)
                each = outcome / len(piece.results)
                self.together = int(min(max(TASK / max(each, 1e-6), 1), MOST))
            piece.done = True
            if not worker.lost:
                self.free.append(worker)
        self._has_free()

    def _event(self) -> tuple[_Worker, _Piece | None, Future[Any]]:
        since = time.monotonic()
        while True:
            if time.monotonic() - self.looked > PAUSE:
                self._hire()
            with suppress(Empty):
                return self.events.get(timeout=1.0)
            nobody = not any(worker.ready for worker in self.workers)
            if nobody and time.monotonic() - since > PATIENCE:
                raise InputError(
                    f"the cluster had no processor to spare for {PATIENCE:.0f} seconds",
                    hint="see `ray status`: are there machines, and are they taken?",
                )

    def _retry(self, piece: _Piece) -> None:
        if piece.tries >= TRIES:
            raise InputError(
                f"a worker process was ended from outside {TRIES} times at the same work, perhaps "
                "for lack of memory",
                hint="give each worker more memory, or see which sentences are very long",
            )
        self.again.append(piece)

    # --- workers -------------------------------------------------------------------------------

    def _hire(self) -> None:
        """Ask for as many workers as there are processors, or as are wanted."""
        ray = _ray()
        self.looked = time.monotonic()
        processors = int(ray.cluster_resources().get("CPU", 0))
        wanted = max(1, processors if self.limit is None else self.limit)
        computer = ray.remote(num_cpus=1, max_restarts=0)(_Computer)
        while len(self.workers) < wanted:
            worker = _Worker(computer.remote())
            self.workers.append(worker)
            self._expect(worker.actor.version.remote(), worker, None)

    def _welcome(self, worker: _Worker, version: str) -> None:
        if version != __version__:
            raise InputError(
                f"a machine of the cluster has corrigenda {version}, this one has {__version__}",
                hint="install the same version everywhere: other versions may give other numbers",
            )
        worker.ready = True
        self.failures = 0
        self.free.extend([worker] * AT_ONCE)

    def _lose(self, worker: _Worker, error: Exception) -> None:
        if worker.lost:
            return
        worker.lost = True
        self.workers.remove(worker)
        self.looked = 0.0  # ask for another one
        if not worker.ready:
            self.failures += 1
            if self.failures >= TRIES:
                raise _cannot_begin(error)

    def dismiss(self) -> None:
        """End all workers."""
        for worker in self.workers:
            with suppress(Exception):  # it may be gone already
                _ray().kill(worker.actor)


def _cannot_begin(error: Exception) -> InputError:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return InputError(
        f"workers of the cluster cannot begin: {lines[-1] if lines else type(error).__name__}",
        hint="corrigenda, in the same version, must be installed on each machine",
    )
