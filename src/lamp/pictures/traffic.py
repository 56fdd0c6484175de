"""The things of a tireworld: cars, tires and flags."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.pictures.elements import circle, element, path

CAR_WIDTH, CAR_HEIGHT = 46.0, 30.0
"""With a spare on the roof."""
_BODY = ((-23, -7), (-23, -13), (-13, -14), (-7, -21), (9, -21), (15, -14), (23, -12), (23, -7))
_PANES = (((-9, -14), (-5, -19), (0, -19), (0, -14)), ((3, -14), (3, -19), (8, -19), (12, -14)))


def tire(at: tuple[float, float], radius: float = 7.0) -> str:
    """A tire, seen from the side."""
    return circle(at, radius, "rubber") + circle(at, radius * 0.42, "rim")


def car(*, flat: bool, spare: bool) -> str:
    """A car that stands at its place: it leans on a flat tire, a spare lies on its roof."""
    body = path(_leaning(_BODY, flat), "body", closed=True)
    panes = [path(_leaning(pane, flat), "pane", closed=True) for pane in _PANES]
    wheels = [tire((-13, -6), 6.0), flat_tire(13.0) if flat else tire((13, -6), 6.0)]
    return "".join([tire((1, -23), 6.5) if spare else "", body, *panes, *wheels])


def _leaning(points: Iterable[tuple[int, int]], flat: bool) -> list[tuple[float, float]]:
    """Points of a body, which is lower in front when a tire there is flat."""
    return [(x, y + 0.15 * (x + 4)) if flat else (x, y) for x, y in points]


def flat_tire(x: float) -> str:
    """A tire without air: broad, low, and crossed out."""
    rubber = element("ellipse", class_="flat", cx=x, cy=-3.0, rx=9.5, ry=3.4)
    cross = [path([(x - 5, -9), (x + 5, 1)], "strike"), path([(x + 5, -9), (x - 5, 1)], "strike")]
    return "".join([rubber, *cross])


def flag(height: float) -> str:
    """A flag on a pole that stands at its place."""
    size = min(height * 0.6, 15.0)
    pennant = [(0, -height), (size, -height + 0.4 * size), (0, -height + 0.8 * size)]
    return path([(0, 0), (0, -height)], "pole") + path(pennant, "pennant", closed=True)
