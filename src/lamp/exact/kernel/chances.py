"""The maximal probability of reaching the goal, by bounds from below and above."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.arrays import (
    ACTION,
    FIRST_EDGE,
    FIRST_SLOT,
    FIT_TOLERANCE,
    NUM_EDGES,
    SOME_WORK,
    UNKNOWN,
    Bytes,
    Floats,
    Graph,
    Ints,
    Parts,
    Values,
)
from lamp.exact.kernel.graphs import end_of, mean
from lamp.util.compiling import compiled, entry, inlined


@inlined
def best_chance(graph: Graph, parts: Parts, root: int, values: Floats) -> float:
    """The best that can be done in an end component, by leaving it, or in a single state."""
    best = 0.0
    state = root
    while state != UNKNOWN:
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            if not parts.inside[edge]:
                outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
                first = graph.edge[edge, FIRST_SLOT]
                total, stay = 0.0, 0.0
                for slot in range(first, end_of(graph, edge)):
                    after = graph.successor[slot]
                    if parts.root[after] == root:
                        stay += graph.chance[outcome + slot - first]
                    else:
                        total += graph.chance[outcome + slot - first] * values[after]
                if stay < 1.0:
                    best = max(best, total / (1.0 - stay))
        state = parts.following[state]
    return best


@compiled
def bound_component(
    graph: Graph, parts: Parts, values: Values, component: int, tolerance: float
) -> float:
    """Bring the bounds of one component nearer to each other; return how far they are, relatively.

    One sweep is enough where the component is a single state or end component. Where numbers are
    too coarse for anything to change, it is 0 that comes back: no sweep will help.
    """
    worst, changed = 0.0, False
    for at in range(parts.indptr[component], parts.indptr[component + 1]):
        state = parts.order[at]
        low, high = values.lower[state], values.upper[state]
        if parts.root[state] == state and high - low > tolerance * high:
            low = max(low, min(high, best_chance(graph, parts, state, values.lower)))
            high = max(low, min(high, best_chance(graph, parts, state, values.upper)))
            worst = max(worst, (high - low) / high)
            changed = changed or low > values.lower[state] or high < values.upper[state]
            while state != UNKNOWN:
                values.lower[state] = low
                values.upper[state] = high
                state = parts.following[state]
    return worst if changed else 0.0


@entry
def bound_components(
    graph: Graph, parts: Parts, values: Values, component: int, tolerance: float
) -> int:
    """Bound one component after the other, for a while; return the first that is not done."""
    work = 0
    while component < len(parts.indptr) - 1 and work < SOME_WORK:
        size = parts.indptr[component + 1] - parts.indptr[component]
        gap = np.inf
        while gap > tolerance and work < SOME_WORK:
            gap = bound_component(graph, parts, values, component, tolerance)
            gap = gap if size > 1 else 0.0
            work += size
        if gap <= tolerance:
            component += 1
    return component


@entry
def mark_fit(graph: Graph, almost_sure: Bytes, chance: Floats, fit: Bytes) -> None:
    """Mark the edges that keep the maximal probability: exactly, where it is 1."""
    for state in range(len(graph.final)):
        needed = chance[state] * (1.0 - FIT_TOLERANCE)
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
            first = graph.edge[edge, FIRST_SLOT]
            total, safe = 0.0, True
            for slot in range(first, end_of(graph, edge)):
                total += graph.chance[outcome + slot - first] * chance[graph.successor[slot]]
                safe = safe and almost_sure[graph.successor[slot]] != 0
            fit[edge] = safe if almost_sure[state] else total > 0.0 and total >= needed


@entry
def discount_sweep(graph: Graph, order: Ints, discount: float, value: Floats) -> float:
    """Sweep once over the best discounted probabilities, from above; return the greatest change."""
    worst = 0.0
    for at in range(len(order)):
        state = order[at]
        if not graph.final[state]:
            best = 0.0
            first = graph.node[state, FIRST_EDGE]
            for edge in range(first, first + graph.node[state, NUM_EDGES]):
                best = max(best, discount * mean(graph, edge, value))
            worst = max(worst, value[state] - best)
            value[state] = min(value[state], best)
    return worst
