"""The all-outcomes determinization of a domain, as plain PDDL for classical planners."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from lamp.errors import UnsupportedFeature, reading
from lamp.ppddl import syntax
from lamp.ppddl.costs import FLUENTS, CostRule, cost_rule
from lamp.ppddl.requirements import requirements_used
from lamp.ppddl.syntax import (
    NOTHING,
    ActionSchema,
    Arithmetic,
    Domain,
    Effect,
    Expression,
    FunctionTerm,
    Metric,
    Number,
    Problem,
    Signature,
)
from lamp.ppddl.unit_costs import without_costs

TOTAL = FunctionTerm("total-cost")

MAX_OUTCOMES = 10_000
"""The most actions that one schema is split into."""


def determinize(domain: Domain, problem: Problem) -> tuple[Domain, Problem]:
    """A domain with an action for each outcome of each action, and its problem.

    What counts as cost is the total cost there, as classical planners read it; where every action
    costs 1, nothing is said of costs.
    """
    domain, problem = _with_total_cost(domain, problem)
    taken = {action.name for action in domain.actions}
    actions = [new for action in domain.actions for new in _outcomes(action, taken)]
    plain = replace(domain, actions=tuple(actions), requirements=())
    return replace(plain, requirements=tuple(requirements_used(plain, problem))), problem


def _with_total_cost(domain: Domain, problem: Problem) -> tuple[Domain, Problem]:
    """The domain and problem with the total cost as their only measure, or without costs."""
    rule = cost_rule(domain, problem)
    if not rule.weights:
        plain, instance = without_costs(domain, problem)
        return plain, replace(instance, requirements=())
    actions = (replace(action, effect=_charged(action.effect, rule)) for action in domain.actions)
    functions = tuple(f for f in domain.functions if f.name not in FLUENTS)
    values = tuple((term, value) for term, value in problem.values if term.function not in FLUENTS)
    return (
        replace(domain, functions=(Signature(TOTAL.function), *functions), actions=tuple(actions)),
        replace(
            problem,
            requirements=(),
            values=((TOTAL, Fraction(0)), *values),
            goal_reward=None,
            goal_probability=None,
            metric=Metric("minimize", TOTAL),
        ),
    )


def _charged(effect: Effect, rule: CostRule) -> Effect:
    """The effect of an action with its costs: those of each step, and those of its changes."""
    priced = _priced(effect, rule)
    if not rule.per_step:
        return priced
    return syntax.AllOf((_charge(Number(rule.per_step), Fraction(1)), priced))


def _priced(effect: Effect, rule: CostRule) -> Effect:
    """The effect with the total cost in the place of reward and total-cost."""
    match effect:
        case syntax.RewardChange(amount=amount):
            weight = rule.weight(effect)
            return _charge(amount, weight) if weight else NOTHING
        case syntax.AllOf(effects):
            return syntax.AllOf(tuple(_priced(inner, rule) for inner in effects))
        case syntax.When(condition, part):
            return syntax.When(condition, _priced(part, rule))
        case syntax.ForEach(variables, part, place=place):
            return syntax.ForEach(variables, _priced(part, rule), place=place)
        case syntax.Probabilistic(branches):
            priced = (replace(branch, effect=_priced(branch.effect, rule)) for branch in branches)
            return syntax.Probabilistic(tuple(priced))
        case _:
            return effect


def _charge(amount: Expression, weight: Fraction) -> Effect:
    """The total cost, increased by an amount with a weight."""
    if weight == -1 and isinstance(amount, Number):
        amount, weight = Number(-amount.value), Fraction(1)
    scaled = amount if abs(weight) == 1 else Arithmetic("*", (Number(abs(weight)), amount))
    return syntax.RewardChange("increase" if weight > 0 else "decrease", "total-cost", scaled)


def _outcomes(action: ActionSchema, taken: set[str]) -> list[ActionSchema]:
    """The schema itself if its effect is certain, else one schema for each outcome."""
    with reading(f"in the effect of action {action.name}"):
        effects = list(dict.fromkeys(_alternatives(action.effect)))
    if len(effects) == 1:
        return [replace(action, effect=effects[0])]
    schemas = []
    for number, effect in enumerate(effects, start=1):
        name = f"{action.name}-{number}"
        while name in taken:
            name += "-"
        taken.add(name)
        schemas.append(replace(action, name=name, effect=effect))
    return schemas


def _alternatives(effect: Effect) -> list[Effect]:
    """The deterministic effects that an effect may turn out to be."""
    match effect:
        case syntax.AllOf(effects):
            return _all_of([_alternatives(inner) for inner in effects])
        case syntax.When(condition, part):
            return [syntax.When(condition, effect) for effect in _alternatives(part)]
        case syntax.ForEach(variables, part, place=place):
            options = _alternatives(part)
            if len(options) > 1:
                raise UnsupportedFeature(
                    "random effects inside (forall …) have no determinization as a domain",
                    place=place,
                    remedy="Write the objects out, one effect for each",
                )
            return [syntax.ForEach(variables, options[0])]
        case syntax.Probabilistic(branches):
            options = [o for b in branches if b.probability for o in _alternatives(b.effect)]
            certain = sum(branch.probability for branch in branches) == 1
            return options if certain else [*options, NOTHING]
        case _:
            return [effect]


def _all_of(alternatives: list[list[Effect]]) -> list[Effect]:
    number = 1
    for options in alternatives:
        number *= len(options)
    if number > MAX_OUTCOMES:
        raise UnsupportedFeature(
            f"the effect has {number:,} outcomes, more than {MAX_OUTCOMES:,}",
            remedy="A determinization with so many actions would not be of use",
        )
    return [syntax.AllOf(choice) for choice in product(*alternatives)]
