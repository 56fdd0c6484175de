"""LM^RHW: landmarks by backchaining from the goal (Richter, Helmert and Westphal, 2008).

From a landmark one asks which operators can make it true for the first time; what all of them need
is a landmark, too. A relaxed exploration that may not reach the landmark tells which operators
those are, and, on the way, what can only come after it. Fast Downward's `lm_rhw` is the model, up
to the choices that its authors left to the implementation: the tests compare whole graphs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lamp.landmarks.graph import LandmarkGraph, OrderingType
from lamp.landmarks.rhw.causal_order import causal_order
from lamp.landmarks.rhw.determinization import MAYBE
from lamp.landmarks.rhw.encoding import Encoding, ValueOperator, Values, encode
from lamp.landmarks.rhw.exploration import Exploration
from lamp.landmarks.rhw.growing import GrowingGraph, Node
from lamp.landmarks.rhw.transitions import Transitions
from lamp.task import NEVER, Task

NO_PREDICATE = ""
MAX_DISJUNCTION = 4
"""The most values in a disjunctive landmark: longer ones say little."""


def find_landmarks(task: Task) -> LandmarkGraph:
    """The landmarks of a task's all-outcomes determinization, with their orderings."""
    if task.goal == NEVER:
        return LandmarkGraph.of([], [], task)
    return _Backchaining(task, encode(task)).graph()


class _Backchaining:
    """The search for landmarks, from the goal backwards."""

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
        self._graph = GrowingGraph()

    def _index_operators(self) -> None:
        set_values = set(self._encoding.initial)
        for operator in self._encoding.operators:
            for value in dict.fromkeys(effect.value for effect in operator.effects):
                self._achievers[value].append(operator)
                set_values.add(value)
        for value in set_values:
            self._num_values[self._variable(value)] += 1

    def graph(self) -> LandmarkGraph:
        """The frozen graph."""
        self._seed()
        while self._graph.open:
            node = self._graph.open.popleft()
            if node.values.isdisjoint(self._encoding.initial):
                self._expand(node)
        self._graph.tie_later_ones()
        return self._graph.frozen(self._task, self._encoding.variables)

    def _seed(self) -> None:
        """Start from the facts of the goal, and from what all its alternatives share."""
        order = {variable: at for at, variable in enumerate(causal_order(self._encoding))}
        for value in sorted(self._encoding.goal, key=lambda one: order[self._variable(one)]):
            self._graph.add_simple(value)
        if conditions := [self._needs(goal) for goal in self._encoding.goals]:
            for value in sorted(shared(conditions)):
                self._graph.add_simple(value)
            for values in self._disjunctions(conditions):
                self._graph.add_disjunction(values)

    def _expand(self, node: Node) -> None:
        """Find what must come before a landmark that is not true initially."""
        reached = self._exploration.reached(node.values)
        first = [one for one in self._achieving(node.values) if _can_achieve(one, node, reached)]
        conditions = [self._needs(self._before(one, node.values), reached) for one in first]
        if not conditions:
            return
        for value in sorted(shared(conditions)):
            node.order_after(self._graph.add_simple(value), OrderingType.GREEDY_NECESSARY)
        self._look_ahead(node, reached)
        for values in self._disjunctions(conditions):
            if disjunction := self._graph.add_disjunction(values):
                node.order_after(disjunction, OrderingType.GREEDY_NECESSARY)

    def _achieving(self, values: Values) -> list[ValueOperator]:
        found = {id(one): one for value in sorted(values) for one in self._achievers[value]}
        return list(found.values())

    def _before(self, operator: ValueOperator, landmark: Values) -> Values:
        """What holds just before an operator makes a landmark true for the first time."""
        found = set(operator.precondition)
        given = {self._encoding.variable(one) for one in found}
        wanted = {self._variable(value) for value in landmark}
        for effect in operator.effects:
            variable = self._variable(effect.value)
            if variable in wanted and variable not in given and self._num_values[variable] == 2:
                # The landmark is the other of two values, and was never true before.
                found.add(self._initial[variable])
        achieving = [effect.condition for effect in operator.effects if effect.value in landmark]
        return frozenset.intersection(*achieving).union(found) - {MAYBE}

    def _needs(self, condition: Values, reached: set[int] | None = None) -> list[Values]:
        """For each part of a condition the values, among those reached, of which one holds."""
        options = map(self._encoding.options, condition)
        return [values if reached is None else values & reached for values in options]

    def _look_ahead(self, node: Node, reached: set[int]) -> None:
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
            node.order_after(self._graph.add_simple(crucial), OrderingType.NATURAL)

    def _disjunctions(self, conditions: list[list[Values]]) -> Iterator[Values]:
        """Sets of values with one predicate, to which each condition surely contributes."""
        unions: dict[str, set[int]] = defaultdict(set)
        contributing: list[set[str]] = []
        for condition in conditions:
            sure: set[str] = set()
            for values in condition:
                predicates = [self._predicate(value) for value in values]
                if len(set(predicates)) == 1:
                    sure.update(predicates)
                for predicate, value in zip(predicates, values, strict=True):
                    unions[predicate].add(value)
            contributing.append(sure)
        for predicate in sorted(set.intersection(*contributing) - {NO_PREDICATE}):
            union = frozenset(unions[predicate])
            if 1 < len(union) <= MAX_DISJUNCTION and union.isdisjoint(self._encoding.initial):
                yield union

    def _predicate(self, value: int) -> str:
        """The predicate of a value, of either sign, that may be part of a disjunction."""
        if self._graph.is_simple(value) or value >= 2 * len(self._task.atoms):
            return NO_PREDICATE
        return self._task.atoms[value // 2].predicate


def _can_achieve(operator: ValueOperator, node: Node, reached: set[int]) -> bool:
    """Whether an operator is reached and makes the landmark true."""
    return operator.precondition <= reached and any(
        effect.value in node.values and effect.condition - {MAYBE} <= reached
        for effect in operator.effects
    )


def shared(conditions: list[list[Values]]) -> set[int]:
    """The values that hold in all conditions, each given by sets of which one value holds."""
    single = [
        {one for values in parts if len(values) == 1 for one in values} for parts in conditions
    ]
    return set.intersection(*single)
