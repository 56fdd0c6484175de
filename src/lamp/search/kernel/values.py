"""Values: means, and the chance and the discount that Bellman's equation is about."""

from __future__ import annotations

from lamp.search.kernel.arrays import (
    BASIS,
    CHANCE,
    DISCOUNT,
    GUESSED,
    TRIES,
    UNBASED,
    VALUE,
    Floats,
    Learned,
    Settings,
)
from lamp.util.compiling import inlined


@inlined
def update(values: Floats, at: int, utility: float) -> None:
    """Count one more utility into a mean: UCB-Update of Algorithm 3."""
    tried = values[at, TRIES]
    values[at, VALUE] = (tried * values[at, VALUE] + utility) / (1.0 + tried)
    values[at, TRIES] = tried + 1.0


@inlined
def worth(settings: Settings, cost: int, bonus: float) -> float:
    """The utility of a cost, and a bonus; beyond what can be, costs do not count any more."""
    return settings.utility[min(cost, len(settings.utility) - 1)] + bonus


@inlined
def first_worth(learned: Learned, state: int, chance: float, discount: float) -> None:
    """Note what a rollout says about a state that nothing is known about."""
    if learned.worth[state, BASIS] == UNBASED:
        learned.worth[state, BASIS] = GUESSED
        learned.worth[state, CHANCE] = chance
        learned.worth[state, DISCOUNT] = discount


@inlined
def value_of(settings: Settings, chance: float, discount: float) -> float:
    """What Bellman's two parts are worth together."""
    return settings.goal_utility * chance + discount
