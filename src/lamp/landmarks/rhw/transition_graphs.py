"""Domain transition graphs: how the values of one variable can follow each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from lamp.fdr import UNKNOWN, FdrTask


class TransitionGraphs:
    """The values that operators can set a variable to, by the value it has before."""

    def __init__(self, task: FdrTask) -> None:
        self._successors: dict[int, set[int]] = defaultdict(set)
        self._from_any_value: dict[int, set[int]] = defaultdict(set)
        variable_of = task.variables.variable
        for operator in task.operators:
            required = {task.variable(value): task.values(value) for value in operator.precondition}
            for condition, target in operator.effects:
                variable = variable_of(target)
                sources = [
                    value for value in condition - {UNKNOWN} if variable_of(value) == variable
                ]
                if not sources and variable not in required:
                    self._from_any_value[variable].add(target)
                for source in sources or required.get(variable, frozenset()):
                    self._successors[source].add(target)

    def critical_predecessors(
        self, variable: int, initial: int, target: int, allowed: Collection[int]
    ) -> list[int]:
        """The allowed values that a variable has on every path from one value to another.

        Fast Downward's `get_critical_dtg_predecessors`.
        """
        possible = {*allowed, target}
        successors = {value: self._successors[value] & possible for value in allowed}
        # What can be set from any value can be set from the first: longer paths exclude nothing.
        from_any = self._from_any_value[variable] & possible
        successors[initial] = successors.get(initial, set()) | from_any
        return [value for value in dominators(successors, initial, target) if value != target]


def dominators(successors: Mapping[int, Iterable[int]], start: int, target: int) -> list[int]:
    """The nodes on all paths from start to target, in their order; none if there is no path.

    Along one path, a node is on all others if no edge or detour leads from before it to behind it.
    Each node and edge is visited at most twice.
    """
    path = _shortest_path(successors, start, target)
    index_on_path = {node: index for index, node in enumerate(path)}
    furthest = 0
    seen = set(path)
    on_all_paths = []
    for index, node in enumerate(path):
        if index == furthest:
            on_all_paths.append(node)
        stack = [node]
        while stack:
            for successor in successors.get(stack.pop(), ()):
                furthest = max(furthest, index_on_path.get(successor, 0))
                if successor not in seen:
                    seen.add(successor)
                    stack.append(successor)
    return on_all_paths


def _shortest_path(successors: Mapping[int, Iterable[int]], start: int, target: int) -> list[int]:
    """One of the shortest paths from start to target; empty if there is none."""
    parent: dict[int, int | None] = {start: None}
    queue = [start]
    for node in queue:  # which grows
        for successor in sorted(successors.get(node, ())):
            if successor not in parent:
                parent[successor] = node
                queue.append(successor)
    path: list[int] = []
    step: int | None = target if target in parent else None
    while step is not None:
        path.append(step)
        step = parent[step]
    return path[::-1]
