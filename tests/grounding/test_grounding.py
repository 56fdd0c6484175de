"""Grounding: what is kept, what is removed, in which order, and within which limits."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import pytest

from lamp.errors import PpddlError, SettingsError, TaskTooLarge
from lamp.grounding import Limits, ground
from lamp.ppddl import Domain, Problem, parse
from lamp.task import ALWAYS, NEVER, Condition, Outcome, State, Task
from tests.support.legacy import BENCHMARKS, benchmark_task, needs_shared
from tests.support.paths import ROOT, SHARED
from tests.support.tasks import task_of

SWITCHES = "(:predicates (on ?x) (link ?x ?y) (power)) "


def names(task: Task) -> list[str]:
    """The actions of a task as text."""
    return [str(action) for action in task.actions]


def atoms(task: Task) -> list[str]:
    """The facts of a task as text."""
    return [str(atom) for atom in task.atoms]


def states(task: Task) -> set[State]:
    """All states that can be reached; goal states are not expanded."""
    found, waiting = {task.initial}, [task.initial]
    while waiting:
        state = waiting.pop()
        if task.is_goal(state):
            continue
        for action in task.applicable(state):
            for successor in task.apply(state, action):
                if successor not in found:
                    found.add(successor)
                    waiting.append(successor)
    return found


# What is removed


def test_static_facts_select_actions_and_disappear() -> None:
    task = task_of(
        SWITCHES + "(:action go :parameters (?x ?y) :precondition (and (link ?x ?y) (on ?x)) "
        ":effect (and (on ?y) (not (on ?x))))",
        "(:objects a b c) (:init (link a b) (link b c) (link c c) (on a)) (:goal (on c))",
    )
    assert names(task) == ["(go a b)", "(go b c)", "(go c c)"]
    assert atoms(task) == ["(on a)", "(on b)", "(on c)"]
    assert task.actions[0].precondition == Condition((0,))


def test_facts_that_cannot_be_reached_disappear_with_their_actions() -> None:
    task = task_of(
        SWITCHES + "(:action go :parameters (?x ?y) :precondition (and (on ?x) (link ?x ?y)) "
        ":effect (on ?y)) (:action light :parameters (?x) :precondition (on ?x) :effect (power))",
        "(:objects a b c d) (:init (link a b) (link c d) (on a)) (:goal (power))",
    )
    assert names(task) == ["(go a b)", "(light a)", "(light b)"]
    assert atoms(task) == ["(on b)", "(power)"]
    assert task.initial == frozenset()


def test_an_action_that_needs_a_constant_to_be_false_disappears_with_all_it_leads_to() -> None:
    task = task_of(
        SWITCHES + "(:action cut :precondition (not (power)) :effect (not (on a))) "
        "(:action use :precondition (not (on a)) :effect (on b))"
        "(:action charge :effect (power)) (:constants a b)",
        "(:init (power) (on a)) (:goal (on b))",
    )
    assert names(task) == ["(charge)"]
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
    assert names(task) == ["(z)"]
    assert task.goal == NEVER


def test_actions_that_only_make_each_other_possible_are_impossible() -> None:
    task = task_of(
        "(:predicates (p) (q) (r)) (:action a :precondition (not (p)) :effect (not (q))) "
        "(:action b :precondition (not (q)) :effect (not (p))) (:action c :effect (r))",
        "(:init (p) (q)) (:goal (not (p)))",
    )
    assert names(task) == ["(c)"]
    assert task.goal == NEVER


def test_a_goal_of_constants_is_decided() -> None:
    assert task_of(SWITCHES, "(:objects a) (:init (on a)) (:goal (on a))").goal == ALWAYS
    assert task_of(SWITCHES, "(:objects a) (:goal (exists (?x) (on ?x)))").goal == NEVER


def test_what_the_precondition_says_is_not_asked_again_in_effects() -> None:
    task = task_of(
        SWITCHES + "(:constants a b) (:action flip :precondition (on a) "
        ":effect (and (not (on a)) (when (on a) (on b)) (when (not (on a)) (power))))",
        "(:init (on a)) (:goal (on b))",
    )
    (outcome,) = task.actions[0].outcomes
    assert outcome.conditional == ()
    assert [atoms(task)[fact] for fact in outcome.add] == ["(on b)"]


def test_an_effect_that_its_own_precondition_rules_out_reaches_nothing() -> None:
    task = task_of(
        "(:predicates (p) (q) (r)) (:action c :precondition (r) :effect (p)) "
        "(:action a :precondition (p) "
        ":effect (and (not (p)) (when (not (p)) (not (q))) (when (not (p)) (r))))",
        "(:init (p) (q)) (:goal ())",
    )
    assert names(task) == ["(a)"]
    assert atoms(task) == ["(p)"]


def test_an_effect_that_its_own_precondition_grants_is_no_outcome() -> None:
    task = task_of(
        "(:predicates (p) (q)) (:action a :precondition (and (p) (not (q))) "
        ":effect (probabilistic 1/2 (p) 1/4 (not (q)))) (:action b :effect (not (p))) "
        "(:action c :effect (q))",
        "(:init (p)) (:goal ())",
    )
    (outcome,) = task.actions[0].outcomes
    assert outcome == Outcome(Fraction(1))


@pytest.mark.parametrize("different", ["(not (= ?x ?y))", "(not (link ?x ?y))"])
def test_a_witness_that_depends_on_a_parameter_is_sought_for_each(different: str) -> None:
    task = task_of(
        SWITCHES + "(:action start :parameters (?x) :precondition (power) :effect (on ?x)) "
        f"(:action a :parameters (?x) :precondition (exists (?y) (and (on ?y) {different})) "
        ":effect (not (on ?x)))",
        "(:objects a b) (:init (power) (link a a) (link b b)) (:goal ())",
    )
    assert names(task)[2:] == ["(a a)", "(a b)"]


def test_an_unknown_name_is_an_error_in_python_too() -> None:
    domain, problem = parse(
        "(define (domain d) (:action a :effect (p))) (define (problem p) (:domain d) (:goal ()))"
    )
    assert isinstance(domain, Domain)
    assert isinstance(problem, Problem)
    with pytest.raises(PpddlError, match="unknown predicate p"):
        ground(domain, problem)


def test_conditions_that_come_true_late_wake_what_waits_for_them() -> None:
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


# Outcomes


def distribution(effect: str) -> list[tuple[Fraction, list[str]]]:
    """The outcomes of an effect on three facts: probability and what is added."""
    task = task_of(
        f"(:predicates (a) (b) (c)) (:action x :effect {effect}) "
        "(:action y :effect (and (not (a)) (not (b)) (not (c))))",
        "(:init (a) (b) (c)) (:goal ())",
    )
    return [
        (outcome.probability, [atoms(task)[fact] for fact in outcome.add])
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
            [(QUARTER, found) for found in (["(a)", "(b)"], ["(a)"], ["(b)"], [])],
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


def test_overruled_effects_do_not_multiply() -> None:
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
    found = distribution("(probabilistic 1/3 (a) 1/3 (b) 1/3 (c))")
    assert sum(weight for weight, _ in found) == 1


def test_conditional_effects_stay_conditional() -> None:
    task = task_of(
        "(:predicates (a) (b)) (:action x :effect (probabilistic 1/2 (when (a) (b)))) "
        "(:action y :effect (and (a) (not (b)))) (:action z :effect (not (a)))",
        "(:goal (b))",
    )
    (effect,) = task.actions[0].outcomes[0].conditional
    assert effect.condition == Condition((0,))
    assert (effect.add, effect.delete) == ((1,), ())


# Joins instead of products


def test_eight_parameters_cost_as_many_rows_as_there_are_actions() -> None:
    """Objects to the power of 8 would be 10^16 bindings; each of the 100 chains has its own."""
    length, chains = 8, 100
    things = [[f"o{i}-{k}" for k in range(length)] for i in range(chains)]
    links = "".join(f"(link {a} {b})" for row in things for a, b in pairwise(row))
    parameters = " ".join(f"?p{k}" for k in range(length))
    body = "".join(f"(link ?p{k} ?p{k + 1})" for k in range(length - 1))
    task = task_of(
        SWITCHES + f"(:action x :parameters ({parameters}) "
        f":precondition (and {body} (on ?p3)) :effect (not (on ?p3)))",
        f"(:objects {' '.join(name for row in things for name in row)}) "
        f"(:init {links} {''.join(f'(on {row[3]})' for row in things)}) (:goal (not (on o0-3)))",
        Limits(work=40 * length * chains),
    )
    assert len(task.actions) == chains


@pytest.mark.parametrize(
    "precondition",
    [
        "(or (and (link ?x ?y) (on ?x)) (and (link ?y ?x) (on ?x)))",
        "(exists (?z) (and (link ?x ?z) (link ?z ?y) (on ?x)))",
        "(and (on ?x) (or (link ?x ?y) (and (power) (link ?y ?x))))",
        "(and (on ?x) (link ?x ?y) (not (link ?y ?x)) (not (= ?x ?y)))",
        "(and (link ?x ?y) (on ?x) (forall (?z) (imply (link ?y ?z) (not (= ?z ?x)))))",
    ],
)
def test_disjunctions_and_quantifiers_are_joined_too(precondition: str) -> None:
    number = 300
    links = "".join(f"(link o{i} o{i + 1})" for i in range(number - 1))
    task = task_of(
        SWITCHES + f"(:action x :parameters (?x ?y) :precondition {precondition} "
        ":effect (and (on ?y) (not (on ?x))))",
        f"(:objects {' '.join(f'o{i}' for i in range(number))}) (:init (on o0) {links}) (:goal ())",
        Limits(work=80 * number),
    )
    assert number / 2 - 1 <= len(task.actions) <= 2 * number


def test_static_guards_of_forall_effects_are_joined_too() -> None:
    number = 200
    links = "".join(f"(link o{i} o{(i + 1) % number})" for i in range(number))
    task = task_of(
        SWITCHES + "(:action x :parameters (?x) :precondition (on ?x) "
        ":effect (forall (?y ?z) (when (and (link ?x ?y) (link ?y ?z)) (on ?z))))",
        f"(:objects {' '.join(f'o{i}' for i in range(number))}) (:init (on o0) {links}) (:goal ())",
        Limits(work=40 * number),
    )
    assert len(task.actions) == number / 2


# Limits


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
def test_more_bindings_than_memory_are_stopped_early(precondition: str) -> None:
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


# Canonical order


def test_facts_and_actions_come_in_the_order_of_their_declaration() -> None:
    task = task_of(
        "(:predicates (q ?x) (p ?x ?y)) "
        "(:action z :parameters (?x ?y) :precondition (q ?x) :effect (p ?x ?y)) "
        "(:action a :parameters (?x) :effect (q ?x))",
        "(:objects o2 o10 o1) (:goal ())",
    )
    assert atoms(task)[:4] == ["(q o2)", "(q o10)", "(q o1)", "(p o2 o2)"]
    assert names(task)[:3] == ["(z o2 o2)", "(z o2 o10)", "(z o2 o1)"]
    assert names(task)[-1] == "(a o1)"


DUMP = """
import sys
from lamp.grounding import ground
from lamp.ppddl import load
for domain, problem, name in zip(*[iter(sys.argv[1:])] * 3):
    model = load(domain, problem, name=name or None)
    task = ground(model.domain, model.problem)
    print(task.atoms, task.actions, sorted(task.initial), task.goal, model.notices)
"""


def test_the_same_input_gives_the_same_bytes_under_any_hash_seed() -> None:
    everything = str(ROOT / "tests" / "data" / "everything.ppddl")
    courier = ROOT / "examples" / "courier"
    files = [everything, everything, "one"]
    files += [str(courier / "domain.ppddl"), str(courier / "problem.ppddl"), ""]
    for family in ("elevators", "exploding_blocksworld") if SHARED.is_dir() else ():
        folder = SHARED / "benchmarks" / family
        files += [str(folder / "domain.ppddl"), str(folder / "p1.ppddl"), ""]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", DUMP, *files],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000


# The paper's problems


@needs_shared
@pytest.mark.parametrize(("family", "problem"), BENCHMARKS)
def test_the_paper_s_problems_ground_to_sound_tasks(family: str, problem: str) -> None:
    task = benchmark_task(family, problem)
    assert task.goal not in (ALWAYS, NEVER)
    for action in task.actions:
        assert sum(outcome.probability for outcome in action.outcomes) == 1
        parts = [(one.add, one.delete, one.conditional) for one in action.outcomes]
        assert len(set(parts)) == len(parts)


@needs_shared
@pytest.mark.parametrize(
    ("family", "problem", "number"),
    [
        ("prob_blocksworld", "p5", 1_896),
        ("elevators", "p5", 909),
        ("triangle_tireworld", "p2", 2_038),
        ("exploding_blocksworld", "p4", 85_955),
        ("tireworld", "p1", 8_704),
        ("elevators", "p6", 14_787),
        ("zenotravel", "p1", 1),
    ],
)
def test_the_paper_s_problems_have_as_many_states_as_is_known(
    family: str, problem: str, number: int
) -> None:
    assert len(states(benchmark_task(family, problem))) == number
