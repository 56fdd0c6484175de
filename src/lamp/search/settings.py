"""All settings of the planner, with the paper's values as defaults; their one home."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from lamp.errors import SettingsError

Member = TypeVar("Member", bound=StrEnum)


class TreeGrowth(StrEnum):
    """Which states of a rollout get statistics."""

    FULL = "full"
    """All of them, as in the paper's pseudo-code."""
    EXPAND = "expand"
    """One new state a rollout; beyond it, actions are uniformly random: classical UCT."""


class LandmarkCost(StrEnum):
    """From where the cost of achieving a landmark counts."""

    PURSUIT = "pursuit"
    """From the moment the landmark was chosen."""
    EPISODE = "episode"
    """From the start of the episode, as printed in Algorithm 3."""


class Utility(StrEnum):
    """How cost becomes utility (u)."""

    EXPONENTIAL = "exponential"
    """u(c) = exp(λ c)."""
    LINEAR = "linear"
    """u(c) falls evenly from 1 to 0 at the cost of the budget and the horizon together."""
    RECIPROCAL = "reciprocal"
    """u(c) = 1 / (1 + c)."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What the planner does; all values are checked when the settings are made."""

    rollouts: int = 100
    """Rollouts before each decision."""
    seconds: float = math.inf
    """Seconds for each decision; whatever ends first, they or the rollouts."""
    greediness: float = 0.5
    """How much the current landmark counts against the goal (α): 0 is UCT."""
    horizon: int = 20
    """Actions in a rollout (d)."""
    budget: int = 200
    """Actions in an episode."""
    exploration: float = math.sqrt(2)
    """The constant of UCB1 (C)."""
    normalize_exploration: bool = True
    """Whether the constant is multiplied by the best value known in the state."""
    goal_utility: float = 1.0
    """What reaching the goal is worth (K_g)."""
    risk_factor: float = -0.1
    """The exponent of the exponential utility (λ): the nearer to 0, the more patient."""
    utility: Utility = Utility.EXPONENTIAL
    """How cost becomes utility (u)."""
    tree_growth: TreeGrowth = TreeGrowth.FULL
    """Which states of a rollout get statistics."""
    landmark_cost: LandmarkCost = LandmarkCost.PURSUIT
    """From where the cost of achieving a landmark counts."""
    seed: int = 0
    """Where the random numbers begin."""

    def __post_init__(self) -> None:
        for name, allowed, is_allowed in _RANGES:
            value = getattr(self, name)
            if not _is_number(value) or not is_allowed(value):
                raise _refused(name, value, allowed)
        object.__setattr__(self, "utility", _member(Utility, self.utility))
        object.__setattr__(self, "tree_growth", _member(TreeGrowth, self.tree_growth))
        object.__setattr__(self, "landmark_cost", _member(LandmarkCost, self.landmark_cost))

    def utilities(self) -> list[float]:
        """The utility of each cost that a rollout can end with (u)."""
        return [self._utility(cost) for cost in range(self.budget + self.horizon + 1)]

    def _utility(self, cost: int) -> float:
        if self.utility is Utility.LINEAR:
            return 1.0 - cost / (self.budget + self.horizon)
        if self.utility is Utility.RECIPROCAL:
            return 1.0 / (1.0 + cost)
        return math.exp(self.risk_factor * cost)


def _whole(least: int, most: int) -> Callable[[float], bool]:
    return lambda value: isinstance(value, int) and least <= value <= most


_RANGES: tuple[tuple[str, str, Callable[[float], bool]], ...] = (
    ("rollouts", "a whole number from 1 to 10^9", _whole(1, 10**9)),
    ("seconds", "more than 0", lambda value: value > 0),
    ("greediness", "from 0 to 1", lambda value: 0 <= value <= 1),
    ("horizon", "a whole number from 1 to 10,000", _whole(1, 10**4)),
    ("budget", "a whole number from 1 to 10^6", _whole(1, 10**6)),
    ("exploration", "0 or more", lambda value: 0 <= value < math.inf),
    ("goal_utility", "0 or more", lambda value: 0 <= value < math.inf),
    ("risk_factor", "below 0", lambda value: -math.inf < value < 0),
    ("seed", "a whole number from 0 to 2^63", _whole(0, 2**63)),
)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value  # noqa: PLR0124


def _refused(name: str, value: object, allowed: str) -> SettingsError:
    return SettingsError(f"{name} is {value!r}", remedy=f"Allowed is {allowed}")


def _member(kind: type[Member], value: str) -> Member:
    try:
        return kind(value)
    except ValueError:
        raise _refused(kind.__name__, value, ", ".join(kind)) from None
