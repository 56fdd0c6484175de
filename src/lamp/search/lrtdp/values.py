"""The values of LRTDP in an episode: lower bounds on costs, and which states are solved.

States go in as sets, costs come out as arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from lamp.errors import SettingsError
from lamp.heuristics import partitioned_goal_count, with_goal_literals
from lamp.landmarks import LandmarkGraph
from lamp.search.lrtdp import kernel
from lamp.search.lrtdp.kernel import Objective, Search
from lamp.search.lrtdp.memory import CostMemory
from lamp.search.settings import SearchSettings
from lamp.statespace import encode
from lamp.task import State, Task
from lamp.util.records import Floats

HasTime: TypeAlias = Callable[[], bool]
"""Returns whether the decision has time for more rollouts."""


LEAST_STEP_COST = 0.01
"""What each step counts at least, in cost units (decision 13).

With steps that cost nothing, a policy that never reaches the goal could seem to be solved.
"""


class CostValues:
    """Costs on the way to landmarks, and from there to the goal, by one policy for each.

    All costs are in units of the task's: a typical action costs 1.
    """

    def __init__(self, task: Task, graph: LandmarkGraph, settings: SearchSettings) -> None:
        self.graph = graph
        """The graph that the positions of landmarks refer to."""
        whole = with_goal_literals(task, graph)
        self._goal = whole.goal
        unit = task.cost_unit
        self.goal_count = partitioned_goal_count(task, whole, unit)
        self._greediness = settings.greediness_after(0)
        least_cost = max(self.goal_count.least_cost, LEAST_STEP_COST)
        self.penalty = settings.budget * max(float(task.greatest_step_cost / unit), least_cost)
        """The cost of not reaching the goal (D), in cost units."""
        self._objective = Objective(
            goal=self._goal,
            greediness=self._greediness,
            penalty=self.penalty,
            least_cost=least_cost,
            horizon=settings.horizon,
        )
        encoded = encode(task, [landmark.condition for landmark in whole.landmarks], unit)
        self.memory = CostMemory(encoded, settings.horizon)
        self.is_full = False
        """Whether the last rollouts ended for lack of memory."""
        self.start(0)

    def start(self, seed: int) -> None:
        """Begin an episode without costs; the states of earlier episodes stay expanded."""
        self.memory.forget()
        self.rng = np.random.default_rng(seed)
        self.has_lost = False
        """Whether costs of this episode were deleted for lack of memory."""
        self._last: tuple[tuple[State, int], int] | None = None

    def clear(self) -> None:
        """Delete all states and costs."""
        self.memory.clear()
        self._last, self.is_full = None, False

    # Rollouts

    def grow(self, state: State, landmark: int, rollouts: int, has_time: HasTime) -> int:
        """Run rollouts from a state; return how many were done.

        There are fewer if the state is solved, if time is over, or if memory is full. In the last
        case the costs can still be read, and the next rollouts start with empty memory.
        """
        if self.is_full:
            self.clear()
        root, labelling = self._root(state, landmark), self.memory.labelling
        if labelling.is_checking:  # the last rollouts were interrupted
            labelling.is_listed[:] = 0
            labelling.is_checking = False
        labelling.root = labelling.node = root
        labelling.length, labelling.remaining = 0, rollouts
        while self._run(landmark) == kernel.NEED_SUCCESSORS and has_time():
            if not self._expand(labelling.state):
                self.is_full = True
                break
        return rollouts - labelling.remaining

    def _run(self, landmark: int) -> int:
        return int(kernel.run_rollouts(self._search(landmark), self.rng))

    def _expand(self, state: int) -> bool:
        """Compute the successors of a state; return whether there was room for them."""
        return self.memory.expand_fully(np.array([state], dtype=np.int32))

    # Costs

    def greediness(self, landmark: int) -> float:
        """The weight of the cost until a landmark (α); 0 for the goal."""
        return 0.0 if landmark == self.graph.goal else self._greediness

    def is_solved(self, state: State, landmark: int) -> bool:
        """Whether a state is solved: its costs are optimal up to the tolerance."""
        number = self._root(state, landmark) >> 1
        return bool(self.memory.tables[landmark].label[number] == kernel.SOLVED)

    def cost(self, state: State, landmark: int) -> float:
        """The least expected cost of a state, mixed by greediness; -inf where it is new."""
        number = self._root(state, landmark) >> 1
        table = self.memory.tables[landmark]
        if table.label[number] == kernel.NEW:
            return -math.inf
        alpha, cost = self.greediness(landmark), table.cost[number]
        return float(alpha * cost.subgoal + (1.0 - alpha) * cost.goal)

    def actions(self, state: State, landmark: int) -> list[int]:
        """The actions of a state after pruning, by their numbers."""
        return self.memory.actions(self._root(state, landmark) >> 1)

    def tries(self, state: State, landmark: int) -> list[int]:
        """How often rollouts took each of the actions."""
        edges = self.memory.edges(self._root(state, landmark) >> 1)
        tries: list[int] = self.memory.labelling.tries[edges].tolist()
        return tries

    def action_costs(self, state: State, landmark: int) -> Floats:
        """For each action, the expected costs until the subgoal (or goal), and until the goal."""
        root = self._root(state, landmark)
        edges = self.memory.edges(root >> 1)
        self.memory.labelling.root = root
        costs = np.zeros((edges.stop - edges.start, 2), dtype=np.float64)
        kernel.root_costs(self._search(landmark), costs)
        return costs

    @property
    def num_states(self) -> int:
        """How many nodes were visited: states, counted for each landmark."""
        return self.memory.labelling.num_visited

    # States

    def _root(self, state: State, landmark: int) -> int:
        """The node of a state on the way to a landmark, which is expanded if it was not."""
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
        """The node, expanded and with tables of costs; None if there is no room for them."""
        memory = self.memory
        memory.add_landmark(landmark)
        memory.add_landmark(self.graph.goal)
        if not memory.make_room():
            return None
        number = memory.intern(state)
        if not self._expand(number):
            return None
        return 2 * number + (landmark == self.graph.goal)

    def _search(self, landmark: int) -> Search:
        """All records that rollouts read and write."""
        memory, goal = self.memory, self.graph.goal
        self._objective.subgoal = self._goal if landmark == goal else landmark
        return Search(
            task=memory.task,
            space=memory.space,
            goal_count=self.goal_count,
            objective=self._objective,
            goal_table=memory.tables[goal],
            subgoal_table=memory.tables[landmark],
            labelling=memory.labelling,
        )
