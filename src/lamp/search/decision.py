"""Decisions: an action, and the evidence for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from lamp.search.settings import SearchSettings
from lamp.task import Action, State
from lamp.util.html import table

ITSELF = -1
"""Stands for the subgoal where a decision's target is not given."""


class SearchEnd(StrEnum):
    """Why the search for a decision ended."""

    ROLLOUTS = "rollouts"
    """As many as were asked for were done."""
    SECONDS = "seconds"
    """Time was up."""
    MEMORY = "memory"
    """There was no room for more states: what was known decided, or some of it was forgotten."""
    SOLVED = "solved"
    """Nothing was left to learn: more rollouts would not change the decision."""
    STOPPED = "stopped"
    """The stop signal was given."""


class Estimate(NamedTuple):
    """What rollouts say about one option for one purpose."""

    value: float = 0.0
    """The mean utility (Q)."""
    tries: int = 0
    """How often the option was tried (N)."""
    bound: float = 0.0
    """UCB1, by which rollouts choose; infinite if the option is untried."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about one action in a state."""

    action: Action
    goal: Estimate
    """For the goal (Q_g, N_g)."""
    subgoal: Estimate
    """For the current subgoal (Q_φ, N_φ); with greediness 0 it is not learned."""
    value: float
    """Both values mixed by greediness: the greatest is chosen."""


@dataclass(frozen=True, slots=True)
class LandmarkEvidence:
    """What is known about one landmark that might be pursued next."""

    landmark: int
    """Its position in the landmark graph."""
    estimate: Estimate
    """Q_LM and N_LM."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and the evidence for it; no action in a dead end."""

    action: Action | None
    subgoal: int
    """The position of the current subgoal in the landmark graph (φ)."""
    target: int = ITSELF
    """The landmark that was chosen, for whose sake the subgoal is pursued: often the subgoal."""
    pending: frozenset[int] = frozenset()
    """The landmarks that are still to be achieved, the target among them (Φ)."""
    greediness: float = 0.0
    """What mixed the values of the evidence (α); 0 where nothing is mixed."""
    evidence: tuple[Evidence, ...] = ()
    """One entry for each action that was considered."""
    landmarks: tuple[LandmarkEvidence, ...] = ()
    """One entry for each landmark among which the subgoal was chosen, where it was chosen now."""
    rollouts: int = 0
    states: int = 0
    """How many states something was learned about in this episode."""
    seconds: float = 0.0
    end: SearchEnd = SearchEnd.ROLLOUTS

    def __post_init__(self) -> None:
        if self.target == ITSELF:
            object.__setattr__(self, "target", self.subgoal)

    @property
    def has_means(self) -> bool:
        """Whether the subgoal is a means: it must hold just before the target (decision 15)."""
        return self.subgoal != self.target

    @property
    def chosen(self) -> Evidence | None:
        """The evidence for the action."""
        return next((one for one in self.evidence if one.action is self.action), None)

    def _repr_html_(self) -> str:
        """The evidence as a table for notebooks, the best first."""
        action = f"take {self.action}" if self.action else "there is nothing to do"
        before = f", just before landmark {self.target}" if self.has_means else ""
        mixed = f"α = {self.greediness:.2g}, " if self.greediness else ""
        counts = f"{mixed}{self.rollouts:,} rollouts, {self.states:,} states"
        rows = [
            (str(one.action), one.value, one.goal.value, one.goal.tries, *one.subgoal[:2])
            for one in sorted(self.evidence, key=lambda one: -one.value)
        ]
        heads = ("action", "value", "for the goal", "tries", "for the landmark", "tries")
        return table(f"{action}, for landmark {self.subgoal}{before}; {counts}", heads, rows)


class FailureKind(StrEnum):
    """In which of the paper's two ways a sequence of landmarks fails."""

    UNREACHABLE = "unreachable"
    """The landmark whose turn it is cannot be achieved any more."""
    DEADLOCK = "deadlock"
    """The goal cannot be achieved any more."""


class Failure(NamedTuple):
    """Where a sequence of landmarks failed."""

    kind: FailureKind
    landmark: int
    """The landmark whose turn it was, by its position in the planner's graph."""
    state: State
    cost: int
    """Actions executed until then."""


def estimates(
    values: Sequence[float], tries: Sequence[int], settings: SearchSettings
) -> list[Estimate]:
    """The estimates of all options of a node, with their UCB1."""
    visits = sum(tries)
    scale = settings.exploration
    if settings.normalize_exploration:
        scale *= max(values, default=0.0)
    reach = scale * math.sqrt(math.log(visits)) if visits else 0.0
    return [
        Estimate(value, number, value + reach * (1 / math.sqrt(number)) if number else math.inf)
        for value, number in zip(values, tries, strict=True)
    ]
