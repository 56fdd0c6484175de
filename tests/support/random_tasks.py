"""Small tasks by hand and at random, for oracles that look at all their states.

Random ones take a `Random`, so that hypothesis can make them smaller and a loop can make many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from lamp.conditions import Literal
from lamp.landmarks import Landmark
from lamp.task import ALWAYS, Action, Atom, Condition, Effect, Outcome, Task
from tests.oracles.state_graph import (
    StateGraph,
    state_graph,
)

ONE = Fraction(1)
P, Q, R = (Landmark(Condition((fact,))) for fact in range(3))


def explored(task: Task) -> StateGraph:
    """The state graph of a task that is known to be small."""
    graph = state_graph(task)
    assert graph is not None
    return graph


def hand_made(*actions: Action, goal: Condition, initial: Sequence[int] = ()) -> Task:
    """A task over five facts."""
    return Task("hand/made", atoms_of(range(5)), actions, frozenset(initial), goal)


def step(needs: Sequence[int], *adds: Sequence[int], uses: Sequence[int] = ()) -> Action:
    """An action that needs facts, uses some up, and has an outcome for each group of facts."""
    chance = Fraction(1, len(adds))
    outcomes = tuple(Outcome(chance, tuple(group), tuple(uses)) for group in adds)
    return Action("step", (), Condition(tuple(needs)), outcomes)


def some(rng: Random, facts: Sequence[int], most: int) -> tuple[int, ...]:
    """Some of the facts, in their order."""
    return tuple(sorted(rng.sample(facts, rng.randint(0, min(most, len(facts))))))


def random_condition(rng: Random, facts: Sequence[int], depth: int = 2) -> Condition:
    """Some true facts, perhaps false ones, perhaps disjunctions within disjunctions."""
    true = some(rng, facts, 2)
    false = some(rng, facts, 2) if rng.random() < 0.4 else ()
    num_clauses = rng.choice((0, 0, 0, 0, 1, 2)) if depth else 0
    return Condition(
        true,
        tuple(fact for fact in false if fact not in true),
        tuple(
            tuple(random_option(rng, facts, depth - 1) for _ in range(rng.randint(1, 3)))
            for _ in range(num_clauses)
        ),
    )


def random_option(rng: Random, facts: Sequence[int], depth: int) -> Condition:
    """A part of a disjunction: mostly one literal."""
    if rng.random() < 0.6:
        return Literal(rng.choice(facts), positive=rng.random() < 0.8).condition
    return random_condition(rng, facts, depth)


def random_effects(rng: Random, facts: Sequence[int]) -> tuple[Effect, ...]:
    """Up to two conditional effects, mostly none."""
    return tuple(
        Effect(random_condition(rng, facts), some(rng, facts, 2), some(rng, facts, 2))
        for _ in range(rng.choice((0, 0, 0, 1, 2)))
    )


def chances(rng: Random) -> list[Fraction]:
    """One to three probabilities that sum to 1."""
    weights = [rng.randint(1, 3) for _ in range(rng.randint(1, 3))]
    return [Fraction(weight, sum(weights)) for weight in weights]


def atoms_of(facts: Sequence[int]) -> tuple[Atom, ...]:
    """Atoms of two predicates, since disjunctive landmarks are looked for within one."""
    return tuple(Atom("pq"[fact % 2], (str(fact),)) for fact in facts)


def random_action(rng: Random, facts: Sequence[int]) -> Action:
    """An action without any structure."""
    outcomes = tuple(
        Outcome(chance, some(rng, facts, 2), some(rng, facts, 2), random_effects(rng, facts))
        for chance in chances(rng)
    )
    return Action("any", (), random_condition(rng, facts), outcomes)


def task_without_structure(rng: Random, num_facts: int, num_actions: int) -> Task:
    """A task in which everything is drawn on its own."""
    facts = range(num_facts)
    actions = tuple(random_action(rng, facts) for _ in range(num_actions))
    initial = frozenset(some(rng, facts, 2))
    return Task("random", atoms_of(facts), actions, initial, random_condition(rng, facts))


def ladder_action(rng: Random, facts: Sequence[int]) -> Action:
    """An action that makes a fact from earlier ones, perhaps uses them up, and may go wrong."""
    target = rng.choice(facts[1:])
    needs = {rng.choice(facts[max(0, target - 4) : target]) for _ in range(rng.randint(1, 2))}
    extra = random_condition(rng, facts, 1) if rng.random() < 0.2 else ALWAYS
    true = tuple(sorted(needs.union(extra.true)))
    false = tuple(fact for fact in extra.false if fact not in true)
    outcomes = []
    for number, chance in enumerate(chances(rng)):
        add = some(rng, facts, 1) if number else (target,)
        used = {fact for fact in needs if rng.random() < 0.5}
        side = random_effects(rng, facts) if rng.random() < 0.4 else ()
        if used and rng.random() < 0.2:  # an add that overrules the delete
            side = (*side, Effect(random_condition(rng, facts, 1), tuple(sorted(used))))
        outcomes.append(Outcome(chance, add, tuple(sorted(used)), side))
    return Action("climb", (), Condition(true, false, extra.any_of), tuple(outcomes))


def ladder_goal(rng: Random, facts: Sequence[int]) -> Condition:
    """A goal of late facts: one, two, one of two, or one without the first of all."""
    first, second = rng.sample(facts[-3:], 2)
    return rng.choice(
        (
            Condition((first,)),
            Condition((first,)),
            Condition(tuple(sorted((first, second)))),
            Condition(any_of=((Condition((first,)), Condition((second,))),)),
            Condition((first,), (facts[0],)),
            random_condition(rng, facts),
        )
    )


def ladder_task(rng: Random) -> Task:
    """A task in which the goal takes some steps, so that there is something to find."""
    facts = range(rng.randint(4, 9))
    actions = tuple(ladder_action(rng, facts) for _ in range(rng.randint(3, 12)))
    initial = frozenset({0, *some(rng, facts[:3], 1)})
    return Task("ladder", atoms_of(facts), actions, initial, ladder_goal(rng, facts))


def move_outcome(rng: Random, variable: Sequence[int], chance: Fraction) -> Outcome:
    """A value is taken and the others are left; the others are seldom forgotten."""
    target = rng.choice(variable)
    others = tuple(fact for fact in variable if fact != target and rng.random() < 0.95)
    kind = rng.random()
    if kind < 0.2:
        return Outcome(chance)
    if kind < 0.6:
        return Outcome(chance, (target,), others)
    effects = (Effect(Condition((source,)), (target,), (source,)) for source in others)
    return Outcome(chance, conditional=tuple(effects))


def move_action(rng: Random, variables: Sequence[Sequence[int]]) -> Action:
    """An action on one variable, from one of its values or from any, under some condition."""
    variable = rng.choice(variables)
    facts = [fact for values in variables for fact in values]
    needs = {rng.choice(variable)} if rng.random() < 0.8 else set()
    needs |= set(some(rng, facts, 1))
    false = tuple(fact for fact in some(rng, facts, 1) if fact not in needs)
    outcomes = tuple(move_outcome(rng, variable, chance) for chance in chances(rng))
    return Action("move", (), Condition(tuple(sorted(needs)), false), outcomes)


def variable_task(rng: Random) -> Task:
    """A task whose facts are mostly the values of variables, so that there are invariants."""
    sizes = [rng.randint(2, 4) for _ in range(rng.randint(1, 3))]
    variables = [range(sum(sizes[:index]), sum(sizes[: index + 1])) for index in range(len(sizes))]
    facts = range(sum(sizes))
    actions = tuple(move_action(rng, variables) for _ in range(rng.randint(2, 10)))
    initial = frozenset(variable[0] for variable in variables)
    values = Condition(tuple(rng.choice(variable) for variable in variables))
    goal = rng.choice((values, values, random_condition(rng, facts)))
    return Task("variables", atoms_of(facts), actions, initial, goal)


def random_task(rng: Random) -> Task:
    """A task of any of the three kinds."""
    kind = rng.randrange(5)
    if kind == 0:
        return task_without_structure(rng, rng.randint(3, 6), rng.randint(2, 8))
    return variable_task(rng) if kind == 1 else ladder_task(rng)


COSTS = [Fraction(0), Fraction(1), Fraction(1, 3), Fraction(7, 2), Fraction(10)]


def with_random_costs(rng: Random, task: Task) -> Task:
    """A task with costs: of actions, or of their outcomes, or of conditional effects as well."""
    kind = rng.choice(("action", "outcome", "state", "state"))
    actions = []
    for action in task.actions:
        base = rng.choice(COSTS)
        outcomes = []
        for outcome in action.outcomes:
            cost = base if kind == "action" else rng.choice(COSTS)
            effects = outcome.conditional
            if kind == "state":
                # A cost that is negative is made up for by the outcome's own.
                changes = [rng.choice([*COSTS, Fraction(-1, 2)]) for _ in effects]
                cost -= sum((change for change in changes if change < 0), Fraction())
                pairs = zip(effects, changes, strict=True)
                effects = tuple(replace(effect, cost=change) for effect, change in pairs)
            outcomes.append(replace(outcome, cost=cost, conditional=effects))
        actions.append(replace(action, outcomes=tuple(outcomes)))
    return replace(task, actions=tuple(actions))


def with_action_costs(task: Task, cost: Callable[[Action], Fraction]) -> Task:
    """A task in which each step costs what a function says of its action."""
    actions = (
        replace(action, outcomes=tuple(replace(o, cost=cost(action)) for o in action.outcomes))
        for action in task.actions
    )
    return replace(task, actions=tuple(actions))


def with_scaled_costs(task: Task, factor: Fraction) -> Task:
    """A task in which everything costs a multiple of what it did."""

    def scaled(outcome: Outcome) -> Outcome:
        effects = (replace(effect, cost=factor * effect.cost) for effect in outcome.conditional)
        return replace(outcome, cost=factor * outcome.cost, conditional=tuple(effects))

    actions = (
        replace(action, outcomes=tuple(map(scaled, action.outcomes))) for action in task.actions
    )
    return replace(task, actions=tuple(actions))


randoms = st.randoms(use_true_random=False)
quick = settings(suppress_health_check=[HealthCheck.too_slow])
