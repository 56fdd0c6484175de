"""Symbols that several domains share: persons and flags."""

from __future__ import annotations

from lamp.drawing.svg.elements import circle, path

PERSON_HEIGHT = 28.0
_BODY = (
    (-4.5, -9), (-5.5, -17), (5.5, -17), (4.5, -9), (3.5, 0), (0.7, 0), (0, -8), (-0.7, 0),
    (-3.5, 0),
)  # fmt: skip


def person(height: float = PERSON_HEIGHT) -> str:
    """A person with the feet at the origin."""
    scale = height / PERSON_HEIGHT
    body = [(x * scale, y * scale) for x, y in _BODY]
    head = circle((0, -23 * scale), 4.8 * scale, "person")
    return head + path(body, "person", closed=True)


def flag(height: float) -> str:
    """A flag on a pole, its foot at the origin."""
    size = min(height * 0.6, 15.0)
    pennant = [(0, -height), (size, -height + 0.4 * size), (0, -height + 0.8 * size)]
    return path([(0, 0), (0, -height)], "pole") + path(pennant, "pennant", closed=True)
