"""The names that `lamp` offers, and the example of its documentation."""

from __future__ import annotations

import ast
import importlib
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import lamp
import lamp.search
from lamp.execution import EpisodeEnd, run_episode
from tests.support.paths import EXAMPLES, ROOT

NEEDS = {
    "__init__.py": pytest.mark.needs("gymnasium"),  # `lamp.env`
    "gym": pytest.mark.needs("gymnasium"),
    "web": pytest.mark.needs("web"),
}
"""Packages and files of `lamp` that import optional packages."""


def test_the_example_of_the_package_works() -> None:
    task = lamp.load("triangle_tireworld:p2")
    graph = lamp.find_landmarks(task)
    planner = lamp.Lamp(task, graph, rollouts=100, seed=0)
    decision = planner.decide(task.initial)
    assert decision.chosen is not None
    assert decision.chosen.goal.bound > decision.chosen.goal.value
    assert planner.run().actions == run_episode(lamp.Lamp(task, graph)).actions
    assert lamp.Uct(task).run().end in EpisodeEnd


@pytest.mark.parametrize("name", ["Lamp", "LandmarkPlan", "Lrtdp", "Uct"])
def test_a_planner_is_one_class_in_the_package_and_in_search(name: str) -> None:
    assert getattr(lamp, name) is getattr(lamp.search, name)


@pytest.mark.parametrize("planner", [lamp.Lamp, lamp.Lrtdp, lamp.SequentialPlan, lamp.Uct])
def test_a_planner_that_was_pickled_runs_the_same_episode(
    planner: Callable[[lamp.Task], lamp.LandmarkPlan],
) -> None:
    original = planner(lamp.load("triangle_tireworld:p2"))
    copy = pickle.loads(pickle.dumps(original))  # noqa: S301 (made by this test)
    assert type(copy) is type(original)
    assert copy.run(seed=3).actions == original.run(seed=3).actions


def stubs() -> list[object]:
    """The packages that import what they export at its first use."""
    paths = [path.relative_to(ROOT / "src") for path in (ROOT / "src").rglob("__init__.pyi")]
    return [
        pytest.param(
            path, marks=NEEDS.get(path.parts[1].removesuffix("i"), ()), id=path.parent.name
        )
        for path in sorted(paths)
    ]


@pytest.mark.parametrize("path", stubs())
def test_a_package_with_lazy_exports_declares_all_of_them_for_type_checkers(path: Path) -> None:
    package = importlib.import_module(".".join(path.parent.parts))
    stub = ast.parse((ROOT / "src" / path).read_text())
    (declared,) = [
        ast.literal_eval(node.value)
        for node in stub.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    assert sorted(declared) == sorted(package.__all__)
    imported = {
        alias.name: str(node.module)
        for node in stub.body
        if isinstance(node, ast.ImportFrom) and package is not lamp  # which renames some
        for alias in node.names
    }
    for name, module in imported.items():
        assert name in declared
        assert getattr(package, name) is getattr(importlib.import_module(module), name)


def test_a_task_can_be_loaded_from_files() -> None:
    folder = EXAMPLES / "courier"
    task = lamp.load(folder / "domain.ppddl", folder / "problem.ppddl")
    assert task == lamp.load(str(folder / "domain.ppddl"), str(folder / "problem.ppddl"))


def modules() -> list[object]:
    """The names of all modules, without importing them."""
    package = ROOT / "src"
    paths = [path.relative_to(package) for path in sorted(package.rglob("*.py"))]
    return [
        pytest.param(
            ".".join(path.with_suffix("").parts).removesuffix(".__init__"),
            marks=NEEDS.get(path.parts[1], ()),
        )
        for path in paths
        if path.name != "__main__.py"
    ]


@pytest.mark.parametrize("name", modules())
def test_a_module_defines_every_name_that_it_exports(name: str) -> None:
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", [])
    assert len(set(offered)) == len(offered)
    assert all(hasattr(module, attribute) for attribute in offered)
    assert module.__doc__
