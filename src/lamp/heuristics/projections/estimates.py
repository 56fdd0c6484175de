"""Estimates of states by projections, and their sum over projections that share no action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lamp.heuristics.projections.projection import Pattern
from lamp.util.records import Floats


class Estimates(NamedTuple):
    """Optimistic bounds on the values of some states, one array for each value."""

    cost: Floats
    """At most the expected cost; infinite where no policy reaches the goal with probability 1."""
    probability: Floats
    """At least the maximal probability."""
    discounted: Floats
    """At least the maximal E[γ^c], for the cost c of reaching the goal; failures count as 0."""
    distance: Floats
    """At most the number of actions to the goal; infinite if the goal is unreachable."""


GOAL_ESTIMATES = (0.0, 1.0, 1.0, 0.0)
"""The estimates of goal states, in the order of `Estimates`."""


class ProjectionHeuristic(Protocol):
    """A solved projection: its values estimate the values of all states of the task."""

    @property
    def pattern(self) -> Pattern:
        """The facts of the projection."""

    @property
    def initial(self) -> Estimates:
        """The estimates of the initial state."""

    def estimates(self, words: NDArray[np.uint64]) -> Estimates:
        """The estimates of some states; `words` has the bits of one state in each row."""


def additive_estimates(
    projections: Sequence[ProjectionHeuristic], words: NDArray[np.uint64], least_cost: float = 1.0
) -> Estimates:
    """The estimates of non-goal states by several projections, of which no action changes two.

    An action has its cost in the projection that it changes and leaves all others as they are. So

        cost = max(least_cost, Σ cost_i),  distance = max(1, Σ distance_i),
        discounted = Π discounted_i,  probability = min probability_i

    over the projections i are bounds again, where no step is expected to cost less than
    `least_cost`. For costs this is a zero-one cost partitioning (Klößner et al. 2022).
    """
    number = len(words)
    total = Estimates(np.zeros(number), np.ones(number), np.ones(number), np.zeros(number))
    for projection in projections:
        estimates = projection.estimates(words)
        total = Estimates(
            total.cost + estimates.cost,
            np.minimum(total.probability, estimates.probability),
            total.discounted * estimates.discounted,
            total.distance + estimates.distance,
        )
    return total._replace(
        cost=np.maximum(total.cost, least_cost), distance=np.maximum(total.distance, 1.0)
    )
