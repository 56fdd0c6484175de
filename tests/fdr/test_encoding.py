"""The determinized task over variables."""

from __future__ import annotations

from lamp.conditions import Literal
from lamp.fdr import to_fdr
from tests.support.tasks import task_of


def test_a_negative_literal_of_a_large_variable_becomes_one_choice_of_its_other_values() -> None:
    domain = """(:predicates (at ?x) (z)) (:action go :parameters (?x ?y) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y)))
      (:action out :precondition (not (at a)) :effect (z))"""
    task = task_of(f"(:constants a) {domain}", "(:objects b c d) (:init (at a)) (:goal (z))")
    fdr = to_fdr(task)
    facts = {str(atom): Literal(fact) for fact, atom in enumerate(task.atoms)}
    (choice,) = fdr.choices.values()
    assert {facts["(at b)"], facts["(at c)"], facts["(at d)"]} <= choice
    assert facts["(at a)"] not in choice
