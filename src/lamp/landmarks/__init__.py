"""Landmarks: facts that become true on every way to the goal."""

from lamp.landmarks.graph import (
    Kind,
    Landmark,
    LandmarkGraph,
    Literal,
    Ordering,
    OrderingType,
)
from lamp.landmarks.rhw import find_landmarks
from lamp.landmarks.sources import Found, landmarks_from

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
]
