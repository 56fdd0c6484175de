"""Algorithms 2 and 3 of the paper in plain Python over `Task`: slow, and as they are printed.

The open points are closed as in docs/algorithm.md. Random numbers are drawn where there is a choice
to make, and only there, so that a planner that is fed the same ones does the same.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import TypeAlias

import numpy as np

from lamp.landmarks import LandmarkGraph
from lamp.search import LandmarkCost, SearchSettings, TreeGrowth
from lamp.search.relaxation import is_out_of_reach
from lamp.task import Action, State, Task

Landmarks: TypeAlias = frozenset[int]
Returned: TypeAlias = tuple[int, bool, int, bool]
"""Costs of subgoal and goal, each with whether it was achieved: (λ_φ, β_φ, λ_g, β_g)."""


class Values:
    """A map Q with its counts N, all 0 at first."""

    def __init__(self, settings: SearchSettings) -> None:
        self._settings = settings
        self.q: dict[tuple[Hashable, Hashable], float] = defaultdict(float)
        self.n: dict[tuple[Hashable, Hashable], int] = defaultdict(int)
        self.visits: dict[Hashable, int] = defaultdict(int)

    def ucb1(self, node: Hashable, options: Sequence[Hashable], option: Hashable) -> float:
        """UCB1, infinite for what is untried; the constant is scaled by the best value."""
        tried = self.n[node, option]
        if not tried:
            return math.inf
        scale = self._settings.exploration
        if self._settings.normalize_exploration:
            scale *= max(self.q[node, other] for other in options)
        # C √(log N / n), with the roots apart: the kernel takes each of them once.
        reach = scale * math.sqrt(math.log(self.visits[node]))
        return self.q[node, option] + reach * (1 / math.sqrt(tried))

    def update(self, node: Hashable, option: Hashable, cost: int, achieved: bool) -> None:
        """UCB-Update."""
        utility = self._settings.utilities()[cost]
        gained = utility + (self._settings.goal_utility if achieved else 0.0)
        tried = self.n[node, option]
        self.q[node, option] = (tried * self.q[node, option] + gained) / (1 + tried)
        self.visits[node] += 1
        self.n[node, option] = tried + 1


class Oracle:
    """LAMP for one episode."""

    def __init__(self, task: Task, graph: LandmarkGraph, settings: SearchSettings) -> None:
        self.task = task
        self.settings = settings
        is_uct = settings.greediness == 0 or graph.pursued(task.initial) == (graph.goal,)
        self.graph = graph.restricted([]) if is_uct else graph
        self.alpha = 0.0 if is_uct else settings.greediness
        self.q_goal, self.q_landmark = Values(settings), Values(settings)
        self.q_subgoal: dict[int, Values] = defaultdict(lambda: Values(settings))
        self.rng = np.random.default_rng(settings.seed)
        self.pending: Landmarks = frozenset(self.graph.pursued(task.initial))
        self.subgoal: int | None = self.graph.goal if is_uct else None
        self.cost = self.pursuit = 0
        self.tree: set[State] = set()
        self.known: dict[State, list[int]] = {}
        self.dead: dict[State, bool] = {}

    def decide(self, state: State) -> Action | None:
        """Lines 5 to 11 of Algorithm 2."""
        if self.is_done(self.subgoal, state):
            self.rollouts(state)
            while self.is_done(self.subgoal, state) and not self.task.is_goal(state):
                self.pending -= {self.subgoal}
                leaves = self.graph.leaves(self.pending)
                values = [self.q_landmark.q[self.pending, leaf] for leaf in leaves]
                self.subgoal = leaves[self.greatest(values)]
                self.pursuit = 0
        self.rollouts(state)
        actions = self.applicable(state)
        if not actions or self.dead.get(state):
            return None
        chosen = actions[self.greatest([self.value(state, action) for action in actions])]
        self.cost += 1
        self.pursuit += 1
        return self.task.actions[chosen]

    def value(self, state: State, action: int) -> float:
        """α Q_φ + (1 - α) Q_g."""
        goal = self.q_goal.q[state, action]
        if self.subgoal is None:
            return goal
        subgoal = self.q_subgoal[self.subgoal].q[state, action] if self.alpha else 0.0
        return self.alpha * subgoal + (1 - self.alpha) * goal

    def rollouts(self, state: State) -> None:
        """Lines 5 and 6 of Algorithm 2."""
        from_pursuit = self.settings.landmark_cost is LandmarkCost.PURSUIT
        pursuit = self.pursuit if from_pursuit else self.cost
        for _ in range(self.settings.rollouts):
            if self.dead.get(state):
                break
            self.outside = False
            self.rollout(
                state, self.subgoal, self.pending, self.settings.horizon, self.cost, pursuit
            )

    def rollout(
        self,
        state: State,
        subgoal: int | None,
        pending: Landmarks,
        depth: int,
        cost: int,
        pursuit: int,
    ) -> Returned:
        """Algorithm 3; `pursuit` is the cost from which that of the subgoal counts."""
        if self.task.is_goal(state):
            return 0, True, 0, True
        if self.is_done(subgoal, state):
            left = pending - {subgoal}
            leaves = self.graph.leaves(left)
            values = [self.q_landmark.ucb1(left, leaves, leaf) for leaf in leaves]
            chosen = leaves[self.greatest(values)]
            fresh = 0 if self.settings.landmark_cost is LandmarkCost.PURSUIT else pursuit
            _, _, to_goal, reached = self.rollout(state, chosen, left, depth, cost, fresh)
            self.q_landmark.update(left, chosen, to_goal + cost, reached)
            return 0, True, to_goal, reached
        actions = self.applicable(state)
        if not depth or self.is_dead_end(state) or not actions:
            return depth, False, depth, False
        assert subgoal is not None
        learns = not self.outside
        at = self.choose(state, subgoal, actions) if learns else self.one_of(len(actions))
        if self.settings.tree_growth is TreeGrowth.EXPAND and state not in self.tree:
            if learns:
                self.tree.add(state)
            self.outside = True
        after = self.simulate(state, actions[at])
        to_subgoal, achieved, to_goal, reached = self.rollout(
            after, subgoal, pending, depth - 1, cost + 1, pursuit + 1
        )
        if self.dead.get(after):
            self.dead[state] = self.leads_nowhere(state)
        to_subgoal, to_goal = to_subgoal + 1, to_goal + 1
        if learns and self.alpha:
            subgoal_values = self.q_subgoal[subgoal]
            subgoal_values.update(state, actions[at], to_subgoal + pursuit, achieved)
        if learns:
            self.q_goal.update(state, actions[at], to_goal + cost, reached)
        return to_subgoal, achieved, to_goal, reached

    def is_dead_end(self, state: State) -> bool:
        """Whether the goal is out of reach of a state, where that is asked for."""
        if self.settings.dead_ends and state not in self.dead:
            out_of_reach = is_out_of_reach(self.task, state, self.task.goal)
            self.dead[state] = out_of_reach or not self.applicable(state)
        return self.dead.get(state, False)

    def leads_nowhere(self, state: State) -> bool:
        """Whether nothing but dead ends follows, as far as this episode has met them."""
        return all(
            after == state or self.dead.get(after, False)
            for action in self.applicable(state)
            for after in self.task.apply(state, self.task.actions[action])
        )

    def choose(self, state: State, subgoal: int, actions: list[int]) -> int:
        """The action with the greatest mixture of UCB1s; one untried for either goes first."""
        mixed = []
        for action in actions:
            value = 0.0
            if self.alpha < 1:
                value += (1 - self.alpha) * self.q_goal.ucb1(state, actions, action)
            if self.alpha > 0:
                value += self.alpha * self.q_subgoal[subgoal].ucb1(state, actions, action)
            mixed.append(value)
        return self.greatest(mixed)

    def is_done(self, subgoal: int | None, state: State) -> bool:
        """Whether another landmark must be selected."""
        return subgoal is None or self.graph.landmarks[subgoal].holds(state)

    def greatest(self, values: Sequence[float]) -> int:
        """The position of the greatest value; of several, one at random."""
        best = [at for at, value in enumerate(values) if value == max(values)]
        return best[self.one_of(len(best))]

    def one_of(self, number: int) -> int:
        """A number below another; nothing is drawn where there is no choice."""
        return int(self.rng.random() * number) if number > 1 else 0

    def applicable(self, state: State) -> list[int]:
        """Applicable actions, without those that do nothing or do what an earlier one does."""
        if state not in self.known:
            seen = [{state: 1}]
            self.known[state] = []
            for number, action in enumerate(self.task.actions):
                if action.precondition.holds(state):
                    successors = self.task.apply(state, action)
                    if successors not in seen:
                        seen.append(successors)  # type: ignore[arg-type]
                        self.known[state].append(number)
        return self.known[state]

    def simulate(self, state: State, action: int) -> State:
        """A state after an action, by the probabilities of its outcomes."""
        outcomes = self.task.actions[action].outcomes
        if len(outcomes) == 1:
            return outcomes[0].apply(state)
        drawn = self.rng.random()
        total = 0
        for outcome in outcomes[:-1]:
            total += outcome.probability  # type: ignore[assignment]
            if drawn < float(total):
                return outcome.apply(state)
        return outcomes[-1].apply(state)
