"""Optimal values of a task, and an optimal policy to ask."""

from __future__ import annotations

from dataclasses import dataclass, field

from lamp.errors import ExactError
from lamp.exact.iteration import Bounds, cost_bounds, probability_bounds
from lamp.exact.kernel import UNKNOWN, Values
from lamp.exact.states import States
from lamp.task import Action, State


@dataclass(frozen=True, slots=True)
class Solution:
    """Optimal values of a task's initial state, with bounds, and those of all reachable states.

    Three problems have three optima: the maximal probability of reaching the goal; the least
    expected cost among the policies of maximal probability; and the best expected GUBS utility
    within the budget, over policies that may look at the cost so far.
    """

    states: int
    """How many states can be reached; goal states are not expanded."""
    dead_ends: int
    """From how many of them the goal cannot be reached."""
    probability_bounds: Bounds
    cost_bounds: Bounds | None
    """The expected number of actions until the goal, given that it is reached."""
    utility_bounds: Bounds
    seconds: float
    _states: States = field(repr=False)
    _values: Values = field(repr=False)
    _share: float = field(repr=False)

    @property
    def max_probability(self) -> float:
        """The maximal probability of reaching the goal."""
        return self.probability_bounds.value

    @property
    def expected_cost(self) -> float | None:
        """The least expected cost of reaching the goal; None where it cannot be reached.

        Where the goal is not reached surely: among policies of maximal probability, the expected
        cost of those executions that reach it.
        """
        return self.cost_bounds.value if self.cost_bounds else None

    @property
    def gubs_utility(self) -> float:
        """The best expected utility within the budget."""
        return self.utility_bounds.value

    @property
    def error_bound(self) -> float:
        """How far each of the values above may be from the truth."""
        found = [self.probability_bounds, self.utility_bounds, self.cost_bounds]
        return max(bounds.error for bounds in found if bounds)

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

        None where the goal holds, and where it cannot be reached.
        """
        number = self._number(state)
        choice = int(self._values.choice[number])
        return None if choice == UNKNOWN else self._states.action(number, choice)

    def _number(self, state: State) -> int:
        number = self._states.find(state)
        if number is None:
            raise ExactError(
                "the state cannot be reached from the initial state",
                remedy="Solve dataclasses.replace(task, initial=state)",
            )
        return number
