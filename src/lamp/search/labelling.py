"""What LRTDP knows in an episode: states, lower bounds on their costs, and which are solved.

The handle of its kernel for Python: states go in as sets, costs come out as arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lamp.errors import SettingsError
from lamp.landmarks import LandmarkGraph
from lamp.search import kernel, labelled_kernel
from lamp.search.cost_memory import CostMemory
from lamp.search.counting import count_parts_of_goal, with_parts_of_goal
from lamp.search.encode import encode, pack
from lamp.search.labelled_kernel import Aim, Counting, Graph, Tables, Workspace
from lamp.search.settings import SearchSettings
from lamp.task import State, Task

Wait: TypeAlias = Callable[[], bool]
"""Says whether there is time for more."""


class Labelling:
    """Costs on the way to landmarks, and from there to the goal, by one policy for each."""

    def __init__(self, task: Task, graph: LandmarkGraph, settings: SearchSettings) -> None:
        self.graph = graph
        """Its landmarks are those that can be asked for, by their positions."""
        whole = with_parts_of_goal(task, graph)
        self._goal = whole.goal
        self.counting = count_parts_of_goal(task, whole)
        self._greediness = settings.greediness_after(0)
        penalty = float(settings.budget)
        self._aim = Aim(0, self._goal, self._greediness, penalty, int(settings.horizon))
        chances = [float(one.probability) for action in task.actions for one in action.outcomes]
        self._chance = np.array(chances, dtype=np.float64)
        self.memory = CostMemory(encode(task, whole))
        self._registers = np.zeros(labelled_kernel.NUM_REGISTERS, dtype=np.int64)
        self._met = np.zeros(1, dtype=np.int64)
        self._path = np.zeros(settings.horizon, dtype=np.int32)
        self.is_full = False
        """Whether the last rollouts ended for lack of memory."""
        self.start(0)

    def start(self, seed: int) -> None:
        """Begin an episode: nothing is learned yet, but the states that were met are known."""
        self.memory.forget()
        self.rng = np.random.default_rng(seed)
        self._met[0] = 0
        self.has_lost = False
        """Whether something that was learned in this episode was lost for lack of memory."""
        self._last: tuple[tuple[State, int], int] | None = None

    def clear(self) -> None:
        """Forget everything."""
        self.memory.clear()
        self._met[0] = 0
        self._last, self.is_full = None, False

    # Rollouts

    def grow(self, state: State, landmark: int, rollouts: int, wait: Wait) -> int:
        """Run rollouts from a state; say how many were done.

        They are fewer where the state is solved, where a limit is met, and where there is no
        memory for states; then what was learned can be asked for, and the next rollouts start with
        empty memory.
        """
        if self.is_full:
            self.clear()
        root, registers = self._root(state, landmark), self._registers
        if registers[labelled_kernel.CHECKING]:  # the last rollouts were interrupted
            self.memory.common("seen")[:] = registers[labelled_kernel.CHECKING] = 0
        registers[[labelled_kernel.ROOT, labelled_kernel.NODE]] = root
        registers[[labelled_kernel.LENGTH, labelled_kernel.LEFT]] = 0, rollouts
        while self._run(landmark) == labelled_kernel.WANTED and wait():
            if not self._expand(int(registers[labelled_kernel.STATE])):
                self.is_full = True
                break
        return rollouts - int(registers[labelled_kernel.LEFT])

    def _run(self, landmark: int) -> int:
        return int(labelled_kernel.rollouts(*self._arrays(landmark), self.rng))

    def _expand(self, state: int) -> bool:
        """Find the successors of a state, if there is room for them."""
        memory, wanted = self.memory, np.array([state], dtype=np.int32)
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            while not kernel.explore_some(memory.task, memory.space, memory.work, wanted, 0):
                if not memory.make_room():
                    return False
        return True

    # What is known

    def greediness(self, landmark: int) -> float:
        """How much the cost until a landmark counts (α); on the way to the goal, not at all."""
        return 0.0 if landmark == self.graph.goal else self._greediness

    def is_solved(self, state: State, landmark: int) -> bool:
        """Whether rollouts from a state have nothing left to learn."""
        state_number = self._root(state, landmark) >> 1
        return bool(self.memory.table(landmark).mark[state_number] == labelled_kernel.SOLVED)

    def cost(self, state: State, landmark: int) -> float:
        """The least expected cost of a state, mixed by greediness; no bound where it is not met."""
        state_number = self._root(state, landmark) >> 1
        table = self.memory.table(landmark)
        if table.mark[state_number] == labelled_kernel.FRESH:
            return -math.inf
        alpha = self.greediness(landmark)
        for_subgoal, for_goal = table.cost[state_number].tolist()
        return float(alpha * for_subgoal + (1.0 - alpha) * for_goal)

    def actions(self, state: State, landmark: int) -> list[int]:
        """The actions to choose from in a state, by their numbers."""
        found: list[int] = self.memory.space.edge_action[self._edges(state, landmark)].tolist()
        return found

    def tries(self, state: State, landmark: int) -> list[int]:
        """How often rollouts took each of the actions."""
        found: list[int] = self.memory.common("tries")[self._edges(state, landmark)].tolist()
        return found

    def prices(self, state: State, landmark: int) -> NDArray[np.float64]:
        """For each action, the expected costs until the subgoal (or goal), and until the goal."""
        edges = self._edges(state, landmark)
        self._registers[labelled_kernel.ROOT] = self._root(state, landmark)
        found = np.zeros((edges.stop - edges.start, 2), dtype=np.float64)
        labelled_kernel.prices(*self._arrays(landmark), found)
        return found

    @property
    def num_states(self) -> int:
        """How many states were met on the way to some landmark, counted for each."""
        return int(self._met[0])

    # States

    def _edges(self, state: State, landmark: int) -> slice:
        space, number = self.memory.space, self._root(state, landmark) >> 1
        first = int(space.first_edge[number])
        return slice(first, first + int(space.num_edges[number]))

    def _root(self, state: State, landmark: int) -> int:
        """The node of a state on the way to a landmark; its successors are known afterwards."""
        if self._last is None or self._last[0] != (state, landmark):
            node = self._enter(state, landmark)
            if node is None:
                self.has_lost = self.num_states > 0
                self.clear()
                node = self._enter(state, landmark)
            if node is None:
                raise SettingsError(
                    f"{self.memory.limit / 1e6:,.1f} megabytes are too few for this problem",
                    remedy="Allow more with --megabytes",
                )
            self._last = (state, landmark), node
        return self._last[1]

    def _enter(self, state: State, landmark: int) -> int | None:
        """The node, if there is room for what is asked about it."""
        memory = self.memory
        memory.add_landmark(landmark)
        memory.add_landmark(self.graph.goal)
        if not memory.make_room():
            return None
        words = pack(state, int(memory.task.constants[kernel.NUM_WORDS]))
        with np.errstate(over="ignore"):
            number = int(kernel.intern(memory.task, memory.space, words))
        if not self._expand(number):
            return None
        return 2 * number + (landmark == self.graph.goal)

    def _arrays(self, landmark: int) -> tuple[Graph, Counting, Tables, Aim, Workspace]:
        """What the kernel looks at, and what it changes."""
        memory, space, task = self.memory, self.memory.space, self.memory.task
        names = "stack", "closed", "seen"
        return (
            Graph(
                *(space.node, space.holds, space.edge, space.successor),
                *(task.outcome_indptr, self._chance),
            ),
            self.counting,
            Tables(
                memory.table(self.graph.goal),
                memory.table(landmark),
                memory.common("tries"),
                self._met,
            ),
            self._aim._replace(subgoal=self._goal if landmark == self.graph.goal else landmark),
            Workspace(self._registers, self._path, *map(memory.common, names)),
        )
