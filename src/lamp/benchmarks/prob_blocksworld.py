"""prob_blocksworld: build given towers with a clumsy hand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from lamp.benchmarks.blocks import (
    Supports,
    block_objects,
    other_towers,
    random_towers,
    tower_atoms,
    towers,
)
from lamp.benchmarks.facts import conjunction
from lamp.benchmarks.families import Family, Parameter, Sizes
from lamp.ppddl import Problem


@dataclass(frozen=True, slots=True)
class Towers:
    """Towers as they are and as they shall be, of the same blocks."""

    initial: Supports
    goal: Supports

    def problem(self, name: str) -> Problem:
        """Return the problem; its goal says where every block stands."""
        return Problem(
            name,
            domain="prob_blocks",
            objects=block_objects(len(self.initial)),
            init=tuple(tower_atoms(self.initial)),
            goal=conjunction(tower_atoms(self.goal)),
        )


def _generate(rng: Random, sizes: Sizes) -> Towers:
    """Return two random arrangements that differ.

    Solvable: every action that moves a single block succeeds with positive probability, so all
    blocks can be put on the table one by one, and from there the goal built from below.
    """
    initial = random_towers(rng, sizes["blocks"])
    return Towers(initial, other_towers(rng, sizes["blocks"], than=initial))


def _towers(initial: str, goal: str) -> Towers:
    return Towers(towers(initial), towers(goal))


# Towers from bottom to top.
INSTANCES = {
    "bw_5_20405": _towers("3 4 5 1 2", "4 3 1 2 5"),
    "bw_5_30906": _towers("2 4 | 5 3 1", "4 1 5 3 2"),
    "bw_5_30495": _towers("1 2 3 | 4 | 5", "3 5 2 4 1"),
    "bw_5_28161": _towers("2 4 1 | 3 5", "3 2 5 1 4"),
    "bw_5_14257": _towers("1 | 3 2 | 4 | 5", "3 5 2 1 4"),
    "bw_10_25149": _towers("5 1 6 3 9 10 | 7 4 | 8 2", "3 9 7 | 5 | 8 6 4 2 10 1"),
    "bw_10_11511": _towers("1 7 | 4 | 9 10 8 3 5 2 6", "1 9 4 2 7 10 3 8 5 6"),
    "bw_10_5555": _towers("2 | 8 1 5 7 6 9 4 3 10", "2 5 10 | 3 | 6 | 7 8 4 1 9"),
    "bw_10_17042": _towers("4 8 2 10 1 9 3 | 6 | 7 5", "3 | 7 | 8 | 9 6 4 1 2 5 | 10"),
}

PROB_BLOCKSWORLD = Family(
    name="prob_blocksworld",
    description="Build towers with a hand that often drops what it lifts; nothing breaks.",
    parameters=(Parameter("blocks", "number of blocks", default=8, least=2, most=200),),
    title="prob_blocksworld-{blocks}-blocks-seed-{seed}",
    instances=INSTANCES,
    generate=_generate,
)
