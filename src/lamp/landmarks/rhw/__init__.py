"""LM^RHW: landmarks of the all-outcomes determinization, by backchaining from the goal."""

from lamp.landmarks.rhw.backchaining import lm_rhw

__all__ = ["lm_rhw"]
