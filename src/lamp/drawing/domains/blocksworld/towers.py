"""The towers of a state, also where its facts contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from lamp.drawing.domains.scene import Facts


class Footing(Enum):
    """What the lowest block of a tower is on."""

    TABLE = "table"
    HAND = "hand"
    AIR = "air"
    """Nothing that facts mention."""
    CYCLE = "cycle"
    """The highest block of the same tower."""


class Tower(NamedTuple):
    """Blocks from bottom to top."""

    blocks: tuple[str, ...]
    footing: Footing


def towers_of(facts: Facts, blocks: Sequence[str], table: str) -> list[Tower]:
    """The towers of a state: each block is in exactly one, at most one tower is in the hand.

    `table` is the predicate of blocks on the table. Of two blocks on the same block, the later is
    the lowest of a tower in the air.
    """
    lying, held = {*facts.ones(table)}, facts.ones("holding")[:1]
    above = _above(facts, {*blocks}, {*lying, *held})
    stacked = {*above.values()}
    towers = []
    for base in blocks:
        if base not in stacked:
            footing = Footing.HAND if base in held else Footing.AIR
            footing = Footing.TABLE if base in lying else footing
            towers.append(Tower(tuple(_climb(base, above)), footing))
    return [*towers, *_cycles(blocks, towers, above)]


def _above(facts: Facts, blocks: set[str], grounded: set[str]) -> dict[str, str]:
    """The block on each block; no block is on two."""
    above: dict[str, str] = {}
    placed: set[str] = set()
    for upper, lower in facts.pairs("on"):
        fits = upper in blocks and lower in blocks and upper not in grounded | placed
        if fits and lower not in above:
            above[lower] = upper
            placed.add(upper)
    return above


def _climb(base: str, above: Mapping[str, str]) -> Iterator[str]:
    """A block and those above it, each once."""
    block: str | None = base
    while block is not None:
        yield block
        block = above.get(block)
        block = None if block == base else block


def _cycles(
    blocks: Sequence[str], towers: Sequence[Tower], above: Mapping[str, str]
) -> Iterator[Tower]:
    """Towers whose lowest block is on the highest, from their first blocks upwards."""
    seen = {block for tower in towers for block in tower.blocks}
    for block in blocks:
        if block not in seen:
            cycle = tuple(_climb(block, above))
            seen.update(cycle)
            yield Tower(cycle, Footing.CYCLE)
