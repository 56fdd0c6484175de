"""Lifted conditions in negation normal form, with quantifiers as far inside as possible.

Negation stands only before atoms and equalities. A quantifier stands as near as possible to the
literals with its variables: there they can select its objects, and `(exists (?x ?y) (and (p ?x)
(q ?y)))` costs the sum of two loops and not their product.
"""

from __future__ import annotations

from lamp import ppddl
from lamp.ppddl import Condition, Typed, is_variable


def normal_form(condition: Condition, positive: bool = True) -> Condition:
    """The condition, or its negation, in normal form."""
    match condition:
        case ppddl.Atom() | ppddl.Equal():
            return condition if positive else ppddl.Not(condition)
        case ppddl.Not(part):
            return normal_form(part, not positive)
        case ppddl.And(operands) | ppddl.Or(operands):
            kind = ppddl.And if isinstance(condition, ppddl.And) == positive else ppddl.Or
            return kind(tuple(normal_form(operand, positive) for operand in operands))
        case ppddl.Imply(premise, conclusion):
            pair = normal_form(premise, not positive), normal_form(conclusion, positive)
            return ppddl.Or(pair) if positive else ppddl.And(pair)
        case ppddl.Exists(variables, part) | ppddl.Forall(variables, part):
            exists = isinstance(condition, ppddl.Exists) == positive
            return _quantified(exists, variables, normal_form(part, positive))


def _quantified(exists: bool, variables: tuple[Typed, ...], part: Condition) -> Condition:
    """A quantifier over a part in normal form, moved inside."""
    quantifier = ppddl.Exists if exists else ppddl.Forall
    through, across = (ppddl.Or, ppddl.And) if exists else (ppddl.And, ppddl.Or)
    if isinstance(part, through):
        return through(tuple(_quantified(exists, variables, option) for option in part.operands))
    if isinstance(part, quantifier) and apart(variables, part.variables):
        return _quantified(exists, variables + part.variables, part.part)
    if isinstance(part, across):
        groups = _independent(variables, part.operands)
        if len(groups) > 1:
            return across(tuple(_group(exists, own, across(operands)) for own, operands in groups))
    return quantifier(variables, part)


def _group(exists: bool, variables: tuple[Typed, ...], part: ppddl.And | ppddl.Or) -> Condition:
    inner = part.operands[0] if len(part.operands) == 1 else part
    return _quantified(exists, variables, inner) if variables else inner


def _independent(
    variables: tuple[Typed, ...], operands: tuple[Condition, ...]
) -> list[tuple[tuple[Typed, ...], tuple[Condition, ...]]]:
    """Groups of variables with the operands that mention them; no two groups share a variable."""
    groups = [({variable.name}, set[int]()) for variable in variables]
    names = {variable.name for variable in variables}
    outside: set[int] = set()
    for number, operand in enumerate(operands):
        mentioned = free_variables(operand) & names
        touched = [group for group in groups if not group[0].isdisjoint(mentioned)]
        groups = [group for group in groups if group not in touched]
        if touched:
            merged = (
                set().union(*(own for own, _ in touched)),
                {number}.union(*(numbers for _, numbers in touched)),
            )
            groups.append(merged)
        else:
            outside.add(number)
    if outside:
        groups.append((set(), outside))
    return [
        (
            tuple(variable for variable in variables if variable.name in own),
            tuple(operands[number] for number in sorted(numbers)),
        )
        for own, numbers in groups
    ]


def free_variables(condition: Condition) -> set[str]:
    """The variables of a condition that no quantifier in it binds."""
    match condition:
        case ppddl.Atom(_, terms):
            return set(filter(is_variable, terms))
        case ppddl.Equal(left, right):
            return set(filter(is_variable, (left, right)))
        case ppddl.Not(part):
            return free_variables(part)
        case ppddl.And(operands) | ppddl.Or(operands):
            return {name for operand in operands for name in free_variables(operand)}
        case ppddl.Imply(premise, conclusion):
            return free_variables(premise) | free_variables(conclusion)
        case ppddl.Exists(variables, part) | ppddl.Forall(variables, part):
            return free_variables(part) - {variable.name for variable in variables}


def apart(first: tuple[Typed, ...], second: tuple[Typed, ...]) -> bool:
    """Whether no variable of the second list hides one of the first."""
    return {variable.name for variable in first}.isdisjoint(variable.name for variable in second)
