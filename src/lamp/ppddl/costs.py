"""What a step costs: which of the changes of reward and total-cost count, by the metric.

docs/language.md has the table of all combinations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from lamp.errors import Notice, Place, PpddlError, Topic, UnsupportedFeature, reading
from lamp.ppddl import syntax
from lamp.ppddl.expressions import computed, value_of
from lamp.ppddl.reader import word_place
from lamp.ppddl.syntax import (
    Domain,
    Effect,
    Expression,
    Fluent,
    FunctionTerm,
    Metric,
    Problem,
    RewardChange,
)
from lamp.ppddl.writer import expression_text, metric_text

TIME = "total-time"
"""In a metric: the number of steps."""
SUCCESS = "goal-achieved"
"""In a metric: 1 where the goal was reached, else 0."""
FLUENTS: tuple[Fluent, ...] = get_args(Fluent)
NUMBERS = (*FLUENTS, TIME, SUCCESS)
"""What a metric may be made of."""
REMEDY = "or plan with --unit-costs (unit_costs=True in Python), so that every action costs 1"

Linear = dict[str, Fraction]
"""A linear expression: the weight of each number that changes; \"\" is the constant part."""


@dataclass(frozen=True, slots=True)
class CostRule:
    """What the metric makes of the changes of reward and total-cost."""

    weights: Mapping[Fluent, Fraction]
    """What a step costs for each unit by which it increases a fluent; empty for unit costs."""
    per_step: Fraction = Fraction(1)
    """What each step costs besides."""
    goal_reward: Fraction = Fraction(0)
    """What reaching the goal is worth, in units of cost."""

    def weight(self, change: RewardChange) -> Fraction:
        """What a change costs for each unit of its amount."""
        weight = self.weights.get(change.fluent, Fraction(0))
        return weight if change.direction == "increase" else -weight


def initial_values(problem: Problem) -> dict[FunctionTerm, Fraction]:
    """The values of functions; raises where one has two."""
    values: dict[FunctionTerm, tuple[Fraction, Place]] = {}
    for function, value in problem.values:
        other, place = values.setdefault(function, (value, function.place))
        if other != value:
            raise PpddlError(
                f"{expression_text(function)} is {other} and {value}",
                place=function.place,
                remedy=f"Keep one of them; the other is in line {place.line}",
            )
    return {function: value for function, (value, _) in values.items()}


def cost_rule(domain: Domain, problem: Problem) -> CostRule:
    """The rule of a checked domain and problem; raises at a metric that is not supported."""
    changed = changed_fluents(domain)
    if problem.metric:
        with reading("In the metric"):
            linear = _minimized(problem.metric, problem)
        weights = {fluent: linear[fluent] for fluent in changed if linear.get(fluent)}
        per_step = linear.get(TIME, Fraction(0)) if weights else Fraction(1)
    else:
        chosen = usual_fluent(domain)
        linear = {"total-cost": Fraction(1)} if chosen == "total-cost" else {"reward": Fraction(-1)}
        weights = {chosen: linear[chosen]} if chosen else {}
        per_step = Fraction(0) if chosen else Fraction(1)
    worth = _worth(problem) * -linear.get("reward", Fraction(0))
    return CostRule(weights, per_step, worth - linear.get(SUCCESS, Fraction(0)))


def usual_fluent(domain: Domain) -> Fluent | None:
    """What counts where there is no metric: the total cost, else the reward, if one is changed."""
    changed = changed_fluents(domain)
    return "total-cost" if "total-cost" in changed else next(iter(changed), None)


def changed_fluents(domain: Domain) -> dict[Fluent, RewardChange]:
    """The fluents that actions change, each with its first change."""
    first: dict[Fluent, RewardChange] = {}
    for action in domain.actions:
        for change in changes_of_fluents(action.effect):
            first.setdefault(change.fluent, change)
    return first


def changes_of_fluents(effect: Effect) -> Iterator[RewardChange]:
    """All changes of reward and total-cost in an effect."""
    match effect:
        case syntax.RewardChange():
            yield effect
        case syntax.AllOf(effects):
            for inner in effects:
                yield from changes_of_fluents(inner)
        case syntax.ForEach(_, part) | syntax.When(_, part):
            yield from changes_of_fluents(part)
        case syntax.Probabilistic(branches):
            for branch in branches:
                yield from changes_of_fluents(branch.effect)


def cost_notices(domain: Domain, problem: Problem) -> list[Notice]:
    """The warnings on costs; a metric that is not supported has none, as it is an error."""
    try:
        rule = cost_rule(domain, problem)
    except PpddlError:
        return []
    notices = [*_on_choice(domain, problem, rule), *_on_problem(domain, problem, rule)]
    return [Notice(place, text, topic=Topic.COSTS) for place, text in notices]


def _on_choice(domain: Domain, problem: Problem, rule: CostRule) -> Iterator[tuple[Place, str]]:
    """What counts, where that is not said or not to be expected."""
    changed, metric = changed_fluents(domain), problem.metric
    for fluent, change in changed.items():
        if rule.weights and fluent not in rule.weights:
            counts = " and ".join(rule.weights)
            yield change.place, f"changes of {fluent} are ignored: {counts} counts"
    if metric is None:
        for fluent in rule.weights:
            usual = "minimize (total-cost)" if fluent == "total-cost" else "maximize (reward)"
            text = f"there is no metric: {fluent} counts, as with (:metric {usual})"
            yield changed[fluent].place, f"{text}; --unit-costs lets every action cost 1"
    elif not rule.weights and changed:
        text = f"{metric_text(metric)} ignores {' and '.join(changed)}: every action costs 1"
        yield metric.place, text
    elif not rule.weights and not _is_about_goal(problem):
        text = f"no action changes what {metric_text(metric)} asks for: every action costs 1"
        yield metric.place, text


def _on_problem(domain: Domain, problem: Problem, rule: CostRule) -> Iterator[tuple[Place, str]]:
    """Numbers of the problem that have no effect."""
    if problem.goal_reward is not None and not rule.goal_reward and _worth(problem):
        counts = "the metric" if problem.metric else "without a metric, total-cost counts, which"
        place = word_place(problem.place, ":goal-reward")
        yield place, f":goal-reward is ignored: {counts} does not count rewards"
    for function, value in problem.values:
        if function.function in FLUENTS and value and changed_fluents(domain):
            text = f"{function.function} starts at {value}; the cost of a plan starts at 0"
            yield function.place, text


def _is_about_goal(problem: Problem) -> bool:
    """Whether a metric asks for the goal or for few steps, as planning does anyway."""
    linear = _minimized(problem.metric, problem) if problem.metric else {}
    rewarded = linear.get("reward", 0) < 0 and _worth(problem) > 0
    return rewarded or linear.get(TIME, 0) > 0 or linear.get(SUCCESS, 0) < 0


def _worth(problem: Problem) -> Fraction:
    """The value of `:goal-reward`."""
    if problem.goal_reward is None:
        return Fraction(0)
    values = initial_values(problem)
    static = {term: value for term, value in values.items() if term.function not in NUMBERS}
    return value_of(problem.goal_reward, lambda term: known_value(term, static))


def _minimized(metric: Metric, problem: Problem) -> Linear:
    """What a metric asks to minimize."""
    linear = _linear(metric.expression, initial_values(problem), NUMBERS)
    sign = 1 if metric.direction == "minimize" else -1
    return {name: sign * weight for name, weight in linear.items()}


def _linear(
    expression: Expression, values: Mapping[FunctionTerm, Fraction], names: tuple[str, ...]
) -> Linear:
    """An expression as a linear one in some numbers; raises where it is not linear in them."""
    match expression:
        case FunctionTerm(function, ()) if function in names:
            return {function: Fraction(1)}
        case syntax.Arithmetic("+" | "-" as operator, operands, place=place):
            parts = [_linear(part, values, names) for part in operands]
            return _combined(operator, parts, place)
        case syntax.Arithmetic(operator, operands, place=place):
            parts = [_linear(part, values, names) for part in operands]
            return _scaled(operator, parts, place)
        case _:
            return {"": value_of(expression, lambda term: known_value(term, values))}


def _combined(operator: str, parts: list[Linear], place: Place) -> Linear:
    zero = Fraction(0)
    names = dict.fromkeys(name for part in parts for name in part)
    return {
        name: computed(operator, [part.get(name, zero) for part in parts], place) for name in names
    }


def _scaled(operator: str, parts: list[Linear], place: Place) -> Linear:
    """A product or quotient of parts of which at most one, not a divisor, is no constant."""
    changing = [number for number, part in enumerate(parts) if any(part.keys() - {""})]
    if len(changing) > 1 or (operator == "/" and 1 in changing):
        raise UnsupportedFeature(
            "a metric that is not linear in reward and total-cost",
            place=place,
            remedy=f"Write minimize (total-cost) or maximize (reward), {REMEDY}",
        )
    chosen = changing[0] if changing else 0
    constants = [part.get("", Fraction(0)) for part in parts]
    return {
        name: computed(operator, [*constants[:chosen], weight, *constants[chosen + 1 :]], place)
        for name, weight in parts[chosen].items()
    }


def known_value(term: FunctionTerm, values: Mapping[FunctionTerm, Fraction]) -> Fraction:
    """The initial value of a ground function term; raises where it has none."""
    if term in values:
        return values[term]
    if term.function == "is-violated":
        raise UnsupportedFeature(
            "preferences are not supported",
            place=term.place,
            remedy=f"Put what matters into the goal, {REMEDY}",
        )
    text = expression_text(term)
    raise PpddlError(
        f"{text} has no value",
        place=term.place,
        remedy=f"Add (= {text} NUMBER) to (:init …) of the problem",
    )
