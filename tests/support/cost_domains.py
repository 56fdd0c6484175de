"""Small domains with costs.

In each of them `x` is the action in question; the others make `p`, `q` and `r` facts that change.
"""

from __future__ import annotations

from lamp.task import Action, Task
from tests.support.tasks import task_of

COST, REWARD = "(:metric minimize (total-cost))", "(:metric maximize (reward))"
DOMAIN = (
    "(:requirements :adl :mdp) (:types place) (:constants a b c - place) "
    "(:predicates (p) (q) (r ?x) (road ?x ?y - place)) "
    "(:functions (total-cost) - number (length ?x ?y - place) - number (toll ?x - place)) "
    "(:action set :effect (and (q) (r a))) (:action unset :effect (and (not (p)) (not (r b)))) "
)
INIT = (
    "(:init (p) (r b) (road a b) (road a c) (= (total-cost) 0) (= (length a b) 3) "
    "(= (length a c) 2/5) (= (toll a) 1.5) (= (toll b) -1) (= (toll c) 0)) (:goal (q))"
)
CHARGE = "(increase (total-cost) {})".format
LOSS = "(decrease (reward) 5)"


def task_with(effect: str, problem: str = COST) -> Task:
    """The task in which x has an effect, and its problem a metric."""
    return task_of(f"{DOMAIN} (:action x :effect {effect})", f"{INIT} {problem}")


def action_of(task: Task) -> Action:
    return next(action for action in task.actions if action.name == "x")
