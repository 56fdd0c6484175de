"""Aircraft with their passengers and tanks, drawn around their middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lamp.pictures.elements import (
    Box,
    Point,
    Size,
    arrow_head,
    element,
    group,
    name_tag,
    path,
    rectangle,
    words,
)
from lamp.pictures.figures import figure

SEAT = 26.0
"""The room of one passenger."""
LEAST_WIDTH = 84.0
HEIGHT = 74.0
HULL = 8.0
"""Where the upper side of the fuselage is, below the middle."""


@dataclass(frozen=True, slots=True)
class Passenger:
    """Somebody in an aircraft or in its door."""

    name: str
    seat: int
    doing: str
    """`in`, `boarding` or `debarking`."""


@dataclass(frozen=True, slots=True)
class Plane:
    """How an aircraft looks."""

    name: str
    passengers: Sequence[Passenger]
    fuel: int | None
    """How many levels of fuel are left; None where that is not known."""
    levels: int
    note: str
    """What it is doing."""


def plane_size(num_persons: int) -> Size:
    """How large an aircraft is in which all persons have a seat."""
    return Size(max(LEAST_WIDTH, num_persons * SEAT + 34.0), HEIGHT)


def plane(look: Plane, size: Size, *, leftwards: bool) -> str:
    """An aircraft: passengers look out of it, those in its door stand higher."""
    half = size.width / 2
    seated = "".join(_passenger(one, look.name, half) for one in look.passengers)
    sign = -1.0 if leftwards else 1.0
    hull = [(-38, -10), (-30, 0), (26, 0), (36, 7), (30, 14), (-28, 14), (-34, 4)]
    stretch = half / 38.0
    points = [(sign * x * stretch, HULL - 6.0 + y) for x, y in hull]
    wing = [(sign * x, HULL - 6.0 + y) for x, y in [(-6, 9), (8, 9), (-10, 19), (-18, 19)]]
    body = path(points, "plane", closed=True) + path(wing, "wing", closed=True)
    tag = name_tag((0.0, HULL + 1.0), look.name, size.width - 30.0, 12.0)
    return seated + body + tag + _gauge(look) + words((0.0, 36.0), look.note, "note tag")


def _passenger(who: Passenger, plane_name: str, half: float) -> str:
    """A figure half in the fuselage, or upon it with an arrow that says in or out."""
    x = -half + 24.0 + who.seat * SEAT
    doing = {"in": "in"}.get(who.doing, who.doing)
    arrow = ""
    y = 20.0
    if who.doing != "in":
        y = 2.0
        ends = [Point(x + 10.0, -14.0), Point(x + 10.0, -1.0)]
        start, tip = ends if who.doing == "boarding" else ends[::-1]
        arrow = path([start, tip], "move") + arrow_head(start, tip, "move head", 6.0)
    tooltip = element("title", f"{who.name} {doing} {plane_name}")
    tag = name_tag((x, y - 34.0), who.name, SEAT, 10.0)
    data = {"data_person": who.name, "data_doing": who.doing, "data_aircraft": plane_name}
    return element("g", tooltip, group((x, y), figure()), tag, arrow, **data)


def _gauge(look: Plane) -> str:
    """The tank: a cell for each level, filled from the left."""
    cells = max(look.levels - 1, 0)
    if look.fuel is None or not cells:
        return ""
    width = 64.0 / cells
    return element(
        "g",
        *(
            rectangle(
                Box(-32.0 + number * width, 20.0, width - 1.5, 6.0),
                "fuel" if number < look.fuel else "no fuel",
            )
            for number in range(cells)
        ),
        data_level=str(look.fuel),
    )
