"""The determinization of a domain as text: the same plans as the ground one, in plain PDDL."""

from __future__ import annotations

import pytest

from lamp.benchmarks import FAMILIES, load
from lamp.conditions import Literal
from lamp.errors import UnsupportedFeature
from lamp.fdr import determinize as determinize_task
from lamp.grounding import ground
from lamp.ppddl import Domain, Model, determinize, parse, write_domain, write_problem
from lamp.task import Task
from tests.support.tasks import model_of


def operators(task: Task) -> set[object]:
    """The determinized operators, with atoms for facts."""

    def atoms(literals: frozenset[Literal]) -> frozenset[object]:
        return frozenset((str(task.atoms[lit.fact]), lit.positive) for lit in literals)

    return {
        (
            atoms(operator.precondition),
            frozenset(
                (atoms(e.condition), atoms(frozenset([e.literal]))) for e in operator.effects
            ),
        )
        for operator in determinize_task(task)
    }


@pytest.mark.parametrize("family", FAMILIES)
def test_the_determinized_domain_has_the_operators_of_the_determinized_task(family: str) -> None:
    model = load(f"{family}:p2")
    domain, problem = determinize(model.domain, model.problem)
    assert operators(ground(domain, problem)) == operators(ground(model.domain, model.problem))


def determinized(effect: str, extra: str = "") -> Domain:
    model: Model = model_of(f"(:predicates (a) (b) (c)) (:action x :effect {effect}) {extra}")
    return determinize(model.domain, model.problem)[0]


@pytest.mark.parametrize(
    ("effect", "number"),
    [
        ("(a)", 1),
        ("(probabilistic 1 (a))", 1),
        ("(probabilistic 0.5 (a))", 2),
        ("(probabilistic 0.5 (a) 0.5 (b))", 2),
        ("(and (probabilistic 0.5 (a)) (probabilistic 0.5 (b)))", 4),
        ("(when (c) (probabilistic 0.5 (a) 0.5 (b)))", 2),
        ("(probabilistic 0.5 (probabilistic 0.5 (a)) 0.5 (b))", 3),
        ("(probabilistic 0.5 (a) 0.5 (a))", 1),
        ("(probabilistic 0 (a) 1 (b))", 1),
    ],
)
def test_there_is_an_action_for_each_outcome(effect: str, number: int) -> None:
    assert len(determinized(effect).actions) == number


def test_new_names_do_not_collide_with_old_ones() -> None:
    domain = determinized("(probabilistic 0.5 (a))", "(:action x-1 :effect (b))")
    names = [action.name for action in domain.actions]
    assert len(set(names)) == 3
    assert "x-1" in names


def test_the_determinized_domain_contains_costs_but_no_probabilities_or_rewards() -> None:
    model = model_of(
        "(:requirements :mdp) (:predicates (a)) "
        "(:action x :effect (and (decrease (reward) 3) (probabilistic 0.5 (a))))",
        "(:goal (a)) (:goal-reward 100) (:metric maximize (reward))",
    )
    domain, problem = determinize(model.domain, model.problem)
    text = write_domain(domain)
    assert not {"probabilistic", "reward", "mdp"} & set(text.replace("-", " ").split())
    assert write_problem(problem).count("(:metric minimize (total-cost))") == 1
    assert text.count("(increase (total-cost) 3)") == len(domain.actions) == 2
    assert parse(text) == (domain,)


def test_a_probabilistic_effect_inside_forall_cannot_be_determinized() -> None:
    with pytest.raises(UnsupportedFeature, match="inside"):
        determinized("(forall (?x) (probabilistic 0.5 (a)))")


def test_an_effect_with_too_many_outcomes_is_refused() -> None:
    with pytest.raises(UnsupportedFeature, match="16,384 outcomes"):
        determinized(f"(and {'(probabilistic 0.5 (a)) ' * 14})")
