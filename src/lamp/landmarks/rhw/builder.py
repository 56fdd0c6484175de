"""The landmark graph during its construction: nodes are added, replaced and ordered."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from lamp.conditions import Literal, conjunction_of
from lamp.fdr import Values, Variables
from lamp.landmarks.graph import Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.task import Task


@dataclass(eq=False, slots=True)
class Node:
    """A landmark: one of the values holds."""

    values: Values
    parents: dict[Node, OrderingType] = field(default_factory=dict)
    """The landmarks that are ordered directly before it."""
    only_after: set[int] = field(default_factory=set)
    """Values that cannot be reached before this landmark, nor together with it."""

    def add_parent(self, parent: Node, ordering: OrderingType) -> None:
        """Order another landmark before this one; of two orderings the stronger one stays."""
        self.parents[parent] = max(ordering, self.parents.get(parent, ordering))


class GraphBuilder:
    """The landmarks so far, and the queue of those to backchain from."""

    def __init__(self) -> None:
        self._atomic: dict[int, Node] = {}
        self._disjunctive: dict[int, Node] = {}
        """The node of each value that is part of a disjunction: of at most one."""
        self.queue: deque[Node] = deque()

    def nodes(self) -> list[Node]:
        """All landmarks."""
        return list(dict.fromkeys([*self._atomic.values(), *self._disjunctive.values()]))

    def is_atomic(self, value: int) -> bool:
        """Whether a value is a landmark by itself."""
        return value in self._atomic

    def add_atomic(self, value: int) -> Node:
        """The landmark of one value; a new one replaces a disjunction that contains the value."""
        if value not in self._atomic:
            self._atomic[value] = node = Node(frozenset([value]))
            self.queue.append(node)
            if replaced := self._disjunctive.get(value):
                self._remove(replaced)
                # What is true just before the disjunction may be false just before the value.
                node.parents = dict.fromkeys(replaced.parents, OrderingType.NATURAL)
        return self._atomic[value]

    def add_disjunctive(self, values: Values) -> Node | None:
        """The landmark that one of the values holds, or one that contains them all; else None.

        A disjunction is not added if it shares values with an atomic landmark, or some but not all
        of its values with another disjunction.
        """
        if not values.isdisjoint(self._atomic):
            return None
        overlapping = {self._disjunctive[value] for value in values if value in self._disjunctive}
        if not overlapping:
            node = Node(values)
            self._disjunctive.update(dict.fromkeys(values, node))
            self.queue.append(node)
            return node
        node = overlapping.pop()
        return node if values <= node.values else None

    def _remove(self, node: Node) -> None:
        for value in node.values:
            del self._disjunctive[value]
        if node in self.queue:
            self.queue.remove(node)
        for other in self.nodes():
            other.parents.pop(node, None)

    def add_lookahead_orderings(self) -> None:
        """Order atomic landmarks after those without which they cannot be reached."""
        for node in self.nodes():
            for value in sorted(node.only_after):
                if value in self._atomic:
                    self._atomic[value].add_parent(node, OrderingType.NATURAL)

    def build(self, task: Task, variables: Variables) -> LandmarkGraph:
        """The immutable graph."""
        nodes = self.nodes()
        position = {node: index for index, node in enumerate(nodes)}
        orderings = [
            Ordering(position[parent], position[node], ordering)
            for node in nodes
            for parent, ordering in node.parents.items()
        ]
        landmarks = [_landmark(node.values, variables) for node in nodes]
        return LandmarkGraph.of(landmarks, orderings, task)


def _landmark(values: Values, variables: Variables) -> Landmark:
    if len(values) > 1:
        return Landmark.any_of(map(Literal.numbered, values))
    (value,) = values
    return Landmark(conjunction_of(variables.literals(value)))
