"""What LRTDP works on: the schema that memory and compiled functions share.

A node is a state on the way to the subgoal (number 2 s), or on the way to the goal (2 s + 1). It
has two expected costs: until the subgoal or the goal is reached, and until the goal is reached.
Both are costs of one policy, which minimises their mixture.
"""

from __future__ import annotations

import numpy as np

from lamp.heuristics.kernel import GoalCount
from lamp.statespace.kernel import Space, TaskArrays
from lamp.util.records import Int8s, Int32s, Record, Rows, array

DONE, NEED_SUCCESSORS = 0, 1
"""What a compiled function returns: it is done, or a state must be expanded before it goes on."""
END = -1
"""In place of a node: a state from which on no cost counts."""
NEW, VISITED, SOLVED = 0, 1, 2
"""Labels of nodes."""
TOLERANCE = 1e-4
"""The residual below which a node is solved (ε), in cost units."""

COSTS = np.dtype([("subgoal", np.float64), ("goal", np.float64)], align=True)


class CostTable(Record):
    """Lower bounds on the expected costs of states on the way to one landmark."""

    cost: Rows = array(COSTS, "states")
    label: Int8s = array(np.uint8, "states")


class Objective(Record, constant=True):
    """What rollouts minimise: α · cost to the subgoal + (1 − α) · cost to the goal."""

    subgoal: int
    goal: int
    greediness: float
    penalty: float  # the cost of not reaching the goal (D), in cost units as all costs here
    least_cost: float  # which each step counts at least
    horizon: int


class Labelling(Record):
    """A rollout under way, and the labelling of its nodes (procedure CheckSolved)."""

    tries: Int32s = array(np.int32, "edges")  # how often rollouts took an edge
    path: Int32s = array(np.int32, "horizon")  # nodes
    open: Int32s = array(np.int32, "nodes")  # a stack
    closed: Int32s = array(np.int32, "nodes")
    is_listed: Int8s = array(np.uint8, "nodes")  # whether a node is open or closed
    root: int
    node: int
    length: int  # of the path
    remaining: int  # rollouts to run
    state: int  # whose successors are needed
    is_checking: bool
    num_open: int
    num_closed: int
    has_residual: bool  # a closed node has a residual above the tolerance
    num_visited: int  # nodes that are not NEW any more


class Search(Record):
    """All that a rollout reads and writes."""

    task: TaskArrays
    space: Space
    goal_count: GoalCount
    objective: Objective
    goal_table: CostTable
    subgoal_table: CostTable
    labelling: Labelling
