"""The ground task: the input of landmarks, search and exact solution.

A `Task` is a Markov decision process over sets of facts, with exact probabilities and costs. Its
methods are its semantics, exact and slow; the kernels compute the same on arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from statistics import median
from typing import NamedTuple, TypeAlias

State: TypeAlias = frozenset[int]
"""The facts that are true; all others are false."""

UNIT_COST = Fraction(1)
"""The cost of every step in a task without costs of its own."""
NO_COST = Fraction(0)
Cost: TypeAlias = Fraction | int
"""The exact cost of steps that were taken; whole numbers may be integers, which add up faster."""


class Atom(NamedTuple):
    """The symbolic form of a fact."""

    predicate: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join([self.predicate, *self.arguments])})"


@dataclass(frozen=True, slots=True, order=True)
class Condition:
    """A conjunction: facts that are true, facts that are false, and disjunctions.

    Each entry of `any_of` is a disjunction, of which one condition must hold. Most conditions have
    none, and no condition is larger than the formula it comes from.
    """

    true: tuple[int, ...] = ()
    false: tuple[int, ...] = ()
    any_of: tuple[tuple[Condition, ...], ...] = ()

    def holds(self, state: State) -> bool:
        """Whether the condition is satisfied in a state."""
        return (
            all(fact in state for fact in self.true)
            and not any(fact in state for fact in self.false)
            and all(any(option.holds(state) for option in clause) for clause in self.any_of)
        )


ALWAYS = Condition()
NEVER = Condition(any_of=((),))


@dataclass(frozen=True, slots=True, order=True)
class Effect:
    """What a conditional effect adds, deletes and costs where its condition holds."""

    condition: Condition
    add: tuple[int, ...] = ()
    delete: tuple[int, ...] = ()
    cost: Fraction = NO_COST
    """Added to the cost of the outcome; it may be negative, as long as their sum is not."""

    def __repr__(self) -> str:
        return _representation(self, NO_COST)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of the possible outcomes of an action, with its probability and its cost."""

    probability: Fraction
    add: tuple[int, ...] = ()
    delete: tuple[int, ...] = ()
    conditional: tuple[Effect, ...] = ()
    cost: Fraction = UNIT_COST
    """Without the costs of the conditional effects."""

    def __repr__(self) -> str:
        return _representation(self, UNIT_COST)

    def apply(self, state: State) -> State:
        """The state after this outcome: conditions read `state`, deletes come before adds."""
        add, delete = set(self.add), set(self.delete)
        for effect in self.conditional:
            if effect.condition.holds(state):
                add.update(effect.add)
                delete.update(effect.delete)
        return (state - delete) | add

    def cost_in(self, state: State) -> Fraction:
        """The cost of this outcome in a state: its own, and that of effects whose condition holds.

        c(s, o) = cost(o) + Σ { cost(e) : e ∈ conditional(o), s ⊨ condition(e) }
        """
        costs = (effect.cost for effect in self.conditional if effect.condition.holds(state))
        return sum(costs, self.cost)

    @property
    def least_cost(self) -> Fraction:
        """A lower bound on the cost in any state."""
        return sum((min(effect.cost, NO_COST) for effect in self.conditional), self.cost)

    @property
    def greatest_cost(self) -> Fraction:
        """An upper bound on the cost in any state."""
        return sum((max(effect.cost, NO_COST) for effect in self.conditional), self.cost)

    @property
    def has_conditional_cost(self) -> bool:
        """Whether the cost depends on the state."""
        return any(effect.cost for effect in self.conditional)


@dataclass(frozen=True, slots=True)
class Action:
    """A ground action; the probabilities of its outcomes sum to 1."""

    name: str
    arguments: tuple[str, ...]
    precondition: Condition
    outcomes: tuple[Outcome, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.name, *self.arguments])})"

    @property
    def has_uniform_cost(self) -> bool:
        """Whether each step with this action costs the same, whatever its outcome is."""
        if any(outcome.has_conditional_cost for outcome in self.outcomes):
            return False
        return len({outcome.cost for outcome in self.outcomes}) == 1

    def expected_cost(self, state: State) -> Fraction:
        """The expected cost of a step with this action: c(s, a) = Σ_o p(o) c(s, o)."""
        return sum(
            (outcome.probability * outcome.cost_in(state) for outcome in self.outcomes), NO_COST
        )


@dataclass(frozen=True)
class Task:
    """A probabilistic planning problem (Σ, s₀, g) with costs that are never negative."""

    name: str
    atoms: tuple[Atom, ...]
    """The atom of each fact: fact `i` is `atoms[i]`. Atoms that never change are not facts."""
    actions: tuple[Action, ...]
    initial: State
    goal: Condition
    goal_reward: Fraction = NO_COST
    """What reaching the goal is worth, in units of cost; reported, without effect on decisions."""

    def is_goal(self, state: State) -> bool:
        """Whether the goal holds in a state."""
        return self.goal.holds(state)

    def applicable(self, state: State) -> tuple[Action, ...]:
        """The actions whose precondition holds in a state, in canonical order."""
        return tuple(action for action in self.actions if action.precondition.holds(state))

    def apply(self, state: State, action: Action) -> dict[State, Fraction]:
        """The exact distribution over the states after an applicable action."""
        successors: dict[State, Fraction] = {}
        for outcome in action.outcomes:
            successor = outcome.apply(state)
            successors[successor] = successors.get(successor, Fraction()) + outcome.probability
        return successors

    def transitions(self, state: State, action: Action) -> dict[tuple[State, Fraction], Fraction]:
        """The exact distribution over the states after an applicable action, with its costs."""
        transitions: dict[tuple[State, Fraction], Fraction] = {}
        for outcome in action.outcomes:
            transition = outcome.apply(state), outcome.cost_in(state)
            transitions[transition] = transitions.get(transition, Fraction()) + outcome.probability
        return transitions

    def observed_cost(self, state: State, action: Action, after: State) -> Cost:
        """The cost of a step that was seen to lead from a state to another one.

        It is the expectation over the outcomes that lead there; over all, if there are none.
        """
        if self.has_unit_costs:
            return 1
        costs = [
            (probability, cost)
            for (successor, cost), probability in self.transitions(state, action).items()
            if successor == after
        ]
        if not costs:
            return action.expected_cost(state)
        total = sum((probability * cost for probability, cost in costs), NO_COST)
        return total / sum((probability for probability, _ in costs), NO_COST)

    @cached_property
    def has_unit_costs(self) -> bool:
        """Whether every step costs 1."""
        return all(
            outcome.cost == UNIT_COST and not outcome.has_conditional_cost
            for action in self.actions
            for outcome in action.outcomes
        )

    @cached_property
    def cost_unit(self) -> Fraction:
        """The cost of a typical step: the median over actions of their expected costs above 0.

        Costs of effects count as if their conditions held. It is 1 where every step costs 1, or 0.
        """
        costs = [] if self.has_unit_costs else [*map(_greatest_cost, self.actions)]
        return median(filter(None, costs)) if any(costs) else UNIT_COST

    @cached_property
    def greatest_step_cost(self) -> Fraction:
        """An upper bound on the expected cost of a step."""
        if self.has_unit_costs:
            return UNIT_COST
        return max(map(_greatest_cost, self.actions))

    def with_unit_costs(self) -> Task:
        """The task in which every step costs 1, and the goal has no reward."""
        if self.has_unit_costs and not self.goal_reward:
            return self
        actions = tuple(
            replace(action, outcomes=_with_unit_costs(action.outcomes)) for action in self.actions
        )
        return replace(self, actions=actions, goal_reward=NO_COST)


def plain_number(value: Cost) -> float:
    """An exact number as JSON and texts have it: an integer where it is one, else a float."""
    return value.numerator if value.denominator == 1 else float(value)


def _greatest_cost(action: Action) -> Fraction:
    """The expected cost of an action where all conditions of its effects with a cost hold."""
    return sum((o.probability * o.greatest_cost for o in action.outcomes), NO_COST)


def _with_unit_costs(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """Outcomes without costs of their own; those that do the same become one."""
    merged: dict[Outcome, Fraction] = {}
    for outcome in outcomes:
        effects = (replace(effect, cost=NO_COST) for effect in outcome.conditional)
        kept = tuple(effect for effect in effects if effect.add or effect.delete)
        key = Outcome(Fraction(), outcome.add, outcome.delete, kept)
        merged[key] = merged.get(key, Fraction()) + outcome.probability
    return tuple(replace(key, probability=probability) for key, probability in merged.items())


def _representation(instance: Effect | Outcome, default_cost: Fraction) -> str:
    """What a dataclass prints, without a cost that is the default."""
    return f"{type(instance).__name__}({', '.join(_fields(instance, default_cost))})"


def _fields(instance: Effect | Outcome, default_cost: Fraction) -> Iterator[str]:
    for field in fields(instance):
        value = getattr(instance, field.name)
        if field.name != "cost" or value != default_cost:
            yield f"{field.name}={value!r}"
