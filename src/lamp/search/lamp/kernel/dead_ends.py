"""Dead ends that were detected in an episode."""

from __future__ import annotations

from lamp.heuristics.kernel import relaxed_status
from lamp.search.lamp.kernel.records import ESTIMATED, LANDMARK_ENTRY, Search, Statistics
from lamp.statespace.kernel import DEAD_END, UNKNOWN, UNTESTED, apply_outcome, find_state
from lamp.util.compiling import compiled, inlined


@inlined
def is_dead_end(search: Search, state: int) -> bool:
    """Whether a dead end was detected in a state; relaxed reachability is tested once.

    The result of the test is stored in the state space, which does not depend on episodes.
    """
    space, statistics = search.space, search.statistics
    if statistics.status[state] == UNTESTED:
        if space.relaxed_status[state] == UNTESTED:
            parent, outcome = search.rollout.parent, search.scratch.outcome
            space.relaxed_status[state] = relaxed_status(
                search.relaxed, space.words, state, parent, outcome
            )
        statistics.status[state] = space.relaxed_status[state]
        if statistics.status[state] == DEAD_END:
            mark_dead_end(statistics, state)
    return statistics.status[state] == DEAD_END


@inlined
def mark_dead_end(statistics: Statistics, state: int) -> None:
    """Mark a state as a dead end: the goal has probability 0."""
    statistics.status[state] = DEAD_END
    statistics.state_value[state].basis = ESTIMATED
    statistics.state_value[state].goal_probability = 0.0
    statistics.state_value[state].expected_utility = 0.0


@compiled
def propagate_dead_ends(search: Search) -> None:
    """Mark the states of the path before a dead end, back to one with another successor."""
    path = search.rollout.path
    for index in range(search.rollout.num_entries - 1, -1, -1):
        if path[index].kind != LANDMARK_ENTRY:
            state = path[index].state
            if not all_successors_dead(search, state):
                return
            mark_dead_end(search.statistics, state)


@compiled
def all_successors_dead(search: Search, state: int) -> bool:
    """Whether all actions of a state lead to dead ends of this episode, or back to the state.

    Successors that are not computed are looked up: which of them are computed depends on earlier
    episodes, and the result must not.
    """
    task, space, words = search.task, search.space, search.scratch.rows[0]
    first = space.nodes[state].first_edge
    for edge in range(first, first + space.nodes[state].num_edges):
        action, successor = space.edges[edge].action, space.edges[edge].first_successor
        outcome = task.outcome_indptr[action]
        for index in range(task.outcome_indptr[action + 1] - outcome):
            if space.successors[successor + index] == UNKNOWN:
                apply_outcome(task, outcome + index, space.words[state], words)
                space.successors[successor + index] = find_state(space, words)
            after = space.successors[successor + index]
            if after == UNKNOWN or (after != state and search.statistics.status[after] != DEAD_END):
                return False
    return True
