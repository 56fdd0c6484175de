"""Sets of states that a policy can stay in, or can surely leave."""

from __future__ import annotations

from lamp.exact.kernel.graphs import end_of
from lamp.exact.kernel.records import STEPS, Graph, Queue, Reverse
from lamp.util.compiling import compiled, entry
from lamp.util.records import Int8s


@compiled
def has_safe_edge(graph: Graph, within: Int8s, reached: Int8s, state: int) -> bool:
    """Whether an action of a state leads nowhere but into `within`, and perhaps to `reached`."""
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
def remove_unsafe(graph: Graph, reverse: Reverse, within: Int8s, queue: Queue) -> None:
    """Go on with taking states out of `within` for which no action stays inside.

    The states of the queue are out already.
    """
    last = queue.head + STEPS
    while queue.head < min(last, queue.length):
        after = queue.states[queue.head]
        queue.head += 1
        for slot in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[slot]
            inner = within[state] and not graph.final[state]
            if inner and not has_safe_edge(graph, within, within, state):
                within[state] = 0
                queue.states[queue.length] = state
                queue.length += 1


@entry
def reach_within(
    graph: Graph, reverse: Reverse, within: Int8s, reached: Int8s, queue: Queue
) -> None:
    """Go on with marking the states that may reach those of the queue by actions that stay inside.

    The states of the queue are marked already.
    """
    last = queue.head + STEPS
    while queue.head < min(last, queue.length):
        after = queue.states[queue.head]
        queue.head += 1
        for slot in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[slot]
            new = within[state] and not reached[state]
            if new and has_safe_edge(graph, within, reached, state):
                reached[state] = 1
                queue.states[queue.length] = state
                queue.length += 1
