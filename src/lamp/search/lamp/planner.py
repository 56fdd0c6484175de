"""LAMP: online planning with landmarks as subgoals (Algorithm 2 of the paper)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from lamp.errors import SettingsError
from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.search.budget import LANDMARK_SHARE
from lamp.search.decision import (
    Decision,
    Estimate,
    Evidence,
    LandmarkEvidence,
    SearchEnd,
    estimates,
)
from lamp.search.lamp.guidance import encode_landmarks
from lamp.search.lamp.tree import Encoded, Root, Statistics, Tree, no_statistics
from lamp.search.landmark_plan import LandmarkPlan
from lamp.search.settings import PAPER, SearchSettings
from lamp.statespace import encode
from lamp.task import UNIT_COST, Cost, State, Task
from lamp.util import SHARE, free_memory, load_kernels

TREES = 2
"""Added to a seed for the random numbers of all trees but the first."""


class Lamp(LandmarkPlan):
    """LAMP; with the paper's settings and greediness 0, or without landmarks, UCT."""

    kernels: ClassVar[tuple[str, ...]] = ("lamp.statespace.kernel", "lamp.search.lamp.kernel")

    def __init__(
        self,
        task: Task,
        graph: LandmarkGraph | None = None,
        settings: SearchSettings | None = None,
        **changes: Any,  # noqa: ANN401 (the fields of the settings)
    ) -> None:
        self.settings = settings = (settings or SearchSettings()).changed(**changes)
        load_kernels(*self.kernels)
        whole = graph if graph is not None else lm_rhw(task)
        whole.check(task)
        self.is_uct = settings.greediness == 0 or whole.pursued(task.initial) == (whole.goal,)
        graph = whole.restricted([]) if self.is_uct else whole
        self._required_again = graph.required_again(task)
        greediness = 0.0 if self.is_uct else settings.greediness_after(0)
        self._cost_unit = settings.cost_unit_of(task)
        tracked = [landmark.condition for landmark in graph.landmarks]
        arrays = encode(task, tracked, self._cost_unit)
        encoded = Encoded(arrays, encode_landmarks(arrays, task, graph))
        self.trees = [Tree(task, encoded, settings, greediness) for _ in range(settings.workers)]
        self.share_memory(1)
        super().__init__(task, graph, settings)

    def share_memory(self, number: int) -> None:
        """Limit memory to one share of the free memory in `number`, if no limit was set."""
        limit = 1e6 * self.settings.megabytes
        if limit == math.inf:
            limit = SHARE * free_memory() / number
        for tree in self.trees:
            tree.limit_memory(limit / len(self.trees))

    def reuse_states(self, other: LandmarkPlan) -> bool:
        """Take the states that another planner has expanded; whether that is possible.

        It is for planners of the same task and landmarks, with as many trees. Settings may differ.
        The other planner is not used any more.
        """
        if not isinstance(other, Lamp) or other.task is not self.task:
            return False
        if other.graph != self.graph or len(other.trees) != len(self.trees):
            return False
        for tree, other_tree in zip(self.trees, other.trees, strict=True):
            tree.memory.take_states(other_tree.memory.space)
        return True

    def start(self, seed: int | None = None) -> None:
        """Begin an episode without statistics; the states of earlier episodes stay expanded."""
        super().start(seed)
        for number, tree in enumerate(self.trees):
            if self.settings.megabytes < math.inf:
                tree.clear()  # otherwise earlier episodes would decide when memory is full
            # The random numbers of outcomes have a key that begins with the seed, too.
            tree.start([self.seed, TREES, number] if number else self.seed)
        if self.is_uct:
            # UCT chooses actions only.
            self.subgoal = self.landmark = self.graph.goal

    @property
    def num_states(self) -> int:
        """How many states have statistics in this episode."""
        return sum(tree.num_states for tree in self.trees)

    def __reduce__(self) -> tuple[Any, ...]:
        """The constructor and its arguments."""
        return type(self), (self.task, self.graph, self.settings)

    # Algorithm 2

    def learn_landmark_values(self, state: State) -> None:
        """Run rollouts before a landmark is chosen: lines 5 and 6."""
        self._learn(state, LANDMARK_SHARE)

    def unmet_predecessor(self, landmark: int, state: State) -> int:
        """A landmark that must hold just before another one and does not; else that other one.

        The goal has no such predecessor: the order in which its conjuncts are achieved matters.
        """
        if self.settings.reachieve_landmarks and landmark != self.graph.goal:
            for predecessor in sorted(self._required_again[landmark]):
                if not self.graph.landmarks[predecessor].holds(state):
                    return predecessor
        return landmark

    def choose_landmark(self, state: State) -> int:  # noqa: ARG002 (Q_LM does not depend on it)
        """The leaf with the greatest Q_LM: line 9."""
        leaves = self.graph.leaves(self.remaining)
        trees = [
            tree.for_landmarks(self.remaining) or no_statistics(len(leaves)) for tree in self.trees
        ]
        estimates = _estimates(trees, self.settings)
        self.landmark_evidence = tuple(map(LandmarkEvidence, leaves, estimates))
        return leaves[self._greatest([estimate.value for estimate in estimates])]

    def choose_action(self, state: State) -> Decision:
        """The action with the greatest mixture of Q_φ and Q_g, after rollouts: lines 5, 6, 11."""
        self._learn(state)
        alpha, evidence = self._evidence(state)
        action = None
        if evidence and not self._is_dead_end(state):
            action = evidence[self._greatest([entry.value for entry in evidence])].action
        return Decision(
            action=action,
            subgoal=self.graph.goal if self.subgoal is None else self.subgoal,
            greediness=alpha,
            evidence=evidence,
            states=self.num_states,
        )

    def _learn(self, state: State, share: float = 1.0) -> None:
        """Run rollouts in batches, which all trees share."""
        budget = self.settings.budget  # costs beyond it count as the budget
        cost = min(self._in_units(self.cost), budget)
        pursuit = min(self._in_units(self.pursuit_cost), budget)
        root = Root(state, self.subgoal, self.landmark, self.remaining, cost, pursuit)
        for number in self.decision_budget.batches(share):
            done = self._grow(root, number)
            self.decision_budget.rollouts += done
            has_lost = [tree.has_lost() for tree in self.trees]
            is_dead_end = self._is_dead_end(state)
            if (done < number and not is_dead_end) or any(has_lost):
                self.decision_budget.end = SearchEnd.MEMORY
            if done < number or is_dead_end:
                break

    def _in_units(self, cost: Cost) -> float:
        """A cost in cost units."""
        return float(cost) if self._cost_unit is UNIT_COST else float(cost / self._cost_unit)

    def _is_dead_end(self, state: State) -> bool:
        return any(tree.is_dead_end(state) for tree in self.trees)

    def _grow(self, root: Root, rollouts: int) -> int:
        """Run rollouts in all trees, each in a thread; return how many were done."""
        number = len(self.trees)
        if number == 1:
            return self.trees[0].grow(root, rollouts)
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (few planners need it)

        shares = [rollouts // number + (index < rollouts % number) for index in range(number)]
        with ThreadPoolExecutor(number) as threads:
            return sum(threads.map(Tree.grow, self.trees, [root] * number, shares))

    def _evidence(self, state: State) -> tuple[float, tuple[Evidence, ...]]:
        """The greediness in a state, and the evidence for its actions."""
        actions = self.trees[0].actions(state)
        goal = _estimates([tree.for_goal(state) for tree in self.trees], self.settings)
        subgoal = [Estimate()] * len(actions)
        alpha = 0.0
        if not self.is_uct and self.subgoal is not None:
            trees = [tree.for_subgoal(state, self.subgoal) for tree in self.trees]
            subgoal = _estimates(trees, self.settings)
            alpha = self.settings.greediness_after(sum(estimate.tries for estimate in goal))
        return alpha, tuple(
            Evidence(
                self.task.actions[action],
                for_goal,
                for_subgoal,
                alpha * for_subgoal.value + (1.0 - alpha) * for_goal.value,
            )
            for action, for_goal, for_subgoal in zip(actions, goal, subgoal, strict=True)
        )

    def _greatest(self, values: Sequence[float]) -> int:
        """The position of the greatest value; of several, one at random."""
        greatest = max(values)
        best = [position for position, value in enumerate(values) if value == greatest]
        return best[int(self.trees[0].rng.random() * len(best))] if len(best) > 1 else best[0]


class Uct(Lamp):
    """UCT as in the paper: LAMP without landmarks, with the paper's settings."""

    unused_settings = (*PAPER, "landmark_cost")
    uses_landmarks = False

    def __init__(
        self,
        task: Task,
        settings: SearchSettings | None = None,
        **changes: Any,  # noqa: ANN401 (the fields of the settings)
    ) -> None:
        if settings is not None and not isinstance(settings, SearchSettings):
            raise SettingsError(
                f"the settings are {settings!r}", remedy="UCT takes a task and settings, no graph"
            )
        graph = LandmarkGraph.of([], [], task)
        super().__init__(task, graph, settings, **{**changes, **PAPER, "greediness": 0.0})

    def __reduce__(self) -> tuple[Any, ...]:
        """The constructor and its arguments."""
        return type(self), (self.task, self.settings)


def _estimates(trees: list[Statistics], settings: SearchSettings) -> list[Estimate]:
    """The estimates of several trees: means of their values, weighted by the tries."""
    values, tries = trees[0]
    if len(trees) > 1:
        tries = np.sum([tree.visits for tree in trees], axis=0)
        total = np.sum([tree.values * tree.visits for tree in trees], axis=0)
        values = np.divide(total, tries, out=np.zeros_like(total), where=tries > 0)
    return estimates(values.tolist(), tries.astype(int).tolist(), settings)
