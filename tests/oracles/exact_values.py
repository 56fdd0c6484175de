"""An oracle for exact values: every policy of a small task, in exact arithmetic.

It uses only the semantics of the task and considers all actions, also those that change
nothing. Probabilities and costs of a policy come from its linear equations, solved with fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf, prod

from lamp.search import SearchSettings
from lamp.task import State, Task

Distribution = Mapping[tuple[State, Fraction], Fraction]
"""The probabilities of the states after an action, with the costs of coming there."""


@dataclass(frozen=True)
class Oracle:
    """All states of a task, and the distributions to choose from in each."""

    task: Task
    choices: Mapping[State, Sequence[Distribution]]

    @property
    def num_policies(self) -> int:
        """How many ways there are to choose an action in each state."""
        return prod(len(choices) or 1 for choices in self.choices.values())

    def policies(self) -> Iterator[dict[State, Distribution]]:
        """All stationary deterministic policies."""
        deciding = [state for state, choices in self.choices.items() if choices]
        for picked in product(*(self.choices[state] for state in deciding)):
            yield dict(zip(deciding, picked, strict=True))

    def optimum(self) -> tuple[Fraction, Fraction | None]:
        """The maximal probability, and the least cost of success among policies that have it."""
        values = [self._value(policy) for policy in self.policies()]
        best = max(probability for probability, _ in values)
        if not best:
            return best, None
        return best, min(cost / best for probability, cost in values if probability == best)

    def _value(self, policy: Mapping[State, Distribution]) -> tuple[Fraction, Fraction]:
        """The probability of the goal, and the expected cost of successes, failures being free."""
        goals = [state for state in self.choices if self.task.is_goal(state)]
        hopeful = _backwards(policy, goals)
        ones = dict.fromkeys(goals, Fraction(1))
        inner = [state for state in hopeful if state not in ones]
        nothing = dict.fromkeys(inner, Fraction())
        probability = ones | _solved(policy, inner, nothing, ones)
        cost = _solved(policy, inner, _success_costs(policy, inner, probability), {})
        initial = self.task.initial
        return probability.get(initial, Fraction()), cost.get(initial, Fraction())

    def utility(self, settings: SearchSettings) -> float:
        """The best expected utility within the budget, over policies that look at the cost."""
        utilities, bonus = settings.utilities(), settings.goal_utility

        @cache
        def best(state: State, cost: int) -> float:
            if self.task.is_goal(state):
                return utilities[cost] + bonus
            if cost == settings.budget:
                return utilities[cost]
            options = [
                sum(float(chance) * best(after, cost + 1) for (after, _), chance in choice.items())
                for choice in self.choices[state]
            ]
            return max([utilities[settings.budget], *options])

        return best(self.task.initial, 0)


def costly_utility(oracle: Oracle, settings: SearchSettings) -> float:
    """The best expected utility within a budget of cost, over policies that look at the cost.

    Value iteration from below over pairs of states and costs: staying for ever is failure.
    """
    task, unit = oracle.task, settings.cost_unit_of(oracle.task)
    has_budget = settings.cost_budget < inf
    budget = Fraction(settings.cost_budget) if has_budget else settings.budget * unit
    failure = settings.utility_of(float(budget / unit))
    value = {(task.initial, Fraction()): failure}
    for state, cost in (pairs := list(value)):  # grows on the way
        for after, more in {step for choice in oracle.choices[state] for step in choice}:
            if cost + more <= budget and (after, cost + more) not in value:
                value[after, cost + more] = failure
                pairs.append((after, cost + more))
    change = inf
    while change > 1e-15:
        change = 0.0
        for state, cost in sorted(pairs, key=lambda pair: -pair[1]):
            options = [
                sum(
                    float(p) * value.get((after, cost + more), failure)
                    for (after, more), p in choice.items()
                )
                for choice in oracle.choices[state]
            ]
            if task.is_goal(state):
                options = [settings.utility_of(float(cost / unit)) + settings.goal_utility]
            best = max([failure, *options])
            change = max(change, best - value[state, cost])
            value[state, cost] = best
    return value[task.initial, Fraction()]


def oracle_of(task: Task, most: int) -> Oracle | None:
    """The oracle of a task, or nothing if it has too many states."""
    choices: dict[State, list[Distribution]] = {task.initial: []}
    waiting = [task.initial]
    while waiting:
        state = waiting.pop()
        if not task.is_goal(state):
            choices[state] = _distinct(task, state)
        for after in {after for choice in choices[state] for after, _ in choice} - choices.keys():
            choices[after] = []
            waiting.append(after)
        if len(choices) > most:
            return None
    return Oracle(task, choices)


def _distinct(task: Task, state: State) -> list[Distribution]:
    """The distributions over successors in a state, each once; else there are too many policies."""
    distributions: list[Distribution] = []
    for action in task.applicable(state):
        after = task.transitions(state, action)
        if after not in distributions:
            distributions.append(after)
    return distributions


def _backwards(policy: Mapping[State, Distribution], goals: Sequence[State]) -> set[State]:
    """The states from which a policy may reach a goal."""
    hopeful = set(goals)
    while True:
        more = {s for s in policy.keys() - hopeful if hopeful & {after for after, _ in policy[s]}}
        if not more:
            return hopeful
        hopeful |= more


def _success_costs(
    policy: Mapping[State, Distribution],
    inner: Sequence[State],
    probability: Mapping[State, Fraction],
) -> dict[State, Fraction]:
    """The expected cost of the next step, where the goal is reached in the end."""
    return {
        state: sum(
            (
                chance * cost * probability.get(after, Fraction())
                for (after, cost), chance in policy[state].items()
            ),
            Fraction(),
        )
        for state in inner
    }


def _solved(
    policy: Mapping[State, Distribution],
    inner: Sequence[State],
    gains: Mapping[State, Fraction],
    known: Mapping[State, Fraction],
) -> dict[State, Fraction]:
    """The solution of v(s) = gain(s) + the mean of v after s, for inner states s."""
    column = {state: index for index, state in enumerate(inner)}
    rows = []
    for state in inner:
        row = [Fraction(index == column[state]) for index in range(len(inner))] + [gains[state]]
        for (after, _), chance in policy[state].items():
            if after in column:
                row[column[after]] -= chance
            row[-1] += chance * known.get(after, Fraction())
        rows.append(row)
    return dict(zip(inner, _eliminated(rows), strict=True))


def _eliminated(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of a linear system that has one, by Gauss and Jordan."""
    for column in range(len(rows)):
        pivot = next(row for row in range(column, len(rows)) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for other in range(len(rows)):
            if other != column and rows[other][column]:
                factor = rows[other][column]
                pairs = zip(rows[other], rows[column], strict=True)
                rows[other] = [value - factor * pivot_value for value, pivot_value in pairs]
    return [row[-1] for row in rows]
