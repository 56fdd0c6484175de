"""LM^RHW: landmarks by backchaining from the goal (Richter, Helmert and Westphal, 2008).

From a landmark one asks which operators can make it true for the first time; what all of them need
is a landmark, too. A relaxed exploration that may not reach the landmark tells which operators
those are, and, on the way, what can only come after it. Fast Downward's `lm_rhw` is the model, up
to the choices that its authors left to the implementation: the tests compare whole graphs.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lamp.landmarks.encoding import Encoding, ValueOperator, Values, encode
from lamp.landmarks.exploration import Exploration
from lamp.landmarks.graph import Landmark, LandmarkGraph, Literal, Ordering, OrderingType
from lamp.landmarks.transitions import Transitions
from lamp.task import NEVER, Condition, Task

MAX_DISJUNCTION = 4
"""The most values in a disjunctive landmark: longer ones say little."""


def find_landmarks(task: Task) -> LandmarkGraph:
    """The landmarks of a task's all-outcomes determinization, with their orderings."""
    if task.goal == NEVER:
        return LandmarkGraph.of([], [], task)
    return _Backchaining(task, encode(task)).graph()


@dataclass(eq=False, slots=True)
class _Node:
    """A landmark while the graph is being built: one of the values holds."""

    values: Values
    before: dict[_Node, OrderingType] = field(default_factory=dict)
    """Its direct predecessors."""
    only_after: set[int] = field(default_factory=set)
    """Values that cannot be reached before this landmark, nor together with it."""

    def order_after(self, other: _Node, kind: OrderingType) -> None:
        """Tie this landmark to an earlier one, unless it is tied more strongly already."""
        self.before[other] = max(kind, self.before.get(other, kind))


class _Backchaining:
    """The state of the search for landmarks: the graph so far, and what is still to be expanded."""

    def __init__(self, task: Task, encoding: Encoding) -> None:
        self._task = task
        self._encoding = encoding
        self._variable = encoding.variables.variable
        self._initial = {self._variable(value): value for value in encoding.initial}
        self._exploration = Exploration(encoding)
        self._transitions = Transitions(encoding)
        self._achievers: dict[int, list[ValueOperator]] = defaultdict(list)
        self._num_values: dict[int, int] = defaultdict(int)
        self._index_operators()
        self._simple: dict[int, _Node] = {}
        self._disjunctive: dict[int, _Node] = {}
        """The node of each value that is part of a disjunction: of at most one."""
        self._open: deque[_Node] = deque()

    def _index_operators(self) -> None:
        set_values = set(self._encoding.initial)
        for operator in self._encoding.operators:
            for value in dict.fromkeys(effect.value for effect in operator.effects):
                self._achievers[value].append(operator)
                set_values.add(value)
        for value in set_values:
            self._num_values[self._variable(value)] += 1

    # The search

    def graph(self) -> LandmarkGraph:
        """The frozen graph."""
        self._seed()
        while self._open:
            node = self._open.popleft()
            if node.values.isdisjoint(self._encoding.initial):
                self._expand(node)
        for node in self._nodes():
            for value in sorted(node.only_after):
                if value in self._simple:
                    self._simple[value].order_after(node, OrderingType.NATURAL)
        return self._frozen()

    def _seed(self) -> None:
        for value in sorted(self._encoding.goal):
            self._simple[value] = _Node(frozenset([value]))
            self._open.append(self._simple[value])
        if self._encoding.goals:
            conditions = [set(goal) for goal in self._encoding.goals]
            for value in sorted(set.intersection(*conditions) - self._encoding.goal):
                self._simple[value] = _Node(frozenset([value]))
                self._open.append(self._simple[value])
            for values in self._disjunctions(conditions):
                self._add_disjunction(values, None)

    def _expand(self, node: _Node) -> None:
        """Find what must come before a landmark that is not true initially."""
        reached = self._exploration.reached(node.values)
        first = [one for one in self._achieving(node.values) if _can_achieve(one, node, reached)]
        conditions = [self._conditions(operator, node.values) for operator in first]
        if not conditions:
            return
        for value in sorted(set.intersection(*conditions)):
            self._add_simple(value, node, OrderingType.GREEDY_NECESSARY)
        self._look_ahead(node, reached)
        for values in self._disjunctions(conditions):
            self._add_disjunction(values, node)

    def _achieving(self, values: Values) -> list[ValueOperator]:
        found = {id(one): one for value in sorted(values) for one in self._achievers[value]}
        return list(found.values())

    def _conditions(self, operator: ValueOperator, landmark: Values) -> set[int]:
        """What holds just before an operator makes a landmark true for the first time."""
        found = set(operator.precondition)
        given = {self._variable(value) for value in found}
        wanted = {self._variable(value): value for value in landmark}
        for effect in operator.effects:
            variable = self._variable(effect.value)
            if variable in wanted and variable not in given and self._num_values[variable] == 2:
                # The landmark is the other of two values, and was never true before.
                found.add(self._initial[variable])
        achieving = [effect.condition for effect in operator.effects if effect.value in landmark]
        return found.union(frozenset.intersection(*achieving))

    def _look_ahead(self, node: _Node, reached: set[int]) -> None:
        """Use what the exploration did not reach, and the values on the way to the landmark."""
        together = {e.value for one in self._achieving(node.values) for e in one.effects}
        unreached = self._achievers.keys() - reached - together - node.values
        node.only_after.update(unreached)
        if len(node.values) > 1:
            return
        (value,) = node.values
        variable = self._variable(value)
        allowed = reached.intersection(self._encoding.variables.values(variable))
        start = self._initial[variable]
        for crucial in sorted(self._transitions.crucial(variable, start, value, allowed)):
            self._add_simple(crucial, node, OrderingType.NATURAL)

    def _disjunctions(self, conditions: Iterable[set[int]]) -> Iterator[Values]:
        """Sets of values with one predicate, to which each condition contributes."""
        by_predicate: list[dict[str, set[int]]] = []
        for condition in conditions:
            values: dict[str, set[int]] = defaultdict(set)
            for value in condition - self._simple.keys():
                if not value % 2 and value < 2 * len(self._task.atoms):
                    values[self._task.atoms[value // 2].predicate].add(value)
            by_predicate.append(values)
        shared = set.intersection(*(set(values) for values in by_predicate))
        for predicate in sorted(shared):
            union = frozenset().union(*(values[predicate] for values in by_predicate))
            if 1 < len(union) <= MAX_DISJUNCTION and union.isdisjoint(self._encoding.initial):
                yield union

    # The graph

    def _nodes(self) -> list[_Node]:
        return list(dict.fromkeys([*self._simple.values(), *self._disjunctive.values()]))

    def _add_simple(self, value: int, after: _Node, kind: OrderingType) -> None:
        """Add a landmark of one value, in place of a disjunction that holds it."""
        if value not in self._simple:
            self._simple[value] = node = _Node(frozenset([value]))
            self._open.append(node)
            if replaced := self._disjunctive.get(value):
                self._remove(replaced)
                # Operators that achieve the value need not be those that achieved the disjunction.
                node.before = dict.fromkeys(replaced.before, OrderingType.NATURAL)
        after.order_after(self._simple[value], kind)

    def _remove(self, node: _Node) -> None:
        for value in node.values:
            del self._disjunctive[value]
        if node in self._open:
            self._open.remove(node)
        for other in self._nodes():
            other.before.pop(node, None)

    def _add_disjunction(self, values: Values, after: _Node | None) -> None:
        """Add a disjunction; one that overlaps with others only if it is part of one."""
        if not values.isdisjoint(self._simple):
            return
        overlapping = {self._disjunctive[value] for value in values if value in self._disjunctive}
        if not overlapping:
            node = _Node(values)
            self._disjunctive.update(dict.fromkeys(values, node))
            self._open.append(node)
        else:
            node = overlapping.pop()
            if not values <= node.values:
                return
        if after:
            after.order_after(node, OrderingType.GREEDY_NECESSARY)

    def _frozen(self) -> LandmarkGraph:
        nodes = self._nodes()
        place = {node: position for position, node in enumerate(nodes)}
        orderings = [
            Ordering(place[earlier], place[node], kind)
            for node in nodes
            for earlier, kind in node.before.items()
        ]
        return LandmarkGraph.of(map(self._landmark, nodes), orderings, self._task)

    def _landmark(self, node: _Node) -> Landmark:
        if len(node.values) > 1:
            return Landmark.any_of(Literal(value // 2) for value in node.values)
        (value,) = node.values
        denied = self._encoding.variables.facts_denied(value)
        return Landmark(Condition(false=denied) if denied else Condition(true=(value // 2,)))


def _can_achieve(operator: ValueOperator, node: _Node, reached: set[int]) -> bool:
    """Whether an operator is reached and makes the landmark true."""
    return operator.precondition <= reached and any(
        effect.value in node.values and effect.condition <= reached for effect in operator.effects
    )
