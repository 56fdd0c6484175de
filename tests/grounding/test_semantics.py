"""The ground task against a naive evaluator that was written from the definitions alone.

A task must agree with it not only in the states that can be reached: in every set of its facts,
together with the atoms that never change.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from lamp import benchmarks
from lamp.benchmarks import FAMILIES
from lamp.errors import GroundingError
from lamp.ppddl import Domain, Model, Problem, check, load, parse
from tests.support.comparison import Comparison, random_state, random_walk
from tests.support.paths import DATA, EXAMPLES
from tests.support.sampling import examples
from tests.support.strategies import costly_tasks, tasks
from tests.support.tasks import shared_model


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.too_slow])
@given(tasks(), st.randoms(use_true_random=False))
def test_ground_tasks_of_random_domains_agree_with_the_naive_semantics(
    pair: tuple[Domain, Problem], rng: Random
) -> None:
    domain, problem = pair
    check(domain, problem)
    both = Comparison(domain, problem, unit_costs=True)
    assert both.task.has_unit_costs
    both.assert_same(both.task.initial)
    for density in (0.0, 0.3, 0.6, 0.9, 1.0):
        both.assert_same(random_state(both.task, density, rng))


@settings(max_examples=examples(300), suppress_health_check=list(HealthCheck))
@given(costly_tasks(), st.randoms(use_true_random=False))
def test_costs_of_random_domains_agree_with_the_naive_semantics(
    pair: tuple[Domain, Problem], rng: Random
) -> None:
    domain, problem = pair
    check(domain, problem)
    try:
        both = Comparison(domain, problem)
    except GroundingError as error:
        assert "may cost -" in error.cause
        assume(False)
    both.assert_same(both.task.initial)
    for density in (0.0, 0.3, 0.6, 0.9, 1.0):
        state = random_state(both.task, density, rng)
        both.assert_same(state)
        for action in both.task.applicable(state):
            costs = [cost for _, cost in both.task.transitions(state, action)]
            assert min(costs) >= 0
            assert min(costs) >= min(outcome.least_cost for outcome in action.outcomes)


def witness_domain(rng: Random) -> str:
    """A domain whose actions depend on things that only have to exist, and on inequalities."""
    arities = {"p": 1, "q": 1, "r": 2, "fixed": 2, "given": 1}

    def atom(names: list[str], terms: list[str]) -> str:
        name = rng.choice(names)
        return f"({' '.join([name, *(rng.choice(terms) for _ in range(arities[name]))])})"

    def literal(terms: list[str]) -> str:
        kind = rng.random()
        if kind < 0.6:
            return atom([*arities], terms)
        if kind < 0.8:
            return f"(not (= {rng.choice(terms)} {rng.choice(terms)}))"
        return f"(not {atom([*arities], terms)})"

    def action(number: int) -> str:
        parameters = rng.sample(["?x", "?y"], rng.randint(0, 2))
        witnesses = rng.sample(["?u", "?v", "?x"], rng.randint(1, 2))
        terms = [*parameters, *witnesses, "a"]
        literals = atom(["p", "q"], witnesses)
        literals += f" (not (= {rng.choice(terms)} {rng.choice(witnesses)}))"
        literals += "".join(literal(terms) for _ in range(rng.randint(0, 2)))
        condition = f"(exists ({' '.join(witnesses)}) (and {literals}))"
        outer = [*parameters, "b"]
        if rng.random() < 0.5:
            condition = f"({rng.choice(['and', 'or'])} {condition} {literal(outer)})"
        effects = [atom(["p", "q", "r"], outer), f"(not {atom(['p', 'q', 'r'], outer)})"]
        effect = f"(and {' '.join(rng.sample(effects, rng.randint(1, 2)))})"
        header = f"(:action a{number} :parameters ({' '.join(parameters)})"
        return f"{header} :precondition {condition} :effect {effect})"

    predicates = " ".join(
        f"({' '.join([name, *(f'?{i}' for i in range(arity))])})" for name, arity in arities.items()
    )
    facts = " ".join(atom([*arities], ["a", "b", "c"]) for _ in range(rng.randint(2, 8)))
    actions = " ".join(action(number) for number in range(rng.randint(1, 4)))
    return (
        f"(define (domain d) (:constants a b c) (:predicates {predicates}) {actions}) "
        f"(define (problem t) (:domain d) (:init {facts}) (:goal (and)))"
    )


@pytest.mark.parametrize("block", range(6))
def test_witnesses_are_found_for_every_binding(block: int) -> None:
    for seed in range(100 * block, 100 * block + examples(100)):
        rng = Random(seed)
        domain, problem = parse(witness_domain(rng))
        assert isinstance(domain, Domain)
        assert isinstance(problem, Problem)
        both = Comparison(domain, problem)
        both.assert_same(both.task.initial)
        for density in (0.3, 0.7, 1.0):
            both.assert_same(random_state(both.task, density, rng))


@pytest.mark.parametrize("name", ["one", "empty"])
def test_the_ground_task_of_the_domain_with_every_construct_agrees_with_the_naive_semantics(
    name: str,
) -> None:
    model = load(DATA / "everything.ppddl", name=name)
    both = Comparison(model.domain, model.problem)
    rng = Random(0)
    both.assert_same(both.task.initial)
    for density in (0.1, 0.3, 0.5, 0.7, 0.9) * 8:
        both.assert_same(random_state(both.task, density, rng))
        both.assert_same(random_walk(both.task, 10, rng))


SMALL = [
    "prob_blocksworld:blocks=3",
    "exploding_blocksworld:blocks=3",
    "tireworld:cities=5",
    "triangle_tireworld:size=1",
    "elevators:floors=2,positions=3,elevators=1,coins=2",
    "zenotravel:cities=3,aircraft=1,fuel=3",
]
FIRST_AND_LAST = [
    f"{name}:p{number}"
    for name, family in FAMILIES.items()
    for number in (1, len(family.instances))
]


def assert_same_in_random_states(model: Model, num_states: int) -> None:
    """Task and naive model agree in states that can be reached and in arbitrary ones."""
    rng = Random(1)
    both = Comparison(model.domain, model.problem)
    both.assert_same(both.task.initial)
    for _ in range(num_states):
        both.assert_same(random_walk(both.task, 15, rng))
        both.assert_same(random_state(both.task, rng.random(), rng), num_actions=40)


@pytest.mark.parametrize("name", SMALL)
def test_ground_tasks_of_small_problems_agree_with_the_naive_semantics(name: str) -> None:
    assert_same_in_random_states(benchmarks.load(name), examples(48))


def num_states_of(name: str) -> int:
    """In how many states a problem is compared: the oracle tries all bindings in each of them."""
    if name.startswith("zenotravel"):  # 120,000 bindings
        return 2 if name.endswith(":p1") else 1
    return 6 if name.endswith(":p1") else 2


@pytest.mark.slow
@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", FIRST_AND_LAST)
def test_ground_tasks_of_the_paper_s_problems_agree_with_the_naive_semantics(name: str) -> None:
    assert_same_in_random_states(benchmarks.load(name), num_states_of(name))


@pytest.mark.needs("shared")
@pytest.mark.slow
@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", FIRST_AND_LAST)
def test_ground_tasks_of_the_paper_s_ppddl_files_agree_with_the_naive_semantics(name: str) -> None:
    assert_same_in_random_states(shared_model(name), num_states_of(name))


def test_the_ground_task_of_the_example_agrees_with_the_naive_semantics() -> None:
    folder = EXAMPLES / "courier"
    model = load(folder / "domain.ppddl", folder / "problem.ppddl")
    both = Comparison(model.domain, model.problem)
    rng = Random(2)
    for _ in range(30):
        both.assert_same(random_walk(both.task, 12, rng))
        both.assert_same(random_state(both.task, rng.random(), rng))
