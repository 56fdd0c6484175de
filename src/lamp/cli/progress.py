"""What a command is doing, on stderr, if it takes longer than a moment."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from lamp.errors import readable
from lamp.util import progress_shown_by

if TYPE_CHECKING:
    from rich.status import Status
    from rich.text import Text

SHOW_AFTER_SECONDS = 1.0
"""Seconds before a spinner is shown on a terminal."""
LINE_SECONDS = 10.0
"""Seconds between two lines, where stderr is not a terminal."""
REPORT_SECONDS = 2.0
"""Seconds between two lines on work that is known to take long, such as compiling."""


class Waiting:
    """Shows a text that changes: beside a spinner on a terminal, else as a line now and then."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._status: Status | None = None
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._began = self._last = time.monotonic()
        self._last_report = -REPORT_SECONDS
        self._contexts = ExitStack()
        self._is_terminal = bool(sys.stderr) and sys.stderr.isatty()

    def __enter__(self) -> Self:
        self._contexts.enter_context(progress_shown_by(self._report))
        target = self._show_later if self._is_terminal else self._print_lines
        threading.Thread(target=target, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._contexts.close()
        with self._lock:
            self._over.set()
            if self._status:
                self._status.stop()

    def say(self, text: str) -> None:
        """Change the text."""
        with self._lock:
            self._text = text
            if self._status:
                self._status.update(_plain(text))

    def say_first_start(self) -> None:
        """Show now that this takes a while, where nothing has been compiled yet."""
        from lamp.util import has_machine_code  # noqa: PLC0415 (most commands run none)

        if not has_machine_code():
            self._report("the first start after an installation: loading")

    def grounding(self, culprit: str, actions: int, facts: int) -> None:
        """Tell how far grounding is; a `lamp.grounding.Progress`."""
        self.say(f"grounding {culprit}: {actions:,} actions, {facts:,} facts")

    def _report(self, text: str) -> None:
        """Change the text and show it now: the work is known to take long."""
        self.say(text)
        if self._is_terminal:
            self._show()
        elif time.monotonic() - self._last_report >= REPORT_SECONDS:
            self._last_report = time.monotonic()
            self._print()

    def _show_later(self) -> None:
        if not self._over.wait(SHOW_AFTER_SECONDS):
            self._show()

    def _show(self) -> None:
        from rich.console import Console  # noqa: PLC0415

        with self._lock:
            if not self._over.is_set() and not self._status:
                self._status = Console(stderr=True).status(_plain(self._text))
                self._status.start()

    def _print_lines(self) -> None:
        while not self._over.wait(max(0.0, self._last + LINE_SECONDS - time.monotonic())):
            if time.monotonic() - self._last >= LINE_SECONDS:
                self._print()

    def _print(self) -> None:
        """Print the text as a line, with the seconds that have passed."""
        with self._lock:
            self._last = time.monotonic()
            if sys.stderr and not self._over.is_set():
                with suppress(OSError, ValueError):  # closed, or full
                    seconds = self._last - self._began
                    click.echo(f"{readable(self._text)} ({seconds:.0f} s)", err=True)


def _plain(text: str) -> Text:
    """A text in which [brackets] are brackets: names of actions may hold them."""
    from rich.text import Text  # noqa: PLC0415

    return Text(readable(text))
