"""Domain transition graphs: how the values of one variable can follow each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from lamp.landmarks.rhw.determinization import MAYBE
from lamp.landmarks.rhw.encoding import Encoding


class Transitions:
    """The values that operators can set a variable to, by the value it has before."""

    def __init__(self, task: Encoding) -> None:
        self._successors: dict[int, set[int]] = defaultdict(set)
        self._from_anywhere: dict[int, set[int]] = defaultdict(set)
        variable_of = task.variables.variable
        for operator in task.operators:
            before = {task.variable(one): task.options(one) for one in operator.precondition}
            for condition, value in operator.effects:
                variable = variable_of(value)
                own = [one for one in condition - {MAYBE} if variable_of(one) == variable]
                if not own and variable not in before:
                    self._from_anywhere[variable].add(value)
                for one in own or before.get(variable, frozenset()):
                    self._successors[one].add(value)

    def crucial(
        self, variable: int, start: int, target: int, allowed: Collection[int]
    ) -> list[int]:
        """The allowed values that a variable takes on every way from one value to another."""
        possible = {*allowed, target}
        successors = {value: self._successors[value] & possible for value in allowed}
        # What can be set from anywhere can be set at the start: longer ways there change nothing.
        anywhere = self._from_anywhere[variable] & possible
        successors[start] = successors.get(start, set()) | anywhere
        return [value for value in on_every_path(successors, start, target) if value != target]


def on_every_path(successors: Mapping[int, Iterable[int]], start: int, target: int) -> list[int]:
    """The nodes on all paths from start to target, in their order; none if there is no path.

    Along one path, a node is on all others if nothing before it leads past it. Each node and edge
    is looked at once or twice.
    """
    path = _some_path(successors, start, target)
    place = {node: position for position, node in enumerate(path)}
    furthest = 0
    seen = set(path)
    found = []
    for position, node in enumerate(path):
        if position == furthest:
            found.append(node)
        stack = [node]
        while stack:
            for after in successors.get(stack.pop(), ()):
                furthest = max(furthest, place.get(after, 0))
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
    return found


def _some_path(successors: Mapping[int, Iterable[int]], start: int, target: int) -> list[int]:
    before: dict[int, int | None] = {start: None}
    queue = [start]
    for node in queue:  # which grows
        for after in sorted(successors.get(node, ())):
            if after not in before:
                before[after] = node
                queue.append(after)
    path: list[int] = []
    node_or_none: int | None = target if target in before else None
    while node_or_none is not None:
        path.append(node_or_none)
        node_or_none = before[node_or_none]
    return path[::-1]
