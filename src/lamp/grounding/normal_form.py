"""Lifted conditions in negation normal form: negation only before atoms and equalities."""

from __future__ import annotations

from lamp.ppddl import syntax
from lamp.ppddl.syntax import Condition


def normal_form(condition: Condition, positive: bool = True) -> Condition:
    """The condition, or its negation, with `not` pushed to the atoms and without `imply`."""
    match condition:
        case syntax.Atom() | syntax.Equal():
            return condition if positive else syntax.Not(condition)
        case syntax.Not(part):
            return normal_form(part, not positive)
        case syntax.And(parts) | syntax.Or(parts):
            kind = syntax.And if isinstance(condition, syntax.And) == positive else syntax.Or
            return kind(tuple(normal_form(part, positive) for part in parts))
        case syntax.Imply(premise, conclusion):
            pair = normal_form(premise, not positive), normal_form(conclusion, positive)
            return syntax.Or(pair) if positive else syntax.And(pair)
        case syntax.Exists(variables, part) | syntax.Forall(variables, part):
            quantifier = (
                syntax.Exists if isinstance(condition, syntax.Exists) == positive else syntax.Forall
            )
            return quantifier(variables, normal_form(part, positive))
