"""The least expected cost of reaching the goal surely, by search; or that this is impossible."""

from __future__ import annotations

import math

import numpy as np

from lamp.exact import kernel
from lamp.exact.anatomy import analyse
from lamp.exact.following import COST, Follower
from lamp.exact.iteration import ROUNDING, Bounds
from lamp.exact.kernel import Floats
from lamp.exact.knowledge import Knowledge
from lamp.exact.progress import silent

FIRST_LOOK = 1_000
"""When so many sweeps have gone by, or states were met, traps are looked for; then at twice."""


class Cheapest:
    """A search for the policy that reaches the goal surely and costs least.

    Costs are infinite in dead ends. In traps, from where the goal can be reached but not surely,
    they grow without end; traps are found by the graph that is known, in which all is granted
    that is not.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self.follower = Follower.of(knowledge, COST, self._first)
        self._look_at = FIRST_LOOK
        self._rounds = 0
        self.is_done = False

    def _first(self, known: int) -> Floats:
        return self._knowledge.estimates.cost[known : len(self._knowledge)]

    def run(self) -> None:
        """Search until all is done, or it turns out that the goal is not reached surely."""
        while not self.is_impossible and not self.is_done:
            self.is_done = self.follower.advance("expected cost at least")
            self._rounds += 1
            if max(self._rounds, len(self._knowledge)) >= self._look_at:
                self._close_traps()
                self._look_at = 2 * max(self._rounds, len(self._knowledge))

    @property
    def is_impossible(self) -> bool:
        """Whether it is known that the goal is not reached surely."""
        return math.isinf(self.follower.value)

    def _close_traps(self) -> None:
        """Make costs infinite where they are, even if all is granted that is not known."""
        knowledge, number = self._knowledge, len(self._knowledge)
        hopeful = knowledge.fringe & np.isfinite(knowledge.estimates.cost[:number])
        final = (knowledge.final[:number] != 0) | hopeful
        anatomy = analyse(knowledge.states.graph(final.astype(np.uint8)), silent)
        self.follower.front.value[:number][anatomy.sure == 0] = math.inf

    @property
    def bounds(self) -> Bounds:
        """Bounds on the least expected cost, given that the goal can be reached surely."""
        lower = self.follower.value * (1 - ROUNDING)
        if not self.is_done:
            return Bounds(lower, math.inf)
        front, graph = self.follower.front, self._knowledge.graph
        risen = float(kernel.rise(graph, front, self.follower.reached))
        risen += ROUNDING * (1 + self.follower.value)
        return Bounds(lower, self.follower.value / (1 - risen) if risen < 1 else math.inf)
