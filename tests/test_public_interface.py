"""The names that `lamp` offers, and the example of its documentation."""

from __future__ import annotations

import ast

import lamp
from lamp.execution import EpisodeEnd, run_episode
from tests.support.paths import EXAMPLES, ROOT


def test_the_example_of_the_package_works() -> None:
    task = lamp.load("triangle_tireworld:p2")
    graph = lamp.landmarks(task)
    planner = lamp.Lamp(task, graph, rollouts=100, seed=0)
    decision = planner.decide(task.initial)
    assert decision.chosen is not None
    assert decision.chosen.goal.bound > decision.chosen.goal.value
    assert planner.run().actions == run_episode(lamp.Lamp(task, graph)).actions
    assert lamp.Uct(task).run().end in EpisodeEnd


def test_all_public_names_are_there_and_declared_for_type_checkers() -> None:
    for name in lamp.__all__:
        assert getattr(lamp, name) is not None
    stub = ast.parse((ROOT / "src" / "lamp" / "__init__.pyi").read_text())
    (declared,) = [
        ast.literal_eval(node.value)
        for node in stub.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    assert declared == sorted(lamp.__all__)


def test_a_task_can_be_loaded_from_files() -> None:
    folder = EXAMPLES / "courier"
    task = lamp.load(folder / "domain.ppddl", folder / "problem.ppddl")
    assert task == lamp.load(str(folder / "domain.ppddl"), str(folder / "problem.ppddl"))
