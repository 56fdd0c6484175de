"""The least expected cost among the actions of maximal probability."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.arrays import (
    ACTION,
    CHEAP_SWEEPS,
    FIRST_EDGE,
    FIRST_SLOT,
    NUM_EDGES,
    SOME_WORK,
    Bytes,
    Floats,
    Graph,
    Parts,
    Values,
)
from lamp.exact.kernel.graphs import end_of, mean
from lamp.util.compiling import compiled, entry, inlined


@inlined
def edge_cost(graph: Graph, values: Values, state: int, edge: int) -> float:
    """The expected cost of an action, tried again wherever it leads back to its own state."""
    outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
    first = graph.edge[edge, FIRST_SLOT]
    total, stay = values.lower[state], 0.0
    for slot in range(first, end_of(graph, edge)):
        after = graph.successor[slot]
        if after == state:
            stay += graph.chance[outcome + slot - first]
        else:
            total += graph.chance[outcome + slot - first] * values.cost[after]
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def improve(graph: Graph, fit: Bytes, values: Values, state: int) -> float:
    """Look at all actions of a state; return by which share of it its cost changed."""
    old, best = values.cost[state], np.inf
    first = graph.node[state, FIRST_EDGE]
    for at in range(graph.node[state, NUM_EDGES]):
        if fit[first + at]:
            cost = edge_cost(graph, values, state, first + at)
            if cost < best:
                best = cost
                values.choice[state] = at
    values.cost[state] = best
    return abs(best - old) / best


@compiled
def settle_component(
    graph: Graph, parts: Parts, fit: Bytes, values: Values, component: int
) -> float:
    """Sweep once over all actions of a component; return the greatest relative change."""
    worst = 0.0
    for at in range(parts.indptr[component], parts.indptr[component + 1]):
        state = parts.order[at]
        if not graph.final[state]:
            worst = max(worst, improve(graph, fit, values, state))
    return worst


@compiled
def follow_component(graph: Graph, parts: Parts, values: Values, component: int) -> None:
    """Some sweeps over the best actions of a component's states."""
    for _ in range(CHEAP_SWEEPS):
        for at in range(parts.indptr[component], parts.indptr[component + 1]):
            state = parts.order[at]
            if not graph.final[state]:
                edge = graph.node[state, FIRST_EDGE] + values.choice[state]
                values.cost[state] = edge_cost(graph, values, state, edge)


@entry
def settle_components(
    graph: Graph, parts: Parts, fit: Bytes, values: Values, component: int, tolerance: float
) -> int:
    """Settle one component after the other, for a while; return the first that is not done."""
    work = 0
    while component < len(parts.indptr) - 1 and work < SOME_WORK:
        size = parts.indptr[component + 1] - parts.indptr[component]
        change = settle_component(graph, parts, fit, values, component)
        work += size
        while change > tolerance and size > 1 and work < SOME_WORK:
            follow_component(graph, parts, values, component)
            change = settle_component(graph, parts, fit, values, component)
            work += 3 * size
        if change <= tolerance or size == 1:
            component += 1
    return component


@entry
def residuals(graph: Graph, fit: Bytes, values: Values, found: Floats) -> None:
    """Write how far one more step of value iteration would raise, and lower, a cost.

    Both are shares of a state's probability. So are costs, of which the greatest comes third.
    """
    found[:] = 0.0
    for state in range(len(graph.final)):
        if values.lower[state] > 0.0 and not graph.final[state]:
            best = np.inf
            first = graph.node[state, FIRST_EDGE]
            for edge in range(first, first + graph.node[state, NUM_EDGES]):
                if fit[edge]:
                    best = min(best, values.lower[state] + mean(graph, edge, values.cost))
            rise = (best - values.cost[state]) / values.lower[state]
            found[0] = max(found[0], rise)
            found[1] = max(found[1], -rise)
            found[2] = max(found[2], values.cost[state] / values.lower[state])
