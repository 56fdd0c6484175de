"""exploding_blocksworld: put some blocks in their places without blowing up what is needed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from lamp.benchmarks.blocks import (
    Supports,
    block_objects,
    chains,
    name_of,
    other_towers,
    random_towers,
    support_atoms,
    tower_atoms,
    towers,
)
from lamp.benchmarks.draws import pick, some
from lamp.benchmarks.facts import atom, conjunction
from lamp.benchmarks.families import Family, Parameter, Sizes
from lamp.ppddl import Atom, Problem


@dataclass(frozen=True, slots=True)
class Charges:
    """Towers as they are, and where some of the blocks shall stand."""

    initial: Supports
    goal: Supports

    def problem(self, name: str) -> Problem:
        """Return the problem; in the beginning nothing has exploded."""
        return Problem(
            name,
            domain="exploding-blocksworld",
            objects=block_objects(len(self.initial)),
            init=(*tower_atoms(self.initial), *self._whole()),
            goal=conjunction(support_atoms(self.goal)),
        )

    def _whole(self) -> list[Atom]:
        kinds = ("no-detonated", "no-destroyed")
        blocks = [atom(kind, name_of(block)) for block in self.initial for kind in kinds]
        return [atom("no-destroyed-table"), *blocks]


def _generate(rng: Random, sizes: Sizes) -> Charges:
    """Return a random arrangement, and the places of half of the blocks in another one.

    Solvable: with positive probability no charge ever goes off, and then the blocks can be put on
    the table one by one and every arrangement be built. One block at least must move.
    """
    blocks = sizes["blocks"]
    initial = random_towers(rng, blocks)
    final = other_towers(rng, blocks, than=initial)
    moved = pick(rng, [block for block in final if final[block] != initial[block]])
    others = some(rng, [block for block in final if block != moved], blocks // 2 - 1)
    return Charges(initial, {block: final[block] for block in sorted([moved, *others])})


def _charges(initial: str, goal: str) -> Charges:
    return Charges(towers(initial), chains(goal))


# Towers from bottom to top. In goals, a chain that starts with 0 stands on the table,
# and any other on a block that may stand anywhere.
INSTANCES = {
    "ex_bw_5_17738": _charges("1 5 3 | 2 4", "4 3 | 2 5"),
    "ex_bw_5_15874": _charges("1 | 3 2 | 5 4", "4 3 | 0 5"),
    "ex_bw_5_1318": _charges("1 | 3 | 4 5 2", "4 3 | 1 5"),
    "ex_bw_5_28578": _charges("3 2 1 4 5", "4 3 5"),
    "ex_bw_5_22634": _charges("1 | 3 | 4 5 2", "0 3 | 4 5"),
    "ex_bw_10_3172": _charges("1 10 | 4 | 6 3 5 9 2 8 7", "0 2 | 8 9 | 5 10 1 7"),
    "ex_bw_10_13881": _charges("1 3 2 8 6 5 | 4 7 10 | 9", "8 1 | 5 7 9 | 0 10 2"),
    "ex_bw_10_8077": _charges("1 | 2 8 | 4 3 | 5 10 9 7 | 6", "0 1 | 4 7 | 0 9 2 10"),
    "ex_bw_10_30413": _charges("3 2 9 8 10 | 4 7 1 | 5 | 6", "4 1 | 0 2 | 3 9 7 | 0 10"),
}

EXPLODING_BLOCKSWORLD = Family(
    name="exploding_blocksworld",
    description="Rearrange blocks whose charges may destroy what they are put on, for good.",
    parameters=(Parameter("blocks", "number of blocks", default=8, least=2, most=200),),
    title="exploding_blocksworld-{blocks}-blocks-seed-{seed}",
    instances=INSTANCES,
    generate=_generate,
)
