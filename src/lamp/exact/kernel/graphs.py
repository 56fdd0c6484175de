"""Graphs: outcomes of an action, predecessors, and how far the goal is."""

from __future__ import annotations

from lamp.exact.kernel.arrays import (
    ACTION,
    FIRST_EDGE,
    FIRST_SLOT,
    NUM_EDGES,
    UNKNOWN,
    Floats,
    Graph,
    Ints,
    Longs,
    Reverse,
)
from lamp.util.compiling import entry, inlined


@inlined
def end_of(graph: Graph, edge: int) -> int:
    """The slot after the last outcome of an edge."""
    action = graph.edge[edge, ACTION]
    first, last = graph.outcome_indptr[action], graph.outcome_indptr[action + 1]
    return graph.edge[edge, FIRST_SLOT] + last - first


@entry
def count_predecessors(graph: Graph, indptr: Longs) -> None:
    """Fill the offsets of an empty reverse graph: how many predecessors a state has, summed."""
    for state in range(len(graph.final)):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                if graph.successor[slot] != state:
                    indptr[graph.successor[slot] + 1] += 1
    for state in range(len(graph.final)):
        indptr[state + 1] += indptr[state]


@entry
def fill_predecessors(graph: Graph, reverse: Reverse) -> None:
    """Write the predecessors; the offsets are used up on the way, and mended in the end."""
    for state in range(len(graph.final)):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                after = graph.successor[slot]
                if after != state:
                    reverse.state[reverse.indptr[after]] = state
                    reverse.indptr[after] += 1
    for state in range(len(graph.final), 0, -1):
        reverse.indptr[state] = reverse.indptr[state - 1]
    reverse.indptr[0] = 0


@entry
def measure(graph: Graph, reverse: Reverse, distance: Ints, queue: Ints) -> int:
    """Write each state's distance from a final state; return how many states have one.

    Where there is no way, the distance stays as it was. The queue is filled with the others,
    nearest first.
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
        for at in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[at]
            if distance[state] == UNKNOWN:
                distance[state] = distance[after] + 1
                queue[number] = state
                number += 1
    return number


@inlined
def mean(graph: Graph, edge: int, values: Floats) -> float:
    """The expected value after an action."""
    outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
    first = graph.edge[edge, FIRST_SLOT]
    total = 0.0
    for slot in range(first, end_of(graph, edge)):
        total += graph.chance[outcome + slot - first] * values[graph.successor[slot]]
    return total
