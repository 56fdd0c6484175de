"""Exact values: by hand, against all policies of small tasks, and against the reference."""

from __future__ import annotations

import dataclasses
import json
import math
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from lamp.benchmarks import load
from lamp.errors import ExactError, SettingsError, TooManyStates
from lamp.exact import Limits, Method, Solution, evaluate, kernel, solve
from lamp.exact.abstraction import estimates_together
from lamp.exact.patterns import choose_abstractions
from lamp.exact.progress import silent
from lamp.grounding import ground
from lamp.search import SearchSettings, Utility, memory
from lamp.search.encode import num_words, pack
from lamp.task import ALWAYS, NEVER, Action, Condition, Outcome, State, Task
from tests.oracles.exact_values import Oracle, oracle_of
from tests.oracles.state_graph import bits_of
from tests.support.cli import lamp
from tests.support.compiling import compiled_and_not
from tests.support.legacy import needs_shared
from tests.support.paths import SHARED
from tests.support.random_tasks import explored, hand_made, random_task, step

GOAL = Condition((0,))
MAX_POLICIES = 400
SMALL_BUDGET = 12


def benchmark(name: str) -> Task:
    model = load(name)
    return ground(model.domain, model.problem)


def chancy(needs: tuple[int, ...], chance: str, *adds: int) -> Action:
    """An action that adds facts with a probability, and otherwise changes nothing."""
    probability = Fraction(chance)
    outcomes = (Outcome(probability, adds), Outcome(1 - probability))
    return Action("try", (), Condition(needs), outcomes)


# By hand


def test_a_goal_that_holds_costs_nothing() -> None:
    found = solve(hand_made(goal=ALWAYS))
    assert (found.states, found.dead_ends) == (1, 0)
    assert (found.max_probability, found.expected_cost, found.gubs_utility) == (1.0, 0.0, 2.0)


def test_a_goal_that_is_never_reached_has_no_cost_and_the_utility_of_the_budget() -> None:
    found = solve(hand_made(step((), (1,)), goal=NEVER))
    assert (found.states, found.dead_ends, found.max_probability) == (2, 2, 0.0)
    assert found.expected_cost is None
    assert found.gubs_utility == pytest.approx(math.exp(-20), rel=1e-12)


def test_trying_again_costs_one_over_the_probability() -> None:
    found = solve(hand_made(chancy((), "1/4", 0), goal=GOAL))
    assert found.max_probability == 1.0
    assert found.expected_cost == pytest.approx(4.0, abs=1e-12)


def test_utility_counts_success_within_the_budget_only() -> None:
    found = solve(hand_made(chancy((), "1/4", 0), goal=GOAL), SearchSettings(budget=2))
    at_once, later = 0.25 * (math.exp(-0.1) + 1), 0.75 * 0.25 * (math.exp(-0.2) + 1)
    assert found.gubs_utility == pytest.approx(at_once + later + 0.75**2 * math.exp(-0.2))


def test_the_cost_of_a_risky_task_is_that_of_its_successes() -> None:
    # After a first step that fails half of the time for good, three more are needed.
    risky = Action("risk", (), Condition((1,)), (half((2,), (1,)), half((), (1,))))
    walk = [step((2,), (3,), uses=(2,)), step((3,), (4,), uses=(3,)), step((4,), (0,))]
    found = solve(hand_made(risky, *walk, goal=GOAL, initial=(1,)))
    assert found.max_probability == 0.5
    assert found.expected_cost == pytest.approx(4.0, abs=1e-12)


def half(add: tuple[int, ...], delete: tuple[int, ...] = ()) -> Outcome:
    return Outcome(Fraction(1, 2), add, delete)


def test_probability_comes_before_cost() -> None:
    # One action wins or loses at once; the other way is sure, and long.
    gamble = Action("gamble", (), Condition((1,)), (half((0,), (1,)), half((), (1,))))
    walk = [step((1,), (2,), uses=(1,)), step((2,), (3,)), step((3,), (0,))]
    task = hand_made(gamble, *walk, goal=GOAL, initial=(1,))
    found = solve(task)
    assert (found.max_probability, found.expected_cost) == (1.0, 3.0)
    assert found.best_action(task.initial) == walk[0]


def test_one_cannot_hope_for_ever_in_an_end_component() -> None:
    # To and fro between two facts for ever, or try: a third of the tries reach the goal.
    to, fro = step((1,), (2,), uses=(1,)), step((2,), (1,), uses=(2,))
    third = Outcome(Fraction(1, 3), (0,), (2,)), Outcome(Fraction(2, 3), (), (2,))
    attempt = Action("attempt", (), Condition((2,)), third)
    found = solve(hand_made(to, fro, attempt, goal=GOAL, initial=(1,)))
    assert found.max_probability == pytest.approx(1 / 3, abs=1e-15)
    assert found.probability_bounds.error < 1e-13
    assert found.expected_cost == pytest.approx(2.0, abs=1e-12)


def test_a_policy_of_best_utility_may_depend_on_the_cost_so_far() -> None:
    # With budget to spare the sure way is better, and at the end of it a gamble.
    gamble = Action("gamble", (), Condition((1,)), (half((0,), (1,)), half((), (1,))))
    slow = chancy((1,), "9/10", 0)
    settings = SearchSettings(budget=3, goal_utility=1.0)
    task = hand_made(gamble, slow, goal=GOAL, initial=(1,))
    oracle = oracle_of(task, 10)
    assert oracle
    assert solve(task, settings).gubs_utility == pytest.approx(oracle.utility(settings))


# Against all policies


def small_oracles(number: int) -> list[Oracle]:
    """Oracles of random tasks in which there is something to choose, and not too much."""
    found: list[Oracle] = []
    seed = 0
    while len(found) < number:
        oracle = oracle_of(random_task(Random(seed)), most=12)
        seed += 1
        if oracle and 1 < oracle.num_policies <= MAX_POLICIES:
            found.append(oracle)
    return found


ORACLES = small_oracles(200)


@cache
def optimum(number: int) -> tuple[Fraction, Fraction | None]:
    """The maximal probability of a random task, and the least cost of having it."""
    return ORACLES[number].optimum()


@pytest.mark.parametrize("number", range(len(ORACLES)))
def test_values_are_the_best_of_all_policies(number: int) -> None:
    oracle = ORACLES[number]
    probability, cost = optimum(number)
    settings = SearchSettings(budget=SMALL_BUDGET)
    found = solve(oracle.task, settings)
    assert found.states == len(oracle.choices)
    assert abs(found.max_probability - probability) <= 1e-12
    assert (found.expected_cost is None) == (cost is None)
    if found.cost_bounds and cost is not None:
        assert found.cost_bounds.lower <= cost <= found.cost_bounds.upper
        assert abs(found.cost_bounds.value - cost) <= 1e-9 * (1 + cost)
    assert found.gubs_utility == pytest.approx(oracle.utility(settings), abs=1e-12)


def test_the_random_tasks_are_of_all_kinds() -> None:
    found = [solve(oracle.task) for oracle in ORACLES]
    assert sum(0 < one.max_probability < 1 for one in found) >= 10
    assert sum(one.max_probability == 1 and one.dead_ends != 0 for one in found) >= 10
    assert sum(one.max_probability == 0 for one in found) >= 10
    assert sum(bool(one.expected_cost and one.expected_cost % 1) for one in found) >= 10


@pytest.mark.parametrize("seed", range(200))
def test_dead_ends_are_the_states_that_cannot_reach_the_goal(seed: int) -> None:
    task = random_task(Random(seed))
    graph = explored(task)
    found = solve(task, SearchSettings(budget=1))
    assert found.states == len(graph.states)
    assert found.dead_ends == graph.live().count(False)
    live = dict(zip(graph.states, graph.live(), strict=True))
    for state in reachable(task):
        assert found.is_dead_end(state) == (not live[bits_of(state)])


def reachable(task: Task) -> list[State]:
    """Some reachable states: those up to two actions away."""
    found = {task.initial: None}
    for _ in range(2):
        for state in list(found):
            if not task.is_goal(state):
                for action in task.applicable(state):
                    found.update(dict.fromkeys(task.apply(state, action)))
    return list(found)


@pytest.mark.parametrize("seed", range(200, 300))
def test_the_best_policy_is_worth_what_was_promised(seed: int) -> None:
    task = random_task(Random(seed))
    found = solve(task)
    value = evaluate(task, found.best_action)
    assert value.probability.value == pytest.approx(found.max_probability, abs=1e-10)
    if found.expected_cost is not None:
        assert value.cost
        assert value.cost.value == pytest.approx(found.expected_cost, rel=1e-9)
    assert value.utility.lower <= found.utility_bounds.upper


@pytest.mark.parametrize("seed", range(300, 340))
def test_every_state_has_the_value_of_the_task_that_begins_there(seed: int) -> None:
    task = random_task(Random(seed))
    whole = solve(task)
    for state in reachable(task)[:5]:
        alone = solve(dataclasses.replace(task, initial=state), SearchSettings(budget=1))
        assert alone.max_probability == pytest.approx(whole.probability(state), abs=1e-12)
        assert (alone.expected_cost or 0.0) == pytest.approx(whole.cost(state) or 0.0, rel=1e-9)


# By search


@pytest.mark.parametrize("number", range(len(ORACLES)))
def test_search_finds_the_best_of_all_policies(number: int) -> None:
    oracle = ORACLES[number]
    probability, cost = optimum(number)
    settings = SearchSettings(budget=SMALL_BUDGET)
    found = solve(oracle.task, settings, method=Method.SEARCH)
    assert abs(found.max_probability - probability) <= 1e-12
    assert (found.expected_cost is None) == (cost is None)
    if found.cost_bounds and cost is not None:
        assert found.cost_bounds.lower <= cost <= found.cost_bounds.upper
        assert abs(found.cost_bounds.value - cost) <= 1e-8 * (1 + cost)
    assert found.gubs_utility == pytest.approx(oracle.utility(settings), abs=1e-8)


@pytest.mark.parametrize("seed", range(400, 460))
def test_abstractions_bound_the_values_of_all_states(seed: int) -> None:
    task = random_task(Random(seed))
    whole = solve(task)
    chosen = choose_abstractions(task, 0.9, silent)
    width = num_words(len(task.atoms))
    for state in reachable(task):
        found = estimates_together(chosen, pack(state, width).reshape(1, width))
        chance, cost = whole.probability(state), whole.cost(state)
        assert found.probability[0] >= chance - 1e-9
        if cost is not None and not task.is_goal(state):
            assert found.distance[0] <= cost + 1e-9
            assert found.discounted[0] >= chance * 0.9**cost - 1e-9
            if chance == 1:
                assert found.cost[0] <= cost + 1e-9


@pytest.mark.parametrize("utility", Utility)
def test_search_and_enumeration_agree_whatever_utility_is(utility: Utility) -> None:
    settings = SearchSettings(utility=utility, budget=30, goal_utility=0.3)
    tasks = [random_task(Random(seed)) for seed in range(500, 520)]
    for task in [benchmark("tireworld:p1"), benchmark("triangle_tireworld:p1"), *tasks]:
        found = [solve(task, settings, method=method) for method in Method]
        assert found[0].gubs_utility == pytest.approx(found[1].gubs_utility, abs=1e-8)


@pytest.mark.parametrize("most", [5, 20, 100, 500])
def test_at_a_limit_search_has_bounds_that_hold(most: int) -> None:
    for name in ("tireworld:p1", "triangle_tireworld:p2", "exploding_blocksworld:p4"):
        task = benchmark(name)
        truth = solve(task)
        found = solve(task, limits=Limits(states=most), method=Method.SEARCH)
        for bounds, value in (
            (found.probability_bounds, truth.max_probability),
            (found.utility_bounds, truth.gubs_utility),
            (found.cost_bounds, truth.expected_cost),
        ):
            assert bounds
            assert value is not None
            assert bounds.lower - 1e-9 <= value <= bounds.upper + 1e-9


def test_the_policy_that_search_found_is_worth_what_was_promised() -> None:
    for name in ("prob_blocksworld:p9", "tireworld:p1"):
        task = benchmark(name)
        found = solve(task, method=Method.SEARCH)
        value = evaluate(task, found.best_action)
        assert value.probability.value == pytest.approx(found.max_probability, abs=1e-10)
        assert value.cost
        assert value.cost.value == pytest.approx(found.expected_cost, rel=1e-9)


def test_too_many_states_are_searched_instead() -> None:
    found = solve(benchmark("triangle_tireworld:p2"), limits=Limits(states=1000))
    assert found.method is Method.SEARCH
    assert found.expected_cost == pytest.approx(11.859375)


# Policies


def test_a_policy_that_gives_up_never_arrives() -> None:
    task = hand_made(chancy((), "1/2", 0), goal=GOAL)
    value = evaluate(task, {})
    assert (value.states, value.probability.value, value.cost) == (1, 0.0, None)


def test_a_policy_is_worth_what_its_chain_is_worth() -> None:
    half_chance, quarter = chancy((), "1/2", 0), chancy((), "1/4", 0)
    task = hand_made(half_chance, quarter, goal=GOAL)
    value = evaluate(task, lambda state: quarter, SearchSettings(budget=1))
    assert value.cost
    assert value.cost.value == pytest.approx(4.0)
    expected = 0.25 * (math.exp(-0.1) + 1) + 0.75 * math.exp(-0.1)
    assert value.utility.value == pytest.approx(expected)


def test_a_policy_must_choose_applicable_actions() -> None:
    action = step((3,), (0,))
    with pytest.raises(ExactError, match="not applicable"):
        evaluate(hand_made(action, goal=GOAL), lambda state: action)


# Against the reference


def reference() -> dict[str, dict[str, float]]:
    path = SHARED / "reference" / "exact.json"
    if not path.is_file():
        return {}
    values: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))["values"]
    return values


def agrees(found: Solution, expected: dict[str, float]) -> bool:
    """Whether a solution has the values of the reference that are there."""
    pairs = {
        "states": found.states,
        "dead_end_states": found.dead_ends,
        "max_prob": found.max_probability,
        "ssp_cost": found.expected_cost,
        "gubs_h200": found.gubs_utility,
    }
    return all(
        value is not None and abs(value - expected[key]) <= 1e-6
        for key, value in pairs.items()
        if key in expected
    )


MILLIONS = "zenotravel:p2"  # benchmarks/exact.py has the time
TOO_LARGE = "tireworld:p15"
BY_SEARCH = {
    "elevators:p6": 22.0,
    "prob_blocksworld:p6": 28.7777777778,
    "prob_blocksworld:p8": 30.9166666667,
    "prob_blocksworld:p9": 26.0555555556,
    "tireworld:p13": 2.8,
}


@needs_shared
@pytest.mark.parametrize("name", sorted(reference().keys() - {MILLIONS, TOO_LARGE}))
def test_values_are_those_of_the_reference(name: str) -> None:
    found = solve(benchmark(name))
    assert agrees(found, reference()[name])
    assert found.error_bound <= 1e-9


@needs_shared
@pytest.mark.parametrize("name", sorted(reference().keys() - {MILLIONS}))
def test_search_finds_the_values_of_the_reference(name: str) -> None:
    found = solve(benchmark(name), method=Method.SEARCH)
    expected = {key: value for key, value in reference()[name].items() if "states" not in key}
    assert agrees(found, expected)
    assert found.error_bound <= 1e-8


@pytest.mark.parametrize("name", BY_SEARCH)
def test_search_solves_what_cannot_be_enumerated(name: str) -> None:
    found = solve(benchmark(name), method=Method.SEARCH)
    assert found.max_probability == 1.0
    assert found.expected_cost == pytest.approx(BY_SEARCH[name], abs=1e-9)
    assert found.error_bound <= 1e-8


# Numbers and limits


def test_without_compilation_the_values_are_the_same() -> None:
    code = """if True:
    from lamp.benchmarks import load
    from lamp.exact import Method, solve
    from lamp.grounding import ground
    model = load("triangle_tireworld:p1")
    for method in Method:
        found = solve(ground(model.domain, model.problem), method=method)
        print(found.max_probability, found.expected_cost, found.gubs_utility, found.error_bound)
    """
    outputs = [run.stdout for run in compiled_and_not(code)]
    assert outputs[0] == outputs[1] != b""


def test_growing_memory_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = solve(benchmark("triangle_tireworld:p2"))
    monkeypatch.setattr(memory, "FIRST_CAPACITY", 1)
    found = solve(benchmark("triangle_tireworld:p2"))
    assert (found.states, found.dead_ends) == (expected.states, expected.dead_ends)
    assert found.gubs_utility == expected.gubs_utility


def test_every_verb_is_compiled_for_one_signature() -> None:
    task = benchmark("triangle_tireworld:p1")
    evaluate(task, solve(task).best_action)
    verbs = [kernel.bound_components, kernel.settle_components, kernel.step_back, kernel.measure]
    assert [len(verb.signatures) for verb in verbs] == [1] * len(verbs)  # type: ignore[attr-defined]


def test_more_states_than_allowed_are_refused() -> None:
    with pytest.raises(TooManyStates, match="more than 10 states"):
        solve(benchmark("triangle_tireworld:p1"), limits=Limits(10), method=Method.ENUMERATION)


def test_a_precision_outside_its_range_is_refused() -> None:
    with pytest.raises(SettingsError):
        solve(hand_made(goal=ALWAYS), precision=0.0)


def test_a_state_that_was_never_met_has_no_value() -> None:
    found = solve(hand_made(goal=ALWAYS))
    with pytest.raises(ExactError):
        found.probability(frozenset({1, 2, 3}))


# The command


def test_exact_prints_json_for_machines() -> None:
    done = lamp("exact", "triangle_tireworld:p1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.keys() >= {
        *("states", "dead_ends", "max_probability", "expected_cost", "gubs_utility"),
        *("error_bound", "seconds"),
    }
    assert (found["states"], found["dead_ends"]) == (80, 2)
    assert found["expected_cost"] == pytest.approx(6.25, abs=1e-9)


def test_exact_prints_a_few_lines_for_people() -> None:
    done = lamp("exact", "triangle_tireworld:p1", "--budget", "50")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        *("problem", "states", "goal", "cost", "utility", "time"),
    ]


def test_exact_prints_what_a_search_found() -> None:
    done = lamp("exact", "tireworld:p13", "--method", "search")
    assert "met by search" in done.stdout
    assert "2.8 ± " in done.stdout


def test_exact_prints_bounds_where_a_limit_ends_a_search() -> None:
    asked = ["--method", "search", "--max-states", "20"]
    found = json.loads(lamp("exact", "prob_blocksworld:p6", *asked, "--json").stdout)
    assert found["expected_cost"] is None
    assert found["error_bound"] is None
    low, high = found["bounds"]["gubs_utility"]
    assert low <= 1.0620766 <= high
    text = lamp("exact", "prob_blocksworld:p6", *asked).stdout
    assert "a limit was reached" in text


def test_exact_says_when_there_are_too_many_states() -> None:
    asked = ["--max-states", "100", "--method", "enumeration"]
    done = lamp("exact", "triangle_tireworld:p2", *asked)
    assert done.returncode == 3
    assert "--max-states" in done.stderr
