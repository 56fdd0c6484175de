"""Landmarks: conditions that become true on every way to the goal, and their orderings."""

from lamp.conditions import Literal
from lamp.landmarks.files import to_json
from lamp.landmarks.graph import Kind, Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.landmarks.rhw import lm_rhw
from lamp.landmarks.sources import (
    FAST_DOWNWARD,
    NATIVE,
    NO_LANDMARKS,
    LandmarkGeneration,
    find_landmarks,
    generate_landmarks,
)

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
    "to_json",
]
