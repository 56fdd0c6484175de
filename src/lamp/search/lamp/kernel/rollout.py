"""Rollouts: Algorithm 3 of the paper, without recursion."""

from __future__ import annotations

import numpy as np

from lamp.search.lamp.kernel.backup import backup
from lamp.search.lamp.kernel.dead_ends import is_dead_end, propagate_dead_ends
from lamp.search.lamp.kernel.landmark_sets import set_without, unmet_predecessor
from lamp.search.lamp.kernel.leaf_estimate import estimate_state
from lamp.search.lamp.kernel.records import (
    ACTION_ENTRY,
    DETERMINISTIC_ENTRY,
    LANDMARK_ENTRY,
    NO_ROW,
    NO_SUBGOAL,
    NOT_UPDATED,
    Rollout,
    Search,
)
from lamp.search.lamp.kernel.subgoal_rows import subgoal_row
from lamp.search.lamp.kernel.ucb import Options, choose_action, choose_leaf, random_index
from lamp.statespace.kernel import (
    ALIVE,
    DEAD_END,
    DONE,
    NEED_ROOM,
    UNKNOWN,
    UNTESTED,
    compute_successor,
    expand,
    int64,
    is_true,
    sample_successor,
    step_cost,
)
from lamp.util.compiling import compiled, entry, inlined

HAS_ACTIONS = 2
"""What `prepare_state` returns where the rollout goes on."""


@entry
def run_rollouts(search: Search, rng: np.random.Generator) -> int:
    """Run the rollouts that remain, until arrays need room; none if the root is a dead end."""
    rollout, statistics = search.rollout, search.statistics
    while rollout.remaining > 0:
        if statistics.status[rollout.root_state] == DEAD_END:
            return DONE
        if not rollout.is_active:
            start_at_root(rollout)
        if run_rollout(search, rng) == NEED_ROOM:
            return NEED_ROOM
        if statistics.status[rollout.state] == DEAD_END:
            propagate_dead_ends(search)
        backup(search)
        rollout.is_active = False
        rollout.remaining -= 1
    return DONE


@inlined
def start_at_root(rollout: Rollout) -> None:
    """Set the rollout to its root."""
    rollout.state = rollout.root_state
    rollout.parent = UNKNOWN
    rollout.subgoal = rollout.root_subgoal
    rollout.landmark = rollout.root_landmark
    rollout.landmark_set = rollout.root_set
    rollout.pursuit_cost = rollout.root_pursuit
    rollout.depth = 0
    rollout.cost = 0.0
    rollout.num_entries = 0
    rollout.is_outside = False
    rollout.is_active = True


@inlined
def run_rollout(search: Search, rng: np.random.Generator) -> int:
    """From the root to the end of a rollout: lines 2 to 11 of Algorithm 3."""
    space, rollout = search.space, search.rollout
    while not is_true(space, rollout.state, search.task.goal):
        if rollout.subgoal == NO_SUBGOAL or is_true(space, rollout.state, rollout.landmark):
            if choose_landmark(search, rng) == NEED_ROOM:
                return NEED_ROOM
        elif is_true(space, rollout.state, rollout.subgoal):
            record(rollout, LANDMARK_ENTRY, NOT_UPDATED, rollout.pursuit_cost)
            set_subgoal(search)
        elif rollout.depth == search.settings.horizon:
            return DONE
        else:
            status = prepare_state(search)
            if status != HAS_ACTIONS:
                return status
            if step(search, rng) == NEED_ROOM:
                return NEED_ROOM
    return DONE


@inlined
def prepare_state(search: Search) -> int:
    """Expand the state of a rollout; DONE if it is a dead end, otherwise HAS_ACTIONS."""
    space, statistics, state = search.space, search.statistics, search.rollout.state
    is_doubtful = search.settings.dead_ends and statistics.status[state] != ALIVE
    if is_doubtful and is_dead_end(search, state):
        return DONE
    is_new = space.nodes[state].first_edge == UNKNOWN
    if is_new and expand(search.task, space, search.scratch, state) == NEED_ROOM:
        return NEED_ROOM
    if not space.nodes[state].num_edges:
        statistics.status[state] = DEAD_END if search.settings.dead_ends else UNTESTED
        return DONE
    return HAS_ACTIONS


@inlined
def choose_landmark(search: Search, rng: np.random.Generator) -> int:
    """Remove the landmark that was achieved, and choose the next: lines 3 to 5 of Algorithm 3."""
    statistics, rollout = search.statistics, search.rollout
    number = rollout.landmark_set
    if rollout.landmark != NO_SUBGOAL:
        number = set_without(search.landmarks, statistics, rollout, number, rollout.landmark)
        if number == UNKNOWN:
            return NEED_ROOM
    first, size = int64(statistics.sets[number].first_leaf), statistics.sets[number].num_leaves
    leaf = first + choose_leaf(search.settings, statistics.landmark, first, int64(size), rng)
    record(rollout, LANDMARK_ENTRY, leaf, rollout.pursuit_cost)
    rollout.landmark_set = number
    rollout.landmark = statistics.leaves[leaf].landmark
    set_subgoal(search)
    return DONE


@inlined
def set_subgoal(search: Search) -> None:
    """Pursue the chosen landmark, or an unmet predecessor of it (decision 15)."""
    rollout = search.rollout
    rollout.subgoal = rollout.landmark
    if search.settings.reachieve_landmarks:
        true = search.space.holds[rollout.state]
        rollout.subgoal = unmet_predecessor(search.landmarks, rollout.landmark, true)
    if search.settings.cost_from_pursuit:
        rollout.pursuit_cost = 0.0


@inlined
def record(rollout: Rollout, kind: int, index: int, cost: float) -> None:
    """Add an entry to the path, which is updated at the end of the rollout."""
    path, number = rollout.path, rollout.num_entries
    path[number].kind = kind
    path[number].index = index
    path[number].cost = cost
    path[number].state = rollout.state
    rollout.num_entries += 1


@inlined
def step(search: Search, rng: np.random.Generator) -> int:
    """Choose an action and sample its outcome: lines 9 to 11 of Algorithm 3."""
    task, space, rollout = search.task, search.space, search.rollout
    state = rollout.state
    if space.num_states + len(search.scratch.rows) // 2 > len(space.words):
        return NEED_ROOM
    first, number = int64(space.nodes[state].first_edge), int64(space.nodes[state].num_edges)
    if rollout.is_outside:
        edge = first + random_index(number, rng)
        record(rollout, ACTION_ENTRY, NOT_UPDATED, 1.0)
    else:
        row = NO_ROW
        if search.settings.greediness > 0.0:
            row = int64(subgoal_row(search.statistics, space, state, rollout.subgoal))
            if row == UNKNOWN:
                return NEED_ROOM
        position = choose_action(search, Options(first, row, number), rng)
        edge = first + position
        visit_edge(search, edge, row + position)
    rollout.parent = state
    rollout.state = sample_successor(task, space, search.scratch, state, edge, rng)
    cost = 1.0
    if not task.has_unit_costs:
        cost = step_cost(task, int64(search.scratch.outcome), space.words[state])
        rollout.path[rollout.num_entries - 1].cost = cost
    rollout.depth += 1
    rollout.cost += cost
    rollout.pursuit_cost += cost
    rollout.num_steps += 1
    return DONE


@inlined
def visit_edge(search: Search, edge: int, row: int) -> None:
    """Add an edge to the path, and its state to the tree."""
    task, statistics, rollout = search.task, search.statistics, search.rollout
    state, action = rollout.state, search.space.edges[edge].action
    if search.settings.bellman and statistics.goal[edge].visits == 0.0:
        expand_outcomes(search, edge)
    is_deterministic = task.outcome_indptr[action + 1] - task.outcome_indptr[action] == 1
    rollout.path[rollout.num_entries].row = row
    record(rollout, DETERMINISTIC_ENTRY if is_deterministic else ACTION_ENTRY, edge, 1.0)
    if not statistics.in_tree[state]:
        statistics.in_tree[state] = 1
        rollout.num_in_tree += 1
        rollout.is_outside = search.settings.expand_one


@compiled
def expand_outcomes(search: Search, edge: int) -> None:
    """Compute all successors of an edge, and test which of them are dead ends.

    If there are dead ends, the other successors are estimated at once: otherwise an action whose
    first rollout ended in a dead end would have probability 0 of the goal, and not be tried again.
    There must be room for the states. The result does not depend on earlier episodes.
    """
    task, space, state = search.task, search.space, search.rollout.state
    action, successor = space.edges[edge].action, space.edges[edge].first_successor
    first = task.outcome_indptr[action]
    number = task.outcome_indptr[action + 1] - first
    is_risky = False
    for index in range(number):
        if space.successors[successor + index] == UNKNOWN:
            space.successors[successor + index] = compute_successor(
                task, space, search.scratch, state, int64(first + index)
            )
        if search.settings.dead_ends:
            search.rollout.parent, search.scratch.outcome = state, first + index
            is_risky |= is_dead_end(search, int64(space.successors[successor + index]))
    if is_risky and search.settings.estimate_leaves:
        for index in range(number):
            estimate_state(search, int64(space.successors[successor + index]))
