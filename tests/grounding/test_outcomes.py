"""The outcomes of an action: exact probabilities, equal outcomes merged."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lamp.grounding import Limits
from lamp.task import Condition
from tests.support.task_texts import atom_texts
from tests.support.tasks import task_of


def distribution(effect: str) -> list[tuple[Fraction, list[str]]]:
    """The outcomes of an effect on three facts: probability and what is added."""
    task = task_of(
        f"(:predicates (a) (b) (c)) (:action x :effect {effect}) "
        "(:action y :effect (and (not (a)) (not (b)) (not (c))))",
        "(:init (a) (b) (c)) (:goal ())",
    )
    return [
        (outcome.probability, [atom_texts(task)[fact] for fact in outcome.add])
        for outcome in task.actions[0].outcomes
    ]


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("(probabilistic 1/4 (a))", [(QUARTER, ["(a)"]), (1 - QUARTER, [])]),
        ("(probabilistic 1 (a) 0 (b))", [(Fraction(1), ["(a)"])]),
        ("(probabilistic 1/4 (a) 1/4 (a) 1/2 (b))", [(HALF, ["(a)"]), (HALF, ["(b)"])]),
        ("(probabilistic 1/2 (probabilistic 1/2 (a)))", [(QUARTER, ["(a)"]), (1 - QUARTER, [])]),
        (
            "(and (probabilistic 1/2 (a)) (probabilistic 1/2 (b)))",
            [(QUARTER, added) for added in (["(a)", "(b)"], ["(a)"], ["(b)"], [])],
        ),
        (
            "(and (c) (probabilistic 1/2 (a)) (probabilistic 1/2 (a)))",
            [(1 - QUARTER, ["(a)", "(c)"]), (QUARTER, ["(c)"])],
        ),
        ("(and (probabilistic 1/2 (a)) (a))", [(Fraction(1), ["(a)"])]),
        ("(probabilistic)", [(Fraction(1), [])]),
    ],
)
def test_outcomes_are_exact_and_equal_ones_are_merged(
    effect: str, expected: list[tuple[Fraction, list[str]]]
) -> None:
    assert distribution(effect) == expected


def test_repeated_random_effects_on_the_same_facts_do_not_multiply_the_outcomes() -> None:
    number = 10
    facts = " ".join(f"(p{i})" for i in range(number))
    tosses = " ".join(f"(probabilistic 1/2 (p{i}) 1/2 (not (p{i})))" for i in range(number))
    task = task_of(
        f"(:predicates {facts}) (:action toss :effect (and {tosses} {tosses}))",
        "(:goal ())",
        Limits(outcomes=2**number),
    )
    assert len(task.actions[0].outcomes) == 2**number


def test_thirds_sum_to_one_exactly() -> None:
    branches = distribution("(probabilistic 1/3 (a) 1/3 (b) 1/3 (c))")
    assert sum(weight for weight, _ in branches) == 1


def test_conditional_effects_stay_conditional() -> None:
    task = task_of(
        "(:predicates (a) (b)) (:action x :effect (probabilistic 1/2 (when (a) (b)))) "
        "(:action y :effect (and (a) (not (b)))) (:action z :effect (not (a)))",
        "(:goal (b))",
    )
    (effect,) = task.actions[0].outcomes[0].conditional
    assert effect.condition == Condition((0,))
    assert (effect.add, effect.delete) == ((1,), ())
