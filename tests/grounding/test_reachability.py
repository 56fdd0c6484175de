"""What grounding removes: constant facts, unreachable facts and actions, implied conditions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lamp.errors import PpddlError
from lamp.grounding import ground
from lamp.ppddl import Domain, Problem, parse
from lamp.task import ALWAYS, NEVER, Condition, Outcome
from tests.support.task_texts import action_texts, atom_texts
from tests.support.tasks import task_of

SWITCHES = "(:predicates (on ?x) (link ?x ?y) (power)) "


def test_static_facts_select_actions_and_disappear() -> None:
    task = task_of(
        SWITCHES + "(:action go :parameters (?x ?y) :precondition (and (link ?x ?y) (on ?x)) "
        ":effect (and (on ?y) (not (on ?x))))",
        "(:objects a b c) (:init (link a b) (link b c) (link c c) (on a)) (:goal (on c))",
    )
    assert action_texts(task) == ["(go a b)", "(go b c)", "(go c c)"]
    assert atom_texts(task) == ["(on a)", "(on b)", "(on c)"]
    assert task.actions[0].precondition == Condition((0,))


def test_facts_that_cannot_be_reached_disappear_with_their_actions() -> None:
    task = task_of(
        SWITCHES + "(:action go :parameters (?x ?y) :precondition (and (on ?x) (link ?x ?y)) "
        ":effect (on ?y)) (:action light :parameters (?x) :precondition (on ?x) :effect (power))",
        "(:objects a b c d) (:init (link a b) (link c d) (on a)) (:goal (power))",
    )
    assert action_texts(task) == ["(go a b)", "(light a)", "(light b)"]
    assert atom_texts(task) == ["(on b)", "(power)"]
    assert task.initial == frozenset()


def test_an_action_that_needs_a_constant_fact_to_be_false_is_removed_with_its_successors() -> None:
    task = task_of(
        SWITCHES + "(:action cut :precondition (not (power)) :effect (not (on a))) "
        "(:action use :precondition (not (on a)) :effect (on b))"
        "(:action charge :effect (power)) (:constants a b)",
        "(:init (power) (on a)) (:goal (on b))",
    )
    assert action_texts(task) == ["(charge)"]
    assert task.atoms == ()
    assert task.goal == NEVER


def test_a_disjunct_that_constants_rule_out_does_not_make_an_action_reachable() -> None:
    task = task_of(
        "(:constants a b c) "
        + SWITCHES
        + "(:action x :precondition (or (not (power)) (on a)) :effect (on b))"
        "(:action y :precondition (on b) :effect (on c)) (:action z :effect (power))",
        "(:init (power)) (:goal (on c))",
    )
    assert action_texts(task) == ["(z)"]
    assert task.goal == NEVER


def test_actions_that_only_make_each_other_possible_are_impossible() -> None:
    task = task_of(
        "(:predicates (p) (q) (r)) (:action a :precondition (not (p)) :effect (not (q))) "
        "(:action b :precondition (not (q)) :effect (not (p))) (:action c :effect (r))",
        "(:init (p) (q)) (:goal (not (p)))",
    )
    assert action_texts(task) == ["(c)"]
    assert task.goal == NEVER


def test_a_goal_of_constant_facts_is_simplified_to_a_truth_value() -> None:
    assert task_of(SWITCHES, "(:objects a) (:init (on a)) (:goal (on a))").goal == ALWAYS
    assert task_of(SWITCHES, "(:objects a) (:goal (exists (?x) (on ?x)))").goal == NEVER


def test_effect_conditions_that_the_precondition_implies_are_removed() -> None:
    task = task_of(
        SWITCHES + "(:constants a b) (:action flip :precondition (on a) "
        ":effect (and (not (on a)) (when (on a) (on b)) (when (not (on a)) (power))))",
        "(:init (on a)) (:goal (on b))",
    )
    (outcome,) = task.actions[0].outcomes
    assert outcome.conditional == ()
    assert [atom_texts(task)[fact] for fact in outcome.add] == ["(on b)"]


def test_an_effect_that_contradicts_its_precondition_reaches_no_fact() -> None:
    task = task_of(
        "(:predicates (p) (q) (r)) (:action c :precondition (r) :effect (p)) "
        "(:action a :precondition (p) "
        ":effect (and (not (p)) (when (not (p)) (not (q))) (when (not (p)) (r))))",
        "(:init (p) (q)) (:goal ())",
    )
    assert action_texts(task) == ["(a)"]
    assert atom_texts(task) == ["(p)"]


def test_effects_that_the_precondition_makes_redundant_give_no_separate_outcome() -> None:
    task = task_of(
        "(:predicates (p) (q)) (:action a :precondition (and (p) (not (q))) "
        ":effect (probabilistic 1/2 (p) 1/4 (not (q)))) (:action b :effect (not (p))) "
        "(:action c :effect (q))",
        "(:init (p)) (:goal ())",
    )
    (outcome,) = task.actions[0].outcomes
    assert outcome == Outcome(Fraction(1))


@pytest.mark.parametrize("different", ["(not (= ?x ?y))", "(not (link ?x ?y))"])
def test_a_witness_of_exists_is_searched_for_each_value_of_a_parameter(different: str) -> None:
    task = task_of(
        SWITCHES + "(:action start :parameters (?x) :precondition (power) :effect (on ?x)) "
        f"(:action a :parameters (?x) :precondition (exists (?y) (and (on ?y) {different})) "
        ":effect (not (on ?x)))",
        "(:objects a b) (:init (power) (link a a) (link b b)) (:goal ())",
    )
    assert action_texts(task)[2:] == ["(a a)", "(a b)"]


def test_ground_refuses_an_unknown_predicate_of_an_unchecked_domain() -> None:
    domain, problem = parse(
        "(define (domain d) (:action a :effect (p))) (define (problem p) (:domain d) (:goal ()))"
    )
    assert isinstance(domain, Domain)
    assert isinstance(problem, Problem)
    with pytest.raises(PpddlError, match="unknown predicate p"):
        ground(domain, problem)


def test_actions_and_effects_are_retried_when_their_conditions_become_reachable() -> None:
    chain = " ".join(
        f"(:action s{i} :precondition (or (on c{i}) (power)) "
        f":effect (when (or (on c{i}) (and (power) (on c0))) (on c{i + 1})))"
        for i in reversed(range(20))
    )
    constants = " ".join(f"c{i}" for i in range(21))
    task = task_of(
        f"(:constants {constants}) {SWITCHES} {chain}", "(:init (on c0)) (:goal (on c20))"
    )
    assert len(task.actions) == 20
    assert task.goal == Condition((19,))
