"""A search tree: the states met, what rollouts have learned on them, and random numbers of its own.

The kernel's handle for Python: states and sets of landmarks go in as sets, estimates come out as
lists.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lamp.search import kernel
from lamp.search.encode import pack
from lamp.search.kernel import TaskArrays
from lamp.search.memory import Memory
from lamp.search.settings import LandmarkCost, SearchSettings, TreeGrowth
from lamp.task import State


class Root(NamedTuple):
    """Where rollouts begin."""

    state: State
    subgoal: int | None
    pending: frozenset[int]
    cost: int
    """Actions of the episode so far."""
    pursuit: int
    """Actions since the subgoal was chosen."""


class Statistics(NamedTuple):
    """What is known about the options of a node."""

    values: NDArray[np.float64]
    """Q."""
    tries: NDArray[np.float64]
    """N."""


class Tree:
    """One search tree."""

    def __init__(self, task: TaskArrays, settings: SearchSettings, greediness: float) -> None:
        self._memory = Memory(task, settings.horizon)
        self._settings = _for_kernel(settings, greediness)
        self.start(0)

    def start(self, seed: int | list[int]) -> None:
        """Begin an episode: nothing is learned yet, but the states that were met are known."""
        self._memory.forget()
        self._memory.work.registers[kernel.IN_TREE] = 0
        self.rng = np.random.default_rng(seed)
        self._last_state: tuple[State, int] | None = None
        self._sets: dict[frozenset[int], int] = {}

    @property
    def num_states(self) -> int:
        """How many states something was learned about in this episode."""
        return int(self._memory.work.registers[kernel.IN_TREE])

    @property
    def num_known(self) -> int:
        """How many states were ever met."""
        return int(self._memory.space.size[kernel.STATES])

    @property
    def num_steps(self) -> int:
        """How many actions rollouts have simulated."""
        return int(self._memory.work.registers[kernel.STEPS])

    def grow(self, root: Root, rollouts: int) -> None:
        """Run rollouts: lines 5 and 6 of Algorithm 2."""
        registers = self._memory.work.registers
        registers[kernel.ROOT_STATE] = self._state(root.state)
        registers[kernel.ROOT_SUBGOAL] = kernel.NO_SUBGOAL if root.subgoal is None else root.subgoal
        registers[kernel.ROOT_SET] = self._set(root.pending)
        registers[kernel.ROOT_COST] = root.cost
        registers[kernel.ROOT_PURSUIT] = root.pursuit if self._settings.from_pursuit else root.cost
        registers[kernel.LEFT] = rollouts
        self._run()

    def actions(self, state: State) -> list[int]:
        """The actions to choose from in a state, by their numbers."""
        return [int(action) for action in self._memory.space.edge_action[self._edges(state)]]

    def for_goal(self, state: State) -> Statistics:
        """Q_g and N_g of the actions in a state."""
        return _statistics(self._memory.learned.goal[self._edges(state)])

    def for_subgoal(self, state: State, subgoal: int) -> Statistics:
        """Q_φ and N_φ of the actions in a state."""
        memory = self._memory
        number = self._state(state)
        memory.make_room()
        row = int(kernel.find_row(memory.learned, memory.space, number, subgoal))
        return _statistics(memory.learned.subgoal[row : row + int(memory.space.num_edges[number])])

    def for_landmarks(self, pending: frozenset[int]) -> Statistics:
        """Q_LM and N_LM of the leaves of a set of landmarks, in the order of the graph."""
        number = self._set(pending)
        learned = self._memory.learned
        first = int(learned.set_first[number])
        return _statistics(learned.choice[first : first + int(learned.set_leaves[number])])

    def _run(self) -> None:
        memory = self._memory
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            while (
                kernel.rollouts(
                    memory.task, memory.space, memory.learned, self._settings, memory.work, self.rng
                )
                == kernel.NEED_ROOM
            ):
                memory.make_room()

    def _state(self, state: State) -> int:
        """The number of a state; what can be done in it is known afterwards."""
        if self._last_state is None or self._last_state[0] != state:
            memory = self._memory
            memory.make_room()
            words = pack(state, int(memory.task.constants[kernel.NUM_WORDS]))
            with np.errstate(over="ignore"):
                number = int(kernel.intern(memory.task, memory.space, words))
                if memory.space.first_edge[number] == kernel.UNKNOWN:
                    kernel.expand(memory.task, memory.space, memory.work, number)
            self._last_state = state, number
        return self._last_state[1]

    def _edges(self, state: State) -> slice:
        number = self._state(state)
        first = int(self._memory.space.first_edge[number])
        return slice(first, first + int(self._memory.space.num_edges[number]))

    def _set(self, pending: frozenset[int]) -> int:
        """The number of a set of landmarks."""
        if pending not in self._sets:
            memory = self._memory
            memory.make_room()
            words = pack(pending, memory.task.predecessors.shape[1])
            with np.errstate(over="ignore"):
                self._sets[pending] = int(kernel.intern_set(memory.task, memory.learned, words))
        return self._sets[pending]


def _statistics(rows: NDArray[np.float64]) -> Statistics:
    return Statistics(rows[:, 0], rows[:, 1])


def _for_kernel(settings: SearchSettings, greediness: float) -> kernel.Settings:
    return kernel.Settings(
        np.array(settings.utilities(), dtype=np.float64),
        float(greediness),
        float(settings.exploration),
        float(settings.goal_utility),
        int(settings.horizon),
        bool(settings.normalize_exploration),
        settings.tree_growth is TreeGrowth.EXPAND,
        settings.landmark_cost is LandmarkCost.PURSUIT,
    )
