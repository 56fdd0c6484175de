"""Landmarks: facts that become true on every way to the goal.

The package itself can be called: `lamp.landmarks(task)` is `landmarks_of(task)` (decision 9).
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from lamp.landmarks.graph import (
    Kind,
    Landmark,
    LandmarkGraph,
    Literal,
    Ordering,
    OrderingType,
)
from lamp.landmarks.rhw import find_landmarks
from lamp.landmarks.sources import NATIVE, Found, landmarks_from, landmarks_of
from lamp.task import Task

if TYPE_CHECKING:
    from lamp.landmarks.graphviz import to_dot
    from lamp.landmarks.picture import to_svg

__all__ = [
    "Found",
    "Kind",
    "Landmark",
    "LandmarkGraph",
    "Literal",
    "Ordering",
    "OrderingType",
    "find_landmarks",
    "landmarks_from",
    "landmarks_of",
    "to_dot",
    "to_svg",
]

_DRAWING = {"to_dot": "graphviz", "to_svg": "picture"}
"""Functions that are imported on first use: no planner draws."""


def __getattr__(name: str) -> object:
    if name in _DRAWING:
        return getattr(import_module(f"{__name__}.{_DRAWING[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _CallablePackage(ModuleType):
    def __call__(self, task: Task, source: str = NATIVE) -> LandmarkGraph:
        return landmarks_of(task, source)


sys.modules[__name__].__class__ = _CallablePackage
