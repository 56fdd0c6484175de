"""Relaxed exploration: which values can be reached when nothing that was reached is lost."""

from __future__ import annotations

from collections import defaultdict

from lamp.landmarks.rhw.determinization import MAYBE
from lamp.landmarks.rhw.encoding import Encoding, Values


class Exploration:
    """The reachable values of an encoded task, again and again with other ones forbidden.

    An operator is one rule for its unconditional effects and one for each conditional effect. A
    rule fires when all its conditions are reached; a counter of those missing makes an exploration
    as expensive as the conditions of the rules that are looked at.
    """

    def __init__(self, task: Encoding) -> None:
        self._task = task
        self._missing: list[int] = []
        self._values: list[list[int]] = []
        size = task.variables.num_values + len(task.choices)
        self._rules_of_value: list[list[int]] = [[] for _ in range(size)]
        self._choices_of_value: dict[int, list[int]] = defaultdict(list)
        for choice, options in task.choices.items():
            for value in options:
                self._choices_of_value[value].append(choice)
        self._rules_of_operator: list[list[int]] = []
        self._unconditional: dict[int, list[int]] = defaultdict(list)
        for position, operator in enumerate(task.operators):
            rules: dict[Values, list[int]] = defaultdict(list)
            for effect in operator.effects:
                rules[effect.condition].append(effect.value)
                if not effect.condition:
                    self._unconditional[effect.value].append(position)
            first = len(self._missing)
            for condition, values in rules.items():
                self._add_rule(operator.precondition | condition - {MAYBE}, values)
            self._rules_of_operator.append(list(range(first, len(self._missing))))

    def _add_rule(self, condition: Values, values: list[int]) -> None:
        rule = len(self._missing)
        self._missing.append(len(condition))
        self._values.append(values)
        for value in condition:
            self._rules_of_value[value].append(rule)

    def reached(self, forbidden: Values) -> set[int]:
        """The values and choices reachable without ever reaching a forbidden value.

        Operators that certainly reach one are left out, and so are effects that do.
        """
        missing = self._missing.copy()
        for value in forbidden:
            for operator in self._unconditional[value]:
                for rule in self._rules_of_operator[operator]:
                    missing[rule] = -1
        reached: set[int] = set()
        queue = [*self._task.initial]
        for rule, count in enumerate(missing):
            if not count:
                queue += self._values[rule]
        while queue:
            value = queue.pop()
            if value in reached or value in forbidden:
                continue
            reached.add(value)
            queue += self._choices_of_value.get(value, ())
            for rule in self._rules_of_value[value]:
                missing[rule] -= 1
                if not missing[rule]:
                    queue += self._values[rule]
        return reached
