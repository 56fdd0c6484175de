"""Which blocks stand on which: the towers of a state, whatever its facts say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from lamp.pictures.scene import Facts


class Footing(Enum):
    """What the lowest block of a tower stands on."""

    TABLE = "table"
    HAND = "hand"
    AIR = "air"
    """Nothing that is known: it hangs."""
    RING = "ring"
    """Its own top."""


class Tower(NamedTuple):
    """Blocks from bottom to top."""

    blocks: tuple[str, ...]
    footing: Footing


def towers_of(facts: Facts, blocks: Sequence[str], table: str) -> list[Tower]:
    """The towers of a state: each block is in exactly one, at most one tower is in the hand.

    `table` is the predicate of what stands on the table. Of two blocks on the same one, the later
    hangs in the air.
    """
    lying, held = {*facts.ones(table)}, facts.ones("holding")[:1]
    above = _above(facts, {*blocks}, {*lying, *held})
    stacked = {*above.values()}
    found = []
    for base in blocks:
        if base not in stacked:
            footing = Footing.HAND if base in held else Footing.AIR
            footing = Footing.TABLE if base in lying else footing
            found.append(Tower(tuple(_climb(base, above)), footing))
    return [*found, *_rings(blocks, found, above)]


def _above(facts: Facts, blocks: set[str], grounded: set[str]) -> dict[str, str]:
    """The block upon each block; no block is upon two."""
    found: dict[str, str] = {}
    placed: set[str] = set()
    for upper, lower in facts.pairs("on"):
        fits = upper in blocks and lower in blocks and upper not in grounded | placed
        if fits and lower not in found:
            found[lower] = upper
            placed.add(upper)
    return found


def _climb(base: str, above: Mapping[str, str]) -> Iterator[str]:
    """A block and those above it, once around where they are a ring."""
    block: str | None = base
    while block is not None:
        yield block
        block = above.get(block)
        block = None if block == base else block


def _rings(
    blocks: Sequence[str], towers: Sequence[Tower], above: Mapping[str, str]
) -> Iterator[Tower]:
    """The towers that stand on their own tops, from their first blocks upwards."""
    seen = {block for tower in towers for block in tower.blocks}
    for block in blocks:
        if block not in seen:
            ring = tuple(_climb(block, above))
            seen.update(ring)
            yield Tower(ring, Footing.RING)
