"""A search tree: states, their statistics, and a random number generator.

States and sets of landmarks go in as sets, estimates come out as arrays.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from lamp.errors import SettingsError
from lamp.heuristics import horn_rules, relaxed_reachability
from lamp.search.choices import FirstTries, LandmarkCost, TreeGrowth, Utility
from lamp.search.lamp import kernel
from lamp.search.lamp.memory import TreeMemory
from lamp.search.settings import AUTO, HALVING_TRIES, SearchSettings
from lamp.statespace import UNKNOWN, TaskArrays, pack
from lamp.statespace.kernel import DEAD_END, NEED_ROOM
from lamp.task import State, Task
from lamp.util.records import Floats, Rows

UTILITIES = {
    Utility.EXPONENTIAL: kernel.EXPONENTIAL,
    Utility.RECIPROCAL: kernel.RECIPROCAL,
    Utility.LINEAR: kernel.LINEAR,
}


class Root(NamedTuple):
    """Where rollouts begin."""

    state: State
    subgoal: int | None
    landmark: int | None
    """The landmark that was chosen (φ): the subgoal, or one of which it is an unmet predecessor."""
    remaining: frozenset[int]
    """The landmarks that are still to be achieved (Φ)."""
    cost: float
    """The cost of the episode so far, in cost units."""
    pursuit: float
    """The cost since the subgoal was chosen, in cost units."""


class Statistics(NamedTuple):
    """The statistics of the options of a node."""

    values: Floats
    """Q."""
    visits: Floats
    """N."""


class Encoded(NamedTuple):
    """A task and its landmarks as arrays, which several trees share."""

    task: TaskArrays
    landmarks: kernel.Landmarks


class Tree:
    """One search tree."""

    def __init__(
        self, task: Task, encoded: Encoded, settings: SearchSettings, greediness: float
    ) -> None:
        rules = horn_rules(task) if settings.dead_ends else []
        self.settings = kernel_settings(settings, greediness)
        relaxed = relaxed_reachability(rules, len(task.atoms), len(encoded.task.cumulative))
        self.memory = TreeMemory(encoded.task, encoded.landmarks, self.settings, relaxed)
        self._is_full = False
        self.start(0)

    def start(self, seed: int | list[int]) -> None:
        """Begin an episode without statistics; the states of earlier episodes stay expanded."""
        self.memory.forget()
        self.rng = np.random.default_rng(seed)
        self._has_lost = False
        self._last_state: tuple[State, int] | None = None
        self._sets: dict[frozenset[int], int] = {}

    def limit_memory(self, limit: float) -> None:
        """Set the most bytes that states and statistics may take."""
        self.memory.limit = limit

    @property
    def num_states(self) -> int:
        """How many states have statistics in this episode."""
        return self.memory.rollout.num_in_tree

    @property
    def num_known(self) -> int:
        """How many states the state space has, also of earlier episodes."""
        return self.memory.space.num_states

    @property
    def num_steps(self) -> int:
        """How many actions rollouts have simulated."""
        return self.memory.rollout.num_steps

    def grow(self, root: Root, rollouts: int) -> int:
        """Run rollouts, lines 5 and 6 of Algorithm 2; return how many were done.

        There are fewer if the root is a dead end, or if memory is full. Then the statistics can
        still be read, and the next rollouts start with empty memory.
        """
        if self._is_full:
            self.clear()
        state, landmark_set = self.number_of(root.state), self._set(root.remaining)
        rollout = self.memory.rollout
        rollout.root_state = state
        rollout.root_subgoal = kernel.NO_SUBGOAL if root.subgoal is None else root.subgoal
        rollout.root_landmark = kernel.NO_SUBGOAL if root.landmark is None else root.landmark
        rollout.root_set = landmark_set
        rollout.root_cost = root.cost
        rollout.root_pursuit = root.pursuit if self.settings.cost_from_pursuit else root.cost
        rollout.remaining = rollouts
        self._is_full = not self._run()
        return rollouts - rollout.remaining

    def is_dead_end(self, state: State) -> bool:
        """Whether rollouts of this episode have shown that a state is a dead end."""
        return bool(self.memory.statistics.status[self.number_of(state)] == DEAD_END)

    def actions(self, state: State) -> list[int]:
        """The actions of a state after pruning, by their numbers."""
        return self.memory.actions(self.number_of(state))

    def for_goal(self, state: State) -> Statistics:
        """Q_g and N_g of the actions in a state."""
        number = self.number_of(state)
        return _statistics(self.memory.statistics.goal[self.memory.edges(number)])

    def for_subgoal(self, state: State, subgoal: int) -> Statistics:
        """Q_φ and N_φ of the actions in a state."""
        memory, number = self.memory, self.number_of(state)
        row = int(kernel.subgoal_row(memory.statistics, memory.space, number, subgoal))
        if row == UNKNOWN and memory.make_room():
            row = int(kernel.subgoal_row(memory.statistics, memory.space, number, subgoal))
        actions = int(memory.space.nodes[number].num_edges)
        if row == UNKNOWN:
            return no_statistics(actions)
        return _statistics(memory.statistics.subgoal[row : row + actions])

    def for_landmarks(self, remaining: frozenset[int]) -> Statistics | None:
        """Q_LM and N_LM of the leaves of a set of landmarks, in the order of the graph.

        None if the set is new and there is no room for it.
        """
        number = self._set(remaining)
        if number == UNKNOWN:
            return None
        statistics = self.memory.statistics
        leaves = statistics.sets[number]
        first = int(leaves.first_leaf)
        return _statistics(statistics.landmark[first : first + int(leaves.num_leaves)])

    def _run(self) -> bool:
        """Run rollouts; return whether there was room for all of them."""
        memory = self.memory
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            while kernel.run_rollouts(memory.search, self.rng) == NEED_ROOM:
                if not memory.make_room():
                    memory.rollout.is_active = False  # this rollout ends here
                    return False
        return True

    def clear(self) -> None:
        """Delete all states and statistics."""
        self.memory.clear()
        self._last_state, self._sets, self._is_full = None, {}, False

    def has_lost(self) -> bool:
        """Whether statistics were deleted for lack of memory since the last call."""
        lost, self._has_lost = self._has_lost, False
        return lost

    def number_of(self, state: State) -> int:
        """The number of a state, which is expanded if it was not."""
        if self._last_state is None or self._last_state[0] != state:
            memory = self.memory
            if not memory.make_room():
                self._has_lost = self.num_states > 0
                self.clear()
                self._require_room()
            number = memory.intern(state)
            memory.expand(number)
            self._last_state = state, number
        return self._last_state[1]

    def _require_room(self) -> None:
        if not self.memory.make_room():
            raise SettingsError(
                f"{self.memory.limit / 1e6:,.1f} megabytes are too few for this problem",
                remedy="Allow more with --megabytes",
            )

    def _set(self, remaining: frozenset[int]) -> int:
        """The number of a set of landmarks; UNKNOWN if it is new and there is no room for it."""
        if remaining not in self._sets:
            memory = self.memory
            landmarks, statistics = memory.search.landmarks, memory.statistics
            words = pack(remaining, landmarks.predecessors.shape[1])
            with np.errstate(over="ignore"):
                number = int(kernel.intern_set(landmarks, statistics, words))
                if number == UNKNOWN and memory.make_room():
                    number = int(kernel.intern_set(landmarks, statistics, words))
            if number == UNKNOWN:
                return number
            self._sets[remaining] = number
        return self._sets[remaining]


def no_statistics(options: int) -> Statistics:
    """The statistics of options that were never tried."""
    return Statistics(np.zeros(options), np.zeros(options))


def _statistics(estimates: Rows) -> Statistics:
    return Statistics(estimates["value"], estimates["visits"])


def kernel_settings(settings: SearchSettings, greediness: float) -> kernel.Settings:
    """The settings as rollouts need them."""
    visits = np.arange(kernel.TABLE_SIZE)
    unit_utility, goal_discount = math.exp(settings.risk_factor), 1.0 - 1.0 / settings.budget
    return kernel.Settings(
        fading_factor=np.sqrt(HALVING_TRIES / (3.0 * visits + HALVING_TRIES)),
        greediness=greediness,
        exploration=settings.exploration,
        utilities=np.array(settings.utilities(), dtype=np.float64),
        utility=UTILITIES[settings.utility],
        risk_factor=settings.risk_factor,
        unit_utility=unit_utility,
        greatest_cost=settings.greatest_cost,
        goal_utility=settings.goal_utility,
        goal_discount=goal_discount,
        greatest_factor=max(goal_discount, unit_utility),
        fading=HALVING_TRIES if settings.greediness == AUTO else 0.0,
        horizon=settings.horizon,
        normalize_exploration=settings.normalize_exploration,
        expand_one=settings.tree_growth is TreeGrowth.EXPAND,
        cost_from_pursuit=settings.landmark_cost is LandmarkCost.PURSUIT,
        dead_ends=settings.dead_ends,
        safe_landmarks=settings.safe_landmarks,
        reachieve_landmarks=settings.reachieve_landmarks,
        bellman=settings.uses_bellman,
        estimate_leaves=settings.uses_estimates,
        relevant_first=settings.first_tries is FirstTries.RELEVANT,
    )
