"""How exact solving tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str], None]
"""Is called now and then with a few words; it may raise to stop."""


def silent(text: str) -> None:
    """Report nothing."""
