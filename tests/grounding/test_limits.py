"""Limits: a task that is too large is refused early, with the action that makes it so."""

from __future__ import annotations

import pytest

from lamp.errors import SettingsError, TaskTooLarge
from lamp.grounding import Limits
from tests.support.tasks import task_of


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Limits(actions=50), "more than 50 ground actions, at action pair"),
        (Limits(facts=5), "more than 5 ground atoms, at action pair"),
        (Limits(work=20), "more than 20 steps of work, at action pair"),
        (Limits(literals=20), "with more than 20 literals, at action pair"),
    ],
)
def test_a_limit_names_the_action_that_reaches_it(limits: Limits, text: str) -> None:
    with pytest.raises(TaskTooLarge, match=text) as caught:
        task_of(
            "(:predicates (p ?x ?y))\n(:action pair :parameters (?x ?y) :effect (p ?x ?y))",
            "(:objects a b c d e f g h i j) (:goal ())",
            limits,
        )
    assert caught.value.exit_code == 3
    assert caught.value.place is not None
    assert caught.value.place.line == 2
    assert "--limit" in caught.value.remedy


def test_independent_effects_that_multiply_are_stopped_early() -> None:
    with pytest.raises(TaskTooLarge, match=r"more than 20,000 outcomes, at action storm"):
        task_of(
            "(:predicates (wet ?x)) "
            "(:action storm :effect (forall (?x) (probabilistic 1/2 (wet ?x))))",
            f"(:objects {' '.join(f'o{i}' for i in range(40))}) (:goal ())",
        )


@pytest.mark.parametrize("precondition", ["()", "(not (= ?e ?f))", "(forall (?x) (not (q ?x)))"])
def test_grounding_stops_early_when_there_are_too_many_ground_actions(precondition: str) -> None:
    with pytest.raises(TaskTooLarge, match="more than 1,000 ground actions, at action all"):
        task_of(
            "(:predicates (p) (q ?x)) (:action all :parameters (?a ?b ?c ?d ?e ?f) "
            f":precondition {precondition} :effect (p))",
            f"(:objects {' '.join(f'o{i}' for i in range(100))}) (:goal ())",
            Limits(actions=1000),
        )


def test_free_parameters_beyond_the_limit_are_refused_at_once() -> None:
    """The limit on work is far too low to make a million actions first."""
    with pytest.raises(TaskTooLarge, match="more than 1,000,000 ground actions, at action all"):
        task_of(
            "(:predicates (p ?x)) (:action all :parameters (?a ?b ?c ?d ?e ?f) :effect (p ?a))",
            f"(:objects {' '.join(f'o{i}' for i in range(100))}) (:goal ())",
            Limits(work=1000),
        )


def test_a_quantifier_that_explodes_is_stopped_early() -> None:
    with pytest.raises(TaskTooLarge, match="at the goal"):
        task_of(
            "(:predicates (p ?a ?b)) (:action x :parameters (?a ?b) :effect (p ?a ?b))",
            f"(:objects {' '.join(f'o{i}' for i in range(60))}) (:goal (forall (?a ?b ?c ?d) "
            "(exists (?e) (and (p ?a ?b) (p ?b ?c) (p ?c ?d) (p ?d ?e)))))",
            Limits(work=100_000),
        )


def test_limits_below_one_are_refused() -> None:
    with pytest.raises(SettingsError, match="limit actions is 0; at least 1"):
        Limits(actions=0)
