"""Blocksworlds: towers on a table, what the hand holds, and beside it the towers of the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from lamp.pictures.bricks import Brick, brick
from lamp.pictures.elements import Box, Size, element, group, path, rectangle, words
from lamp.pictures.painter import Painter, States
from lamp.pictures.piles import Footing, Tower, towers_of
from lamp.pictures.scene import Facts, Scene
from lamp.pictures.theme import HUES
from lamp.pictures.wording import listed

MOST_BLOCKS = 30
BLOCK = Size(46.0, 30.0)
SMALL = Size(36.0, 21.0)
"""How large blocks are on the table and in the goal."""
GAP = 8.0
MARGIN = 24.0
HEADING = 20.0
AIR = 12.0
"""How far above the table hangs what stands on nothing."""
HAND = 30.0
"""Room for the hand, above what it holds and below."""
TABLE = 12.0


class TowerPainter(Painter):
    """Draws blocks; each has its own place on the table, so that towers never move aside."""

    predicates = (("on", 2), ("holding", 1))

    def __init__(self, scene: Scene, blocks: Sequence[str], table: str) -> None:
        self.title = f"{scene.name}: towers of blocks"
        self._blocks, self._table = blocks, table
        self._charges = scene.declares("no-detonated", 1)
        self._breaks = scene.declares("no-destroyed", 1)
        self._table_breaks = scene.declares("no-destroyed-table", 0)
        self._goal_facts = scene.goal
        self._width = len(blocks) * (BLOCK.width + GAP) + GAP
        self._top = MARGIN + HEADING
        self._floor = self._top + HAND + len(blocks) * BLOCK.height + 2 * AIR
        self._goal = [one for one in towers_of(scene.goal, blocks, table) if self._is_goal(one)]
        goal_width = len(self._goal) * (SMALL.width + GAP) + GAP if self._goal else 0.0
        self._goal_left = MARGIN + self._width + 28.0
        right = self._goal_left + goal_width if self._goal else MARGIN + self._width
        self.size = Size(right + MARGIN, self._floor + TABLE + 34.0)

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of not too many blocks."""
        table = "on-table" if scene.declares("on-table", 1) else "ontable"
        blocks = scene.objects("on", 2, 0) or scene.objects(table, 1, 0)
        return cls(scene, blocks, table) if 0 < len(blocks) <= MOST_BLOCKS else None

    def _is_goal(self, tower: Tower) -> bool:
        """Whether the goal says something about a tower."""
        return len(tower.blocks) > 1 or tower.footing is not Footing.AIR

    def sentences(self, facts: Facts) -> Iterator[str]:
        """The towers, from bottom to top; what is broken."""
        for tower in towers_of(facts, self._blocks, self._table):
            chain = ", ".join(tower.blocks)
            where = {
                Footing.TABLE: "On the table",
                Footing.HAND: "In the hand",
                Footing.AIR: "In the air",
                Footing.RING: "In a ring",
            }[tower.footing]
            yield f"{where}: {chain}."
        broken = [block for block in self._blocks if self._is_destroyed(facts, block)]
        if broken:
            yield f"Destroyed: {listed(broken)}."
        if self._is_table_destroyed(facts):
            yield "The table is destroyed."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """The table, the towers with the hand, the goal."""
        yield words((MARGIN, MARGIN), "now", "note")
        yield self._table_top(facts)
        towers = towers_of(facts, self._blocks, self._table)
        held = [tower for tower in towers if tower.footing is Footing.HAND]
        yield self._hand(held[0] if held else None)
        for tower in towers:
            yield from self._tower(tower, facts)
        yield from self._goal_elements(facts)

    def _is_destroyed(self, facts: Facts, block: str) -> bool:
        return self._breaks and not facts.holds("no-destroyed", block)

    def _is_table_destroyed(self, facts: Facts) -> bool:
        return self._table_breaks and not facts.holds("no-destroyed-table")

    def _left(self, block: str) -> float:
        """Where a block's own place on the table begins."""
        return MARGIN + GAP + self._blocks.index(block) * (BLOCK.width + GAP)

    def _foot(self, tower: Tower) -> float:
        """The height at which a tower begins: what the hand holds hangs from the top."""
        if tower.footing is Footing.HAND:
            return self._top + HAND + len(tower.blocks) * BLOCK.height
        return self._floor if tower.footing is Footing.TABLE else self._floor - AIR

    def _tower(self, tower: Tower, facts: Facts) -> Iterator[str]:
        """The blocks of a tower, above the place of its lowest."""
        left, foot = self._left(tower.blocks[0]), self._foot(tower)
        for number, block in enumerate(tower.blocks, start=1):
            box = Box(left, foot - number * BLOCK.height, *BLOCK)
            look = self._look(block, facts)
            marks = {
                "data_destroyed": "yes" if look.destroyed else None,
                "data_detonated": "yes" if look.charged is False else None,
            }
            yield element("g", brick(look, box), data_block=block, **marks)
        if tower.footing is Footing.RING:
            yield self._ring(tower, left, foot)

    def _look(self, block: str, facts: Facts) -> Brick:
        charged = facts.holds("no-detonated", block) if self._charges else None
        hue = self._blocks.index(block) % len(HUES)
        return Brick(block, hue, self._is_destroyed(facts, block), charged)

    def _ring(self, tower: Tower, left: float, foot: float) -> str:
        """A line from the top of a ring around to its bottom."""
        top, out = foot - len(tower.blocks) * BLOCK.height, left - GAP / 2
        middle = left + BLOCK.width / 2
        way = [(middle, top), (middle, top - 5), (out, top - 5), (out, foot + 5)]
        line = path([*way, (middle, foot + 5), (middle, foot)], "ring")
        return element("g", line, data_ring=" ".join(tower.blocks))

    def _table_top(self, facts: Facts) -> str:
        """The table, or the halves of it that an explosion left."""
        left, right, y = MARGIN, MARGIN + self._width, self._floor
        if not self._is_table_destroyed(facts):
            board = rectangle(Box(left, y, self._width, TABLE), "table", 2.0)
            return element("g", board, data_table="whole")
        middle = (left + right) / 2
        edge = [(-12, 0), (-4, 4), (-14, 8), (-6, TABLE)]
        halves = [
            [(left, y), *((middle + x, y + down) for x, down in edge), (left, y + TABLE)],
            [(right, y), *((middle - x, y + down) for x, down in edge), (right, y + TABLE)],
        ]
        parts = [path(half, "broken table", closed=True) for half in halves]
        note = words((middle, y + TABLE + 16.0), "the table is destroyed", "danger tag")
        return element("g", *parts, note, data_table="destroyed")

    def _hand(self, held: Tower | None) -> str:
        """A rail with a fork that hangs from it: below what it holds, or empty."""
        rail = path([(MARGIN, self._top), (MARGIN + self._width, self._top)], "rail")
        left = self._left(held.blocks[0]) if held else MARGIN + self._width / 2 - BLOCK.width / 2
        foot = self._foot(held) if held else self._top + HAND
        mast = [(left - 4, self._top), (left - 4, foot + 2.5), (left + BLOCK.width, foot + 2.5)]
        holding = held.blocks[0] if held else ""
        return element("g", rail, path(mast, "fork"), data_holding=holding)

    def _goal_elements(self, facts: Facts) -> Iterator[str]:
        """The towers of the goal; a tick where a block already stands as it shall."""
        if not self._goal:
            return
        yield words((self._goal_left, MARGIN), "goal", "note")
        for number, tower in enumerate(self._goal):
            left = self._goal_left + GAP + number * (SMALL.width + GAP)
            yield group((left, self._floor), *self._goal_tower(tower, facts), data_goal="tower")

    def _goal_tower(self, tower: Tower, facts: Facts) -> Iterator[str]:
        """A tower of the goal, around its lower left corner."""
        loose = tower.footing is not Footing.TABLE
        yield path([(-GAP / 2, 3), (SMALL.width + GAP / 2, 3)], "loose" if loose else "rail")
        for number, block in enumerate(tower.blocks, start=1):
            hue = self._blocks.index(block) % len(HUES)
            yield brick(Brick(block, hue), Box(0.0, -number * SMALL.height, *SMALL))
            below = tower.blocks[number - 2] if number > 1 else None
            if self._is_done(block, below, facts):
                x, y = SMALL.width - 9.0, -number * SMALL.height + 10.0
                yield path([(x - 3, y), (x, y + 4), (x + 6, y - 5)], "tick")

    def _is_done(self, block: str, below: str | None, facts: Facts) -> bool:
        """Whether a block stands as the goal has it."""
        if below is not None:
            return facts.holds("on", block, below)
        wanted = self._goal_facts.holds(self._table, block)
        return wanted and facts.holds(self._table, block)
