"""GUBS: the best expected utility within the budget, by search (Freire and Delgado 2017).

    max_π  E[u(C); goal] + K_g P(goal) + u(budget) P(no goal within the budget)

for the cost C of reaching the goal. With u(c) = exp(λ c), the first term is a discounted
probability.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lamp.exact import kernel
from lamp.exact.ilao_star import IlaoStar, discounting
from lamp.exact.kernel import Graph, Level, Occupancy
from lamp.exact.limits import bytes_free
from lamp.exact.progress import silent
from lamp.exact.qualitative import analyse
from lamp.exact.search_space import OutOfLimits, SearchSpace
from lamp.exact.value_iteration import NO_CHOICES, ROUNDING, Bounds
from lamp.search import SearchSettings, Utility
from lamp.util.records import Floats, Int16s

ENOUGH = 1e-8
"""The width of the bounds at which the search ends, whatever the precision."""


class GubsSearch:
    """A search for the policy of best expected utility; its actions may depend on the cost so far.

    With the exponential utility, a first upper bound comes from the maximal probability and the
    best discounted probability; if one policy attains both, its value is the optimum. Otherwise
    backward induction over the budget is repeated on the states known so far, and the states of
    the fringe that the best policy reaches are expanded.
    """

    def __init__(self, space: SearchSpace, settings: SearchSettings, probability: float) -> None:
        self._space = space
        self._settings = settings
        self._utilities = np.array(settings.utilities(), dtype=np.float64)
        self._failure = float(self._utilities[settings.budget])
        self._bonus = max(0.0, settings.goal_utility - self._failure)
        self.bounds = Bounds(self._failure, self._failure + self._bonus + 1.0)
        self._probability = probability

    def run(self, precision: float) -> None:
        """Search until the error of the bounds is at most half the precision."""
        if self._settings.utility is Utility.EXPONENTIAL:
            self._look_apart()
        while self.bounds.error > max(precision, ENOUGH) / 2:
            if self._settings.budget * 2 * len(self._space) > bytes_free() // 2:
                raise OutOfLimits
            if not self._induce():
                break

    def _improve(self, lower: float, upper: float) -> None:
        """Tighten the bounds, where the new ones, widened by rounding errors, are tighter."""
        lower -= ROUNDING * self._settings.budget * abs(lower)
        upper += ROUNDING * self._settings.budget * abs(upper)
        self.bounds = Bounds(
            float(max(lower, self.bounds.lower)), float(min(upper, self.bounds.upper))
        )

    def _look_apart(self) -> None:
        space = self._space
        discount = math.exp(self._settings.risk_factor)
        ilao_star = IlaoStar.of(
            space,
            discounting(discount),
            lambda first: -space.estimates.discounted[first : len(space)],
        )
        try:
            while not ilao_star.advance("discount at most"):
                pass
        finally:
            ilao_star.catch_up()
            upper = self._failure + self._bonus * self._probability - ilao_star.value
            choice = ilao_star.envelope.choice.astype(np.int16)
            lower, _ = self._flow(space.graph, [choice] * self._settings.budget)
            self._improve(lower, upper)

    def _flow(self, graph: Graph, choices: Sequence[Int16s]) -> tuple[float, NDArray[np.int32]]:
        """A lower bound on the utility of the choices for each cost, and the states they reach."""
        number = len(graph.final)
        sizes = {"states": number}
        occupancy = Occupancy(**{name: a.empty(sizes) for name, a in Occupancy.arrays.items()})
        occupancy.now[0], active = 1.0, 1
        arrived, total, utility = np.zeros(1, dtype=np.float64), 0.0, 0.0
        met = np.zeros(number, dtype=np.bool_)
        stay = np.full(number, kernel.UNKNOWN, dtype=np.int16)
        for cost in range(self._settings.budget + 1):
            met[occupancy.active[:active]] = True
            arrived[0] = 0.0
            choice = choices[cost] if cost < self._settings.budget else stay
            active = int(kernel.propagate_occupancy(graph, choice, occupancy, active, arrived))
            occupancy = Occupancy(
                now=occupancy.after,
                after=occupancy.now,
                active=occupancy.next_active,
                next_active=occupancy.active,
            )
            total += arrived[0]
            utility += arrived[0] * (self._utilities[cost] + self._settings.goal_utility)
        return utility + (1.0 - total) * self._failure, np.flatnonzero(met).astype(np.int32)

    def _induce(self) -> bool:
        """One round of backward induction; return whether there were states to expand."""
        space, number = self._space, len(self._space)
        fringe = space.fringe
        final = space.final[:number]
        hopeful = space.states.graph(final | fringe.astype(np.uint8))
        distance = analyse(hopeful, silent).distance
        graph = space.states.graph(final)
        later = self._granted(self._settings.budget, final)
        choices: list[Int16s] = [NO_CHOICES] * self._settings.budget
        for cost in range(self._settings.budget - 1, -1, -1):
            choices[cost] = np.empty(number, dtype=np.int16)
            granted = self._granted(cost, final)
            now = granted.copy()
            level = Level(
                num_states=number,
                remaining=self._settings.budget - cost,
                success=float(self._success(cost)),
                failure=self._failure,
            )
            kernel.backward_induction_step(graph, distance, level, later, now, choices[cost])
            later = np.where(fringe, granted, now)
        lower, met = self._flow(graph, choices)
        self._improve(lower, float(later[0]))
        to_expand = met[fringe[met]]
        doing = f"utility {self.bounds.lower:.6g} to {self.bounds.upper:.6g}"
        space.expand(to_expand, doing)
        return len(to_expand) > 0

    def _success(self, cost: int) -> float:
        return float(self._utilities[cost]) + self._settings.goal_utility

    def _granted(self, cost: int, final: NDArray[np.uint8]) -> Floats:
        """An upper bound on the utility of each state at some cost, by the projections."""
        number, estimates = len(final), self._space.estimates
        probability = estimates.probability[:number]
        arrival = np.minimum(cost + estimates.distance[:number], self._settings.budget)
        utility = probability * self._utilities[arrival.astype(np.int64)]
        if self._settings.utility is Utility.EXPONENTIAL:
            utility = np.minimum(utility, self._utilities[cost] * estimates.discounted[:number])
        granted = self._failure + self._bonus * probability + utility
        late = cost + estimates.distance[:number] > self._settings.budget
        granted[late] = self._failure
        granted[final != 0] = self._success(cost)
        return granted
