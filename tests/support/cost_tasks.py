"""Problems with costs: two ways through doors, and a gamble."""

from __future__ import annotations

from fractions import Fraction

from lamp.task import Task
from tests.support.tasks import task_of

DOOR_DOMAIN = """(define (domain doors)
  (:requirements :rewards)
  (:predicates (start) (hall) (inside))
  (:action open :precondition (start)
    :effect (and (not (start)) (inside) (decrease (reward) 10)))
  (:action knock :precondition (start)
    :effect (and (not (start)) (hall) (decrease (reward) 3)))
  (:action enter :precondition (hall)
    :effect (and (not (hall)) (inside) (decrease (reward) 5/2))))"""
"""A door that costs 10, and a way through two doors that cost 3 and 5/2."""
DOOR_PROBLEM = """(define (problem doors) (:domain doors)
  (:init (start)) (:goal (inside)) (:goal-reward 20) (:metric maximize (reward)))"""

GAMBLE_DOMAIN = """(define (domain gamble)
  (:requirements :action-costs :probabilistic-effects)
  (:predicates (won))
  (:action try :effect (probabilistic
    1/2 (and (won) (increase (total-cost) 4))
    1/2 (increase (total-cost) 1/2))))"""
"""Tries until one succeeds: a try costs 1/2 where it fails, 4 where it succeeds."""
GAMBLE_PROBLEM = """(define (problem gamble) (:domain gamble)
  (:goal (won)) (:metric minimize (total-cost)))"""


def door_task(
    open_cost: Fraction | int = 10,
    knock_cost: Fraction | int = 3,
    enter_cost: Fraction | int = Fraction(5, 2),
    goal_reward: Fraction | int = 0,
) -> Task:
    """The problem of the doors with other costs, and another reward of the goal."""
    domain = _sections(DOOR_DOMAIN)
    for old, cost in ((" 10)", open_cost), (" 3)", knock_cost), (" 5/2)", enter_cost)):
        domain = domain.replace(f"(reward){old}", f"(reward) {cost})")
    problem = _sections(DOOR_PROBLEM).replace("-reward 20)", f"-reward {goal_reward})")
    return task_of(domain, problem)


def gamble_task() -> Task:
    """The gamble."""
    return task_of(_sections(GAMBLE_DOMAIN), _sections(GAMBLE_PROBLEM))


def _sections(text: str) -> str:
    """The sections of a domain or problem, without the `define` and its names."""
    _, _, rest = text.partition("(:")
    sections = f"(:{rest}".removesuffix(")")
    return sections.removeprefix("(:domain doors)").removeprefix("(:domain gamble)")
