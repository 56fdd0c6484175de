"""People: small figures that stand at their place."""

from __future__ import annotations

from lamp.pictures.elements import circle, path

FIGURE_WIDTH, FIGURE_HEIGHT = 14.0, 28.0


def figure() -> str:
    """A person, drawn around the middle between the feet."""
    body = [(-4.5, -9), (-5.5, -17), (5.5, -17), (4.5, -9), (3.5, 0), (0.7, 0), (0, -8), (-0.7, 0)]
    return circle((0.0, -23.0), 4.6, "person") + path([*body, (-3.5, 0)], "person", closed=True)
