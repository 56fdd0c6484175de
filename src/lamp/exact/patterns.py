"""Which facts abstractions look at: chosen by what they say of the initial state."""

from __future__ import annotations

from dataclasses import dataclass

from lamp.conditions import facts_of
from lamp.errors import TooManyStates
from lamp.exact.abstraction import Abstraction
from lamp.exact.progress import Progress
from lamp.exact.projection import Facts, changed_by, closed, variables
from lamp.task import Task

MAX_STATES = 20_000
"""Of an abstraction."""
MAX_TRIALS = 300
"""Abstractions to try."""
GAIN = 1e-6
"""By how much another variable must improve a bound."""


@dataclass(slots=True)
class _Chooser:
    """Tries abstractions, as many as allowed."""

    task: Task
    discount: float
    groups: list[Facts]
    trials: int = 0

    def abstraction(self, facts: Facts) -> Abstraction | None:
        """The abstraction to some facts, and those that they depend on; none if it is too large."""
        self.trials += 1
        try:
            return Abstraction(self.task, closed(self.task, facts), self.discount, MAX_STATES)
        except TooManyStates:
            return None

    def changing(self, facts: Facts) -> set[int]:
        """The actions that may change one of some facts."""
        return {at for at, action in enumerate(self.task.actions) if changed_by(action) & facts}

    def extended(self, abstraction: Abstraction, taken: set[int]) -> Abstraction:
        """The abstraction with more variables, as long as one of them makes a bound better.

        Those that `taken` actions change belong to others.
        """
        while self.trials < MAX_TRIALS:
            best = abstraction
            for group in self._related(abstraction.facts):
                facts = closed(self.task, abstraction.facts | group)
                if taken.isdisjoint(self.changing(facts)) and self.trials < MAX_TRIALS:
                    wider = self.abstraction(facts)
                    best = wider if wider and _is_better(wider, best) else best
            if best is abstraction:
                break
            abstraction = best
        return abstraction

    def _related(self, facts: Facts) -> list[Facts]:
        """The variables on which actions depend that change some facts."""
        needed = [
            facts_of(action.precondition)
            for action in self.task.actions
            if changed_by(action) & facts
        ]
        return [
            group
            for group in self.groups
            if not group <= facts and any(group & one for one in needed)
        ]


def choose_abstractions(task: Task, discount: float, progress: Progress) -> list[Abstraction]:
    """Abstractions such that no action changes two of them.

    One begins with each variable of the goal, those first that say most of the initial state, and
    takes in other variables as long as they improve its bounds.
    """
    chooser = _Chooser(task, discount, variables(task))
    progress("choosing abstractions")
    goal = facts_of(task.goal)
    found = [chooser.abstraction(group) for group in chooser.groups if group & goal]
    chosen: list[Abstraction] = []
    taken: set[int] = set()
    for one in sorted((one for one in found if one), key=_strength, reverse=True):
        changing = chooser.changing(one.facts)
        if taken.isdisjoint(changing):
            chosen.append(one)
            taken |= changing
    for at, one in enumerate(chosen):
        progress(f"choosing abstractions: {at} of {len(chosen)} done")
        others = taken - chooser.changing(one.facts)
        chosen[at] = chooser.extended(one, others)
        taken = others | chooser.changing(chosen[at].facts)
    return chosen


def _strength(abstraction: Abstraction) -> tuple[float, float]:
    """How much an abstraction says of the initial state."""
    initial = abstraction.initial
    return float(initial.cost[0]), -float(initial.probability[0])


def _is_better(one: Abstraction, other: Abstraction) -> bool:
    (cost, chance), (old_cost, old_chance) = _strength(one), _strength(other)
    return cost > old_cost + GAIN or (cost == old_cost and chance > old_chance + GAIN)
