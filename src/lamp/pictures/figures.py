"""People: small figures that stand at their place."""

from __future__ import annotations

from lamp.pictures.elements import circle, path

HEIGHT = 28.0
_BODY = (
    (-4.5, -9), (-5.5, -17), (5.5, -17), (4.5, -9), (3.5, 0), (0.7, 0), (0, -8), (-0.7, 0),
    (-3.5, 0),
)  # fmt: skip


def figure(height: float = HEIGHT) -> str:
    """A person, drawn around the middle between the feet."""
    scale = height / HEIGHT
    body = [(x * scale, y * scale) for x, y in _BODY]
    head = circle((0, -23 * scale), 4.8 * scale, "person")
    return head + path(body, "person", closed=True)
