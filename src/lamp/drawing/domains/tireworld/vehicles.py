"""Cars and tires."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.drawing.svg.elements import circle, element, path

CAR_WIDTH, CAR_HEIGHT = 46.0, 30.0
"""With a spare on the roof."""
_BODY = ((-23, -7), (-23, -13), (-13, -14), (-7, -21), (9, -21), (15, -14), (23, -12), (23, -7))
_PANES = (((-9, -14), (-5, -19), (0, -19), (0, -14)), ((3, -14), (3, -19), (8, -19), (12, -14)))


def tire(centre: tuple[float, float], radius: float = 7.0) -> str:
    """A tire, seen from the side."""
    return circle(centre, radius, "rubber") + circle(centre, radius * 0.42, "rim")


def car(*, flat: bool, spare: bool) -> str:
    """A car, its wheels on the origin: it leans on a flat tire, a spare lies on its roof."""
    body = path(_leaning(_BODY, flat), "body", closed=True)
    panes = [path(_leaning(pane, flat), "pane", closed=True) for pane in _PANES]
    wheels = [tire((-13, -6), 6.0), flat_tire(13.0) if flat else tire((13, -6), 6.0)]
    return "".join([tire((1, -23), 6.5) if spare else "", body, *panes, *wheels])


def _leaning(points: Iterable[tuple[int, int]], flat: bool) -> list[tuple[float, float]]:
    """The points of a car, which is lower in front when a tire is flat."""
    return [(x, y + 0.15 * (x + 4)) if flat else (x, y) for x, y in points]


def flat_tire(x: float) -> str:
    """A flat tire: wide, low, and crossed out."""
    rubber = element("ellipse", class_="flat", cx=x, cy=-3.0, rx=9.5, ry=3.4)
    cross = [path([(x - 5, -9), (x + 5, 1)], "strike"), path([(x + 5, -9), (x - 5, 1)], "strike")]
    return "".join([rubber, *cross])
