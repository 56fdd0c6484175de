"""Reports on the progress of exact solving."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str], None]
"""Is called with a text from time to time; it may raise an exception to stop the solver."""


def silent(text: str) -> None:
    """Report nothing."""
