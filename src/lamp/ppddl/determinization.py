"""The all-outcomes determinization of a domain, as plain PDDL for classical planners."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from lamp.errors import UnsupportedFeature, reading
from lamp.ppddl import syntax
from lamp.ppddl.requirements import requirements_used
from lamp.ppddl.syntax import NOTHING, ActionSchema, Domain, Effect, Problem

MAX_OUTCOMES = 10_000
"""The most actions that one schema is split into."""


def determinize(domain: Domain, problem: Problem) -> tuple[Domain, Problem]:
    """A domain with an action for each outcome of each action, and its problem; no rewards."""
    taken = {action.name for action in domain.actions}
    actions = [new for action in domain.actions for new in _outcomes(action, taken)]
    plain = replace(domain, actions=tuple(actions), functions=(), requirements=())
    instance = replace(
        problem, values=(), metric=None, goal_reward=None, goal_probability=None, requirements=()
    )
    return replace(plain, requirements=tuple(requirements_used(plain, instance))), instance


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
        case syntax.RewardChange():
            return [NOTHING]
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
