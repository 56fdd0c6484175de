"""The syntax trees of PPDDL: frozen trees of domains, problems, conditions and effects.

Names are lower case. The place of a tree in its file (`place`) is kept for messages; trees are
compared without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from lamp.errors import NOWHERE, Notice, Place

OBJECT = "object"
"""The type of everything."""

Term: TypeAlias = str
"""`?x` is a variable, anything else the name of an object."""


def is_variable(term: Term) -> bool:
    """Whether a term is a variable."""
    return term.startswith("?")


@dataclass(frozen=True, slots=True)
class Typed:
    """A name with its types: an object, a variable, or a type with its supertypes."""

    name: str
    types: tuple[str, ...] = (OBJECT,)
    """More than one stands for `either`."""
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Signature:
    """The declaration of a predicate or of a numeric function."""

    name: str
    parameters: tuple[Typed, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# Numbers

Fluent: TypeAlias = Literal["reward", "total-cost"]
"""The numbers that actions change; all other functions keep the values of `:init`."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number, exact."""

    value: Fraction
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class FunctionTerm:
    """`(function term …)`, a number: `(length ?a ?b)`, `(total-cost)`."""

    function: str
    terms: tuple[Term, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`(+ a b …)`, `(* a b …)`, `(- a b)`, `(- a)`, `(/ a b)`."""

    operator: Literal["+", "-", "*", "/"]
    operands: tuple[Expression, ...]
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


Expression: TypeAlias = Number | FunctionTerm | Arithmetic


# Conditions


@dataclass(frozen=True, slots=True)
class Atom:
    """`(predicate term …)`."""

    predicate: str
    terms: tuple[Term, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Equal:
    """`(= left right)`: both terms are the same object."""

    left: Term
    right: Term
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Not:
    """`(not part)`."""

    part: Condition
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class And:
    """`(and operand …)`; without operands, true."""

    operands: tuple[Condition, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Or:
    """`(or operand …)`; without operands, false."""

    operands: tuple[Condition, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Imply:
    """`(imply premise conclusion)`."""

    premise: Condition
    conclusion: Condition
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Exists:
    """`(exists (?x …) part)`."""

    variables: tuple[Typed, ...]
    part: Condition
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Forall:
    """`(forall (?x …) part)`, a condition."""

    variables: tuple[Typed, ...]
    part: Condition
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


Condition: TypeAlias = Atom | Equal | Not | And | Or | Imply | Exists | Forall

TRUE = And()


# Effects


@dataclass(frozen=True, slots=True)
class Add:
    """The atom becomes true."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Delete:
    """`(not atom)`: the atom becomes false, unless the same outcome adds it."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class AllOf:
    """`(and effect …)`: all happen at once; random ones among them are independent."""

    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class ForEach:
    """`(forall (?x …) effect)`: the effect of every binding, all at once."""

    variables: tuple[Typed, ...]
    effect: Effect
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class When:
    """`(when condition effect)`; the condition is read in the state before the action."""

    condition: Condition
    effect: Effect
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Branch:
    """One alternative of a probabilistic effect."""

    probability: Fraction
    effect: Effect


@dataclass(frozen=True, slots=True)
class Probabilistic:
    """`(probabilistic p effect …)`: one of them, or nothing with what the p leave of 1."""

    branches: tuple[Branch, ...]
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class RewardChange:
    """`(increase (total-cost) 5)`, `(decrease (reward) (length ?a ?b))`: a cost or a reward."""

    direction: Literal["increase", "decrease"]
    fluent: Fluent
    amount: Expression
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


Effect: TypeAlias = Add | Delete | AllOf | ForEach | When | Probabilistic | RewardChange

NOTHING = AllOf()


# Files


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """`(:action …)`, with parameters."""

    name: str
    parameters: tuple[Typed, ...] = ()
    precondition: Condition = TRUE
    effect: Effect = NOTHING
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Domain:
    """`(define (domain …) …)`."""

    name: str
    requirements: tuple[str, ...] = ()
    types: tuple[Typed, ...] = ()
    constants: tuple[Typed, ...] = ()
    predicates: tuple[Signature, ...] = ()
    functions: tuple[Signature, ...] = ()
    actions: tuple[ActionSchema, ...] = ()
    action_predicates: tuple[str, ...] = ()
    """Of PDDLGym: predicates that are true of the chosen action alone, by `; (:actions …)`."""
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    notices: tuple[Notice, ...] = field(default=(), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Metric:
    """`(:metric minimize (total-cost))`."""

    direction: Literal["minimize", "maximize"]
    expression: Expression
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Problem:
    """`(define (problem …) …)`."""

    name: str
    domain: str
    requirements: tuple[str, ...] = ()
    objects: tuple[Typed, ...] = ()
    init: tuple[Atom, ...] = ()
    """Without repetitions, in the order of the file."""
    denied: tuple[Atom, ...] = ()
    """Facts said to be false, as all others are."""
    values: tuple[tuple[FunctionTerm, Fraction], ...] = ()
    """Initial values of functions, `(= (distance a b) 7)`, in the order of the file."""
    goal: Condition = TRUE
    goal_reward: Expression | None = None
    goal_probability: Expression | None = None
    metric: Metric | None = None
    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    notices: tuple[Notice, ...] = field(default=(), compare=False, repr=False, kw_only=True)
