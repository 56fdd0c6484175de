"""Bellman backups: the costs of actions, the greedy action, the residual of a node.

    Q(s, a) = 1 + Σ_s' P(s' | s, a) J(s'),  at most D;  J(s) = min_a Q(s, a)

Goal nodes have J = 0. D is the penalty for not reaching the goal (fSSPUDE, Kolobov, Mausam and Weld
2012).
"""

from __future__ import annotations

from typing import NamedTuple

from lamp.search.lrtdp.kernel.nodes import (
    init_node,
    is_for_goal,
    label_of,
    mixed_cost,
    node_after,
    table_of,
)
from lamp.search.lrtdp.kernel.records import END, NEW, Objective, Search
from lamp.statespace.kernel import UNKNOWN, mean_step_cost
from lamp.util.compiling import compiled, inlined

NEARLY = 1.0 - 1e-12
"""Costs from this share of the penalty on count as the penalty: mixtures of costs are rounded."""


class Costs(NamedTuple):
    """The expected costs of an edge: until the subgoal, and until the goal."""

    subgoal: float
    goal: float


class Greedy(NamedTuple):
    """The greedy action of a node, with its costs."""

    edge: int  # UNKNOWN where no action is applicable
    subgoal: float
    goal: float


@inlined
def action_costs(search: Search, node: int, edge: int) -> Costs:
    """Q_φ and Q_g of an action; the penalty, if giving up costs less.

    Q(s, a) = c(s, a) + Σ_s' P(s' | s, a) V(s'), where c(s, a) is the expected cost of the step.
    """
    task, space, objective = search.task, search.space, search.objective
    action, index = space.edges[edge].action, space.edges[edge].first_successor
    goal = max(mean_step_cost(task, action, space.words[node >> 1]), objective.least_cost)
    subgoal = 0.0 if is_for_goal(node) else goal
    for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
        after = node_after(search, node, space.successors[index])
        index += 1
        if after != END:
            if label_of(search, after) == NEW:
                init_node(search, after)
            cost = table_of(search, after).cost[after >> 1]
            subgoal += task.probability[outcome] * cost.subgoal
            goal += task.probability[outcome] * cost.goal
    if mixed_cost(objective, node, subgoal, goal) < objective.penalty:
        return Costs(subgoal, goal)
    return Costs(0.0 if is_for_goal(node) else objective.penalty, objective.penalty)


@compiled
def greedy_action(search: Search, node: int) -> Greedy:
    """The edge of least mixed cost, the first of several: the greedy policy."""
    space, objective = search.space, search.objective
    first = space.nodes[node >> 1].first_edge
    best, least = UNKNOWN, objective.penalty
    subgoal, goal = 0.0 if is_for_goal(node) else objective.penalty, objective.penalty
    for edge in range(first, first + space.nodes[node >> 1].num_edges):
        costs = action_costs(search, node, edge)
        value = mixed_cost(objective, node, costs.subgoal, costs.goal)
        if best == UNKNOWN or value < least:
            best, least = edge, value
            subgoal, goal = costs.subgoal, costs.goal
    return Greedy(best, subgoal, goal)


@inlined
def gives_up(objective: Objective, node: int, greedy: Greedy) -> bool:
    """Whether the greedy policy gives up in a node: no action costs less than the penalty."""
    cost = mixed_cost(objective, node, greedy.subgoal, greedy.goal)
    return greedy.edge == UNKNOWN or cost >= NEARLY * objective.penalty


@inlined
def residual(search: Search, node: int, greedy: Greedy) -> float:
    """By how much the cost of a node is below that of its greedy action."""
    cost = table_of(search, node).cost[node >> 1]
    before = mixed_cost(search.objective, node, cost.subgoal, cost.goal)
    return mixed_cost(search.objective, node, greedy.subgoal, greedy.goal) - before


@inlined
def update_node(search: Search, node: int, greedy: Greedy) -> None:
    """Raise the costs of a node to those of its greedy action: lower bounds never fall."""
    if residual(search, node, greedy) > 0.0:
        table_of(search, node).cost[node >> 1].subgoal = greedy.subgoal
        table_of(search, node).cost[node >> 1].goal = greedy.goal
