"""The towers of a goal, small, with ticks at the atoms of the goal that hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lamp.drawing.domains.blocksworld.blocks import Block, block_element
from lamp.drawing.domains.blocksworld.towers import Footing, Tower, towers_of
from lamp.drawing.domains.scene import Facts
from lamp.drawing.palette import BLOCK_COLOURS
from lamp.drawing.svg.elements import group, path, text_at
from lamp.drawing.svg.geometry import Box, Size
from lamp.drawing.svg.legend import LegendEntry

BLOCK = Size(34.0, 21.0)
COLUMN = 52.0
"""The width of a tower with its ticks."""
TICK = ((0, 0), (3, 4), (9, -5))


class GoalTowers:
    """The towers that a goal describes."""

    def __init__(self, goal: Facts, blocks: Sequence[str], table: str) -> None:
        self._goal, self._table = goal, table
        self._colours = {block: number % len(BLOCK_COLOURS) for number, block in enumerate(blocks)}
        self.towers = [
            tower
            for tower in towers_of(goal, blocks, table)
            if len(tower.blocks) > 1 or tower.footing is not Footing.AIR
        ]

    @property
    def width(self) -> float:
        """The width of all towers."""
        return len(self.towers) * COLUMN

    def elements(self, corner: tuple[float, float], facts: Facts) -> Iterator[str]:
        """The towers, from their lower left corner to the right."""
        for number, tower in enumerate(self.towers):
            foot = (corner[0] + number * COLUMN, corner[1])
            yield group(foot, *self._tower(tower, facts), data_goal=" ".join(tower.blocks))
        if self.towers:
            highest = max(len(tower.blocks) for tower in self.towers)
            yield text_at((corner[0], corner[1] - highest * BLOCK.height - 10.0), "goal", "note")

    def entries(self) -> Iterator[LegendEntry]:
        """The legend of the line below a tower, where not all towers are on the table."""
        if any(tower.footing is not Footing.TABLE for tower in self.towers):
            yield LegendEntry(path([(1, 12), (33, 12)], "loose"), "anywhere")

    def _tower(self, tower: Tower, facts: Facts) -> Iterator[str]:
        """A tower; the line below is broken where the goal does not say what it is on."""
        kind = "rail" if tower.footing is Footing.TABLE else "loose"
        yield path([(0, 3), (BLOCK.width, 3)], kind)
        for number, block in enumerate(tower.blocks):
            top = -(number + 1) * BLOCK.height
            yield block_element(Block(block, self._colours[block]), Box(0.0, top, *BLOCK))
            if self._is_done(tower.blocks[max(number - 1, 0)], block, facts):
                yield path([(BLOCK.width + 3 + x, top + 11 + y) for x, y in TICK], "tick")

    def _is_done(self, lower: str, block: str, facts: Facts) -> bool:
        """Whether the atom of the goal for a block holds: on the lower one, or on the table."""
        if lower != block:
            return facts.holds("on", block, lower)
        return self._goal.holds(self._table, block) and facts.holds(self._table, block)
