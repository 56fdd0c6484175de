"""The order of variables of Fast Downward's translator: causes before what they influence.

LM^RHW adds landmarks in the order of the goals. Of two disjunctions that overlap, the one that is
added first stays, so the order decides between graphs that are equally right. With the order of
Fast Downward (`variable_order.py` of its translator, Helmert 2006, section 5.2) the graphs can be
compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TypeAlias

from lamp.fdr import UNKNOWN, FdrTask

GOAL_WEIGHT = 100_000

CausalGraph: TypeAlias = Mapping[int, Mapping[int, int]]
"""For each variable those that operators change depending on it, and how many operators do."""


def variable_order(task: FdrTask) -> list[int]:
    """All variables: as far as the causal graph has no cycles, causes come first."""
    graph = _causal_graph(task)
    successors = {variable: sorted(targets) for variable, targets in graph.items()}
    goals = {task.variables.variable(value) for value in task.goal}
    search = _ComponentSearch(len(task.variables.groups), successors)
    order: list[int] = []
    for component in reversed(search.components):
        order += _max_dag_order(component, graph, goals)
    return order


def _causal_graph(task: FdrTask) -> CausalGraph:
    weights: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    variable_of = task.variables.variable
    for operator in task.operators:
        required = [task.variable(value) for value in operator.precondition]
        for condition, value in operator.effects:
            target = variable_of(value)
            for source in [*required, *map(variable_of, condition - {UNKNOWN})]:
                if source != target:
                    weights[source][target] += 1
    return weights


class _ComponentSearch:
    """The strongly connected components of a graph, by Tarjan's algorithm without recursion."""

    def __init__(self, size: int, successors: Mapping[int, list[int]]) -> None:
        self._successors = successors
        self._index: dict[int, int] = {}
        self._low: dict[int, int] = {}
        self._stack: list[int] = []
        self._calls: list[tuple[int, Iterator[int]]] = []
        self.components: list[list[int]] = []
        """The components, each before those that lead to it."""
        for node in range(size):
            if node not in self._index:
                self._visit(node)

    def _visit(self, root: int) -> None:
        self._enter(root)
        while self._calls:
            node, successors = self._calls[-1]
            successor = next(successors, None)
            if successor is None:
                self._leave(node)
            elif successor not in self._index:
                self._enter(successor)
            elif successor in self._low:
                self._low[node] = min(self._low[node], self._index[successor])

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
            self.components.append(component[::-1])


def _max_dag_order(component: list[int], graph: CausalGraph, goals: set[int]) -> list[int]:
    """A component, always taking next the variable that depends least on those left.

    Dependencies of goal variables weigh much more, so that goals come late (`MaxDAG`).
    """
    inside = set(component)
    incoming = dict.fromkeys(component, 0)
    for source in component:
        for target, weight in graph[source].items():
            if target in inside:
                incoming[target] += weight + (GOAL_WEIGHT + weight) * (target in goals)
    queue = [(incoming[node], entry, node) for entry, node in enumerate(component)]
    heapify(queue)
    order: list[int] = []
    entries = count(len(queue))
    while queue:
        weight, _, node = heappop(queue)
        if node not in inside or weight != incoming[node]:
            continue  # a later entry replaces this one
        inside.remove(node)
        order.append(node)
        for target, share in graph[node].items():
            if target in inside:
                incoming[target] -= share * (1 + (target in goals))
                heappush(queue, (incoming[target], next(entries), target))
    return order
