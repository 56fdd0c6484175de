"""The delete relaxation of the all-outcomes determinization as Horn rules over literals.

A literal that was reached stays reached, also if its negation is reached. `reachability` computes
the same by the definition; compiled functions use these rules.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple, TypeAlias

from lamp.conditions import literals, literals_of
from lamp.task import Condition, Task

Literals: TypeAlias = frozenset[int]
"""Literals of facts, and auxiliary literals, which are numbered from 2n on for n facts."""


class Rule(NamedTuple):
    """If all of the body is reached, so are all heads."""

    body: Literals
    heads: Literals


def horn_rules(task: Task) -> list[Rule]:
    """The rules that are relevant to reaching the goal.

    The first auxiliary literal is the goal, the others are disjunctions.
    """
    rules = _Rules(task)
    return _relevant(rules.heads, rules.goal)


class _Rules:
    """All rules of a task: the heads that belong to each body."""

    def __init__(self, task: Task) -> None:
        self.heads: defaultdict[Literals, set[int]] = defaultdict(set)
        self.goal = 2 * len(task.atoms)
        self._disjunctions: dict[tuple[Condition, ...], int] = {}
        self.heads[self._body(task.goal)].add(self.goal)
        for action in task.actions:
            body = self._body(action.precondition)
            for outcome in action.outcomes:
                self.heads[body].update(literals(outcome.add, outcome.delete))
                for effect in outcome.conditional:
                    both = body | self._body(effect.condition)
                    self.heads[both].update(literals(effect.add, effect.delete))

    def _body(self, condition: Condition) -> Literals:
        clauses = (self._disjunction(clause) for clause in condition.any_of)
        return frozenset({*literals_of(condition), *clauses})

    def _disjunction(self, options: tuple[Condition, ...]) -> int:
        """The literal of a disjunction, which each of its options reaches."""
        if options not in self._disjunctions:
            literal = self._disjunctions[options] = self.goal + len(self._disjunctions) + 1
            for option in options:
                self.heads[self._body(option)].add(literal)
        return self._disjunctions[options]


def _relevant(heads: dict[Literals, set[int]], goal: int) -> list[Rule]:
    """The rules, restricted to heads that are not in their bodies and on which the goal depends."""
    achievers: defaultdict[int, list[Literals]] = defaultdict(list)
    for body, reached in heads.items():
        for literal in reached - body:
            achievers[literal].append(body)
    needed, queue = {goal}, [goal]
    for literal in queue:
        for body in achievers[literal]:
            queue.extend(body - needed)
            needed |= body
    rules = [Rule(body, frozenset(reached & needed - body)) for body, reached in heads.items()]
    return [rule for rule in rules if rule.heads]
