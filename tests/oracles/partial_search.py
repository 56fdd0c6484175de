"""A part of the state graph of a task with too many states: an oracle for its landmarks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from random import Random
from typing import NamedTuple

from lamp.task import Task
from tests.oracles.state_graph import (
    Bits,
    StateGraph,
    bits_of,
    members_of,
    predicate_of,
    successor_function,
)


class RelaxedAction(NamedTuple):
    """What one outcome adds, and the facts that have to be true for that."""

    needs: tuple[int, ...]
    adds: tuple[int, ...]


def relaxed_actions(task: Task) -> Iterator[RelaxedAction]:
    """All that can be added, if deletes, false facts and disjunctions are overlooked."""
    for action in task.actions:
        needs = action.precondition.true
        for outcome in action.outcomes:
            yield RelaxedAction(needs, outcome.add)
            for effect in outcome.conditional:
                yield RelaxedAction(tuple({*needs, *effect.condition.true}), effect.add)


class RelaxedDistance:
    """An estimate of how far a state is from the goal: the additive heuristic of the literature."""

    def __init__(self, task: Task) -> None:
        self._goal = frozenset(task.goal.true)
        self._actions = [action for action in relaxed_actions(task) if action.adds]
        self._users: list[list[int]] = [[] for _ in task.atoms]
        for number, action in enumerate(self._actions):
            for fact in action.needs:
                self._users[fact].append(number)

    def __call__(self, state: Bits) -> int | None:
        """The estimate, or nothing if the goal cannot be reached."""
        missing = [len(action.needs) for action in self._actions]
        costs = [1] * len(missing)
        distance: dict[int, int] = {}
        waiting = [(0, fact) for fact in members_of(state)]
        waiting += [(1, fact) for needs, adds in self._actions if not needs for fact in adds]
        heapify(waiting)
        while waiting and not distance.keys() >= self._goal:
            cost, fact = heappop(waiting)
            if fact in distance:
                continue
            distance[fact] = cost
            for user in self._users[fact]:
                missing[user] -= 1
                costs[user] += cost
                if not missing[user]:
                    for added in self._actions[user].adds:
                        if added not in distance:
                            heappush(waiting, (costs[user], added))
        return sum(distance[fact] for fact in self._goal) if distance.keys() >= self._goal else None


class PartialSearch:
    """A search that reaches a part of a state graph, with some paths to the goal for some seeds.

    States are expanded by their estimated distance from the goal, and one in four as they were
    found: near the goal, near the initial state, and on ways between the two.
    """

    def __init__(self, task: Task, rng: Random) -> None:
        self._successors = successor_function(task)
        self._is_goal = predicate_of(task.goal)
        self._estimate = RelaxedDistance(task)
        self._rng = rng
        initial = bits_of(task.initial)
        self._expanded: dict[Bits, set[Bits]] = {}
        """The expanded states, and all states that may come after each."""
        self._nearest = [(0, 0, initial)]
        self._oldest = deque([initial])

    def graph(self, num_expanded: int) -> StateGraph:
        """The state graph with only the states that are expanded, at most some number.

        Its histories are histories of the task, so a claim that one of them breaks is false.
        """
        while self._nearest and self._oldest and len(self._expanded) < num_expanded:
            by_age = len(self._expanded) % 4 == 3
            state = self._oldest.popleft() if by_age else heappop(self._nearest)[-1]
            if state not in self._expanded:
                self._expand(state)
        position = {state: index for index, state in enumerate(self._expanded)}
        edges = [
            sorted(position[after] for after in successors if after in position)
            for successors in self._expanded.values()
        ]
        goals = (index for state, index in position.items() if self._is_goal(state))
        return StateGraph(list(position), edges, frozenset(goals))

    def _expand(self, state: Bits) -> None:
        """Queue the states that may come after one, the last ones to be taken first."""
        self._expanded[state] = set() if self._is_goal(state) else self._successors(state)
        distance = self._estimate(state)
        if distance is None:
            return
        new = sorted(self._expanded[state] - self._expanded.keys())
        self._rng.shuffle(new)
        for after in new:
            self._oldest.append(after)
            heappush(self._nearest, (distance, -len(self._oldest), after))
