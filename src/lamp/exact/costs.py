"""How costs are counted: exactly, as multiples of their greatest common divisor."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from lamp.task import UNIT_COST, Task


@dataclass(frozen=True, slots=True)
class CostScale:
    """What the numbers of a graph mean as costs, and what they mean as utilities."""

    divisor: Fraction
    """Every step costs a multiple of it, which is what graphs have: whole numbers are exact."""
    unit: Fraction
    """The cost that counts as 1 in utilities and in the precision of costs."""

    @property
    def step(self) -> float:
        """A divisor in units."""
        return float(self.divisor / self.unit)

    def exact(self, multiple: float) -> Fraction:
        """A whole number of divisors as a cost of the task."""
        return Fraction(multiple) * self.divisor

    def cost(self, multiple: float) -> float:
        """A number of divisors as a cost of the task."""
        return multiple * float(self.divisor)


def least_cost(task: Task) -> Fraction:
    """At most the cost of any step."""
    costs = (outcome.least_cost for action in task.actions for outcome in action.outcomes)
    return min(costs, default=UNIT_COST)


def cost_divisor(task: Task) -> Fraction:
    """The greatest cost of which every step of a task costs a multiple; 1 if all cost 0 or 1."""
    if task.has_unit_costs:
        return UNIT_COST
    outcomes = {outcome for action in task.actions for outcome in action.outcomes}
    costs = {outcome.cost for outcome in outcomes}
    costs |= {effect.cost for outcome in outcomes for effect in outcome.conditional}
    common = math.lcm(*(cost.denominator for cost in costs))
    multiple = math.gcd(*((cost * common).numerator for cost in costs))
    return Fraction(multiple, common) if multiple else UNIT_COST
