"""Two numbers that a value is between."""

from __future__ import annotations

import math
from dataclasses import dataclass

ROUNDING = 1e-15
"""What a step of value iteration may lose by rounding, relatively."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Two numbers that a value is between."""

    lower: float
    upper: float

    def __and__(self, other: Bounds) -> Bounds:
        """The bounds of a value that is within both, but for rounding."""
        lower, upper = max(self.lower, other.lower), min(self.upper, other.upper)
        return Bounds(min(lower, upper), max(lower, upper))

    def times(self, factor: float) -> Bounds:
        """The bounds of the value times a factor above 0; rounding is granted."""
        if factor == 1:
            return self
        return Bounds(self.lower * factor * (1 - ROUNDING), self.upper * factor * (1 + ROUNDING))

    @property
    def value(self) -> float:
        """The number in the middle; the lower one if the upper one is infinite."""
        apart = self.lower < self.upper < math.inf
        return (self.lower + self.upper) / 2 if apart else self.lower

    @property
    def error(self) -> float:
        """How far the value may be from the middle."""
        return 0.0 if self.lower == self.upper else (self.upper - self.lower) / 2


def rounded(value: float, steps: int) -> Bounds:
    """Bounds on a number that was computed in some steps without any other error."""
    error = ROUNDING * steps * abs(value)
    return Bounds(value - error, value + error)
