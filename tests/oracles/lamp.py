"""Algorithms 2 and 3 of the paper in plain Python over `Task`: slow, and as they are printed.

What goes beyond the paper is here too, each part behind its setting. The open points are closed as
in docs/algorithm.md. Random numbers are drawn where there is a choice to make, and only there, so
that a planner that is fed the same ones does the same.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from lamp.landmarks import LandmarkGraph
from lamp.search import LandmarkCost, SearchSettings, TreeGrowth
from lamp.search.relaxation import is_out_of_reach
from lamp.search.settings import AUTO, Backups, FirstTries, HorizonValue, Utility
from lamp.task import Action, State, Task
from tests.oracles.leaf_estimate import distances, landmark_cost, probabilities

Landmarks: TypeAlias = frozenset[int]


class Worth(NamedTuple):
    """What a state is worth where values are backed up by Bellman's equation."""

    chance: float = 0.0
    """Of reaching the goal in time (P)."""
    discount: float = 0.0
    """The expected utility, 0 where the goal is not reached (U)."""


GOAL = Worth(1.0, 1.0)


class Returned(NamedTuple):
    """What a rollout says: (λ_φ, β_φ, λ_g, β_g) of the paper, and how it ended."""

    to_subgoal: int
    achieved: bool
    to_goal: int
    reached: float
    """The share of K_g: 1 at a goal, 0 elsewhere, or in between where an estimate says so."""
    worth: Worth
    """Of the end, discounted for each action on the way there."""
    lost: int | None = None
    """What was left of the horizon in a dead end; nothing if it ended otherwise."""


class Pursuit(NamedTuple):
    """Which landmark a rollout pursues, and why."""

    subgoal: int | None
    target: int | None
    """The landmark that was chosen: the subgoal, or what that is the means to."""
    pending: Landmarks
    cost: int
    """From which the cost of the subgoal counts."""


class Values:
    """A map Q with its counts N, all 0 at first."""

    def __init__(self, settings: SearchSettings) -> None:
        self._settings = settings
        self._utilities = settings.utilities()
        self.q: dict[tuple[Hashable, Hashable], float] = defaultdict(float)
        self.n: dict[tuple[Hashable, Hashable], int] = defaultdict(int)
        self.visits: dict[Hashable, int] = defaultdict(int)

    def ucb1(self, node: Hashable, options: Sequence[Hashable], option: Hashable) -> float:
        """UCB1, infinite for what is untried; the constant is scaled by the best value."""
        tried = self.n[node, option]
        if not tried:
            return math.inf
        # C √(log N / n), with the roots apart: the kernel takes each of them once.
        return self.q[node, option] + self._reach(node, options) * (1 / math.sqrt(tried))

    def hope(self, node: Hashable, options: Sequence[Hashable]) -> float:
        """The bound for an option that is untried where others may have been tried."""
        if not self.visits[node]:
            return 0.0
        best = max(self.q[node, other] for other in options)
        return best + self._reach(node, options)

    def _reach(self, node: Hashable, options: Sequence[Hashable]) -> float:
        scale = self._settings.exploration
        if self._settings.normalize_exploration:
            scale *= max(self.q[node, other] for other in options)
        return scale * math.sqrt(math.log(self.visits[node]))

    def utility(self, cost: int) -> float:
        """The utility of a cost, of which there is a most."""
        return self._utilities[min(cost, len(self._utilities) - 1)]

    def update(self, node: Hashable, option: Hashable, cost: int, achieved: float) -> None:
        """UCB-Update."""
        gained = self.utility(cost) + self._settings.goal_utility * achieved
        tried = self.n[node, option]
        mean = (tried * self.q[node, option] + gained) / (1 + tried)
        self.replace(node, option, mean)

    def replace(self, node: Hashable, option: Hashable, value: float) -> None:
        """Count a try after which an option has a value."""
        self.q[node, option] = value
        self.visits[node] += 1
        self.n[node, option] += 1


class Oracle:
    """LAMP for one episode."""

    def __init__(self, task: Task, graph: LandmarkGraph, settings: SearchSettings) -> None:
        self.task = task
        self.settings = settings
        is_uct = settings.greediness == 0 or graph.pursued(task.initial) == (graph.goal,)
        self.graph = graph.restricted([]) if is_uct else graph
        self.alpha = 0.0 if is_uct else settings.greediness_after(0)
        self.fades = not is_uct and settings.greediness == AUTO
        self.q_goal, self.q_landmark = Values(settings), Values(settings)
        self.q_subgoal: dict[int, Values] = defaultdict(lambda: Values(settings))
        self.rng = np.random.default_rng(settings.seed)
        self.pending: Landmarks = frozenset(self.graph.pursued(task.initial))
        self.subgoal: int | None = self.graph.goal if is_uct else None
        self.target = self.subgoal
        self.cost = self.pursuit = 0
        self.tree: set[State] = set()
        self.known: dict[State, list[int]] = {}
        self.dead: dict[State, bool] = {}
        self.worth: dict[State, Worth] = {}
        self.part: dict[tuple[State, int], Worth] = {}
        self.best: dict[State, int] = {}
        self.needed = self.graph.needed_again(task)
        self.distances = cache(lambda at: distances(task, self.graph.landmarks[at].condition))
        self.chances = cache(lambda at: probabilities(task.actions[at]))
        self.price = cache(lambda at: landmark_cost(task, self.graph, at))

    def decide(self, state: State) -> Action | None:
        """Lines 5 to 11 of Algorithm 2."""
        if self.is_done(self.target, state):
            self.rollouts(state)
            while self.is_done(self.target, state) and not self.task.is_goal(state):
                self.pending -= {self.target}
                leaves = self.graph.leaves(self.pending)
                values = [self.q_landmark.q[self.pending, leaf] for leaf in leaves]
                self.target = leaves[self.greatest(values)]
                self.subgoal = self.means_to(self.target, state)
                self.pursuit = 0
        elif self.is_done(self.subgoal, state):
            assert self.target is not None
            self.subgoal = self.means_to(self.target, state)
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
        alpha = self.greediness(state)
        subgoal = self.q_subgoal[self.subgoal].q[state, action] if alpha else 0.0
        return alpha * subgoal + (1 - alpha) * goal

    def greediness(self, state: State) -> float:
        """How much the landmark counts in a state (α), which may fade with tries there."""
        tries = self.q_goal.visits[state]
        return self.settings.greediness_after(tries) if self.fades else self.alpha

    def means_to(self, target: int, state: State) -> int:
        """The first landmark that must hold just before the target and does not, or the target."""
        if self.settings.landmarks_again and target != self.graph.goal:
            for landmark in sorted(self.needed[target]):
                if not self.graph.landmarks[landmark].holds(state):
                    return landmark
        return target

    def rollouts(self, state: State) -> None:
        """Lines 5 and 6 of Algorithm 2."""
        from_pursuit = self.settings.landmark_cost is LandmarkCost.PURSUIT
        pursuit = self.pursuit if from_pursuit else self.cost
        cost = 0 if self.settings.uses_bellman else self.cost
        for _ in range(self.settings.rollouts):
            if self.dead.get(state):
                break
            self.outside = False
            pursued = Pursuit(self.subgoal, self.target, self.pending, pursuit)
            self.rollout(state, pursued, self.settings.horizon, cost)

    def rollout(self, state: State, pursued: Pursuit, depth: int, cost: int) -> Returned:
        """Algorithm 3."""
        if self.task.is_goal(state):
            return Returned(0, True, 0, 1.0, GOAL)
        if self.is_done(pursued.target, state):
            return self.after_target(state, pursued, depth, cost)
        if self.is_done(pursued.subgoal, state):
            return self.achieved(self.rollout(state, self.renewed(pursued, state), depth, cost))
        if self.is_dead_end(state, depth) or self.is_stuck(state, depth):
            return Returned(depth, False, depth, 0.0, Worth(), lost=depth)
        if not depth:
            return self.at_horizon(state, pursued)
        return self.act(state, pursued, depth, cost)

    def after_target(self, state: State, pursued: Pursuit, depth: int, cost: int) -> Returned:
        """Lines 5 to 11 of Algorithm 3: another landmark is chosen."""
        left = pursued.pending - {pursued.target}
        leaves = self.graph.leaves(left)
        values = [self.q_landmark.ucb1(left, leaves, leaf) for leaf in leaves]
        chosen = leaves[self.greatest(values)]
        fresh = self.renewed(pursued._replace(target=chosen, pending=left), state)
        returned = self.rollout(state, fresh, depth, cost)
        self.q_landmark.update(left, chosen, returned.to_goal + cost, returned.reached)
        return self.achieved(returned)

    def renewed(self, pursued: Pursuit, state: State) -> Pursuit:
        """The subgoal for the same target, whose pursuit begins."""
        assert pursued.target is not None
        from_pursuit = self.settings.landmark_cost is LandmarkCost.PURSUIT
        return pursued._replace(
            subgoal=self.means_to(pursued.target, state), cost=0 if from_pursuit else pursued.cost
        )

    def achieved(self, returned: Returned) -> Returned:
        """What a rollout says about a landmark that holds where it began."""
        if self.settings.safe_landmarks and returned.lost is not None:
            return returned._replace(to_subgoal=returned.lost, achieved=False)
        return returned._replace(to_subgoal=0, achieved=True)

    def at_horizon(self, state: State, pursued: Pursuit) -> Returned:
        """What a rollout says that ends with nothing left of the horizon."""
        is_exponential = self.settings.utility is Utility.EXPONENTIAL
        has_fallen_back = self.settings.backups is Backups.BELLMAN and not is_exponential
        if self.settings.horizon_value is HorizonValue.NOTHING or has_fallen_back:
            return Returned(0, False, 0, 0.0, Worth())
        left = self.cost_left(state, pursued.pending)
        utility = self.q_goal.utility(left)
        return Returned(0, False, left, utility, Worth(utility, utility))

    def cost_left(self, state: State, pending: Landmarks) -> int:
        """What the landmarks cost that are false and still needed."""
        needed = set(pending)
        queue = list(pending) if self.settings.landmarks_again else []
        for landmark in queue:
            for other in self.needed[landmark] - needed:
                if not self.graph.landmarks[other].holds(state):
                    needed.add(other)
                    queue.append(other)
        false = [at for at in sorted(needed) if not self.graph.landmarks[at].holds(state)]
        return max(1, round(sum(self.price(at) for at in false if at != self.graph.goal)))

    def act(self, state: State, pursued: Pursuit, depth: int, cost: int) -> Returned:
        """Lines 12 to 20 of Algorithm 3: an action, and what is learned about it."""
        assert pursued.subgoal is not None
        actions = self.applicable(state)
        learns = not self.outside
        at = self.choose(state, pursued.subgoal, actions) if learns else self.one_of(len(actions))
        if self.settings.tree_growth is TreeGrowth.EXPAND and state not in self.tree:
            if learns:
                self.tree.add(state)
            self.outside = True
        action = actions[at]
        if learns and self.settings.uses_bellman and not self.q_goal.n[state, action]:
            self.judge_successors(state, action, pursued.pending)
        after = self.simulate(state, action)
        longer = pursued._replace(cost=pursued.cost + 1)
        returned = self.rollout(after, longer, depth - 1, cost + 1)
        if self.dead.get(after):
            self.dead[state] = self.leads_nowhere(state)
        if learns:
            self.worth.setdefault(after, returned.worth)
        returned = self.one_more(returned)
        if learns:
            self.learn(state, action, pursued, cost, returned)
        return returned

    def one_more(self, returned: Returned) -> Returned:
        """What a rollout says one action earlier."""
        chance, discount = returned.worth
        return returned._replace(
            to_subgoal=returned.to_subgoal + 1,
            to_goal=returned.to_goal + 1,
            worth=Worth(self.patience * chance, self.q_goal.utility(1) * discount),
        )

    @property
    def patience(self) -> float:
        """The chance that the budget lasts for another action."""
        return 1 - 1 / self.settings.budget

    def learn(
        self, state: State, action: int, pursued: Pursuit, cost: int, returned: Returned
    ) -> None:
        """Lines 18 and 19 of Algorithm 3."""
        if self.alpha:
            assert pursued.subgoal is not None
            total = returned.to_subgoal + pursued.cost
            self.q_subgoal[pursued.subgoal].update(state, action, total, returned.achieved)
        if self.settings.uses_bellman:
            self.back_up(state, action)
        else:
            self.q_goal.update(state, action, returned.to_goal + cost, returned.reached)

    def back_up(self, state: State, action: int) -> None:
        """Bellman's equation, over what is known of the states after an action."""
        total = chance = discount = 0.0
        taken = self.task.actions[action]
        for probability, outcome in zip(self.chances(action), taken.outcomes, strict=True):
            after = outcome.apply(state)
            if self.dead.get(after):
                total += probability
            elif after in self.worth:
                total += probability
                chance += probability * self.worth[after].chance
                discount += probability * self.worth[after].discount
        chance, discount = chance / total, discount / total
        part = Worth(self.patience * chance, self.q_goal.utility(1) * discount)
        self.part[state, action] = part
        value = self.settings.goal_utility * part.chance + part.discount
        is_worse = value < self.q_goal.q[state, action]
        self.q_goal.replace(state, action, value)
        self.best[state] = self.best_action(state, action, is_worse=is_worse)
        self.worth[state] = self.part[state, self.best[state]]

    def best_action(self, state: State, action: int, *, is_worse: bool) -> int:
        """The action that is worth most after one was tried, which may be worse than it was.

        The best stays the best until another is better, or until it is worse itself: then it is the
        first of the best. That matters in the last bit, since equal sums may have different parts.
        """
        best, values = self.best.get(state, action), self.q_goal.q
        if action != best:
            return action if values[state, action] > values[state, best] else best
        if not is_worse:
            return best
        tried = [one for one in self.applicable(state) if self.q_goal.n[state, one]]
        return max(tried, key=lambda one: values[state, one])

    def is_dead_end(self, state: State, depth: int = 1) -> bool:
        """Whether the goal is out of reach of a state, where that is asked for.

        At the horizon nothing is asked, but what is known is known.
        """
        if self.settings.dead_ends and state not in self.dead and depth:
            self.dead[state] = is_out_of_reach(self.task, state, self.task.goal)
        return self.dead.get(state, False)

    def is_stuck(self, state: State, depth: int) -> bool:
        """Whether there is nothing to do in a state; at the horizon, nobody looks."""
        stuck = depth > 0 and not self.applicable(state)
        if stuck and self.settings.dead_ends:
            self.dead[state] = True
        return stuck

    def judge_successors(self, state: State, action: int, pending: Landmarks) -> None:
        """Look for dead ends among all that may follow; if there are any, guess about the rest."""
        successors = list(self.task.apply(state, self.task.actions[action]))
        dead = [self.is_dead_end(after) for after in successors]
        if any(dead) and self.settings.horizon_value is HorizonValue.LANDMARKS:
            for after in successors:
                utility = self.q_goal.utility(self.cost_left(after, pending))
                guess = GOAL if self.task.is_goal(after) else Worth(utility, utility)
                self.worth.setdefault(after, guess)

    def leads_nowhere(self, state: State) -> bool:
        """Whether nothing but dead ends follows, as far as this episode has met them."""
        return all(
            after == state or self.dead.get(after, False)
            for action in self.applicable(state)
            for after in self.task.apply(state, self.task.actions[action])
        )

    def choose(self, state: State, subgoal: int, actions: list[int]) -> int:
        """An action that is untried goes first, otherwise the greatest mixture of UCB1s."""
        alpha = self.greediness(state)
        goal, landmark = self.q_goal, self.q_subgoal[subgoal]
        goal_bounds = [goal.ucb1(state, actions, action) for action in actions]
        bounds = [landmark.ucb1(state, actions, action) for action in actions]
        if self.fades:
            hope = landmark.hope(state, actions)
            bounds = [hope if bound == math.inf else bound for bound in bounds]
        mixed = []
        for for_goal, for_landmark in zip(goal_bounds, bounds, strict=True):
            value = 0.0
            if alpha < 1:
                value += (1 - alpha) * for_goal
            if alpha > 0:
                value += alpha * for_landmark
            mixed.append(value)
        untried = [at for at, value in enumerate(mixed) if value == math.inf]
        if untried and self.settings.first_tries is FirstTries.RELEVANT:
            far = self.distances(subgoal)
            least = min(far[actions[at]] for at in untried)
            nearest = [at for at in untried if far[actions[at]] == least]
            return nearest[self.one_of(len(nearest))]
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
