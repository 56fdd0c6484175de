"""The kernel beside the pseudo-code: the same decisions, and the same numbers behind them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, TypeAlias

from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.search import Decision, Estimate, Lamp, SearchSettings
from lamp.search.lamp.kernel import Statistics as KernelStatistics
from lamp.search.lamp.kernel.records import NO_PAIR
from lamp.statespace import UNKNOWN, unpack
from lamp.task import Action, State, Task
from lamp.util.records import Rows
from tests.oracles.lamp import Oracle
from tests.oracles.task_semantics import TaskSemantics
from tests.oracles.ucb import Values
from tests.support.tasks import benchmark_task

Statistics: TypeAlias = dict[tuple[Any, int], tuple[float, int]]
"""Q and N by node and option."""

PROBLEMS = [
    *("prob_blocksworld:p5", "elevators:p5", "zenotravel:p1", "exploding_blocksworld:p4"),
    *("tireworld:p15", "triangle_tireworld:p2", "zenotravel:p2"),
]
"""Problems of all six domains."""

SMALL_PROBLEMS = [
    *("prob_blocksworld:p1", "elevators:p1", "zenotravel:p2", "exploding_blocksworld:p1"),
    *("tireworld:p1", "triangle_tireworld:p1"),
]
"""A small problem of each of the six domains."""


@cache
def benchmark_landmarks(name: str) -> LandmarkGraph:
    """The landmark graph of a bundled problem."""
    return lm_rhw(benchmark_task(name))


@cache
def benchmark_semantics(name: str) -> TaskSemantics:
    """What follows from the task of a bundled problem."""
    return TaskSemantics(benchmark_task(name))


def assert_same_on_benchmark(name: str, settings: SearchSettings, steps: int = 4) -> None:
    """Kernel and pseudo-code do the same in a bundled problem."""
    graph, semantics = benchmark_landmarks(name), benchmark_semantics(name)
    oracle = Oracle(benchmark_task(name), graph, settings, semantics)
    _assert_same_episode(Lamp(benchmark_task(name), graph, settings), oracle, steps)


def assert_same_as_pseudo_code(task: Task, settings: SearchSettings, steps: int = 4) -> None:
    """Kernel and pseudo-code do the same in a task, with the landmarks that are found for it."""
    graph = lm_rhw(task)
    _assert_same_episode(Lamp(task, graph, settings), Oracle(task, graph, settings), steps)


def _assert_same_episode(planner: Lamp, oracle: Oracle, steps: int) -> None:
    """They decide alike in the states of an episode, and know the same after each decision."""
    state = oracle.task.initial
    for step in range(steps):
        if oracle.task.is_goal(state):
            break
        expected, decision = oracle.decide(state), planner.decide(state)
        _assert_same_statistics(planner, oracle)
        _assert_same_decision(decision, expected, oracle, state)
        assert planner.remaining == oracle.remaining
        if expected is None:
            break
        state = random_successor(oracle.task, state, step)
    assert planner.num_states == len({state for state, _ in tried(oracle.q_goal)})


def _assert_same_statistics(planner: Lamp, oracle: Oracle) -> None:
    states = known_states(planner)
    assert goal_values(planner, states) == tried(oracle.q_goal)
    assert landmark_values(planner) == tried(oracle.q_landmark)
    for subgoal in range(len(oracle.graph.landmarks) if oracle.alpha else 0):
        assert subgoal_values(planner, states, subgoal) == tried(oracle.q_subgoal[subgoal])


def _assert_same_decision(
    decision: Decision, expected: Action | None, oracle: Oracle, state: State
) -> None:
    assert decision.action == expected
    assert (decision.subgoal, decision.landmark) == (oracle.subgoal, oracle.landmark)
    assert decision.greediness == oracle.greediness(state)
    actions = oracle.applicable(state)
    assert [evidence.action for evidence in decision.evidence] == [
        oracle.task.actions[action] for action in actions
    ]
    assert [evidence.goal for evidence in decision.evidence] == estimates(
        oracle.q_goal, state, actions
    )
    if oracle.alpha and oracle.subgoal is not None:
        for_subgoal = estimates(oracle.q_subgoal[oracle.subgoal], state, actions)
        assert [evidence.subgoal for evidence in decision.evidence] == for_subgoal


def estimates(values: Values, state: State, actions: list[int]) -> list[Estimate]:
    """Q, N and UCB1 of the actions in a state, by the pseudo-code."""
    bounds = values.ucb1(state, actions)
    return [
        Estimate(values.q[state, action], values.n[state, action], bound)
        for action, bound in zip(actions, bounds, strict=True)
    ]


def random_successor(task: Task, state: State, seed: int) -> State:
    """One of the states that some applicable action may lead to."""
    states = [new for action in task.applicable(state) for new in task.apply(state, action)]
    return Random(seed).choice(sorted(states, key=sorted))


def tried(values: Values) -> Statistics:
    """Q and N of all that was tried, by the pseudo-code."""
    return {key: (values.q[key], number) for key, number in values.n.items() if number}  # type: ignore[misc]


# The contents of the kernel's memory


def known_states(planner: Lamp) -> list[State]:
    """All states that the kernel has met, in the order of their numbers."""
    tree = planner.trees[0]
    return [unpack(words) for words in tree.memory.space.words[: tree.num_known]]


def goal_values(planner: Lamp, states: list[State]) -> Statistics:
    """Q_g and N_g of all that was tried."""
    memory = planner.trees[0].memory
    values: Statistics = {}
    for number, state in enumerate(states):
        first = int(memory.space.nodes[number].first_edge)
        if first != UNKNOWN:
            values |= _tried_actions(planner, number, state, memory.statistics.goal[first:])
    return values


def subgoal_values(planner: Lamp, states: list[State], subgoal: int) -> Statistics:
    """Q_φ and N_φ of all that was tried."""
    statistics = planner.trees[0].memory.statistics
    values: Statistics = {}
    for number, state in enumerate(states):
        row = _known_row(statistics, number, subgoal)
        if row != UNKNOWN:
            values |= _tried_actions(planner, number, state, statistics.subgoal[row:])
    return values


def _tried_actions(planner: Lamp, number: int, state: State, estimates: Rows) -> Statistics:
    """The actions of a state that were tried, with their estimates, which begin the given ones."""
    actions = planner.trees[0].memory.actions(number)
    pairs = zip(actions, estimates[: len(actions)].tolist(), strict=True)
    return {(state, action): (value, int(visits)) for action, (value, visits) in pairs if visits}


def _known_row(statistics: KernelStatistics, state: int, subgoal: int) -> int:
    """The row of a state for a subgoal, which is not made if it is not there."""
    pair = int(statistics.first_pair[state])
    while pair != NO_PAIR:
        if statistics.pairs[pair].subgoal == subgoal:
            return int(statistics.pairs[pair].row)
        pair = int(statistics.pairs[pair].next)
    return UNKNOWN


def landmark_values(planner: Lamp) -> Statistics:
    """Q_LM and N_LM of all that was tried."""
    statistics = planner.trees[0].memory.statistics
    values = {}
    for number in range(statistics.num_sets):
        remaining = unpack(statistics.set_words[number])
        first = int(statistics.sets[number].first_leaf)
        for leaf in range(first, first + int(statistics.sets[number].num_leaves)):
            value, visits = statistics.landmark[leaf].tolist()
            if visits:
                values[remaining, int(statistics.leaves[leaf].landmark)] = value, int(visits)
    return values
