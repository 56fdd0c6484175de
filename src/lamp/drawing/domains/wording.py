"""Lists in English."""

from __future__ import annotations

from collections.abc import Sequence


def listed(things: Sequence[str]) -> str:
    """“a”, “a and b”, “a, b and c”; nothing is “none”."""
    if len(things) < 2:
        return things[0] if things else "none"
    return f"{', '.join(things[:-1])} and {things[-1]}"
