"""Worker processes on this machine, and the pipes through which units and rows travel."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeAlias

from lamp.experiments.rows import Row
from lamp.experiments.runner import Runner
from lamp.experiments.scheduler import Unit

MakeRunner: TypeAlias = Callable[[int], Runner]
"""Makes the runner of a worker, given how many workers there are."""
ORPHANED = 3
"""The exit code of a worker whose driver is gone."""


class Ready(NamedTuple):
    """A worker has nothing to do."""


class Began(NamedTuple):
    """A worker has begun the first run of its unit; each row means that the next has begun."""


Message: TypeAlias = Ready | Began | Row


class Worker:
    """A worker process, as the driver sees it."""

    def __init__(self, make: MakeRunner, jobs: int) -> None:
        # Not forked: threads and compiled code may be in the middle of something.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(
            target=work, args=(theirs, make, jobs, os.getpid()), daemon=True
        )
        self._process.start()
        theirs.close()  # so that the pipe ends with the worker
        self.is_ready = False
        self.has_started = False
        self.unit: Unit | None = None
        self.left: list[int] = []
        """Runs of the unit whose rows have not come."""
        self.run: int | None = None
        """The run it is at."""
        self.since = time.monotonic()

    def give(self, unit: Unit) -> None:
        """Let the worker run a unit."""
        self.unit, self.left, self.run, self.is_ready = unit, list(unit.runs), None, False
        self.pipe.send(unit)

    def messages(self) -> Iterator[Message]:
        """What the worker has said since; EOFError or OSError once it is dead."""
        while self.pipe.poll():
            message: Message = self.pipe.recv()
            self._note(message)
            yield message

    def _note(self, message: Message) -> None:
        match message:
            case Ready():
                self.is_ready = self.has_started = True
                self.unit, self.run = None, None
            case Began():
                self._begins()
            case Row():
                self.left.remove(message.run)
                self._begins()

    def _begins(self) -> None:
        self.run = self.left[0] if self.left else None
        self.since = time.monotonic()

    def end(self) -> str:
        """End the process at once (it keeps nothing); how it ended, if it was dead already."""
        self._process.join(0.5 if self._process.exitcode is None else 0)
        code = self._process.exitcode
        if code is None:
            self._process.kill()
            self._process.join()
        self.pipe.close()
        if code is None:
            return "it was ended"
        return f"killed by {_signal(-code)}" if code < 0 else f"it ended with code {code}"

    def kill(self) -> None:
        """End the process without a question."""
        self._process.kill()


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def work(pipe: Connection[Any, Any], make: MakeRunner, jobs: int, driver: int) -> None:
    """Be a worker: run units from a pipe until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def is_orphaned() -> bool:
        return os.getppid() != driver

    try:
        runner = make(jobs)
        while True:
            pipe.send(Ready())
            unit = pipe.recv()
            for row in runner.run(unit, partial(_tell_first, pipe, unit), is_orphaned):
                pipe.send(row)
            if is_orphaned():
                break
    except (EOFError, OSError):
        pass
    os._exit(ORPHANED)  # its driver is gone: there is nothing left to do


def _tell_first(pipe: Connection[Any, Any], unit: Unit, run: int) -> None:
    if run == unit.runs[0]:
        pipe.send(Began())
