"""LRTDP with landmarks: the costs of solved states equal those of value iteration."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random

import pytest

from lamp.errors import SettingsError
from lamp.exact import solve
from lamp.execution import EpisodeEnd, run_episode
from lamp.landmarks import Landmark, LandmarkGraph, lm_rhw
from lamp.search import Decision, Lrtdp, SearchEnd, budget
from lamp.task import Action, Condition, Outcome, State, Task
from tests.oracles.lrtdp import (
    LEAST_STEP_COST,
    failure_cost,
    goal_costs,
    mixed_costs,
    reachable,
)
from tests.support.random_tasks import (
    P,
    Q,
    atoms_of,
    hand_made,
    random_task,
    step,
    with_random_costs,
)
from tests.support.tasks import benchmark_task

MANY = 10**6
EXACTLY = 1e-2
"""As near as a tolerance for each action leads."""


def expected_cost(planner: Lrtdp, value: float) -> float:
    """The expected cost that a value stands for."""
    return (1 - value) * planner.costs.penalty


def decision_cost(planner: Lrtdp, decision: Decision) -> float:
    """The expected cost of a decision."""
    assert decision.chosen is not None
    return expected_cost(planner, decision.chosen.value)


@pytest.mark.parametrize(
    "name", ["elevators:p1", "elevators:p2", "elevators:p5", "prob_blocksworld:p5"]
)
def test_the_cost_of_a_solved_state_is_the_optimal_one(name: str) -> None:
    task = benchmark_task(name)
    planner = Lrtdp(task, rollouts=MANY, greediness=0)
    decision = planner.decide(task.initial)
    expected = solve(task).expected_cost
    assert decision.end is SearchEnd.SOLVED
    assert decision_cost(planner, decision) == pytest.approx(expected, abs=EXACTLY)


@pytest.mark.sweep(15)
@pytest.mark.parametrize("seed", range(60))
def test_costs_are_those_of_value_iteration_for_every_greediness(seed: int) -> None:
    task = random_task(Random(seed))
    graph = lm_rhw(task)
    states = reachable(task)
    for greediness in (0.0, 0.3, 1.0):
        planner = Lrtdp(task, graph, rollouts=MANY, greediness=greediness, budget=30)
        decision = planner.decide(task.initial)
        if not decision.evidence:
            continue
        assert decision.end is SearchEnd.SOLVED
        expected = goal_costs(task, states, 30)
        if not planner.is_plain:
            landmark = graph.landmarks[decision.subgoal]
            expected = mixed_costs(task, states, landmark, greediness, 30)
        assert decision_cost(planner, decision) == pytest.approx(
            expected[task.initial], abs=EXACTLY
        )


@pytest.mark.sweep(20)
@pytest.mark.parametrize("seed", range(100))
def test_costs_of_actions_outcomes_and_effects_are_those_of_value_iteration(seed: int) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    graph = lm_rhw(task)
    states, penalty = reachable(task), failure_cost(task, 30)
    for greediness in (0.0, 0.3, 1.0):
        planner = Lrtdp(task, graph, rollouts=MANY, greediness=greediness, budget=30)
        assert planner.costs.penalty == pytest.approx(penalty)
        decision = planner.decide(task.initial)
        if not decision.evidence:
            continue
        assert decision.end is SearchEnd.SOLVED
        expected = goal_costs(task, states, penalty)
        if not planner.is_plain:
            landmark = graph.landmarks[decision.subgoal]
            expected = mixed_costs(task, states, landmark, greediness, penalty)
        assert decision_cost(planner, decision) == pytest.approx(
            expected[task.initial], abs=EXACTLY
        )


def backed_up(planner: Lrtdp, state: State, action: Action) -> float:
    """c(s, a) + Σ p V(s') in the kernel's order, by the costs that the planner has learned."""
    task, unit = planner.task, planner.task.cost_unit
    cost = float(sum(o.probability * o.cost for o in action.outcomes) / unit)
    for outcome in action.outcomes:
        effects = (e for e in outcome.conditional if e.cost and e.condition.holds(state))
        cost += float(outcome.probability) * sum((float(e.cost / unit) for e in effects), 0.0)
    total = max(cost, LEAST_STEP_COST)
    for outcome in action.outcomes:
        after = outcome.apply(state)
        if not task.is_goal(after):
            value = planner.costs.cost(after, planner.whole.goal)
            total += float(outcome.probability) * value
    return min(total, planner.costs.penalty)


@pytest.mark.sweep(20)
@pytest.mark.parametrize("seed", range(100))
def test_the_costs_of_actions_are_backed_up_bit_for_bit(seed: int) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    planner = Lrtdp(task, rollouts=rng.randint(1, 30), greediness=0, budget=30)
    decision = planner.decide(task.initial)
    for evidence in decision.evidence:
        cost = backed_up(planner, task.initial, evidence.action)
        assert evidence.value == 1.0 - cost / planner.costs.penalty


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", range(30))
def test_before_a_state_is_solved_its_cost_is_a_lower_bound(seed: int) -> None:
    task = random_task(Random(seed))
    expected = goal_costs(task, reachable(task), 30)[task.initial]
    for rollouts in (1, 2, 5):
        planner = Lrtdp(task, rollouts=rollouts, greediness=0, budget=30)
        decision = planner.decide(task.initial)
        if decision.evidence:
            assert decision_cost(planner, decision) <= expected + EXACTLY


def test_episodes_of_plain_lrtdp_cost_about_the_optimum() -> None:
    task = benchmark_task("prob_blocksworld:p5")
    planner = Lrtdp(task, rollouts=1000, greediness=0)
    costs = [run_episode(planner, seed).cost for seed in range(60)]
    assert 12.5 < sum(costs) / len(costs) < 16  # the optimum is 14.2


@pytest.mark.parametrize("name", ["triangle_tireworld:p1", "triangle_tireworld:p2"])
def test_dead_ends_are_avoided_where_that_is_possible(name: str) -> None:
    planner = Lrtdp(benchmark_task(name), rollouts=1000, greediness=0.5)
    ends = {run_episode(planner, seed).end for seed in range(20)}
    assert ends == {EpisodeEnd.GOAL}


def test_once_the_initial_state_is_solved_later_decisions_need_no_rollouts() -> None:
    planner = Lrtdp(benchmark_task("elevators:p5"), rollouts=MANY, greediness=0)
    rollouts: list[int] = []
    run_episode(planner, watch=lambda step: rollouts.append(step.decision.rollouts))
    assert rollouts[0] > 0
    assert not any(rollouts[1:])


def trap_or_way() -> Task:
    """The landmark p is one action away, where the goal is lost, and three where it is not."""
    return hand_made(
        step([0], [1], uses=[0]),  # p, and nothing after it
        step([0], [2], uses=[0]),
        step([2], [3], uses=[2]),
        step([3], [1, 3], uses=[]),  # p, the better way
        step([1, 3], [4]),
        goal=Condition((4,)),
        initial=[0],
    )


@pytest.mark.parametrize(("greediness", "first"), [(1.0, 0), (0.9, 1), (0.5, 1), (0.0, 1)])
def test_greediness_1_ignores_the_cost_from_the_landmark_to_the_goal(
    greediness: float, first: int
) -> None:
    task = trap_or_way()
    graph = LandmarkGraph.of([Q], [], task)
    planner = Lrtdp(task, graph, greediness=greediness)
    assert planner.decide(task.initial).action == task.actions[first]


def soft_lock() -> tuple[Task, LandmarkGraph]:
    """What is pursued as a landmark can never hold, though the goal is two actions away."""
    task = hand_made(
        step([0], [1], uses=[0]),
        step([1], [0], uses=[1]),
        step([1], [2], uses=[1]),
        goal=Condition((2,)),
        initial=[0],
    )
    return task, LandmarkGraph.of([Landmark(Condition((3,)))], [], task)


@pytest.mark.parametrize("greediness", [0.2, 0.5, 1.0])
def test_a_landmark_that_cannot_be_achieved_does_not_prevent_reaching_the_goal(
    greediness: float,
) -> None:
    task, graph = soft_lock()
    episode = run_episode(Lrtdp(task, graph, greediness=greediness))
    assert (episode.end, episode.cost) == (EpisodeEnd.GOAL, 2)


def test_where_neither_landmark_nor_goal_can_be_reached_the_episode_ends_with_its_budget() -> None:
    task = hand_made(
        step([0], [1], uses=[0]), step([1], [0], uses=[1]), goal=Condition((2,)), initial=[0]
    )
    planner = Lrtdp(task, LandmarkGraph.of([Landmark(Condition((3,)))], [], task), budget=50)
    episode = run_episode(planner)
    assert (episode.end, episode.cost) == (EpisodeEnd.BUDGET, 50)


def test_the_next_landmark_is_the_one_of_least_cost() -> None:
    near, far = Landmark(Condition((1,))), Landmark(Condition((3,)))
    task = hand_made(
        *(step([0], [1]), step([0], [2]), step([2], [3]), step([1, 3], [4])),
        goal=Condition((4,)),
        initial=[0],
    )
    graph = LandmarkGraph.of([far, near], [], task)
    decision = Lrtdp(task, graph, greediness=1).decide(task.initial)
    assert graph.landmarks[decision.subgoal] == near
    values = {
        graph.landmarks[evidence.landmark]: evidence.estimate.value
        for evidence in decision.landmarks
    }
    assert values[near] == pytest.approx(1 - 1 / 200)
    assert values[far] <= values[near]


def test_the_chosen_action_has_the_best_value_in_its_evidence() -> None:
    task = benchmark_task("zenotravel:p2")
    decision = Lrtdp(task, rollouts=50, greediness=0.3).decide(task.initial)
    assert decision.chosen is not None
    assert decision.chosen.value == max(evidence.value for evidence in decision.evidence)
    for evidence in decision.evidence:
        assert evidence.value == pytest.approx(
            0.3 * evidence.subgoal.value + 0.7 * evidence.goal.value
        )
    assert (decision.greediness, decision.landmark) == (0.3, decision.subgoal)


def test_automatic_greediness_of_lrtdp_is_0_5_until_only_the_goal_remains() -> None:
    task = trap_or_way()
    planner = Lrtdp(task, LandmarkGraph.of([Q], [], task))
    decisions: list[Decision] = []
    run_episode(planner, watch=lambda step: decisions.append(step.decision))
    reported = {(decision.landmark, decision.greediness) for decision in decisions}
    assert reported == {(0, 0.5), (planner.graph.goal, 0.0)}
    assert Lrtdp(task, planner.graph, greediness=0).decide(task.initial).greediness == 0


def test_an_episode_depends_on_its_seed_and_not_on_those_before() -> None:
    task = benchmark_task("prob_blocksworld:p5")
    planner = Lrtdp(task, rollouts=20)
    first, *_, again = [run_episode(planner, seed) for seed in (1, 2, 3, 1)]
    assert (first.actions, first.rollouts) == (again.actions, again.rollouts)


def test_taking_over_the_states_of_another_planner_does_not_change_episodes() -> None:
    task = benchmark_task("prob_blocksworld:p5")
    graph = lm_rhw(task)
    old = Lrtdp(task, graph, rollouts=20, greediness=0)
    run_episode(old, 5)
    new, fresh = Lrtdp(task, graph, rollouts=30), Lrtdp(task, graph, rollouts=30)
    assert new.reuse_states(old)
    assert run_episode(new, 1).actions == run_episode(fresh, 1).actions
    assert not new.reuse_states(Lrtdp(task, LandmarkGraph.of([], [], task)))


def test_a_planner_can_be_sent_to_another_process() -> None:
    planner = Lrtdp(benchmark_task("elevators:p2"), greediness=0, rollouts=7)
    other = pickle.loads(pickle.dumps(planner))  # noqa: S301 (our own)
    assert run_episode(other, 1).actions == run_episode(planner, 1).actions


class Clock:
    """A clock on which a millisecond passes from one look to the next, on every machine."""

    def __init__(self) -> None:
        self.looks = 0

    def perf_counter(self) -> float:
        """The seconds so far."""
        self.looks += 1
        return self.looks / 1000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which decisions are timed."""
    made = Clock()
    monkeypatch.setattr(budget, "time", made)
    return made


SOON = 100
"""Looks at the clock; about one for each state that is expanded."""


@pytest.mark.parametrize("greediness", [0, 0.5])
def test_seconds_end_a_decision_before_its_rollouts(greediness: float, clock: Clock) -> None:
    task = benchmark_task("zenotravel:p5")
    decision = Lrtdp(task, greediness=greediness, seconds=0.05).decide(task.initial)
    assert decision.end is SearchEnd.SECONDS
    assert decision.action is not None
    assert 50 <= clock.looks <= SOON
    assert decision.states < 10 * SOON


@pytest.mark.parametrize("greediness", [0, 0.5])
def test_a_search_that_is_stopped_gives_the_decision_so_far(
    greediness: float, clock: Clock
) -> None:
    task = benchmark_task("zenotravel:p5")
    planner = Lrtdp(task, greediness=greediness, rollouts=MANY)
    decision = planner.decide(task.initial, lambda: True)
    assert decision.end is SearchEnd.STOPPED
    assert decision.action is not None
    assert clock.looks <= SOON
    assert decision.states < 10 * SOON


def test_lrtdp_chooses_an_action_when_memory_is_full() -> None:
    task = benchmark_task("zenotravel_released:p5")
    planner = Lrtdp(task, greediness=0, rollouts=1000, megabytes=3)
    decision = planner.decide(task.initial)
    assert decision.end is SearchEnd.MEMORY
    assert decision.action is not None
    assert planner.costs.memory.num_bytes <= 3e6
    assert planner.decide(task.initial).action is not None


def test_too_little_memory_is_refused() -> None:
    task = benchmark_task("elevators:p2")
    with pytest.raises(SettingsError, match="megabytes are too few"):
        Lrtdp(task, megabytes=0.01).decide(task.initial)


def test_the_initial_cost_estimate_is_a_weighted_count_of_missing_goal_facts() -> None:
    facts = Condition((0, 1, 2))
    both = Action("both", (), Condition(), (Outcome(Fraction(1), add=(0, 1)),))
    last = Action("last", (), Condition(), (Outcome(Fraction(1), add=(2,)),))
    task = Task("count", atoms_of(range(3)), (both, last), frozenset(), facts)
    planner = Lrtdp(task, greediness=0, rollouts=1)
    goal_count = planner.costs.goal_count
    assert goal_count.weight.tolist() == [0.5, 0.5, 1.0]
    assert decision_cost(planner, planner.decide(task.initial)) == pytest.approx(2)


def test_lrtdp_chooses_no_action_in_a_goal_state() -> None:
    task = hand_made(step([0], [1]), goal=Condition((0,)), initial=[0])
    assert Lrtdp(task, LandmarkGraph.of([P], [], task)).decide(task.initial).action is None
