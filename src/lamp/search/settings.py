"""All settings of the planner, with their defaults and the paper's values; their one home."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from numbers import Integral, Real
from typing import Any, NamedTuple

from lamp.errors import SettingsError


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
    """How cost becomes utility (u): strictly decreasing, as the GUBS criterion asks."""

    EXPONENTIAL = "exponential"
    """u(c) = exp(λ c): eGUBS, which is also discounting by exp(λ)."""
    LINEAR = "linear"
    """u(c) falls evenly from 1 to 0 at the cost of the budget and the horizon together."""
    RECIPROCAL = "reciprocal"
    """u(c) = 1 / (1 + c)."""


class Backups(StrEnum):
    """How the value of an action for the goal (Q_g) follows from rollouts."""

    MEAN = "mean"
    """The mean of their utilities, as in the paper."""
    BELLMAN = "bellman"
    """The expected value of its successors, each worth as much as its best action.

    With the exponential utility only, where the cost so far does not matter; with others, means.
    """


class HorizonValue(StrEnum):
    """What a rollout is worth that ends at the horizon."""

    NOTHING = "nothing"
    """The cost so far, without reaching the goal, as in the paper."""
    LANDMARKS = "landmarks"
    """By what the landmarks cost that are still to be achieved: reaching the goal is the likelier
    and the better the less that is. It goes with Bellman's backups; means of it mislead."""


class FirstTries(StrEnum):
    """Which of the actions that were never tried in a state comes first."""

    RANDOM = "random"
    """Any of them."""
    RELEVANT = "relevant"
    """One that is nearest to achieving the current landmark, counted in actions backwards."""


AUTO = "auto"
"""The greediness that fades with knowledge."""
FIRST_GREEDINESS = 0.5
"""Of a state that nothing is known about, where greediness fades."""
FADING = 50.0
"""Greediness is half of that after as many tries of a state's actions (k)."""


class Allowed(NamedTuple):
    """The values that a setting may have."""

    words: str
    holds: Callable[[Any], bool]


class Setting(NamedTuple):
    """What there is to say about a setting."""

    name: str
    meaning: str
    allowed: str
    default: Any
    paper: Any
    """The paper's value, which differs from the default where lamp goes beyond the paper."""


def _plain(value: Any) -> Any:  # noqa: ANN401
    """The value, as Python's own number if it is one of numpy's."""
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else value


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return not math.isnan(value)
    except OverflowError:  # a whole number beyond all that can be calculated with
        return False


def _number(words: str, holds: Callable[[float], bool]) -> Allowed:
    return Allowed(words, lambda value: _is_number(value) and holds(value))


def _whole(least: int, most: int, words: str) -> Allowed:
    holds = _number(words, lambda value: isinstance(value, int) and least <= value <= most)
    return Allowed(f"a whole number from {words}", holds.holds)


def _one_of(kind: type[StrEnum]) -> Allowed:
    return Allowed(", ".join(kind), lambda value: value in list(kind))


def _flag() -> Allowed:
    return Allowed("true or false", lambda value: isinstance(value, bool))


def _setting(default: Any, meaning: str, allowed: Allowed, *, paper: Any = None) -> Any:  # noqa: ANN401 (as dataclasses.field)
    paper = default if paper is None else paper
    return field(default=default, metadata={"meaning": meaning, "allowed": allowed, "paper": paper})


MOST_ROLLOUTS = 10**9
_FROM_0 = _number("from 0 to 10^9", lambda value: 0 <= value <= 10**9)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What the planner does; all values are checked when the settings are made."""

    rollouts: int = _setting(
        100, "Rollouts before each decision.", _whole(1, MOST_ROLLOUTS, "1 to 10^9")
    )
    seconds: float = _setting(
        math.inf,
        "Seconds for each decision: alone, or whatever ends first, they or the rollouts.",
        _number("more than 0", lambda value: value > 0),
    )
    greediness: float | str = _setting(
        AUTO,
        "How much the current landmark counts against the goal (α): 0 is not at all, auto fades.",
        Allowed(
            "auto, or from 0 to 1",
            lambda value: value == AUTO or (_is_number(value) and 0 <= value <= 1),
        ),
        paper=0.5,
    )
    dead_ends: bool = _setting(
        True,
        "Whether states are recognised from which the goal cannot be reached.",
        _flag(),
        paper=False,
    )
    safe_landmarks: bool = _setting(
        True,
        "Whether a landmark counts as achieved only if no dead end comes after it.",
        _flag(),
        paper=False,
    )
    landmarks_again: bool = _setting(
        True,
        "Whether landmarks that became false are pursued again where they are needed again.",
        _flag(),
        paper=False,
    )
    backups: Backups = _setting(
        Backups.BELLMAN,
        "How the value of an action for the goal follows from rollouts.",
        _one_of(Backups),
        paper=Backups.MEAN,
    )
    horizon_value: HorizonValue = _setting(
        HorizonValue.LANDMARKS,
        "What a rollout is worth that ends at the horizon.",
        _one_of(HorizonValue),
        paper=HorizonValue.NOTHING,
    )
    first_tries: FirstTries = _setting(
        FirstTries.RELEVANT,
        "Which of the actions that were never tried in a state comes first.",
        _one_of(FirstTries),
        paper=FirstTries.RANDOM,
    )
    horizon: int = _setting(20, "Actions in a rollout (d).", _whole(1, 10**4, "1 to 10,000"))
    budget: int = _setting(200, "Actions in an episode.", _whole(1, 10**6, "1 to 10^6"))
    exploration: float = _setting(math.sqrt(2), "The constant of UCB1 (C).", _FROM_0)
    normalize_exploration: bool = _setting(
        True,
        "Whether the constant is multiplied by the best value known in the state.",
        _flag(),
    )
    goal_utility: float = _setting(1.0, "What reaching the goal is worth (K_g).", _FROM_0)
    risk_factor: float = _setting(
        -0.1,
        "The exponent of the exponential utility (λ): the nearer to 0, the more patient.",
        _number("below 0", lambda value: -math.inf < value < 0),
    )
    utility: Utility = _setting(
        Utility.EXPONENTIAL, "How cost becomes utility (u).", _one_of(Utility)
    )
    tree_growth: TreeGrowth = _setting(
        TreeGrowth.FULL, "Which states of a rollout get statistics.", _one_of(TreeGrowth)
    )
    landmark_cost: LandmarkCost = _setting(
        LandmarkCost.PURSUIT,
        "From where the cost of achieving a landmark counts.",
        _one_of(LandmarkCost),
    )
    workers: int = _setting(
        1,
        "Search trees that share the rollouts of a decision, each in a thread of its own.",
        _whole(1, 1024, "1 to 1,024"),
    )
    megabytes: float = _setting(
        math.inf,
        "Memory for states and statistics; without it, 80 % of what is free.",
        _number("more than 0", lambda value: value > 0),
    )
    seed: int = _setting(0, "Where the random numbers begin.", _whole(0, 2**63, "0 to 2^63"))

    def __post_init__(self) -> None:
        for one in fields(self):
            value = _plain(getattr(self, one.name))
            object.__setattr__(self, one.name, value)
            if not one.metadata["allowed"].holds(value):
                raise _refused(one, value)
            if isinstance(one.default, StrEnum):
                object.__setattr__(self, one.name, type(one.default)(value))

    @classmethod
    def paper(cls, **changes: Any) -> SearchSettings:  # noqa: ANN401 (the fields)
        """The paper's algorithm, with other values for some settings."""
        return cls(**PAPER).changed(**changes)

    @property
    def uses_bellman(self) -> bool:
        """Whether values are backed up by Bellman's equation, which not all utilities allow."""
        return self.backups is Backups.BELLMAN and self.utility is Utility.EXPONENTIAL

    @property
    def uses_estimates(self) -> bool:
        """Whether landmarks say what the horizon is worth.

        Means of such estimates mislead: never to arrive may seem as good as to take a risk. So
        there are none where Bellman's backups are wanted, but not possible.
        """
        has_means = self.backups is Backups.BELLMAN and not self.uses_bellman
        return self.horizon_value is HorizonValue.LANDMARKS and not has_means

    def greediness_after(self, tries: int) -> float:
        """How much the current landmark counts in a state after some tries of actions there (α)."""
        if isinstance(self.greediness, str):
            return FIRST_GREEDINESS * math.sqrt(FADING / (3 * tries + FADING))
        return float(self.greediness)

    def utilities(self) -> list[float]:
        """The utility of each cost that a rollout can end with (u)."""
        return [self._utility(cost) for cost in range(self.budget + self.horizon + 1)]

    def _utility(self, cost: int) -> float:
        if self.utility is Utility.LINEAR:
            return 1.0 - cost / (self.budget + self.horizon)
        if self.utility is Utility.RECIPROCAL:
            return 1.0 / (1.0 + cost)
        return math.exp(self.risk_factor * cost)

    def changed(self, /, **changes: Any) -> SearchSettings:  # noqa: ANN401 (the fields)
        """The settings with other values for some of them.

        Where seconds are given and no rollouts, there is no limit on rollouts.
        """
        unknown = [name for name in changes if name not in SETTINGS]
        if unknown:
            raise SettingsError(
                f"there is no such setting: {', '.join(unknown)}",
                remedy=f"There are {', '.join(SETTINGS)}",
            )
        if "seconds" in changes and self.rollouts == SETTINGS["rollouts"].default:
            changes = {"rollouts": MOST_ROLLOUTS, **changes}
        return replace(self, **changes)


SETTINGS = {
    one.name: Setting(
        one.name,
        one.metadata["meaning"],
        one.metadata["allowed"].words,
        one.default,
        one.metadata["paper"],
    )
    for one in fields(SearchSettings)
}
"""All settings by name, for those who show them."""

PAPER = {name: one.paper for name, one in SETTINGS.items() if one.paper != one.default}
"""What has to be said for the paper's algorithm."""


def _refused(one: Field[Any], value: object) -> SettingsError:
    return SettingsError(
        f"{one.name} is {value!r}", remedy=f"Allowed is {one.metadata['allowed'].words}"
    )
