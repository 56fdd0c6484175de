"""Relaxed exploration: the values that can be reached if reached values are never lost."""

from __future__ import annotations

from collections import defaultdict

from lamp.fdr import UNKNOWN, FdrTask, Values


class RelaxedExploration:
    """Relaxed reachability in one task, for different sets of excluded values.

    An operator is one rule for its unconditional effects and one for each conditional effect. A
    rule fires when all its conditions are reached, which a counter of unreached conditions tells;
    so the time of an exploration is linear in the size of the rules (Dowling and Gallier 1984).
    """

    def __init__(self, task: FdrTask) -> None:
        self._task = task
        self._num_conditions: list[int] = []
        self._values: list[list[int]] = []
        size = task.variables.num_values + len(task.choices)
        self._rules_of_value: list[list[int]] = [[] for _ in range(size)]
        self._choices_of_value: dict[int, list[int]] = defaultdict(list)
        for choice, values in task.choices.items():
            for value in values:
                self._choices_of_value[value].append(choice)
        self._rules_of_operator: list[list[int]] = []
        self._unconditional: dict[int, list[int]] = defaultdict(list)
        for index, operator in enumerate(task.operators):
            rules: dict[Values, list[int]] = defaultdict(list)
            for effect in operator.effects:
                rules[effect.condition].append(effect.value)
                if not effect.condition:
                    self._unconditional[effect.value].append(index)
            first = len(self._num_conditions)
            for condition, heads in rules.items():
                self._add_rule(operator.precondition | condition - {UNKNOWN}, heads)
            self._rules_of_operator.append(list(range(first, len(self._num_conditions))))

    def _add_rule(self, condition: Values, values: list[int]) -> None:
        rule = len(self._num_conditions)
        self._num_conditions.append(len(condition))
        self._values.append(values)
        for value in condition:
            self._rules_of_value[value].append(rule)

    def reachable_without(self, excluded: Values) -> set[int]:
        """The values and choices that are relaxed reachable without reaching an excluded value.

        Operators with an unconditional effect on one are left out, and so are the conditional
        effects on them (Fast Downward's `compute_relaxed_reachability`).
        """
        num_unreached = self._num_conditions.copy()
        for value in excluded:
            for operator in self._unconditional[value]:
                for rule in self._rules_of_operator[operator]:
                    num_unreached[rule] = -1
        reached: set[int] = set()
        queue = [*self._task.initial]
        for rule, number in enumerate(num_unreached):
            if not number:
                queue += self._values[rule]
        while queue:
            value = queue.pop()
            if value in reached or value in excluded:
                continue
            reached.add(value)
            queue += self._choices_of_value.get(value, ())
            for rule in self._rules_of_value[value]:
                num_unreached[rule] -= 1
                if not num_unreached[rule]:
                    queue += self._values[rule]
        return reached
