"""ILAO* (Hansen and Zilberstein 2001): heuristic search along the best policy known.

    V(s) = min_a c + γ Σ_s' P(s' | s, a) V(s'),  from lower bounds V_0

A sweep backs up the states that the greedy policy reaches, in the order they are reached and back.
The states of the fringe among them are expanded, until there are none and no value changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from lamp.exact import kernel
from lamp.exact.growing import longer
from lamp.exact.kernel import UNKNOWN, Envelope, Objective, Sweep
from lamp.exact.search_space import SearchSpace
from lamp.util.records import Floats

COST = Objective(cost=1.0, discount=1.0, dead_end=math.inf)
"""The expected cost of reaching the goal with probability 1."""
TOLERANCE = 1e-12
"""Values are final if none of them changes by more, relatively."""
PER_SWEEP, PER_STATE = 400.0, 4.0
"""What a sweep takes, however short, and for each state (see `SearchSpace.work`)."""
SWEEPS = 200
"""Sweeps between two checks of the limits, if there are no states to expand."""


def discounting(discount: float) -> Objective:
    """The discounted probability of success, with the opposite sign since it is minimised."""
    return Objective(cost=0.0, discount=discount, dead_end=0.0)


@dataclass(slots=True)
class IlaoStar:
    """Lower bounds on the values of states, backed up where the best policy leads.

    `first_value` returns the first bounds of the states from some number on.
    """

    space: SearchSpace
    objective: Objective
    first_value: Callable[[int], Floats]
    envelope: Envelope
    num_known: int = 0
    mark: int = 0
    reached: int = 0
    """How many states the last sweep reached: `envelope.order` begins with them."""

    @classmethod
    def of(
        cls, space: SearchSpace, objective: Objective, first_value: Callable[[int], Floats]
    ) -> IlaoStar:
        """A search over the states known so far, with their first bounds."""
        empty = {name: declared.empty({}) for name, declared in Envelope.arrays.items()}
        envelope = Envelope(**empty)
        ilao_star = cls(space, objective, first_value, envelope)
        ilao_star.catch_up()
        return ilao_star

    @property
    def value(self) -> float:
        """At most the optimal value of the initial state."""
        return float(self.envelope.value[0])

    def catch_up(self) -> None:
        """Make room for new states, and set their first bounds."""
        number, envelope = len(self.space), self.envelope
        if number == self.num_known:
            return
        self.envelope = Envelope(
            value=longer(envelope.value, number, 0.0),
            choice=longer(envelope.choice, number, UNKNOWN),
            mark=longer(envelope.mark, number, 0),
            order=longer(envelope.order, number, 0),
            fringe=longer(envelope.fringe, number, 0),
        )
        self.envelope.value[self.num_known : number] = self.first_value(self.num_known)
        self.num_known = number

    def sweep(self, doing: str) -> Sweep:
        """Follow the best policy known from the initial state and back; what that came to."""
        self.catch_up()
        self.mark += 1
        self.envelope.order[0] = 0
        self.envelope.mark[0] = self.mark
        sweep = Sweep(mark=self.mark, reached=1)
        while not kernel.ilao_sweep(self.space.graph, self.objective, self.envelope, sweep):
            self.space.check(f"{doing}: {abs(self.value):.6g}")
        self.space.work += PER_SWEEP + PER_STATE * sweep.reached
        return sweep

    def advance(self, doing: str) -> bool:
        """Sweep until there are states to expand, and expand them; return whether all is done.

        All is done when the best policy leads to no other states and no value changes.
        """
        for _ in range(SWEEPS):
            sweep = self.sweep(doing)
            if sweep.to_expand or math.isinf(self.value):
                break
            if sweep.change <= TOLERANCE * abs(self.value):
                self.reached = sweep.reached
                graph = self.space.graph
                if kernel.is_closed(graph, self.envelope, self.reached, self.mark):
                    return True
        to_expand = self.envelope.fringe[: sweep.to_expand].copy()
        self.space.expand(to_expand, f"{doing}: {abs(self.value):.6g}")
        self.catch_up()
        return False
