"""Elevators: a building with shafts, gates and coins, and who collects them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Self

from lamp.pictures.elements import (
    Box,
    Point,
    Size,
    arrow_head,
    circle,
    element,
    group,
    name_tag,
    path,
    rectangle,
    words,
)
from lamp.pictures.figures import figure
from lamp.pictures.floor_plan import (
    COIN,
    FLOOR_HEIGHT,
    SHAFT_WIDTH,
    FloorPlan,
    coin_spots,
    floor_plan,
)
from lamp.pictures.painter import Painter, States
from lamp.pictures.scene import Facts, Scene
from lamp.pictures.wording import listed

LEFT, TOP, MARGIN = 46.0, 16.0, 18.0
LABELS = 24.0
"""Room below the building for the names of positions."""
PURSE = 34.0


class BuildingPainter(Painter):
    """Draws the building, with the base floor at the bottom."""

    predicates = (("dec_f", 2), ("dec_p", 2), ("at", 2), ("in", 2), ("shaft", 2))

    def __init__(self, scene: Scene, plan: FloorPlan) -> None:
        self.title = f"{scene.name}: a building with elevators"
        self._plan = plan
        self._coins = scene.objects("coin-at", 3, 0)
        self._gates = scene.initial.pairs("gate")
        self._base = (*scene.initial.ones("basefloor")[:1], *scene.initial.ones("basepos")[:1])
        columns = max(int((plan.size.width - 80.0) // (2 * COIN + 6.0)), 1)
        self._purse_columns = columns
        rows = -(-len(self._coins) // columns)
        bottom = TOP + plan.size.height + LABELS
        self._purse_top = bottom + 8.0
        height = self._purse_top + rows * (2 * COIN + 6.0) + MARGIN
        self.size = Size(LEFT + max(plan.size.width, 300.0) + MARGIN, height)
        self._walls = [*self._structure()]

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of a building that is not too large."""
        plan = floor_plan(scene)
        return cls(scene, plan) if plan else None

    def sentences(self, facts: Facts) -> Iterator[str]:
        """Where the collector and the elevators are, and how many coins are left."""
        for floor, position in facts.pairs("at")[:1]:
            gate = ", at a gate" if (floor, position) in self._gates else ""
            yield f"The collector is on foot at floor {floor}, position {position}{gate}."
        for lift in facts.ones("inside")[:1]:
            yield f"The collector is inside elevator {lift}."
        for lift, floor in facts.pairs("in"):
            yield f"Elevator {lift} is at floor {floor}."
        if self._coins:
            yield f"Collected coins: {listed(facts.ones('have'))}, of {len(self._coins)}."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """The building, cabins, coins, the collector, and what is collected."""
        yield from self._walls
        inside = facts.ones("inside")[:1]
        for lift, floor in dict(facts.pairs("in")).items():
            yield self._cabin(lift, floor, boarded=lift in inside)
        yield from self._lying_coins(facts)
        yield from self._purse(facts)
        yield self._last_move(facts, states)
        if not inside:
            yield from (self._walker(*spot) for spot in facts.pairs("at")[:1])

    def _structure(self) -> Iterator[str]:
        """What never changes: rooms, shafts, gates, the entrance, names."""
        plan = self._plan
        yield rectangle(self._moved(Box(0.0, 0.0, *plan.size)), "wall", 2.0)
        for lift, x in plan.shafts.items():
            box = Box(x, 0.0, SHAFT_WIDTH, plan.size.height)
            yield element("g", rectangle(self._moved(box), "shaft"), data_shaft=lift)
        for floor in plan.floors:
            y = TOP + plan.top(floor) + FLOOR_HEIGHT
            yield path([(LEFT, y), (LEFT + plan.size.width, y)], "storey")
            yield name_tag((LEFT / 2, y - FLOOR_HEIGHT / 2), floor, LEFT - 8.0, 13.0)
        for position in plan.positions:
            x = LEFT + plan.lefts[position] + plan.rooms[position] / 2
            at = (x, TOP + plan.size.height + 14.0)
            yield name_tag(at, position, plan.rooms[position], 13.0)
        yield from (self._gate(*spot) for spot in self._gates)
        yield from self._entrance()

    def _moved(self, box: Box) -> Box:
        """A box of the building at its place on the page."""
        return Box(box.x + LEFT, box.y + TOP, box.width, box.height)

    def _gate(self, floor: str, position: str) -> str:
        """A gate: posts at both sides of its room, with a barrier across."""
        room = self._plan.room(floor, position)
        if room is None:
            return ""
        x, y, width, height = self._moved(room)
        posts = [
            path([(side, y + 12.0), (side, y + height - 2.0)], "post")
            for side in (x + 3.0, x + width - 3.0)
        ]
        beam = path([(x + 3.0, y + 14.0), (x + width - 3.0, y + 14.0)], "beam")
        back = rectangle(Box(x + 1.0, y + 2.0, width - 2.0, height - 3.0), "gateway")
        return element("g", back, *posts, beam, data_gate=f"{floor} {position}")

    def _entrance(self) -> Iterator[str]:
        """A door where the building is entered."""
        room = self._plan.room(*self._base) if len(self._base) == 2 else None
        if room is not None:
            x, y, _, height = self._moved(room)
            yield rectangle(Box(x + 5.0, y + height - 46.0, 24.0, 45.0), "door", 2.0)

    def _cabin(self, lift: str, floor: str, *, boarded: bool) -> str:
        """An elevator's cabin at its floor, with the collector in it or not."""
        box = self._plan.cabin(lift, floor)
        if box is None:
            return ""
        x, y, width, height = self._moved(box)
        who = ""
        if boarded:
            who = group((x + width / 2, y + height - 3.0), figure(), data_person=lift)
        tag = name_tag((x + width / 2, y + 10.0), lift, width - 2.0, 12.0)
        frame = rectangle(Box(x, y, width, height), "cabin", 3.0)
        return element("g", frame, tag, who, data_lift=lift, data_floor=floor)

    def _walker(self, floor: str, position: str) -> str:
        """The collector on foot."""
        spot = self._standing(floor, position)
        return group(spot, figure(), data_person=f"{floor} {position}") if spot else ""

    def _standing(self, floor: str, position: str) -> Point | None:
        """Where somebody stands at a place."""
        room = self._plan.room(floor, position)
        if room is None:
            return None
        return Point(LEFT + room.x + 17.0, TOP + room.y + room.height - 2.0)

    def _last_move(self, facts: Facts, states: States) -> str:
        """An arrow from where the collector was one state before, on foot."""
        before = Facts(states[-2]) if len(states) > 1 else facts
        spots = [self._standing(*spot) for one in (before, facts) for spot in one.pairs("at")[:1]]
        if len(spots) < 2 or spots[0] == spots[1] or None in spots:
            return ""
        start, end = (Point(spot.x, spot.y - 14.0) for spot in spots if spot)
        tip = Point(end.x + (9.0 if start.x > end.x else -9.0 if start.x < end.x else 0.0), end.y)
        return path([start, tip], "step") + arrow_head(start, tip, "step head", 8.0)

    def _lying_coins(self, facts: Facts) -> Iterator[str]:
        """The coins at their places."""
        lying = defaultdict(list)
        for coin, (floor, position) in {
            one: spot for one, *spot in facts.triples("coin-at")
        }.items():
            lying[floor, position].append(coin)
        for spot, coins in lying.items():
            room = self._plan.room(*spot)
            if room is not None:
                for coin, at in zip(coins, coin_spots(self._moved(room), len(coins)), strict=True):
                    yield _coin(coin, at, " ".join(spot))

    def _purse(self, facts: Facts) -> Iterator[str]:
        """A place for each coin, filled when it is collected."""
        if not self._coins:
            return
        step = 2 * COIN + 6.0
        yield words((MARGIN, self._purse_top + COIN + 4.0), "collected", "note")
        have = {*facts.ones("have")}
        for number, coin in enumerate(self._coins):
            column, row = number % self._purse_columns, number // self._purse_columns
            at = Point(LEFT + 52.0 + column * step, self._purse_top + COIN + row * step)
            yield _coin(coin, at, "purse") if coin in have else circle(at, COIN, "no coin")


def _coin(coin: str, at: Point, where: str) -> str:
    tag = name_tag(at, coin, 2 * COIN - 2.0, 10.0).replace('class="tag"', 'class="tag on-coin"')
    return element("g", circle(at, COIN, "coin"), tag, data_coin=coin, data_at=where)
