"""The kernel of exact solving computes the same without compilation."""

from __future__ import annotations

import pytest

from tests.support.compiling import compiled_and_not


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


@pytest.mark.slow
@pytest.mark.parametrize("least", [0, 1])
def test_without_compilation_the_values_are_the_same_for_costs(least: int) -> None:
    code = f"""if True:
    from dataclasses import replace
    from lamp.benchmarks import load
    from lamp.exact import Method, solve
    from lamp.grounding import ground
    from lamp.search import SearchSettings
    from fractions import Fraction
    model = load("triangle_tireworld:p1")
    task = ground(model.domain, model.problem)
    actions = [
        replace(each, outcomes=tuple(
            replace(outcome, cost=Fraction({least} + (number + 2 * index) % 3, 2))
            for index, outcome in enumerate(each.outcomes)))
        for number, each in enumerate(task.actions)
    ]
    task = replace(task, actions=tuple(actions))
    for method in list(Method)[:1 + {least}]:
        found = solve(task, SearchSettings(budget=5), method=method)
        print(found.max_probability, found.expected_cost, found.gubs_utility, found.error_bound)
    """
    outputs = [run.stdout for run in compiled_and_not(code)]
    assert outputs[0] == outputs[1] != ""
