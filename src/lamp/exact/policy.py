"""The exact value of a given policy: the Markov chain it makes of a task, solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from lamp.errors import ExactError, TooManyStates
from lamp.exact.kernel import Graph
from lamp.exact.progress import silent
from lamp.exact.qualitative import analyse
from lamp.exact.value_iteration import (
    PRECISION,
    Bounds,
    best_utility,
    bound_probabilities,
    cost_bounds,
    iterate_costs,
    probability_bounds,
)
from lamp.search import SearchSettings
from lamp.statespace.kernel import EDGE, NODE
from lamp.task import Action, State, Task

Policy: TypeAlias = Mapping[State, Action] | Callable[[State], Action | None]
"""The action in a state; without one, the policy ends there."""

MAX_STATES = 5_000_000


@dataclass(frozen=True, slots=True)
class PolicyValue:
    """The value of a policy in the initial state, with bounds."""

    states: int
    """How many states it can reach."""
    probability: Bounds
    """Of reaching the goal."""
    cost: Bounds | None
    """The expected number of actions until the goal, given that it is reached."""
    utility: Bounds
    """The expected utility within the budget."""


def evaluate(
    task: Task,
    policy: Policy,
    settings: SearchSettings | None = None,
    max_states: int = MAX_STATES,
) -> PolicyValue:
    """The exact value of a policy that depends on the state alone."""
    decide = policy.get if isinstance(policy, Mapping) else policy
    chain = _chain(task, decide, max_states)
    analysis = analyse(chain, silent)
    values = bound_probabilities(chain, analysis, silent)
    share = iterate_costs(chain, analysis, values, PRECISION, silent)
    return PolicyValue(
        len(chain.final),
        probability_bounds(values, 0),
        cost_bounds(values, share, 0),
        best_utility(chain, analysis, settings or SearchSettings(), silent),
    )


def _chain(task: Task, decide: Callable[[State], Action | None], max_states: int) -> Graph:
    """The Markov chain of a policy: the states that it can reach, with at most one action each."""
    states, numbers = [task.initial], {task.initial: 0}
    final: list[bool] = []
    successors: list[int] = []
    chances: list[float] = []
    ends = [0]
    for state in states:  # which grows
        final.append(task.is_goal(state))
        action = None if final[-1] else decide(state)
        for after, chance in _following(task, state, action).items():
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            successors.append(numbers[after])
            chances.append(float(chance))
        ends.append(len(successors))
        if len(states) > max_states:
            raise TooManyStates(
                f"the policy comes to more than {max_states:,} states",
                remedy="Allow more with max_states",
            )
    return _graph(final, ends, successors, chances)


def _following(task: Task, state: State, action: Action | None) -> Mapping[State, Fraction]:
    """The successors of a state by an action, with their probabilities; empty without one."""
    if action is None:
        return {}
    if not action.precondition.holds(state):
        raise ExactError(
            f"the policy wants {action} where it is not applicable",
            remedy="Choose among task.applicable(state)",
        )
    return task.apply(state, action)


def _graph(
    final: list[bool], ends: list[int], successors: list[int], chances: list[float]
) -> Graph:
    """A graph in which each state has one edge, and each edge is an action of its own."""
    offsets = np.array(ends, dtype=np.int32)
    each = np.arange(len(final), dtype=np.int32)
    has_edge = (np.diff(offsets) > 0).astype(np.int32)
    return Graph(
        final=np.array(final, dtype=np.uint8),
        nodes=np.rec.fromarrays((each, has_edge), dtype=NODE),
        edges=np.rec.fromarrays((each, offsets[:-1]), dtype=EDGE),
        successors=np.array(successors, dtype=np.int32),
        outcome_indptr=offsets,
        probability=np.array(chances, dtype=np.float64),
    )
