"""The plan of a building: where floors, positions and shafts are in the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lamp.pictures.coins import COIN, COINS_HIGH
from lamp.pictures.elements import Box, Size
from lamp.pictures.scene import Scene, chain

FLOOR_HEIGHT = 76.0
ROOM_WIDTH = 52.0
"""The least width of what is beside the shafts at a position: a person, and coins."""
SHAFT_WIDTH = 34.0
CABIN_GAP = 2.0
"""Between a cabin and its shaft."""
FLOORS = (("dec_f", 2, 0), ("dec_f", 2, 1), ("at", 2, 0), ("in", 2, 1))
POSITIONS = (("dec_p", 2, 0), ("dec_p", 2, 1), ("at", 2, 1), ("shaft", 2, 1))
"""Where facts name floors and positions."""
MOST_FLOORS, MOST_POSITIONS = 20, 24


class Column(NamedTuple):
    """A position from the ground to the roof: a room on each floor, then shafts."""

    left: float
    width: float


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """A building, and where in the picture its parts are."""

    floors: Sequence[str]
    """From the lowest to the highest."""
    columns: Mapping[str, Column]
    """The positions, from left to right."""
    rooms: Mapping[str, float]
    """How broad each position is without its shafts."""
    shafts: Mapping[str, float]
    """Where the shaft of each elevator begins."""
    size: Size
    corner: tuple[float, float] = (0.0, 0.0)

    @property
    def walls(self) -> Box:
        """The whole building."""
        return Box(*self.corner, *self.size)

    def moved(self, right: float, down: float) -> FloorPlan:
        """The same building somewhere else."""
        columns = {one: Column(left + right, width) for one, (left, width) in self.columns.items()}
        shafts = {lift: left + right for lift, left in self.shafts.items()}
        return FloorPlan(self.floors, columns, self.rooms, shafts, self.size, (right, down))

    def top(self, floor: str) -> float:
        """The upper side of a floor."""
        below = (self.floors.index(floor) + 1) * FLOOR_HEIGHT
        return self.corner[1] + self.size.height - below

    def room(self, floor: str, position: str) -> Box | None:
        """The room at a place, without shafts; None where there is no such place."""
        if floor not in self.floors or position not in self.columns:
            return None
        left = self.columns[position].left
        return Box(left, self.top(floor), self.rooms[position], FLOOR_HEIGHT)

    def cabin(self, lift: str, floor: str) -> Box | None:
        """The cabin of an elevator at a floor; None where either is unknown."""
        if lift not in self.shafts or floor not in self.floors:
            return None
        width = SHAFT_WIDTH - 2 * CABIN_GAP
        top = self.top(floor) + 9.0
        return Box(self.shafts[lift] + CABIN_GAP, top, width, FLOOR_HEIGHT - 11.0)


def floor_plan(scene: Scene) -> FloorPlan | None:
    """The plan of a problem's building; None where there is none, or it is too large."""
    floors = chain(scene.objects(*FLOORS), _upwards(scene, "dec_f"))
    positions = chain(scene.objects(*POSITIONS), _upwards(scene, "dec_p"))
    if not 0 < len(floors) <= MOST_FLOORS or not 0 < len(positions) <= MOST_POSITIONS:
        return None
    rooms = _room_widths(scene, positions)
    columns, shafts = _columns(rooms, dict(scene.initial.pairs("shaft")))
    width = sum(column.width for column in columns.values())
    return FloorPlan(floors, columns, rooms, shafts, Size(width, len(floors) * FLOOR_HEIGHT))


def _upwards(scene: Scene, predicate: str) -> list[tuple[str, str]]:
    """Neighbours, the lower first; the facts name the upper first."""
    return [(lower, upper) for upper, lower in scene.initial.pairs(predicate)]


def _columns(
    rooms: Mapping[str, float], homes: Mapping[str, str]
) -> tuple[dict[str, Column], dict[str, float]]:
    """Columns, and where in them shafts begin: elevators of one position are side by side."""
    columns, shafts = {}, {}
    left = 0.0
    for position, room in rooms.items():
        here = [lift for lift, home in homes.items() if home == position]
        for number, lift in enumerate(here):
            shafts[lift] = left + room + number * SHAFT_WIDTH
        columns[position] = Column(left, room + len(here) * SHAFT_WIDTH)
        left += columns[position].width
    return columns, shafts


def _room_widths(scene: Scene, positions: Sequence[str]) -> dict[str, float]:
    """Wide enough for a person and the coins that lie at each position in the beginning."""
    coins = Counter((floor, at) for _, floor, at in scene.initial.triples("coin-at"))
    found = {}
    for position in positions:
        most = max((count for (_, at), count in coins.items() if at == position), default=0)
        columns = -(-most // COINS_HIGH)
        found[position] = max(ROOM_WIDTH, 28.0 + columns * (2 * COIN + 1.0))
    return found
