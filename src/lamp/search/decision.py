"""Decisions: an action and the evidence for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from lamp.search.settings import SearchSettings
from lamp.task import Action, State
from lamp.util import table

SAME_AS_SUBGOAL = -1
"""The default of `Decision.landmark`: the subgoal."""


class SearchEnd(StrEnum):
    """Why the search for a decision ended."""

    ROLLOUTS = "rollouts"
    """All rollouts were done."""
    SECONDS = "seconds"
    """The time limit was reached."""
    MEMORY = "memory"
    """Memory was full: the search ended early, or statistics were deleted."""
    SOLVED = "solved"
    """The state is solved: more rollouts would not change the decision."""
    STOPPED = "stopped"
    """The stop signal was given."""


class Estimate(NamedTuple):
    """The statistics of one option, an action or a landmark, in a node of the search."""

    value: float = 0.0
    """Q: a utility, of LRTDP 1 - cost / D (docs/algorithm.md); it has no unit."""
    tries: int = 0
    """How often rollouts took the option (N)."""
    bound: float = 0.0
    """UCB1, by which rollouts select; infinite if the option is untried."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The estimates of one action in a state."""

    action: Action
    goal: Estimate
    """For the goal (Q_g, N_g)."""
    subgoal: Estimate
    """For the subgoal (Q_φ, N_φ); all zero with greediness 0."""
    value: float
    """α Q_φ + (1 − α) Q_g, equation 2: the action of the greatest value is chosen."""


@dataclass(frozen=True, slots=True)
class LandmarkEvidence:
    """The estimate of a landmark that could be chosen next."""

    landmark: int
    """Its position in the landmark graph."""
    estimate: Estimate
    """Q_LM and N_LM."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and the evidence for it; no action in a dead end."""

    action: Action | None
    subgoal: int
    """The landmark that is pursued now, by its position in the landmark graph."""
    landmark: int = SAME_AS_SUBGOAL
    """The landmark that was chosen (φ): the subgoal, or one of which it is an unmet predecessor."""
    remaining: frozenset[int] = frozenset()
    """The landmarks that are still to be achieved, the chosen one among them (Φ)."""
    greediness: float = 0.0
    """The weight of the subgoal in the values of the evidence (α); 0 where the goal is pursued."""
    evidence: tuple[Evidence, ...] = ()
    """One entry for each action of the state, after pruning."""
    landmarks: tuple[LandmarkEvidence, ...] = ()
    """One entry for each leaf of Φ, if this decision has chosen a landmark."""
    rollouts: int = 0
    states: int = 0
    """States with statistics in this episode."""
    seconds: float = 0.0
    end: SearchEnd = SearchEnd.ROLLOUTS

    def __post_init__(self) -> None:
        if self.landmark == SAME_AS_SUBGOAL:
            object.__setattr__(self, "landmark", self.subgoal)

    @property
    def pursues_predecessor(self) -> bool:
        """Whether the subgoal is an unmet predecessor of the chosen landmark (decision 15)."""
        return self.subgoal != self.landmark

    @property
    def chosen(self) -> Evidence | None:
        """The evidence for the action."""
        return next((entry for entry in self.evidence if entry.action is self.action), None)

    def _repr_html_(self) -> str:
        """The evidence as a table for notebooks, the best first."""
        action = f"take {self.action}" if self.action else "there is nothing to do"
        before = f", just before landmark {self.landmark}" if self.pursues_predecessor else ""
        mixed = f"α = {self.greediness:.2g}, " if self.greediness else ""
        counts = f"{mixed}{self.rollouts:,} rollouts, {self.states:,} states"
        rows = [
            (str(entry.action), entry.value, *entry.goal[:2], *entry.subgoal[:2])
            for entry in sorted(self.evidence, key=lambda entry: -entry.value)
        ]
        heads = ("action", "value", "for the goal", "tries", "for the landmark", "tries")
        return table(f"{action}, for landmark {self.subgoal}{before}; {counts}", heads, rows)


class FailureKind(StrEnum):
    """The two ways in which a sequence of landmarks fails (the paper's appendix)."""

    UNREACHABLE = "unreachable"
    """The current landmark is unreachable."""
    DEADLOCK = "deadlock"
    """The goal is unreachable."""


class Failure(NamedTuple):
    """Where a sequence of landmarks failed."""

    kind: FailureKind
    landmark: int
    """The current landmark, by its position in the planner's graph."""
    state: State
    cost: float
    """What the actions executed before have cost, in the costs of the task."""


def estimates(
    values: Sequence[float], tries: Sequence[int], settings: SearchSettings
) -> list[Estimate]:
    """The estimates of all options of a node, with UCB1 = Q + C √(ln N / n).

    N is the sum of the tries n. With `normalize_exploration`, C is multiplied by the greatest Q.
    """
    visits = sum(tries)
    constant = settings.exploration
    if settings.normalize_exploration:
        constant *= max(values, default=0.0)
    radius = constant * math.sqrt(math.log(visits)) if visits else 0.0
    return [
        Estimate(value, number, value + radius * (1 / math.sqrt(number)) if number else math.inf)
        for value, number in zip(values, tries, strict=True)
    ]
