"""Progress of long work: reported by the code that does it, shown by listeners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Say: TypeAlias = Callable[[str], object]
"""Shows a text in place of the previous one."""

_listeners: list[Say] = []


def report_progress(text: str) -> bool:
    """Pass a text to all listeners; return whether there are any."""
    for say in _listeners:
        say(text)
    return bool(_listeners)


@contextmanager
def progress_shown_by(say: Say) -> Iterator[None]:
    """Make a function a listener for the duration of this context."""
    _listeners.append(say)
    try:
        yield
    finally:
        _listeners.remove(say)
