"""Sets of states that a policy can stay in, or from which it can reach a final state."""

from __future__ import annotations

from lamp.exact.kernel.graphs import end_of
from lamp.exact.kernel.records import Graph, Reverse
from lamp.util.compiling import compiled, entry
from lamp.util.records import Int8s, Int32s


@compiled
def has_safe_edge(graph: Graph, within: Int8s, reached: Int8s, state: int) -> bool:
    """Whether an action of a state has all successors in `within` and one in `reached`."""
    for edge in range(
        graph.nodes[state].first_edge, graph.nodes[state].first_edge + graph.nodes[state].num_edges
    ):
        safe, hopeful = True, False
        for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
            safe = safe and within[graph.successors[slot]] != 0
            hopeful = hopeful or reached[graph.successors[slot]] != 0
        if safe and hopeful:
            return True
    return False


@entry
def remove_unsafe(
    graph: Graph, reverse: Reverse, within: Int8s, queue: Int32s, number: int
) -> None:
    """Remove states from `within` that have no action with all successors in it, repeatedly.

    The first `number` states of the queue are removed already.
    """
    head = 0
    while head < number:
        after = queue[head]
        head += 1
        for slot in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[slot]
            inner = within[state] and not graph.final[state]
            if inner and not has_safe_edge(graph, within, within, state):
                within[state] = 0
                queue[number] = state
                number += 1


@entry
def reach_within(
    graph: Graph, reverse: Reverse, within: Int8s, reached: Int8s, queue: Int32s
) -> None:
    """Mark in `reached` the states that may reach a final state by actions that stay inside."""
    number = 0
    for state in range(len(graph.final)):
        reached[state] = graph.final[state]
        if graph.final[state]:
            queue[number] = state
            number += 1
    head = 0
    while head < number:
        after = queue[head]
        head += 1
        for slot in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[slot]
            new = within[state] and not reached[state]
            if new and has_safe_edge(graph, within, reached, state):
                reached[state] = 1
                queue[number] = state
                number += 1
