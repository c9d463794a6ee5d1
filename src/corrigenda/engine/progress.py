"""A progress bar on standard error for work that takes longer than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before the bar appears: quick work stays quiet."""


class Bar:
    """Shows how far a job has come, on a terminal only.

    with Bar("Scoring", total=1312) as bar:
        bar.advance(128)
    """

    def __init__(self, label: str, total: int | None = None) -> None:
        self.label, self.total = label, total
        self.done = 0
        self.started = time.monotonic()
        self.shown: Progress | None = None
        self.task: TaskID | None = None
        self.wanted = sys.stderr.isatty()

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.shown is not None:
            self.shown.stop()

    def advance(self, steps: int) -> None:
        self.done += steps
        if not self.wanted:
            return
        if self.shown is None and time.monotonic() - self.started > PATIENCE:
            self._show()
        if self.shown is not None and self.task is not None:
            self.shown.update(self.task, completed=self.done)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self.shown = Progress(
            "{task.description}",
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self.shown.start()
        self.task = self.shown.add_task(self.label, total=self.total, completed=self.done)
