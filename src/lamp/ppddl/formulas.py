"""Conditions and effects: from nested lists to syntax trees."""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction
from typing import Literal, cast

from lamp.errors import Notice, Place, PpddlError, UnsupportedFeature
from lamp.ppddl import syntax
from lamp.ppddl.phrases import (
    expression,
    group,
    is_number,
    item,
    name,
    number,
    term,
    typed_variables,
)
from lamp.ppddl.reader import Group, Node, Word, describe, item_place
from lamp.ppddl.syntax import Condition, Effect

COMPARISONS = {"<", "<=", ">", ">="}
ASSIGNMENTS = {"increase", "decrease", "assign", "scale-up", "scale-down"}
REWARDS = ("reward", "total-cost")
CONNECTIVES = {"and", "or", "not", "imply", "exists", "forall", "when", "probabilistic", "oneof"}


RESERVED = CONNECTIVES | ASSIGNMENTS | COMPARISONS
TRAJECTORIES = {"always", "sometime", "within", "at-most-once", "sometime-after", "at-end"}
SYNONYMS = {"implies": "imply", "if": "when", "choose": "oneof", "any": "exists", "all": "forall"}


def unsupported(construct: str, node: Node, remedy: str) -> UnsupportedFeature:
    """Return the error for a construct that lamp does not plan with."""
    return UnsupportedFeature(f"{construct} are not supported", place=node.place, remedy=remedy)


def numeric(what: str, place: Place) -> UnsupportedFeature:
    """Return the error for numeric fluents other than reward and cost."""
    return UnsupportedFeature(
        f"numeric fluents such as {what} are not supported",
        place=place,
        remedy="Of numbers, only (increase …) and (decrease …) of reward or total-cost are read; "
        "model small quantities with predicates, (level ?tank ?l)",
    )


def as_group(node: Node, notices: list[Notice]) -> Group:
    """Return a list as it is, and a word such as `dead` as the list `(dead)`, with a warning."""
    if isinstance(node, Group):
        if node.items and isinstance(node.items[0], Group):
            raise PpddlError(
                f"{describe(node)} begins with a list",
                place=node.place,
                remedy="Put the word and before several conditions or effects: (and (…) (…))",
            )
        return node
    if node.text[0] in "?:-/#" or node.text in RESERVED or is_number(node):
        raise PpddlError(
            f"{node.text} cannot stand here",
            place=node.place,
            remedy="Comments begin with ;"
            if node.text[0] in "#/"
            else "Expected a list in parentheses; is a ( or ) missing before this place?",
        )
    text = f"{node.text} without parentheses is read as ({node.text})"
    notices.append(Notice(node.place, text, kind=f"bare {node.text}"))
    return Group(node.source, node.offset, [node])


def condition(node: Node, notices: list[Notice]) -> Condition:
    """Return the condition that a node says; what is read leniently goes to `notices`."""
    found = as_group(node, notices)
    if not found.items:
        return syntax.And(place=found.place)
    match found.head:
        case "and":
            parts = tuple(condition(part, notices) for part in found.items[1:])
            return syntax.And(parts, place=found.place)
        case "or":
            parts = tuple(condition(part, notices) for part in found.items[1:])
            return syntax.Or(parts, place=found.place)
        case "not":
            (part,) = _arguments(found, 1, "(not CONDITION)")
            return syntax.Not(condition(part, notices), place=found.place)
        case "imply":
            premise, conclusion = _arguments(found, 2, "(imply CONDITION CONDITION)")
            return syntax.Imply(
                condition(premise, notices), condition(conclusion, notices), place=found.place
            )
        case "exists" | "forall" as quantifier:
            bound, part = _arguments(found, 2, f"({quantifier} (?x - TYPE …) CONDITION)")
            variables = typed_variables(group(bound, "a list of variables", found).items)
            kind = syntax.Exists if quantifier == "exists" else syntax.Forall
            return kind(variables, condition(part, notices), place=found.place)
        case "=":
            return _equality(found)
    return atom(found)


def _equality(found: Group) -> Condition:
    left, right = _arguments(found, 2, "(= TERM TERM)")
    if isinstance(left, Group) or isinstance(right, Group):
        raise numeric(describe(found), found.place)
    return syntax.Equal(term(left), term(right), place=found.place)


def atom(found: Group) -> syntax.Atom:
    """Return `(predicate term …)`."""
    head = name(item(found, 0), "a predicate", found)
    if head in COMPARISONS:
        raise numeric(describe(found), found.place)
    if head in CONNECTIVES or head == "=":
        raise PpddlError(
            f"({head} …) cannot stand here",
            place=found.place,
            remedy="Effects know and, not ATOM, when, forall and probabilistic; "
            "conditions know and, or, not, imply, exists and forall",
        )
    for part in found.items[1:]:
        if isinstance(part, Group):
            raise _misread(found, part)
    return syntax.Atom(head, tuple(term(part) for part in found.items[1:]), place=found.place)


def _misread(found: Group, part: Group) -> PpddlError:
    """Return the error for a list where an argument was expected."""
    head = found.head
    if head in ASSIGNMENTS:
        return numeric(describe(found), found.place)
    if head == "preference":
        return unsupported("preferences", found, "Put what matters into the goal")
    if head in TRAJECTORIES:
        return unsupported(f"trajectory constraints ({head} …)", found, "The goal is one condition")
    close = get_close_matches(SYNONYMS.get(head, head), CONNECTIVES, 1)
    if close:
        return PpddlError(
            f"unknown connective {head}",
            place=item_place(found.place, 0),
            remedy=f"Did you mean {close[0]}?",
        )
    return PpddlError(
        f"expected a variable or an object, found the list {describe(part)}",
        place=part.place,
        remedy=f"The arguments of {head} are names; is a ) missing before this place?",
    )


def effect(node: Node, notices: list[Notice]) -> Effect:
    """Return the effect that a node says; what is read leniently goes to `notices`."""
    found = as_group(node, notices)
    if not found.items:
        return syntax.AllOf()
    match found.head:
        case "and":
            return syntax.AllOf(tuple(effect(part, notices) for part in found.items[1:]))
        case "not":
            (part,) = _arguments(found, 1, "(not ATOM)")
            return syntax.Delete(atom(as_group(part, notices)))
        case "forall":
            bound, part = _arguments(found, 2, "(forall (?x - TYPE …) EFFECT)")
            variables = typed_variables(group(bound, "a list of variables", found).items)
            return syntax.ForEach(variables, effect(part, notices), place=found.place)
        case "when":
            test, part = _arguments(found, 2, "(when CONDITION EFFECT)")
            return syntax.When(condition(test, notices), effect(part, notices), place=found.place)
        case "probabilistic":
            return _probabilistic(found, notices)
        case "oneof":
            return _oneof(found, notices)
    if found.head in ASSIGNMENTS:
        return _reward(found)
    return syntax.Add(atom(found))


def _probabilistic(found: Group, notices: list[Notice]) -> Effect:
    branches = []
    for position in range(1, len(found.items), 2):
        weight = found.items[position]
        probability = number(weight, "a probability")
        if not 0 <= probability <= 1:
            raise PpddlError(
                f"probability {describe(weight)} is not between 0 and 1",
                place=weight.place,
                remedy="Probabilities are at least 0, and sum to at most 1",
            )
        part = item(found, position + 1)
        if part is None:
            raise PpddlError(
                "an effect is missing after this probability",
                place=weight.place,
                remedy='Write (probabilistic P EFFECT …); (and) is the effect "nothing"',
            )
        branches.append(syntax.Branch(probability, effect(part, notices)))
    total = sum((branch.probability for branch in branches), Fraction())
    if total > 1:
        raise PpddlError(
            f"probabilities in (probabilistic …) sum to {decimal(total)}; at most 1 is allowed",
            place=found.place,
            remedy='A remainder below 1 means "nothing happens"',
        )
    return syntax.Probabilistic(tuple(branches), place=found.place)


def _oneof(found: Group, notices: list[Notice]) -> Effect:
    """Return a uniform choice: non-deterministic planning names no probabilities."""
    parts = found.items[1:]
    notices.append(
        Notice(found.place, "(oneof …) is read as a uniform probabilistic effect", "oneof")
    )
    share = Fraction(1, max(1, len(parts)))
    branches = tuple(syntax.Branch(share, effect(part, notices)) for part in parts)
    return syntax.Probabilistic(branches, place=found.place)


def _reward(found: Group) -> Effect:
    if len(found.items) != 3:
        raise PpddlError(
            f"{describe(found)} takes 2 arguments, found {len(found.items) - 1}",
            place=found.place,
            remedy=f"Write ({found.head} (reward) 1)",
        )
    target = found.items[1]
    fluent = target.text if isinstance(target, Word) else target.head
    single = isinstance(target, Word) or len(target.items) == 1
    if fluent not in REWARDS or not single or found.head not in {"increase", "decrease"}:
        raise numeric(describe(found), found.place)
    return syntax.RewardChange(
        cast(Literal["increase", "decrease"], found.head),
        cast(Literal["reward", "total-cost"], fluent),
        expression(found.items[2]),
        place=found.place,
    )


def decimal(value: Fraction) -> str:
    """Return a probability as people write it: 1.2 where that is exact, else 7/6."""
    shown = f"{float(value):.10g}"
    return shown if Fraction(shown) == value else str(value)


def _arguments(found: Group, expected: int, form: str) -> list[Node]:
    """Return the items after the head, or raise and show the form when there are more or fewer."""
    if len(found.items) - 1 != expected:
        raise PpddlError(
            f"({found.head} …) takes {expected} argument{'s' * (expected > 1)}, "
            f"found {len(found.items) - 1}",
            place=found.place,
            remedy=f"Write {form}",
        )
    return found.items[1:]
