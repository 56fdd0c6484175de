"""The delete relaxation of the all-outcomes determinization as rules over literals.

`reachability` computes the same from the definition; compiled functions use these rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from lamp.task import Condition, Task


class Kind(IntEnum):
    """What a literal stands for."""

    AUXILIARY = 0
    """The goal, or a disjunction."""
    TRUE = 1
    FALSE = 2


class RuleLiteral(NamedTuple):
    """A fact that is true, one that is false, or a part of conditions."""

    kind: Kind
    number: int


Literals: TypeAlias = frozenset[RuleLiteral]

GOAL = RuleLiteral(Kind.AUXILIARY, 0)


class Rule(NamedTuple):
    """If all of the body is reached, so are all heads."""

    body: Literals
    heads: Literals


def rules_of(task: Task) -> list[Rule]:
    """The rules by which the goal can be reached, without those that cannot help."""
    rules = _Rules(task)
    return _relevant(rules.heads)


class _Rules:
    """All rules of a task: the heads that belong to each body."""

    def __init__(self, task: Task) -> None:
        self.heads: defaultdict[Literals, set[RuleLiteral]] = defaultdict(set)
        self._parts: dict[tuple[Condition, ...], RuleLiteral] = {}
        self.heads[self._body(task.goal)].add(GOAL)
        for action in task.actions:
            body = self._body(action.precondition)
            for outcome in action.outcomes:
                self.heads[body].update(_changes(outcome.add, outcome.delete))
                for effect in outcome.conditional:
                    both = body | self._body(effect.condition)
                    self.heads[both].update(_changes(effect.add, effect.delete))

    def _body(self, condition: Condition) -> Literals:
        clauses = (self._part(clause) for clause in condition.any_of)
        return frozenset({*_changes(condition.true, condition.false), *clauses})

    def _part(self, options: tuple[Condition, ...]) -> RuleLiteral:
        """The literal of a disjunction, which each of its options gives."""
        if options not in self._parts:
            part = self._parts[options] = RuleLiteral(Kind.AUXILIARY, len(self._parts) + 1)
            for option in options:
                self.heads[self._body(option)].add(part)
        return self._parts[options]


def _changes(true: Iterable[int], false: Iterable[int]) -> Iterator[RuleLiteral]:
    yield from (RuleLiteral(Kind.TRUE, fact) for fact in true)
    yield from (RuleLiteral(Kind.FALSE, fact) for fact in false)


def _relevant(heads: dict[Literals, set[RuleLiteral]]) -> list[Rule]:
    """The rules that give something new on a way to the goal, and of it what is on such a way."""
    givers: defaultdict[RuleLiteral, list[Literals]] = defaultdict(list)
    for body, given in heads.items():
        for literal in given - body:
            givers[literal].append(body)
    wanted, seen = {GOAL}, [GOAL]
    for literal in seen:
        for body in givers[literal]:
            seen.extend(body - wanted)
            wanted |= body
    rules = [Rule(body, frozenset(given & wanted - body)) for body, given in heads.items()]
    return [rule for rule in rules if rule.heads]
