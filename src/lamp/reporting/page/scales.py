"""Scales of charts: from values to places, with round numbers as ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

WIDE = 5
"""Positive values that differ by more than this factor get a logarithmic scale."""


class Scale(NamedTuple):
    """A range of values and the range of places they are drawn at."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """The coordinate of a value."""
        low, high, here = (self._measure(number) for number in (self.low, self.high, value))
        return self.start + (self.end - self.start) * (here - low) / (high - low)

    def _measure(self, value: float) -> float:
        return math.log(value) if self.logarithmic else value

    def ticks(self) -> list[float]:
        """Round values in the range."""
        if not self.logarithmic:
            return _even_ticks(self.low, self.high)
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        digits = (1, 2, 5) if self.high < 300 * self.low else (1,)
        multiples = [digit * 10.0**decade for decade in decades for digit in digits]
        return [tick for tick in multiples if self.low * 0.999 <= tick <= self.high * 1.001]


def _even_ticks(low: float, high: float) -> list[float]:
    """Four to eight multiples of 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10((high - low) / 5))
    step = next(
        multiple * power for multiple in (1, 2, 5, 10) if (high - low) / (multiple * power) <= 8
    )
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(multiple * step, 12) for multiple in range(first, last + 1)]


def fitting(values: Sequence[float], start: float, end: float, *, margin: float = 0.0) -> Scale:
    """A scale for some values, logarithmic where they need it, with a margin on both sides."""
    low, high = min(values), max(values)
    if low > 0 and high / low >= WIDE:
        widen = (high / low) ** margin
        return Scale(low / widen, high * widen, start, end, logarithmic=True)
    room = (high - low) * margin or abs(high) * 0.1 or 1.0
    return Scale(low - room, high + room, start, end)
