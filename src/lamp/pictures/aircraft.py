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
LEAST_WIDTH, HEIGHT = 86.0, 80.0
HULL = 4.0
"""The upper side of the fuselage, below the middle."""
DOOR = HULL + 7.0
"""The middle of the fuselage, where lines to cities begin."""
SEATED, STANDING = 20.0, 5.0
"""Where the feet of passengers are: hidden in the fuselage, or on it for those in the door."""
TANK = Box(-32.0, 22.0, 64.0, 7.0)
_FIN = ((-1.0, -11), (-0.86, -11), (-0.62, 1), (-0.9, 6))
_WING = ((-0.12, 13), (0.16, 13), (-0.16, 18), (-0.3, 18))
"""In halves of the width, and from the upper side of the fuselage down."""


@dataclass(frozen=True, slots=True)
class Passenger:
    """A person in an aircraft, or in its door."""

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
    most_fuel: int
    note: str
    """What it is doing."""
    leftwards: bool


def plane_size(num_persons: int) -> Size:
    """How large an aircraft is in which all persons have a seat."""
    return Size(max(LEAST_WIDTH, num_persons * SEAT + 34.0), HEIGHT)


def plane(look: Plane, size: Size) -> str:
    """An aircraft: passengers look out of it, those in its door stand on it."""
    half = size.width / 2
    return "".join(
        [
            *(_passenger(one, half) for one in look.passengers),
            _hull(half, -1.0 if look.leftwards else 1.0),
            name_tag((0.0, DOOR), look.name, size.width - 34.0, 12.0),
            _tank(look),
            words((0.0, 39.0), look.note, "note tag") if look.note else "",
        ]
    )


def _hull(half: float, sign: float) -> str:
    """The fuselage with fin and wing; its nose points to the right if `sign` is 1."""
    back, front = sign * -half * 0.9, sign * half * 0.7
    curve = (
        f"M{back:.1f} {HULL:g}L{front:.1f} {HULL:g}Q{sign * half:.1f} {HULL + 1:g} "
        f"{sign * half:.1f} {HULL + 8:g}Q{sign * half:.1f} {HULL + 14:g} {front:.1f} {HULL + 14:g}"
        f"L{back * 0.8:.1f} {HULL + 14:g}Z"
    )
    fin, wing = (
        path([(sign * x * half, HULL + y) for x, y in shape], kind, closed=True)
        for shape, kind in ((_FIN, "wing"), (_WING, "wing"))
    )
    return fin + element("path", class_="plane", d=curve) + wing


def _passenger(who: Passenger, half: float) -> str:
    """A figure half in the fuselage, or upon it with an arrow that says in or out."""
    x = -half + 26.0 + who.seat * SEAT
    inside = who.doing == "in"
    foot = SEATED if inside else STANDING
    tag = name_tag((x, foot - 35.0), who.name, SEAT - 2.0, 11.0)
    arrow = "" if inside else _arrow(x + 11.0, upwards=who.doing == "debarking")
    data = {"data_person": who.name, "data_doing": who.doing}
    return element("g", group((x, foot), figure()), tag, arrow, **data)


def _arrow(x: float, *, upwards: bool) -> str:
    """An arrow into the aircraft or out of it."""
    top, bottom = Point(x, -17.0), Point(x, HULL - 1.0)
    start, tip = (bottom, top) if upwards else (top, bottom)
    return path([start, tip], "move") + arrow_head(start, tip, "move head", 8.0)


def _tank(look: Plane) -> str:
    """The tank: a cell for each level, filled from the left."""
    if look.fuel is None or not look.most_fuel:
        return ""
    width = TANK.width / look.most_fuel
    cells = [
        rectangle(
            Box(TANK.x + number * width, TANK.y, width - 2.0, TANK.height),
            "fuel" if number < look.fuel else "no fuel",
        )
        for number in range(look.most_fuel)
    ]
    return element("g", *cells, data_fuel=look.fuel)
