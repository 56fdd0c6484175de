"""LM^RHW: each of its rules on a task of a few words, and whole graphs against the reference."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from lamp.benchmarks import NAMES, landmark_count, load
from lamp.grounding import ground
from lamp.landmarks import LandmarkGraph
from lamp.landmarks.rhw import find_landmarks
from lamp.task import Task
from tests.oracles.fast_downward import comparable, comparable_json
from tests.support.legacy import BENCHMARKS, benchmark_task, needs_shared
from tests.support.paths import SHARED
from tests.support.tasks import task_of

REFERENCE = SHARED / "reference"


def actions(*texts: str) -> str:
    """Actions without parameters, each from `precondition -> effect`."""
    found = []
    for number, text in enumerate(texts):
        before, _, after = text.partition("->")
        found.append(f"(:action a{number} :precondition (and {before}) :effect (and {after}))")
    return " ".join(found)


def letters(*texts: str, initial: str = "(a)", goal: str = "(z)") -> Task:
    """A task whose facts are predicates without arguments."""
    names = " ".join(f"({letter})" for letter in "abcdefghxyz")
    domain = f"(:predicates {names}) {actions(*texts)}"
    return task_of(domain, f"(:init {initial}) (:goal (and {goal}))")


def road(roads: str, goal: str, *, extra: str = "", start: str = "s") -> Task:
    """A task of one car on a map such as `s-a a-b`; roads are one-way."""
    pairs = [pair.split("-") for pair in roads.split()]
    places = " ".join(sorted({place for pair in pairs for place in pair}))
    facts = " ".join(f"(road {one} {other})" for one, other in pairs)
    domain = f"""(:predicates (at ?x) (road ?x ?y) (done) (ready))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
        :effect (and (at ?y) (not (at ?x)))) {extra}"""
    return task_of(domain, f"(:objects {places}) (:init (at {start}) {facts}) (:goal {goal})")


def found(task: Task) -> dict[str, dict[str, str]]:
    """The landmarks of a task, each with its predecessors and how they are tied, as text."""
    graph = find_landmarks(task)
    names = [_name(graph, position, task) for position in range(len(graph.landmarks))]
    table: dict[str, dict[str, str]] = {name: {} for name in names}
    for ordering in graph.orderings:
        table[names[ordering.after]][names[ordering.before]] = ordering.type.label
    return table


def _name(graph: LandmarkGraph, position: int, task: Task) -> str:
    return " | ".join(sorted(one.text(task) for one in graph.landmarks[position].literals))


# One rule each


def test_what_all_first_achievers_need_is_a_landmark_just_before() -> None:
    task = letters("(a) -> (b)", "(a) -> (c)", "(b) (c) -> (z)", "(b) (a) -> (z)")
    assert found(task)["(z)"]["(b)"] == "greedy-necessary"
    assert "(c)" not in found(task)


def test_an_action_that_needs_the_landmark_itself_is_no_first_achiever() -> None:
    task = letters("(a) -> (b)", "(b) -> (z)", "(c) -> (z)", "(z) -> (c)")
    assert "(b)" in found(task)


def test_every_outcome_of_an_action_counts_as_an_action() -> None:
    task = letters("(a) -> (probabilistic 1/10 (b) 9/10 (c))", "(b) -> (z)", "(c) (b) -> (z)")
    assert set(found(task)) == {"(not (b))", "(b)", "(not (z))", "(z)"}


def test_a_fact_without_a_variable_of_more_values_was_false_before_it_is_first_added() -> None:
    task = letters("(a) -> (z)")
    assert found(task)["(z)"] == {"(not (z))": "greedy-necessary"}


def test_a_landmark_that_holds_initially_is_not_looked_behind() -> None:
    task = letters("(b) -> (c) (not (b))", "(c) -> (z)", initial="(a) (b) (c)")
    assert "(b)" not in found(task)


def test_what_cannot_be_reached_without_a_landmark_comes_after_it() -> None:
    task = letters("(a) -> (b)", "(b) -> (c)", "(c) -> (d)", "(d) -> (z)")
    assert found(task)["(z)"]["(b)"] == "natural"
    assert found(task)["(d)"]["(b)"] == "natural"


def test_what_comes_together_with_a_landmark_does_not_come_after_it() -> None:
    task = letters("(a) -> (b) (c)", "(b) (c) -> (z)")
    assert "(b)" not in found(task)["(c)"]
    assert "(c)" not in found(task)["(b)"]


def test_a_value_on_every_way_through_the_values_of_a_variable_is_a_landmark() -> None:
    task = road("s-a s-b a-m b-m m-c m-d c-z d-z", "(at z)")
    assert found(task)["(at z)"]["(at m)"] == "natural"
    assert found(task)["(at m)"]["(at s)"] == "natural"


def test_a_predicate_to_which_all_first_achievers_contribute_gives_a_disjunction() -> None:
    table = found(road("s-a s-b s-c a-z b-z c-z", "(at z)"))
    assert table["(at z)"]["(at a) | (at b) | (at c)"] == "greedy-necessary"


def test_a_disjunction_has_at_most_four_parts() -> None:
    task = road("s-a s-b s-c s-d s-e a-z b-z c-z d-z e-z", "(at z)")
    assert set(found(task)) == {"(at s)", "(at z)"}


def test_a_disjunction_with_a_part_that_holds_initially_says_nothing() -> None:
    assert set(found(road("s-a a-z s-z", "(at z)"))) == {"(at s)", "(at z)"}


def test_a_landmark_inside_a_disjunction_replaces_it() -> None:
    # (done) needs to be at a or at b, by the goals' order found first; (ready) needs to be at b.
    extra = """(:action d :parameters (?x) :precondition (and (at ?x) (good ?x)) :effect (done))
      (:action r :precondition (at b) :effect (ready))"""
    domain = f"""(:constants b) (:predicates (at ?x) (road ?x ?y) (good ?x) (done) (ready))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
        :effect (and (at ?y) (not (at ?x)))) {extra}"""
    problem = """(:objects s a) (:init (at s) (road s a) (road s b) (road a b) (road b a)
      (good a) (good b)) (:goal (and (done) (ready)))"""
    table = found(task_of(domain, problem))
    assert "(at b)" in table
    assert "(at a) | (at b)" not in table


def test_conditions_of_conditional_effects_count_where_all_effects_share_them() -> None:
    task = letters("(a) -> (b)", "(a) -> (c)", "(a) -> (when (and (b) (c)) (z)) (d)")
    assert {"(b)", "(c)"} <= set(found(task))


def test_an_action_with_a_conditional_effect_on_the_landmark_may_be_used_for_its_others() -> None:
    task = letters("(a) -> (when (b) (z)) (c)", "(c) -> (b)")
    assert found(task)["(z)"]["(b)"] == "greedy-necessary"
    assert found(task)["(b)"]["(c)"] == "greedy-necessary"


def test_a_negative_precondition_is_a_landmark_like_others() -> None:
    task = letters("(a) -> (not (b))", "(not (b)) -> (z)", initial="(a) (b)")
    assert found(task)["(z)"]["(not (b))"] == "greedy-necessary"


def test_a_negative_goal_is_a_landmark() -> None:
    task = letters("(a) -> (b)", "(b) -> (not (a))", goal="(not (a))")
    assert found(task)["(not (a))"]["(b)"] == "greedy-necessary"


def test_a_disjunctive_precondition_stands_for_several_actions() -> None:
    task = letters("(a) -> (b)", "(a) -> (c)", "(b) (or (c) (d)) -> (z)", "(a) -> (d)")
    assert "(b)" in found(task)
    assert "(c)" not in found(task)


def test_what_all_alternatives_of_the_goal_share_is_a_landmark() -> None:
    steps = ("(a) -> (b)", "(b) -> (c)", "(b) -> (d)", "(a) -> (x)")
    task = letters(*steps, goal="(or (and (c) (x)) (and (d) (x)))")
    assert {"(x)"} <= set(found(task))


def test_a_goal_with_alternatives_of_one_predicate_gives_a_disjunction() -> None:
    table = found(road("s-m m-a m-b", "(or (at a) (at b))"))
    assert table["(at a) | (at b)"] == {"(at m)": "greedy-necessary"}


def test_a_goal_that_holds_already_has_no_landmarks_to_pursue() -> None:
    task = letters("(a) -> (b)", goal="(a)")
    assert find_landmarks(task).nontrivial(task.initial) == 0


def test_a_goal_that_cannot_be_reached_is_the_only_landmark() -> None:
    task = letters("(b) -> (z)")
    assert find_landmarks(task).landmarks == find_landmarks(task).landmarks[-1:]


def test_a_negative_condition_on_a_variable_of_many_values_needs_no_many_actions() -> None:
    places = " ".join(f"p{i}" for i in range(400))
    roads = " ".join(f"(road p{i} p{i + 1}) (road p{i + 1} p{i})" for i in range(399))
    domain = """(:predicates (at ?c ?x) (road ?x ?y) (car ?c) (honked ?x))
      (:action go :parameters (?c ?x ?y) :precondition (and (car ?c) (at ?c ?x) (road ?x ?y))
        :effect (and (at ?c ?y) (not (at ?c ?x))))
      (:action honk :parameters (?x) :precondition (and (at c1 ?x) (not (at c2 ?x)))
        :effect (honked ?x))"""
    problem = f"""(:objects {places}) (:init (car c1) (car c2) (at c1 p0) (at c2 p0) {roads})
      (:goal (honked p399))"""
    task = task_of("(:constants c1 c2) " + domain, problem)
    assert found(task)["(honked p399)"]["(at c1 p399)"] == "greedy-necessary"
    assert found(task)["(at c1 p399)"]["(at c1 p0)"] == "natural"


# Whole graphs


@needs_shared
@pytest.mark.parametrize(("family", "problem"), BENCHMARKS)
def test_the_graph_of_the_paper_s_problem_is_that_of_fast_downward(
    family: str, problem: str
) -> None:
    reference = json.loads((REFERENCE / "landmarks" / f"{family}_{problem}.json").read_text())
    task = benchmark_task(family, problem)
    graph = find_landmarks(task)
    assert comparable(graph, task) == comparable_json(reference)
    assert graph.nontrivial(task.initial) == reference["nontrivial_count"]


@needs_shared
@pytest.mark.parametrize("name", NAMES)
def test_the_graph_of_the_catalogue_s_problem_is_that_of_fast_downward(name: str) -> None:
    reference = json.loads((REFERENCE / "landmarks" / f"{name.replace(':', '_')}.json").read_text())
    model = load(name)
    task = ground(model.domain, model.problem)
    assert comparable(find_landmarks(task), task) == comparable_json(reference)


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_landmarks_is_the_paper_s(name: str) -> None:
    model = load(name)
    task = ground(model.domain, model.problem)
    assert find_landmarks(task).nontrivial(task.initial) == landmark_count(name)


def test_the_graph_does_not_depend_on_the_hash_seed() -> None:
    code = """
from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.landmarks.rhw import find_landmarks
for name in ("elevators:p13", "exploding_blocksworld:p7", "zenotravel:p3", "tireworld:p1"):
    model = load(name)
    print(find_landmarks(ground(model.domain, model.problem)))
"""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
