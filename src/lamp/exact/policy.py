"""The exact value of a given policy: the Markov chain it makes of a task, solved."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from lamp.errors import ExactError, TooManyStates
from lamp.exact.bounds import Bounds
from lamp.exact.cost_iteration import PRECISION
from lamp.exact.costs import CostScale, cost_divisor
from lamp.exact.enumeration import solve_graph
from lamp.exact.kernel import Graph
from lamp.exact.progress import Progress, silent, until
from lamp.search import SearchSettings
from lamp.statespace.kernel import EDGE, NODE
from lamp.task import Action, State, Task
from lamp.util import Deadline

Policy: TypeAlias = Mapping[State, Action] | Callable[[State], Action | None]
"""What to do in a state. No action, or no entry: to give up."""

MAX_STATES = 5_000_000


@dataclass(frozen=True, slots=True)
class PolicyValue:
    """What a policy is worth from the initial state, each with bounds."""

    states: int
    """How many states it can come to."""
    probability: Bounds
    """Of reaching the goal."""
    cost: Bounds | None
    """The expected cost of reaching the goal, given that it is reached."""
    utility: Bounds
    """The expected utility within the budget."""


def evaluate(
    task: Task,
    policy: Policy,
    settings: SearchSettings | None = None,
    max_states: int = MAX_STATES,
    seconds: float = math.inf,
) -> PolicyValue:
    """The exact value of a policy that looks at nothing but the state.

    When the time is over, bounds are wider; `OutOfTime` is raised if nothing is known by then.
    """
    deadline = Deadline(seconds)
    decide = policy.get if isinstance(policy, Mapping) else policy
    settings = settings or SearchSettings()
    scale = CostScale(cost_divisor(task), settings.cost_unit_of(task))
    chain = _chain(task, decide, scale.divisor, max_states, until(deadline, silent))
    solved = solve_graph(chain, settings, scale, PRECISION, deadline, silent)
    return PolicyValue(len(chain.final), solved.probability, solved.cost, solved.utility)


@dataclass(slots=True)
class _Chain:
    """The states that a policy can come to, in a graph with one edge at most in each."""

    numbers: dict[State, int]
    final: list[bool] = field(default_factory=list)
    ends: list[int] = field(default_factory=lambda: [0])
    successors: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    def graph(self, *, has_costs: bool) -> Graph:
        """A graph in which each state has one edge, and each edge is an action of its own."""
        offsets = np.array(self.ends, dtype=np.int32)
        each = np.arange(len(self.final), dtype=np.int32)
        has_edge = (np.diff(offsets) > 0).astype(np.int32)
        return Graph(
            final=np.array(self.final, dtype=np.uint8),
            nodes=np.rec.fromarrays((each, has_edge), dtype=NODE),
            edges=np.rec.fromarrays((each, offsets[:-1]), dtype=EDGE),
            successors=np.array(self.successors, dtype=np.int32),
            outcome_indptr=offsets,
            probability=np.array(self.chances, dtype=np.float64),
            cost=np.array(self.costs if has_costs else [], dtype=np.float64),
        )


def _chain(
    task: Task,
    decide: Callable[[State], Action | None],
    divisor: Fraction,
    max_states: int,
    progress: Progress,
) -> Graph:
    """The states that a policy can come to, with one action at most in each."""
    states, chain = [task.initial], _Chain({task.initial: 0})
    for state in states:  # grows on the way
        progress("following the policy")
        chain.final.append(task.is_goal(state))
        action = None if chain.final[-1] else decide(state)
        for (after, cost), chance in _following(task, state, action).items():
            if after not in chain.numbers:
                chain.numbers[after] = len(states)
                states.append(after)
            chain.successors.append(chain.numbers[after])
            chain.chances.append(float(chance))
            chain.costs.append(float(cost / divisor))
        chain.ends.append(len(chain.successors))
        if len(states) > max_states:
            raise TooManyStates(
                f"the policy comes to more than {max_states:,} states",
                remedy="Allow more with max_states",
            )
    return chain.graph(has_costs=not task.has_unit_costs)


def _following(
    task: Task, state: State, action: Action | None
) -> Mapping[tuple[State, Fraction], Fraction]:
    """What may come of an action, and at which cost; nothing comes of none."""
    if action is None:
        return {}
    if not action.precondition.holds(state):
        raise ExactError(
            f"the policy wants {action} where it is not applicable",
            remedy="Choose among task.applicable(state)",
        )
    return task.transitions(state, action)
