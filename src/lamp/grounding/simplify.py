"""Facts that never change, removed from all conditions and effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lamp.conditions import literals
from lamp.grounding.distributions import (
    Change,
    Charge,
    Distribution,
    summed,
    where_applicable,
)
from lamp.grounding.exploration import Exploration
from lamp.grounding.formula import restrict
from lamp.grounding.outcomes import changes_of, charges_of, merged_outcomes
from lamp.grounding.reachability import Candidate
from lamp.grounding.world import World
from lamp.task import NEVER, Condition, Outcome


@dataclass(frozen=True, slots=True)
class Constants:
    """The facts that are true, or false, in every state that can be reached."""

    true: frozenset[int]
    false: frozenset[int]

    @classmethod
    def of(cls, world: World, exploration: Exploration) -> Constants:
        """The facts that are true, or false, initially and stay so in a complete exploration."""
        is_reached, facts = exploration.is_reached, range(len(world.atoms))
        return cls(
            frozenset(lit.fact for lit in literals((), world.initial) if not is_reached(lit)),
            frozenset(lit.fact for lit in literals(facts) if not is_reached(lit)),
        )

    def candidate(self, candidate: Candidate) -> Candidate | None:
        """The candidate without constants, or nothing if it can never be applied."""
        precondition = self.condition(candidate.precondition)
        if precondition is NEVER:
            return None
        outcomes = candidate.outcomes
        if precondition != candidate.precondition or not all(map(self._is_settled, outcomes)):
            effect: Distribution = [
                (outcome.probability, tuple(self._changes(outcome)), summed(self._charges(outcome)))
                for outcome in outcomes
            ]
            outcomes = merged_outcomes(where_applicable(effect, precondition))
        return Candidate(candidate.schema, candidate.arguments, precondition, outcomes)

    def condition(self, condition: Condition) -> Condition:
        """The condition without constants."""
        return restrict(condition, self.true, self.false)

    def _is_settled(self, outcome: Outcome) -> bool:
        """Whether there is nothing to simplify: most outcomes have no conditions or constants."""
        return (
            not outcome.conditional
            and self.true.isdisjoint(outcome.add)
            and self.false.isdisjoint(outcome.delete)
        )

    def _changes(self, outcome: Outcome) -> Iterator[Change]:
        for condition, fact, becomes in changes_of(outcome):
            simplified = self.condition(condition)
            if simplified is not NEVER and fact not in (self.true if becomes else self.false):
                yield Change(simplified, fact, becomes)

    def _charges(self, outcome: Outcome) -> Iterator[Charge]:
        for condition, cost in charges_of(outcome):
            simplified = self.condition(condition)
            if simplified is not NEVER:
                yield Charge(simplified, cost)
