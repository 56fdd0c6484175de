"""The ground task: the input of landmarks, search and exact solution.

A `Task` is a Markov decision process over sets of facts, with exact probabilities and unit costs.
Its methods are its semantics, exact and slow; the kernels compute the same on arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

State: TypeAlias = frozenset[int]
"""The facts that are true; all others are false."""


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
    """What a conditional effect adds and deletes where its condition holds."""

    condition: Condition
    add: tuple[int, ...] = ()
    delete: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of the possible outcomes of an action, with its probability."""

    probability: Fraction
    add: tuple[int, ...] = ()
    delete: tuple[int, ...] = ()
    conditional: tuple[Effect, ...] = ()

    def apply(self, state: State) -> State:
        """The state after this outcome: conditions read `state`, deletes come before adds."""
        add, delete = set(self.add), set(self.delete)
        for effect in self.conditional:
            if effect.condition.holds(state):
                add.update(effect.add)
                delete.update(effect.delete)
        return (state - delete) | add


@dataclass(frozen=True, slots=True)
class Action:
    """A ground action; the probabilities of its outcomes sum to 1."""

    name: str
    arguments: tuple[str, ...]
    precondition: Condition
    outcomes: tuple[Outcome, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.name, *self.arguments])})"


@dataclass(frozen=True, slots=True)
class Task:
    """A probabilistic planning problem (Σ, s₀, g) with unit costs."""

    name: str
    atoms: tuple[Atom, ...]
    """The atom of each fact: fact `i` is `atoms[i]`. Atoms that never change are not facts."""
    actions: tuple[Action, ...]
    initial: State
    goal: Condition

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
