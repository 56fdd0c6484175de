"""Blocksworlds: towers on a table, what the hand holds, and beside it the towers of the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from lamp.drawing.domains.blocksworld.blocks import Block, block_element, charge
from lamp.drawing.domains.blocksworld.goal_towers import GoalTowers
from lamp.drawing.domains.blocksworld.table import THICKNESS, claw, fork, table
from lamp.drawing.domains.blocksworld.towers import Footing, Tower, towers_of
from lamp.drawing.domains.legend import with_legend
from lamp.drawing.domains.painter import Painter, States
from lamp.drawing.domains.scene import Facts, Scene
from lamp.drawing.domains.wording import listed
from lamp.drawing.palette import BLOCK_COLOURS
from lamp.drawing.svg.elements import element, path, rectangle, text_at
from lamp.drawing.svg.geometry import Box, Size
from lamp.drawing.svg.legend import LegendEntry

MOST_BLOCKS = 30
BLOCK = Size(48.0, 30.0)
GAP = 8.0
MARGIN = 24.0
TOP = 44.0
"""The position of the rail from which the hand hangs."""
REACH = 18.0
"""The distance of the hand from the rail, and its least distance from the table."""
HANGING = 14.0
"""The height above the table of blocks that are on nothing."""
FOOTING_WORDS = {
    Footing.TABLE: "On the table",
    Footing.HAND: "In the hand",
    Footing.AIR: "In the air",
    Footing.CYCLE: "In the air, in a ring",
}


class BlocksworldPainter(Painter):
    """Draws blocks; each has its own position on the table, so that towers never move aside."""

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
        self.size, self._legend = with_legend(page, self._entries())

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of not too many blocks."""
        table = "on-table" if scene.declares("on-table", 1) else "ontable"
        blocks = scene.objects(("on", 2, 0), ("on", 2, 1), (table, 1, 0), ("holding", 1, 0))
        return cls(scene, blocks, table) if 0 < len(blocks) <= MOST_BLOCKS else None

    def sentences(self, facts: Facts) -> Iterator[str]:
        """The towers, each from bottom to top, and what is destroyed."""
        for tower in self._towers(facts):
            yield f"{FOOTING_WORDS[tower.footing]}: {', '.join(tower.blocks)}."
        destroyed = [block for block in self._blocks if self._block(block, facts).destroyed]
        if destroyed:
            yield f"Destroyed: {listed(destroyed)}."
        if self._is_table_destroyed(facts):
            yield "The table is destroyed."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """The table, the hand, the blocks, the goal."""
        towers = self._towers(facts)
        boxes = self._boxes(towers)
        destroyed = self._is_table_destroyed(facts)
        yield text_at((MARGIN, MARGIN), "now", "note")
        yield table(MARGIN, self._right, self._floor, destroyed=destroyed)
        yield from self._traces(boxes, states)
        yield self._hand(towers, boxes)
        for block, box in boxes.items():
            yield self._block_element(self._block(block, facts), box)
        yield from (self._cycle(tower, boxes) for tower in towers if tower.footing is Footing.CYCLE)
        yield from self._goal.elements((self._right + MARGIN, self._floor), facts)
        yield self._legend

    def _towers(self, facts: Facts) -> list[Tower]:
        return towers_of(facts, self._blocks, self._on_table)

    def _is_table_destroyed(self, facts: Facts) -> bool:
        return self._table_breaks and not facts.holds("no-destroyed-table")

    def _block(self, block: str, facts: Facts) -> Block:
        """The look of a block in a state."""
        destroyed = self._breaks and not facts.holds("no-destroyed", block)
        charged = facts.holds("no-detonated", block) if self._charges else None
        return Block(block, self._numbers[block] % len(BLOCK_COLOURS), destroyed, charged)

    def _boxes(self, towers: Sequence[Tower]) -> dict[str, Box]:
        """The box of each block: above that of the lowest of its tower.

        A held block hangs from the rail. The rail is so high that it touches no tower: held blocks
        and a tower on the table are together no higher than all blocks.
        """
        boxes = {}
        for tower in towers:
            foot = self._floor - (0.0 if tower.footing is Footing.TABLE else HANGING)
            if tower.footing is Footing.HAND:
                foot = TOP + REACH + len(tower.blocks) * BLOCK.height
            left = MARGIN + GAP + self._numbers[tower.blocks[0]] * (BLOCK.width + GAP)
            for number, block in enumerate(tower.blocks, start=1):
                boxes[block] = Box(left, foot - number * BLOCK.height, *BLOCK)
        return boxes

    def _traces(self, boxes: dict[str, Box], states: States) -> Iterator[str]:
        """The positions that blocks left with the last step, where no block is now."""
        before = self._boxes(self._towers(Facts(states[-2]))) if len(states) > 1 else {}
        taken = {*boxes.values()}
        for block, box in before.items():
            if box not in taken:
                yield element("g", rectangle(box, "trace", 3.0), data_trace=block)

    def _block_element(self, block: Block, box: Box) -> str:
        """A block with its name, and its state as attributes for tests and pages."""
        data = {"data_destroyed": "yes"} if block.destroyed else {}
        data |= {"data_detonated": "yes"} if block.charged is False else {}
        return element("g", block_element(block, box), data_block=block.name, **data)

    def _cycle(self, tower: Tower, boxes: dict[str, Box]) -> str:
        """A line from the highest block of a cycle around to the lowest, on which it is."""
        low, high = boxes[tower.blocks[0]], boxes[tower.blocks[-1]]
        middle, out = low.x + low.width / 2, low.x - GAP / 2
        top, bottom = high.y - 5.0, low.y + low.height + 5.0
        around = [(middle, high.y), (middle, top), (out, top), (out, bottom), (middle, bottom)]
        line = path([*around, (middle, low.y + low.height)], "ring")
        return element("g", line, data_ring=" ".join(tower.blocks))

    def _hand(self, towers: Sequence[Tower], boxes: dict[str, Box]) -> str:
        """The rail with the hand: under the held block, or open."""
        rail = path([(MARGIN, TOP), (self._right, TOP)], "rail")
        for tower in towers:
            if tower.footing is Footing.HAND:
                held = tower.blocks[0]
                return element("g", rail, fork(TOP, boxes[held]), data_holding=held)
        middle = Box((MARGIN + self._right - BLOCK.width) / 2, TOP + REACH, *BLOCK)
        return element("g", rail, claw(TOP, middle), data_holding="")

    def _entries(self) -> Iterator[LegendEntry]:
        """The legend of the marks on blocks, where the domain has any."""
        if self._charges:
            yield LegendEntry(charge(17.0, 13.0, Block("", 0, charged=True)), "may explode")
            yield LegendEntry(charge(17.0, 13.0, Block("", 0, charged=False)), "has exploded")
        if self._breaks:
            yield LegendEntry(
                block_element(Block("", 7, destroyed=True), Box(2, 4, 30, 17)), "destroyed"
            )
        yield from self._goal.entries()
