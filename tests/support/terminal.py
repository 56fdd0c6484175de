"""A terminal for a process of a test, and what can be read on it."""

from __future__ import annotations

import os
import pty
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.processes import LIMIT


class Terminal:
    """The screen's side of a pseudo-terminal."""

    def __init__(self, screen: int, line: int) -> None:
        self._screen = screen
        self.line = line
        """The process's side: give it as `stdout` or `stderr`."""
        self.text = ""
        """All that was written so far."""

    def read_until(self, words: str, seconds: float = LIMIT) -> str:
        """Wait until some words were written; all that was written so far."""
        end = time.monotonic() + seconds
        while words not in self.text:
            assert self._read(end), f"waited in vain for {words!r}; there is {self.text!r}"
        return self.text

    def read_all(self, seconds: float = LIMIT) -> str:
        """All that is written until the last process has closed the terminal."""
        self.hang_up()
        end = time.monotonic() + seconds
        while self._read(end):
            pass
        return self.text

    def hang_up(self) -> None:
        """Close the process's side here, so that its end can be seen."""
        if self.line >= 0:
            os.close(self.line)
            self.line = -1

    def _read(self, end: float) -> bool:
        """Read some more; false when nothing comes in time, or nothing can come any more."""
        ready, _, _ = select.select([self._screen], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._screen, 4096)
        except OSError:  # this is how Linux tells that no process has the terminal any more
            return False
        self.text += data.decode(errors="replace")
        return bool(data)


@contextmanager
def opened_terminal() -> Iterator[Terminal]:
    """A terminal for as long as the block lasts."""
    screen, line = pty.openpty()
    terminal = Terminal(screen, line)
    try:
        yield terminal
    finally:
        terminal.hang_up()
        os.close(screen)
