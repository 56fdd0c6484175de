"""Graphs: outcomes of an action, predecessors, and how far the goal is."""

from __future__ import annotations

from lamp.exact.kernel.records import STEPS, UNKNOWN, Graph, Queue, Reverse
from lamp.util.compiling import entry, inlined
from lamp.util.records import Floats, Int32s, Int64s


@inlined
def end_of(graph: Graph, edge: int) -> int:
    """The slot after the last outcome of an edge."""
    action = graph.edges[edge].action
    first, last = graph.outcome_indptr[action], graph.outcome_indptr[action + 1]
    return graph.edges[edge].first_successor + last - first


@entry
def count_predecessors(graph: Graph, indptr: Int64s, first: int, last: int) -> None:
    """Count how often some states precede each state, one place behind its own."""
    for state in range(first, last):
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                if graph.successors[slot] != state:
                    indptr[graph.successors[slot] + 1] += 1


@entry
def fill_predecessors(graph: Graph, reverse: Reverse, first: int, last: int) -> None:
    """Write some states as predecessors; the offsets move on by one for each."""
    for state in range(first, last):
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                after = graph.successors[slot]
                if after != state:
                    reverse.state[reverse.indptr[after]] = state
                    reverse.indptr[after] += 1


@entry
def goal_distances(reverse: Reverse, distance: Int32s, queue: Queue) -> None:
    """Go on with writing each state's distance from those that were in the queue at first.

    Where there is no way, the distance stays as it was. The queue is filled with the others,
    nearest first; it has been worked off when its head is at its end.
    """
    last = queue.head + STEPS
    while queue.head < min(last, queue.length):
        after = queue.states[queue.head]
        queue.head += 1
        for slot in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[slot]
            if distance[state] == UNKNOWN:
                distance[state] = distance[after] + 1
                queue.states[queue.length] = state
                queue.length += 1


@inlined
def expected_value(graph: Graph, edge: int, values: Floats) -> float:
    """The expected value after an action."""
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total = 0.0
    for slot in range(first, end_of(graph, edge)):
        total += graph.probability[outcome + slot - first] * values[graph.successors[slot]]
    return total


@inlined
def expected_step_cost(graph: Graph, edge: int) -> float:
    """The expected cost of the step by an edge, where steps have costs."""
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total = 0.0
    for slot in range(first, end_of(graph, edge)):
        total += graph.probability[outcome + slot - first] * graph.cost[slot]
    return total
