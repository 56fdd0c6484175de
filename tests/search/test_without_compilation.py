"""With NUMBA_DISABLE_JIT=1, the kernels are plain Python that comes to the same numbers."""

from __future__ import annotations

import json

import pytest

from tests.support.compiling import compiled_and_not

PAPER_AND_DEFAULTS = """
import json
from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.execution import Lamp
from lamp.search import PAPER
found = []
for name, changes in (
    ("elevators:p5", PAPER), ("elevators:p5", {}),
    ("exploding_blocksworld:p4", PAPER), ("exploding_blocksworld:p4", {}),
):
    model = load(name)
    task = ground(model.domain, model.problem)
    planner = Lamp(task, rollouts=30, seed=3, budget=5, **changes)
    found += [str(action) for action in planner.run(seed=4).actions]
    planner.start()
    decision = planner.decide(task.initial)
    for one in decision.evidence:
        found.append([str(one.action), one.goal, one.subgoal, one.value])
print(json.dumps(found))
"""
"""Episodes and decisions with the paper's settings and with the defaults."""

TREE_GROWTHS = """
import json
from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.search import Lamp
found = []
for name in ("elevators:p1", "exploding_blocksworld:p1", "triangle_tireworld:p1"):
    for growth in ("full", "expand"):
        model = load(name)
        task = ground(model.domain, model.problem)
        planner = Lamp(task, rollouts=25, horizon=8, seed=3, tree_growth=growth)
        decision = planner.decide(task.initial)
        found.append([str(decision.action), decision.subgoal])
        found += [[str(one.action), one.goal, one.subgoal, one.value] for one in decision.evidence]
print(json.dumps(found))
"""
"""Decisions with the defaults and both kinds of tree growth."""

LRTDP = """
import json
from lamp.execution import Lrtdp
from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.landmarks import find_landmarks

found = []
for name in ("triangle_tireworld:p1", "exploding_blocksworld:p1", "elevators:p2"):
    model = load(name)
    task = ground(model.domain, model.problem)
    for greediness in (0, 0.5, 1):
        planner = Lrtdp(task, find_landmarks(task), rollouts=5, greediness=greediness, budget=15)
        steps = []
        episode = planner.run(3, lambda step: steps.append(step.decision))
        found.append([str(action) for action in episode.actions])
        found.append([[one.value for one in decision.evidence] for decision in steps])
        found.append([decision.states for decision in steps])
print(json.dumps(found))
"""
"""Episodes of LRTDP."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        pytest.param(PAPER_AND_DEFAULTS, id="paper and defaults"),
        pytest.param(TREE_GROWTHS, id="tree growths"),
        pytest.param(LRTDP, id="LRTDP"),
    ],
)
def test_without_compilation_the_same_numbers_come_out_and_no_warnings(code: str) -> None:
    compiled, interpreted = compiled_and_not(code)
    assert json.loads(compiled.stdout) == json.loads(interpreted.stdout)
    assert (compiled.stderr, interpreted.stderr) == ("", "")
