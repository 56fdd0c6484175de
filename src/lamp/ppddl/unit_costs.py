"""The same domain and problem without costs and rewards, so that every action costs 1."""

from __future__ import annotations

from dataclasses import replace

from lamp.ppddl import syntax
from lamp.ppddl.syntax import NOTHING, Branch, Domain, Effect, Problem

ABOUT_COSTS = (":rewards", ":action-costs")


def without_costs(domain: Domain, problem: Problem) -> tuple[Domain, Problem]:
    """A domain and its problem without functions, their changes, metric and goal reward.

    Nothing else changes, so that their task is the one in which every action costs 1.
    """
    actions = (replace(action, effect=_free(action.effect)) for action in domain.actions)
    free_problem = replace(
        problem,
        requirements=_other(problem.requirements),
        values=(),
        metric=None,
        goal_reward=None,
        goal_probability=None,
    )
    free_domain = replace(
        domain,
        requirements=_other(domain.requirements),
        functions=(),
        actions=tuple(actions),
    )
    return free_domain, free_problem


def _other(requirements: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(flag for flag in requirements if flag not in ABOUT_COSTS)


def _free(effect: Effect) -> Effect:
    """The effect without changes of reward and total-cost."""
    match effect:
        case syntax.RewardChange():
            return NOTHING
        case syntax.AllOf(effects):
            kept = (e for e in effects if not isinstance(e, syntax.RewardChange))
            return syntax.AllOf(tuple(map(_free, kept)))
        case syntax.ForEach(variables, part, place=place):
            return syntax.ForEach(variables, _free(part), place=place)
        case syntax.When(condition, part, place=place):
            return syntax.When(condition, _free(part), place=place)
        case syntax.Probabilistic(branches, place=place):
            free = tuple(Branch(branch.probability, _free(branch.effect)) for branch in branches)
            return syntax.Probabilistic(free, place=place)
        case _:
            return effect
