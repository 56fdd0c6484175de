"""GUBS: the best expected utility within the budget, by search."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lamp.exact import kernel
from lamp.exact.bounds import ROUNDING, Bounds
from lamp.exact.ilao_star import IlaoStar, discounting
from lamp.exact.kernel import Graph, Occupancy
from lamp.exact.limits import LimitReached, OutOfLimits, bytes_free
from lamp.exact.progress import Progress
from lamp.exact.qualitative import analyse
from lamp.exact.search_space import SearchSpace
from lamp.exact.utility import NO_CHOICES, Stage, induce
from lamp.search import SearchSettings, Utility
from lamp.util.records import Floats, Int16s

ENOUGH = 1e-8
"""Bounds that are so near are left alone: what is done as the budget ends matters little."""
PER_ROUND = 10.0
"""What a round of backwards induction takes beside its stages, for each state."""


class GubsSearch:
    """A search for the policy of best expected utility; it may look at the cost so far.

    First, chances and costs are looked at apart: no policy is better than the maximal probability,
    times the goal's utility, and the best expected discount together. Where one policy has both,
    that is all. Otherwise backwards induction over the budget is repeated on the states that are
    known, and states that the best policy comes to are expanded.
    """

    def __init__(self, space: SearchSpace, settings: SearchSettings, probability: float) -> None:
        self._space = space
        self._settings = settings
        self._utilities = np.array(settings.utilities(), dtype=np.float64)
        self._failure = float(self._utilities[settings.budget])
        self._bonus = max(0.0, settings.goal_utility - self._failure)
        self.bounds = Bounds(self._failure, self._failure + self._bonus + 1.0)
        self._probability = probability
        self._apart: IlaoStar | None = None
        """The search for the best discount."""
        self._is_apart_done = False
        self.is_done = False

    def run(self, precision: float) -> None:
        """Search until the bounds are as near to each other as wanted, or a pause."""
        if self._settings.utility is Utility.EXPONENTIAL:
            self._apart = self._apart or self._discount_search()
        while self._apart and not self._is_apart_done and not self._space.shall_pause:
            self._is_apart_done = self._apart.advance("discount at most")
            if self._is_apart_done:
                self.conclude(self._space.progress)
        while not self._space.shall_pause and not self.is_done:
            wide = self.bounds.error > max(precision, ENOUGH) / 2
            self.is_done = not wide or not self._induce(self._space.progress)

    def _improve(self, lower: float, upper: float) -> None:
        """Note bounds that are better than those known; rounding is granted."""
        lower -= ROUNDING * self._settings.budget * abs(lower)
        upper += ROUNDING * self._settings.budget * abs(upper)
        self.bounds = Bounds(
            float(max(lower, self.bounds.lower)), float(min(upper, self.bounds.upper))
        )

    def _discount_search(self) -> IlaoStar:
        """A search for the policy of the best expected discount."""
        space = self._space
        return IlaoStar.of(
            space,
            discounting(math.exp(self._settings.risk_factor)),
            lambda first: -space.estimates.discounted[first : len(space)],
        )

    def conclude(self, progress: Progress) -> None:
        """Tell from the search for the best discount, however far it is, what it says of utility.

        That is all where its policy has the maximal probability as well.
        """
        if self._settings.utility is not Utility.EXPONENTIAL:
            return
        self._apart = self._apart or self._discount_search()
        self._apart.catch_up()
        self._improve(
            -math.inf, self._failure + self._bonus * self._probability - self._apart.value
        )
        choice = self._apart.envelope.choice.astype(np.int16)
        choices = [choice] * self._settings.budget
        lower, _ = self._flow(self._space.graph, choices, progress)
        self._improve(lower, math.inf)

    def _flow(
        self, graph: Graph, choices: Sequence[Int16s], progress: Progress
    ) -> tuple[float, NDArray[np.int32]]:
        """At least the utility of some choices for each cost, and the states they come to."""
        number = len(graph.final)
        sizes = {"states": number}
        occupancy = Occupancy(**{name: a.empty(sizes) for name, a in Occupancy.arrays.items()})
        occupancy.now[0], active = 1.0, 1
        arrived, total, utility = np.zeros(1, dtype=np.float64), 0.0, 0.0
        met = np.zeros(number, dtype=np.bool_)
        stay = np.full(number, kernel.UNKNOWN, dtype=np.int16)
        for cost in range(self._settings.budget + 1):
            progress(f"{number:,} states met, following the best policy for {cost} actions")
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

    def _induce(self, progress: Progress) -> bool:
        """One round of backwards induction; return whether there was something to expand."""
        space, number, budget = self._space, len(self._space), self._settings.budget
        if budget * 2 * number > bytes_free() // 2:
            raise OutOfLimits(LimitReached.MEMORY)
        fringe = space.fringe
        final = space.final[:number]
        hopeful = space.states.graph(final | fringe.astype(np.uint8))
        distance = analyse(hopeful, progress).distance
        graph = space.states.graph(final)
        later = self._granted(budget, final)
        choices: list[Int16s] = [NO_CHOICES] * budget
        for cost in range(budget - 1, -1, -1):
            choices[cost] = np.empty(number, dtype=np.int16)
            granted = self._granted(cost, final)
            now = granted.copy()
            stage = Stage(number, budget - cost, self._success(cost), self._failure)
            induce(graph, distance, stage, (later, now, choices[cost]), progress)
            later = np.where(fringe, granted, now)
        lower, met = self._flow(graph, choices, progress)
        self._improve(lower, float(later[0]))
        space.work += number * (budget + PER_ROUND)
        to_expand = met[fringe[met]]
        doing = f"utility {self.bounds.lower:.6g} to {self.bounds.upper:.6g}"
        space.expand(to_expand, doing)
        return len(to_expand) > 0

    def _success(self, cost: int) -> float:
        return float(self._utilities[cost]) + self._settings.goal_utility

    def _granted(self, cost: int, final: NDArray[np.uint8]) -> Floats:
        """At least the utility of each state at some cost, as far as abstractions tell."""
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
