"""The order of variables in which Fast Downward works: causes before what they influence.

LM^RHW finds landmarks in the order of the goals. Where two disjunctions overlap, the one found
first stays, so that the order can decide between graphs that are equally right. Taking Fast
Downward's order makes the graphs comparable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TypeAlias

from lamp.landmarks.rhw.determinization import MAYBE
from lamp.landmarks.rhw.encoding import Encoding

GOAL_WEIGHT = 100_000

Weights: TypeAlias = Mapping[int, Mapping[int, int]]
"""For each variable those that operators change depending on it, and how many do."""


def causal_order(task: Encoding) -> list[int]:
    """All variables: as far as the causal graph has no cycles, causes come first."""
    weights = _causal_graph(task)
    successors = {variable: sorted(targets) for variable, targets in weights.items()}
    goals = {task.variables.variable(value) for value in task.goal}
    order: list[int] = []
    for component in reversed(_Components(len(task.variables.groups), successors).found):
        order += _ordered(component, weights, goals)
    return order


def _causal_graph(task: Encoding) -> Weights:
    weights: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    variable_of = task.variables.variable
    for operator in task.operators:
        before = [task.variable(one) for one in operator.precondition]
        for condition, value in operator.effects:
            target = variable_of(value)
            for source in [*before, *map(variable_of, condition - {MAYBE})]:
                if source != target:
                    weights[source][target] += 1
    return weights


class _Components:
    """The strongly connected components of a graph, by Tarjan's algorithm without recursion."""

    def __init__(self, size: int, successors: Mapping[int, list[int]]) -> None:
        self._successors = successors
        self._index: dict[int, int] = {}
        self._low: dict[int, int] = {}
        self._stack: list[int] = []
        self._calls: list[tuple[int, Iterator[int]]] = []
        self.found: list[list[int]] = []
        """The components, each before those that lead to it."""
        for node in range(size):
            if node not in self._index:
                self._visit(node)

    def _visit(self, root: int) -> None:
        self._enter(root)
        while self._calls:
            node, rest = self._calls[-1]
            after = next(rest, None)
            if after is None:
                self._leave(node)
            elif after not in self._index:
                self._enter(after)
            elif after in self._low:
                self._low[node] = min(self._low[node], self._index[after])

    def _enter(self, node: int) -> None:
        self._index[node] = self._low[node] = len(self._index)
        self._stack.append(node)
        self._calls.append((node, iter(self._successors.get(node, ()))))

    def _leave(self, node: int) -> None:
        self._calls.pop()
        low = self._low[node]
        if self._calls:
            caller, _ = self._calls[-1]
            self._low[caller] = min(self._low[caller], low)
        if low == self._index[node]:
            component = [self._stack.pop()]
            while component[-1] != node:
                component.append(self._stack.pop())
            for member in component:
                del self._low[member]
            self.found.append(component[::-1])


def _ordered(component: list[int], weights: Weights, goals: set[int]) -> list[int]:
    """A component, always taking next the variable that depends least on those left.

    What a goal depends on counts much more, so that goals come late.
    """
    inside = set(component)
    incoming = dict.fromkeys(component, 0)
    for source in component:
        for target, weight in weights[source].items():
            if target in inside:
                incoming[target] += weight + (GOAL_WEIGHT + weight) * (target in goals)
    queue = [(incoming[node], turn, node) for turn, node in enumerate(component)]
    heapify(queue)
    order: list[int] = []
    turns = count(len(queue))
    while queue:
        weight, _, node = heappop(queue)
        if node not in inside or weight != incoming[node]:
            continue  # it was queued again
        inside.remove(node)
        order.append(node)
        for target, share in weights[node].items():
            if target in inside:
                incoming[target] -= share * (1 + (target in goals))
                heappush(queue, (incoming[target], next(turns), target))
    return order
