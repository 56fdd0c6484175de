"""Conditions and effects: from nested lists to syntax trees."""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction
from typing import Literal, cast

from lamp.errors import Notice, Place, PpddlError, Topic, UnsupportedFeature
from lamp.ppddl import syntax
from lamp.ppddl.expressions import expression
from lamp.ppddl.phrases import (
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
FLUENTS = ("reward", "total-cost")
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
        remedy="Actions change no numbers but reward and total-cost, and no condition reads one; "
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
    """Return the condition of a node; what is read leniently is added to `notices`."""
    form = as_group(node, notices)
    if not form.items:
        return syntax.And(place=form.place)
    match form.head:
        case "and":
            operands = tuple(condition(operand, notices) for operand in form.items[1:])
            return syntax.And(operands, place=form.place)
        case "or":
            operands = tuple(condition(operand, notices) for operand in form.items[1:])
            return syntax.Or(operands, place=form.place)
        case "not":
            (part,) = _arguments(form, 1, "(not CONDITION)")
            return syntax.Not(condition(part, notices), place=form.place)
        case "imply":
            premise, conclusion = _arguments(form, 2, "(imply CONDITION CONDITION)")
            return syntax.Imply(
                condition(premise, notices), condition(conclusion, notices), place=form.place
            )
        case "exists" | "forall" as quantifier:
            bound, part = _arguments(form, 2, f"({quantifier} (?x - TYPE …) CONDITION)")
            variables = typed_variables(group(bound, "a list of variables", form).items)
            kind = syntax.Exists if quantifier == "exists" else syntax.Forall
            return kind(variables, condition(part, notices), place=form.place)
        case "=":
            return _equality(form)
    return atom(form)


def _equality(form: Group) -> Condition:
    left, right = _arguments(form, 2, "(= TERM TERM)")
    if isinstance(left, Group) or isinstance(right, Group):
        raise numeric(describe(form), form.place)
    return syntax.Equal(term(left), term(right), place=form.place)


def atom(form: Group) -> syntax.Atom:
    """Return `(predicate term …)`."""
    head = name(item(form, 0), "a predicate", form)
    if head in COMPARISONS:
        raise numeric(describe(form), form.place)
    if head in CONNECTIVES or head == "=":
        raise PpddlError(
            f"({head} …) cannot stand here",
            place=form.place,
            remedy="Effects know and, not ATOM, when, forall and probabilistic; "
            "conditions know and, or, not, imply, exists and forall",
        )
    for part in form.items[1:]:
        if isinstance(part, Group):
            raise _misread(form, part)
    return syntax.Atom(head, tuple(term(part) for part in form.items[1:]), place=form.place)


def _misread(form: Group, part: Group) -> PpddlError:
    """Return the error for a list where an argument was expected."""
    head = form.head
    if head in ASSIGNMENTS:
        return numeric(describe(form), form.place)
    if head == "preference":
        return unsupported("preferences", form, "Put what matters into the goal")
    if head in TRAJECTORIES:
        return unsupported(f"trajectory constraints ({head} …)", form, "The goal is one condition")
    close = get_close_matches(SYNONYMS.get(head, head), CONNECTIVES, 1)
    if close:
        return PpddlError(
            f"unknown connective {head}",
            place=item_place(form.place, 0),
            remedy=f"Did you mean {close[0]}?",
        )
    return PpddlError(
        f"expected a variable or an object, found the list {describe(part)}",
        place=part.place,
        remedy=f"The arguments of {head} are names; is a ) missing before this place?",
    )


def effect(node: Node, notices: list[Notice]) -> Effect:
    """Return the effect of a node; what is read leniently is added to `notices`."""
    form = as_group(node, notices)
    if not form.items:
        return syntax.AllOf()
    match form.head:
        case "and":
            return syntax.AllOf(tuple(effect(inner, notices) for inner in form.items[1:]))
        case "not":
            (part,) = _arguments(form, 1, "(not ATOM)")
            return syntax.Delete(atom(as_group(part, notices)))
        case "forall":
            bound, part = _arguments(form, 2, "(forall (?x - TYPE …) EFFECT)")
            variables = typed_variables(group(bound, "a list of variables", form).items)
            return syntax.ForEach(variables, effect(part, notices), place=form.place)
        case "when":
            test, part = _arguments(form, 2, "(when CONDITION EFFECT)")
            return syntax.When(condition(test, notices), effect(part, notices), place=form.place)
        case "probabilistic":
            return _probabilistic(form, notices)
        case "oneof":
            return _oneof(form, notices)
    if form.head in ASSIGNMENTS:
        return _reward(form)
    return syntax.Add(atom(form))


def _probabilistic(form: Group, notices: list[Notice]) -> Effect:
    branches = []
    for position in range(1, len(form.items), 2):
        weight = form.items[position]
        probability = number(weight, "a probability")
        if not 0 <= probability <= 1:
            raise PpddlError(
                f"probability {describe(weight)} is not between 0 and 1",
                place=weight.place,
                remedy="Probabilities are at least 0, and sum to at most 1",
            )
        part = item(form, position + 1)
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
            place=form.place,
            remedy='A remainder below 1 means "nothing happens"',
        )
    return syntax.Probabilistic(tuple(branches), place=form.place)


def _oneof(form: Group, notices: list[Notice]) -> Effect:
    """Return a uniform choice: non-deterministic planning names no probabilities."""
    effects = form.items[1:]
    notices.append(
        Notice(
            form.place,
            "(oneof …) is read as a uniform probabilistic effect",
            "oneof",
            Topic.MEANING,
        )
    )
    share = Fraction(1, max(1, len(effects)))
    branches = tuple(syntax.Branch(share, effect(inner, notices)) for inner in effects)
    return syntax.Probabilistic(branches, place=form.place)


def _reward(form: Group) -> Effect:
    if len(form.items) != 3:
        raise PpddlError(
            f"{describe(form)} takes 2 arguments, found {len(form.items) - 1}",
            place=form.place,
            remedy=f"Write ({form.head} (reward) 1)",
        )
    target = form.items[1]
    fluent = target.text if isinstance(target, Word) else target.head
    single = isinstance(target, Word) or len(target.items) == 1
    if fluent not in FLUENTS or not single or form.head not in {"increase", "decrease"}:
        raise numeric(describe(form), form.place)
    return syntax.RewardChange(
        cast(Literal["increase", "decrease"], form.head),
        cast(syntax.Fluent, fluent),
        expression(form.items[2]),
        place=form.place,
    )


def decimal(value: Fraction) -> str:
    """Return a probability as files write it: 1.2 where that is exact, else 7/6."""
    shown = f"{float(value):.10g}"
    return shown if Fraction(shown) == value else str(value)


def _arguments(form: Group, expected: int, usage: str) -> list[Node]:
    """Return the items after the head, or raise and show the usage when there are more or fewer."""
    if len(form.items) - 1 != expected:
        raise PpddlError(
            f"({form.head} …) takes {expected} argument{'s' * (expected > 1)}, "
            f"found {len(form.items) - 1}",
            place=form.place,
            remedy=f"Write {usage}",
        )
    return form.items[1:]
