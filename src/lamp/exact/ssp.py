"""SSP: the least expected cost of reaching the goal with probability 1, by search.

Or the result that no policy reaches it with probability 1.
"""

from __future__ import annotations

import math

import numpy as np

from lamp.exact import kernel
from lamp.exact.bounds import ROUNDING, Bounds
from lamp.exact.enumeration import unknown_values
from lamp.exact.ilao_star import COST, IlaoStar
from lamp.exact.kernel import Values
from lamp.exact.qualitative import analyse
from lamp.exact.search_space import SearchSpace
from lamp.util.records import Floats

FIRST_LOOK = 1_000
"""When so many sweeps have gone by, or states were met, traps are looked for; then at twice."""

PER_ANALYSIS = 5.0
"""What it takes to look for traps, for each state."""


class SspSearch:
    """A search for the policy that reaches the goal surely and costs least.

    Costs are infinite in dead ends. In traps, from where the goal can be reached but not surely,
    they grow without end; traps are found by the graph that is known, in which all is granted
    that is not.
    """

    def __init__(self, space: SearchSpace) -> None:
        self._space = space
        self.ilao_star = IlaoStar.of(space, COST, self._first)
        self._look_at = FIRST_LOOK
        self._rounds = 0
        self.is_done = False

    def _first(self, first: int) -> Floats:
        return self._space.estimates.cost[first : len(self._space)]

    def run(self) -> None:
        """Search until all is done, or the goal cannot be reached surely, or to a pause."""
        while not self.is_impossible and not self.is_done and not self._space.shall_pause:
            self.is_done = self.ilao_star.advance("expected cost at least")
            self._rounds += 1
            if max(self._rounds, len(self._space)) >= self._look_at:
                self._close_traps()
                self._look_at = 2 * max(self._rounds, len(self._space))

    @property
    def is_impossible(self) -> bool:
        """Whether it is known that the goal is not reached surely."""
        return math.isinf(self.ilao_star.value)

    def _close_traps(self) -> None:
        """Make costs infinite where they are, even if all is granted that is not known."""
        space, number = self._space, len(self._space)
        hopeful = space.fringe & np.isfinite(space.estimates.cost[:number])
        final = (space.final[:number] != 0) | hopeful
        analysis = analyse(space.states.graph(final.astype(np.uint8)), space.progress)
        space.work += PER_ANALYSIS * number
        self.ilao_star.envelope.value[:number][analysis.almost_sure == 0] = math.inf

    @property
    def bounds(self) -> Bounds:
        """Bounds on the least expected cost, given that the goal can be reached surely."""
        lower = self.ilao_star.value * (1 - ROUNDING)
        if not self.is_done:
            return Bounds(lower, math.inf)
        envelope, graph = self.ilao_star.envelope, self._space.graph
        has_costs, reached = len(graph.cost) > 0, self.ilao_star.reached
        rounding = 2 * ROUNDING if has_costs else 0.0
        risen = float(kernel.greatest_residual(graph, envelope, reached, rounding))
        risen += ROUNDING if has_costs else ROUNDING * (1 + self.ilao_star.value)
        return Bounds(lower, self.ilao_star.value / (1 - risen) if risen < 1 else math.inf)

    @property
    def values(self) -> Values:
        """The values of the states that the best policy comes to, when all is done."""
        values, envelope = unknown_values(len(self._space)), self.ilao_star.envelope
        reached = envelope.order[: self.ilao_star.reached]
        values.lower[reached] = values.upper[reached] = 1.0
        values.cost[reached] = envelope.value[reached]
        values.choice[reached] = envelope.choice[reached]
        return values

    @property
    def share(self) -> float:
        """By which share these costs may be wrong."""
        bounds = self.bounds
        return bounds.upper / bounds.lower - 1 if bounds.lower else 0.0
