"""Landmarks: facts that become true on every way to the goal.

The package itself can be called: `lamp.landmarks(task)` is `landmarks_of(task)` (decision 9).
"""

import sys
from types import ModuleType

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
]


class _CallablePackage(ModuleType):
    def __call__(self, task: Task, source: str = NATIVE) -> LandmarkGraph:
        return landmarks_of(task, source)


sys.modules[__name__].__class__ = _CallablePackage
