"""LRTDP with landmarks as subgoals: a LandmarkPlan without statistics (decision 13).

Each landmark is an expected-cost problem of its own, solved by labelled real-time dynamic
programming (Bonet and Geffner 2003). For a policy π it minimises

    α · cost of π until the landmark + (1 − α) · cost of π until the goal,

the paper's equation 2 for the costs of one policy: a step has its cost c until the landmark is
achieved and (1 − α) c afterwards. Not reaching the goal costs as much as a budget of the dearest
steps (D). Costs are in the task's cost unit, whatever the settings say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.search.budget import LANDMARK_SHARE, POLL_SECONDS
from lamp.search.decision import Decision, Estimate, Evidence, LandmarkEvidence, SearchEnd
from lamp.search.landmark_plan import LandmarkPlan
from lamp.search.lrtdp.values import CostValues, HasTime
from lamp.search.settings import PAPER, SearchSettings
from lamp.task import State, Task
from lamp.util import SHARE, free_memory, load_kernels


class Lrtdp(LandmarkPlan):
    """LRTDP for one landmark after the other; with greediness 0 or without landmarks, for the goal.

    The value of an expected cost c is 1 − c / D.
    """

    kernels = ("lamp.statespace.kernel", "lamp.search.lrtdp.kernel")
    unused_settings = (
        *(name for name in PAPER if name != "greediness"),
        *("landmark_cost", "exploration", "normalize_exploration", "goal_utility"),
        *("risk_factor", "utility", "cost_unit", "tree_growth", "workers"),
    )

    def __init__(
        self,
        task: Task,
        graph: LandmarkGraph | None = None,
        settings: SearchSettings | None = None,
        **changes: Any,  # noqa: ANN401 (the fields of the settings)
    ) -> None:
        settings = (settings or SearchSettings()).changed(**changes)
        load_kernels(*self.kernels)
        self.whole = whole = graph if graph is not None else lm_rhw(task)
        """The landmark graph, also if only the goal is pursued."""
        whole.check(task)
        self.is_plain = settings.greediness == 0 or whole.pursued(task.initial) == (whole.goal,)
        self.costs = CostValues(task, whole, settings)
        super().__init__(task, whole.restricted([]) if self.is_plain else whole, settings)
        self.share_memory(1)

    def share_memory(self, number: int) -> None:
        """Limit memory to one share of the free memory in `number`, if no limit was set."""
        limit = 1e6 * self.settings.megabytes
        self.costs.memory.limit = SHARE * free_memory() / number if limit == math.inf else limit

    def reuse_states(self, other: LandmarkPlan) -> bool:
        """Take the states that another planner has expanded; whether that is possible.

        It is for planners of the same task and landmarks. Settings may differ. The other planner is
        not used any more.
        """
        if not isinstance(other, Lrtdp) or other.task is not self.task:
            return False
        if other.whole != self.whole:
            return False
        self.costs.memory.space = other.costs.memory.space
        return True

    def start(self, seed: int | None = None) -> None:
        """Begin an episode without costs; the states of earlier episodes stay expanded."""
        super().start(seed)
        if self.settings.megabytes < math.inf:
            self.costs.clear()  # otherwise earlier episodes would decide when memory is full
        self.costs.start(self.seed)
        if self.is_plain:
            self.subgoal = self.graph.goal

    def __reduce__(self) -> tuple[Any, ...]:
        """The constructor and its arguments."""
        return type(self), (self.task, self.whole, self.settings)

    def choose_landmark(self, state: State) -> int:
        """The leaf of least mixed cost: line 7.

        A leaf that holds has cost 0. Rollouts are for the leaf of least cost so far, until the root
        is solved for it: the choice of a leaf is an action of cost 0 before the first one.
        """
        leaves = self.graph.leaves(self.remaining)
        for leaf in leaves:
            if self.graph.landmarks[leaf].holds(state):
                return leaf
        if len(leaves) == 1:
            return leaves[0]
        tries = self._learn(state, leaves, LANDMARK_SHARE)
        costs = [self._cost(state, leaf) for leaf in leaves]
        self.landmark_evidence = tuple(
            LandmarkEvidence(leaf, self._estimate(cost, number))
            for leaf, cost, number in zip(leaves, costs, tries, strict=True)
        )
        return leaves[costs.index(min(costs))]

    def choose_action(self, state: State) -> Decision:
        """The action of least mixed cost, after rollouts: line 9."""
        subgoal = self.graph.goal if self.subgoal is None else self.subgoal
        if self.task.is_goal(state):
            return Decision(None, subgoal)
        self._learn(state, [subgoal])
        evidence = self._evidence(state, subgoal)
        chosen = max(evidence, key=lambda action_evidence: action_evidence.value, default=None)
        return Decision(
            action=chosen.action if chosen else None,
            subgoal=subgoal,
            greediness=self.costs.greediness(self._whole_position(subgoal)),
            evidence=evidence,
            states=self.costs.num_states,
        )

    def _learn(self, state: State, landmarks: Sequence[int], share: float = 1.0) -> list[int]:
        """Run rollouts in batches, until the state is solved; return how many for each landmark."""
        tries = [0] * len(landmarks)
        self.decision_budget.end = SearchEnd.ROLLOUTS
        has_time = self._time_check(share)
        for number in self.decision_budget.batches(share):
            done = self._grow(state, landmarks, number, tries, has_time)
            self.decision_budget.rollouts += done
            if self.costs.is_full or self.costs.has_lost:
                self.decision_budget.end, self.costs.has_lost = SearchEnd.MEMORY, False
            if done < number:
                break
        return tries

    def _grow(
        self,
        state: State,
        landmarks: Sequence[int],
        number: int,
        tries: list[int],
        has_time: HasTime,
    ) -> int:
        """Run rollouts for the landmark of least cost; count them in `tries`; return how many."""
        left, batch = number, number if len(landmarks) == 1 else 1
        while left:
            costs = [self._cost(state, landmark) for landmark in landmarks]
            cheapest = costs.index(min(costs))
            if self.costs.is_solved(state, self._whole_position(landmarks[cheapest])):
                self.decision_budget.end = SearchEnd.SOLVED
                break
            done = self.costs.grow(
                state, self._whole_position(landmarks[cheapest]), batch, has_time
            )
            tries[cheapest] += done
            left -= done
            if self.costs.is_full or not has_time():
                break
        return number - left

    def _time_check(self, share: float) -> HasTime:
        """A function that returns whether the decision has time left; if not, it sets `end`.

        It reads the clock and the stop signal once in POLL_SECONDS.
        """
        budget, limit = self.decision_budget, self.decision_budget.limit * share
        polled = budget.seconds

        def has_time() -> bool:
            nonlocal polled
            if budget.end in (SearchEnd.STOPPED, SearchEnd.SECONDS):
                return False
            if budget.seconds - polled < POLL_SECONDS:
                return True
            polled = budget.seconds
            if budget.stop and budget.stop():
                budget.end = SearchEnd.STOPPED
            elif polled >= limit:
                budget.end = SearchEnd.SECONDS
            return budget.end not in (SearchEnd.STOPPED, SearchEnd.SECONDS)

        return has_time

    def _whole_position(self, subgoal: int) -> int:
        """The position in the whole graph of a landmark of the planner's graph."""
        return self.whole.goal if subgoal == self.graph.goal else subgoal

    def _cost(self, state: State, subgoal: int) -> float:
        return self.costs.cost(state, self._whole_position(subgoal))

    def _estimate(self, cost: float, tries: int) -> Estimate:
        """A cost as a value, which is also the bound by which rollouts choose."""
        value = 1.0 - cost / self.costs.penalty
        return Estimate(value, tries, value)

    def _evidence(self, state: State, subgoal: int) -> tuple[Evidence, ...]:
        landmark = self._whole_position(subgoal)
        actions = self.costs.actions(state, landmark)
        tries = self.costs.tries(state, landmark)
        costs = self.costs.action_costs(state, landmark).tolist()
        alpha = self.costs.greediness(landmark)
        return tuple(
            Evidence(
                self.task.actions[action],
                self._estimate(for_goal, number) if alpha < 1 else Estimate(),
                self._estimate(for_subgoal, number) if alpha > 0 else Estimate(),
                self._estimate(alpha * for_subgoal + (1.0 - alpha) * for_goal, number).value,
            )
            for action, number, (for_subgoal, for_goal) in zip(actions, tries, costs, strict=True)
        )
