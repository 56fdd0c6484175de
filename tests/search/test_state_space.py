"""The state space of the kernel is that of the task: states, edges, successors, landmarks."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lamp.landmarks import LandmarkGraph, find_landmarks
from lamp.search import Lamp, SearchSettings, kernel
from lamp.search.encode import encode, encode_rules, unpack
from lamp.search.kernel import choosing
from lamp.search.memory import MOST, StateMemory, relaxation
from lamp.search.rules import rules_of
from lamp.task import Action, Atom, Condition, Effect, Outcome, State, Task
from tests.oracles.lamp import Oracle
from tests.search.test_search import assert_same_as_the_pseudo_code
from tests.support.random_tasks import ONE, hand_made, random_task

GAP = 23
"""Facts that are so far apart are in different words after a few."""


def far(facts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(GAP * fact for fact in facts)


def far_condition(condition: Condition) -> Condition:
    clauses = tuple(tuple(map(far_condition, clause)) for clause in condition.any_of)
    return Condition(far(condition.true), far(condition.false), clauses)


def far_effect(effect: Effect) -> Effect:
    return Effect(far_condition(effect.condition), far(effect.add), far(effect.delete))


def far_outcome(outcome: Outcome) -> Outcome:
    effects = tuple(map(far_effect, outcome.conditional))
    return Outcome(outcome.probability, far(outcome.add), far(outcome.delete), effects)


def far_action(action: Action) -> Action:
    outcomes = tuple(map(far_outcome, action.outcomes))
    return replace(action, precondition=far_condition(action.precondition), outcomes=outcomes)


def spread(task: Task) -> Task:
    """The same task with facts that are far apart."""
    atoms = tuple(Atom("fact", (str(fact),)) for fact in range(GAP * len(task.atoms)))
    actions = tuple(map(far_action, task.actions))
    initial = frozenset(far(tuple(task.initial)))
    return Task(task.name, atoms, actions, initial, far_condition(task.goal))


def searched(task: Task) -> Lamp:
    """A planner that knows some of a task's states."""
    planner = Lamp(task, rollouts=60)
    planner.decide(task.initial)
    return planner


def known_states(planner: Lamp) -> list[State]:
    return [
        unpack(words) for words in planner.trees[0].memory.space.words[: planner.trees[0].num_known]
    ]


tasks = pytest.mark.parametrize("seed", range(40))


@tasks
def test_the_edges_of_a_state_are_the_actions_that_do_something_and_nothing_twice(
    seed: int,
) -> None:
    task = spread(random_task(Random(seed)))
    planner = searched(task)
    space = planner.trees[0].memory.space
    oracle = Oracle(task, planner.graph, planner.settings)
    for number, state in enumerate(known_states(planner)):
        first = int(space.first_edge[number])
        if first != kernel.UNKNOWN and not task.is_goal(state):
            edges = space.edge_action[first : first + int(space.num_edges[number])]
            assert list(edges) == oracle.applicable(state)


@tasks
def test_a_successor_is_the_state_after_an_outcome(seed: int) -> None:
    task = spread(random_task(Random(seed)))
    planner = searched(task)
    space, states = planner.trees[0].memory.space, known_states(planner)
    for number, state in enumerate(states):
        first = int(space.first_edge[number])
        last = first + int(space.num_edges[number]) if first != kernel.UNKNOWN else first
        for action, slot in space.edge[first:last] if last > first else ():
            for at, outcome in enumerate(task.actions[action].outcomes):
                after = int(space.successor[slot + at])
                assert after == kernel.UNKNOWN or states[after] == outcome.apply(state)


@tasks
def test_a_state_is_known_once_with_the_landmarks_that_hold(seed: int) -> None:
    task = spread(random_task(Random(seed)))
    planner = searched(task)
    states = known_states(planner)
    assert len(set(states)) == len(states)
    for number, state in enumerate(states):
        held = unpack(planner.trees[0].memory.space.holds[number])
        landmarks = enumerate(planner.graph.landmarks)
        assert held == {at for at, landmark in landmarks if landmark.holds(state)}


@pytest.mark.parametrize("seed", range(10))
def test_states_of_many_words_make_no_difference(seed: int) -> None:
    task = spread(random_task(Random(100 + seed)))
    assert_same_as_the_pseudo_code(task, SearchSettings.paper(rollouts=30))


def test_a_fact_that_must_be_true_and_false_is_neither() -> None:
    impossible = Action("never", (), Condition((0,), (0,)), (Outcome(ONE, (1,)),))
    wait = Action("wait", (), Condition(), (Outcome(ONE, (2,)),))
    task = hand_made(impossible, wait, goal=Condition((1,)), initial=[0])
    decision = Lamp(task, LandmarkGraph.of([], [], task)).decide(task.initial)
    assert [str(one.action) for one in decision.evidence] == ["(wait)"]


def test_a_task_without_actions_or_facts_has_one_state_and_no_edges() -> None:
    task = Task("empty", (), (), frozenset(), Condition(any_of=((),)))
    planner = Lamp(task, LandmarkGraph.of([], [], task))
    assert planner.decide(task.initial).action is None
    assert planner.trees[0].num_known == 1


# Counts, and tables of what is computed from them


def test_roots_and_logarithms_in_tables_are_those_of_the_formulas() -> None:
    for count in range(1, choosing.NUM_ROOTS):
        assert choosing.INVERSE_ROOT[count] == 1.0 / math.sqrt(count)
        assert choosing.ROOT_LOG[count] == math.sqrt(math.log(count))


def test_counts_beyond_the_tables_are_computed_alike() -> None:
    task = hand_made(
        Action("one", (), Condition(), (Outcome(ONE / 3, (0,)), Outcome(ONE * 2 / 3, (1,)))),
        Action("other", (), Condition(), (Outcome(ONE / 2, (0,)), Outcome(ONE / 2, (2,)))),
        goal=Condition((0,)),
    )
    settings = SearchSettings.paper(rollouts=choosing.NUM_ROOTS + 500, horizon=2)
    assert_same_as_the_pseudo_code(task, settings, steps=2)


# Memory


def empty_memory(limit: float = math.inf) -> StateMemory:
    task = random_task(Random(0))
    return StateMemory(encode(task, find_landmarks(task)), limit=limit)


def test_an_array_is_made_longer_with_zeros_after_what_is_used() -> None:
    array = np.arange(6, dtype=np.int32)
    longer = empty_memory().longer(array, 8, 4)
    assert longer is not None
    assert list(longer) == [0, 1, 2, 3, 0, 0, 0, 0, 0]
    assert empty_memory().longer(array, 5, 4) is array


def test_more_than_offsets_can_count_or_memory_holds_is_refused() -> None:
    assert empty_memory().longer(np.zeros(1, dtype=np.uint8), MOST + 1, 0) is None
    assert empty_memory().longer(np.zeros((1, 2**28), dtype=np.uint8), MOST, 0) is None
    assert empty_memory(limit=1000).longer(np.zeros(1, dtype=np.uint8), 1000, 0) is None


def test_an_array_grows_by_less_than_half_where_that_is_all_there_is_room_for() -> None:
    memory = empty_memory(limit=1500)
    longer = memory.longer(np.zeros(1000, dtype=np.uint8), 1100, 1000)
    assert longer is not None
    assert len(longer) == 1100


def test_all_arrays_have_the_types_and_layout_that_are_compiled_for() -> None:
    task = random_task(Random(0))
    arrays = encode(task, find_landmarks(task))
    planner = searched(task).trees[0].memory
    relaxed = relaxation(encode_rules(rules_of(task), len(task.atoms)), 1)
    encoded = (*arrays, *relaxed.rules)
    for array in (*encoded, *planner.space, *planner.learned, *planner.work, *relaxed[1:]):
        assert array.flags.c_contiguous
    assert {array.dtype.str for array in encoded} <= {"<i4", "<u8", "<f8"}


def test_a_verb_without_a_door_to_python_refuses_to_be_called() -> None:
    if hasattr(kernel.rollouts, "signatures"):  # compiled
        with pytest.raises(TypeError, match="for other verbs"):
            choosing.inverse_root(4.0)
