"""Landmarks: facts that become true on every way to the goal."""

from lamp.landmarks.graph import (
    Kind,
    Landmark,
    LandmarkGraph,
    Literal,
    Ordering,
    OrderingType,
)

__all__ = ["Kind", "Landmark", "LandmarkGraph", "Literal", "Ordering", "OrderingType"]
