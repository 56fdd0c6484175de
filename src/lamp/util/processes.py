"""Worker processes: they start without interrupts, end with their parent, and report their death.

Ctrl-C is sent to a whole process group. Only the parent handles it: workers are started while it is
blocked (`interrupts_blocked`) and then ignore it (`init_worker`). A worker ends when its parent has
died, and the parent sees the death of a worker as the end of the pipe between them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

ORPHANED = 3
"""The exit code of a worker whose parent has died or has closed their pipe."""
PARENT_POLL_SECONDS = 0.25
"""Seconds between two checks of a worker whether its parent is alive."""
GRACEFUL_END_SECONDS = 0.5
"""Seconds in which a worker whose pipe has ended should end, before it is killed."""

Target: TypeAlias = Callable[..., None]
"""What a worker runs: a function of a module, called with the worker's end of the pipe first."""


def spawn_context() -> BaseContext:
    """Starts a new interpreter for each process.

    A fork would copy threads and locks of numba and numpy in whatever state they are.
    """
    return multiprocessing.get_context("spawn")


def fork_server_context(preload: str) -> BaseContext:
    """Forks processes from one that has imported a module and runs no threads; else `spawn`."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return spawn_context()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([preload])
    return context


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in this thread; processes that are started meanwhile inherit that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def init_worker() -> None:
    """Make this process a worker: it ignores Ctrl-C, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End once the parent has died, or the fork server, which is the parent for the system."""
    parent, system_parent = multiprocessing.parent_process(), os.getppid()
    while parent and parent.is_alive() and os.getppid() == system_parent:
        parent.join(PARENT_POLL_SECONDS)
    os._exit(ORPHANED)


def worker_pool(
    number: int, prepare: Callable[..., None], *arguments: object
) -> ProcessPoolExecutor:
    """A pool of workers, each of which first calls `prepare`; a death is a `BrokenProcessPool`.

    Workers start when work is submitted: do that with `interrupts_blocked`.
    """
    initializer = partial(_init_and_prepare, prepare, *arguments)
    return ProcessPoolExecutor(number, spawn_context(), initializer)


def _init_and_prepare(prepare: Callable[..., None], *arguments: object) -> None:
    init_worker()
    prepare(*arguments)


class WorkerProcess:
    """A worker and the parent's end of the pipe to it.

    `start` and `join` may block; `kill` may be called at any time and from any thread.
    """

    pipe: Connection[Any, Any]
    """Raises EOFError or OSError once the worker has died."""

    def __init__(self, context: BaseContext, target: Target, *arguments: object) -> None:
        self._context = context
        self._target = target
        self._arguments = arguments
        self._process: BaseProcess | None = None
        self._is_killed = False

    def start(self) -> None:
        """Start the process, and kill it if `kill` was called before.

        Raises OSError or EOFError where it cannot start; its pipe has ended then.
        """
        self.pipe, worker_end = self._context.Pipe()
        process: BaseProcess = self._context.Process(  # type: ignore[attr-defined]
            target=_work, args=(self._target, worker_end, *self._arguments), daemon=True
        )
        with worker_end, interrupts_blocked():  # closed here, so that the pipe ends with the worker
            process.start()
        self._process = process
        if self._is_killed:
            process.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._is_killed = True
        if self._process:
            self._process.kill()

    def join(self) -> int | None:
        """Wait until the process has ended; its exit code, or None if it never started."""
        if not self._process:
            return None
        self._process.join()
        return self._process.exitcode

    def end(self) -> str:
        """End the process, by force if it does not end by itself, and say how it ended."""
        if not self._process:
            return "it did not start"
        self._process.join(GRACEFUL_END_SECONDS)
        code = self._process.exitcode
        if code is None:
            self.kill()
            self.join()
        self.pipe.close()
        return exit_text(code)


def exit_text(code: int | None) -> str:
    """An exit code of `multiprocessing` in words: negative ones are signals."""
    if code is None:
        return "it was ended"
    if code >= 0:
        return f"it ended with code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _work(target: Target, pipe: Connection[Any, Any], *arguments: object) -> None:
    """Be a worker until the target returns or the pipe has ended."""
    init_worker()
    try:
        target(pipe, *arguments)
    except (EOFError, OSError):
        os._exit(ORPHANED)
