"""The arrays of a search tree: the state space, and the statistics beside it."""

from __future__ import annotations

from collections.abc import Mapping

from lamp.heuristics.kernel import RelaxedReachability
from lamp.search.lamp.kernel import Landmarks, Rollout, Search, Settings, Statistics
from lamp.statespace import Space, StateSpace, TaskArrays, counts


class TreeMemory(StateSpace):
    """A state space, the statistics of its states, and the rollout under way."""

    def __init__(
        self,
        task: TaskArrays,
        landmarks: Landmarks,
        settings: Settings,
        relaxed: RelaxedReachability,
    ) -> None:
        self._landmarks, self._settings, self._relaxed = landmarks, settings, relaxed
        super().__init__(task)

    def clear(self) -> None:
        """Delete all states and their statistics."""
        super().clear()
        self.rollout = _new_rollout(self._landmarks, self._settings)
        self.statistics: Statistics = self.new_record(Statistics)
        self._connect()
        self.forget()

    def forget(self) -> None:
        """Delete the statistics; the state space stays, and so does the memory for statistics."""
        self.reset(self.statistics, counts(self.space) | counts(self.statistics))
        self.statistics.num_pairs = 1  # the first is NO_PAIR
        self.rollout.num_in_tree = 0

    def take_states(self, space: Space) -> None:
        """Take the states of another tree, which is not used any more."""
        self.space = space
        self._connect()

    def _connect(self) -> None:
        self.search = Search(
            task=self.task,
            landmarks=self._landmarks,
            settings=self._settings,
            relaxed=self._relaxed,
            space=self.space,
            scratch=self.scratch,
            statistics=self.statistics,
            rollout=self.rollout,
        )
        """All records that rollouts read and write."""

    @property
    def num_bytes(self) -> int:
        """The bytes that all arrays take, used or not."""
        return super().num_bytes + self.statistics.num_bytes

    def make_room(self) -> bool:
        """Lengthen all arrays as the next calls may need; return whether the limit allowed it."""
        if not super().make_room():
            return False
        used = counts(self.space) | counts(self.statistics)
        # The space may have grown by more than is needed, and each of its states has statistics.
        sizes = {"states": len(self.space.words), "edges": len(self.space.edges)}
        return self.lengthen(self.statistics, self.needed(used) | sizes, used)

    def needed(self, used: Mapping[str, int]) -> dict[str, int]:
        """For each dimension of the arrays, the length that the next calls may need."""
        margins = {"rows": len(self.task.precondition), "leaves": len(self.task.tracked)}
        needed = super().needed(used)
        return {name: number + margins.get(name, 0) for name, number in needed.items()}


def _new_rollout(landmarks: Landmarks, settings: Settings) -> Rollout:
    """A rollout with room for its path: two entries an action, and one for each landmark."""
    entries = 2 * settings.horizon + len(landmarks.cost) + 3
    sizes = {"entries": entries, "landmark words": landmarks.predecessors.shape[1]}
    return Rollout(**{name: field.empty(sizes) for name, field in Rollout.arrays.items()})
