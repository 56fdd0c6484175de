"""All passes from a domain and a problem to a `Task`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lamp.grounding.charges import refuse_negative_costs
from lamp.grounding.conditions import compile_condition
from lamp.grounding.formula import renamed
from lamp.grounding.limits import Limits, Meter, Progress
from lamp.grounding.reachability import Candidate, Reachability
from lamp.grounding.schemas import Schema
from lamp.grounding.scope import Scope
from lamp.grounding.simplify import Constants
from lamp.grounding.world import World
from lamp.ppddl import Domain, Model, Problem, check
from lamp.task import Action, Atom, Effect, Outcome, Task


def ground(
    domain: Domain,
    problem: Problem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    unit_costs: bool = False,
) -> Task:
    """The task of a domain and a problem, which are checked first.

    With `unit_costs`, costs and rewards are left out and every action costs 1.

    The same input gives the same task, byte for byte: facts are in the order in which the domain
    declares predicates and the problem objects, actions in the order of their schemas and
    arguments. `TaskTooLarge` is raised when one of the `limits` is reached.
    """
    return ground_model(Model(domain, problem), limits, progress, unit_costs=unit_costs)


def ground_model(
    model: Model,
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    unit_costs: bool = False,
) -> Task:
    """The task of a model, which is checked first unless that was done; see `ground`."""
    if not model.is_checked:
        check(model.domain, model.problem)
    if unit_costs:
        model = model.without_costs()
    domain, problem = model.domain, model.problem
    meter = Meter(limits or Limits(), progress)
    world = World(domain, problem, meter)
    reachability = Reachability([Schema(action, world) for action in domain.actions], world)
    reachability.run()
    meter.attribute_to("the goal", problem.place)
    scope = Scope(world)
    goal = compile_condition(problem.goal, scope)(scope.env)
    constants = Constants.of(world, reachability.exploration)
    candidates = list(filter(None, map(constants.candidate, reachability.candidates)))
    goal = constants.condition(goal)
    order = _Order(domain, world)
    facts = order.facts(
        fact
        for fact in range(len(world.atoms))
        if fact not in constants.true and fact not in constants.false
    )
    number = {fact: position for position, fact in enumerate(facts)}.__getitem__
    ordered = order.actions(candidates)
    actions = tuple(_action(candidate, domain, number) for candidate in ordered)
    if world.costs.weights:
        for candidate, action in zip(ordered, actions, strict=True):
            refuse_negative_costs(action, domain.actions[candidate.schema], world.costs, problem)
    return Task(
        name=f"{domain.name}/{problem.name}",
        atoms=tuple(Atom(*world.atoms[fact]) for fact in facts),
        actions=actions,
        initial=frozenset(number(fact) for fact in world.initial if fact not in constants.true),
        goal=renamed(goal, number),
        goal_reward=world.costs.goal_reward,
    )


class _Order:
    """The canonical order: as declared."""

    def __init__(self, domain: Domain, world: World) -> None:
        self._atoms = world.atoms
        self._objects = {name: position for position, name in enumerate(world.objects)}
        names = dict.fromkeys(signature.name for signature in domain.predicates)
        self._predicates = {name: position for position, name in enumerate(names)}

    def facts(self, facts: Iterable[int]) -> list[int]:
        """Facts in the order of predicates, then objects."""

        def key(fact: int) -> tuple[int, list[int]]:
            predicate, row = self._atoms[fact]
            return self._predicates[predicate], [self._objects[name] for name in row]

        return sorted(facts, key=key)

    def actions(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Candidates in the order of schemas, then objects."""

        def key(candidate: Candidate) -> tuple[int, list[int]]:
            return candidate.schema, [self._objects[name] for name in candidate.arguments]

        return sorted(candidates, key=key)


def _action(candidate: Candidate, domain: Domain, number: Callable[[int], int]) -> Action:
    def facts(old: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(map(number, old)))

    return Action(
        domain.actions[candidate.schema].name,
        candidate.arguments,
        renamed(candidate.precondition, number),
        tuple(
            Outcome(
                outcome.probability,
                facts(outcome.add),
                facts(outcome.delete),
                tuple(
                    sorted(
                        Effect(
                            renamed(effect.condition, number),
                            facts(effect.add),
                            facts(effect.delete),
                            effect.cost,
                        )
                        for effect in outcome.conditional
                    )
                ),
                outcome.cost,
            )
            for outcome in candidate.outcomes
        ),
    )
