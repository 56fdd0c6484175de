"""Rollouts of labelled real-time dynamic programming: LRTDP (Bonet and Geffner 2003).

Its procedure LrtdpTrial is `run_rollout`: the greedy action of each node is backed up and followed,
and afterwards CheckSolved (`labelling`) is called for the nodes visited, the last one first. Unlike
there, a rollout ends at the horizon, too.
"""

from __future__ import annotations

import numpy as np

from lamp.search.lrtdp.kernel.backup import (
    action_costs,
    gives_up,
    greedy_action,
    update_node,
)
from lamp.search.lrtdp.kernel.labelling import is_expanded, label_path
from lamp.search.lrtdp.kernel.nodes import init_node, label_of, node_after
from lamp.search.lrtdp.kernel.records import DONE, END, NEED_SUCCESSORS, NEW, SOLVED, Search
from lamp.statespace.kernel import Space, TaskArrays
from lamp.util.compiling import compiled, entry, inlined
from lamp.util.records import FloatRows


@entry
def run_rollouts(search: Search, rng: np.random.Generator) -> int:
    """Rollouts from a node until none remain, it is solved, or a state must be expanded."""
    labelling, root = search.labelling, search.labelling.root
    if label_of(search, root) == NEW:
        init_node(search, root)
    while labelling.remaining and label_of(search, root) != SOLVED:
        if not labelling.is_checking and run_rollout(search, rng) == NEED_SUCCESSORS:
            return NEED_SUCCESSORS
        if label_path(search) == NEED_SUCCESSORS:
            return NEED_SUCCESSORS
        labelling.remaining -= 1
        labelling.node, labelling.length = root, 0
    return DONE


@compiled
def run_rollout(search: Search, rng: np.random.Generator) -> int:
    """Follow the greedy policy to an end, a solved node or the horizon, and update its nodes."""
    labelling, objective = search.labelling, search.objective
    while labelling.node != END and labelling.length < objective.horizon:
        node = labelling.node
        if label_of(search, node) == SOLVED:
            break
        if not is_expanded(search, node):
            return NEED_SUCCESSORS
        labelling.path[labelling.length] = node
        labelling.length += 1
        greedy = greedy_action(search, node)
        update_node(search, node, greedy)
        if gives_up(objective, node, greedy):
            break
        labelling.tries[greedy.edge] += 1
        state = sample_state(search.task, search.space, greedy.edge, rng)
        labelling.node = node_after(search, node, state)
    return DONE


@inlined
def sample_state(task: TaskArrays, space: Space, edge: int, rng: np.random.Generator) -> int:
    """A successor by the probabilities of an edge's outcomes; drawn only if there are several."""
    action, index = space.edges[edge].action, space.edges[edge].first_successor
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    if last - first > 1:
        drawn = rng.random() - task.probability[first]
        while first < last - 1 and drawn >= 0.0:
            first += 1
            index += 1
            drawn -= task.probability[first]
    return space.successors[index]


@entry
def root_costs(search: Search, costs: FloatRows) -> None:
    """Write both costs of each action in the root, which must have been expanded."""
    root, space = search.labelling.root, search.space
    first = space.nodes[root >> 1].first_edge
    for edge in range(first, first + space.nodes[root >> 1].num_edges):
        of_edge = action_costs(search, root, edge)
        costs[edge - first, 0] = of_edge.subgoal
        costs[edge - first, 1] = of_edge.goal
