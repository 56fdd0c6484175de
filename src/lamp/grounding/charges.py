"""Lifted costs, compiled to functions from bindings to charges; costs below 0 are refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lamp import ppddl
from lamp.errors import GroundingError, Place
from lamp.grounding.distributions import NOTHING, ONE, Charge, Distribution
from lamp.grounding.joins import Env
from lamp.grounding.relations import row_of
from lamp.grounding.scope import Scope
from lamp.ppddl import ActionSchema, CostRule, FunctionTerm, Problem
from lamp.task import ALWAYS, Action

Amount = Callable[[Env], Fraction]


def compile_charge(change: ppddl.RewardChange, scope: Scope) -> Callable[[Env], Distribution]:
    """A function from a binding of the scope's variables to what a change costs."""
    weight = scope.world.costs.weight(change)
    if not weight:
        return lambda _: NOTHING
    amount = _amount(change.amount, scope)

    def ground(env: Env) -> Distribution:
        return [(ONE, (), (Charge(ALWAYS, weight * amount(env)),))]

    return ground


def _amount(expression: ppddl.Expression, scope: Scope) -> Amount:
    """A function from a binding to the value of an expression."""
    match expression:
        case ppddl.Number(value):
            return lambda _: value
        case FunctionTerm(function, terms, place=place):
            row, values = row_of(scope.slots(terms)), scope.world.values
            return lambda env: ppddl.known_value(
                FunctionTerm(function, row(env), place=place), values
            )
        case ppddl.Arithmetic(operator, operands, place=place):
            parts = [_amount(operand, scope) for operand in operands]
            return lambda env: ppddl.computed(operator, [part(env) for part in parts], place)


def refuse_negative_costs(
    action: Action, schema: ActionSchema, rule: CostRule, problem: Problem
) -> None:
    """Raise where a step with an action may cost less than 0."""
    least = min((outcome.least_cost for outcome in action.outcomes), default=Fraction(0))
    if least >= 0:
        return
    changes = list(ppddl.changes_of_fluents(schema.effect))
    culprits = [change for change in changes if rule.weight(change) < 0]
    gain = "a positive reward" if "reward" in rule.weights else "a negative cost"
    raise GroundingError(
        f"a step with {action} may cost {least}: {gain} before the goal",
        place=_place([*culprits, *changes], schema.place),
        remedy=_remedy(rule, problem),
    )


def _place(changes: list[ppddl.RewardChange], otherwise: Place) -> Place:
    return changes[0].place if changes else otherwise


def _remedy(rule: CostRule, problem: Problem) -> str:
    """What to do against costs below 0; a metric that asks for the opposite is one reason."""
    unit = "plan with --unit-costs (unit_costs=True in Python), so that every action costs 1"
    if problem.metric and rule.weights.get("total-cost", 0) < 0:
        return f"Write (:metric minimize (total-cost)), or {unit}"
    if problem.metric and rule.weights.get("reward", 0) > 0:
        return f"Write (:metric maximize (reward)), or {unit}"
    return (
        "The goal comes before all rewards, so that steps cannot have positive ones: "
        f"write what the goal is worth as (:goal-reward NUMBER), or {unit}"
    )
