"""Progress on standard error for work that takes longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

from corrigenda.engine.parallel import using

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before the bar appears: quick work stays quiet."""

PAUSE = 60.0
"""Seconds between lines where standard error is a file or a pipe."""


class Bar:
    """Show how far the work in a block has come: a bar on a terminal, a line per minute in a file.

    with Bar("Scoring", total=1312):
        evaluate(...)
    """

    def __init__(self, label: str, total: int | Callable[[], int | None] | None = None) -> None:
        self.label, self._total = label, total
        self.done = 0
        self.started = self.last_line = time.monotonic()
        self.display: Progress | None = None
        self.task: TaskID | None = None
        self.terminal = sys.stderr is not None and sys.stderr.isatty()
        self._shown = ExitStack()

    def __enter__(self) -> Bar:
        self._shown.enter_context(using(progress=self))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._shown.close()
        if self.display is not None:
            self.display.stop()

    @property
    def total(self) -> int | None:
        """How many steps there are, if that is known; counted when it is first asked for."""
        if callable(self._total):
            self._total = self._total()
        return self._total

    def expect(self, steps: int) -> None:
        """Say how many more steps there are."""
        self._total = self.done + steps

    def advance(self, steps: int) -> None:
        """Count steps as done."""
        self.done += steps
        now = time.monotonic()
        if not self.terminal:
            if now - self.last_line > PAUSE:
                self.last_line = now
                self._print_line(now - self.started)
            return
        if self.display is None and now - self.started > PATIENCE:
            self._show()
        if self.display is not None and self.task is not None:
            self.display.update(self.task, completed=self.done, total=self.total)

    def _print_line(self, seconds: float) -> None:
        of = rest = ""
        if self.total:
            of = f"/{self.total} ({self.done / self.total:.0%})"
            rest = f", {_duration(seconds * (self.total - self.done) / max(self.done, 1))} left"
        message = f"{self.label}: {self.done}{of} in {_duration(seconds)}{rest}"
        print(f"corrigenda: {message}", file=sys.stderr, flush=True)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self.display = Progress(
            "{task.description}",
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self.display.start()
        self.task = self.display.add_task(self.label, total=self.total, completed=self.done)


def _duration(seconds: float) -> str:
    """Return a length of time as hours, minutes and seconds.

    >>> _duration(3725)
    '1:02:05'
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
