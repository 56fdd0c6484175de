"""With NUMBA_DISABLE_JIT=1, the kernels are plain Python and compute the same numbers."""

from __future__ import annotations

import json

import pytest

from tests.support.compiling import compiled_and_not

PROGRAM = """
import json
from lamp.benchmarks import load
from lamp.search import Lamp, Lrtdp
from lamp.grounding import ground
from lamp.search import PAPER

def task_of(name):
    model = load(name)
    return ground(model.domain, model.problem)

def evidence(decision):
    return [
        [str(known.action), known.goal, known.subgoal, known.value]
        for known in decision.evidence
    ]

def episodes(**changes):
    results = []
    for name in ("elevators:p5", "exploding_blocksworld:p4"):
        planner = Lamp(task_of(name), rollouts=30, seed=3, budget=5, **changes)
        results += [str(action) for action in planner.run(seed=4).actions]
        planner.start()
        results += evidence(planner.decide(planner.task.initial))
    return results

def tree_growths():
    results = []
    for name in ("elevators:p1", "exploding_blocksworld:p1", "triangle_tireworld:p1"):
        for growth in ("full", "expand"):
            planner = Lamp(task_of(name), rollouts=25, horizon=8, seed=3, tree_growth=growth)
            decision = planner.decide(planner.task.initial)
            results.append([str(decision.action), decision.subgoal, *evidence(decision)])
    return results

def lrtdp():
    results = []
    for name in ("triangle_tireworld:p1", "exploding_blocksworld:p1", "elevators:p2"):
        for greediness in (0, 0.5, 1):
            planner = Lrtdp(task_of(name), rollouts=5, greediness=greediness, budget=15)
            steps = []
            episode = planner.run(3, lambda step: steps.append(step.decision))
            results.append([str(action) for action in episode.actions])
            results.append([[known.value for known in decision.evidence] for decision in steps])
            results.append([decision.states for decision in steps])
    return results

print(json.dumps({
    "LAMP of the paper": episodes(**PAPER),
    "LAMP with the defaults": episodes(),
    "LAMP with both tree growths": tree_growths(),
    "LRTDP": lrtdp(),
}))
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def numbers() -> tuple[dict[str, object], dict[str, object]]:
    """What the program prints, compiled and not; and nothing else, such as warnings."""
    compiled, interpreted = compiled_and_not(PROGRAM)
    assert (compiled.stderr, interpreted.stderr) == ("", "")
    return json.loads(compiled.stdout), json.loads(interpreted.stdout)


@pytest.mark.parametrize(
    "part",
    [
        "LAMP of the paper",
        "LAMP with the defaults",
        "LAMP with both tree growths",
        "LRTDP",
    ],
)
def test_planners_compute_the_same_numbers_without_compilation_and_without_warnings(
    part: str, numbers: tuple[dict[str, object], dict[str, object]]
) -> None:
    compiled, interpreted = numbers
    assert compiled[part]
    assert compiled[part] == interpreted[part]
