"""The connection between a worker and its page: commands come in, messages go out, as JSON."""

from __future__ import annotations

import json
import math
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Container
from multiprocessing.connection import Connection
from typing import Any

from lamp.web.limits import COMMANDS

PROGRESS_SECONDS = 0.25
"""Seconds between two progress messages."""
NICE, NICER = 5, 15
"""Niceness of workers, so that the server answers at once; and of searches, so that the commands of
a page do not wait for the searches of other pages."""


class Channel:
    """One end of a pipe; once the other end is gone, so is the process."""

    def __init__(self, pipe: Connection[Any, Any]) -> None:
        self._pipe = pipe
        self._inbox: deque[dict[str, Any]] = deque()
        self._news = threading.Condition()
        self._last_progress = -math.inf
        threading.Thread(target=self._receive_commands, daemon=True).start()

    def send(self, kind: str, /, **content: Any) -> None:  # noqa: ANN401 (any value of JSON)
        """Send a message."""
        self._pipe.send_bytes(json.dumps({"type": kind} | content, allow_nan=False).encode())

    def send_progress(self, kind: str, /, **content: Any) -> None:  # noqa: ANN401
        """Send a progress message, unless one was sent a moment ago."""
        if time.monotonic() - self._last_progress >= PROGRESS_SECONDS:
            self.send(kind, **content)
            self._last_progress = time.monotonic()

    def receive(self, seconds: float | None) -> dict[str, Any] | None:
        """The next command, or nothing after some seconds; None waits for ever."""
        with self._news:
            self._news.wait_for(lambda: self._inbox, seconds)
            return self._inbox.popleft() if self._inbox else None

    def is_waiting(self, commands: Container[str]) -> bool:
        """Whether one of some commands has come and was not received yet."""
        with self._news:
            return any(command["type"] in commands for command in self._inbox)

    def _receive_commands(self) -> None:
        """Receive commands at all times: the server must not wait."""
        try:
            while len(self._inbox) < COMMANDS:
                command = json.loads(self._pipe.recv_bytes())
                with self._news:
                    self._inbox.append(command)
                    self._news.notify()
        finally:
            os._exit(1)


def lower_process_priority() -> None:
    """Let this process run after the server, which must answer at once."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def lower_thread_priority() -> None:
    """Let this thread run after others, where the system knows priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICER)
