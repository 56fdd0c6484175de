"""Mutex groups from invariants."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lamp.fdr import determinize, mutex_groups
from lamp.task import Task
from tests.support.tasks import benchmark_task, task_of


def groups(task: Task) -> set[frozenset[str]]:
    """The mutex groups of a task, by the names of their atoms."""
    return {
        frozenset(str(task.atoms[fact]) for fact in group)
        for group in mutex_groups(task, determinize(task))
    }


def test_groups_of_several_predicates_are_found() -> None:
    mutexes = groups(benchmark_task("prob_blocksworld:blocks=3"))
    places = {"(holding b1)", "(on b1 b2)", "(on b1 b3)", "(on-table b1)"}
    assert frozenset(places) in mutexes
    assert frozenset({"(clear b1)", "(on b2 b1)", "(on b3 b1)"}) in mutexes
    assert frozenset({"(emptyhand)", "(holding b1)", "(holding b2)", "(holding b3)"}) in mutexes


def test_a_set_of_facts_of_which_two_hold_initially_is_not_a_mutex_group() -> None:
    domain = """(:predicates (at ?x)) (:action go :parameters (?x ?y) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y)))"""
    one_true = "(:objects a b c) (:init (at a)) (:goal (at c))"
    assert groups(task_of(domain, one_true)) == {frozenset({"(at a)", "(at b)", "(at c)"})}
    two_true = "(:objects a b c) (:init (at a) (at b)) (:goal (at c))"
    assert groups(task_of(domain, two_true)) == set()


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


def test_when_the_time_is_over_no_further_group_is_looked_for() -> None:
    task = benchmark_task("elevators:p2")
    operators = determinize(task)
    assert mutex_groups(task, operators)
    assert mutex_groups(task, operators, lambda: True) == []


@given(st.sampled_from(["elevators:p2", "prob_blocksworld:p1", "triangle_tireworld:p2"]), st.data())
def test_at_most_one_fact_of_a_mutex_group_holds_in_every_state_of_a_walk(
    name: str, data: st.DataObject
) -> None:
    task = benchmark_task(name)
    mutexes = mutex_groups(task, determinize(task))
    state = task.initial
    for _ in range(30):
        assert all(len(state.intersection(group)) <= 1 for group in mutexes)
        successors = [new for action in task.applicable(state) for new in task.apply(state, action)]
        if not successors:
            break
        state = data.draw(st.sampled_from(sorted(successors, key=sorted)))
