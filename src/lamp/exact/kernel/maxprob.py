"""The maximal probability of reaching the goal, by interval iteration."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.graphs import end_of, expected_value
from lamp.exact.kernel.records import FIT_TOLERANCE, SOME_WORK, UNKNOWN, Components, Graph, Values
from lamp.util.compiling import compiled, entry, inlined
from lamp.util.records import Floats, Int8s, Int32s


@inlined
def best_probability(graph: Graph, components: Components, root: int, values: Floats) -> float:
    """The backup of an end component over the edges that may leave it, or of a single state."""
    best = 0.0
    state = root
    while state != UNKNOWN:
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            if not components.inside[edge]:
                outcome = graph.outcome_indptr[graph.edges[edge].action]
                first = graph.edges[edge].first_successor
                total, stay = 0.0, 0.0
                for slot in range(first, end_of(graph, edge)):
                    after = graph.successors[slot]
                    if components.root[after] == root:
                        stay += graph.probability[outcome + slot - first]
                    else:
                        total += graph.probability[outcome + slot - first] * values[after]
                if stay < 1.0:
                    best = max(best, total / (1.0 - stay))
        state = components.next_state[state]
    return best


@compiled
def bound_component(
    graph: Graph, components: Components, values: Values, component: int, tolerance: float
) -> float:
    """Sweep once over a component, for both bounds; return their greatest relative difference.

    One sweep is enough for a single state or end component. If no bound changes, because of
    rounding, the result is 0: more sweeps would change nothing.
    """
    worst, changed = 0.0, False
    for position in range(components.indptr[component], components.indptr[component + 1]):
        state = components.order[position]
        low, high = values.lower[state], values.upper[state]
        if components.root[state] == state and high - low > tolerance * high:
            low = max(low, min(high, best_probability(graph, components, state, values.lower)))
            high = max(low, min(high, best_probability(graph, components, state, values.upper)))
            worst = max(worst, (high - low) / high)
            changed = changed or low > values.lower[state] or high < values.upper[state]
            while state != UNKNOWN:
                values.lower[state] = low
                values.upper[state] = high
                state = components.next_state[state]
    return worst if changed else 0.0


@entry
def bound_components(
    graph: Graph, components: Components, values: Values, component: int, tolerance: float
) -> int:
    """Iterate one component after the other, up to SOME_WORK; return the first not converged."""
    work = 0
    while component < len(components.indptr) - 1 and work < SOME_WORK:
        size = components.indptr[component + 1] - components.indptr[component]
        gap = np.inf
        while gap > tolerance and work < SOME_WORK:
            gap = bound_component(graph, components, values, component, tolerance)
            gap = gap if size > 1 else 0.0
            work += size
        if gap <= tolerance:
            component += 1
    return component


@entry
def mark_optimal_edges(graph: Graph, almost_sure: Int8s, chance: Floats, optimal: Int8s) -> None:
    """Mark the edges of maximal probability: exactly where it is 1, else up to FIT_TOLERANCE."""
    for state in range(len(graph.final)):
        needed = chance[state] * (1.0 - FIT_TOLERANCE)
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            outcome = graph.outcome_indptr[graph.edges[edge].action]
            first = graph.edges[edge].first_successor
            total, safe = 0.0, True
            for slot in range(first, end_of(graph, edge)):
                total += graph.probability[outcome + slot - first] * chance[graph.successors[slot]]
                safe = safe and almost_sure[graph.successors[slot]] != 0
            optimal[edge] = safe if almost_sure[state] else total > 0.0 and total >= needed


@entry
def discounted_sweep(graph: Graph, order: Int32s, discount: float, value: Floats) -> float:
    """Sweep once over the best discounted probabilities, from above; return the greatest change."""
    worst = 0.0
    for position in range(len(order)):
        state = order[position]
        if not graph.final[state]:
            best = 0.0
            first = graph.nodes[state].first_edge
            for edge in range(first, first + graph.nodes[state].num_edges):
                best = max(best, discount * expected_value(graph, edge, value))
            worst = max(worst, value[state] - best)
            value[state] = min(value[state], best)
    return worst
