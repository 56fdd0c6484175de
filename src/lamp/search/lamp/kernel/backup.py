"""Backup: the value of a rollout's end, and how it updates the statistics of the path."""

from __future__ import annotations

from typing import NamedTuple

from lamp.search.lamp.kernel.landmark_sets import remaining_cost
from lamp.search.lamp.kernel.records import (
    DETERMINISTIC_ENTRY,
    FIRST_GREEDY,
    LANDMARK_ENTRY,
    NO_VALUE,
    NOT_UPDATED,
    Search,
    Settings,
)
from lamp.search.lamp.kernel.values import (
    gubs_value,
    init_state_value,
    step_factor,
    update_mean,
    utility_of,
)
from lamp.statespace.kernel import DEAD_END, Space, int64, is_true, step_cost
from lamp.util.compiling import inlined
from lamp.util.records import Rows


class RolloutEnd(NamedTuple):
    """How a rollout has ended, and the value of its last state."""

    reached: bool
    is_dead_end: bool
    unused_horizon: float  # in actions or in cost units; counts as cost without the goal
    cost_to_go: float  # what counts as cost for the goal: the unused horizon, or an estimate
    goal_probability: float
    expected_utility: float  # of the cost to go


@inlined
def rollout_end(search: Search) -> RolloutEnd:
    """The value of the state in which a rollout has ended (decision 14).

    A rollout that misses the goal costs at least as many units as the horizon has actions, even
    where its actions cost less: otherwise to do what costs nothing for ever could seem best.
    """
    settings, state = search.settings, search.rollout.state
    if is_true(search.space, state, search.task.goal):
        return RolloutEnd(True, False, 0.0, 0.0, 1.0, 1.0)
    depth = search.rollout.depth
    unused = settings.horizon - min(float(depth), search.rollout.cost)
    if depth < settings.horizon or search.statistics.status[state] == DEAD_END:
        return RolloutEnd(False, True, unused, unused, 0.0, 0.0)
    if not settings.estimate_leaves:
        return RolloutEnd(False, False, unused, unused, 0.0, 0.0)
    cost_to_go = remaining_cost(search, state)
    utility = utility_of(settings, cost_to_go, 0.0)
    return RolloutEnd(False, False, unused, cost_to_go, utility, utility)


@inlined
def backup(search: Search) -> None:
    """From the end of a rollout back to its root: lines 6 and 12 to 14 of Algorithm 3.

    The cost so far and the cost still to come add up to the same number all the way, so there is
    one utility for the goal, and one for each subgoal pursued.
    """
    settings, statistics, rollout = search.settings, search.statistics, search.rollout
    end = rollout_end(search)
    goal_utility = goal_utility_of(search, end)
    utility = 0.0
    if settings.greediness > 0.0:
        bonus = settings.goal_utility if end.reached else 0.0
        utility = utility_of(settings, rollout.pursuit_cost + end.unused_horizon, bonus)
    after, probability, expected = rollout.state, end.goal_probability, end.expected_utility
    for index in range(rollout.num_entries - 1, -1, -1):
        entry = rollout.path[index]
        if entry.kind == LANDMARK_ENTRY:
            if entry.index != NOT_UPDATED:
                update_mean(statistics.landmark, entry.index, goal_utility)
            utility = subgoal_utility(settings, end, entry.cost)
            continue
        if entry.index == NOT_UPDATED:
            probability = settings.goal_discount * probability
            expected = step_factor(settings, entry.cost) * expected
        else:
            if settings.greediness > 0.0:
                update_mean(statistics.subgoal, entry.row, utility)
            if settings.bellman:
                init_state_value(statistics, after, probability, expected)
                bellman_backup(search, entry, after)
            else:
                update_mean(statistics.goal, entry.index, goal_utility)
        after = entry.state


@inlined
def goal_utility_of(search: Search, end: RolloutEnd) -> float:
    """The utility of a rollout for the goal: u(cost) + K_g P."""
    settings, rollout = search.settings, search.rollout
    cost = rollout.cost if settings.bellman else rollout.root_cost + rollout.cost
    bonus = settings.goal_utility * end.goal_probability
    return utility_of(settings, cost + end.cost_to_go, bonus)


@inlined
def subgoal_utility(settings: Settings, end: RolloutEnd, cost: float) -> float:
    """The utility of a landmark that was achieved; a failure where a dead end came after it."""
    if settings.safe_landmarks and end.is_dead_end:
        return utility_of(settings, cost + end.unused_horizon, 0.0)
    return utility_of(settings, cost, settings.goal_utility)


@inlined
def expected_value(search: Search, state: int, edge: int) -> tuple[float, float]:
    """Both parts of the value of an edge: expectations over its successors, times its factors.

    Successors without a value are left out, and the probabilities of the others are normalised.
    """
    settings, task, space = search.settings, search.task, search.space
    values, words = search.statistics.state_value, space.words[state]
    action, successor = space.edges[edge].action, space.edges[edge].first_successor
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    goal_probability, utility, total, before = 0.0, 0.0, 0.0, 0.0
    for outcome in range(first, last):
        after = space.successors[successor + outcome - first]
        if values[after].basis != NO_VALUE:
            probability = task.cumulative[outcome] - before
            total += probability
            goal_probability += probability * values[after].goal_probability
            if not task.has_uniform_costs:
                cost = step_cost(task, int64(outcome), words)
                probability = probability * step_factor(settings, cost)
            utility += probability * values[after].expected_utility
        before = task.cumulative[outcome]
    factor = 1.0
    if task.has_uniform_costs:
        factor = step_factor(settings, task.outcome_cost[first])
    return settings.goal_discount * (goal_probability / total), factor * (utility / total)


@inlined
def bellman_backup(search: Search, entry: Rows, after: int) -> None:
    """Update an edge of the path by its successors, and its state by the best edge.

    Q_P(s, a) = γ Σ_s' P(s' | s, a) V_P(s'),  Q_E(s, a) = Σ_s' P(s' | s, a) u(c(s, a, s')) V_E(s')
    """
    settings, statistics = search.settings, search.statistics
    edge, state = entry.index, entry.state
    if entry.kind == DETERMINISTIC_ENTRY:
        value = statistics.state_value[after]
        goal_probability = settings.goal_discount * value.goal_probability
        expected_utility = step_factor(settings, entry.cost) * value.expected_utility
    else:
        goal_probability, expected_utility = expected_value(search, state, edge)
    statistics.action_value[edge].goal_probability = goal_probability
    statistics.action_value[edge].expected_utility = expected_utility
    before = statistics.goal[edge].value
    value = gubs_value(settings, goal_probability, expected_utility)
    statistics.goal[edge].value = value
    statistics.state_value[state].visits += 1.0
    statistics.state_value[state].tried += statistics.goal[edge].visits == 0.0
    statistics.goal[edge].visits += 1.0
    update_state_value(search, state, edge, value < before)


@inlined
def update_state_value(search: Search, state: int, edge: int, is_worse: bool) -> None:
    """V(s) = max_a Q(s, a) over the actions that were tried.

    The best action stays the best until another is better, so that mostly two actions are compared;
    `is_worse` says whether the value of the action that was tried has fallen.
    """
    statistics = search.statistics
    best = edge
    if statistics.state_value[state].basis >= FIRST_GREEDY:
        best = statistics.state_value[state].basis - FIRST_GREEDY
        if best != edge:
            if statistics.goal[edge].value <= statistics.goal[best].value:
                return
            best = edge
        elif is_worse:
            best = best_edge(search.space, statistics.goal, state)
    value = statistics.action_value[best]
    statistics.state_value[state].basis = FIRST_GREEDY + best
    statistics.state_value[state].goal_probability = value.goal_probability
    statistics.state_value[state].expected_utility = value.expected_utility


@inlined
def best_edge(space: Space, goal: Rows, state: int) -> int:
    """The edge of a state with the greatest value, the first of equals; untried ones have 0."""
    first = int64(space.nodes[state].first_edge)
    best = first
    for edge in range(first + 1, first + space.nodes[state].num_edges):
        if goal[edge].value > goal[best].value:
            best = edge
    return best
