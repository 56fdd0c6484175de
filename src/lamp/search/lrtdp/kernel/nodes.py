"""Nodes, their costs, and the first lower bounds on these."""

from __future__ import annotations

from lamp.heuristics.kernel import goal_count
from lamp.search.lrtdp.kernel.records import END, NEW, VISITED, CostTable, Objective, Search
from lamp.statespace.kernel import is_true
from lamp.util.compiling import compiled, inlined


@inlined
def is_for_goal(node: int) -> bool:
    """Whether only the goal counts in a node: the subgoal was reached, or it is the goal."""
    return node & 1 == 1


@inlined
def table_of(search: Search, node: int) -> CostTable:
    """The table with the costs of a node."""
    return search.goal_table if is_for_goal(node) else search.subgoal_table


@inlined
def label_of(search: Search, node: int) -> int:
    """The label of a node."""
    return table_of(search, node).label[node >> 1]


@inlined
def node_after(search: Search, node: int, state: int) -> int:
    """The node in a state that was entered from a node."""
    objective = search.objective
    if is_true(search.space, state, objective.goal):
        return END
    if is_for_goal(node):
        return 2 * state + 1
    if is_true(search.space, state, objective.subgoal):
        return 2 * state + 1 if objective.greediness < 1.0 else END
    return 2 * state


@inlined
def mixed_cost(objective: Objective, node: int, subgoal: float, goal: float) -> float:
    """Both costs of a node as one: equation 2 of the paper."""
    if is_for_goal(node):
        return goal
    return objective.greediness * subgoal + (1.0 - objective.greediness) * goal


@compiled
def init_node(search: Search, node: int) -> None:
    """Give a new node its first costs, which are lower bounds: the goal-count heuristic."""
    state, objective = node >> 1, search.objective
    search.labelling.num_visited += 1
    goal = max(goal_count(search.goal_count, search.space, state), objective.least_cost)
    goal = min(goal, objective.penalty)
    if is_for_goal(node):
        search.goal_table.cost[state].subgoal = 0.0
        search.goal_table.cost[state].goal = goal
        search.goal_table.label[state] = VISITED
        return
    if search.goal_table.label[state] != NEW:
        goal = search.goal_table.cost[state].goal
    search.subgoal_table.cost[state].subgoal = objective.least_cost
    search.subgoal_table.cost[state].goal = goal
    search.subgoal_table.label[state] = VISITED
