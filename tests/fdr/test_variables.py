"""Finite-domain variables."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, permutations

import pytest

from lamp.conditions import Literal
from lamp.fdr import determinize, mutex_groups, variables_of
from lamp.task import Task
from tests.support.tasks import benchmark_task, task_of


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
        facts = [tuple(map("abcdef".index, group)) for group in order]
        names = [[f"({letter})" for letter in group] for group in expected]
        assert named_variables(LETTERS, facts) == names


def test_a_fact_that_must_be_false_in_the_goal_has_a_variable_of_its_own() -> None:
    domain = """(:predicates (at ?x)) (:action go :parameters (?x ?y) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y)))"""
    task = task_of(domain, "(:objects a b c) (:init (at a)) (:goal (not (at a)))")
    variables = variables_of(task, mutex_groups(task, determinize(task)))
    assert variables.groups[variables.variable(0)] == (0,)


def test_the_last_value_of_a_variable_means_that_each_of_its_facts_is_false() -> None:
    variables = variables_of(LETTERS, [(0, 2, 3)])
    *values, none_of_those = variables.values(variables.of_fact[2])
    assert values == [Literal(0), Literal(2), Literal(3)]
    assert variables.literal(none_of_those) is None
    assert variables.literals(none_of_those) == tuple(
        Literal(fact, positive=False) for fact in (0, 2, 3)
    )
    assert variables.values(variables.of_fact[1]) == [Literal(1), Literal(1, positive=False)]
