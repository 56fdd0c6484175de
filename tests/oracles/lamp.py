"""Algorithms 2 and 3 of the paper in plain Python over `Task`: slow, and as they are printed.

Extensions of the paper are included, each behind its setting. Open points are decided as
in docs/algorithm.md. Random numbers are drawn only where there is a choice to make, so
that a planner that draws the same numbers makes the same decisions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np

from lamp.landmarks import LandmarkGraph
from lamp.search import (
    AUTO,
    Backups,
    FirstTries,
    HorizonValue,
    LandmarkCost,
    SearchSettings,
    TreeGrowth,
    Utility,
)
from lamp.task import Action, Outcome, State, Task
from tests.oracles.task_semantics import TaskSemantics
from tests.oracles.ucb import Values

Landmarks: TypeAlias = frozenset[int]


class StateValue(NamedTuple):
    """The value of a state where values are backed up by Bellman's equation."""

    goal_probability: float = 0.0
    """The probability that the goal is reached in time (P)."""
    expected_utility: float = 0.0
    """The expected utility, 0 where the goal is not reached (U)."""


GOAL = StateValue(1.0, 1.0)


class Returned(NamedTuple):
    """What a rollout says: (λ_φ, β_φ, λ_g, β_g) of the paper, and how it ended.

    Costs are totals: of the pursuit of the subgoal, and of the episode.
    """

    subgoal_cost: float
    achieved: bool
    goal_cost: float
    reached: float
    """The share of K_g: 1 at a goal, 0 elsewhere, or in between where an estimate says so."""
    value: StateValue
    """Of the end, discounted for each action on the way there."""
    left_in_dead_end: float | None = None
    """What was left of the horizon in a dead end; nothing if it ended otherwise."""


class Pursuit(NamedTuple):
    """Which landmark a rollout pursues, and why."""

    subgoal: int | None
    landmark: int | None
    """The landmark that was chosen: the subgoal, or what that is required again for."""
    remaining: Landmarks
    cost: float
    """What the pursuit of the subgoal has cost so far."""


class Oracle:
    """LAMP for one episode."""

    def __init__(
        self,
        task: Task,
        graph: LandmarkGraph,
        settings: SearchSettings,
        semantics: TaskSemantics | None = None,
    ) -> None:
        self.task = task
        self.semantics = semantics or TaskSemantics(task, settings.cost_unit_of(task))
        self.settings = settings
        is_uct = settings.greediness == 0 or graph.pursued(task.initial) == (graph.goal,)
        self.graph = graph.restricted([]) if is_uct else graph
        self.alpha = 0.0 if is_uct else settings.greediness_after(0)
        self.fades = not is_uct and settings.greediness == AUTO
        self.q_goal, self.q_landmark = Values(settings), Values(settings)
        self.q_subgoal: dict[int, Values] = defaultdict(lambda: Values(settings))
        self.rng = np.random.default_rng(settings.seed)
        self.remaining: Landmarks = frozenset(self.graph.pursued(task.initial))
        self.subgoal: int | None = self.graph.goal if is_uct else None
        self.landmark = self.subgoal
        self.cost = self.pursuit = Fraction(0)
        self.root_cost = 0.0
        self.last_step: tuple[State, Action] | None = None
        self.tree: set[State] = set()
        self.dead: dict[State, bool] = {}
        self.state_value: dict[State, StateValue] = {}
        self.action_value: dict[tuple[State, int], StateValue] = {}
        self.best: dict[State, int] = {}
        self.required_again = self.graph.required_again(task)

    def decide(self, state: State) -> Action | None:
        """Lines 5 to 11 of Algorithm 2."""
        self.count_last_cost(state)
        if self.is_done(self.landmark, state):
            self.rollouts(state)
            while self.is_done(self.landmark, state) and not self.task.is_goal(state):
                self.remaining -= {self.landmark}
                leaves = self.graph.leaves(self.remaining)
                values = [self.q_landmark.q[self.remaining, leaf] for leaf in leaves]
                self.landmark = leaves[self.greatest(values)]
                self.subgoal = self.unmet_predecessor(self.landmark, state)
                self.pursuit = Fraction(0)
        elif self.is_done(self.subgoal, state):
            assert self.landmark is not None
            self.subgoal = self.unmet_predecessor(self.landmark, state)
            self.pursuit = Fraction(0)
        self.rollouts(state)
        actions = self.applicable(state)
        if not actions or self.dead.get(state):
            return None
        chosen = actions[self.greatest([self.value(state, action) for action in actions])]
        self.last_step = state, self.task.actions[chosen]
        return self.task.actions[chosen]

    def count_last_cost(self, state: State) -> None:
        """Count the cost of the last action: its mean over the outcomes that lead to a state."""
        if self.last_step:
            before, action = self.last_step
            seen = [each for each in action.outcomes if each.apply(before) == state]
            seen = seen or list(action.outcomes)
            weight = sum((each.probability for each in seen), Fraction())
            mean = sum((each.probability * each.cost_in(before) for each in seen), Fraction())
            mean /= weight
            self.cost += mean
            self.pursuit += mean

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

    def unmet_predecessor(self, landmark: int, state: State) -> int:
        """The first landmark that must hold just before another one and does not; else that one."""
        if self.settings.reachieve_landmarks and landmark != self.graph.goal:
            for predecessor in sorted(self.required_again[landmark]):
                if not self.graph.landmarks[predecessor].holds(state):
                    return predecessor
        return landmark

    def rollouts(self, state: State) -> None:
        """Lines 5 and 6 of Algorithm 2."""
        from_pursuit = self.settings.landmark_cost is LandmarkCost.PURSUIT
        spent, pursuit = map(self.in_units, (self.cost, self.pursuit))
        pursuit = pursuit if from_pursuit else spent
        self.root_cost = 0.0 if self.settings.uses_bellman else spent
        for _ in range(self.settings.rollouts):
            if self.dead.get(state):
                break
            self.outside = False
            pursued = Pursuit(self.subgoal, self.landmark, self.remaining, pursuit)
            self.rollout(state, pursued, self.settings.horizon, 0.0)

    def in_units(self, cost: Fraction) -> float:
        """A cost in cost units; more than the budget does not count."""
        return min(float(cost / self.semantics.cost_unit), self.settings.budget)

    def rollout(self, state: State, pursued: Pursuit, depth: int, cost: float) -> Returned:
        """Algorithm 3, after a cost since the root."""
        if self.task.is_goal(state):
            return Returned(pursued.cost, True, self.root_cost + cost, 1.0, GOAL)
        if self.is_done(pursued.landmark, state):
            return self.choose_landmark(state, pursued, depth, cost)
        if self.is_done(pursued.subgoal, state):
            fresh = self.with_subgoal(pursued, state)
            return self.achieved(self.rollout(state, fresh, depth, cost), pursued)
        if self.is_dead_end(state, depth) or self.has_no_action(state, depth):
            left = self.left_of_horizon(depth, cost)
            total = self.root_cost + cost + left
            failed = Returned(pursued.cost + left, False, total, 0.0, StateValue())
            return failed._replace(left_in_dead_end=left)
        if not depth:
            return self.at_horizon(state, pursued, cost)
        return self.act(state, pursued, depth, cost)

    def choose_landmark(self, state: State, pursued: Pursuit, depth: int, cost: float) -> Returned:
        """Lines 5 to 11 of Algorithm 3: another landmark is chosen."""
        left = pursued.remaining - {pursued.landmark}
        leaves = self.graph.leaves(left)
        chosen = leaves[self.greatest(self.q_landmark.ucb1(left, leaves))]
        fresh = self.with_subgoal(pursued._replace(landmark=chosen, remaining=left), state)
        returned = self.rollout(state, fresh, depth, cost)
        self.q_landmark.update(left, chosen, returned.goal_cost, returned.reached)
        return self.achieved(returned, pursued)

    def with_subgoal(self, pursued: Pursuit, state: State) -> Pursuit:
        """The pursuit of a subgoal for the chosen landmark, which begins in a state."""
        assert pursued.landmark is not None
        from_pursuit = self.settings.landmark_cost is LandmarkCost.PURSUIT
        return pursued._replace(
            subgoal=self.unmet_predecessor(pursued.landmark, state),
            cost=0.0 if from_pursuit else pursued.cost,
        )

    def achieved(self, returned: Returned, pursued: Pursuit) -> Returned:
        """What a rollout says about a landmark that holds where it began."""
        if self.settings.safe_landmarks and returned.left_in_dead_end is not None:
            total = pursued.cost + returned.left_in_dead_end
            return returned._replace(subgoal_cost=total, achieved=False)
        return returned._replace(subgoal_cost=pursued.cost, achieved=True)

    def left_of_horizon(self, depth: int, cost: float) -> float:
        """What is left of the horizon: actions, or cost units if they are more."""
        return max(depth, self.settings.horizon - cost)

    def at_horizon(self, state: State, pursued: Pursuit, cost: float) -> Returned:
        """What a rollout says that ends at the horizon, after a cost since the root."""
        unused, total = self.left_of_horizon(0, cost), self.root_cost + cost
        failed_cost = pursued.cost + unused
        is_exponential = self.settings.utility is Utility.EXPONENTIAL
        has_fallen_back = self.settings.backups is Backups.BELLMAN and not is_exponential
        if self.settings.horizon_value is HorizonValue.NOTHING or has_fallen_back:
            return Returned(failed_cost, False, total + unused, 0.0, StateValue())
        left = self.remaining_cost(state, pursued.remaining)
        utility = self.q_goal.utility(left)
        value = StateValue(utility, utility)
        return Returned(failed_cost, False, total + left, utility, value)

    def remaining_cost(self, state: State, remaining: Landmarks) -> float:
        """What the landmarks cost that are false and still needed."""
        needed = set(remaining)
        queue = list(remaining) if self.settings.reachieve_landmarks else []
        for landmark in queue:
            for other in self.required_again[landmark] - needed:
                if not self.graph.landmarks[other].holds(state):
                    needed.add(other)
                    queue.append(other)
        costs = [
            self.semantics.landmark_cost(self.graph, landmark)
            for landmark in sorted(needed - {self.graph.goal})
            if not self.graph.landmarks[landmark].holds(state)
        ]
        return max(1.0, round(sum(costs)) if self.semantics.has_unit_costs else sum(costs))

    def act(self, state: State, pursued: Pursuit, depth: int, cost: float) -> Returned:
        """Lines 12 to 20 of Algorithm 3: an action, and what is learned about it."""
        assert pursued.subgoal is not None
        actions = self.applicable(state)
        learns = not self.outside
        index = (
            self.choose(state, pursued.subgoal, actions) if learns else self.one_of(len(actions))
        )
        if self.settings.tree_growth is TreeGrowth.EXPAND and state not in self.tree:
            if learns:
                self.tree.add(state)
            self.outside = True
        action = actions[index]
        if learns and self.settings.uses_bellman and not self.q_goal.n[state, action]:
            self.evaluate_successors(state, action, pursued.remaining)
        outcome = self.simulate(action)
        after = outcome.apply(state)
        step_cost = self.semantics.step_cost(outcome, state)
        longer = pursued._replace(cost=pursued.cost + step_cost)
        returned = self.rollout(after, longer, depth - 1, cost + step_cost)
        if self.dead.get(after):
            self.dead[state] = self.all_successors_dead(state)
        if learns:
            self.state_value.setdefault(after, returned.value)
        returned = returned._replace(value=self.one_action_earlier(returned.value, step_cost))
        if learns:
            self.learn(state, action, pursued, returned)
        return returned

    def one_action_earlier(self, value: StateValue, cost: float) -> StateValue:
        """A value before an action, which has a cost and after which the budget may be spent."""
        lasting, utility = self.continuation_probability, self.factor(cost)
        return StateValue(lasting * value.goal_probability, utility * value.expected_utility)

    def factor(self, cost: float) -> float:
        """What a step leaves of an expected utility: u(c), but less than 1 in any case."""
        unit = math.exp(self.settings.risk_factor)
        most = max(unit, self.continuation_probability)
        return min(math.exp(self.settings.risk_factor * cost), most)

    @property
    def continuation_probability(self) -> float:
        """The probability that the budget lasts for another action."""
        return 1 - 1 / self.settings.budget

    def learn(self, state: State, action: int, pursued: Pursuit, returned: Returned) -> None:
        """Lines 18 and 19 of Algorithm 3."""
        if self.alpha:
            assert pursued.subgoal is not None
            total = returned.subgoal_cost
            self.q_subgoal[pursued.subgoal].update(state, action, total, returned.achieved)
        if self.settings.uses_bellman:
            self.backup(state, action)
        else:
            self.q_goal.update(state, action, returned.goal_cost, returned.reached)

    def backup(self, state: State, action: int) -> None:
        """Bellman's equation, over what is known of the states after an action."""
        total = goal_probability = expected_utility = 0.0
        outcomes = self.task.actions[action].outcomes
        probabilities = self.semantics.probabilities(action)
        costs = [self.semantics.step_cost(outcome, state) for outcome in outcomes]
        for probability, outcome, cost in zip(probabilities, outcomes, costs, strict=True):
            after = outcome.apply(state)
            weight = probability if self.semantics.is_uniform else probability * self.factor(cost)
            if self.dead.get(after):
                total += probability
            elif after in self.state_value:
                total += probability
                goal_probability += probability * self.state_value[after].goal_probability
                expected_utility += weight * self.state_value[after].expected_utility
        mean = StateValue(goal_probability / total, expected_utility / total)
        # Costs that differ between outcomes are in the weights already.
        factor = self.factor(costs[0]) if self.semantics.is_uniform else 1.0
        of_action = StateValue(
            self.continuation_probability * mean.goal_probability, factor * mean.expected_utility
        )
        self.action_value[state, action] = of_action
        value = self.settings.goal_utility * of_action.goal_probability + of_action.expected_utility
        is_worse = value < self.q_goal.q[state, action]
        self.q_goal.replace(state, action, value)
        self.best[state] = self.best_action(state, action, is_worse=is_worse)
        self.state_value[state] = self.action_value[state, self.best[state]]

    def best_action(self, state: State, action: int, *, is_worse: bool) -> int:
        """The action of the greatest value after one was tried, whose value may have fallen.

        The best stays the best until another is better, or until it is worse itself: then it is the
        first of the best. That matters in the last bit, since equal sums may have different parts.
        """
        best, values = self.best.get(state, action), self.q_goal.q
        if action != best:
            return action if values[state, action] > values[state, best] else best
        if not is_worse:
            return best
        tried = [option for option in self.applicable(state) if self.q_goal.n[state, option]]
        return max(tried, key=lambda option: values[state, option])

    def is_dead_end(self, state: State, depth: int = 1) -> bool:
        """Whether the goal is relaxed unreachable from a state; not tested at the horizon."""
        if self.settings.dead_ends and state not in self.dead and depth:
            self.dead[state] = self.semantics.is_dead_end(state)
        return self.dead.get(state, False)

    def has_no_action(self, state: State, depth: int) -> bool:
        """Whether no action is applicable in a state; at the horizon, this is not checked."""
        has_none = depth > 0 and not self.applicable(state)
        if has_none and self.settings.dead_ends:
            self.dead[state] = True
        return has_none

    def evaluate_successors(self, state: State, action: int, remaining: Landmarks) -> None:
        """Look for dead ends among all successors; if there are any, estimate the others."""
        successors = self.semantics.successors(state, action)
        dead = [self.is_dead_end(after) for after in successors]
        if any(dead) and self.settings.horizon_value is HorizonValue.LANDMARKS:
            for after in successors:
                utility = self.q_goal.utility(self.remaining_cost(after, remaining))
                estimate = GOAL if self.task.is_goal(after) else StateValue(utility, utility)
                self.state_value.setdefault(after, estimate)

    def all_successors_dead(self, state: State) -> bool:
        """Whether all other successors are dead ends, as far as this episode knows."""
        return all(
            after == state or self.dead.get(after, False)
            for action in self.applicable(state)
            for after in self.semantics.successors(state, action)
        )

    def choose(self, state: State, subgoal: int, actions: list[int]) -> int:
        """An action that is untried goes first, otherwise the greatest mixture of UCB1s."""
        alpha = self.greediness(state)
        goal, landmark = self.q_goal, self.q_subgoal[subgoal]
        goal_bounds, bounds = goal.ucb1(state, actions), landmark.ucb1(state, actions)
        if self.fades:
            optimistic = landmark.optimistic_bound(state, actions)
            bounds = [optimistic if bound == math.inf else bound for bound in bounds]
        mixed = []
        for for_goal, for_landmark in zip(goal_bounds, bounds, strict=True):
            value = 0.0
            if alpha < 1:
                value += (1 - alpha) * for_goal
            if alpha > 0:
                value += alpha * for_landmark
            mixed.append(value)
        untried = [index for index, value in enumerate(mixed) if value == math.inf]
        if untried and self.settings.first_tries is FirstTries.RELEVANT:
            far = self.semantics.distances(self.graph.landmarks[subgoal].condition)
            least = min(far[actions[index]] for index in untried)
            nearest = [index for index in untried if far[actions[index]] == least]
            return nearest[self.one_of(len(nearest))]
        return self.greatest(mixed)

    def is_done(self, subgoal: int | None, state: State) -> bool:
        """Whether another landmark must be selected."""
        return subgoal is None or self.graph.landmarks[subgoal].holds(state)

    def greatest(self, values: Sequence[float]) -> int:
        """The position of the greatest value; of several, one at random."""
        greatest = max(values)
        best = [index for index, value in enumerate(values) if value == greatest]
        return best[self.one_of(len(best))]

    def one_of(self, number: int) -> int:
        """A number below another; nothing is drawn where there is no choice."""
        return int(self.rng.random() * number) if number > 1 else 0

    def applicable(self, state: State) -> list[int]:
        """Applicable actions, without those that do nothing or do what an earlier one does."""
        return self.semantics.applicable(state)

    def simulate(self, action: int) -> Outcome:
        """An outcome of an action, by their probabilities."""
        outcomes = self.task.actions[action].outcomes
        if len(outcomes) == 1:
            return outcomes[0]
        drawn = self.rng.random()
        total = 0
        for outcome in outcomes[:-1]:
            total += outcome.probability  # type: ignore[assignment]
            if drawn < float(total):
                return outcome
        return outcomes[-1]
