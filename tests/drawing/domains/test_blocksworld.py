"""Pictures of blocks worlds: towers, the hand and the goal."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from lamp.drawing.domains.blocksworld.towers import Footing, Tower, towers_of
from lamp.drawing.domains.scene import Facts
from tests.support.pictures import (
    atom,
    histories,
    initial_picture,
    model_named,
    named,
    only,
    overlap,
    painter,
    parsed,
    places,
    words_of,
)

PROBABILISTIC = ["prob_blocksworld:p2", "prob_blocksworld:p6"]
EXPLODING = ["exploding_blocksworld:p2", "exploding_blocksworld:p8"]
BLOCKS = PROBABILISTIC + EXPLODING


def frames(picture: ET.Element) -> dict[str, ET.Element]:
    """The rectangles of the blocks."""
    return {key: block[0] for key, block in named(picture, "block").items()}


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_is_drawn_on_the_block_or_table_that_it_is_on(name: str) -> None:
    for picture, facts, _ in histories(name):
        boxes = places(picture)
        blocks = {key: boxes[frame][:] for key, frame in frames(picture).items()}
        for upper, lower in facts.pairs("on"):
            assert blocks[upper][0] == blocks[lower][0]
            assert blocks[upper][1] + blocks[upper][3] == pytest.approx(blocks[lower][1])
        table = boxes[only(picture, "table")]
        for block in facts.ones("on-table"):
            assert blocks[block][1] + blocks[block][3] == pytest.approx(table.y)


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_is_drawn_and_blocks_do_not_overlap(name: str) -> None:
    names = {typed.name for typed in model_named(name).problem.objects}
    for picture, _, _ in histories(name):
        boxes = places(picture)
        blocks = frames(picture)
        assert {*blocks} == names
        for first, second in combinations(blocks.values(), 2):
            assert not overlap(boxes[first], boxes[second])


@pytest.mark.parametrize("name", BLOCKS)
def test_the_held_block_is_drawn_in_the_hand_above_all_towers(name: str) -> None:
    for picture, facts, _ in histories(name, seed=3):
        held = only(picture, "holding").attrib["data-holding"]
        assert [held] == (facts.ones("holding") or [""])
        if held:
            boxes = places(picture)
            blocks = frames(picture)
            below = boxes[blocks[held]].y + boxes[blocks[held]].height
            towers = towers_of(facts, sorted(blocks), "on-table")
            tops = [tower.blocks[-1] for tower in towers if tower.footing is Footing.TABLE]
            assert all(boxes[blocks[top]].y >= below for top in tops)


def test_a_tower_stays_where_its_lowest_block_is() -> None:
    seen: dict[str, float] = {}
    for picture, facts, _ in histories("prob_blocksworld:p6"):
        boxes = places(picture)
        for block in facts.ones("on-table"):
            x = boxes[frames(picture)[block]].x
            assert seen.setdefault(block, x) == x
    assert len({*seen.values()}) == len(seen)


def test_a_block_has_the_same_colour_in_the_state_and_in_the_goal() -> None:
    picture = initial_picture("prob_blocksworld:p6")
    hues = {key: frame.attrib["class"] for key, frame in frames(picture).items()}
    for names, tower in named(picture, "goal").items():
        goal = [element.attrib["class"] for element in tower if element.tag == "rect"]
        assert goal == [hues[block] for block in names.split()]


def test_the_goal_has_a_tick_for_each_part_of_it_that_holds() -> None:
    painted_by = painter("exploding_blocksworld:p2")  # b3 on b4, b5 on the table
    ticks = [
        painted_by.draw([[atom(fact) for fact in facts]]).count('class="tick"')
        for facts in ([], ["on b3 b4"], ["on-table b5"], ["on b3 b4", "on-table b5"], ["on b4 b3"])
    ]
    assert ticks == [0, 1, 1, 2, 0]


@pytest.mark.parametrize("name", EXPLODING)
def test_blocks_that_are_destroyed_or_have_exploded_are_marked(name: str) -> None:
    marked = set()
    for seed in range(3):
        for picture, facts, _ in histories(name, seed):
            for block, element in named(picture, "block").items():
                assert ("data-destroyed" in element.attrib) != facts.holds("no-destroyed", block)
                assert ("data-detonated" in element.attrib) != facts.holds("no-detonated", block)
                shapes = {part.attrib["class"] for part in element}
                assert ("crack" in shapes) == ("data-destroyed" in element.attrib)
                assert ("blast" in shapes) == ("data-detonated" in element.attrib)
                marked |= {key for key in element.attrib if key != "data-block"}
            table = only(picture, "table").attrib["data-table"]
            assert (table == "whole") == facts.holds("no-destroyed-table")
    assert marked == {"data-destroyed", "data-detonated"}


def test_a_cycle_of_blocks_is_drawn_above_the_table() -> None:
    ring = [atom("on b1 b2"), atom("on b2 b3"), atom("on b3 b1"), atom("on-table b4")]
    picture = parsed(painter("prob_blocksworld:p1").draw([ring]))
    boxes = places(picture)
    blocks = frames(picture)
    assert only(picture, "ring").attrib["data-ring"] == "b1 b3 b2"
    assert boxes[blocks["b3"]].y + boxes[blocks["b3"]].height == boxes[blocks["b1"]].y
    low = boxes[blocks["b1"]]
    assert low.y + low.height < boxes[only(picture, "table")].y
    assert "In the air, in a ring: b1, b3, b2." in words_of(picture)


def test_of_two_blocks_on_the_same_block_the_later_is_drawn_above_the_table() -> None:
    facts = Facts([atom("on b c"), atom("on a c"), atom("on-table c"), atom("on d b")])
    assert towers_of(facts, ["a", "b", "c", "d"], "on-table") == [
        Tower(("b", "d"), Footing.AIR),
        Tower(("c", "a"), Footing.TABLE),
    ]


def test_a_block_that_was_moved_has_a_trace() -> None:
    before = [atom(f"on-table b{number}") for number in range(1, 6)]
    after = [*before[1:], atom("on b1 b2")]
    picture = parsed(painter("prob_blocksworld:p1").draw([before, after]))
    assert [*named(picture, "trace")] == ["b1"]
