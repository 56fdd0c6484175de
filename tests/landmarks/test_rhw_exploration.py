"""Relaxed exploration against a slower way to compute the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lamp.fdr import FdrEffect, FdrOperator, FdrTask, Variables
from lamp.landmarks.rhw.exploration import RelaxedExploration

VALUES = st.integers(0, 9)
OPERATORS = st.builds(
    FdrOperator,
    st.frozensets(st.integers(0, 11), max_size=3),
    st.lists(st.builds(FdrEffect, st.frozensets(VALUES, max_size=2), VALUES), max_size=3).map(
        tuple
    ),
)
CHOICES = {10: frozenset([1, 2]), 11: frozenset([3, 4, 5])}


@given(st.lists(OPERATORS, max_size=12), st.frozensets(VALUES), st.frozensets(VALUES, min_size=1))
def test_the_exploration_is_the_least_fixed_point_of_its_rules(
    operators: list[FdrOperator], initial: frozenset[int], excluded: frozenset[int]
) -> None:
    initial -= excluded
    variables = Variables(5, tuple((fact,) for fact in range(5)), ())
    # Choices are numbered after the values: 5 facts have 10 values and room for 5 more.
    task = FdrTask(variables, initial, frozenset(), (), tuple(operators), CHOICES)
    assert RelaxedExploration(task).reachable_without(excluded) == slow_exploration(task, excluded)


def slow_exploration(task: FdrTask, excluded: frozenset[int]) -> set[int]:
    usable = [
        operator
        for operator in task.operators
        if not any(not e.condition and e.value in excluded for e in operator.effects)
    ]
    reached = set(task.initial)
    while True:
        new = {number for number, values in CHOICES.items() if values & reached}
        for operator in usable:
            for condition, value in operator.effects:
                if operator.precondition | condition <= reached and value not in excluded:
                    new.add(value)
        if new <= reached:
            return reached
        reached |= new
