"""The plan of a building: floors, positions and shafts with their coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lamp.drawing.domains.elevators.coins import COIN, COINS_HIGH
from lamp.drawing.domains.scene import Scene, chain
from lamp.drawing.svg.geometry import Box, Size

FLOOR_HEIGHT = 76.0
ROOM_WIDTH = 52.0
"""The least width of a room: a person, and coins."""
SHAFT_WIDTH = 34.0
CABIN_GAP = 2.0
"""Between a cabin and its shaft."""
FLOORS = (("dec_f", 2, 0), ("dec_f", 2, 1), ("at", 2, 0), ("in", 2, 1))
POSITIONS = (("dec_p", 2, 0), ("dec_p", 2, 1), ("at", 2, 1), ("shaft", 2, 1))
"""The arguments of predicates that are floors, and those that are positions."""
MOST_FLOORS, MOST_POSITIONS = 20, 24


class Column(NamedTuple):
    """A position from the ground to the roof: a room on each floor, then shafts."""

    left: float
    width: float


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """A building with the coordinates of its floors, positions and shafts."""

    floors: Sequence[str]
    """From the lowest to the highest."""
    columns: Mapping[str, Column]
    """The positions, from left to right."""
    rooms: Mapping[str, float]
    """The width of each position without its shafts."""
    shafts: Mapping[str, float]
    """The left side of the shaft of each elevator."""
    size: Size
    corner: tuple[float, float] = (0.0, 0.0)

    @property
    def walls(self) -> Box:
        """The whole building."""
        return Box(*self.corner, *self.size)

    def moved(self, right: float, down: float) -> FloorPlan:
        """The same building, translated."""
        columns = {
            position: Column(left + right, width)
            for position, (left, width) in self.columns.items()
        }
        shafts = {lift: left + right for lift, left in self.shafts.items()}
        return FloorPlan(self.floors, columns, self.rooms, shafts, self.size, (right, down))

    def top(self, floor: str) -> float:
        """The upper side of a floor."""
        below = (self.floors.index(floor) + 1) * FLOOR_HEIGHT
        return self.corner[1] + self.size.height - below

    def room(self, floor: str, position: str) -> Box | None:
        """The room at a floor and a position, without shafts; None where either is unknown."""
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
    """Columns, and the left sides of shafts: elevators of one position are side by side."""
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
    """Widths for a person and the coins that are initially at each position."""
    coins = Counter((floor, column) for _, floor, column in scene.initial.triples("coin-at"))
    widths = {}
    for position in positions:
        most = max((count for (_, column), count in coins.items() if column == position), default=0)
        stacks = -(-most // COINS_HIGH)
        widths[position] = max(ROOM_WIDTH, 28.0 + stacks * (2 * COIN + 1.0))
    return widths
