"""SSP: the least expected cost of reaching the goal with probability 1, by search.

Or the result that no policy reaches it with probability 1.
"""

from __future__ import annotations

import math

import numpy as np

from lamp.exact import kernel
from lamp.exact.ilao_star import COST, IlaoStar
from lamp.exact.progress import silent
from lamp.exact.qualitative import analyse
from lamp.exact.search_space import SearchSpace
from lamp.exact.value_iteration import ROUNDING, Bounds
from lamp.util.records import Floats

FIRST_LOOK = 1_000
"""After so many sweeps or states, traps are detected; then after twice as many, and so on."""


class SspSearch:
    """A search for the policy of least cost that reaches the goal with probability 1.

    Costs are infinite in dead ends. In traps, from which the goal is reachable but not with
    probability 1, ILAO* would raise them for ever. Traps are detected in the known graph, with its
    fringe as goal states.
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
        """Search until the cost is optimal, or the goal cannot be reached with probability 1."""
        while not self.is_impossible and not self.is_done:
            self.is_done = self.ilao_star.advance("expected cost at least")
            self._rounds += 1
            if max(self._rounds, len(self._space)) >= self._look_at:
                self._close_traps()
                self._look_at = 2 * max(self._rounds, len(self._space))

    @property
    def is_impossible(self) -> bool:
        """Whether no policy reaches the goal with probability 1."""
        return math.isinf(self.ilao_star.value)

    def _close_traps(self) -> None:
        """Set the costs of dead ends and traps to infinity; the fringe counts as goal states."""
        space, number = self._space, len(self._space)
        hopeful = space.fringe & np.isfinite(space.estimates.cost[:number])
        final = (space.final[:number] != 0) | hopeful
        analysis = analyse(space.states.graph(final.astype(np.uint8)), silent)
        self.ilao_star.envelope.value[:number][analysis.almost_sure == 0] = math.inf

    @property
    def bounds(self) -> Bounds:
        """Bounds on the least expected cost, if the goal can be reached with probability 1."""
        lower = self.ilao_star.value * (1 - ROUNDING)
        if not self.is_done:
            return Bounds(lower, math.inf)
        envelope, graph = self.ilao_star.envelope, self._space.graph
        risen = float(kernel.greatest_residual(graph, envelope, self.ilao_star.reached))
        risen += ROUNDING * (1 + self.ilao_star.value)
        return Bounds(lower, self.ilao_star.value / (1 - risen) if risen < 1 else math.inf)
