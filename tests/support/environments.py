"""Environments of Gymnasium for tests. Callers import Gymnasium, which is optional."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamp.task import Action, State, Task
from tests.support.tasks import task_of

if TYPE_CHECKING:
    from lamp.gym import TaskEnv

DOORS = """
    (:predicates (at-start) (inside) (done) (stuck))
    (:action knock :precondition (at-start)
     :effect (and (not (at-start)) (probabilistic 3/4 (inside) 1/4 (stuck))))
    (:action leave :precondition (inside) :effect (and (not (inside)) (at-start)))
    (:action finish :precondition (inside) :effect (and (done) (not (inside))))
"""
KNOCK, LEAVE, FINISH = range(3)


def doors(goal: str = "(done)") -> Task:
    """A door that opens in three of four cases; otherwise nothing can be done any more."""
    return task_of(DOORS, f"(:init (at-start)) (:goal {goal})")


def enter(env: TaskEnv) -> None:
    """Begin an episode in which the first knock opens the door."""
    for seed in range(100):
        env.reset(seed=seed)
        env.step(KNOCK)
        if true_atoms(env) == {"(inside)"}:
            return
    raise AssertionError


def true_atoms(env: TaskEnv) -> set[str]:
    """The facts that are true now."""
    return {str(env.task.atoms[fact]) for fact in env.state}


def random_walk(env: Any, seed: int, steps: int = 30) -> list[tuple[State, Action, State]]:
    """The transitions that a random agent sees."""
    import lamp.gym

    _, info = env.reset(seed=seed)
    agent = lamp.gym.RandomAgent()
    agent.start(seed)
    transitions: list[tuple[State, Action, State]] = []
    while len(transitions) < steps and "end" not in info:
        before = env.unwrapped.state
        action = agent.act(None, info)
        *_, info = env.step(action)
        transitions.append((before, env.unwrapped.task.actions[action], env.unwrapped.state))
    return transitions
