"""Optimal values of a task, and an optimal policy to ask."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from lamp.errors import ExactError
from lamp.exact.bounds import Bounds
from lamp.exact.kernel import UNKNOWN, Values
from lamp.exact.limits import LimitReached
from lamp.exact.states import States
from lamp.exact.value_iteration import cost_bounds, probability_bounds
from lamp.task import Action, State


class Method(StrEnum):
    """How a task is solved."""

    ENUMERATION = "enumeration"
    """All states are known."""
    SEARCH = "search"
    """Only the states that a search has expanded are known."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Optimal values of a task's initial state, with bounds, and those of other states.

    Three problems have three optima: the maximal probability of reaching the goal; the least
    expected cost among the policies of maximal probability; and the best expected GUBS utility
    within the budget, over policies that may depend on the cost so far.
    """

    method: Method
    states: int
    """How many states are reachable without expanding goals; of a search, how many it reached."""
    dead_ends: int | None
    """From how many of them the goal cannot be reached; None after a search."""
    probability_bounds: Bounds
    cost_bounds: Bounds | None
    """The expected cost of reaching the goal, given that it is reached."""
    utility_bounds: Bounds
    limit: LimitReached | None
    """The limit that was reached; then bounds may be wide, and perhaps no policy is known."""
    seconds: float
    cost_unit: Fraction
    """The cost that counts as 1 in utilities."""
    notes: tuple[str, ...]
    """How costs were treated, where that is not a matter of course."""
    _states: States = field(repr=False)
    _values: Values = field(repr=False)
    _share: float = field(repr=False)

    @property
    def has_unit_costs(self) -> bool:
        """Whether every step costs 1, so that costs are numbers of actions."""
        return self._states.task.has_unit_costs

    @property
    def max_probability(self) -> float:
        """The maximal probability of reaching the goal."""
        return self.probability_bounds.value

    @property
    def expected_cost(self) -> float | None:
        """The least expected cost of reaching the goal; None where there is none, or none known.

        Where the goal is not reached surely: among policies of maximal probability, the expected
        cost of those executions that reach it.
        """
        bounds = self.cost_bounds
        return bounds.value if bounds and bounds.upper < math.inf else None

    @property
    def gubs_utility(self) -> float:
        """The best expected utility within the budget."""
        return self.utility_bounds.value

    @property
    def error_bound(self) -> float:
        """The greatest error of the values above."""
        all_bounds = [self.probability_bounds, self.utility_bounds, self.cost_bounds]
        return max(bounds.error for bounds in all_bounds if bounds)

    def probability(self, state: State) -> float:
        """The maximal probability of reaching the goal from a state."""
        return probability_bounds(self._values, self._number(state)).value

    def cost(self, state: State) -> float | None:
        """The least expected cost of reaching the goal from a state, as `expected_cost`."""
        bounds = cost_bounds(self._values, self._share, self._number(state))
        return bounds.value if bounds else None

    def is_dead_end(self, state: State) -> bool:
        """Whether the goal cannot be reached from a state."""
        return not self._values.upper[self._number(state)]

    def best_action(self, state: State) -> Action | None:
        """An action of maximal probability and, among those, of least expected cost.

        None where the goal holds, and where it cannot be reached. Of a search, only those states
        have one that the policy can come to.
        """
        number = self._number(state)
        choice = int(self._values.choice[number])
        return None if choice == UNKNOWN else self._states.action(number, choice)

    def _number(self, state: State) -> int:
        number = self._states.find(state)
        if number is None or math.isnan(self._values.lower[number]):
            raise ExactError(
                "nothing is known of the state: it cannot be reached, a search never met it, or a "
                "limit was reached",
                remedy="Solve dataclasses.replace(task, initial=state), or allow more time",
            )
        return number
