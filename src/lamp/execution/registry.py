"""Planners by name: those of lamp, those of installed packages, and classes as `module:Class`.

A package registers planners by entry points of the group `lamp.planners`. How to write and to name
a planner: docs/guides/own-planner.md.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from lamp.errors import SettingsError
from lamp.execution.exact_policy import exact_policy
from lamp.landmarks import LandmarkGraph
from lamp.search import Lamp, LandmarkPlan, Lrtdp, SearchSettings, SequentialPlan, Uct
from lamp.task import Task

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

ENTRY_POINTS = "lamp.planners"
"""The group of entry points by which packages register planners."""


@dataclass(frozen=True, slots=True)
class PlannerSpec:
    """A planner class, with the options that its name stands for."""

    planner: type[LandmarkPlan]
    description: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def make(self, task: Task, graph: LandmarkGraph, settings: SearchSettings) -> LandmarkPlan:
        """The planner for a task with the landmarks of a graph."""
        arguments = {"graph": graph} if self.planner.uses_landmarks else {}
        return self.planner(task=task, settings=settings, **arguments, **self.options)


BUILT_IN: Mapping[str, PlannerSpec] = MappingProxyType(
    {
        "lamp": PlannerSpec(Lamp, "LAMP: landmarks as subgoals, chosen as planning goes on"),
        "uct": PlannerSpec(Uct, "UCT: no landmarks"),
        "sequential": PlannerSpec(SequentialPlan, "landmarks in a fixed order, each by UCT"),
        "sequential-exact": PlannerSpec(
            SequentialPlan,
            "landmarks in a fixed order, each by an optimal policy",
            {"solver": exact_policy},
        ),
        "lrtdp": PlannerSpec(Lrtdp, "LRTDP: landmarks as subgoals, each by dynamic programming"),
    }
)
"""The planners of lamp: the one list of their names."""


def planner_names() -> tuple[str, ...]:
    """The names of all planners: those of lamp, then those of entry points."""
    return tuple(dict.fromkeys([*BUILT_IN, *entry_points().names]))


def find_planner(name: str) -> PlannerSpec:
    """The planner of a name, or of a class that is written `module:Class`."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    for entry_point in entry_points().select(name=name):
        return _spec_of(entry_point.value)
    if ":" in name:
        return _spec_of(name)
    raise SettingsError(
        f"there is no planner {name!r}",
        remedy=f"Choose from {', '.join(planner_names())}, or name a class: module:Class",
    )


def make_planner(
    name: str, task: Task, graph: LandmarkGraph, settings: SearchSettings
) -> LandmarkPlan:
    """The planner of a name for a task with the landmarks of a graph."""
    return find_planner(name).make(task, graph, settings)


def entry_points() -> EntryPoints:
    """The entry points by which installed packages register planners."""
    from importlib import metadata  # noqa: PLC0415 (takes 10 ms)

    return metadata.entry_points(group=ENTRY_POINTS)


def _spec_of(path: str) -> PlannerSpec:
    """The planner class at `module:Class`, described by the first line of its docstring."""
    module, _, name = path.partition(":")
    planner = getattr(_import(module, path), name, None)
    if not isinstance(planner, type) or not issubclass(planner, LandmarkPlan):
        raise SettingsError(
            f"{path} is not a planner", remedy=f"Write in {module} a subclass of lamp.LandmarkPlan"
        )
    if inspect.isabstract(planner):
        missing = " and ".join(sorted(planner.__abstractmethods__))
        raise SettingsError(f"{path} is an abstract class", remedy=f"Define {missing} in it")
    return PlannerSpec(planner, (inspect.getdoc(planner) or path).splitlines()[0])


def _import(module: str, path: str) -> ModuleType:
    try:
        return import_module(module)
    except Exception as error:  # the module is code of the user
        reason = f"{type(error).__name__}: {error}"
        cause = f"the module of the planner {path} cannot be imported: {reason}"
        remedy = "Install it, or add its folder to PYTHONPATH"
        if not isinstance(error, ModuleNotFoundError):
            remedy = f'Correct it: python -c "import {module}" shows where it fails'
        raise SettingsError(cause, remedy=remedy) from error
