"""The ground tasks of the paper's problems: well-formed, with the known number of states."""

from __future__ import annotations

import pytest

from lamp.benchmarks import NAMES
from lamp.task import ALWAYS, NEVER, State, Task
from tests.support.reference import exact_values
from tests.support.tasks import benchmark_task

COUNTED = [
    *("prob_blocksworld:p5", "elevators:p5", "triangle_tireworld:p2", "exploding_blocksworld:p4"),
    *("tireworld:p1", "elevators:p6", "zenotravel_released:p1"),
]


def reachable_states(task: Task) -> set[State]:
    """All states that can be reached; goal states are not expanded."""
    reached, waiting = {task.initial}, [task.initial]
    while waiting:
        state = waiting.pop()
        if task.is_goal(state):
            continue
        for action in task.applicable(state):
            for successor in task.apply(state, action):
                if successor not in reached:
                    reached.add(successor)
                    waiting.append(successor)
    return reached


@pytest.mark.parametrize("name", NAMES)
def test_the_paper_s_problems_ground_to_sound_tasks(name: str) -> None:
    task = benchmark_task(name)
    assert task.goal not in (ALWAYS, NEVER)
    for action in task.actions:
        assert sum(outcome.probability for outcome in action.outcomes) == 1
        effects = [(o.add, o.delete, o.conditional) for o in action.outcomes]
        assert len(set(effects)) == len(effects)


@pytest.mark.slow
@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", COUNTED)
def test_the_paper_s_problems_have_as_many_states_as_is_known(name: str) -> None:
    assert len(reachable_states(benchmark_task(name))) == exact_values()[name]["states"]
