"""Worker processes, as the server sees them: started fast, heard in threads, ended at once.

A worker is forked from a process that has already loaded the planner, where the system can do that;
then it is there within milliseconds. Ending it gives all its memory back, whatever it was doing.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

Target: TypeAlias = "Callable[[Connection[Any, Any]], None]"
PRELOADED = "lamp.web.preloading"


def _context() -> BaseContext:
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([PRELOADED])
        return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Leave Ctrl-C to the server: whatever is started meanwhile never hears it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # when it starts, Ctrl-C is heard again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A process that gets and sends texts; all methods may block, but `end`."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._process: BaseProcess | None = None
        self._is_over = False
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process, unless it was ended before; if it cannot start, it is gone."""
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads where processes fork
        context = _context()
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=self._target, args=(theirs,), daemon=True)  # type: ignore[attr-defined]
        with theirs, _deaf():  # closed here, so that the pipe ends with the worker
            try:
                process.start()
            except (OSError, EOFError):  # what it is forked from has just died
                return
        self._process = process
        if self._is_over:
            process.kill()

    def send(self, text: str) -> None:
        """Tell the worker something; nothing happens if it is gone."""
        with self._lock, contextlib.suppress(OSError):  # the reader of the pipe will see it
            self._pipe.send_bytes(text.encode())

    def receive(self) -> str | None:
        """The next thing that the worker says; nothing, and never more, once it is gone."""
        try:
            return self._pipe.recv_bytes().decode()
        except (EOFError, OSError):
            with self._lock:  # only the reader closes: nothing else may use the pipe then
                self._pipe.close()
            return None

    def end(self) -> None:
        """End the process at once: it keeps nothing."""
        self._is_over = True
        if self._process:
            self._process.kill()

    def reap(self) -> int | None:
        """Wait until the process is gone; its exit code."""
        if not self._process:
            return None
        self._process.join()
        return self._process.exitcode


def ask(target: Target, question: dict[str, Any]) -> dict[str, Any] | None:
    """One answer of a worker to one question; nothing if it died of it."""
    worker = Worker(target)
    worker.start()
    worker.send(json.dumps(question))
    answer = worker.receive()
    worker.end()
    while answer is not None and worker.receive() is not None:
        pass
    worker.reap()
    return json.loads(answer) if answer is not None else None
