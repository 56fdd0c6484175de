"""The connection between a worker and its page: commands come in, messages go out, as JSON."""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Container
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any

from lamp.web.limits import COMMANDS

PROGRESS_SECONDS = 0.25
"""Seconds between two signs of life."""
NICE, NICER = 5, 15
"""How far workers stand back behind the server, which must answer at once; and searches behind all
other work, so that what a page asks for does not wait for the searches of others."""


class Channel:
    """One end of a pipe; once the other end is gone, so is the process."""

    def __init__(self, pipe: Connection[Any, Any]) -> None:
        self._pipe = pipe
        self._inbox: deque[dict[str, Any]] = deque()
        self._news = threading.Condition()
        self._last_sign = -math.inf
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, kind: str, /, **content: Any) -> None:  # noqa: ANN401 (whatever JSON knows)
        """Send a message."""
        self._pipe.send_bytes(json.dumps({"is": kind} | content, allow_nan=False).encode())

    def send_progress(self, kind: str, /, **content: Any) -> None:  # noqa: ANN401
        """Send a sign of life, unless one was sent a moment ago."""
        if time.monotonic() - self._last_sign >= PROGRESS_SECONDS:
            self.send(kind, **content)
            self._last_sign = time.monotonic()

    def receive(self, seconds: float | None) -> dict[str, Any] | None:
        """The next command, or nothing after some seconds; None waits for ever."""
        with self._news:
            self._news.wait_for(lambda: self._inbox, seconds)
            return self._inbox.popleft() if self._inbox else None

    def is_waiting(self, commands: Container[str]) -> bool:
        """Whether one of some commands has come and was not heard yet."""
        with self._news:
            return any(command["do"] in commands for command in self._inbox)

    def _listen(self) -> None:
        """Take what comes, whatever else is being done: who speaks must not have to wait."""
        try:
            while len(self._inbox) < COMMANDS:
                command = json.loads(self._pipe.recv_bytes())
                with self._news:
                    self._inbox.append(command)
                    self._news.notify()
        finally:
            os._exit(1)


def init_worker() -> None:
    """Behave: leave Ctrl-C to the server, stand back behind it, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def lower_priority() -> None:
    """Let this thread stand back behind others, where threads can do that."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICER)


def _end_with_parent() -> None:
    """End with the server, or with what this process was forked from: nothing else would end it."""
    server, origin = parent_process(), os.getppid()
    while server and server.is_alive() and os.getppid() == origin:
        server.join(PROGRESS_SECONDS)
    os._exit(1)
