"""GUBS with costs: bounds on the best expected utility by search."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lamp.exact.bounds import Bounds
from lamp.exact.cost_utility import CostUtility, Payoffs, best_cost_utility
from lamp.exact.gubs import ENOUGH
from lamp.exact.progress import Progress
from lamp.exact.qualitative import analyse
from lamp.exact.search_space import SearchSpace

PER_ROUND = 10.0
"""What a round takes beside its levels of cost, for each state."""
FIRST_STATES = 1_000
"""States that the first round expands, at most; later ones as many as are known."""


class CostUtilitySearch:
    """Bounds on the best expected utility in a task with costs.

    Each round solves the graph that is known twice: as if states that are not expanded were dead
    ends, and as if they were goals, unless abstractions know better. Then the oldest of them are
    expanded, until both bounds are near to each other.
    """

    def __init__(
        self, space: SearchSpace, payoffs: Payoffs, least: Fraction, probability: float
    ) -> None:
        self._space = space
        self._payoffs = payoffs
        self.bounds = payoffs.coarse_bounds(least, probability)
        self.rounded_to: Fraction | None = None
        """The number of which costs were rounded to multiples; None if they were not."""
        self.is_done = False

    def run(self, precision: float) -> None:
        """Search until the bounds are as near to each other as wanted, or a pause."""
        space = self._space
        while not self.is_done and not space.shall_pause:
            self.conclude(space.progress)
            hopeful = np.flatnonzero(self._hopeful).astype(np.int32)
            enough = self.bounds.error <= max(precision, ENOUGH) / 2
            self.is_done = enough or not len(hopeful)
            if not self.is_done:
                most = max(FIRST_STATES, len(space))
                doing = f"utility {self.bounds.lower:.6g} to {self.bounds.upper:.6g}"
                space.expand(hopeful[:most], doing)

    @property
    def _hopeful(self) -> NDArray[np.bool_]:
        """For each state, whether it is not expanded and may reach the goal."""
        space = self._space
        hopeful: NDArray[np.bool_] = space.fringe & (space.estimates.probability[: len(space)] > 0)
        return hopeful

    def conclude(self, progress: Progress) -> None:
        """Improve the bounds by what is known."""
        final = self._space.final[: len(self._space)]
        lower = self._solved(final, progress)
        upper = self._solved(final | self._hopeful.astype(np.uint8), progress)
        self.bounds &= Bounds(lower.bounds.lower, upper.bounds.upper)
        self.rounded_to = lower.rounded_to or upper.rounded_to
        self._space.work += PER_ROUND * len(self._space)

    def _solved(self, final: NDArray[np.uint8], progress: Progress) -> CostUtility:
        """The utility if a policy ends in final states, and they are goals."""
        graph = self._space.states.graph(final)
        components = analyse(graph, progress).components
        return best_cost_utility(graph, components, self._payoffs, progress)
