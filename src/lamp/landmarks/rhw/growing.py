"""The landmark graph while it grows: nodes of values, replaced and tied as they are found."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from lamp.landmarks.graph import Landmark, LandmarkGraph, Literal, Ordering, OrderingType
from lamp.landmarks.rhw.encoding import Values
from lamp.landmarks.rhw.variables import Variables
from lamp.task import Condition, Task


@dataclass(eq=False, slots=True)
class Node:
    """A landmark: one of the values holds."""

    values: Values
    before: dict[Node, OrderingType] = field(default_factory=dict)
    """Its direct predecessors."""
    only_after: set[int] = field(default_factory=set)
    """Values that cannot be reached before this landmark, nor together with it."""

    def order_after(self, other: Node, kind: OrderingType) -> None:
        """Tie this landmark to an earlier one, unless it is tied more strongly already."""
        self.before[other] = max(kind, self.before.get(other, kind))


class GrowingGraph:
    """The landmarks found so far, and a queue of those that are still to be expanded."""

    def __init__(self) -> None:
        self._simple: dict[int, Node] = {}
        self._disjunctive: dict[int, Node] = {}
        """The node of each value that is part of a disjunction: of at most one."""
        self.open: deque[Node] = deque()

    def nodes(self) -> list[Node]:
        """All landmarks."""
        return list(dict.fromkeys([*self._simple.values(), *self._disjunctive.values()]))

    def is_simple(self, value: int) -> bool:
        """Whether a value is a landmark by itself."""
        return value in self._simple

    def add_simple(self, value: int) -> Node:
        """The landmark of one value; a new one takes the place of a disjunction that holds it."""
        if value not in self._simple:
            self._simple[value] = node = Node(frozenset([value]))
            self.open.append(node)
            if replaced := self._disjunctive.get(value):
                self._remove(replaced)
                # What comes just before the disjunction need not come just before the value.
                node.before = dict.fromkeys(replaced.before, OrderingType.NATURAL)
        return self._simple[value]

    def add_disjunction(self, values: Values) -> Node | None:
        """The landmark that one of the values holds, or one that holds them all; else None.

        One that shares values with a simple landmark, or some but not all with a disjunction, is
        not added.
        """
        if not values.isdisjoint(self._simple):
            return None
        overlapping = {self._disjunctive[value] for value in values if value in self._disjunctive}
        if not overlapping:
            node = Node(values)
            self._disjunctive.update(dict.fromkeys(values, node))
            self.open.append(node)
            return node
        node = overlapping.pop()
        return node if values <= node.values else None

    def _remove(self, node: Node) -> None:
        for value in node.values:
            del self._disjunctive[value]
        if node in self.open:
            self.open.remove(node)
        for other in self.nodes():
            other.before.pop(node, None)

    def tie_later_ones(self) -> None:
        """Order simple landmarks after those before which they cannot be reached."""
        for node in self.nodes():
            for value in sorted(node.only_after):
                if value in self._simple:
                    self._simple[value].order_after(node, OrderingType.NATURAL)

    def frozen(self, task: Task, variables: Variables) -> LandmarkGraph:
        """The graph as all others see it."""
        nodes = self.nodes()
        place = {node: position for position, node in enumerate(nodes)}
        orderings = [
            Ordering(place[earlier], place[node], kind)
            for node in nodes
            for earlier, kind in node.before.items()
        ]
        landmarks = [_landmark(node.values, variables) for node in nodes]
        return LandmarkGraph.of(landmarks, orderings, task)


def _landmark(values: Values, variables: Variables) -> Landmark:
    if len(values) > 1:
        return Landmark.any_of(Literal(value // 2, value % 2 == 0) for value in values)
    (value,) = values
    denied = variables.facts_denied(value)
    return Landmark(Condition(false=denied) if denied else Condition(true=(value // 2,)))
