"""An oracle for the grounder: PPDDL evaluated straight from the definitions.

Nothing is compiled, simplified or remembered: every question walks the trees of the files again,
so that each line here can be held against the definition it states.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from lamp.ppddl import syntax

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GroundAtom: TypeAlias = tuple[str, ...]
"""A predicate and its objects: `("at", "f1", "p2")`."""

State: TypeAlias = frozenset[GroundAtom]
"""The atoms that are true, static ones included; every other atom is false."""

Binding: TypeAlias = dict[str, str]
"""The object that each variable stands for."""

Numbers: TypeAlias = tuple[Fraction, Fraction]
"""By how much one outcome increases reward and total-cost."""

Change: TypeAlias = tuple[frozenset[GroundAtom], frozenset[GroundAtom], Numbers]
"""The atoms that one outcome adds, those it deletes, and its numbers."""

NO_CHANGE: Change = (frozenset(), frozenset(), (Fraction(0), Fraction(0)))

T = TypeVar("T")


class NaiveModel:
    """The MDP that a domain and a problem define, computed on demand."""

    def __init__(
        self, domain: syntax.Domain, problem: syntax.Problem, *, unit_costs: bool = False
    ) -> None:
        self.initial: State = frozenset(_ground(atom, {}) for atom in problem.init)
        self._goal = problem.goal
        self._problem = problem
        self._unit_costs = unit_costs
        self._actions = {action.name: action for action in domain.actions}
        self._types_of: dict[str, set[str]] = {}
        for declared in (*domain.constants, *problem.objects):
            types = _with_supertypes(declared.types, domain)
            self._types_of.setdefault(declared.name, set()).update(types)

    def is_goal(self, state: State) -> bool:
        """Whether the goal holds in the state."""
        return self._holds(self._goal, state, {})

    def instances(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every action name with every tuple of arguments of the right types."""
        for action in self._actions.values():
            for arguments in self._choices(action.parameters):
                yield action.name, arguments

    def applicable(self, state: State) -> list[tuple[str, tuple[str, ...]]]:
        """Return the instances whose precondition holds in the state, in their order."""
        return [
            (name, arguments)
            for name, arguments in self.instances()
            if self._holds(
                self._actions[name].precondition,
                state,
                _bind(self._actions[name].parameters, arguments),
            )
        ]

    def successors(
        self, state: State, name: str, arguments: tuple[str, ...]
    ) -> dict[State, Fraction]:
        """Return the probability of each possible next state; the precondition is not read."""
        transitions = self.transitions(state, name, arguments)
        return _distribution((successor, chance) for (successor, _), chance in transitions.items())

    def transitions(
        self, state: State, name: str, arguments: tuple[str, ...]
    ) -> dict[tuple[State, Fraction], Fraction]:
        """Return the probability of each possible next state with the cost of the step."""
        action = self._actions[name]
        changes = self._changes(action.effect, state, _bind(action.parameters, arguments))
        return _distribution(
            (((state - deletes) | adds, self._cost(numbers)), chance)
            for (adds, deletes, numbers), chance in changes.items()
        )

    def _cost(self, numbers: Numbers) -> Fraction:
        """By how much a step makes the metric worse; 1 where the metric reads no changed number."""
        changed = {c.fluent for a in self._actions.values() for c in _number_changes(a.effect)}
        metric = self._problem.metric
        if self._unit_costs:
            return Fraction(1)
        if not metric:
            if "total-cost" in changed:
                return numbers[1]
            return -numbers[0] if "reward" in changed else Fraction(1)
        sign = 1 if metric.direction == "minimize" else -1

        def at(reward: Fraction, total_cost: Fraction, time: Fraction) -> Fraction:
            fluents = {"reward": reward, "total-cost": total_cost, "total-time": time}
            return sign * self._evaluate(metric.expression, {}, fluents)

        start, one = at(Fraction(0), Fraction(0), Fraction(0)), Fraction(1)
        reads_reward = at(one, Fraction(0), Fraction(0)) != start
        reads_cost = at(Fraction(0), one, Fraction(0)) != start
        if not (reads_reward and "reward" in changed) and not (
            reads_cost and "total-cost" in changed
        ):
            return one
        return at(*numbers, one) - start

    def _evaluate(
        self, expression: syntax.Expression, binding: Binding, fluents: dict[str, Fraction]
    ) -> Fraction:
        """Return the value of an expression, given those of the numbers that change."""
        match expression:
            case syntax.Number(value):
                return value
            case syntax.FunctionTerm(function, ()) if function in fluents:
                return fluents[function]
            case syntax.FunctionTerm(function, terms):
                row = tuple(_value(term, binding) for term in terms)
                return next(
                    value
                    for term, value in self._problem.values
                    if (term.function, term.terms) == (function, row)
                )
            case syntax.Arithmetic(operator, operands):
                values = [self._evaluate(part, binding, fluents) for part in operands]
                match operator:
                    case "+":
                        return sum(values, Fraction(0))
                    case "*":
                        return prod(values, start=Fraction(1))
                    case "/":
                        return values[0] / values[1]
                    case "-":
                        return values[0] - values[1] if len(values) == 2 else -values[0]

    def _objects(self, variable: syntax.Typed) -> list[str]:
        """Return the objects of at least one of the variable's types."""
        return [name for name, types in self._types_of.items() if types & set(variable.types)]

    def _choices(self, variables: tuple[syntax.Typed, ...]) -> Iterator[tuple[str, ...]]:
        """Every choice of one object for each variable."""
        return product(*(self._objects(variable) for variable in variables))

    def _bindings(self, variables: tuple[syntax.Typed, ...], outer: Binding) -> Iterator[Binding]:
        """Every extension of the outer binding; inner variables shadow outer ones."""
        return (outer | _bind(variables, objects) for objects in self._choices(variables))

    def _holds(self, condition: syntax.Condition, state: State, binding: Binding) -> bool:
        """Whether the condition is true in the state under the binding."""
        match condition:
            case syntax.Atom():
                return _ground(condition, binding) in state
            case syntax.Equal(left, right):
                return _value(left, binding) == _value(right, binding)
            case syntax.Not(part):
                return not self._holds(part, state, binding)
            case syntax.And(parts):
                return all(self._holds(part, state, binding) for part in parts)
            case syntax.Or(parts):
                return any(self._holds(part, state, binding) for part in parts)
            case syntax.Imply(premise, conclusion):
                refuted = not self._holds(premise, state, binding)
                return refuted or self._holds(conclusion, state, binding)
            case syntax.Exists(variables, part):
                return any(self._holds(part, state, b) for b in self._bindings(variables, binding))
            case syntax.Forall(variables, part):
                return all(self._holds(part, state, b) for b in self._bindings(variables, binding))

    def _changes(
        self, effect: syntax.Effect, state: State, binding: Binding
    ) -> dict[Change, Fraction]:
        """Return the probability of each possible change; the state is that before the action."""
        match effect:
            case syntax.Add(atom):
                return {(frozenset({_ground(atom, binding)}), *NO_CHANGE[1:]): Fraction(1)}
            case syntax.Delete(atom):
                gone = frozenset({_ground(atom, binding)})
                return {(NO_CHANGE[0], gone, NO_CHANGE[2]): Fraction(1)}
            case syntax.AllOf(parts):
                return _together(self._changes(part, state, binding) for part in parts)
            case syntax.ForEach(variables, part):
                bindings = self._bindings(variables, binding)
                return _together(self._changes(part, state, inner) for inner in bindings)
            case syntax.When(condition, part):
                if self._holds(condition, state, binding):
                    return self._changes(part, state, binding)
                return {NO_CHANGE: Fraction(1)}
            case syntax.Probabilistic(branches):
                remainder = 1 - sum((branch.probability for branch in branches), Fraction(0))
                chosen = [
                    (change, branch.probability * chance)
                    for branch in branches
                    for change, chance in self._changes(branch.effect, state, binding).items()
                ]
                return _distribution([*chosen, (NO_CHANGE, remainder)])
            case syntax.RewardChange(direction, fluent, amount):
                value = self._evaluate(amount, binding, {})
                signed = value if direction == "increase" else -value
                numbers = (signed, Fraction(0)) if fluent == "reward" else (Fraction(0), signed)
                return {(*NO_CHANGE[:2], numbers): Fraction(1)}


def _with_supertypes(types: tuple[str, ...], domain: syntax.Domain) -> set[str]:
    """Return the types, `object`, and all that the domain declares to be above them."""
    supertypes: set[str] = set()
    waiting = [syntax.OBJECT, *types]
    while waiting:
        name = waiting.pop()
        if name not in supertypes:
            supertypes.add(name)
            waiting += [up for typed in domain.types if typed.name == name for up in typed.types]
    return supertypes


def _bind(variables: tuple[syntax.Typed, ...], objects: tuple[str, ...]) -> Binding:
    """Return the object of each variable; there must be as many objects as variables."""
    return {variable.name: name for variable, name in zip(variables, objects, strict=True)}


def _value(term: syntax.Term, binding: Binding) -> str:
    """Return the object that a term stands for."""
    return binding[term] if syntax.is_variable(term) else term


def _ground(atom: syntax.Atom, binding: Binding) -> GroundAtom:
    """Return the atom with objects for its variables."""
    return (atom.predicate, *(_value(term, binding) for term in atom.terms))


def _together(distributions: Iterable[dict[Change, Fraction]]) -> dict[Change, Fraction]:
    """Return the distribution of independent changes that all happen at once."""
    total = {NO_CHANGE: Fraction(1)}
    for part in distributions:
        total = _distribution(
            (
                (
                    adds | more_adds,
                    deletes | more_deletes,
                    (reward + more_reward, cost + more_cost),
                ),
                chance * more_chance,
            )
            for (adds, deletes, (reward, cost)), chance in total.items()
            for (more_adds, more_deletes, (more_reward, more_cost)), more_chance in part.items()
        )
    return total


def _number_changes(effect: syntax.Effect) -> Iterator[syntax.RewardChange]:
    """Every change of a number that is written somewhere in an effect."""
    match effect:
        case syntax.RewardChange():
            yield effect
        case syntax.AllOf(parts):
            for part in parts:
                yield from _number_changes(part)
        case syntax.ForEach(effect=part) | syntax.When(effect=part):
            yield from _number_changes(part)
        case syntax.Probabilistic(branches):
            for branch in branches:
                yield from _number_changes(branch.effect)


def _distribution(weighted: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Return the sum of the weights of each thing, without those of weight 0."""
    sums: dict[T, Fraction] = {}
    for item, weight in weighted:
        sums[item] = sums.get(item, Fraction(0)) + weight
    return {item: weight for item, weight in sums.items() if weight != 0}
