"""All families, and the names of their problems."""

from __future__ import annotations

from difflib import get_close_matches

from lamp.benchmarks.elevators import ELEVATORS
from lamp.benchmarks.exploding_blocksworld import EXPLODING_BLOCKSWORLD
from lamp.benchmarks.families import Family
from lamp.benchmarks.prob_blocksworld import PROB_BLOCKSWORLD
from lamp.benchmarks.tireworld import TIREWORLD
from lamp.benchmarks.triangle_tireworld import TRIANGLE_TIREWORLD
from lamp.benchmarks.zenotravel import ZENOTRAVEL, ZENOTRAVEL_RELEASED
from lamp.errors import SettingsError

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        PROB_BLOCKSWORLD,
        ELEVATORS,
        ZENOTRAVEL,
        EXPLODING_BLOCKSWORLD,
        TIREWORLD,
        TRIANGLE_TIREWORLD,
        ZENOTRAVEL_RELEASED,
    )
}
"""The families by name: the paper's six in its order, then those that it does not have."""

NAMES: tuple[str, ...] = tuple(
    f"{family.name}:p{number}"
    for family in FAMILIES.values()
    for number in range(1, len(family.instances) + 1)
)
"""The names of all problems that are not generated."""

PAPER_NAMES: tuple[str, ...] = tuple(
    name for name in NAMES if FAMILIES[name.partition(":")[0]].in_paper
)
"""The names of the paper's 58 problems."""


def key_of(name: str) -> str:
    """Return what stands for a problem in keys of results, and so in seeds.

    It is the name, unless that name once meant another problem: results are never mixed.
    """
    family, colon, instance = name.partition(":")
    return f"{FAMILIES[family].key or family}{colon}{instance}" if family in FAMILIES else name


def family(name: str) -> Family:
    """Return a family by its name."""
    if name in FAMILIES:
        return FAMILIES[name]
    near = get_close_matches(name, FAMILIES, n=1)
    raise SettingsError(
        f"there is no family of problems {name}",
        remedy=f"Did you mean {near[0]}?" if near else f"The families are {', '.join(FAMILIES)}",
    )
