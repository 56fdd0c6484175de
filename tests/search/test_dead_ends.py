"""Dead ends: no state from which the goal is reachable, all states that the relaxation refutes."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from lamp.execution import EpisodeEnd, run_episode
from lamp.heuristics import is_relaxed_reachable
from lamp.landmarks import LandmarkGraph
from lamp.search import Decision, Lamp, SearchEnd, SearchSettings, TreeGrowth
from lamp.statespace import memory
from lamp.statespace.kernel import DEAD_END, UNTESTED
from lamp.task import Action, Condition, Outcome, State, Task
from tests.support.kernel_comparison import (
    PROBLEMS,
    SMALL_PROBLEMS,
    assert_same_as_pseudo_code,
    assert_same_on_benchmark,
    benchmark_semantics,
    known_states,
)
from tests.support.random_tasks import ONE, hand_made, random_task
from tests.support.tasks import benchmark_task
from tests.support.wide_states import with_wide_states


def planner_after_rollouts(task: Task, rollouts: int = 300) -> Lamp:
    """A planner that has looked for dead ends among some of a task's states."""
    planner = Lamp(task, rollouts=rollouts, exploration=5.0, dead_ends=True)
    planner.decide(task.initial)
    return planner


def relaxation_verdicts(planner: Lamp) -> dict[State, bool]:
    """For each state that was tested by the relaxation, whether it is dead."""
    states = known_states(planner)
    verdicts = planner.trees[0].memory.space.relaxed_status
    return {
        state: bool(verdict == DEAD_END)
        for state, verdict in zip(states, verdicts, strict=False)
        if verdict != UNTESTED
    }


def dead_ends(planner: Lamp) -> list[State]:
    """All states that were found to be dead ends, however that was found out."""
    verdicts = planner.trees[0].memory.statistics.status
    return [
        state
        for state, verdict in zip(known_states(planner), verdicts, strict=False)
        if verdict == DEAD_END
    ]


def states_that_reach_the_goal(task: Task, first: State) -> set[State]:
    """The states reachable from one, by any actions, from which the goal is reachable."""
    seen, queue = {first}, [first]
    before = defaultdict(list)
    for state in queue:
        after = {new for action in task.applicable(state) for new in task.apply(state, action)}
        for new in () if task.is_goal(state) else after:
            before[new].append(state)
            if new not in seen:
                seen.add(new)
                queue.append(new)
    waiting = [state for state in queue if task.is_goal(state)]
    alive = set(waiting)
    for state in waiting:
        waiting.extend(set(before[state]) - alive)
        alive.update(before[state])
    return alive


# Against the pseudo-code


@pytest.mark.slow
@pytest.mark.sweep(5, each="greediness")
@pytest.mark.parametrize("growth", TreeGrowth)
@pytest.mark.parametrize("greediness", [0.0, 0.5])
@pytest.mark.parametrize("name", PROBLEMS)
def test_kernel_and_pseudo_code_agree_on_dead_ends_bit_for_bit(
    name: str, greediness: float, growth: TreeGrowth
) -> None:
    settings = SearchSettings.paper(
        rollouts=40, greediness=greediness, tree_growth=growth, seed=7, dead_ends=True
    )
    assert_same_on_benchmark(name, settings)


@pytest.mark.sweep(25)
@pytest.mark.parametrize("seed", range(100))
def test_kernel_and_pseudo_code_agree_on_dead_ends_of_random_tasks(
    seed: int,
) -> None:
    growth = list(TreeGrowth)[seed % 2]
    settings = SearchSettings.paper(rollouts=60, tree_growth=growth, dead_ends=True)
    task = random_task(Random(seed))
    assert_same_as_pseudo_code(with_wide_states(task) if seed % 3 == 0 else task, settings)


def test_growing_arrays_do_not_change_which_states_are_dead_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "MARGIN", 1)
    for name in ("exploding_blocksworld:p4", "triangle_tireworld:p2"):
        settings = SearchSettings.paper(rollouts=60, dead_ends=True)
        assert_same_on_benchmark(name, settings)


# Against the definition


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_PROBLEMS)
def test_incremental_relaxed_reachability_agrees_with_its_definition_on_problems(name: str) -> None:
    task = benchmark_task(name)
    verdicts = relaxation_verdicts(planner_after_rollouts(task))
    assert verdicts
    semantics = benchmark_semantics(name)
    for state, is_dead in verdicts.items():
        assert is_dead == semantics.is_dead_end(state)


@pytest.mark.sweep(30)
@pytest.mark.parametrize("seed", range(150))
def test_incremental_relaxed_reachability_agrees_with_its_definition_on_random_tasks(
    seed: int,
) -> None:
    task = with_wide_states(random_task(Random(seed)))
    for state, is_dead in relaxation_verdicts(planner_after_rollouts(task)).items():
        assert is_dead != is_relaxed_reachable(task, state, task.goal)


@pytest.mark.sweep(30)
@pytest.mark.parametrize("seed", range(150))
def test_from_a_dead_end_the_goal_cannot_be_reached(seed: int) -> None:
    task = random_task(Random(seed))
    assert states_that_reach_the_goal(task, task.initial).isdisjoint(
        dead_ends(planner_after_rollouts(task))
    )


def test_some_random_tasks_have_dead_ends_that_the_relaxation_does_not_detect() -> None:
    planners = [planner_after_rollouts(random_task(Random(seed))) for seed in range(150)]
    seen = sum(any(relaxation_verdicts(planner).values()) for planner in planners)
    unseen = sum(
        any(not relaxation_verdicts(planner).get(state) for state in dead_ends(planner))
        for planner in planners
    )
    assert seen >= 5
    assert unseen >= 5


# The paper's problems


def test_the_dead_ends_of_triangle_tireworld_are_the_states_that_cannot_reach_the_goal() -> None:
    task = benchmark_task("triangle_tireworld:p1")
    planner = planner_after_rollouts(task, rollouts=3000)
    alive = states_that_reach_the_goal(task, task.initial)
    dead = dead_ends(planner)
    assert dead
    assert alive.isdisjoint(dead)
    # Roads are one-way, so the relaxation finds all dead ends.
    assert all(
        is_dead == (state not in alive) for state, is_dead in relaxation_verdicts(planner).items()
    )


def fact_of(task: Task, text: str) -> int:
    return [str(atom) for atom in task.atoms].index(text)


def test_a_state_with_applicable_actions_is_a_dead_end_if_a_needed_block_is_destroyed() -> None:
    task = benchmark_task("exploding_blocksworld:p4")
    state = task.initial - {fact_of(task, "(no-destroyed b3)")}
    assert task.applicable(state)
    decision = Lamp(task, dead_ends=True).decide(state)
    assert decision.action is None
    assert decision.evidence
    assert Lamp(task, dead_ends=False).decide(state).action is not None


# By hand


def taking(*facts: int) -> list[Action]:
    """Actions that make a fact each, all from the one resource 0."""
    return [Action(f"take{fact}", (), Condition((0,)), (_taken(fact),)) for fact in facts]


def _taken(fact: int) -> Outcome:
    return Outcome(ONE, (fact,), (0,))


def one_resource_task(*more: Action) -> Task:
    """Both 1 and 2 are wanted, for which the relaxation need not pay twice."""
    return hand_made(*taking(1, 2), *more, goal=Condition((1, 2)), initial=[0])


def decided(task: Task, rollouts: int = 50) -> Decision:
    """What UCT decides with known dead ends."""
    graph = LandmarkGraph.of([], [], task)
    settings = SearchSettings.paper(rollouts=rollouts, dead_ends=True)
    return Lamp(task, graph, settings).decide(task.initial)


def test_a_state_whose_successors_are_all_dead_ends_is_a_dead_end() -> None:
    task = one_resource_task()
    assert is_relaxed_reachable(task, task.initial, task.goal)
    decision = decided(task)
    assert decision.action is None
    assert [action.goal.tries for action in decision.evidence] == [1, 1]


def test_rollouts_from_a_dead_end_are_not_run() -> None:
    decision = decided(one_resource_task())
    assert decision.rollouts == 2
    assert decision.end is SearchEnd.ROLLOUTS


def test_an_action_that_may_change_nothing_does_not_lead_out_of_a_dead_end() -> None:
    maybe = Action("maybe", (), Condition((0,)), (Outcome(ONE / 2), Outcome(ONE / 2, (1,), (0,))))
    assert decided(one_resource_task(maybe)).action is None


def test_a_state_with_a_successor_that_is_not_a_dead_end_is_not_a_dead_end() -> None:
    out = Action("out", (), Condition((0,)), (Outcome(ONE, (1, 2)),))
    decision = decided(one_resource_task(out))
    assert decision.action == out


def test_a_goal_state_without_further_actions_is_not_a_dead_end() -> None:
    task = hand_made(Action("go", (), Condition(), (Outcome(ONE, (0,)),)), goal=Condition((0,)))
    planner = Lamp(task, dead_ends=True)
    planner.decide(task.initial)
    assert dead_ends(planner) == []


def test_an_episode_ends_where_the_goal_is_unreachable() -> None:
    episode = run_episode(Lamp(one_resource_task(), dead_ends=True, rollouts=20), seed=0)
    assert episode.end is EpisodeEnd.DEAD_END
    assert episode.cost == 0


def test_without_the_setting_dead_ends_no_state_is_tested_for_reachability() -> None:
    planner = Lamp(benchmark_task("exploding_blocksworld:p4"), rollouts=500, dead_ends=False)
    planner.decide(planner.task.initial)
    assert relaxation_verdicts(planner) == {}
    assert dead_ends(planner) == []


def test_a_root_that_is_a_dead_end_in_one_of_several_trees_gets_no_action() -> None:
    task = one_resource_task()
    decision = Lamp(task, rollouts=40, workers=2, dead_ends=True).decide(task.initial)
    assert decision.action is None
