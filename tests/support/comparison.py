"""A ground task beside a naive evaluator of the same files, written from the definitions alone."""

from __future__ import annotations

from random import Random

from lamp.grounding import ground
from lamp.ppddl import Domain, Problem
from lamp.task import State, Task
from tests.oracles.naive_semantics import NaiveModel
from tests.oracles.naive_semantics import State as NaiveState


class Comparison:
    """A task and its naive model, with the translation between their states."""

    def __init__(self, domain: Domain, problem: Problem, *, unit_costs: bool = False) -> None:
        self.task = ground(domain, problem, unit_costs=unit_costs)
        self.naive = NaiveModel(domain, problem, unit_costs=unit_costs)
        self.names = [(atom.predicate, *atom.arguments) for atom in self.task.atoms]
        self.constants = self.naive.initial - set(self.names)
        assert self.translated(self.task.initial) == self.naive.initial

    def translated(self, state: State) -> NaiveState:
        """The naive state of a state."""
        return self.constants.union(self.names[fact] for fact in state)

    def assert_same(self, state: State, num_actions: int | None = None) -> None:
        """The two agree on a state: goal, applicable actions, successors and probabilities."""
        plain = self.translated(state)
        assert self.task.is_goal(state) == self.naive.is_goal(plain)
        actions = self.task.applicable(state)
        assert [(a.name, a.arguments) for a in actions] == self.naive.applicable(plain)
        for action in actions[:num_actions]:
            transitions = self.task.transitions(state, action)
            assert {
                (self.translated(successor), cost): weight
                for (successor, cost), weight in transitions.items()
            } == self.naive.transitions(plain, action.name, action.arguments)
            successors = self.task.apply(state, action)
            assert {
                self.translated(successor): weight for successor, weight in successors.items()
            } == self.naive.successors(plain, action.name, action.arguments)


def random_state(task: Task, density: float, rng: Random) -> State:
    """Each fact with the same probability."""
    return frozenset(fact for fact in range(len(task.atoms)) if rng.random() < density)


def random_walk(task: Task, steps: int, rng: Random) -> State:
    """A state that can be reached."""
    state = task.initial
    for _ in range(steps):
        actions = task.applicable(state)
        if not actions:
            break
        state = rng.choice(list(task.apply(state, rng.choice(actions))))
    return state
