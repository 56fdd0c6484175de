"""Pattern selection: which facts projections keep, by the estimates of the initial state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from lamp.conditions import facts_of
from lamp.heuristics.projections.estimates import ProjectionHeuristic
from lamp.heuristics.projections.projection import Pattern, changed_by, closure, variables
from lamp.task import Task

MAX_TRIALS = 300
"""Projections to solve."""
GAIN = 1e-6
"""By how much another variable must improve an estimate; of costs, in what costs are counted in."""

Projection = TypeVar("Projection", bound=ProjectionHeuristic)


def select_projections(
    task: Task,
    solve: Callable[[Pattern], Projection | None],
    is_over: Callable[[], bool],
) -> list[Projection]:
    """Projections such that no action changes two of them, as `additive_estimates` requires.

    `solve` returns the solved projection to a closed pattern, or None if the projection is too
    large. The selection starts from the pattern of each goal variable, in descending order of the
    initial state's estimates, and drops those that share an action with an earlier one. Then hill
    climbing extends each pattern by the variable that improves its estimate most. When time is
    over, the selection is what it is by then.
    """
    selection = _Selection(task, solve, is_over, variables(task, is_over))
    goal = facts_of(task.goal)
    solved = [selection.solved(variable) for variable in selection.variables if variable & goal]
    candidates = [projection for projection in solved if projection is not None]
    chosen: list[Projection] = []
    taken: set[int] = set()
    for projection in sorted(candidates, key=_strength, reverse=True):
        actions = selection.actions_changing(projection.pattern)
        if taken.isdisjoint(actions):
            chosen.append(projection)
            taken |= actions
    for index, projection in enumerate(chosen):
        of_others = taken - selection.actions_changing(projection.pattern)
        chosen[index] = selection.extended(projection, of_others)
        taken = of_others | selection.actions_changing(chosen[index].pattern)
    return chosen


@dataclass(slots=True)
class _Selection(Generic[Projection]):
    """Solves projections, at most MAX_TRIALS while patterns are extended."""

    task: Task
    solve: Callable[[Pattern], Projection | None]
    is_over: Callable[[], bool]
    variables: list[Pattern]
    trials: int = 0

    def may_go_on(self) -> bool:
        """Whether trials and time are left."""
        return self.trials < MAX_TRIALS and not self.is_over()

    def solved(self, pattern: Pattern) -> Projection | None:
        """The projection to the closure of a pattern; None if it is too large, or time is over."""
        self.trials += 1
        return None if self.is_over() else self.solve(closure(self.task, pattern))

    def actions_changing(self, pattern: Pattern) -> set[int]:
        """The actions that may change a fact of a pattern."""
        actions = enumerate(self.task.actions)
        return {number for number, action in actions if changed_by(action) & pattern}

    def extended(self, projection: Projection, taken: set[int]) -> Projection:
        """The projection with more variables, as long as one of them improves an estimate.

        Variables that the actions `taken` by other projections change are left out.
        """
        while self.may_go_on():
            best = projection
            for variable in self._related_variables(projection.pattern):
                if not self.may_go_on():
                    break
                pattern = closure(self.task, projection.pattern | variable)
                if taken.isdisjoint(self.actions_changing(pattern)):
                    wider = self.solved(pattern)
                    best = wider if wider is not None and _is_better(wider, best) else best
            if best is projection:
                break
            projection = best
        return projection

    def _related_variables(self, pattern: Pattern) -> list[Pattern]:
        """The variables in preconditions of actions that change a fact of a pattern."""
        preconditions = [
            facts_of(action.precondition)
            for action in self.task.actions
            if changed_by(action) & pattern
        ]
        return [
            variable
            for variable in self.variables
            if not variable <= pattern and any(variable & facts for facts in preconditions)
        ]


def _strength(projection: ProjectionHeuristic) -> tuple[float, float]:
    """The cost of the initial state and its negative probability: greater is better informed."""
    initial = projection.initial
    return float(initial.cost[0]), -float(initial.probability[0])


def _is_better(projection: ProjectionHeuristic, other: ProjectionHeuristic) -> bool:
    (cost, probability), (old_cost, old_probability) = _strength(projection), _strength(other)
    return cost > old_cost + GAIN or (cost == old_cost and probability > old_probability + GAIN)
