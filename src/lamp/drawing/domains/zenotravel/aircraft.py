"""Aircraft with their passengers and tanks, drawn around the origin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lamp.drawing.domains.symbols import person
from lamp.drawing.svg.elements import arrow_head, element, group, name_tag, path, rectangle, text_at
from lamp.drawing.svg.geometry import Box, Point, Size

SEAT = 26.0
"""The width of a seat."""
LEAST_WIDTH, HEIGHT = 86.0, 80.0
HULL = 4.0
"""The upper side of the fuselage, below the middle."""
DOOR = HULL + 7.0
"""The middle of the fuselage, where lines to cities begin."""
SEATED, STANDING = 20.0, 5.0
"""The feet of passengers: hidden in the fuselage, or on it for those who board or debark."""
TANK = Box(-32.0, 22.0, 64.0, 7.0)
_FIN = ((-1.0, -11), (-0.86, -11), (-0.62, 1), (-0.9, 6))
_WING = ((-0.12, 13), (0.16, 13), (-0.16, 18), (-0.3, 18))
"""In halves of the width, and from the upper side of the fuselage down."""


@dataclass(frozen=True, slots=True)
class Passenger:
    """A person in an aircraft, boarding it or debarking."""

    name: str
    seat: int
    doing: str
    """`in`, `boarding` or `debarking`."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The look of an aircraft."""

    name: str
    passengers: Sequence[Passenger]
    fuel: int | None
    """The number of levels of fuel that are left; None where no fact says it."""
    most_fuel: int
    note: str
    """Its activity."""
    leftwards: bool


def plane_size(num_persons: int) -> Size:
    """The size of an aircraft in which all persons have a seat."""
    return Size(max(LEAST_WIDTH, num_persons * SEAT + 34.0), HEIGHT)


def plane_element(plane: Plane, size: Size) -> str:
    """An aircraft: passengers are behind its fuselage, those who board or debark on it."""
    half = size.width / 2
    return "".join(
        [
            *(_passenger(passenger, half) for passenger in plane.passengers),
            _hull(half, -1.0 if plane.leftwards else 1.0),
            name_tag((0.0, DOOR), plane.name, size.width - 34.0, 12.0),
            _tank(plane),
            text_at((0.0, 39.0), plane.note, "note tag") if plane.note else "",
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


def _passenger(passenger: Passenger, half: float) -> str:
    """A person half behind the fuselage, or on it with an arrow into it or out of it."""
    x = -half + 26.0 + passenger.seat * SEAT
    inside = passenger.doing == "in"
    foot = SEATED if inside else STANDING
    tag = name_tag((x, foot - 35.0), passenger.name, SEAT - 2.0, 11.0)
    arrow = "" if inside else _arrow(x + 11.0, upwards=passenger.doing == "debarking")
    data = {"data_person": passenger.name, "data_doing": passenger.doing}
    return element("g", group((x, foot), person()), tag, arrow, **data)


def _arrow(x: float, *, upwards: bool) -> str:
    """An arrow into the aircraft or out of it."""
    top, bottom = Point(x, -17.0), Point(x, HULL - 1.0)
    start, tip = (bottom, top) if upwards else (top, bottom)
    return path([start, tip], "move") + arrow_head(start, tip, "move head", 8.0)


def _tank(plane: Plane) -> str:
    """The tank: a cell for each level, filled from the left."""
    if plane.fuel is None or not plane.most_fuel:
        return ""
    width = TANK.width / plane.most_fuel
    cells = [
        rectangle(
            Box(TANK.x + number * width, TANK.y, width - 2.0, TANK.height),
            "fuel" if number < plane.fuel else "no fuel",
        )
        for number in range(plane.most_fuel)
    ]
    return element("g", *cells, data_fuel=plane.fuel)
