"""Landmarks: conditions that become true on every way to the goal, and their orderings."""

from importlib import import_module
from typing import TYPE_CHECKING

from lamp.conditions import Literal
from lamp.landmarks.files import to_json
from lamp.landmarks.graph import Kind, Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.landmarks.rhw import lm_rhw
from lamp.landmarks.source_names import FAST_DOWNWARD, NATIVE, NO_LANDMARKS
from lamp.landmarks.sources import (
    LandmarkGeneration,
    find_landmarks,
    generate_landmarks,
)

if TYPE_CHECKING:
    from lamp.landmarks.graphviz import to_dot
    from lamp.landmarks.picture import to_svg

__all__ = [
    "FAST_DOWNWARD",
    "NATIVE",
    "NO_LANDMARKS",
    "Kind",
    "Landmark",
    "LandmarkGeneration",
    "LandmarkGraph",
    "Literal",
    "Ordering",
    "OrderingType",
    "find_landmarks",
    "generate_landmarks",
    "lm_rhw",
    "to_dot",
    "to_json",
    "to_svg",
]

_DRAWING = {"to_dot": "graphviz", "to_svg": "picture"}
"""Functions that are imported on first use: no planner draws."""


def __getattr__(name: str) -> object:
    if name in _DRAWING:
        return getattr(import_module(f"{__name__}.{_DRAWING[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
