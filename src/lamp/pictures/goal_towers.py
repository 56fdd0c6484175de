"""The towers of a goal, small, with ticks where blocks already stand as they shall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lamp.pictures.bricks import Brick, brick
from lamp.pictures.elements import Box, Size, group, path, words
from lamp.pictures.key import Entry
from lamp.pictures.piles import Footing, Tower, towers_of
from lamp.pictures.scene import Facts
from lamp.pictures.theme import HUES

BLOCK = Size(34.0, 21.0)
COLUMN = 52.0
"""The width of a tower with its ticks."""
TICK = ((0, 0), (3, 4), (9, -5))


class GoalTowers:
    """The towers a goal speaks of."""

    def __init__(self, goal: Facts, blocks: Sequence[str], table: str) -> None:
        self._goal, self._table = goal, table
        self._hues = {block: number % len(HUES) for number, block in enumerate(blocks)}
        self.towers = [
            tower
            for tower in towers_of(goal, blocks, table)
            if len(tower.blocks) > 1 or tower.footing is not Footing.AIR
        ]

    @property
    def width(self) -> float:
        """How much room all towers take."""
        return len(self.towers) * COLUMN

    def elements(self, corner: tuple[float, float], facts: Facts) -> Iterator[str]:
        """The towers, from their lower left corner to the right."""
        for number, tower in enumerate(self.towers):
            place = (corner[0] + number * COLUMN, corner[1])
            yield group(place, *self._tower(tower, facts), data_goal=" ".join(tower.blocks))
        if self.towers:
            highest = max(len(tower.blocks) for tower in self.towers)
            yield words((corner[0], corner[1] - highest * BLOCK.height - 10.0), "goal", "note")

    def entries(self) -> Iterator[Entry]:
        """What the line below a tower means, where not all stand on the table."""
        if any(tower.footing is not Footing.TABLE for tower in self.towers):
            yield Entry(path([(1, 12), (33, 12)], "loose"), "anywhere")

    def _tower(self, tower: Tower, facts: Facts) -> Iterator[str]:
        """A tower; the line below is broken where it may stand on anything."""
        kind = "rail" if tower.footing is Footing.TABLE else "loose"
        yield path([(0, 3), (BLOCK.width, 3)], kind)
        for number, block in enumerate(tower.blocks):
            top = -(number + 1) * BLOCK.height
            yield brick(Brick(block, self._hues[block]), Box(0.0, top, *BLOCK))
            if self._is_done(tower.blocks[max(number - 1, 0)], block, facts):
                yield path([(BLOCK.width + 3 + x, top + 11 + y) for x, y in TICK], "tick")

    def _is_done(self, lower: str, block: str, facts: Facts) -> bool:
        """Whether a block stands as the goal has it: on the lower one, or on the table."""
        if lower != block:
            return facts.holds("on", block, lower)
        return self._goal.holds(self._table, block) and facts.holds(self._table, block)
