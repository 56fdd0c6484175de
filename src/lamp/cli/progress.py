"""A sign of life on stderr for everything that takes longer than a moment."""

from __future__ import annotations

import contextlib
import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from lamp.errors import readable

if TYPE_CHECKING:
    from rich.status import Status
    from rich.text import Text

    from lamp.search import LandmarkPlan

SHOW_AFTER_SECONDS = 1.0
"""Seconds before anything is shown."""


class Waiting:
    """Shows a spinner with a text after a second; silent where stderr is not a terminal."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._status: Status | None = None
        self._lock = threading.Lock()
        self._timer = threading.Timer(SHOW_AFTER_SECONDS, self._show)
        self._timer.daemon = True
        self._over = False

    def __enter__(self) -> Self:
        if sys.stderr and sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._status:
                self._status.stop()

    def say(self, text: str) -> None:
        """Change the text."""
        with self._lock:
            self._text = text
            if self._status:
                self._status.update(_plain(text))

    def announce(self, text: str) -> None:
        """Change the text, and print it where no spinner is shown: this will take a while."""
        self.say(text)
        if sys.stderr and not sys.stderr.isatty():
            with contextlib.suppress(OSError):
                click.echo(text, err=True)

    def compile(self, planner: LandmarkPlan | None = None) -> None:
        """Compile a planner, or load it, and say so if it takes long."""
        from lamp.search import COMPILING, is_compiled, prepare  # noqa: PLC0415

        self.say("preparing the planner")
        if not is_compiled(planner):
            self.announce(COMPILING)
        prepare(planner)

    def grounding(self, culprit: str, actions: int, facts: int) -> None:
        """Tell how far grounding is; a `lamp.grounding.Progress`."""
        self.say(f"grounding {culprit}: {actions:,} actions, {facts:,} facts")

    def _show(self) -> None:
        from rich.console import Console  # noqa: PLC0415

        with self._lock:
            if not self._over:
                self._status = Console(stderr=True).status(_plain(self._text))
                self._status.start()


def _plain(text: str) -> Text:
    """A text in which [brackets] are brackets: names of actions may hold them."""
    from rich.text import Text  # noqa: PLC0415

    return Text(readable(text))
