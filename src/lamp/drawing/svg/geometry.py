"""Points, sizes and boxes of drawings; `y` grows downwards, as in SVG."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A point of a drawing."""

    x: float
    y: float


class Size(NamedTuple):
    """The size of a box."""

    width: float
    height: float


class Box(NamedTuple):
    """A box by its left and its upper side."""

    x: float
    y: float
    width: float
    height: float
