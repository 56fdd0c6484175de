"""Blocksworlds: towers on a table, what the hand holds, and beside it the towers of the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from lamp.pictures.bricks import Brick, brick, charge
from lamp.pictures.elements import Box, Size, element, path, rectangle, words
from lamp.pictures.goal_towers import GoalTowers
from lamp.pictures.key import Entry, with_key
from lamp.pictures.painter import Painter, States
from lamp.pictures.piles import Footing, Tower, towers_of
from lamp.pictures.scene import Facts, Scene
from lamp.pictures.table import THICKNESS, claw, fork, table
from lamp.pictures.theme import HUES
from lamp.pictures.wording import listed

MOST_BLOCKS = 30
BLOCK = Size(48.0, 30.0)
GAP = 8.0
MARGIN = 24.0
TOP = 44.0
"""Where the rail is from which the hand hangs."""
REACH = 18.0
"""How far below the rail the hand begins, and how far above the table it stays at least."""
HANGING = 14.0
"""How far above the table hangs what stands on nothing."""
WORDS = {
    Footing.TABLE: "On the table",
    Footing.HAND: "In the hand",
    Footing.AIR: "In the air",
    Footing.RING: "In the air, in a ring",
}


class TowerPainter(Painter):
    """Draws blocks; each has its own place on the table, so that towers never move aside."""

    predicates = (("on", 2), ("holding", 1), ("clear", 1))

    def __init__(self, scene: Scene, blocks: Sequence[str], table: str) -> None:
        self.title = f"{scene.name}: towers of blocks"
        self._blocks, self._on_table = blocks, table
        self._numbers = {block: number for number, block in enumerate(blocks)}
        self._charges = scene.declares("no-detonated", 1)
        self._breaks = scene.declares("no-destroyed", 1)
        self._table_breaks = scene.declares("no-destroyed-table", 0)
        self._right = MARGIN + GAP + len(blocks) * (BLOCK.width + GAP)
        self._floor = TOP + 2 * REACH + HANGING + len(blocks) * BLOCK.height
        self._goal = GoalTowers(scene.goal, blocks, table)
        right = self._right + (self._goal.width + MARGIN if self._goal.towers else 0.0)
        page = Size(right + MARGIN, self._floor + THICKNESS + 24.0)
        self.size, self._key = with_key(page, self._entries())

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of not too many blocks."""
        table = "on-table" if scene.declares("on-table", 1) else "ontable"
        blocks = scene.objects(("on", 2, 0), ("on", 2, 1), (table, 1, 0), ("holding", 1, 0))
        return cls(scene, blocks, table) if 0 < len(blocks) <= MOST_BLOCKS else None

    def sentences(self, facts: Facts) -> Iterator[str]:
        """The towers, each from bottom to top, and what is broken."""
        for tower in self._towers(facts):
            yield f"{WORDS[tower.footing]}: {', '.join(tower.blocks)}."
        broken = [block for block in self._blocks if self._look(block, facts).destroyed]
        if broken:
            yield f"Destroyed: {listed(broken)}."
        if self._is_table_destroyed(facts):
            yield "The table is destroyed."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """The table, the hand, the blocks, the goal."""
        towers = self._towers(facts)
        boxes = self._boxes(towers)
        destroyed = self._is_table_destroyed(facts)
        yield words((MARGIN, MARGIN), "now", "note")
        yield table(MARGIN, self._right, self._floor, destroyed=destroyed)
        yield from self._traces(boxes, states)
        yield self._hand(towers, boxes)
        for block, box in boxes.items():
            yield self._block(self._look(block, facts), box)
        yield from (self._ring(one, boxes) for one in towers if one.footing is Footing.RING)
        yield from self._goal.elements((self._right + MARGIN, self._floor), facts)
        yield self._key

    def _towers(self, facts: Facts) -> list[Tower]:
        return towers_of(facts, self._blocks, self._on_table)

    def _is_table_destroyed(self, facts: Facts) -> bool:
        return self._table_breaks and not facts.holds("no-destroyed-table")

    def _look(self, block: str, facts: Facts) -> Brick:
        """How a block looks in a state."""
        destroyed = self._breaks and not facts.holds("no-destroyed", block)
        charged = facts.holds("no-detonated", block) if self._charges else None
        return Brick(block, self._numbers[block] % len(HUES), destroyed, charged)

    def _boxes(self, towers: Sequence[Tower]) -> dict[str, Box]:
        """The place of each block: above that of the lowest of its tower.

        What the hand holds hangs from the rail; together with any tower on the table it is no
        higher than all blocks, so that they never touch.
        """
        found = {}
        for tower in towers:
            foot = self._floor - (0.0 if tower.footing is Footing.TABLE else HANGING)
            if tower.footing is Footing.HAND:
                foot = TOP + REACH + len(tower.blocks) * BLOCK.height
            left = MARGIN + GAP + self._numbers[tower.blocks[0]] * (BLOCK.width + GAP)
            for number, block in enumerate(tower.blocks, start=1):
                found[block] = Box(left, foot - number * BLOCK.height, *BLOCK)
        return found

    def _traces(self, boxes: dict[str, Box], states: States) -> Iterator[str]:
        """The places that blocks left with the last step, where nothing stands now."""
        before = self._boxes(self._towers(Facts(states[-2]))) if len(states) > 1 else {}
        taken = {*boxes.values()}
        for block, box in before.items():
            if box not in taken:
                yield element("g", rectangle(box, "trace", 3.0), data_trace=block)

    def _block(self, look: Brick, box: Box) -> str:
        """A block with its name, for tests and pages with its state."""
        data = {"data_destroyed": "yes"} if look.destroyed else {}
        data |= {"data_detonated": "yes"} if look.charged is False else {}
        return element("g", brick(look, box), data_block=look.name, **data)

    def _ring(self, tower: Tower, boxes: dict[str, Box]) -> str:
        """A line from the top of a ring around to its bottom."""
        low, high = boxes[tower.blocks[0]], boxes[tower.blocks[-1]]
        middle, out = low.x + low.width / 2, low.x - GAP / 2
        top, bottom = high.y - 5.0, low.y + low.height + 5.0
        way = [(middle, high.y), (middle, top), (out, top), (out, bottom), (middle, bottom)]
        line = path([*way, (middle, low.y + low.height)], "ring")
        return element("g", line, data_ring=" ".join(tower.blocks))

    def _hand(self, towers: Sequence[Tower], boxes: dict[str, Box]) -> str:
        """The rail with the hand, below what it holds or empty."""
        rail = path([(MARGIN, TOP), (self._right, TOP)], "rail")
        for tower in towers:
            if tower.footing is Footing.HAND:
                held = tower.blocks[0]
                return element("g", rail, fork(TOP, boxes[held]), data_holding=held)
        middle = Box((MARGIN + self._right - BLOCK.width) / 2, TOP + REACH, *BLOCK)
        return element("g", rail, claw(TOP, middle), data_holding="")

    def _entries(self) -> Iterator[Entry]:
        """What the marks on blocks mean, where there are any."""
        if self._charges:
            yield Entry(charge(17.0, 13.0, Brick("", 0, charged=True)), "may explode")
            yield Entry(charge(17.0, 13.0, Brick("", 0, charged=False)), "has exploded")
        if self._breaks:
            yield Entry(brick(Brick("", 7, destroyed=True), Box(2, 4, 30, 17)), "destroyed")
        yield from self._goal.entries()
