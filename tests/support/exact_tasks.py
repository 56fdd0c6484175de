"""Small tasks whose exact values are known: by hand, or by trying all policies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

from lamp.task import NO_COST, Action, Condition, Outcome, State, Task
from tests.oracles.exact_values import Oracle, oracle_of
from tests.support.random_tasks import random_task, with_random_costs

GOAL = Condition((0,))
MAX_STATES = 12
MAX_POLICIES = 400
NUM_SMALL_TASKS = 200


def attempt(needs: tuple[int, ...], chance: str, *adds: int) -> Action:
    """An action that adds facts with a probability, and otherwise changes nothing."""
    probability = Fraction(chance)
    outcomes = (Outcome(probability, adds), Outcome(1 - probability))
    return Action("try", (), Condition(needs), outcomes)


def half(add: tuple[int, ...], delete: tuple[int, ...] = ()) -> Outcome:
    """An outcome of probability 1/2."""
    return Outcome(Fraction(1, 2), add, delete)


@cache
def small_oracles() -> list[Oracle]:
    """Oracles of random tasks in which there is something to choose, and not too much."""
    oracles: list[Oracle] = []
    seed = 0
    while len(oracles) < NUM_SMALL_TASKS:
        oracle = oracle_of(random_task(Random(seed)), MAX_STATES)
        seed += 1
        if oracle and 1 < oracle.num_policies <= MAX_POLICIES:
            oracles.append(oracle)
    return oracles


@cache
def costly_oracles() -> list[Oracle]:
    """Oracles of random tasks with costs, some of them zero, with something to choose."""
    oracles: list[Oracle] = []
    seed = 0
    while len(oracles) < NUM_SMALL_TASKS:
        rng = Random(seed)
        oracle = oracle_of(_some_free(rng, with_random_costs(rng, random_task(rng))), MAX_STATES)
        seed += 1
        if oracle and 1 < oracle.num_policies <= MAX_POLICIES and not oracle.task.has_unit_costs:
            oracles.append(oracle)
    return oracles


def _some_free(rng: Random, task: Task) -> Task:
    """A task in which some actions cost nothing."""
    free = rng.choice((0.0, 0.6, 0.9))
    actions = [
        replace(action, outcomes=tuple(map(_free, action.outcomes)))
        if rng.random() < free
        else action
        for action in task.actions
    ]
    return replace(task, actions=tuple(actions))


def _free(outcome: Outcome) -> Outcome:
    """An outcome that costs nothing."""
    effects = tuple(replace(effect, cost=NO_COST) for effect in outcome.conditional)
    return replace(outcome, cost=NO_COST, conditional=effects)


@cache
def costly_optimum(number: int) -> tuple[Fraction, Fraction | None]:
    """The maximal probability of a small task with costs, and the least cost of having it."""
    return costly_oracles()[number].optimum()


@cache
def optimum(number: int) -> tuple[Fraction, Fraction | None]:
    """The maximal probability of a small task, and the least cost of having it."""
    return small_oracles()[number].optimum()


def states_nearby(task: Task) -> list[State]:
    """The states up to two actions away from the initial one."""
    states = {task.initial: None}
    for _ in range(2):
        for state in list(states):
            if not task.is_goal(state):
                for action in task.applicable(state):
                    states.update(dict.fromkeys(task.apply(state, action)))
    return list(states)
