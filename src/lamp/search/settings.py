"""All settings of the planners, with their defaults and the paper's values."""

from __future__ import annotations

import math
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from lamp.errors import SettingsError
from lamp.search.choices import (
    Backups,
    FirstTries,
    HorizonValue,
    LandmarkCost,
    TreeGrowth,
    Utility,
)
from lamp.search.validators import (
    FLAG,
    Validator,
    integer,
    is_number,
    number,
    one_of,
    python_number,
)
from lamp.task import Task

AUTO = "auto"
"""The value of greediness by which it decreases with the tries in a state (decision 17), and of the
cost unit by which it is the task's."""
INITIAL_GREEDINESS = 0.5
"""The greediness `auto` in a state without tries."""
HALVING_TRIES = 50.0
"""The tries of a state's actions after which the greediness `auto` is half of that (k)."""
MAX_ROLLOUTS = 10**9


class Setting(NamedTuple):
    """The description of a setting."""

    name: str
    meaning: str
    allowed: str
    default: Any
    paper: Any
    """The paper's value; it differs from the default where lamp goes beyond the paper."""


def _setting(default: Any, meaning: str, allowed: Validator, *, paper: Any = None) -> Any:  # noqa: ANN401 (as dataclasses.field)
    paper = default if paper is None else paper
    return field(default=default, metadata={"meaning": meaning, "allowed": allowed, "paper": paper})


_FROM_0 = number("from 0 to 10^9", lambda value: 0 <= value <= 10**9)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The settings of a planner; the constructor checks all values."""

    rollouts: int = _setting(
        100, "Rollouts before each decision.", integer(1, MAX_ROLLOUTS, "1 to 10^9")
    )
    seconds: float = _setting(
        math.inf,
        "Time limit of each decision in seconds; without rollouts, the only limit.",
        number("more than 0", lambda value: value > 0),
    )
    greediness: float | str = _setting(
        AUTO,
        "Weight of the current landmark against the goal (α); auto decreases with tries.",
        Validator(
            "auto, or from 0 to 1",
            lambda value: value == AUTO or (is_number(value) and 0 <= value <= 1),
        ),
        paper=0.5,
    )
    dead_ends: bool = _setting(
        True,
        "Whether dead ends, from which the goal cannot be reached, are detected.",
        FLAG,
        paper=False,
    )
    safe_landmarks: bool = _setting(
        True,
        "Whether a landmark counts as achieved only if no dead end follows in the rollout.",
        FLAG,
        paper=False,
    )
    reachieve_landmarks: bool = _setting(
        True,
        "Whether landmarks that became false are pursued again where they are required again.",
        FLAG,
        paper=False,
    )
    backups: Backups = _setting(
        Backups.BELLMAN,
        "How rollouts update the value of an action for the goal.",
        one_of(Backups),
        paper=Backups.MEAN,
    )
    horizon_value: HorizonValue = _setting(
        HorizonValue.LANDMARKS,
        "The value of a rollout that ends at the horizon.",
        one_of(HorizonValue),
        paper=HorizonValue.NOTHING,
    )
    first_tries: FirstTries = _setting(
        FirstTries.RELEVANT,
        "Which of the untried actions of a state comes first.",
        one_of(FirstTries),
        paper=FirstTries.RANDOM,
    )
    horizon: int = _setting(20, "Actions in a rollout (d).", integer(1, 10**4, "1 to 10,000"))
    budget: int = _setting(200, "Actions in an episode.", integer(1, 10**6, "1 to 10^6"))
    cost_budget: float = _setting(
        math.inf,
        "Cost of an episode that counts as success; at a greater cost it ends.",
        number("more than 0", lambda value: value > 0),
    )
    cost_unit: float | str = _setting(
        AUTO,
        "Cost that utilities count as 1; auto is the median cost of the task's actions.",
        Validator(
            "auto, or more than 0",
            lambda value: value == AUTO or (is_number(value) and 0 < value < math.inf),
        ),
    )
    exploration: float = _setting(math.sqrt(2), "The constant of UCB1 (C).", _FROM_0)
    normalize_exploration: bool = _setting(
        True,
        "Whether the constant is multiplied by the greatest value in the state.",
        FLAG,
    )
    goal_utility: float = _setting(1.0, "The utility of reaching the goal (K_g).", _FROM_0)
    risk_factor: float = _setting(
        -0.1,
        "The exponent of the exponential utility (λ): the nearer to 0, the less costs count.",
        number("below 0", lambda value: -math.inf < value < 0),
    )
    utility: Utility = _setting(Utility.EXPONENTIAL, "The utility of a cost (u).", one_of(Utility))
    tree_growth: TreeGrowth = _setting(
        TreeGrowth.FULL, "Which states of a rollout get statistics.", one_of(TreeGrowth)
    )
    landmark_cost: LandmarkCost = _setting(
        LandmarkCost.PURSUIT,
        "Where the cost of achieving a landmark starts to count.",
        one_of(LandmarkCost),
    )
    workers: int = _setting(
        1,
        "Search trees that share the rollouts of a decision, each in a thread of its own.",
        integer(1, 1024, "1 to 1,024"),
    )
    megabytes: float = _setting(
        math.inf,
        "Memory for states and statistics; by default 80 % of the free memory.",
        number("more than 0", lambda value: value > 0),
    )
    seed: int = _setting(0, "The seed of all random numbers.", integer(0, 2**63, "0 to 2^63"))

    def __post_init__(self) -> None:
        for setting in fields(self):
            value = python_number(getattr(self, setting.name))
            if not setting.metadata["allowed"].accepts(value):
                raise _out_of_range(setting, value)
            if isinstance(setting.default, StrEnum):
                value = type(setting.default)(value)
            object.__setattr__(self, setting.name, value)

    @classmethod
    def paper(cls, **changes: Any) -> SearchSettings:  # noqa: ANN401 (the fields)
        """The paper's algorithm, with other values for some settings."""
        return cls(**PAPER).changed(**changes)

    @property
    def uses_bellman(self) -> bool:
        """Whether backups are Bellman's: only where the utility of a cost is a product."""
        return self.backups is Backups.BELLMAN and self.utility is Utility.EXPONENTIAL

    @property
    def uses_estimates(self) -> bool:
        """Whether the remaining landmarks estimate the value of a rollout that ends at the horizon.

        Means of such estimates are biased: never to reach the goal may seem as good as a risk. So
        there are no estimates where the utility replaces Bellman's backups by means.
        """
        falls_back_to_means = self.backups is Backups.BELLMAN and not self.uses_bellman
        return self.horizon_value is HorizonValue.LANDMARKS and not falls_back_to_means

    def greediness_after(self, tries: int) -> float:
        """The weight of the subgoal (α) in a state after N tries of its actions.

        The greediness `auto` is ½ √(k / (3 N + k)), with k = `HALVING_TRIES`.
        """
        if isinstance(self.greediness, str):
            return INITIAL_GREEDINESS * math.sqrt(HALVING_TRIES / (3 * tries + HALVING_TRIES))
        return float(self.greediness)

    def utilities(self) -> list[float]:
        """The utility of each whole number of cost units that a rollout can end with (u)."""
        return [self.utility_of(cost) for cost in range(self.greatest_cost + 1)]

    @property
    def greatest_cost(self) -> int:
        """The greatest cost, in cost units, that a utility tells from greater ones."""
        return self.budget + self.horizon

    def cost_unit_of(self, task: Task) -> Fraction:
        """The cost that counts as 1 in utilities."""
        return task.cost_unit if isinstance(self.cost_unit, str) else Fraction(self.cost_unit)

    def utility_of(self, cost: float) -> float:
        """The utility of a number of cost units (u)."""
        if self.utility is Utility.LINEAR:
            return 1.0 - min(cost, self.greatest_cost) / self.greatest_cost
        if self.utility is Utility.RECIPROCAL:
            return 1.0 / (1.0 + cost)
        return math.exp(self.risk_factor * cost)

    def changed(self, /, **changes: Any) -> SearchSettings:  # noqa: ANN401 (the fields)
        """The settings with other values for some of them.

        Seconds without rollouts mean that rollouts are not limited.
        """
        unknown = [name for name in changes if name not in SETTINGS]
        if unknown:
            raise SettingsError(
                f"there is no such setting: {', '.join(unknown)}",
                remedy=f"There are {', '.join(SETTINGS)}",
            )
        if "seconds" in changes and self.rollouts == SETTINGS["rollouts"].default:
            changes = {"rollouts": MAX_ROLLOUTS, **changes}
        return replace(self, **changes)


SETTINGS = {
    setting.name: Setting(
        setting.name,
        setting.metadata["meaning"],
        setting.metadata["allowed"].words,
        setting.default,
        setting.metadata["paper"],
    )
    for setting in fields(SearchSettings)
}
"""The descriptions of all settings by name."""

PAPER = {
    setting.name: setting.paper for setting in SETTINGS.values() if setting.paper != setting.default
}
"""The settings of the paper's algorithm that differ from the defaults."""


def _out_of_range(setting: Field[Any], value: object) -> SettingsError:
    return SettingsError(
        f"{setting.name} is {value!r}", remedy=f"Allowed is {setting.metadata['allowed'].words}"
    )
