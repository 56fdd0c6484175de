"""Elevators: a building with shafts, gates and coins, and the person who collects them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Self

from lamp.drawing.domains.elevators.coins import COIN, Purse, coin_at, coin_points
from lamp.drawing.domains.elevators.floor_plan import (
    FLOOR_HEIGHT,
    SHAFT_WIDTH,
    FloorPlan,
    floor_plan,
)
from lamp.drawing.domains.legend import with_legend
from lamp.drawing.domains.painter import Painter, States
from lamp.drawing.domains.scene import Facts, Scene
from lamp.drawing.domains.symbols import person
from lamp.drawing.domains.wording import listed
from lamp.drawing.svg.elements import arrow_head, element, group, name_tag, path, rectangle
from lamp.drawing.svg.geometry import Box, Point, Size
from lamp.drawing.svg.legend import LegendEntry

LEFT, TOP, RIGHT = 44.0, 14.0, 18.0
LABELS = 26.0
"""The height of the names of positions below the building."""
PERSON = 36.0
"""The height of the collector."""
LEAST_WIDTH = 330.0
NAME_SIZE = 13.0


class ElevatorsPainter(Painter):
    """Draws the building, with the base floor at the bottom."""

    predicates = (("dec_f", 2), ("dec_p", 2), ("at", 2), ("in", 2), ("shaft", 2))

    def __init__(self, scene: Scene, plan: FloorPlan) -> None:
        self.title = f"{scene.name}: a building with elevators"
        self._plan = plan.moved(LEFT, TOP)
        self._gates = scene.initial.pairs("gate")
        self._base = [*scene.initial.ones("basefloor")[:1], *scene.initial.ones("basepos")[:1]]
        width = max(LEFT + plan.size.width + RIGHT, LEAST_WIDTH)
        bottom = TOP + plan.size.height + LABELS
        self._purse = Purse(
            scene.objects(("coin-at", 3, 0), ("have", 1, 0)), Box(RIGHT, bottom, width, 0.0)
        )
        self.size, key = with_legend(Size(width, bottom + self._purse.height + 8.0), _entries())
        self._walls = "\n".join([*self._structure(), key])

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of a building that is not too large."""
        plan = floor_plan(scene)
        return cls(scene, plan) if plan else None

    def sentences(self, facts: Facts) -> Iterator[str]:
        """The positions of the collector, the elevators and the coins; the coins collected."""
        for lift in facts.ones("inside")[:1]:
            yield f"The collector is inside elevator {lift}."
        for floor, position in facts.pairs("at")[:1]:
            gate = ", at a gate" if (floor, position) in self._gates else ""
            yield f"The collector is on foot at floor {floor}, position {position}{gate}."
        for lift, floor in facts.pairs("in"):
            yield f"Elevator {lift} is at floor {floor}."
        for coin, floor, position in facts.triples("coin-at"):
            yield f"Coin {coin} lies at floor {floor}, position {position}."
        yield f"Collected: {listed(facts.ones('have'))}."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """The building, the last step, cabins, coins, the collector."""
        yield self._walls
        yield self._last_step(facts, states)
        inside = facts.ones("inside")[:1]
        for lift, floor in dict(facts.pairs("in")).items():
            yield self._cabin(lift, floor, boarded=lift in inside)
        yield from self._lying_coins(facts)
        yield from self._purse.elements({*facts.ones("have")})
        for floor, position in facts.pairs("at")[:1]:
            foot = self._standing(floor, position)
            if foot and not inside:
                yield group(foot, person(PERSON), data_person=f"{floor} {position}")

    def _structure(self) -> Iterator[str]:
        """What the problem fixes: rooms, shafts, gates, the entrance."""
        yield rectangle(self._plan.walls, "wall", 2.0)
        for lift, left in self._plan.shafts.items():
            box = Box(left, TOP, SHAFT_WIDTH, self._plan.walls.height)
            yield element("g", rectangle(box, "shaft"), data_shaft=lift)
        yield from self._storeys()
        yield from self._columns()
        for floor, position in self._gates:
            room = self._plan.room(floor, position)
            if room:
                yield element("g", _gate(room), data_gate=f"{floor} {position}")
        entrance = self._plan.room(*self._base) if len(self._base) == 2 else None
        if entrance:
            yield _door(entrance.x + 5.0, entrance.y + entrance.height)

    def _storeys(self) -> Iterator[str]:
        """The floors with their names."""
        x, _, width, _ = self._plan.walls
        for floor in self._plan.floors:
            y = self._plan.top(floor) + FLOOR_HEIGHT
            yield path([(x, y), (x + width, y)], "storey")
            yield name_tag((LEFT / 2, y - FLOOR_HEIGHT / 2), floor, LEFT - 8.0, NAME_SIZE)

    def _columns(self) -> Iterator[str]:
        """The positions with their names."""
        _, top, _, height = self._plan.walls
        for position, (left, width) in self._plan.columns.items():
            below = (left + width / 2, top + height + 14.0)
            yield path([(left, top), (left, top + height)], "column")
            yield name_tag(below, position, width - 4.0, NAME_SIZE)

    def _cabin(self, lift: str, floor: str, *, boarded: bool) -> str:
        """The cabin of an elevator at its floor, with the collector in it or not."""
        box = self._plan.cabin(lift, floor)
        if box is None:
            return ""
        middle, bottom = box.x + box.width / 2, box.y + box.height
        tag = name_tag((middle, box.y + 10.0), lift, box.width - 2.0, 12.0)
        who = group((middle, bottom - 3.0), person(PERSON), data_person=lift) if boarded else ""
        data = {"data_lift": lift, "data_floor": floor}
        return element("g", rectangle(box, "cabin", 3.0), tag, who, **data)

    def _standing(self, floor: str, position: str) -> Point | None:
        """The point where a person stands in a room."""
        room = self._plan.room(floor, position)
        return Point(room.x + 17.0, room.y + room.height - 2.0) if room else None

    def _last_step(self, facts: Facts, states: States) -> str:
        """An arrow from the position in the state before, if the collector walked."""
        before = Facts(states[-2]) if len(states) > 1 else facts
        rooms = [room for state in (before, facts) for room in state.pairs("at")[:1]]
        ends = [end for end in (self._standing(*room) for room in rooms) if end]
        if len(ends) < 2 or ends[0] == ends[1]:
            return ""
        start, end = (Point(x, y - PERSON / 2) for x, y in ends)
        side = (start.x > end.x) - (start.x < end.x)
        tip = Point(end.x + 10.0 * side, end.y)
        return path([start, tip], "step") + arrow_head(start, tip, "step head")

    def _lying_coins(self, facts: Facts) -> Iterator[str]:
        """The coins in rooms, each in one; a collected coin is in none."""
        rooms = {coin: (floor, position) for coin, floor, position in facts.triples("coin-at")}
        lying = defaultdict(list)
        for coin, room in rooms.items():
            if not facts.holds("have", coin):
                lying[room].append(coin)
        for room, coins in lying.items():
            box = self._plan.room(*room)
            points = coin_points(box, len(coins)) if box else ()
            for coin, point in zip(coins, points, strict=False):
                yield element("g", coin_at(coin, point), data_coin=coin, data_at=" ".join(room))


def _gate(room: Box) -> str:
    """A gate: posts at both sides of a room, with a barrier across."""
    left, right, top = room.x + 3.0, room.x + room.width - 3.0, room.y + 14.0
    foot = room.y + room.height - 2.0
    back = rectangle(Box(left, top, right - left, foot - top), "gateway")
    posts = [path([(side, top - 2.0), (side, foot)], "post") for side in (left, right)]
    return "".join([back, *posts, path([(left, top), (right, top)], "beam")])


def _door(x: float, foot: float) -> str:
    """The door through which the building is entered."""
    return rectangle(Box(x, foot - 48.0, 24.0, 47.0), "door", 2.0)


def _entries() -> list[LegendEntry]:
    """The legend."""
    return [
        LegendEntry(rectangle(Box(10, 3, 14, 18), "cabin", 3.0), "elevator"),
        LegendEntry(_gate(Box(2, -8, 30, 31)), "gate"),
        LegendEntry(rectangle(Box(11, 4, 12, 18), "door", 2.0), "entrance"),
        LegendEntry(coin_at("", Point(17.0, 12.0), COIN - 2.0), "coin"),
    ]
