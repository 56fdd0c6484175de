"""The cost of grounding: linear in the output, measured in counted work and not in seconds.

`Limits(work=…)` counts rows joined, literals tried and bindings tested. Each test allows a constant
number of steps per object; trying all combinations of two objects would break it.
"""

from __future__ import annotations

import sys
import tracemalloc
from itertools import pairwise

import pytest

from lamp.errors import TaskTooLarge
from lamp.grounding import Limits, ground
from lamp.task import NEVER, Condition
from tests.support.tasks import model_of, task_of

SIZE = 400
LINEAR = Limits(work=100 * SIZE)
NAMES = [f"o{i}" for i in range(SIZE)]
OBJECTS = f"(:objects {' '.join(NAMES)})"
CHAIN = " ".join(f"(next o{i} o{i + 1})" for i in range(SIZE - 1))
SWITCHES = "(:predicates (on ?x) (link ?x ?y) (power)) "
PREDICATES = "(:predicates (at ?x) (on ?x) (next ?x ?y) (near ?x ?y) (power))"


def chain_task(action: str, more: str = "", limits: Limits = LINEAR) -> int:
    """The number of actions of a schema on a chain of objects, with a thing that walks along it."""
    walk = (
        "(:action walk :parameters (?x ?y) :precondition (and (next ?x ?y) (at ?x)) "
        ":effect (and (at ?y) (not (at ?x))))"
    )
    task = task_of(
        f"{PREDICATES} {walk} (:action a {action})",
        f"{OBJECTS} (:init (at o0) {CHAIN} {more}) (:goal (on o1))",
        limits,
    )
    return sum(action.name == "a" for action in task.actions)


@pytest.mark.parametrize(
    ("precondition", "number"),
    [
        ("(and (at ?x) (= ?x ?y))", SIZE),
        ("(and (next ?x ?y) (exists (?z) (and (near ?x ?z) (at ?z))))", 0),
        ("(exists (?z) (exists (?w) (and (next ?x ?z) (next ?z ?w) (next ?w ?y))))", SIZE - 3),
        ("(and (or (next ?x ?y) (next ?y ?x)) (at ?x))", 2 * SIZE - 2),
        ("(or (next ?x ?y) (and (at ?x) (= ?x ?y)))", 2 * SIZE - 1),
        ("(and (next ?x ?y) (forall (?z) (and (imply (next ?y ?z) (at ?x)))))", SIZE - 1),
    ],
)
def test_bindings_are_joined_whatever_the_form_of_the_precondition(
    precondition: str, number: int
) -> None:
    action = f":parameters (?x ?y) :precondition {precondition} :effect (on ?y)"
    assert chain_task(action) == number


@pytest.mark.parametrize(
    "effect",
    [
        "(forall (?y) (when (next ?x ?y) (on ?y)))",
        "(forall (?y) (and (when (next ?x ?y) (on ?y)) (when (next ?y ?x) (not (on ?y)))))",
        "(forall (?y) (probabilistic 1/2 (when (next ?x ?y) (on ?y))))",
        "(forall (?y) (probabilistic 1/2 (when (next ?x ?y) (on ?y)) 1/4 (when (next ?x ?y) ())))",
        "(forall (?y) (forall (?z) (when (and (next ?x ?y) (next ?y ?z)) (on ?z))))",
        "(forall (?y) (when (and (= ?y ?x) (at ?y)) (on ?y)))",
    ],
)
def test_forall_effects_are_joined_whatever_their_form(effect: str) -> None:
    assert chain_task(f":parameters (?x) :precondition (at ?x) :effect {effect}") == SIZE


def test_eight_parameters_cost_as_many_rows_as_there_are_actions() -> None:
    """Objects to the power of 8 would be 10^16 bindings; each of the 100 chains has its own."""
    length, chains = 8, 100
    objects = [[f"o{i}-{k}" for k in range(length)] for i in range(chains)]
    links = "".join(f"(link {a} {b})" for row in objects for a, b in pairwise(row))
    parameters = " ".join(f"?p{k}" for k in range(length))
    body = "".join(f"(link ?p{k} ?p{k + 1})" for k in range(length - 1))
    task = task_of(
        SWITCHES + f"(:action x :parameters ({parameters}) "
        f":precondition (and {body} (on ?p3)) :effect (not (on ?p3)))",
        f"(:objects {' '.join(name for row in objects for name in row)}) "
        f"(:init {links} {''.join(f'(on {row[3]})' for row in objects)}) (:goal (not (on o0-3)))",
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
def test_disjunctions_and_quantifiers_of_many_objects_are_joined(precondition: str) -> None:
    number = 300
    links = "".join(f"(link o{i} o{i + 1})" for i in range(number - 1))
    task = task_of(
        SWITCHES + f"(:action x :parameters (?x ?y) :precondition {precondition} "
        ":effect (and (on ?y) (not (on ?x))))",
        f"(:objects {' '.join(f'o{i}' for i in range(number))}) (:init (on o0) {links}) (:goal ())",
        Limits(work=80 * number),
    )
    assert number / 2 - 1 <= len(task.actions) <= 2 * number


def test_static_guards_of_forall_effects_are_joined() -> None:
    number = 200
    links = "".join(f"(link o{i} o{(i + 1) % number})" for i in range(number))
    task = task_of(
        SWITCHES + "(:action x :parameters (?x) :precondition (on ?x) "
        ":effect (forall (?y ?z) (when (and (link ?x ?y) (link ?y ?z)) (on ?z))))",
        f"(:objects {' '.join(f'o{i}' for i in range(number))}) (:init (on o0) {links}) (:goal ())",
        Limits(work=40 * number),
    )
    assert len(task.actions) == number / 2


def test_a_quantifier_over_independent_variables_costs_their_sum() -> None:
    task = task_of(
        f"{PREDICATES} (:action a :parameters (?x) :effect (and (at ?x) (on ?x)))",
        f"{OBJECTS} (:goal (exists (?x ?y ?z) (and (at ?x) (on ?y) (not (at ?z)))))",
        LINEAR,
    )
    assert len(task.goal.any_of) == 3


def test_a_parameter_of_a_small_type_is_not_joined_with_all_objects_of_a_large_type() -> None:
    parcels = " ".join(f"p{i}" for i in range(SIZE))
    task = task_of(
        "(:types truck parcel place) (:predicates (at ?x ?p - object) (in ?x ?t - object)) "
        "(:action load :parameters (?t - truck ?x - parcel ?p - place) "
        ":precondition (and (at ?t ?p) (at ?x ?p)) :effect (and (in ?x ?t) (not (at ?x ?p))))",
        f"(:objects {parcels} - parcel t - truck here - place) "
        f"(:init (at t here) {' '.join(f'(at p{i} here)' for i in range(SIZE))}) (:goal (in p0 t))",
        LINEAR,
    )
    assert len(task.actions) == SIZE


def test_a_disjunction_of_many_atoms_is_joined() -> None:
    number = 60
    predicates = " ".join(f"(p{i} ?x ?y ?z)" for i in range(number))
    either = " ".join(f"(p{i} ?x ?y ?z)" for i in range(number))
    facts = " ".join(f"(p{i} o{i} o{i} o{i})" for i in range(number))
    task = task_of(
        f"(:predicates (q ?x) {predicates}) (:action a :parameters (?x ?y ?z) "
        f":precondition (or {either}) :effect (and (q ?x) (not (p0 ?x ?y ?z))))",
        f"(:objects {' '.join(NAMES[:number])}) (:init {facts}) (:goal (q o1))",
        LINEAR,
    )
    assert len(task.actions) == number


def test_a_conjunction_of_disjunctions_is_joined() -> None:
    length = 7
    parameters = " ".join(f"?x{i}" for i in range(length + 1))
    edges = "".join(f"(or (next ?x{i} ?x{i + 1}) (near ?x{i} ?x{i + 1}))" for i in range(length))
    action = f":parameters ({parameters}) :precondition (and (at ?x0) {edges}) :effect (power)"
    near = " ".join(f"(near o{i} o{i + 1})" for i in range(0, SIZE - 1, 50))
    assert chain_task(action, near, Limits(work=1000 * SIZE)) == SIZE - length


def test_a_condition_is_queued_once_for_each_unreached_fact() -> None:
    """Waiting again for all facts after each would double the queue with every step."""
    action = ":precondition (exists (?z) (and (at ?z) (on ?z))) :effect (power)"
    assert chain_task(action) == 0


def test_deeply_alternating_disjunctions_and_conjunctions_are_simplified_in_one_pass() -> None:
    depth = 45
    facts = " ".join(f"(a{i}) (b{i})" for i in range(depth))
    actions = " ".join(
        f"(:action x{i} :effect (a{i})) (:action y{i} :effect (b{i}))" for i in range(depth)
    )
    nested = "".join(f"(or (a{i}) (and (b{i}) " for i in range(depth)) + "(a0)" + "))" * depth
    task = task_of(f"(:predicates {facts}) {actions}", f"(:goal {nested})")
    assert task.goal != NEVER


def test_a_chain_of_implications_is_propagated_in_one_pass() -> None:
    number = 3000
    rules = "".join(f"(imply (at o{i}) (at o{i + 1}))" for i in reversed(range(number)))
    names = " ".join(f"o{i}" for i in range(number + 1))
    task = task_of(
        "(:predicates (at ?x)) (:action a :parameters (?x) :effect (at ?x)) "
        "(:action b :parameters (?x) :effect (not (at ?x)))",
        f"(:objects {names}) (:goal (and {rules} (at o0)))",
    )
    assert task.goal == Condition(tuple(range(number + 1)))


def test_a_chain_of_unreachable_actions_is_removed_in_linear_time() -> None:
    number = 3000
    steps = " ".join(f"(next o{i} o{i + 1})" for i in range(number))
    names = [f"o{i}" for i in range(number + 1)]
    task = task_of(
        "(:predicates (on ?x) (next ?x ?y)) (:action cut :parameters (?x ?y) "
        ":precondition (and (next ?x ?y) (not (on ?x))) :effect (not (on ?y)))",
        f"(:objects {' '.join(names)}) (:init {steps} {' '.join(f'(on {x})' for x in names)}) "
        f"(:goal (not (on o{number})))",
        Limits(work=100 * number),
    )
    assert task.actions == ()
    assert task.goal == NEVER


def test_many_outcomes_with_many_effects_are_refused_before_they_are_built() -> None:
    coins = " ".join(f"(c{i})" for i in range(14))
    flips = " ".join(f"(probabilistic 1/2 (c{i}))" for i in range(14))
    with pytest.raises(TaskTooLarge, match="literals, at action toss"):
        task_of(
            f"(:predicates (p ?x ?y) {coins}) "
            f"(:action toss :effect (and {flips} (forall (?x ?y) (p ?x ?y))))",
            f"(:objects {' '.join(NAMES[:100])}) (:goal ())",
        )


def test_atoms_that_are_only_mentioned_are_not_counted_as_facts() -> None:
    task = task_of(
        "(:predicates (at ?x ?y)) (:action a :parameters (?x) "
        ":precondition (forall (?y) (not (at ?x ?y))) :effect (at ?x ?x))",
        f"(:objects {' '.join(NAMES[:40])}) (:goal (at o1 o1))",
        Limits(facts=40),
    )
    assert len(task.atoms) == 40


MANY_NAMES = [f"o{i}" for i in range(5 * SIZE)]


def memory_of_schemas(number: int) -> int:
    """The most bytes that grounding holds for a number of schemas whose variables have one type."""
    actions = " ".join(
        f"(:action a{i} :parameters (?x ?y ?z) :precondition (and (at ?x) (at ?y) (at ?z)) "
        f":effect (not (at ?x)))"
        for i in range(number)
    )
    problem = f"(:objects {' '.join(MANY_NAMES)}) (:init (at o0)) (:goal ())"
    model = model_of(f"(:predicates (at ?x)) {actions}", problem)
    tracemalloc.start()
    try:
        task = ground(model.domain, model.problem)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(task.actions) == number
    return peak


def test_schemas_share_the_objects_of_a_type() -> None:
    """A schema more takes less memory than a table of the objects, let alone one a variable."""
    memory_of_schemas(1)  # what a process keeps is there from now on
    table = sys.getsizeof(dict.fromkeys(MANY_NAMES)) + len(MANY_NAMES) * sys.getsizeof(("",))
    assert memory_of_schemas(50) - memory_of_schemas(10) < 40 * table
