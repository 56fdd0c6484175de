"""The plan of a building: where floors, positions and shafts are in the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lamp.pictures.elements import Box, Point, Size
from lamp.pictures.scene import Scene, chain

FLOOR_HEIGHT = 78.0
ROOM_WIDTH = 50.0
"""The least width of what is beside the shafts at a position: coins, and a person."""
SHAFT_WIDTH = 34.0
COIN = 10.0
"""The radius of a coin."""
COINS_HIGH = 2
"""How many coins lie upon each other before a second row begins."""
MOST_FLOORS, MOST_POSITIONS = 20, 24


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """A building; all coordinates count from its upper left corner."""

    floors: Sequence[str]
    """From the lowest to the highest."""
    positions: Sequence[str]
    lefts: Mapping[str, float]
    """Where each position begins."""
    rooms: Mapping[str, float]
    """How broad each position is without its shafts."""
    shafts: Mapping[str, float]
    """Where the shaft of each elevator begins."""
    size: Size

    def room(self, floor: str, position: str) -> Box | None:
        """The room at a place, without shafts; None where there is no such place."""
        if floor not in self.floors or position not in self.lefts:
            return None
        return Box(self.lefts[position], self.top(floor), self.rooms[position], FLOOR_HEIGHT)

    def top(self, floor: str) -> float:
        """The upper side of a floor."""
        return self.size.height - (self.floors.index(floor) + 1) * FLOOR_HEIGHT

    def cabin(self, lift: str, floor: str) -> Box | None:
        """The cabin of an elevator at a floor; None where either is unknown."""
        if lift not in self.shafts or floor not in self.floors:
            return None
        top = self.top(floor) + 10.0
        return Box(self.shafts[lift] + 2.0, top, SHAFT_WIDTH - 4.0, FLOOR_HEIGHT - 12.0)


def floor_plan(scene: Scene) -> FloorPlan | None:
    """The plan of a problem's building; None where there is none, or it is too large."""
    floors = chain(scene.objects("at", 2, 0), _upwards(scene, "dec_f"))
    positions = chain(scene.objects("at", 2, 1), _upwards(scene, "dec_p"))
    if not 0 < len(floors) <= MOST_FLOORS or not 0 < len(positions) <= MOST_POSITIONS:
        return None
    homes = {lift: position for lift, position in scene.initial.pairs("shaft")}
    rooms = _room_widths(scene, positions)
    lefts, shafts = {}, {}
    x = 0.0
    for position in positions:
        lefts[position] = x
        x += rooms[position]
        for lift in (lift for lift, home in homes.items() if home == position):
            shafts[lift] = x
            x += SHAFT_WIDTH
    return FloorPlan(floors, positions, lefts, rooms, shafts, Size(x, len(floors) * FLOOR_HEIGHT))


def _upwards(scene: Scene, predicate: str) -> list[tuple[str, str]]:
    """Neighbours, the lower first; the facts name the upper first."""
    return [(lower, upper) for upper, lower in scene.initial.pairs(predicate)]


def _room_widths(scene: Scene, positions: Sequence[str]) -> dict[str, float]:
    """Wide enough for the coins that lie at each position in the beginning, and a person."""
    coins = Counter((floor, at) for _, floor, at in scene.initial.triples("coin-at"))
    found = {}
    for position in positions:
        most = max((count for (_, at), count in coins.items() if at == position), default=0)
        columns = -(-most // COINS_HIGH)
        found[position] = max(ROOM_WIDTH, 22.0 + columns * (2 * COIN + 2.0) + 8.0)
    return found


def coin_spots(room: Box, count: int) -> list[Point]:
    """Places for some coins on the floor of a room, at its right; closer where they are many."""
    columns = max(-(-count // COINS_HIGH), 1)
    step = min(2 * COIN + 2.0, (room.width - 24.0) / columns)
    right, floor = room.x + room.width - COIN - 4.0, room.y + room.height - COIN - 4.0
    return [
        Point(right - number // COINS_HIGH * step, floor - number % COINS_HIGH * (2 * COIN + 1.0))
        for number in range(count)
    ]
