"""The arrays of LRTDP: made, and made longer when there are more states, within a limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lamp.search.labelled_kernel import Table
from lamp.search.memory import StateMemory


class Rows(NamedTuple):
    """The rows of an array: their type, and what there are rows for."""

    kind: type
    of: str
    each: int = 1
    """How many rows a state or an edge has."""
    width: tuple[int, ...] = ()


COMMON: Mapping[str, Rows] = {
    "tries": Rows(np.int32, "edges"),
    "stack": Rows(np.int32, "states", 2),
    "closed": Rows(np.int32, "states", 2),
    "seen": Rows(np.uint8, "states", 2),
}
"""What there is once, beside a table for each landmark that is pursued."""
COST = Rows(np.float64, "states", width=(2,))
MARK = Rows(np.uint8, "states")


class CostMemory(StateMemory):
    """The state space of a task, costs of its states for each landmark, and a place to work in."""

    def clear(self) -> None:
        """Forget all states, and what was learned about them."""
        super().clear()
        self.forget()

    def forget(self) -> None:
        """Start to learn anew; the state space stays."""
        self._rows: dict[str, Rows] = {}
        self._arrays: dict[str, NDArray[Any]] = {}
        for name, rows in COMMON.items():
            self._add(name, rows)

    def _add(self, name: str, rows: Rows) -> None:
        if name not in self._rows:
            self._rows[name] = rows
            self._arrays[name] = np.zeros((0, *rows.width), dtype=rows.kind)

    def add_landmark(self, landmark: int) -> None:
        """Have a table of costs for a landmark, which is empty before room is made."""
        self._add(f"cost {landmark}", COST)
        self._add(f"mark {landmark}", MARK)

    def table(self, landmark: int) -> Table:
        """The costs on the way to a landmark."""
        return Table(self._arrays[f"cost {landmark}"], self._arrays[f"mark {landmark}"])

    def common(self, name: str) -> NDArray[Any]:
        """One of the arrays that there are once."""
        return self._arrays[name]

    @property
    def num_bytes(self) -> int:
        """The bytes that all arrays take, used or not."""
        return super().num_bytes + sum(array.nbytes for array in self._arrays.values())

    def make_room(self) -> bool:
        """Give all arrays room for what the next steps may need; say whether that was possible."""
        if not super().make_room():
            return False
        sizes = {"states": len(self.space.words), "edges": len(self.space.edge)}
        for name, rows in self._rows.items():
            old = self._arrays[name]
            new = self.longer(old, rows.each * sizes[rows.of], len(old))
            if new is None:
                return False
            self._arrays[name] = new
        return True
