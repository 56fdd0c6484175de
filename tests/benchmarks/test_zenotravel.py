"""The two zenotravels: the paper's, and the one that was released later."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from lamp.benchmarks import load
from lamp.task import Action, Outcome, Task
from tests.support.tasks import benchmark_task

PROBABILITIES = {
    "zenotravel": {
        "complete-boarding": Fraction(1, 2),
        "complete-debarking": Fraction(1, 4),
        "complete-flying": Fraction(1, 25),
        "complete-zooming": Fraction(1, 15),
        "complete-refuling": Fraction(1, 7),
    },
    "zenotravel_released": {
        "complete-boarding": Fraction(1),
        "complete-debarking": Fraction(1),
        "complete-flying": Fraction(1, 5),
        "complete-zooming": Fraction(1, 3),
        "complete-refuling": Fraction(5, 7),
    },
}
"""With which an action does what it is for; all others do it with certainty."""
PROBLEMS = [*(f"p{number}" for number in range(1, 6)), "seed=3", "cities=3,aircraft=1,seed=5"]


@pytest.mark.parametrize("problem", PROBLEMS)
def test_both_families_have_the_same_problems(problem: str) -> None:
    paper, released = (load(f"{family}:{problem}").problem for family in PROBABILITIES)
    assert replace(released, name=paper.name) == paper


@pytest.mark.parametrize("family", PROBABILITIES)
def test_actions_are_completed_with_the_probabilities_of_the_family(family: str) -> None:
    expected = PROBABILITIES[family]
    actions = benchmark_task(f"{family}:p2").actions
    assert {action.name for action in actions} >= expected.keys()
    for action in actions:
        assert completing(action).probability == expected.get(action.name, 1)


def test_the_families_differ_in_nothing_but_probabilities() -> None:
    paper, released = (benchmark_task(f"{family}:p2") for family in PROBABILITIES)
    assert without_probabilities(paper) == without_probabilities(released)


def completing(action: Action) -> Outcome:
    """The one outcome that changes something."""
    (completion,) = (
        outcome
        for outcome in action.outcomes
        if outcome.add or outcome.delete or outcome.conditional
    )
    return completion


def without_probabilities(task: Task) -> list[tuple[object, ...]]:
    """The facts of a task, and what its actions may do."""
    return [
        (task.atoms, task.initial, task.goal),
        *(
            (str(action), action.precondition, replace(completing(action), probability=Fraction(1)))
            for action in task.actions
        ),
    ]
