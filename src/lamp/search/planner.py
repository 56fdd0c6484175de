"""LAMP: online planning with landmarks as subgoals (Algorithm 2 of the paper)."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lamp.errors import SettingsError
from lamp.landmarks import LandmarkGraph, find_landmarks
from lamp.search import kernel
from lamp.search.encode import encode, num_words, pack
from lamp.search.memory import Memory
from lamp.search.settings import LandmarkCost, SearchSettings, TreeGrowth
from lamp.task import Action, State, Task

CHUNK = 64
"""Rollouts between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about one action in a state."""

    action: Action
    goal_value: float
    """Q_g: the mean utility for the goal."""
    goal_tries: int
    """N_g."""
    subgoal_value: float
    """Q_φ: the mean utility for the current subgoal; with greediness 0 it is not learned."""
    subgoal_tries: int
    """N_φ."""
    value: float
    """Both values mixed by greediness: the greatest is chosen."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, and the evidence for it; no action where none is applicable."""

    action: Action | None
    subgoal: int
    """The position of the current subgoal in the landmark graph."""
    evidence: tuple[Evidence, ...]
    rollouts: int
    seconds: float


class Lamp:
    """A planner for one task: LAMP, and with greediness 0 or without landmarks UCT.

    `decide` takes the states of one episode, one after the other; `start` begins another one.
    """

    def __init__(
        self,
        task: Task,
        graph: LandmarkGraph | None = None,
        settings: SearchSettings | None = None,
        **changes: Any,  # noqa: ANN401 (the fields of the settings)
    ) -> None:
        self.task = task
        self.settings = _changed(settings or SearchSettings(), changes)
        whole = graph if graph is not None else find_landmarks(task)
        alone = self.settings.greediness == 0 or len(whole.landmarks) == 1
        self.graph = whole.restricted([]) if alone else whole
        self._memory = Memory(encode(task, self.graph), self.settings.horizon)
        self._kernel_settings = _for_kernel(self.settings, alone=alone)
        self._alone = alone
        self.start()

    def start(self, seed: int | None = None) -> None:
        """Begin an episode: nothing is learned yet, but the states that were met are known."""
        self._memory.forget()
        self._rng = np.random.default_rng(self.settings.seed if seed is None else seed)
        # Plain UCT has nothing to choose but actions.
        self._subgoal = self.graph.goal if self._alone else kernel.NO_SUBGOAL
        self._cost = 0
        self._pursuit = 0
        pending = self.graph.pursued(self.task.initial)
        words = pack(pending, num_words(len(self.graph.landmarks)))
        memory = self._memory
        self._set = int(kernel.intern_set(memory.task, memory.learned, words))

    @property
    def num_states(self) -> int:
        """How many states are known."""
        return int(self._memory.space.size[kernel.STATES])

    @property
    def pending(self) -> frozenset[int]:
        """The landmarks that are still to be achieved (Φ)."""
        words = self._memory.learned.sets[self._set]
        return frozenset(
            at for at in range(len(self.graph.landmarks)) if int(words[at >> 6]) >> (at & 63) & 1
        )

    def decide(self, state: State) -> Decision:
        """The next action of the episode in a state: lines 5 to 11 of Algorithm 2."""
        start = time.perf_counter()
        root = self._intern(state)
        done = 0
        if self._needs_subgoal(root):
            done += self._rollouts(root, start)
            while self._needs_subgoal(root) and not self.task.is_goal(state):
                self._next_subgoal()
        done += self._rollouts(root, start)
        evidence = self._evidence(root)
        action = self._best([one.value for one in evidence])
        self._cost += 1
        self._pursuit += 1
        seconds = time.perf_counter() - start
        chosen = evidence[action].action if evidence else None
        return Decision(chosen, self._subgoal, evidence, done, seconds)

    # Algorithm 2, in parts

    def _needs_subgoal(self, root: int) -> bool:
        subgoal = self._subgoal
        return subgoal == kernel.NO_SUBGOAL or bool(
            kernel.is_true(self._memory.space, root, subgoal)
        )

    def _next_subgoal(self) -> None:
        """Lines 8 and 9: the current landmark is done, take the best of the next ones."""
        memory = self._memory
        if self._subgoal != kernel.NO_SUBGOAL:
            memory.make_room()
            self._set = int(
                kernel.without(memory.task, memory.learned, memory.work, self._set, self._subgoal)
            )
        first = int(memory.learned.set_first[self._set])
        leaves = int(memory.learned.set_leaves[self._set])
        values = memory.learned.choice[first : first + leaves, 0]
        self._subgoal = int(memory.learned.leaf[first + self._best(list(values))])
        self._pursuit = 0

    def _best(self, values: list[float]) -> int:
        """The position of the greatest value; one of several at random."""
        best = [at for at, value in enumerate(values) if value == max(values)]
        return best[int(kernel.one_of(len(best), self._rng))] if best else 0

    def _rollouts(self, root: int, start: float) -> int:
        registers = self._memory.work.registers
        registers[kernel.ROOT_STATE] = root
        registers[kernel.ROOT_SUBGOAL] = self._subgoal
        registers[kernel.ROOT_SET] = self._set
        registers[kernel.ROOT_COST] = self._cost
        from_pursuit = self.settings.landmark_cost is LandmarkCost.PURSUIT
        registers[kernel.ROOT_PURSUIT] = self._pursuit if from_pursuit else self._cost
        done = 0
        while done < self.settings.rollouts:
            number = min(CHUNK, self.settings.rollouts - done)
            if self.settings.seconds == float("inf"):
                number = self.settings.rollouts
            registers[kernel.LEFT] = number
            self._run()
            done += number
            if time.perf_counter() - start >= self.settings.seconds:
                break
        return done

    def _run(self) -> None:
        memory = self._memory
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            while (
                kernel.rollouts(
                    memory.task,
                    memory.space,
                    memory.learned,
                    self._kernel_settings,
                    memory.work,
                    self._rng,
                )
                == kernel.NEED_ROOM
            ):
                memory.make_room()

    def _intern(self, state: State) -> int:
        memory = self._memory
        memory.make_room()
        words = pack(state, int(memory.task.constants[kernel.NUM_WORDS]))
        with np.errstate(over="ignore"):
            root = int(kernel.intern(memory.task, memory.space, words))
            if memory.space.first_edge[root] == kernel.UNKNOWN:
                kernel.expand(memory.task, memory.space, memory.work, root)
        return root

    def _evidence(self, root: int) -> tuple[Evidence, ...]:
        space, learned = self._memory.space, self._memory.learned
        first, number = int(space.first_edge[root]), int(space.num_edges[root])
        goal = learned.goal[first : first + number]
        subgoal: NDArray[np.float64] = np.zeros_like(goal)
        if not self._alone:
            self._memory.make_room()
            row = int(kernel.row_of(self._memory.learned, space, root, self._subgoal))
            goal = self._memory.learned.goal[first : first + number]
            subgoal = self._memory.learned.subgoal[row : row + number]
        greediness = 0.0 if self._alone else self.settings.greediness
        mixed = greediness * subgoal[:, 0] + (1.0 - greediness) * goal[:, 0]
        return tuple(
            Evidence(
                self.task.actions[space.edge_action[first + at]],
                float(goal[at, 0]),
                int(goal[at, 1]),
                float(subgoal[at, 0]),
                int(subgoal[at, 1]),
                float(mixed[at]),
            )
            for at in range(number)
        )


class Uct(Lamp):
    """UCT: LAMP without landmarks."""

    def __init__(
        self,
        task: Task,
        settings: SearchSettings | None = None,
        **changes: Any,  # noqa: ANN401 (the fields of the settings)
    ) -> None:
        graph = LandmarkGraph.of([], [], task)
        super().__init__(task, graph, settings, **{**changes, "greediness": 0.0})


def _changed(settings: SearchSettings, changes: dict[str, Any]) -> SearchSettings:
    try:
        return replace(settings, **changes)
    except TypeError as error:
        raise SettingsError(
            f"there is no such setting: {error}", remedy="See SearchSettings for all of them"
        ) from None


def _for_kernel(settings: SearchSettings, *, alone: bool) -> kernel.Settings:
    return kernel.Settings(
        np.array(settings.utilities(), dtype=np.float64),
        0.0 if alone else float(settings.greediness),
        float(settings.exploration),
        float(settings.goal_utility),
        int(settings.horizon),
        bool(settings.normalize_exploration),
        settings.tree_growth is TreeGrowth.EXPAND,
        settings.landmark_cost is LandmarkCost.PURSUIT,
    )
