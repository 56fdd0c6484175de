"""Worker processes on this machine, and the pipes through which units and rows travel."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeAlias

from lamp.experiments.rows import Row
from lamp.experiments.runner import Runner
from lamp.experiments.scheduler import Unit
from lamp.util import WorkerProcess, spawn_context

MakeRunner: TypeAlias = Callable[[int], Runner]
"""Makes the runner of a worker, given how many workers there are."""


class Ready(NamedTuple):
    """A worker has nothing to do."""


class Began(NamedTuple):
    """A worker has begun the first run of its unit; each row means that the next has begun."""


Message: TypeAlias = Ready | Began | Row


class Worker:
    """A worker process, as the driver sees it."""

    def __init__(self, make: MakeRunner, jobs: int) -> None:
        self._process = WorkerProcess(spawn_context(), work, make, jobs)
        self._process.start()
        self.pipe = self._process.pipe
        self.is_ready = False
        self.has_started = False
        self.unit: Unit | None = None
        self.remaining: list[int] = []
        """Runs of the unit whose rows have not come."""
        self.run: int | None = None
        """The run under way."""
        self.run_started = time.monotonic()

    def assign(self, unit: Unit) -> None:
        """Let the worker run a unit."""
        self.unit, self.remaining, self.run, self.is_ready = unit, list(unit.runs), None, False
        self.pipe.send(unit)

    def after_current_run(self) -> list[int]:
        """The runs of the unit whose rows have not come, but for the one under way."""
        return [run for run in self.remaining if run != self.run]

    def messages(self) -> Iterator[Message]:
        """The messages that have come since; EOFError or OSError once the worker is dead."""
        while self.pipe.poll():
            message: Message = self.pipe.recv()
            self._update(message)
            yield message

    def _update(self, message: Message) -> None:
        match message:
            case Ready():
                self.is_ready = self.has_started = True
                self.unit, self.run = None, None
            case Began():
                self._begin_next_run()
            case Row():
                self.remaining.remove(message.run)
                self._begin_next_run()

    def _begin_next_run(self) -> None:
        self.run = self.remaining[0] if self.remaining else None
        self.run_started = time.monotonic()

    def end(self) -> str:
        """End the process (it keeps nothing); how it ended, if it was dead already."""
        return self._process.end()

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()


def work(pipe: Connection[Any, Any], make: MakeRunner, jobs: int) -> None:
    """Run units from a pipe until it ends."""
    runner = make(jobs)
    while True:
        pipe.send(Ready())
        unit = pipe.recv()
        for row in runner.run(unit, partial(_send_began, pipe, unit), lambda: False):
            pipe.send(row)


def _send_began(pipe: Connection[Any, Any], unit: Unit, run: int) -> None:
    if run == unit.runs[0]:
        pipe.send(Began())
