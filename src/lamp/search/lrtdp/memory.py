"""The arrays of LRTDP: the state space, and costs of its states for each landmark."""

from __future__ import annotations

from lamp.search.lrtdp.kernel import CostTable, Labelling
from lamp.statespace import StateSpace, TaskArrays


class CostMemory(StateSpace):
    """A state space, a table of costs for each landmark that is pursued, and a rollout."""

    def __init__(self, task: TaskArrays, horizon: int) -> None:
        self._horizon = horizon
        super().__init__(task)

    def clear(self) -> None:
        """Delete all states and costs."""
        super().clear()
        self.forget()

    def forget(self) -> None:
        """Delete the costs; the state space stays."""
        self.tables: dict[int, CostTable] = {}
        """Costs on the way to landmarks."""
        path = Labelling.arrays["path"].empty({"horizon": self._horizon})
        self.labelling: Labelling = self.new_record(Labelling, path=path)

    def add_landmark(self, landmark: int) -> None:
        """Add a table of costs for a landmark; `make_room` gives it rows."""
        if landmark not in self.tables:
            self.tables[landmark] = self.new_record(CostTable)

    @property
    def num_bytes(self) -> int:
        """The bytes that all arrays take, used or not."""
        tables = sum(table.num_bytes for table in self.tables.values())
        return super().num_bytes + self.labelling.num_bytes + tables

    def make_room(self) -> bool:
        """Lengthen all arrays as the next calls may need; return whether the limit allowed it."""
        if not super().make_room():
            return False
        states, edges = len(self.space.words), len(self.space.edges)
        sizes = {"states": states, "edges": edges, "nodes": 2 * states, "horizon": self._horizon}
        records = [self.labelling, *self.tables.values()]
        return all(self.lengthen(record, sizes, sizes) for record in records)
