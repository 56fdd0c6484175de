"""Progress of work that takes long: from where it is done to where it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Say: TypeAlias = Callable[[str], object]
"""Shows a text, in place of the one before."""

_listeners: list[Say] = []


def report_progress(text: str) -> bool:
    """Show how far work is; whether anything shows it."""
    for say in _listeners:
        say(text)
    return bool(_listeners)


@contextmanager
def progress_shown_by(say: Say) -> Iterator[None]:
    """Have a function show the progress of what is done in this context."""
    _listeners.append(say)
    try:
        yield
    finally:
        _listeners.remove(say)
