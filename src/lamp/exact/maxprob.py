"""MaxProb below 1, by search, and the least cost of a policy of maximal probability."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lamp.exact.bounds import Bounds
from lamp.exact.cost_iteration import PRECISION, CostIteration
from lamp.exact.kernel import UNKNOWN, Graph, Values
from lamp.exact.progress import Progress
from lamp.exact.qualitative import analyse
from lamp.exact.search_space import SearchSpace
from lamp.exact.value_iteration import (
    bound_probabilities,
    cost_bounds,
    first_values,
    probability_bounds,
)

SHARE = 0.1
"""A round expands that part of the states, at least: rounds take as long as all states do."""
PER_ROUND = 30.0
"""What a round takes, for each state."""


class MaxProbSearch:
    """A search for the policy of maximal probability and, among those, of least cost.

    Each round solves the graph that is known twice: once as if states that are not expanded were
    worth what abstractions grant them, and once as if they were dead ends. Where the best policy
    of the first kind leads to no such state, it is optimal in truth: another policy of maximal
    probability would be among those that it was chosen from, at a cost that is no less.
    """

    def __init__(self, space: SearchSpace) -> None:
        self._space = space
        self.probability = Bounds(0.0, 1.0)
        self.cost: Bounds | None = Bounds(0.0, math.inf)
        self.values: Values | None = None
        self.share = 0.0
        self.reached: NDArray[np.int32] = np.empty(0, dtype=np.int32)

    def run(self) -> None:
        """Search until the best policy leads to no state that is not expanded, or a pause."""
        while self.values is None and not self._space.shall_pause:
            graph, values, share = self._optimistic(self._space.progress)
            self.probability &= Bounds(
                self.guaranteed(self._space.progress), float(values.upper[0])
            )
            self._space.work += PER_ROUND * len(values.upper)
            self.reached = _reached(graph, values)
            to_expand = self.reached[self._space.fringe[self.reached]]
            if not len(to_expand):
                self._finish(values, share)
                return
            doing = f"probability {self.probability.lower:.6g} to {self.probability.upper:.6g}"
            self._space.expand(self._with_more(to_expand), doing)

    def _finish(self, values: Values, share: float) -> None:
        self.values = values
        self.share = share
        self.probability = probability_bounds(values, 0)
        self.cost = cost_bounds(values, share, 0)

    def _optimistic(self, progress: Progress) -> tuple[Graph, Values, float]:
        """The values if what is not known is as good as abstractions say."""
        space, number = self._space, len(self._space)
        granted = space.estimates.probability[:number]
        final = (space.final[:number] != 0) | (space.fringe & (granted > 0))
        graph = space.states.graph(final.astype(np.uint8))
        analysis = analyse(graph, progress, (granted == 1).astype(np.uint8))
        values = first_values(graph, analysis, granted)
        bound_probabilities(graph, analysis, values, progress)
        least = space.least_cost * space.estimates.distance[:number]
        values.cost[final] = granted[final] * least[final]
        costs = CostIteration(graph, analysis, values)
        costs.run(PRECISION, progress)
        return graph, values, costs.share

    def guaranteed(self, progress: Progress) -> float:
        """The maximal probability if what is not known is hopeless."""
        space, number = self._space, len(self._space)
        graph = space.states.graph(space.final[:number])
        analysis = analyse(graph, progress)
        values = first_values(graph, analysis)
        bound_probabilities(graph, analysis, values, progress)
        return float(values.lower[0])

    def _with_more(self, states: NDArray[np.int32]) -> NDArray[np.int32]:
        """The states, and others that were met early, so that rounds are worth their time."""
        num_more = int(SHARE * len(self._space)) - len(states)
        if num_more <= 0:
            return states
        hopeful = self._space.fringe & (self._space.estimates.probability[: len(self._space)] > 0)
        hopeful[states] = False
        return np.concatenate((states, np.flatnonzero(hopeful)[:num_more].astype(np.int32)))


def _reached(graph: Graph, values: Values) -> NDArray[np.int32]:
    """The states that the best policy may come to, the first one included."""
    reached, seen = [0], {0}
    for state in reached:  # grows on the way
        choice = int(values.choice[state])
        if choice != UNKNOWN and not graph.final[state]:
            edge = int(graph.nodes[state].first_edge) + choice
            action = int(graph.edges[edge].action)
            first = int(graph.edges[edge].first_successor)
            size = int(graph.outcome_indptr[action + 1] - graph.outcome_indptr[action])
            for after in graph.successors[first : first + size].tolist():
                if after not in seen:
                    seen.add(after)
                    reached.append(after)
    return np.array(reached, dtype=np.int32)
