"""The least expected cost among the actions of maximal probability."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.graphs import end_of
from lamp.exact.kernel.records import (
    CHEAP_SWEEPS,
    FINISHED,
    MORE,
    PATIENCE,
    PATIENCE_SHARE,
    SLOW,
    STEPS,
    UNKNOWN,
    Components,
    Cursor,
    Graph,
    OptimalEdges,
    Values,
)
from lamp.util.compiling import entry, inlined


@inlined
def edge_cost(graph: Graph, optimal: OptimalEdges, values: Values, state: int, edge: int) -> float:
    """The expected cost of an action, tried again wherever it leads back to its own state."""
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total = optimal.cost[edge] if len(optimal.cost) else values.lower[state]
    stay = 0.0
    for slot in range(first, end_of(graph, edge)):
        after = graph.successors[slot]
        if after == state:
            stay += graph.probability[outcome + slot - first]
        else:
            total += graph.probability[outcome + slot - first] * values.cost[after]
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def improve(graph: Graph, optimal: OptimalEdges, values: Values, state: int) -> float:
    """Look at all actions of a state; return by which share of it its cost changed."""
    old, best = values.cost[state], np.inf
    first = graph.nodes[state].first_edge
    for choice in range(graph.nodes[state].num_edges):
        if optimal.kept[first + choice]:
            cost = edge_cost(graph, optimal, values, state, first + choice)
            if cost < best:
                best = cost
                values.choice[state] = choice
    values.cost[state] = best
    return abs(best - old) / best if best > 0.0 else old


@inlined
def follow_choice(graph: Graph, optimal: OptimalEdges, values: Values, state: int) -> None:
    """Set a state's cost to that of its best action so far."""
    if values.choice[state] != UNKNOWN:
        edge = graph.nodes[state].first_edge + values.choice[state]
        values.cost[state] = edge_cost(graph, optimal, values, state, edge)


@entry
def iterate_components(
    graph: Graph, components: Components, optimal: OptimalEdges, values: Values, cursor: Cursor
) -> int:
    """Go on with modified policy iteration, component by component.

    After a sweep over all actions come some that follow the best actions known.
    """
    for _ in range(STEPS):
        if cursor.component == len(components.indptr) - 1:
            return FINISHED
        first = components.indptr[cursor.component]
        size = components.indptr[cursor.component + 1] - first
        looks_at_all = cursor.sweep % (1 + CHEAP_SWEEPS) == 0
        if cursor.position < size:
            state = components.order[first + cursor.position]
            cursor.position += 1
            if looks_at_all and not graph.final[state]:
                cursor.change = max(cursor.change, improve(graph, optimal, values, state))
            elif not graph.final[state]:
                follow_choice(graph, optimal, values, state)
        else:
            is_done = size == 1 or (looks_at_all and cursor.change <= cursor.tolerance)
            end_sweep(cursor)
            if is_done:
                next_component(cursor)
            elif is_slow(cursor, size):
                return SLOW
    return MORE


@inlined
def end_sweep(cursor: Cursor) -> None:
    """Begin with the next sweep."""
    cursor.sweep += 1
    cursor.position = 0
    cursor.num_changed = 0
    cursor.change = 0.0


@inlined
def is_slow(cursor: Cursor, size: int) -> bool:
    """Whether the component at the cursor is to be solved directly, unless it is too large."""
    return size <= cursor.largest and cursor.sweep >= PATIENCE + size * size // PATIENCE_SHARE


@inlined
def next_component(cursor: Cursor) -> None:
    """Begin with the next component."""
    cursor.component += 1
    cursor.sweep = 0
