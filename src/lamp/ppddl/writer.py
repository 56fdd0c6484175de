"""Domains and problems back to PPDDL text, which parses to an equal domain or problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import TextWrapper

from lamp.ppddl import syntax
from lamp.ppddl.syntax import (
    ActionSchema,
    Condition,
    Domain,
    Effect,
    Expression,
    Metric,
    Problem,
    Signature,
    Typed,
)

WRAPPER = TextWrapper(width=96, break_long_words=False, break_on_hyphens=False)


def write_domain(domain: Domain) -> str:
    """Return the text of a domain."""
    sections = [
        _section(":requirements", domain.requirements),
        _paragraphs(":types", domain.types),
        _paragraphs(":constants", domain.constants),
        f"; {_list(':actions', *domain.action_predicates)}" if domain.action_predicates else "",
        _lines(":predicates", map(signature_text, domain.predicates)),
        _lines(":functions", map(signature_text, domain.functions)),
        *map(_action, domain.actions),
    ]
    return _define("domain", domain.name, sections)


def write_problem(problem: Problem) -> str:
    """Return the text of a problem."""
    facts = [*map(_condition, problem.init)]
    facts += [_list("not", _condition(atom)) for atom in problem.denied]
    facts += [f"(= {expression_text(term)} {value})" for term, value in problem.values]
    sections = [
        f"(:domain {problem.domain})",
        _section(":requirements", problem.requirements),
        _paragraphs(":objects", problem.objects),
        _lines(":init", facts) or "(:init)",
        f"(:goal {_condition(problem.goal)})",
    ]
    if problem.goal_reward is not None:
        sections.append(f"(:goal-reward {expression_text(problem.goal_reward)})")
    if problem.goal_probability is not None:
        sections.append(f"(:goal-probability {expression_text(problem.goal_probability)})")
    if problem.metric:
        sections.append(metric_text(problem.metric))
    return _define("problem", problem.name, sections)


def metric_text(metric: Metric) -> str:
    """Return a metric such as `(:metric minimize (total-cost))`."""
    return f"(:metric {metric.direction} {expression_text(metric.expression)})"


def _define(kind: str, name: str, sections: Iterable[str]) -> str:
    body = "".join(f"\n  {section}" for section in sections if section)
    return f"(define ({kind} {name}){body})\n"


def _section(head: str, words: Iterable[str]) -> str:
    items = list(words)
    return _list(head, *items) if items else ""


def _lines(head: str, items: Iterable[str]) -> str:
    lines = "".join(f"\n    {item}" for item in items)
    return f"({head}{lines})" if lines else ""


def _list(head: str, *items: str) -> str:
    return f"({' '.join([head, *items])})"


def _typed(names: Iterable[Typed]) -> str:
    """Names with their types; neighbours of one type share it."""
    return " ".join(_same_type(names))


def _same_type(names: Iterable[Typed]) -> Iterator[str]:
    for types, group in groupby(names, key=lambda declared: declared.types):
        yield f"{' '.join(declared.name for declared in group)} - {types_text(types)}"


def _paragraphs(head: str, names: Iterable[Typed]) -> str:
    """A section of typed names, in lines of a readable length."""
    lines = [line for text in _same_type(names) for line in WRAPPER.wrap(text)]
    return f"({head} {lines[0]})" if len(lines) == 1 else _lines(head, lines)


def types_text(types: tuple[str, ...]) -> str:
    """Return a type, or `either` of several."""
    return types[0] if len(types) == 1 else _list("either", *types)


def signature_text(signature: Signature) -> str:
    """Return a declaration such as `(on ?a - block ?b - block)`."""
    return _list(signature.name, *(_typed([parameter]) for parameter in signature.parameters))


def _action(action: ActionSchema) -> str:
    return (
        f"(:action {action.name}\n"
        f"    :parameters ({_typed(action.parameters)})\n"
        f"    :precondition {_condition(action.precondition)}\n"
        f"    :effect {_effect(action.effect)})"
    )


def _condition(condition: Condition) -> str:
    match condition:
        case syntax.Atom(predicate, terms):
            return _list(predicate, *terms)
        case syntax.Equal(left, right):
            return _list("=", left, right)
        case syntax.Not(part):
            return _list("not", _condition(part))
        case syntax.And(operands):
            return _list("and", *map(_condition, operands))
        case syntax.Or(operands):
            return _list("or", *map(_condition, operands))
        case syntax.Imply(premise, conclusion):
            return _list("imply", _condition(premise), _condition(conclusion))
        case syntax.Exists(variables, part):
            return _list("exists", f"({_typed(variables)})", _condition(part))
        case syntax.Forall(variables, part):
            return _list("forall", f"({_typed(variables)})", _condition(part))


def _effect(effect: Effect) -> str:
    match effect:
        case syntax.Add(atom):
            return _condition(atom)
        case syntax.Delete(atom):
            return _list("not", _condition(atom))
        case syntax.AllOf(effects):
            return _list("and", *map(_effect, effects))
        case syntax.ForEach(variables, part):
            return _list("forall", f"({_typed(variables)})", _effect(part))
        case syntax.When(condition, part):
            return _list("when", _condition(condition), _effect(part))
        case syntax.Probabilistic(branches):
            words = (f"{b.probability} {_effect(b.effect)}" for b in branches)
            return _list("probabilistic", *words)
        case syntax.RewardChange(direction, fluent, amount):
            return _list(direction, f"({fluent})", expression_text(amount))


def expression_text(expression: Expression) -> str:
    """Return the text of a numeric expression."""
    match expression:
        case syntax.Number(value):
            return str(value)
        case syntax.FunctionTerm(function, terms):
            return _list(function, *terms)
        case syntax.Arithmetic(operator, operands):
            return _list(operator, *map(expression_text, operands))
