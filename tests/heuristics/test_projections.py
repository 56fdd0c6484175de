"""Projections to patterns of facts, and the selection of patterns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from lamp.heuristics import (
    Estimates,
    Pattern,
    additive_estimates,
    closure,
    project,
    select_projections,
)
from lamp.heuristics.projections.projection import changed_by
from lamp.task import Action, Atom, Condition, Effect, Outcome, State, Task
from tests.support.exact_tasks import states_nearby
from tests.support.random_tasks import random_task, with_random_costs
from tests.support.tasks import benchmark_task


def never() -> bool:
    """The time is never over."""
    return False


class ConstantEstimates:
    """A projection that gives each state the same estimates; larger patterns give more."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern
        self._cost = float(len(pattern))

    @property
    def initial(self) -> Estimates:
        """Those of any state."""
        return self.estimates(np.zeros((1, 1), dtype=np.uint64))

    def estimates(self, words: NDArray[np.uint64]) -> Estimates:
        """The same for each row."""
        cost = np.full(len(words), self._cost)
        return Estimates(cost, 1 / cost, 0.9**cost, cost)


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", range(40))
def test_each_transition_of_a_task_is_a_transition_of_its_projections(seed: int) -> None:
    task = random_task(Random(seed))
    for fact in range(len(task.atoms)):
        pattern = closure(task, frozenset({fact}))
        projection = project(task, pattern)
        kept = [action for action in task.actions if changed_by(action) & pattern]
        for state in states_nearby(task):
            assert projection.is_goal(state & pattern) or not task.is_goal(state)
            for action in task.applicable(state):
                successors: defaultdict[State, Fraction] = defaultdict(Fraction)
                for after, probability in task.apply(state, action).items():
                    successors[after & pattern] += probability
                if action in kept:
                    projected = projection.actions[kept.index(action)]
                    assert projected.precondition.holds(state & pattern)
                    assert projection.apply(state & pattern, projected) == successors
                else:
                    assert set(successors) == {state & pattern}


@pytest.mark.sweep(20)
@pytest.mark.parametrize("seed", range(100))
def test_no_outcome_costs_more_in_a_projection_than_in_the_task(seed: int) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    for fact in range(len(task.atoms)):
        pattern = closure(task, frozenset({fact}))
        projection = project(task, pattern)
        kept = [action for action in task.actions if changed_by(action) & pattern]
        for state in states_nearby(task):
            for action, projected in zip(kept, projection.actions, strict=True):
                for outcome, cheaper in zip(action.outcomes, projected.outcomes, strict=True):
                    assert 0 <= cheaper.cost_in(state & pattern) <= outcome.cost_in(state)


def test_a_projection_keeps_costs_whose_conditions_it_knows() -> None:
    effects = (
        Effect(Condition((0,)), cost=Fraction(5)),  # of a fact of the pattern
        Effect(Condition((1,)), cost=Fraction(7)),
        Effect(Condition((1,)), cost=Fraction(-2)),  # where it does not hold, the step costs more
    )
    outcome = Outcome(Fraction(1), (0,), (), effects, cost=Fraction(3))
    task = Task(
        "costs",
        (Atom("x"), Atom("y")),
        (Action("a", (), Condition(), (outcome,)),),
        frozenset(),
        Condition((0,)),
    )
    projected = project(task, frozenset({0})).actions[0].outcomes[0]
    assert projected.cost == 1
    assert projected.conditional == effects[:1]


def test_the_closure_contains_the_conditions_of_effects_on_the_pattern() -> None:
    first, second = Effect(Condition((1,)), (0,)), Effect(Condition((), (2,)), (1,))
    actions = [Action("a", (), Condition((3,)), (Outcome(Fraction(1), (), (), (first, second)),))]
    atoms = tuple(Atom(name) for name in "wxyz")
    task = Task("chain", atoms, tuple(actions), frozenset(), Condition((0,)))
    assert closure(task, frozenset({0})) == {0, 1, 2}
    assert closure(task, frozenset({2})) == {2}


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", range(40))
def test_no_step_costs_more_in_a_projection(seed: int) -> None:
    rng = Random(seed)
    task = with_costs(random_task(rng), rng)
    for fact in range(len(task.atoms)):
        pattern = closure(task, frozenset({fact}))
        kept = [action for action in task.actions if changed_by(action) & pattern]
        for action, projected in zip(kept, project(task, pattern).actions, strict=True):
            for outcome, other in zip(action.outcomes, projected.outcomes, strict=True):
                for state in states_nearby(task):
                    assert 0 <= other.cost_in(state & pattern) <= outcome.cost_in(state)


def with_costs(task: Task, rng: Random) -> Task:
    """The task with random costs, of outcomes and of effects under conditions."""

    def outcome(plain: Outcome) -> Outcome:
        priced = tuple(
            replace(effect, cost=Fraction(rng.randint(-3, 3))) for effect in plain.conditional
        )
        condition = Condition((rng.randrange(len(task.atoms)),))
        effects = (*priced, Effect(condition, cost=Fraction(rng.randint(-3, 3))))
        least = sum((min(effect.cost, Fraction(0)) for effect in effects), Fraction(0))
        return replace(plain, conditional=effects, cost=rng.randint(0, 5) - least)

    actions = (
        replace(action, outcomes=tuple(map(outcome, action.outcomes))) for action in task.actions
    )
    return replace(task, actions=tuple(actions))


def test_a_cost_whose_condition_is_kept_is_kept() -> None:
    p, q = Condition((0,)), Condition((1,))
    effects = (Effect(p, cost=Fraction(2)), Effect(q, cost=Fraction(4)))
    action = Action("a", (), Condition(), (Outcome(Fraction(1), (0,), (), effects, Fraction(7)),))
    task = Task("t", (Atom("p"), Atom("q")), (action,), frozenset(), p)
    (projected,) = project(task, frozenset({0})).actions
    assert projected.outcomes == (
        Outcome(Fraction(1), (0,), (), (Effect(p, cost=Fraction(2)),), Fraction(7)),
    )


@pytest.mark.parametrize("name", ["prob_blocksworld:p1", "elevators:p1", "tireworld:p1"])
def test_no_action_changes_two_of_the_selected_projections(name: str) -> None:
    task = benchmark_task(name)
    projections = select_projections(task, ConstantEstimates, never)
    assert projections
    for action in task.actions:
        facts = changed_by(action)
        assert sum(bool(projection.pattern & facts) for projection in projections) <= 1


def test_a_projection_that_is_too_large_is_not_selected() -> None:
    assert select_projections(benchmark_task("elevators:p1"), lambda _: None, never) == []


def test_when_the_time_is_over_no_further_projection_is_solved() -> None:
    solved: list[ConstantEstimates] = []

    def solve(pattern: Pattern) -> ConstantEstimates:
        solved.append(ConstantEstimates(pattern))
        return solved[-1]

    def has_solved(number: int) -> bool:
        return len(solved) >= number

    task = benchmark_task("elevators:p1")
    for number in range(1, 4):
        solved.clear()
        chosen = select_projections(task, solve, partial(has_solved, number))
        assert len(solved) == number
        assert 0 < len(chosen) <= number


def test_costs_are_added_and_discounts_multiplied_and_the_least_probability_is_taken() -> None:
    projections = [ConstantEstimates(frozenset(range(size))) for size in (2, 4)]
    total = additive_estimates(projections, np.zeros((3, 1), dtype=np.uint64))
    assert total.cost.tolist() == total.distance.tolist() == [6.0] * 3
    assert total.probability.tolist() == [0.25] * 3
    assert total.discounted == pytest.approx([0.9**6] * 3)


def test_a_state_that_is_no_goal_needs_one_action_at_least() -> None:
    nothing = additive_estimates([], np.zeros((2, 1), dtype=np.uint64))
    assert nothing.cost.tolist() == nothing.distance.tolist() == [1.0, 1.0]
    nothing = additive_estimates([], np.zeros((2, 1), dtype=np.uint64), least_cost=0.25)
    assert (nothing.cost.tolist(), nothing.distance.tolist()) == ([0.25, 0.25], [1.0, 1.0])
