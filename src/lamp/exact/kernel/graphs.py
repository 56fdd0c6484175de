"""Graphs: successors of an edge, predecessors, and distances to the goal."""

from __future__ import annotations

from lamp.exact.kernel.records import UNKNOWN, Graph, Reverse
from lamp.util.compiling import entry, inlined
from lamp.util.records import Floats, Int32s, Int64s


@inlined
def end_of(graph: Graph, edge: int) -> int:
    """The slot after the last outcome of an edge."""
    action = graph.edges[edge].action
    first, last = graph.outcome_indptr[action], graph.outcome_indptr[action + 1]
    return graph.edges[edge].first_successor + last - first


@entry
def count_predecessors(graph: Graph, indptr: Int64s) -> None:
    """Fill the offsets of the reverse graph: the cumulative numbers of predecessors."""
    for state in range(len(graph.final)):
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                if graph.successors[slot] != state:
                    indptr[graph.successors[slot] + 1] += 1
    for state in range(len(graph.final)):
        indptr[state + 1] += indptr[state]


@entry
def fill_predecessors(graph: Graph, reverse: Reverse) -> None:
    """Write the predecessors; the offsets are used as positions, and restored at the end."""
    for state in range(len(graph.final)):
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                after = graph.successors[slot]
                if after != state:
                    reverse.state[reverse.indptr[after]] = state
                    reverse.indptr[after] += 1
    for state in range(len(graph.final), 0, -1):
        reverse.indptr[state] = reverse.indptr[state - 1]
    reverse.indptr[0] = 0


@entry
def goal_distances(graph: Graph, reverse: Reverse, distance: Int32s, queue: Int32s) -> int:
    """Write each state's distance from a final state; return how many states have one.

    Other distances stay as they were. The queue is filled with the states that have one, nearest
    first.
    """
    number = 0
    for state in range(len(graph.final)):
        if graph.final[state]:
            distance[state] = 0
            queue[number] = state
            number += 1
    head = 0
    while head < number:
        after = queue[head]
        head += 1
        for slot in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[slot]
            if distance[state] == UNKNOWN:
                distance[state] = distance[after] + 1
                queue[number] = state
                number += 1
    return number


@inlined
def expected_value(graph: Graph, edge: int, values: Floats) -> float:
    """The expected value of the successors of an edge."""
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total = 0.0
    for slot in range(first, end_of(graph, edge)):
        total += graph.probability[outcome + slot - first] * values[graph.successors[slot]]
    return total
