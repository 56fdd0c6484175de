"""Arrangements of blocks: how they are written, drawn and turned into facts.

Blocks are numbered from 1; number 0 is the table.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from lamp.benchmarks.draws import pick, some
from lamp.benchmarks.facts import atom, numbered, numbers, objects
from lamp.ppddl import Atom, Typed

TABLE = 0

Supports: TypeAlias = dict[int, int]
"""What each block stands on; blocks that are not mentioned may be anywhere."""


def chains(text: str) -> Supports:
    """Return what each block stands on in `4 3 | 0 5`, each chain from bottom to top."""
    supports: Supports = {}
    for chain in map(numbers, text.split("|")):
        supports.update(zip(chain[1:], chain, strict=False))
    return dict(sorted(supports.items()))


def towers(text: str) -> Supports:
    """Return the arrangement of `1 5 3 | 2 4`: towers on the table, from bottom to top."""
    return chains("|".join(f"{TABLE} {tower}" for tower in text.split("|")))


def random_towers(rng: Random, blocks: int) -> Supports:
    """Return an arrangement: the blocks, shuffled, go one by one on the table or a tower's top."""
    tops: list[int] = []
    supports = {}
    for block in some(rng, range(1, blocks + 1), blocks):
        supports[block] = pick(rng, [TABLE, *tops])
        tops = [top for top in tops if top != supports[block]] + [block]
    return dict(sorted(supports.items()))


def other_towers(rng: Random, blocks: int, than: Supports) -> Supports:
    """Return a random arrangement that is not the one given; two blocks are enough for that."""
    supports = random_towers(rng, blocks)
    while supports == than:
        supports = random_towers(rng, blocks)
    return supports


def name_of(block: int) -> str:
    """The name of a block in PPDDL."""
    return f"b{block}"


def block_objects(blocks: int) -> tuple[Typed, ...]:
    """Return the declaration of the blocks."""
    return objects("block", numbered("b", 1, blocks))


def support_atoms(supports: Supports) -> list[Atom]:
    """Return what each block stands on, as atoms."""
    return [
        atom("on-table", name_of(block))
        if support == TABLE
        else atom("on", name_of(block), name_of(support))
        for block, support in supports.items()
    ]


def tower_atoms(supports: Supports) -> list[Atom]:
    """Return all that is true of a complete arrangement while the hand is empty."""
    below = set(supports.values())
    clear = [atom("clear", name_of(block)) for block in supports if block not in below]
    return [atom("emptyhand"), *support_atoms(supports), *clear]
