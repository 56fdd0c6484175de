"""The parts of LM^RHW, each against its definition or a slower way to compute the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamp.landmarks.rhw.determinization import determinize
from lamp.landmarks.rhw.encoding import Encoding, ValueEffect, ValueOperator, encode
from lamp.landmarks.rhw.exploration import Exploration
from lamp.landmarks.rhw.invariants import mutex_groups
from lamp.landmarks.rhw.transitions import on_every_path
from lamp.landmarks.rhw.variables import Variables, variables_of
from lamp.task import Task
from tests.support.tasks import benchmark_task, task_of


def groups(task: Task) -> set[frozenset[str]]:
    """The mutex groups of a task, by the names of their atoms."""
    found = mutex_groups(task, determinize(task))
    return {frozenset(str(task.atoms[fact]) for fact in group) for group in found}


# Determinization


def test_an_action_with_two_outcomes_becomes_two_operators() -> None:
    task = task_of(
        "(:predicates (a) (b)) (:action x :effect (probabilistic 0.3 (a) 0.3 (b)))",
        "(:init) (:goal (and (a) (b)))",
    )
    assert len(determinize(task)) == 2


def test_too_many_disjuncts_weaken_the_precondition_instead_of_adding_operators() -> None:
    clauses = " ".join(f"(or (p{i}) (q{i}))" for i in range(10))
    names = " ".join(f"(p{i}) (q{i})" for i in range(10))
    adds = " ".join(f"(:action {n}{i} :effect ({n}{i}))" for i in range(10) for n in "pq")
    task = task_of(
        f"(:predicates {names} (z)) {adds} (:action z :precondition (and {clauses}) :effect (z))",
        "(:init) (:goal (z))",
    )
    assert len(determinize(task)) == 20 + 64


# Invariants


def test_groups_of_several_predicates_are_found() -> None:
    found = groups(benchmark_task("prob_blocksworld:blocks=3"))
    one = {"(holding b1)", "(on b1 b2)", "(on b1 b3)", "(on-table b1)"}
    assert frozenset(one) in found
    assert frozenset({"(clear b1)", "(on b2 b1)", "(on b3 b1)"}) in found
    assert frozenset({"(emptyhand)", "(holding b1)", "(holding b2)", "(holding b3)"}) in found


def test_a_set_of_facts_of_which_two_hold_initially_is_not_a_mutex_group() -> None:
    domain = """(:predicates (at ?x)) (:action go :parameters (?x ?y) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y)))"""
    one = "(:objects a b c) (:init (at a)) (:goal (at c))"
    assert groups(task_of(domain, one)) == {frozenset({"(at a)", "(at b)", "(at c)"})}
    two = "(:objects a b c) (:init (at a) (at b)) (:goal (at c))"
    assert groups(task_of(domain, two)) == set()


def test_deleting_a_fact_that_is_not_a_precondition_does_not_balance_an_add() -> None:
    domain = """(:predicates (at ?x)) (:action go :parameters (?x ?y)
      :effect (and (not (at ?x)) (at ?y)))"""
    assert groups(task_of(domain, "(:objects a b) (:init (at a)) (:goal (at b))")) == set()


def test_deleting_a_fact_that_is_added_again_does_not_balance_an_add() -> None:
    domain = """(:predicates (at ?x)) (:action copy :parameters (?x ?y) :precondition (at ?x)
      :effect (and (when (at ?y) (not (at ?x))) (at ?x) (at ?y)))"""
    assert groups(task_of(domain, "(:objects a b) (:init (at a)) (:goal (at b))")) == set()


def test_an_operator_that_adds_two_facts_at_once_breaks_a_group() -> None:
    domain = """(:predicates (at ?x)) (:action fork :parameters (?x ?y ?z) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y) (at ?z)))"""
    assert groups(task_of(domain, "(:objects a b c) (:init (at a)) (:goal (at b))")) == set()


@given(st.sampled_from(["elevators:p2", "prob_blocksworld:p1", "triangle_tireworld:p2"]), st.data())
def test_at_most_one_fact_of_a_mutex_group_holds_in_every_state_of_a_walk(
    name: str, data: st.DataObject
) -> None:
    task = benchmark_task(name)
    found = mutex_groups(task, determinize(task))
    state = task.initial
    for _ in range(30):
        assert all(len(state.intersection(group)) <= 1 for group in found)
        successors = [new for action in task.applicable(state) for new in task.apply(state, action)]
        if not successors:
            break
        state = data.draw(st.sampled_from(sorted(successors, key=sorted)))


# Variables


def named_variables(task: Task, groups: Iterable[tuple[int, ...]]) -> list[list[str]]:
    """The variables of a task for some mutex groups, by the names of their atoms."""
    variables = variables_of(task, groups)
    return [[str(task.atoms[fact]) for fact in facts] for facts in variables.groups]


def test_each_fact_belongs_to_one_variable_and_variables_are_ordered_by_name() -> None:
    task = benchmark_task("prob_blocksworld:blocks=4")
    places = [
        [f"(holding b{i})", *(f"(on b{i} b{j})" for j in range(1, 5) if j != i), f"(on-table b{i})"]
        for i in range(1, 5)
    ]
    alone = [*(f"(clear b{i})" for i in range(1, 5)), "(emptyhand)"]
    expected = [*([name] for name in alone), *places]
    assert named_variables(task, mutex_groups(task, determinize(task))) == expected
    assert sorted(str(atom) for atom in task.atoms) == sorted(chain(*expected))


LETTERS = task_of(
    "(:predicates (a) (b) (c) (d) (e) (f)) (:action x :effect (and (a) (b) (c) (d) (e) (f)))",
    "(:goal (and (a) (b) (c) (d) (e) (f)))",
)


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        (["ab", "bcd"], ["a", "bcd", "e", "f"]),
        (["ab", "bcd", "def"], ["a", "bc", "def"]),
        (["abc", "cdef"], ["ab", "cdef"]),
        (["abc", "ade", "bf"], ["ade", "bc", "f"]),
        (["abc", "ad", "ef"], ["abc", "d", "ef"]),
    ],
)
def test_the_largest_mutex_group_is_taken_next_and_the_last_of_equally_large_ones(
    groups: list[str], expected: list[str]
) -> None:
    # The last by name; a group that has lost facts to another comes after all of its size.
    for order in permutations(groups):
        found = named_variables(LETTERS, [tuple(map("abcdef".index, one)) for one in order])
        assert found == [[f"({letter})" for letter in one] for one in expected]


def test_a_fact_that_the_goal_wants_false_has_a_variable_of_its_own() -> None:
    domain = """(:predicates (at ?x)) (:action go :parameters (?x ?y) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y)))"""
    task = task_of(domain, "(:objects a b c) (:init (at a)) (:goal (not (at a)))")
    variables = variables_of(task, mutex_groups(task, determinize(task)))
    assert variables.groups[variables.variable(0)] == (0,)


# Exploration

VALUES = st.integers(0, 9)
OPERATORS = st.builds(
    ValueOperator,
    st.frozensets(st.integers(0, 11), max_size=3),
    st.lists(st.builds(ValueEffect, st.frozensets(VALUES, max_size=2), VALUES), max_size=3).map(
        tuple
    ),
)
CHOICES = {10: frozenset([1, 2]), 11: frozenset([3, 4, 5])}


@given(st.lists(OPERATORS, max_size=12), st.frozensets(VALUES), st.frozensets(VALUES, min_size=1))
def test_the_exploration_is_the_least_fixed_point_of_its_rules(
    operators: list[ValueOperator], initial: frozenset[int], forbidden: frozenset[int]
) -> None:
    initial -= forbidden
    variables = Variables(5, tuple((fact,) for fact in range(5)), ())
    # Choices are numbered after the values: 5 facts have 10 values and room for 5 more.
    task = Encoding(variables, initial, frozenset(), (), tuple(operators), CHOICES)
    assert Exploration(task).reached(forbidden) == slow_exploration(task, forbidden)


def slow_exploration(task: Encoding, forbidden: frozenset[int]) -> set[int]:
    usable = [
        operator
        for operator in task.operators
        if not any(not e.condition and e.value in forbidden for e in operator.effects)
    ]
    reached = set(task.initial)
    while True:
        new = {number for number, values in CHOICES.items() if values & reached}
        for operator in usable:
            for condition, value in operator.effects:
                if operator.precondition | condition <= reached and value not in forbidden:
                    new.add(value)
        if new <= reached:
            return reached
        reached |= new


# Paths


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6))), st.integers(1, 6))
def test_a_node_is_on_every_path_if_its_removal_disconnects_the_target(
    edges: set[tuple[int, int]], target: int
) -> None:
    successors = {node: {b for a, b in edges if a == node} for node in range(7)}

    def connected(without: int | None) -> bool:
        seen, queue = {0}, [0]
        for node in queue:
            for after in successors[node] - seen - {without}:
                seen.add(after)
                queue.append(after)
        return without != 0 and target in seen

    needed = {node for node in range(7) if not connected(node)} if connected(None) else set()
    assert set(on_every_path(successors, 0, target)) == needed


def test_a_negative_literal_of_a_large_variable_becomes_one_choice_of_its_other_values() -> None:
    domain = """(:predicates (at ?x) (z)) (:action go :parameters (?x ?y) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y)))
      (:action out :precondition (not (at a)) :effect (z))"""
    task = task_of(f"(:constants a) {domain}", "(:objects b c d) (:init (at a)) (:goal (z))")
    encoding = encode(task)
    facts = {str(atom): 2 * fact for fact, atom in enumerate(task.atoms)}
    (choice,) = encoding.choices.values()
    assert {facts["(at b)"], facts["(at c)"], facts["(at d)"]} <= choice
    assert facts["(at a)"] not in choice
