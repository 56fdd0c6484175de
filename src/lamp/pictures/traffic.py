"""The things of a tireworld: cars, tires and flags, drawn around their lower middle."""

from __future__ import annotations

from lamp.pictures.elements import circle, element, path

CAR_WIDTH, CAR_HEIGHT = 40.0, 23.0


def tire(at: tuple[float, float], radius: float = 7.0) -> str:
    """A spare tire, seen from the side."""
    rubber, rim = circle(at, radius, "rubber"), circle(at, radius * 0.42, "rim")
    return f"{rubber}{rim}"


def car(*, flat: bool, spare: bool) -> str:
    """A car above its place: it leans on a flat tire, and a spare lies on its roof."""
    lean = 0.16 if flat else 0.0
    body = [(-19, -6), (-19, -11), (-11, -12), (-6, -18), (8, -18), (13, -12), (19, -10), (19, -6)]
    window = [(-7, -12), (-4, -16), (1, -16), (1, -12)]
    rear = [(3, -12), (3, -16), (7, -16), (10, -12)]
    parts = [path(_leaning(body, lean), "body", closed=True)]
    parts += [path(_leaning(pane, lean), "pane", closed=True) for pane in (window, rear)]
    parts += [_wheel(-11.0), _flat_wheel(11.0) if flat else _wheel(11.0)]
    return "".join(parts) + (tire((1.0, -22.5), 5.5) if spare else "")


def _leaning(points: list[tuple[int, int]], lean: float) -> list[tuple[float, float]]:
    """Points of a body that is lower on the right."""
    return [(x, y + lean * (x + 6)) for x, y in points]


def _wheel(x: float) -> str:
    return tire((x, -5.0), 5.0)


def _flat_wheel(x: float) -> str:
    """A wheel without air: broad, low, and of the colour of danger."""
    rubber = element("ellipse", class_="flat", cx=x, cy=-2.4, rx=7.5, ry=2.8)
    return rubber + circle((x, -3.6), 1.8, "rim")


def flag() -> str:
    """A flag on a pole that stands at its place."""
    pole = path([(0, 0), (0, -30)], "pole")
    return pole + path([(0, -30), (15, -25), (0, -19)], "pennant", closed=True)
