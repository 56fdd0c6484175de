"""The costs of landmarks and the distances of actions to them, in plain Python over `Task`.

Both treat literals one by one, as if they were independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import TypeAlias

from lamp.landmarks import LandmarkGraph, Literal
from lamp.task import Action, Condition, Effect, Task

Costs: TypeAlias = dict[Literal, float]

FARTHEST = 255
"""The distance of an action that cannot help, and of one that is farther than can be counted."""


def all_literals(condition: Condition) -> Iterator[Literal]:
    """The literals that occur in a condition, those inside disjunctions too."""
    yield from (Literal(fact) for fact in condition.true)
    yield from (Literal(fact, positive=False) for fact in condition.false)
    for clause in condition.any_of:
        for option in clause:
            yield from all_literals(option)


def probabilities(action: Action) -> list[float]:
    """The probabilities of the outcomes, as differences of floats that are cumulative."""
    totals = [0.0, *map(float, accumulate(outcome.probability for outcome in action.outcomes))]
    return [after - before for before, after in pairwise(totals)]


def mean_cost(action: Action, cost_unit: Fraction) -> float:
    """The expected cost of an action, without the costs of conditional effects."""
    mean = sum(outcome.probability * outcome.cost for outcome in action.outcomes)
    return float(mean / cost_unit)


def effects_of(action: Action) -> list[tuple[float, Effect]]:
    """All effects of all outcomes, with the probability of the outcome."""
    return [
        (chance, effect)
        for chance, outcome in zip(probabilities(action), action.outcomes, strict=True)
        for effect in (Effect(Condition(), outcome.add, outcome.delete), *outcome.conditional)
    ]


def changes(effect: Effect) -> Iterator[Literal]:
    """The literals that an effect may make true."""
    yield from (Literal(fact) for fact in effect.add)
    yield from (Literal(fact, positive=False) for fact in effect.delete)


def hmax(condition: Condition, costs: Costs) -> float:
    """The dearest part of a conjunction; of a disjunction, the cheapest option."""
    terms = [costs.get(Literal(fact), math.inf) for fact in condition.true]
    terms += [costs.get(Literal(fact, positive=False), math.inf) for fact in condition.false]
    for clause in condition.any_of:
        terms.append(min((hmax(option, costs) for option in clause), default=math.inf))
    return max(terms, default=0.0)


def landmark_cost(task: Task, graph: LandmarkGraph, position: int, cost_unit: Fraction) -> float:
    """What it takes to achieve a landmark once all before it are; 1 if it cannot be achieved.

    It is 1 at least.
    """
    condition = graph.landmarks[position].condition
    free = {Literal(fact, positive=fact in task.initial) for fact in range(len(task.atoms))}
    for other, landmark in enumerate(graph.landmarks):
        if graph.predecessors[position] >> other & 1:
            free.update(all_literals(landmark.condition))
    costs = dict.fromkeys(free - set(all_literals(condition)), 0.0)
    known: Costs = {}
    effects = [(action, effects_of(action)) for action in task.actions]
    while known != costs:
        known = dict(costs)
        for action, its in effects:
            mean = mean_cost(action, cost_unit)
            for chance, effect in its:
                dearest = max(hmax(action.precondition, costs), hmax(effect.condition, costs))
                for literal in changes(effect):
                    cost = min(costs.get(literal, math.inf), mean / chance + dearest)
                    if cost < math.inf:
                        costs[literal] = cost
    least = hmax(condition, costs)
    return max(1.0, least) if least < math.inf else 1.0


def distances(task: Task, condition: Condition) -> list[int]:
    """How many actions each action is away from changing something that a condition speaks of."""
    numbers = dict.fromkeys(all_literals(condition), 0)
    known: dict[Literal, int] = {}
    changed = [
        [literal for _, effect in effects_of(a) for literal in changes(effect)]
        for a in task.actions
    ]
    needs = [list(_needs(action)) for action in task.actions]
    while known != numbers:
        known = dict(numbers)
        for given, needed in zip(changed, needs, strict=True):
            distance = _least(given, numbers)
            for literal in needed if distance < FARTHEST else ():
                numbers[literal] = min(numbers.get(literal, FARTHEST), distance + 1)
    return [_least(given, numbers) for given in changed]


def _least(literals: list[Literal], numbers: dict[Literal, int]) -> int:
    return min((numbers.get(literal, FARTHEST) for literal in literals), default=FARTHEST)


def _needs(action: Action) -> Iterator[Literal]:
    yield from all_literals(action.precondition)
    for _, effect in effects_of(action):
        yield from all_literals(effect.condition)
