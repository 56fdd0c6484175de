"""The all-outcomes determinization."""

from __future__ import annotations

from lamp.fdr import determinize
from tests.support.tasks import task_of


def test_an_action_with_two_outcomes_becomes_two_operators() -> None:
    task = task_of(
        "(:predicates (a) (b)) (:action x :effect (probabilistic 0.3 (a) 0.3 (b)))",
        "(:init) (:goal (and (a) (b)))",
    )
    assert len(determinize(task)) == 2


def test_too_many_disjuncts_weaken_the_precondition_instead_of_adding_operators() -> None:
    clauses = " ".join(f"(or (p{i}) (q{i}))" for i in range(10))
    names = " ".join(f"(p{i}) (q{i})" for i in range(10))
    adds = " ".join(f"(:action {n}{i} :effect ({n}{i}))" for i in range(10) for n in "pq")
    task = task_of(
        f"(:predicates {names} (z)) {adds} (:action z :precondition (and {clauses}) :effect (z))",
        "(:init) (:goal (z))",
    )
    assert len(determinize(task)) == 20 + 64
