"""Facts that never change, found and removed from all conditions and effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from lamp.grounding.effects import Change
from lamp.grounding.formula import restrict
from lamp.grounding.outcomes import changes_of, merged_outcomes
from lamp.grounding.reachability import Candidate, Exploration
from lamp.task import NEVER, Condition, Outcome

Facts = frozenset[int]


@dataclass(frozen=True, slots=True)
class Constants:
    """The facts that are true, or false, in every state that can be reached."""

    true: Facts
    false: Facts


def simplified(
    candidates: list[Candidate], initial: Iterable[int], reached: Iterable[int], num_facts: int
) -> tuple[list[Candidate], Constants]:
    """The candidates that can happen, without constant facts, and the constants.

    What can be reached and what can be deleted depend on each other: an action that needs a fact
    to be false which nothing deletes can never happen, so neither can its effects. Hence the loop.
    """
    while True:
        constants = _constants(candidates, initial, reached, num_facts)
        simpler = _Pass(constants)
        kept = [one for one in map(simpler.candidate, candidates) if one]
        if not simpler.must_repeat:
            return kept, constants
        candidates, reached = kept, _reachable(kept, initial)


def _constants(
    candidates: list[Candidate], initial: Iterable[int], reached: Iterable[int], num_facts: int
) -> Constants:
    deleted = {
        change.fact
        for candidate in candidates
        for outcome in candidate.outcomes
        for change in changes_of(outcome)
        if not change.becomes
    }
    return Constants(
        frozenset(fact for fact in initial if fact not in deleted),
        frozenset(range(num_facts)).difference(reached),
    )


class _Pass:
    """One pass over all candidates; `must_repeat` says whether it removed more than constants."""

    def __init__(self, constants: Constants) -> None:
        self._constants = constants
        self.must_repeat = False

    def candidate(self, one: Candidate) -> Candidate | None:
        precondition = self._restricted(one.precondition)
        if precondition is NEVER:
            return None
        here = Constants(frozenset(precondition.true), frozenset(precondition.false))
        outcomes = one.outcomes
        if not all(self._is_settled(outcome, here) for outcome in outcomes):
            outcomes = merged_outcomes(
                [(outcome.probability, self._changes(outcome, here)) for outcome in outcomes]
            )
        return Candidate(one.schema, one.arguments, precondition, outcomes)

    def _is_settled(self, outcome: Outcome, here: Constants) -> bool:
        """Whether there is nothing to simplify: most outcomes have no conditions or constants."""
        return not outcome.conditional and all(
            known.true.isdisjoint(outcome.add) and known.false.isdisjoint(outcome.delete)
            for known in (self._constants, here)
        )

    def _changes(self, outcome: Outcome, here: Constants) -> tuple[Change, ...]:
        """The changes that an outcome can make where its action is applicable."""
        found = []
        changes = list(changes_of(outcome))
        deleted = {change.fact for change in changes if not change.becomes}
        for condition, fact, becomes in changes:
            rest = restrict(self._restricted(condition), here.true, here.false)
            if rest is NEVER or (not becomes and fact in here.false):
                self.must_repeat = True
            elif becomes and fact not in deleted and fact in here.true:
                continue
            elif fact not in (self._constants.true if becomes else self._constants.false):
                found.append(Change(rest, fact, becomes))
        return tuple(found)

    def _restricted(self, condition: Condition) -> Condition:
        found = restrict(condition, self._constants.true, self._constants.false)
        if found is NEVER or found.any_of != condition.any_of:
            self.must_repeat = True
        return found


def _reachable(candidates: list[Candidate], initial: Iterable[int]) -> Iterable[int]:
    exploration = Exploration()
    for fact in initial:
        exploration.reach(fact)
    for candidate in candidates:
        exploration.when(candidate.precondition, partial(exploration.release, candidate.outcomes))
    while exploration.queue:
        exploration.wake(exploration.queue.popleft())
    return exploration.reached
