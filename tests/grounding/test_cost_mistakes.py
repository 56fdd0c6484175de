"""Mistakes in costs: each is reported with its place, its cause and a remedy."""

from __future__ import annotations

import pytest

from lamp.errors import GroundingError, LampError, PpddlError, UnsupportedFeature
from tests.support.cost_domains import (
    CHARGE,
    COST,
    DOMAIN,
    INIT,
    LOSS,
    REWARD,
    action_of,
)
from tests.support.tasks import model_of, task_of

EFFECT = "(:action x :parameters (?x - place) :precondition (r ?x)\n  :effect {})".format
MISTAKES = [
    # the end of the domain, the problem, the error, line:column, cause, a word of the hint
    (EFFECT(CHARGE("(len a b)")), "", PpddlError, "3:34", "unknown function len", "length?"),
    (EFFECT(CHARGE("(cash)")), "", PpddlError, "3:34", "unknown function cash", "(:functions …)"),
    (
        EFFECT(CHARGE("(length a)")),
        "",
        PpddlError,
        "3:34",
        "function length takes 2 arguments, f",
        "as",
    ),
    (EFFECT(CHARGE("(length a ?z)")), "", PpddlError, "3:44", "unknown variable ?z", "parameter"),
    (EFFECT(CHARGE("(length a z)")), "", PpddlError, "3:44", "unknown object z", "(:constants …)"),
    (EFFECT(CHARGE("(length a one)")), "", PpddlError, "3:44", "one is of type object", "declared"),
    (EFFECT(CHARGE("(length ?x a)")), "", PpddlError, "3:34", "(length b a) has no value", "(x b)"),
    (
        EFFECT(CHARGE("(length ?x a)")),
        "",
        PpddlError,
        "3:34",
        "(length b a) has",
        "Add (= (length b a) NU",
    ),
    (EFFECT(CHARGE("(reward)")), "", UnsupportedFeature, "3:34", "depends on reward", ":init"),
    (
        EFFECT(CHARGE("total-cost")),
        "",
        UnsupportedFeature,
        "3:34",
        "depends on total-cost",
        ":init",
    ),
    (EFFECT(CHARGE("?x")), "", PpddlError, "3:34", "expected a number, found ?x", "FUNCTION"),
    (EFFECT(CHARGE("(/ 1 (toll c))")), "", PpddlError, "3:34", "a division by 0", "another"),
    (EFFECT(CHARGE("(/ 1 2 3)")), "", PpddlError, "3:34", "(/ …) has 3 operands", "(/ A B)"),
    (EFFECT(CHARGE("(+)")), "", PpddlError, "3:34", "(+ …) has 0 operands", "(+ A B …)"),
    (EFFECT(CHARGE("(* 1e40 1e40)")), "", PpddlError, "3:34", "more than 60 digits", "Round"),
    (EFFECT(CHARGE("1.2.3")), "", PpddlError, "3:34", "expected a number, found 1.2.3", "decimal"),
    (EFFECT("(increase (total-cost))"), "", PpddlError, "3:11", "takes 2 arguments", "(increase"),
    (
        EFFECT("(increase (toll a) 1)"),
        "",
        UnsupportedFeature,
        "3:11",
        "numeric fluents",
        "no numbers",
    ),
    (
        EFFECT("(assign (total-cost) 1)"),
        "",
        UnsupportedFeature,
        "3:11",
        "numeric fluents",
        "reward",
    ),
    (
        EFFECT("(increase (reward a) 1)"),
        "",
        UnsupportedFeature,
        "3:11",
        "numeric fluents",
        "reward",
    ),
    (EFFECT("(when (< (toll a) 3) (q))"), "", UnsupportedFeature, "3:17", "numeric", "predicates"),
    (
        EFFECT("(increase (reward) 5)"),
        REWARD,
        GroundingError,
        "3:11",
        "(x a) may cost -5: a",
        ":goal-reward",
    ),
    (
        EFFECT("(increase (reward) 5)"),
        "",
        GroundingError,
        "3:11",
        "a positive reward",
        "--unit-costs",
    ),
    (
        EFFECT(CHARGE("(- 3 5)")),
        "",
        GroundingError,
        "3:11",
        "may cost -2: a negative",
        "--unit-costs",
    ),
    (
        EFFECT(CHARGE(3)),
        COST.replace("min", "max"),
        GroundingError,
        "3:11",
        "may cost -3",
        "minimize",
    ),
    (EFFECT(LOSS), REWARD.replace("max", "min"), GroundingError, "3:11", "may cost -5", "maximize"),
    (
        EFFECT("(and (decrease (reward) 1) (when (p) (increase (reward) 5)))"),
        *("", GroundingError, "3:48", "may cost -4", "(:goal-reward NUMBER)"),
    ),
    (
        EFFECT(CHARGE(1)),
        *("(:metric minimize (* (total-cost) (total-cost)))", UnsupportedFeature, "5:28"),
        *("not linear", "--unit-costs"),
    ),
    (
        EFFECT(CHARGE(1)),
        *("(:metric minimize (+ (total-cost) (is-violated a)))", UnsupportedFeature, "5:44"),
        *("preferences", "goal"),
    ),
    (
        EFFECT(CHARGE(1)),
        "(:metric minimize (fuel))",
        PpddlError,
        "5:28",
        "(fuel) has no",
        "In the metric",
    ),
    (
        EFFECT(CHARGE(1)),
        "(:metric (total-cost))",
        PpddlError,
        "5:19",
        "expected minimize",
        "one word",
    ),
    (EFFECT(CHARGE(1)), "(:goal-reward)", PpddlError, "5:10", "takes one number", "100"),
    (
        EFFECT(CHARGE(1)),
        "(:goal-reward (total-cost))",
        PpddlError,
        "5:24",
        "(total-cost) has no",
        "NUMBER",
    ),
    ("(:functions (total-cost ?x))", "", PpddlError, "2:15", "total-cost takes no", "(total-cost)"),
    ("(:functions (near ?x) - place)", "", UnsupportedFeature, "2:27", "type place", "- number"),
    (
        "(:functions (toll ?x ?y))",
        "",
        PpddlError,
        "2:15",
        "function toll is declared twice",
        "line",
    ),
]


@pytest.mark.parametrize(("end", "problem", "kind", "place", "cause", "hint"), MISTAKES)
def test_mistakes_have_place_cause_and_remedy(
    end: str, problem: str, kind: type[LampError], place: str, cause: str, hint: str
) -> None:
    domain = DOMAIN.replace("(:constants", "(:constants one - object")
    with pytest.raises(kind) as caught:
        task_of(f"{domain}\n  {end}\n", f"{INIT} \n         {problem}")
    error = caught.value
    assert cause in error.cause
    assert hint in error.hint
    assert error.place
    assert f"{error.place.line}:{error.place.column}" == place


@pytest.mark.parametrize(
    ("value", "cause", "hint"),
    [
        ("(= (length a b) 4)", "(length a b) is 4 and 3", "the other is in line 1"),
        ("(= (length a) 4)", "function length takes 2 arguments", "declared as"),
        ("(= (width a) 4)", "unknown function width", "(:functions …)"),
        ("(= (toll z) 4)", "unknown object z", "Declare it"),
        ("(= (toll a) one)", "expected a number, found one", "decimal"),
        ("(= (toll a) (toll b))", "numeric fluents", "no numbers"),
        ("(= toll 4)", "function toll takes 1 argument", "declared as"),
    ],
)
def test_mistakes_in_initial_values_are_found(value: str, cause: str, hint: str) -> None:
    with pytest.raises(PpddlError) as caught:
        model_of(DOMAIN, INIT.replace("(:init", f"(:init {value}"))
    assert cause in caught.value.cause
    assert hint in caught.value.hint
    assert caught.value.place


def test_a_value_that_is_given_twice_alike_is_one_value() -> None:
    problem = INIT.replace("(:init", "(:init (= (length a b) 3.0)")
    task = task_of(f"{DOMAIN} (:action x :effect {CHARGE('(length a b)')})", f"{problem} {COST}")
    assert action_of(task).outcomes[0].cost == 3
