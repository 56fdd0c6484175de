"""The kernel of exact solving: compiled once, and the same without compilation."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from lamp.exact import Limits, Method, evaluate, kernel, solve
from lamp.search import SearchSettings, Utility
from lamp.task import Action, Condition
from tests.support.compiling import compiled_and_not
from tests.support.entry_points import compiled_once, only_compiled, signature_counts
from tests.support.exact_tasks import GOAL, half
from tests.support.random_tasks import hand_made, random_task, step
from tests.support.tasks import benchmark_task


@pytest.mark.slow
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
    assert outputs[0] == outputs[1] != ""


TO, FRO = step((1,), (2,), uses=(1,)), step((2,), (1,), uses=(2,))
RISK = Action("risk", (), Condition((2,)), (half((0,), (2,)), half((), (2,))))
END_COMPONENT = hand_made(TO, FRO, RISK, goal=GOAL, initial=(1,))
"""Two states between which to alternate for ever, and a risky way to the goal."""


@only_compiled
def test_every_entry_point_is_compiled_for_one_signature() -> None:
    # A process knows only the signatures of its own calls, so everything is called here.
    tasks = [benchmark_task("triangle_tireworld:p1"), END_COMPONENT]
    tasks += [random_task(Random(seed)) for seed in range(12)]
    for task, utility, method in product(tasks, Utility, Method):
        solution = solve(task, SearchSettings(utility=utility), method=method)
        evaluate(task, solution.best_action)
    solve(tasks[0], SearchSettings(budget=7), limits=Limits(states=5), method=Method.SEARCH)
    evaluate(tasks[0], {})
    assert signature_counts(kernel) == compiled_once(kernel) != {}
