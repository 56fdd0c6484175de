"""The ground task against a naive evaluator that was written from the definitions alone.

A task must agree with it not only in the states that can be reached: in every set of its facts,
together with the atoms that never change.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lamp.grounding import ground
from lamp.ppddl import Domain, Problem, check, load
from lamp.task import State, Task
from naive import NaiveModel
from naive import State as NaiveState
from strategies import tasks
from support import FAMILIES, ROOT, benchmark, needs_shared


class Comparison:
    """A task and its naive model, with the translation between their states."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.task = ground(domain, problem)
        self.naive = NaiveModel(domain, problem)
        self.names = [(atom.predicate, *atom.arguments) for atom in self.task.atoms]
        self.constants = self.naive.initial - set(self.names)
        assert self.translated(self.task.initial) == self.naive.initial

    def translated(self, state: State) -> NaiveState:
        """The naive state of a state."""
        return self.constants.union(self.names[fact] for fact in state)

    def assert_same(self, state: State, num_actions: int | None = None) -> None:
        """The two agree on a state: goal, applicable actions, successors and probabilities."""
        plain = self.translated(state)
        assert self.task.is_goal(state) == self.naive.is_goal(plain)
        actions = self.task.applicable(state)
        assert [(a.name, a.arguments) for a in actions] == self.naive.applicable(plain)
        for action in actions[:num_actions]:
            successors = self.task.apply(state, action)
            assert {
                self.translated(successor): weight for successor, weight in successors.items()
            } == self.naive.successors(plain, action.name, action.arguments)


def random_state(task: Task, density: float, rng: Random) -> State:
    """Each fact with the same probability."""
    return frozenset(fact for fact in range(len(task.atoms)) if rng.random() < density)


def random_walk(task: Task, steps: int, rng: Random) -> State:
    """A state that can be reached."""
    state = task.initial
    for _ in range(steps):
        actions = task.applicable(state)
        if not actions:
            break
        state = rng.choice(list(task.apply(state, rng.choice(actions))))
    return state


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tasks(), st.randoms(use_true_random=False))
def test_random_domains_mean_what_their_definitions_say(
    pair: tuple[Domain, Problem], rng: Random
) -> None:
    domain, problem = pair
    check(domain, problem)
    both = Comparison(domain, problem)
    both.assert_same(both.task.initial)
    for density in (0.0, 0.3, 0.6, 0.9, 1.0):
        both.assert_same(random_state(both.task, density, rng))


@pytest.mark.parametrize("name", ["one", "empty"])
def test_the_domain_with_every_construct_means_what_its_definition_says(name: str) -> None:
    model = load(ROOT / "tests" / "data" / "everything.ppddl", name=name)
    both = Comparison(model.domain, model.problem)
    rng = Random(0)
    both.assert_same(both.task.initial)
    for density in (0.1, 0.3, 0.5, 0.7, 0.9) * 8:
        both.assert_same(random_state(both.task, density, rng))
        both.assert_same(random_walk(both.task, 10, rng))


@needs_shared
@pytest.mark.parametrize("family", FAMILIES)
def test_the_paper_s_domains_mean_what_their_definitions_say(family: str) -> None:
    rng = Random(1)
    many, few = (2, 1) if family == "zenotravel" else (6, 2)  # its product has 120,000 actions
    for problem, num_states in (("p1", many), (f"p{FAMILIES[family]}", few)):
        model = benchmark(family, problem)
        both = Comparison(model.domain, model.problem)
        both.assert_same(both.task.initial)
        for _ in range(num_states):
            both.assert_same(random_walk(both.task, 15, rng))
            both.assert_same(random_state(both.task, rng.random(), rng), num_actions=40)


def test_the_example_means_what_its_definition_says() -> None:
    folder = ROOT / "examples" / "courier"
    model = load(folder / "domain.ppddl", folder / "problem.ppddl")
    both = Comparison(model.domain, model.problem)
    rng = Random(2)
    for _ in range(30):
        both.assert_same(random_walk(both.task, 12, rng))
        both.assert_same(random_state(both.task, rng.random(), rng))
