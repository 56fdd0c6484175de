"""Worker processes, as the server sees them: started fast, read in threads, ended at once.

A worker is forked from a process that has already loaded the planner, where the system can do that;
then it starts within milliseconds. Ending it gives all its memory back, whatever it was doing.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from typing import Any

from lamp.util import Target, WorkerProcess, fork_server_context

PRELOADED = "lamp.web.preloading"


class Worker:
    """A process that gets and sends texts; all methods may block, but `end`."""

    def __init__(self, target: Target) -> None:
        self._process = WorkerProcess(fork_server_context(PRELOADED), target)
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process, unless it was ended before; if it cannot start, its pipe has ended."""
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads where processes fork
        with contextlib.suppress(OSError, EOFError):  # the fork server has just died
            self._process.start()

    def send(self, text: str) -> None:
        """Send a text to the worker; nothing happens if it is dead."""
        with self._lock, contextlib.suppress(OSError):  # the reader of the pipe will see it
            self._process.pipe.send_bytes(text.encode())

    def receive(self) -> str | None:
        """The next text of the worker; None once it is dead."""
        try:
            return self._process.pipe.recv_bytes().decode()
        except (EOFError, OSError):
            with self._lock:  # only the reader closes: nothing else may use the pipe then
                self._process.pipe.close()
            return None

    def end(self) -> None:
        """End the process at once: it keeps nothing."""
        self._process.kill()

    def join(self) -> int | None:
        """Wait until the process has ended; its exit code."""
        return self._process.join()


def call_worker(target: Target, content: dict[str, Any]) -> dict[str, Any] | None:
    """The one answer of a worker to a request; None if the worker died."""
    worker = Worker(target)
    worker.start()
    worker.send(json.dumps(content))
    answer = worker.receive()
    worker.end()
    while answer is not None and worker.receive() is not None:
        pass
    worker.join()
    return json.loads(answer) if answer is not None else None
