"""ILAO* (Hansen and Zilberstein, 2001): search along the best policy known."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lamp.exact import kernel
from lamp.exact.kernel import UNKNOWN, Floats, Front, Objective
from lamp.exact.search_space import SearchSpace, longer

COST = Objective(1.0, 1.0, math.inf)
"""What reaching the goal surely costs."""
TOLERANCE = 1e-12
"""Values are final if none of them changes by more, relatively."""
SWEEPS = 200
"""Sweeps between two looks at the limits, if nothing is to be expanded."""


def discounting(discount: float) -> Objective:
    """The discounted probability of success, with the opposite sign since it is minimised."""
    return Objective(0.0, discount, 0.0)


@dataclass(slots=True)
class IlaoStar:
    """Values of states, at most the optimal ones, made better where the best policy leads.

    `first_value` says what is known of the states from some number on, when they are met.
    """

    space: SearchSpace
    objective: Objective
    first_value: Callable[[int], Floats]
    front: Front
    known: int = 0
    mark: int = 0
    reached: int = 0
    """How many states the last sweep came to: `front.order` begins with them."""

    @classmethod
    def of(
        cls, space: SearchSpace, objective: Objective, first_value: Callable[[int], Floats]
    ) -> IlaoStar:
        """A search that begins with what is known."""
        ints = [np.empty(0, dtype=np.int32) for _ in range(4)]
        front = Front(np.empty(0, dtype=np.float64), *ints)
        ilao_star = cls(space, objective, first_value, front)
        ilao_star.catch_up()
        return ilao_star

    @property
    def value(self) -> float:
        """At most the optimal value of the initial state."""
        return float(self.front.value[0])

    def catch_up(self) -> None:
        """Make room for the states that were met, and note their first values."""
        number, front = len(self.space), self.front
        if number == self.known:
            return
        self.front = Front(
            longer(front.value, number, 0.0),
            longer(front.choice, number, UNKNOWN),
            longer(front.mark, number, 0),
            longer(front.order, number, 0),
            longer(front.fringe, number, 0),
        )
        self.front.value[self.known : number] = self.first_value(self.known)
        self.known = number

    def advance(self, doing: str) -> bool:
        """Sweep until there are states to expand, and expand them; return whether all is done.

        All is done when the best policy leads to no other states and no value changes.
        """
        found = np.zeros(3, dtype=np.float64)
        for _ in range(SWEEPS):
            self.mark += 1
            graph = self.space.graph
            kernel.sweep_best(graph, self.objective, self.front, self.mark, found)
            if found[1] or math.isinf(self.value):
                break
            if found[2] <= TOLERANCE * abs(self.value):
                self.reached = int(found[0])
                if kernel.is_complete(graph, self.front, self.reached, self.mark):
                    return True
        wanted = self.front.fringe[: int(found[1])].copy()
        self.space.expand(wanted, f"{doing}: {abs(self.value):.6g}")
        self.catch_up()
        return False
