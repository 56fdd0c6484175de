"""A search tree: the states met, what rollouts have learned on them, and random numbers of its own.

The kernel's handle for Python: states and sets of landmarks go in as sets, estimates come out as
lists.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lamp.errors import SettingsError
from lamp.search import kernel
from lamp.search.choices import FirstTries, LandmarkCost, TreeGrowth
from lamp.search.encode import pack
from lamp.search.kernel import Guidance, Rules, TaskArrays
from lamp.search.memory import Memory, relaxation
from lamp.search.settings import AUTO, HALVING_TRIES, SearchSettings
from lamp.task import State


class Root(NamedTuple):
    """Where rollouts begin."""

    state: State
    subgoal: int | None
    target: int | None
    """The landmark that was chosen: the subgoal, or what that is the means to."""
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


class Aids(NamedTuple):
    """What is known about a task and its landmarks before the first rollout."""

    guidance: Guidance
    rules: Rules
    """Of the relaxation that tells dead ends."""


class Tree:
    """One search tree."""

    def __init__(
        self, task: TaskArrays, aids: Aids, settings: SearchSettings, greediness: float
    ) -> None:
        self.memory = Memory(task, settings.horizon)
        self._is_full = False
        self.settings = _for_kernel(settings, greediness, aids, len(task.cumulative))
        self.start(0)

    def start(self, seed: int | list[int]) -> None:
        """Begin an episode: nothing is learned yet, but the states that were met are known."""
        self.memory.forget()
        self.memory.work.registers[kernel.IN_TREE] = 0
        self.rng = np.random.default_rng(seed)
        self._has_lost = False
        self._last_state: tuple[State, int] | None = None
        self._sets: dict[frozenset[int], int] = {}

    def limit_memory(self, limit: float) -> None:
        """Take so many bytes at most for states and statistics."""
        self.memory.limit = limit

    @property
    def num_states(self) -> int:
        """How many states something was learned about in this episode."""
        return int(self.memory.work.registers[kernel.IN_TREE])

    @property
    def num_known(self) -> int:
        """How many states were ever met."""
        return int(self.memory.space.size[kernel.STATES])

    @property
    def num_steps(self) -> int:
        """How many actions rollouts have simulated."""
        return int(self.memory.work.registers[kernel.STEPS])

    def grow(self, root: Root, rollouts: int) -> int:
        """Run rollouts, lines 5 and 6 of Algorithm 2; say how many there were.

        There are fewer where the root is a dead end, and where memory is full. What was learned can
        be asked for; in the latter case, the next rollouts start with empty memory.
        """
        if self._is_full:
            self.clear()
        registers = self.memory.work.registers
        registers[kernel.ROOT_STATE] = self.number_of(root.state)
        registers[kernel.ROOT_SUBGOAL] = kernel.NO_SUBGOAL if root.subgoal is None else root.subgoal
        registers[kernel.ROOT_TARGET] = kernel.NO_SUBGOAL if root.target is None else root.target
        registers[kernel.ROOT_SET] = self._set(root.pending)
        registers[kernel.ROOT_COST] = root.cost
        registers[kernel.ROOT_PURSUIT] = root.pursuit if self.settings.from_pursuit else root.cost
        registers[kernel.LEFT] = rollouts
        self._is_full = not self._run()
        return rollouts - int(registers[kernel.LEFT])

    def is_dead_end(self, state: State) -> bool:
        """Whether rollouts of this episode have found that the goal is out of reach of a state."""
        return bool(self.memory.learned.verdict[self.number_of(state)] == kernel.DEAD)

    def actions(self, state: State) -> list[int]:
        """The actions to choose from in a state, by their numbers."""
        return [int(action) for action in self.memory.space.edge_action[self._edges(state)]]

    def for_goal(self, state: State) -> Statistics:
        """Q_g and N_g of the actions in a state."""
        return _statistics(self.memory.learned.goal[self._edges(state)])

    def for_subgoal(self, state: State, subgoal: int) -> Statistics:
        """Q_φ and N_φ of the actions in a state."""
        memory, number = self.memory, self.number_of(state)
        row = int(kernel.row_of(memory.learned, memory.space, number, subgoal))
        if row == kernel.UNKNOWN and memory.make_room():
            row = int(kernel.row_of(memory.learned, memory.space, number, subgoal))
        actions = int(memory.space.num_edges[number])
        if row == kernel.UNKNOWN:
            return nothing(actions)
        return _statistics(memory.learned.subgoal[row : row + actions])

    def for_landmarks(self, pending: frozenset[int]) -> Statistics | None:
        """Q_LM and N_LM of the leaves of a set of landmarks, in the order of the graph.

        Nothing, if the set was never met and there is no room for it.
        """
        number = self._set(pending)
        if number == kernel.UNKNOWN:
            return None
        learned = self.memory.learned
        first = int(learned.set_first[number])
        return _statistics(learned.choice[first : first + int(learned.set_leaves[number])])

    def _run(self) -> bool:
        """Rollouts until all are done, or until there is no room."""
        memory = self.memory
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            while (
                kernel.rollouts(
                    memory.task, memory.space, memory.learned, self.settings, memory.work, self.rng
                )
                == kernel.NEED_ROOM
            ):
                if not memory.make_room():
                    memory.work.registers[kernel.ACTIVE] = 0  # this rollout ends here
                    return False
        return True

    def clear(self) -> None:
        """Forget everything."""
        self.memory.clear()
        self.memory.work.registers[kernel.IN_TREE] = 0
        self._last_state, self._sets, self._is_full = None, {}, False

    def has_lost(self) -> bool:
        """Whether statistics of this episode were lost for lack of memory since this was asked."""
        lost, self._has_lost = self._has_lost, False
        return lost

    def number_of(self, state: State) -> int:
        """The number of a state; what can be done in it is known afterwards."""
        if self._last_state is None or self._last_state[0] != state:
            memory = self.memory
            if not memory.make_room():
                self._has_lost = self.num_states > 0
                self.clear()
                self._require_room()
            words = pack(state, int(memory.task.constants[kernel.NUM_WORDS]))
            with np.errstate(over="ignore"):
                number = int(kernel.intern(memory.task, memory.space, words))
                if memory.space.first_edge[number] == kernel.UNKNOWN:
                    kernel.expand(memory.task, memory.space, memory.work, number)
            self._last_state = state, number
        return self._last_state[1]

    def _require_room(self) -> None:
        if not self.memory.make_room():
            raise SettingsError(
                f"{self.memory.limit / 1e6:,.1f} megabytes are too few for this problem",
                remedy="Allow more with --megabytes",
            )

    def _edges(self, state: State) -> slice:
        number = self.number_of(state)
        first = int(self.memory.space.first_edge[number])
        return slice(first, first + int(self.memory.space.num_edges[number]))

    def _set(self, pending: frozenset[int]) -> int:
        """The number of a set of landmarks; UNKNOWN if it is new and there is no room for it."""
        if pending not in self._sets:
            memory = self.memory
            words = pack(pending, memory.task.predecessors.shape[1])
            with np.errstate(over="ignore"):
                number = int(kernel.intern_set(memory.task, memory.learned, words))
                if number == kernel.UNKNOWN and memory.make_room():
                    number = int(kernel.intern_set(memory.task, memory.learned, words))
            if number == kernel.UNKNOWN:
                return number
            self._sets[pending] = number
        return self._sets[pending]


def nothing(options: int) -> Statistics:
    """The statistics of options that nothing is known about."""
    return Statistics(np.zeros(options), np.zeros(options))


def _statistics(rows: NDArray[np.float64]) -> Statistics:
    return Statistics(rows[:, kernel.VALUE], rows[:, kernel.TRIES])


def _for_kernel(
    settings: SearchSettings, greediness: float, aids: Aids, outcomes: int
) -> kernel.Settings:
    return kernel.Settings(
        utility=np.array(settings.utilities(), dtype=np.float64),
        greediness=float(greediness),
        exploration=float(settings.exploration),
        goal_utility=float(settings.goal_utility),
        horizon=int(settings.horizon),
        normalize=bool(settings.normalize_exploration),
        expand=settings.tree_growth is TreeGrowth.EXPAND,
        from_pursuit=settings.landmark_cost is LandmarkCost.PURSUIT,
        dead_ends=bool(settings.dead_ends),
        safe=bool(settings.safe_landmarks),
        again=bool(settings.reachieve_landmarks),
        bellman=settings.uses_bellman,
        counts_landmarks=settings.uses_estimates,
        relevant=settings.first_tries is FirstTries.RELEVANT,
        patience=1.0 - 1.0 / settings.budget,
        relaxation=relaxation(aids.rules, outcomes),
        guidance=aids.guidance,
        fading=HALVING_TRIES if settings.greediness == AUTO else 0.0,
        faded=np.sqrt(HALVING_TRIES / (3.0 * np.arange(kernel.NUM_ROOTS) + HALVING_TRIES)),
    )
