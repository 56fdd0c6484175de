"""MaxProb below 1, by search, and the least cost of a policy of maximal probability."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lamp.exact.kernel import UNKNOWN, Graph, Values
from lamp.exact.progress import silent
from lamp.exact.qualitative import analyse
from lamp.exact.search_space import SearchSpace
from lamp.exact.value_iteration import (
    PRECISION,
    Bounds,
    bound_probabilities,
    cost_bounds,
    iterate_costs,
    probability_bounds,
)

SHARE = 0.1
"""The least share of the states that a round expands: a round solves all states again."""


class MaxProbSearch:
    """A search for the policy of maximal probability and, among those, of least cost.

    Each round solves the known graph twice: with the estimates of projections as values of the
    states that are not expanded (an upper bound), and with these states as dead ends (a lower
    bound). If the best policy of the upper bound reaches none of these states, it is optimal: every
    other policy was among those that it was chosen from, with at least its cost.
    """

    def __init__(self, space: SearchSpace) -> None:
        self._space = space
        self.probability = Bounds(0.0, 1.0)
        self.cost: Bounds | None = Bounds(0.0, math.inf)
        self.values: Values | None = None
        self.share = 0.0
        self.reached: NDArray[np.int32] = np.empty(0, dtype=np.int32)

    def run(self) -> None:
        """Search until the best policy leads to no state that is not expanded."""
        while True:
            graph, values, share = self._optimistic()
            self.probability = Bounds(self.guaranteed(), float(values.upper[0]))
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

    def _optimistic(self) -> tuple[Graph, Values, float]:
        """Upper bounds: states that are not expanded have the estimates of projections."""
        space, number = self._space, len(self._space)
        granted = space.estimates.probability[:number]
        final = (space.final[:number] != 0) | (space.fringe & (granted > 0))
        graph = space.states.graph(final.astype(np.uint8))
        analysis = analyse(graph, silent, (granted == 1).astype(np.uint8))
        values = bound_probabilities(graph, analysis, silent, granted)
        values.cost[final] = granted[final] * space.estimates.distance[:number][final]
        return graph, values, iterate_costs(graph, analysis, values, PRECISION, silent)

    def guaranteed(self) -> float:
        """A lower bound on the maximal probability: states that are not expanded are dead ends."""
        space, number = self._space, len(self._space)
        graph = space.states.graph(space.final[:number])
        return float(bound_probabilities(graph, analyse(graph, silent), silent).lower[0])

    def _with_more(self, states: NDArray[np.int32]) -> NDArray[np.int32]:
        """The states, and further ones of the fringe, the first reached first, up to SHARE."""
        num_more = int(SHARE * len(self._space)) - len(states)
        if num_more <= 0:
            return states
        hopeful = self._space.fringe & (self._space.estimates.probability[: len(self._space)] > 0)
        hopeful[states] = False
        return np.concatenate((states, np.flatnonzero(hopeful)[:num_more].astype(np.int32)))


def _reached(graph: Graph, values: Values) -> NDArray[np.int32]:
    """The states that the best policy may reach, the initial one included."""
    reached, seen = [0], {0}
    for state in reached:  # which grows
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
