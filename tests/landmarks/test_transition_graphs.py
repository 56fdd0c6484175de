"""Dominators in domain transition graphs, against their definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lamp.landmarks.rhw.transition_graphs import dominators


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6))), st.integers(1, 6))
def test_a_node_is_on_every_path_if_its_removal_disconnects_the_target(
    edges: set[tuple[int, int]], target: int
) -> None:
    successors = {node: {b for a, b in edges if a == node} for node in range(7)}

    def connected(without: int | None) -> bool:
        seen, queue = {0}, [0]
        for node in queue:
            for after in successors[node] - seen - {without}:
                seen.add(after)
                queue.append(after)
        return without != 0 and target in seen

    needed = {node for node in range(7) if not connected(node)} if connected(None) else set()
    assert set(dominators(successors, 0, target)) == needed
