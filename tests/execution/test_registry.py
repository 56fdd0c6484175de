"""The registry of planners: names, entry points, and classes as `module:Class`."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from lamp.errors import SettingsError
from lamp.execution import (
    BUILT_IN,
    EpisodeEnd,
    find_planner,
    make_planner,
    planner_names,
    registry,
)
from lamp.landmarks import lm_rhw
from lamp.search import SETTINGS, SearchSettings, SequentialPlan
from tests.support.tasks import benchmark_task


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_planner_of_the_registry_reaches_the_goal(name: str) -> None:
    task = benchmark_task("elevators:p2")
    planner = make_planner(name, task, lm_rhw(task), SearchSettings())
    assert planner.run().end is EpisodeEnd.GOAL


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_planner_plans_alike_whatever_its_unused_settings_are(name: str) -> None:
    task = benchmark_task("elevators:p2")
    unused = find_planner(name).planner.unused_settings
    assert len(set(unused)) == len(unused)
    paper = {setting: SETTINGS[setting].paper for setting in unused}
    planners = [
        make_planner(name, task, lm_rhw(task), settings)
        for settings in (SearchSettings(rollouts=20), SearchSettings(rollouts=20, **paper))
    ]
    first, second = (planner.run(seed=5).actions for planner in planners)
    assert first == second


def test_a_class_of_another_module_is_found_by_its_path() -> None:
    spec = find_planner("lamp.search:SequentialPlan")
    assert spec.planner is SequentialPlan
    assert spec.description == SequentialPlan.__doc__.splitlines()[0]  # type: ignore[union-attr]


def test_an_entry_point_names_a_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = EntryPoints([EntryPoint("mine", "lamp.search:SequentialPlan", "lamp.planners")])
    monkeypatch.setattr(registry, "entry_points", lambda: installed)
    assert planner_names() == (*BUILT_IN, "mine")
    assert find_planner("mine").planner is SequentialPlan


def test_an_entry_point_does_not_replace_a_planner_of_lamp(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = EntryPoints([EntryPoint("uct", "lamp.search:SequentialPlan", "lamp.planners")])
    monkeypatch.setattr(registry, "entry_points", lambda: installed)
    assert planner_names() == tuple(BUILT_IN)
    assert find_planner("uct") is BUILT_IN["uct"]


@pytest.mark.parametrize(
    ("name", "cause", "remedy"),
    [
        ("best", "there is no planner 'best'", "Choose from lamp, uct"),
        ("no_such_module:Planner", "No module named 'no_such_module'", "PYTHONPATH"),
        ("broken_module:Planner", "SyntaxError", 'python -c "import broken_module"'),
        ("lamp.search:SearchSettings", "is not a planner", "a subclass of lamp.LandmarkPlan"),
        ("lamp.search:NoSuchClass", "is not a planner", "a subclass of lamp.LandmarkPlan"),
        ("lamp:LandmarkPlan", "is an abstract class", "choose_action and choose_landmark"),
    ],
)
def test_a_name_that_is_not_that_of_a_planner_is_refused_with_cause_and_remedy(
    name: str, cause: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_module.py").write_text("class\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SettingsError) as caught:
        find_planner(name)
    assert cause in caught.value.cause
    assert remedy in caught.value.hint
