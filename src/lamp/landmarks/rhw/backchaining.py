"""LM^RHW: landmarks by backchaining from the goal (Richter, Helmert and Westphal 2008).

What all first achievers of a landmark need is a landmark, too. First achievers are the operators
that can make the landmark true for the first time; those are approximated by relaxed reachability
with the landmark excluded. Functions have the names of `landmark_factory_rpg_sasp.cc` of Fast
Downward, whose choices this module shares where the paper leaves them open: the tests compare
whole graphs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lamp.fdr import UNKNOWN, FdrOperator, FdrTask, Values, to_fdr
from lamp.landmarks.graph import LandmarkGraph, OrderingType
from lamp.landmarks.rhw.builder import GraphBuilder, Node
from lamp.landmarks.rhw.exploration import RelaxedExploration
from lamp.landmarks.rhw.transition_graphs import TransitionGraphs
from lamp.landmarks.rhw.variable_order import variable_order
from lamp.task import NEVER, Task

NO_CLASS = ""
MAX_DISJUNCTION = 4
"""The most values of a disjunctive landmark, as in Fast Downward."""


def lm_rhw(task: Task) -> LandmarkGraph:
    """The landmarks of a task's all-outcomes determinization, with their orderings."""
    if task.goal == NEVER:
        return LandmarkGraph.of([], [], task)
    return _Backchaining(task, to_fdr(task)).generate()


class _Backchaining:
    """The generation of one landmark graph, from the goal backwards."""

    def __init__(self, task: Task, fdr: FdrTask) -> None:
        self._task = task
        self._fdr = fdr
        self._variable = fdr.variables.variable
        self._initial = {self._variable(value): value for value in fdr.initial}
        self._exploration = RelaxedExploration(fdr)
        self._transition_graphs = TransitionGraphs(fdr)
        self._achievers: dict[int, list[FdrOperator]] = defaultdict(list)
        self._num_values: dict[int, int] = defaultdict(int)
        self._index_operators()
        self._builder = GraphBuilder()

    def _index_operators(self) -> None:
        set_values = set(self._fdr.initial)
        for operator in self._fdr.operators:
            for value in dict.fromkeys(effect.value for effect in operator.effects):
                self._achievers[value].append(operator)
                set_values.add(value)
        for value in set_values:
            self._num_values[self._variable(value)] += 1

    def generate(self) -> LandmarkGraph:
        """The landmark graph: each landmark that is not true initially is backchained from once."""
        self._add_goal_landmarks()
        while self._builder.queue:
            node = self._builder.queue.popleft()
            if node.values.isdisjoint(self._fdr.initial):
                self._backchain(node)
        self._builder.add_lookahead_orderings()
        return self._builder.build(self._task, self._fdr.variables)

    def _add_goal_landmarks(self) -> None:
        """Add the facts of the goal, or what the alternatives of a goal with disjunctions share."""
        rank = {variable: index for index, variable in enumerate(variable_order(self._fdr))}
        for value in sorted(self._fdr.goal, key=lambda value: rank[self._variable(value)]):
            self._builder.add_atomic(value)
        if conditions := [self._clauses(goal) for goal in self._fdr.goals]:
            for value in sorted(shared_preconditions(conditions)):
                self._builder.add_atomic(value)
            for values in self._disjunctive_preconditions(conditions):
                self._builder.add_disjunctive(values)

    def _backchain(self, node: Node) -> None:
        """Add what must be true before a landmark: the preconditions of its first achievers."""
        reached = self._exploration.reachable_without(node.values)
        conditions = [
            self._clauses(self._preconditions_to_achieve(operator, node.values), reached)
            for operator in self._achievers_of(node.values)
            if _possibly_achieves(operator, node.values, reached)
        ]
        if not conditions:
            return
        for value in sorted(shared_preconditions(conditions)):
            node.add_parent(self._builder.add_atomic(value), OrderingType.GREEDY_NECESSARY)
        self._approximate_lookahead_orderings(node, reached)
        for values in self._disjunctive_preconditions(conditions):
            if disjunction := self._builder.add_disjunctive(values):
                node.add_parent(disjunction, OrderingType.GREEDY_NECESSARY)

    def _achievers_of(self, values: Values) -> list[FdrOperator]:
        """The operators that can set one of some values, each once."""
        operators = [operator for value in sorted(values) for operator in self._achievers[value]]
        return list({id(operator): operator for operator in operators}.values())

    def _preconditions_to_achieve(self, operator: FdrOperator, landmark: Values) -> Values:
        """What holds just before an operator makes a landmark true for the first time.

        Fast Downward's `approximate_preconditions_to_achieve_landmark`: (1) the precondition, (2)
        for a landmark on a variable of two values the other, initial value, (3) the conditions
        that all effects on the landmark share.
        """
        preconditions = set(operator.precondition)
        constrained = {self._fdr.variable(value) for value in preconditions}
        landmark_variables = {self._variable(value) for value in landmark}
        for effect in operator.effects:
            variable = self._variable(effect.value)
            if (
                variable in landmark_variables
                and variable not in constrained
                and self._num_values[variable] == 2
            ):
                preconditions.add(self._initial[variable])
        achieving = [effect.condition for effect in operator.effects if effect.value in landmark]
        return frozenset.intersection(*achieving).union(preconditions) - {UNKNOWN}

    def _clauses(self, condition: Values, reached: set[int] | None = None) -> list[Values]:
        """For each value or choice of a condition its values, among those reached."""
        clauses = map(self._fdr.values, condition)
        return [values if reached is None else values & reached for values in clauses]

    def _approximate_lookahead_orderings(self, node: Node, reached: set[int]) -> None:
        """Find orderings, and landmarks, from relaxed reachability without the landmark.

        (1) Values that are not reached, and that no achiever of the landmark sets, come after it.
        (2) Values on every path of the domain transition graph to the landmark come before it.
        """
        achieved_together = {
            effect.value
            for operator in self._achievers_of(node.values)
            for effect in operator.effects
        }
        unreached = self._achievers.keys() - reached - achieved_together - node.values
        node.only_after.update(unreached)
        if len(node.values) > 1:
            return
        (value,) = node.values
        variable = self._variable(value)
        allowed = reached.intersection(self._fdr.variables.values(variable))
        initial = self._initial[variable]
        critical = self._transition_graphs.critical_predecessors(variable, initial, value, allowed)
        for predecessor in sorted(critical):
            node.add_parent(self._builder.add_atomic(predecessor), OrderingType.NATURAL)

    def _disjunctive_preconditions(self, conditions: list[list[Values]]) -> Iterator[Values]:
        """Sets of values of one disjunction class to which each condition surely contributes."""
        unions: dict[str, set[int]] = defaultdict(set)
        contributed: list[set[str]] = []
        for condition in conditions:
            sure: set[str] = set()
            for values in condition:
                classes = [self._disjunction_class(value) for value in values]
                if len(set(classes)) == 1:
                    sure.update(classes)
                for name, value in zip(classes, values, strict=True):
                    unions[name].add(value)
            contributed.append(sure)
        for name in sorted(set.intersection(*contributed) - {NO_CLASS}):
            union = frozenset(unions[name])
            if 1 < len(union) <= MAX_DISJUNCTION and union.isdisjoint(self._fdr.initial):
                yield union

    def _disjunction_class(self, value: int) -> str:
        """The predicate of a value, of either sign, that may be part of a disjunction."""
        literal = self._fdr.variables.literal(value)
        if literal is None or self._builder.is_atomic(value):
            return NO_CLASS
        return self._task.atoms[literal.fact].predicate


def _possibly_achieves(operator: FdrOperator, landmark: Values, reached: set[int]) -> bool:
    """Whether an operator is relaxed reachable, and so is an effect of it on the landmark."""
    return operator.precondition <= reached and any(
        effect.value in landmark and effect.condition - {UNKNOWN} <= reached
        for effect in operator.effects
    )


def shared_preconditions(conditions: list[list[Values]]) -> set[int]:
    """The values that hold in all conditions, each given by sets of which one value holds."""
    unit_values = [
        {value for values in clauses if len(values) == 1 for value in values}
        for clauses in conditions
    ]
    return set.intersection(*unit_values)
