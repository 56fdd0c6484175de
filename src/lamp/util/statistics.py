"""Student's t distribution and intervals of 95 % confidence, for episodes and for reports."""

from __future__ import annotations

import math
from functools import cache

NORMAL_95 = 1.959963984540054
"""How many standard deviations to each side hold 95 % of a normal distribution."""
_MOST_TERMS = 500
_TINY = 1e-300


@cache
def student_95(freedom: int) -> float:
    """How far to each side 95 % of Student's t distribution reach, by bisection."""
    low, high = NORMAL_95, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        if student_outside(middle, freedom) > 0.05:
            low = middle
        else:
            high = middle
    return high


def student_outside(reach: float, freedom: float) -> float:
    """The probability that t is farther from 0 than `reach`, on either side."""
    squared = reach * reach
    if math.isinf(squared):
        return 0.0
    return _beta_share(freedom / (freedom + squared), freedom / 2, 0.5)


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b).

    The continued fraction converges quickly below the mean of the distribution; above it, the
    mirror image is computed (Abramowitz and Stegun, 26.5.8 and 26.5.2).
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(1 - x, b, a)
    constant = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(constant + a * math.log(x) + b * math.log1p(-x)) / a
    return front * _beta_fraction(x, a, b)


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    numerator = 1.0
    denominator = 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    value = denominator
    for term in range(1, _MOST_TERMS):
        even = term * (b - term) * x / ((a + 2 * term - 1) * (a + 2 * term))
        odd = -(a + term) * (a + b + term) * x / ((a + 2 * term) * (a + 2 * term + 1))
        for step in (even, odd):
            denominator = 1 / _away_from_zero(1 + step * denominator)
            numerator = _away_from_zero(1 + step / numerator)
            value *= denominator * numerator
        if abs(denominator * numerator - 1) < 1e-15:
            break
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def wilson(rate: float, number: int) -> tuple[float, float]:
    """Wilson's score interval (Wilson 1927) for a probability that was estimated by a rate p.

    (p + z²/2n ± z √(p (1 − p)/n + z²/4n²)) / (1 + z²/n), with z = NORMAL_95
    """
    weight = NORMAL_95**2 / number
    middle = (rate + weight / 2) / (1 + weight)
    half = NORMAL_95 / (1 + weight) * math.sqrt(rate * (1 - rate) / number + weight / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)
