"""What goes beyond the paper: bit for bit the same in the kernel and in plain Python."""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeAlias

import pytest

from lamp.execution import LandmarkPlan, SequentialPlan, run_episode
from lamp.execution.records import purpose_text
from lamp.landmarks import Landmark, LandmarkGraph, Ordering, OrderingType, find_landmarks
from lamp.search import Decision, Evidence, Lamp, SearchSettings, TreeGrowth, Uct
from lamp.search.encode import unpack
from lamp.search.kernel import arrays
from lamp.search.settings import PAPER
from lamp.task import Action, Condition, Outcome, State, Task
from tests.oracles.lamp import Oracle, Values
from tests.oracles.leaf_estimate import distances, landmark_cost
from tests.search.test_search import FIGURE_1, benchmark, goal_values, walk
from tests.search.test_state_space import known_states, spread
from tests.support.compiling import compiled_and_not
from tests.support.random_tasks import ONE, hand_made, random_task
from tests.support.tasks import task_of

NAMES = [
    *("prob_blocksworld:p1", "elevators:p1", "zenotravel:p2", "exploding_blocksworld:p1"),
    *("tireworld:p1", "triangle_tireworld:p1"),
]
NEW = tuple(PAPER)
"""The settings whose defaults are not the paper's."""
DEFAULT: dict[str, Any] = {name: getattr(SearchSettings(), name) for name in NEW}

VARIANTS = {
    "all": {},
    **{f"only {name}": {other: PAPER[other] for other in NEW if other != name} for name in NEW},
    **{f"all but {name}": {name: PAPER[name]} for name in NEW},
}
"""What to change in the defaults: nothing, all but one setting, one setting."""

variants = pytest.mark.parametrize("variant", VARIANTS)
growths = pytest.mark.parametrize("growth", TreeGrowth)


def settings_of(variant: str, **changes: Any) -> SearchSettings:
    return SearchSettings(**{**VARIANTS[variant], **changes})


def tried(values: Values) -> dict[Any, tuple[float, int]]:
    """Q and N of all that was tried."""
    return {key: (values.q[key], number) for key, number in values.n.items() if number}


def subgoal_values(planner: Lamp, subgoal: int) -> dict[tuple[State, int], tuple[float, int]]:
    """Q_φ and N_φ of all that was tried."""
    memory = planner.trees[0].memory
    space, learned = memory.space, memory.learned
    found = {}
    for number, state in enumerate(known_states(planner)):
        row, first = known_row(learned, number, subgoal), int(space.first_edge[number])
        for at in range(int(space.num_edges[number]) if row != arrays.UNKNOWN else 0):
            value, tries = learned.subgoal[row + at].tolist()
            if tries:
                found[state, int(space.edge_action[first + at])] = value, int(tries)
    return found


def known_row(learned: arrays.Learned, state: int, subgoal: int) -> int:
    """The row of a state for a subgoal, which is not made if it is not there."""
    pair = int(learned.first_pair[state])
    while pair != arrays.NO_PAIR:
        if learned.pair[pair, arrays.PAIR_SUBGOAL] == subgoal:
            return int(learned.pair[pair, arrays.PAIR_ROW])
        pair = int(learned.pair[pair, arrays.NEXT_PAIR])
    return arrays.UNKNOWN


def landmark_values(planner: Lamp) -> dict[tuple[frozenset[int], int], tuple[float, int]]:
    """Q_LM and N_LM of all that was tried."""
    learned = planner.trees[0].memory.learned
    found = {}
    for number in range(int(learned.size[arrays.SETS])):
        pending, first = unpack(learned.sets[number]), int(learned.set_first[number])
        for at in range(first, first + int(learned.set_leaves[number])):
            value, tries = learned.choice[at].tolist()
            if tries:
                found[pending, int(learned.leaf[at])] = value, int(tries)
    return found


def assert_same(
    task: Task,
    settings: SearchSettings,
    steps: int = 3,
    graph: LandmarkGraph | None = None,
) -> None:
    """Kernel and oracle decide alike in an episode, and know the same after each decision."""
    graph = graph or find_landmarks(task)
    oracle, planner = Oracle(task, graph, settings), Lamp(task, graph, settings)
    state = task.initial
    for step in range(steps):
        if task.is_goal(state):
            break
        expected, decision = oracle.decide(state), planner.decide(state)
        assert goal_values(planner) == tried(oracle.q_goal)
        assert landmark_values(planner) == tried(oracle.q_landmark)
        for subgoal in range(len(oracle.graph.landmarks) if oracle.alpha else 0):
            known = tried(oracle.q_subgoal[subgoal])
            assert subgoal_values(planner, subgoal) == known
        assert decision.action == expected
        assert (decision.subgoal, decision.target) == (oracle.subgoal, oracle.target)
        assert decision.greediness == oracle.greediness(state)
        assert planner.pending == oracle.pending
        if expected is None:
            break
        state = walk(task, state, step)
    assert planner.num_states == len({state for state, _ in tried(oracle.q_goal)})


# Against the pseudo-code


@variants
@growths
@pytest.mark.parametrize("name", NAMES)
def test_kernel_and_pseudo_code_agree_on_benchmarks(
    name: str, growth: TreeGrowth, variant: str
) -> None:
    settings = settings_of(variant, rollouts=15, tree_growth=growth, horizon=10, seed=7)
    assert_same(benchmark(name), settings)


@growths
@pytest.mark.parametrize("greediness", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("name", NAMES)
def test_they_agree_whatever_the_greediness(
    name: str, greediness: float, growth: TreeGrowth
) -> None:
    settings = SearchSettings(rollouts=12, tree_growth=growth, greediness=greediness, seed=3)
    assert_same(benchmark(name), settings)


@pytest.mark.parametrize("backups", ["mean", "bellman"])
@pytest.mark.parametrize("utility", ["linear", "reciprocal"])
@pytest.mark.parametrize("name", NAMES)
def test_they_agree_whatever_the_utility(name: str, utility: str, backups: str) -> None:
    settings = SearchSettings().changed(rollouts=12, seed=3, utility=utility, backups=backups)
    assert_same(benchmark(name), settings)


@variants
@pytest.mark.parametrize("seed", range(24))
def test_they_agree_where_there_are_conditional_effects_and_disjunctions(
    seed: int, variant: str
) -> None:
    growth = list(TreeGrowth)[seed % 2]
    settings = settings_of(variant, rollouts=50, tree_growth=growth, horizon=4 + seed % 9)
    task = random_task(Random(seed))
    assert_same(spread(task) if seed % 3 == 0 else task, settings)


@pytest.mark.parametrize("seed", range(40))
def test_landmarks_cost_the_same_and_actions_are_as_far_from_them(seed: int) -> None:
    task = random_task(Random(seed))
    planner = Lamp(task, rollouts=1)
    guidance = planner.trees[0].settings.guidance
    for at, landmark in enumerate(planner.graph.landmarks):
        assert guidance.cost[at] == landmark_cost(task, planner.graph, at)
        assert guidance.distance[at].tolist() == distances(task, landmark.condition)


# By hand


def move(name: str, source: int, *targets: int) -> Action:
    """An action from one fact to one of several, each as likely."""
    chance = ONE / len(targets)
    outcomes = tuple(Outcome(chance, (target,), (source,)) for target in targets)
    return Action(name, (), Condition((source,)), outcomes)


def graph_of(task: Task, *facts: int, kind: OrderingType | None = None) -> LandmarkGraph:
    """The facts as landmarks, perhaps one after the other."""
    found = [Landmark(Condition((fact,))) for fact in facts]
    orderings = [Ordering(at, at + 1, kind) for at in range(len(found) - 1) if kind]
    return LandmarkGraph.of(found, orderings, task)


def by_name(planner: Lamp) -> dict[str, Evidence]:
    """What is known about the actions in the initial state after a decision there."""
    decision: Decision = planner.decide(planner.task.initial)
    return {one.action.name: one for one in decision.evidence}


def trap_task() -> Task:
    """Fact 1 is on every way to the goal, but after the short way to it there is no other."""
    more = Action("more", (), Condition((2,)), (Outcome(ONE, (1,)),))
    last = Action("last", (), Condition((1, 2)), (Outcome(ONE, (3,)),))
    return hand_made(
        move("trap", 0, 1), move("good", 0, 2), more, last, goal=Condition((3,)), initial=[0]
    )


def test_greediness_is_half_at_first_and_half_of_that_after_fifty_tries() -> None:
    settings = SearchSettings()
    assert settings.greediness_after(0) == 0.5
    assert settings.greediness_after(50) == 0.25
    assert SearchSettings(greediness=0.3).greediness_after(50) == 0.3


def test_a_decision_mixes_by_the_tries_in_its_state() -> None:
    task = trap_task()
    planner = Lamp(task, graph_of(task, 1), SearchSettings.paper(greediness="auto", rollouts=25))
    decision = planner.decide(task.initial)
    assert sum(one.goal.tries for one in decision.evidence) == 50
    assert decision.greediness == 0.25
    for one in decision.evidence:
        assert one.value == pytest.approx(0.25 * one.subgoal.value + 0.75 * one.goal.value)


@pytest.mark.parametrize("planner", [Uct, partial(Lamp, greediness=0), SequentialPlan])
def test_where_nothing_is_mixed_greediness_is_0(planner: Callable[[Task], LandmarkPlan]) -> None:
    task = benchmark("elevators:p2")
    assert planner(task).decide(task.initial).greediness == 0


def test_a_decision_for_the_whole_task_has_no_other_target() -> None:
    task = benchmark("elevators:p2")
    decision = Uct(task, rollouts=5).decide(task.initial)
    assert (decision.subgoal, decision.target, decision.has_means) == (0, 0, False)


@pytest.mark.parametrize(("rollouts", "action"), [(5, "a4"), (100, "a1")])
def test_the_landmark_decides_at_first_and_the_goal_at_last(rollouts: int, action: str) -> None:
    # As in Figure 1 of the paper, where a fifth is between the two.
    task = task_of(*FIGURE_1)
    names = [atom.predicate for atom in task.atoms]
    settings = SearchSettings.paper(
        greediness="auto", rollouts=rollouts, risk_factor=-math.log(2), goal_utility=0.0
    )
    graph = graph_of(task, names.index("landmark"))
    decision = Lamp(task, graph, settings).decide(task.initial)
    assert decision.action is not None
    assert decision.action.name == action


@pytest.mark.parametrize("safe", [False, True])
def test_a_landmark_before_a_dead_end_counts_as_achieved_only_if_that_is_not_asked(
    *, safe: bool
) -> None:
    task = trap_task()
    planner = Lamp(task, graph_of(task, 1), SearchSettings.paper(safe_landmarks=safe))
    found = by_name(planner)
    # In the trap, 19 of the 20 actions of the horizon are left.
    expected = math.exp(-0.1 * 20) if safe else math.exp(-0.1) + 1.0
    assert found["trap"].subgoal.value == pytest.approx(expected)
    assert found["good"].subgoal.value > math.exp(-0.1 * 20)


def test_at_the_horizon_nobody_looks_whether_there_is_something_to_do() -> None:
    task = trap_task()
    settings = SearchSettings.paper(horizon=1, safe_landmarks=True)
    found = by_name(Lamp(task, graph_of(task, 1), settings))
    assert found["trap"].subgoal.value == pytest.approx(math.exp(-0.1) + 1.0)


def again_task() -> Task:
    """From 0 by 1 and 4, and by 1 again, to 2 and to the goal 3."""
    moves = [move("start", 0, 1), move("on", 1, 4), move("back", 4, 1), move("last", 2, 3)]
    over = Action("over", (), Condition((1,), (0,)), (Outcome(ONE, (2,), (1,)),))
    return hand_made(*moves, over, goal=Condition((3,)), initial=[0])


def again(task: Task, kind: OrderingType, **changes: Any) -> Lamp:
    """A planner for whom facts 1, 4 and 2 are landmarks, 1 being before 2 in some way."""
    found = [Landmark(Condition((fact,))) for fact in (1, 4, 2)]
    natural = [Ordering(at, at + 1, OrderingType.NATURAL) for at in range(2)]
    graph = LandmarkGraph.of(found, [*natural, Ordering(0, 2, kind)], task)
    return Lamp(task, graph, SearchSettings.paper(rollouts=5, **changes))


def pursued(planner: Lamp, *facts: int) -> list[tuple[int, int]]:
    """Subgoal and target of the decisions in states of one fact each."""
    decisions = [planner.decide(frozenset([fact])) for fact in facts]
    return [(decision.subgoal, decision.target) for decision in decisions]


@pytest.mark.parametrize(("kind", "means"), [("NATURAL", 2), ("GREEDY_NECESSARY", 0)])
def test_what_must_hold_just_before_the_target_is_pursued_again_where_it_is_false(
    kind: str, means: int
) -> None:
    planner = again(again_task(), OrderingType[kind], landmarks_again=True)
    assert pursued(planner, 0, 1, 4, 1) == [(0, 0), (1, 1), (means, 2), (2, 2)]
    assert planner.pending == {2, 3}


def test_a_decision_says_what_its_subgoal_is_needed_before() -> None:
    planner = again(again_task(), OrderingType.NECESSARY, landmarks_again=True)
    *_, alone, with_means = [planner.decide(frozenset([fact])) for fact in (0, 1, 4)]
    assert purpose_text(planner, alone) == "(p 4)"
    assert purpose_text(planner, with_means) == "(q 1), needed just before (p 2)"
    assert (alone.has_means, with_means.has_means) == (False, True)


def test_in_the_paper_nothing_is_pursued_again() -> None:
    planner = again(again_task(), OrderingType.NECESSARY)
    assert pursued(planner, 0, 1, 4, 1) == [(0, 0), (1, 1), (2, 2), (2, 2)]


def test_a_target_that_holds_is_achieved_whatever_was_pursued_for_it() -> None:
    planner = again(again_task(), OrderingType.NECESSARY, landmarks_again=True)
    assert pursued(planner, 0, 1, 4, 2)[2:] == [(0, 2), (3, 3)]
    assert planner.pending == {3}


def test_what_becomes_false_while_its_target_is_pursued_is_left_alone() -> None:
    planner = again(again_task(), OrderingType.NECESSARY, landmarks_again=True)
    assert pursued(planner, 0, 1, 4, 1, 0)[2:] == [(0, 2), (2, 2), (2, 2)]


def test_the_goal_has_no_means() -> None:
    found = [Landmark(Condition((fact,))) for fact in (1, 2)]
    moves = move("one", 0, 1, 0), move("other", 1, 2, 0)
    needs_both = Action("both", (), Condition(), (Outcome(ONE, (1, 2)),))
    task = hand_made(*moves, needs_both, goal=Condition((1, 2)), initial=[0])
    graph = LandmarkGraph.of(found, [Ordering(0, 1, OrderingType.NATURAL)], task)
    assert graph.needed_again(task)[graph.goal] == {0, 1}
    planner = Lamp(task, graph, SearchSettings.paper(rollouts=5, landmarks_again=True))
    assert pursued(planner, 0, 1, 2) == [(0, 0), (1, 1), (2, 2)]


def odd_task() -> Task:
    """In 2 there is nothing to do, but the relaxation sees a fact deleted that is also added."""
    nothing = Action("nothing", (), Condition((2,)), (Outcome(ONE, (2,), (2,)),))
    odd = Action("odd", (), Condition(false=(0, 2)), (Outcome(ONE, (1,)),))
    return hand_made(move("risk", 0, 1, 2), nothing, odd, goal=Condition((1,)), initial=[0])


@pytest.mark.parametrize("seed", range(6))
def test_successors_are_judged_by_the_relaxation_and_not_by_their_actions(seed: int) -> None:
    assert_same(odd_task(), SearchSettings(rollouts=1, seed=seed))


PATIENCE = 1 - 1 / 200


def bellman(*actions: Action, goal: int, **changes: Any) -> dict[str, float]:
    """Q_g of the actions in the state of fact 0, by Bellman's equation."""
    task = hand_made(*actions, goal=Condition((goal,)), initial=[0])
    settings = SearchSettings.paper(backups="bellman", greediness=0.0, **changes)
    return {name: one.goal.value for name, one in by_name(Lamp(task, settings=settings)).items()}


def test_outcomes_count_by_their_probabilities_however_often_they_were_drawn() -> None:
    found = bellman(move("risk", 0, 1, 2), goal=1, rollouts=21)
    assert found["risk"] == pytest.approx((PATIENCE + math.exp(-0.1)) / 2)


def test_a_dead_end_counts_before_it_is_drawn() -> None:
    found = {
        seed: bellman(move("risk", 0, 1, 2, 2, 2), goal=1, rollouts=1, seed=seed, dead_ends=True)
        for seed in range(12)
    }
    lucky, unlucky = pytest.approx((PATIENCE + math.exp(-0.1)) / 4), 0.0
    assert all(values["risk"] in (lucky, unlucky) for values in found.values())
    assert any(values["risk"] == lucky for values in found.values())


def test_a_state_is_worth_as_much_as_its_best_action_whatever_else_was_tried() -> None:
    actions = move("go", 0, 1), move("well", 1, 2), move("ill", 1, 3), move("worse", 1, 4)
    found = bellman(*actions, goal=2, exploration=50.0, rollouts=30)
    assert found["go"] == pytest.approx(PATIENCE**2 + math.exp(-0.2))


def test_the_cost_so_far_does_not_count() -> None:
    task = hand_made(move("go", 0, 1), move("stay", 2, 0), goal=Condition((1,)), initial=[0])
    planner = Lamp(task, settings=SearchSettings.paper(backups="bellman", greediness=0.0))
    first = planner.decide(task.initial).evidence[0].goal.value
    for _ in range(5):
        planner.decide(frozenset([2]))
    assert planner.cost == 6
    assert planner.decide(task.initial).evidence[0].goal.value == first


def test_other_utilities_than_the_exponential_are_averaged() -> None:
    task = trap_task()
    values = [
        by_name(Lamp(task, settings=SearchSettings.paper(utility="linear", backups=backups)))
        for backups in ("mean", "bellman")
    ]
    assert values[0] == values[1]


def ladder() -> tuple[Task, LandmarkGraph]:
    """Four steps to the goal, or a step aside."""
    steps = (move(f"from{fact}", fact, fact + 1) for fact in range(3))
    aside = Action("aside", (), Condition((0,), (4,)), (Outcome(ONE, (4,)),))
    task = hand_made(*steps, aside, goal=Condition((3,)), initial=[0])
    return task, graph_of(task, 1, 2, kind=OrderingType.NATURAL)


def test_nothing_is_estimated_where_the_utility_rules_out_bellman_s_equation() -> None:
    task, graph = ladder()
    short = SearchSettings().changed(horizon=1, rollouts=5, utility="linear")
    without = short.changed(horizon_value="nothing")
    assert by_name(Lamp(task, graph, short)) == by_name(Lamp(task, graph, without))
    means = short.changed(backups="mean")  # asked for: what was measured can be measured again
    assert by_name(Lamp(task, graph, means)) != by_name(Lamp(task, graph, without))


def test_at_the_horizon_it_counts_what_the_landmarks_cost_that_are_left() -> None:
    task, graph = ladder()
    short = SearchSettings.paper(horizon=1, rollouts=5)
    blind = by_name(Lamp(task, graph, short))
    assert all(one.goal.value == pytest.approx(math.exp(-0.1)) for one in blind.values())
    seeing = by_name(Lamp(task, graph, short.changed(horizon_value="landmarks")))
    assert seeing["from0"].goal.value == pytest.approx(math.exp(-0.2) + math.exp(-0.1))
    assert seeing["aside"].goal.value == pytest.approx(math.exp(-0.3) + math.exp(-0.2))


def test_by_bellman_the_end_at_the_horizon_is_both_a_chance_and_a_discount() -> None:
    task, graph = ladder()
    settings = SearchSettings.paper(
        horizon=1, rollouts=5, horizon_value="landmarks", backups="bellman"
    )
    found = by_name(Lamp(task, graph, settings))
    for name, left in (("from0", 1), ("aside", 2)):
        utility = math.exp(-0.1 * left)
        assert found[name].goal.value == pytest.approx((PATIENCE + math.exp(-0.1)) * utility)


def test_a_landmark_costs_as_many_tries_as_its_likeliest_outcome_takes() -> None:
    often = move("often", 0, 1, 0, 0, 0)
    task = hand_made(often, move("rest", 1, 2), goal=Condition((2,)), initial=[0])
    graph = graph_of(task, 1)
    assert Lamp(task, graph).trees[0].settings.guidance.cost.tolist() == [4.0, 1.0]
    assert landmark_cost(task, graph, 0) == 4.0


@pytest.mark.parametrize("seed", range(8))
def test_the_first_try_is_an_action_that_leads_to_the_landmark(seed: int) -> None:
    aside = [Action(f"aside{fact}", (), Condition(), (Outcome(ONE, (fact,)),)) for fact in (3, 4)]
    task = hand_made(*aside, move("go", 0, 1), move("on", 1, 2), goal=Condition((2,)), initial=[0])
    settings = SearchSettings.paper(first_tries="relevant", greediness=0.0, rollouts=1, seed=seed)
    found = by_name(Lamp(task, settings=settings))
    assert [name for name, one in found.items() if one.goal.tries] == ["go"]


def test_distances_are_counted_backwards_from_the_landmark() -> None:
    task = hand_made(
        *(move("far", 0, 1), move("near", 1, 2), move("never", 2, 4)),
        goal=Condition((2,)),
        initial=[0],
    )
    guidance = Lamp(task).trees[0].settings.guidance
    assert guidance.distance[-1].tolist() == [1, 0, 255]


# Determinism


COMPARED = """
import json
from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.search import Lamp
found = []
for name in ("elevators:p1", "exploding_blocksworld:p1", "triangle_tireworld:p1"):
    for growth in ("full", "expand"):
        model = load(name)
        task = ground(model.domain, model.problem)
        planner = Lamp(task, rollouts=25, horizon=8, seed=3, tree_growth=growth)
        decision = planner.decide(task.initial)
        found.append([str(decision.action), decision.subgoal])
        found += [[str(one.action), one.goal, one.subgoal, one.value] for one in decision.evidence]
print(json.dumps(found))
"""
"""Some decisions with the defaults."""

Run: TypeAlias = subprocess.CompletedProcess[bytes]


@pytest.fixture(scope="module")
def runs() -> list[Run]:
    return compiled_and_not(COMPARED)


def test_without_compilation_the_defaults_give_the_same_numbers(runs: list[Run]) -> None:
    found = [json.loads(run.stdout) for run in runs]
    assert found[0] == found[1]


def test_without_compilation_there_are_no_warnings(runs: list[Run]) -> None:
    assert [run.stderr for run in runs] == [b"", b""]


def episode(planner: Lamp) -> list[object]:
    """All that was known at the decisions of an episode, and how it ended."""
    steps: list[object] = []
    end = run_episode(planner, 5, lambda step: steps.append(step.decision.evidence)).end
    return [*steps, end]


@pytest.mark.parametrize("name", NAMES)
def test_an_episode_does_not_depend_on_those_before_it(name: str) -> None:
    task = benchmark(name)
    fresh = Lamp(task, rollouts=60, budget=40)
    expected = episode(fresh)
    used = Lamp(task, fresh.graph, rollouts=200, exploration=5.0, budget=40)
    for seed in range(3):
        run_episode(used, seed=seed)
    run_episode(used)
    again = Lamp(task, fresh.graph, rollouts=60, budget=40)
    assert again.take_over(used)
    assert episode(again) == expected


def test_where_an_earlier_episode_ended_makes_no_difference_at_the_horizon() -> None:
    moves = move("one", 0, 1), move("two", 1, 2), move("risk", 2, 3, 4)
    task = hand_made(*moves, goal=Condition((4,)), initial=[0])
    planner = Lamp(task, rollouts=1, horizon=3, tree_growth=TreeGrowth.EXPAND)
    assert_same_after(planner, frozenset([3]))


def test_nor_does_it_where_the_relaxation_sees_no_dead_end() -> None:
    assert_same_after(Lamp(odd_task(), rollouts=5, horizon=1), frozenset([2]))


def assert_same_after(planner: Lamp, state: State) -> None:
    """What the planner finds does not depend on an episode in which it was asked about a state."""
    expected = by_name(planner)
    planner.start()
    planner.decide(state)
    planner.start()
    assert by_name(planner) == expected


@pytest.mark.parametrize("seed", range(30))
def test_nor_does_it_in_any_task(seed: int) -> None:
    task = random_task(Random(seed))
    fresh = Lamp(task, rollouts=40, horizon=4, budget=10)
    expected = episode(fresh)
    used = Lamp(task, fresh.graph, SearchSettings.paper(rollouts=90, exploration=5.0, budget=10))
    run_episode(used, seed=seed)
    again = Lamp(task, fresh.graph, rollouts=40, horizon=4, budget=10)
    assert again.take_over(used)
    assert episode(again) == expected
