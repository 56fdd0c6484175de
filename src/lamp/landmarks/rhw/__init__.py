"""LM^RHW: landmarks of the all-outcomes determinization, by backchaining from the goal."""

from lamp.landmarks.rhw.backchaining import find_landmarks

__all__ = ["find_landmarks"]
