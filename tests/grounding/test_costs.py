"""What steps cost: a small domain for each construct, and for each metric."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lamp.conditions import condition_text
from lamp.errors import PpddlError
from lamp.grounding import ground, ground_model
from lamp.task import Outcome, Task
from tests.support.cost_domains import (
    CHARGE,
    COST,
    DOMAIN,
    INIT,
    LOSS,
    REWARD,
    action_of,
    task_with,
)
from tests.support.tasks import model_of, task_of


def costs_of(effect: str, problem: str = COST) -> str:
    """The costs of x: for each outcome, probability and cost, with what is added conditionally."""
    task = task_with(effect, problem)
    return " | ".join(_text(outcome, task) for outcome in action_of(task).outcomes)


def _text(outcome: Outcome, task: Task) -> str:
    extra = [
        f" {'+' * (effect.cost > 0)}{effect.cost} if {condition_text(effect.condition, task)}"
        for effect in outcome.conditional
        if effect.cost
    ]
    return f"{outcome.probability}: {outcome.cost}{''.join(extra)}"


CONSTRUCTS = [
    # numbers
    ("(increase (total-cost) 5)", "1: 5"),
    ("(increase total-cost 2.50)", "1: 5/2"),
    ("(increase (total-cost) 2/5)", "1: 2/5"),
    ("(increase (total-cost) 1e-3)", "1: 1/1000"),
    ("(increase (total-cost) 123456789012345678901234567890)", "1: 123456789012345678901234567890"),
    ("(increase (total-cost) 0)", "1: 0"),
    ("(decrease (total-cost) -4)", "1: 4"),
    # functions and arithmetic
    (CHARGE("(length a b)"), "1: 3"),
    (CHARGE("(+ (length a b) (length a c) 1)"), "1: 22/5"),
    (CHARGE("(* 2 (length a c) 10)"), "1: 8"),
    (CHARGE("(- (length a b) (toll b))"), "1: 4"),
    (CHARGE("(- (toll b))"), "1: 1"),
    (CHARGE("(/ (length a b) 2)"), "1: 3/2"),
    (CHARGE("(+ 7)"), "1: 7"),
    # several at once
    (f"(and {CHARGE(3)} {CHARGE(3)} (q))", "1: 6"),
    (f"(and {CHARGE(3)} (and {CHARGE(4)} (decrease (total-cost) 5)))", "1: 2"),
    (f"(forall (?x - place) {CHARGE(2)})", "1: 6"),
    (f"(forall (?x - place) (when (road a ?x) {CHARGE('(length a ?x)')}))", "1: 17/5"),
    # conditions
    (f"(when (p) {CHARGE(3)})", "1: 0 +3 if (p)"),
    (f"(when (not (p)) {CHARGE(3)})", "1: 0 +3 if (not (p))"),
    (f"(when (road a b) {CHARGE(3)})", "1: 3"),
    (f"(when (road b a) {CHARGE(3)})", "1: 0"),
    (f"(and (when (p) {CHARGE(3)}) (when (p) {CHARGE(4)}))", "1: 0 +7 if (p)"),
    (f"(and (when (p) {CHARGE(3)}) (when (p) (decrease (total-cost) 3)))", "1: 0"),
    (f"(and {CHARGE(5)} (when (p) (decrease (total-cost) 2)))", "1: 5 -2 if (p)"),
    (f"(when (p) (when (q) {CHARGE(3)}))", "1: 0 +3 if (and (p) (q))"),
    (
        f"(when (p) (and {CHARGE(1)} (when (p) {CHARGE(2)}) (when (not (p)) {CHARGE(9)})))",
        "1: 0 +3 if (p)",
    ),
    (f"(forall (?x - place) (when (r ?x) {CHARGE(2)}))", "1: 0 +2 if (r a) +2 if (r b)"),
    # chance
    (f"(probabilistic 1/2 {CHARGE(3)})", "1/2: 3 | 1/2: 0"),
    (f"(probabilistic 1/2 {CHARGE(3)} 1/2 {CHARGE(5)})", "1/2: 3 | 1/2: 5"),
    (f"(probabilistic 1/2 {CHARGE(3)} 1/4 {CHARGE('(+ 1 2)')} 1/4 (and))", "3/4: 3 | 1/4: 0"),
    (f"(oneof {CHARGE(3)} (q))", "1/2: 3 | 1/2: 0"),
    (
        f"(and {CHARGE(1)} (probabilistic 1/2 {CHARGE(1)}) (probabilistic 1/2 {CHARGE(1)}))",
        "1/4: 3 | 1/2: 2 | 1/4: 1",
    ),
    (f"(when (p) (probabilistic 1/2 {CHARGE(3)}))", "1/2: 0 +3 if (p) | 1/2: 0"),
    (f"(probabilistic 1/2 (when (p) {CHARGE(3)}) 1/2 {CHARGE(1)})", "1/2: 0 +3 if (p) | 1/2: 1"),
    (
        f"(forall (?x - place) (probabilistic 1/2 {CHARGE(1)}))",
        "1/8: 3 | 3/8: 2 | 3/8: 1 | 1/8: 0",
    ),
]


@pytest.mark.parametrize(("effect", "costs"), CONSTRUCTS)
def test_the_cost_of_a_step_is_the_change_of_the_total_cost(effect: str, costs: str) -> None:
    assert costs_of(effect) == costs


BOTH = "(and (increase (total-cost) 3) (decrease (reward) 5))"
METRICS = [
    # effect, problem, costs, the beginning of the one notice
    (LOSS, REWARD, "1: 5", ""),
    ("(decrease reward 5)", "(:metric maximize reward)", "1: 5", ""),
    (LOSS, "(:metric minimize (- (reward)))", "1: 5", ""),
    (LOSS, "(:metric maximize (* 1/2 (reward)))", "1: 5/2", ""),
    (LOSS, "(:metric maximize (- (reward) (* 3 (total-time))))", "1: 8", ""),
    (LOSS, "", "1: 5", "there is no metric: reward counts"),
    (CHARGE(3), "", "1: 3", "there is no metric: total-cost counts"),
    (CHARGE(3), "(:metric minimize (+ 7 (total-cost)))", "1: 3", ""),
    (CHARGE(3), "(:metric minimize (* (toll a) (total-cost)))", "1: 9/2", ""),
    (BOTH, COST, "1: 3", "changes of reward are ignored: total-cost counts"),
    (BOTH, REWARD, "1: 5", "changes of total-cost are ignored: reward counts"),
    (BOTH, "(:metric minimize (- (total-cost) (reward)))", "1: 8", ""),
    (
        CHARGE(3),
        "(:metric maximize (goal-achieved))",
        "1: 1",
        "(:metric maximize (goal-achieved)) i",
    ),
    (LOSS, "(:metric minimize (total-time))", "1: 1", "(:metric minimize (total-time)) ignores"),
    (CHARGE(3), REWARD, "1: 1", "(:metric maximize (reward)) ignores total-cost: every action"),
    ("(q)", "", "1: 1", ""),
    ("(q)", "(:metric minimize (total-time))", "1: 1", ""),
    ("(q)", "(:goal-reward 100) (:metric maximize (reward))", "1: 1", ""),
    ("(q)", COST, "1: 1", "no action changes what (:metric minimize (total-cost)) asks for"),
    (CHARGE(3), f"(:goal-reward 9) {COST}", "1: 3", ":goal-reward is ignored: the metric does not"),
    (CHARGE(3), f"(:goal-probability 0.5) {COST}", "1: 3", ":goal-probability is ignored"),
]


@pytest.mark.parametrize(("effect", "problem", "costs", "notice"), METRICS)
def test_the_metric_says_what_counts(effect: str, problem: str, costs: str, notice: str) -> None:
    assert costs_of(effect, problem) == costs
    warnings = model_of(f"{DOMAIN} (:action x :effect {effect})", f"{INIT} {problem}").warnings
    assert [warning.text[: len(notice)] for warning in warnings] == [notice] * bool(notice)


def test_a_total_cost_that_does_not_start_at_0_is_noted() -> None:
    problem = f"(:init (= (total-cost) 5)) (:goal (q)) {COST}"
    model = model_of(f"{DOMAIN} (:action x :effect (increase (total-cost) 3))", problem)
    assert [w.text for w in model.warnings] == [
        "total-cost starts at 5; the cost of a plan starts at 0"
    ]
    assert action_of(ground_model(model)).outcomes[0].cost == 3


@pytest.mark.parametrize(
    ("problem", "worth"),
    [
        (f"(:goal-reward 100) {REWARD}", Fraction(100)),
        ("(:goal-reward (* 2 (toll a)))", Fraction(3)),
        ("(:goal-reward 100) (:metric maximize (* 1/4 (reward)))", Fraction(25)),
        (f"(:goal-reward 100) {COST}", Fraction(0)),
        ("(:metric maximize (- (* 50 (goal-achieved)) (total-cost)))", Fraction(50)),
        (REWARD, Fraction(0)),
    ],
)
def test_the_goal_reward_counts_where_the_metric_counts_rewards(
    problem: str, worth: Fraction
) -> None:
    effect = LOSS if "total-cost" not in problem else CHARGE(3)
    assert task_with(effect, problem).goal_reward == worth


def test_an_effect_that_changes_nothing_costs_nevertheless() -> None:
    task = task_of(
        f"{DOMAIN} (:action x :precondition (p) :effect (and (p) {CHARGE(3)}))", f"{INIT} {COST}"
    )
    assert action_of(task).outcomes == (Outcome(Fraction(1), cost=Fraction(3)),)


def test_a_precondition_decides_costs_as_it_decides_effects() -> None:
    effect = f"(and (when (p) {CHARGE(3)}) (when (not (p)) {CHARGE(4)}) (when (q) {CHARGE(5)}))"
    task = task_of(f"{DOMAIN} (:action x :precondition (p) :effect {effect})", f"{INIT} {COST}")
    assert _text(action_of(task).outcomes[0], task) == "1: 3 +5 if (q)"


def test_facts_that_never_change_decide_costs() -> None:
    domain = "(:predicates (p) (never)) (:action x :effect (and (p) "
    domain += f"(when (never) {CHARGE(3)}) (when (p) {CHARGE(1)}))) "
    domain += "(:action idle :precondition (never) :effect (never))"
    task = task_of(domain, f"(:goal (p)) {COST}")
    assert _text(task.actions[0].outcomes[0], task) == "1: 0 +1 if (p)"


def test_each_ground_action_has_the_cost_of_its_arguments() -> None:
    domain = f"{DOMAIN} (:action x :parameters (?x ?y - place) :precondition (road ?x ?y) "
    task = task_of(f"{domain} :effect {CHARGE('(length ?x ?y)')})", f"{INIT} {COST}")
    costs = {str(a): a.outcomes[0].cost for a in task.actions if a.name == "x"}
    assert costs == {"(x a b)": Fraction(3), "(x a c)": Fraction(2, 5)}


@pytest.mark.parametrize("effect", [effect for effect, _ in CONSTRUCTS])
def test_with_unit_costs_a_task_is_the_one_of_a_domain_without_costs(effect: str) -> None:
    model = model_of(f"{DOMAIN} (:action x :effect {effect})", f"{INIT} {COST} (:goal-reward 7)")
    task = ground(model.domain, model.problem, unit_costs=True)
    assert task.has_unit_costs
    assert task.goal_reward == 0
    assert repr(task) == repr(ground_model(model.without_costs()))
    assert "cost=" not in repr(task)


def test_with_unit_costs_no_value_is_looked_up_and_nothing_is_said_of_costs() -> None:
    model = model_of(f"{DOMAIN} (:action x :effect {CHARGE('(length c c)')})", "(:goal (q))")
    with pytest.raises(PpddlError, match="has no value"):
        ground_model(model)
    assert ground_model(model, unit_costs=True).has_unit_costs
    assert model.warnings
    assert not model.without_costs().warnings


def test_a_declared_function_that_is_not_used_needs_no_value() -> None:
    assert task_of("(:functions (fuel ?x)) (:predicates (p)) (:action x :effect (p))").actions
