"""Limits and settings that are refused, and results that do not depend on growing arrays."""

from __future__ import annotations

import pytest

from lamp.errors import ExactError, SettingsError, TooManyStates
from lamp.exact import Limits, Method, solve
from lamp.statespace import memory
from lamp.task import ALWAYS
from tests.support.random_tasks import hand_made
from tests.support.tasks import benchmark_task


def test_more_states_than_allowed_are_refused() -> None:
    with pytest.raises(TooManyStates, match="more than 10 states"):
        solve(benchmark_task("triangle_tireworld:p1"), limits=Limits(10), method=Method.ENUMERATION)


def test_a_precision_outside_its_range_is_refused() -> None:
    with pytest.raises(SettingsError):
        solve(hand_made(goal=ALWAYS), precision=0.0)


def test_a_state_that_cannot_be_reached_has_no_value() -> None:
    solution = solve(hand_made(goal=ALWAYS))
    with pytest.raises(ExactError):
        solution.probability(frozenset({1, 2, 3}))


def test_growing_arrays_do_not_change_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = solve(benchmark_task("triangle_tireworld:p2"))
    monkeypatch.setattr(memory, "MARGIN", 1)
    solution = solve(benchmark_task("triangle_tireworld:p2"))
    assert (solution.states, solution.dead_ends) == (expected.states, expected.dead_ends)
    assert solution.gubs_utility == expected.gubs_utility
