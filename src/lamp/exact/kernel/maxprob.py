"""The maximal probability of reaching the goal, by bounds from below and above."""

from __future__ import annotations

from lamp.exact.kernel.expected_cost import end_sweep, is_slow, next_component
from lamp.exact.kernel.graphs import end_of, expected_value
from lamp.exact.kernel.records import (
    FINISHED,
    FIT_TOLERANCE,
    MORE,
    SLOW,
    STEPS,
    UNKNOWN,
    Components,
    Cursor,
    Graph,
    Values,
)
from lamp.util.compiling import entry, inlined
from lamp.util.records import Floats, Int8s, Int32s


@inlined
def best_probability(graph: Graph, components: Components, root: int, values: Floats) -> float:
    """The best that can be done in an end component, by leaving it, or in a single state."""
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


@inlined
def bound_state(
    graph: Graph, components: Components, values: Values, cursor: Cursor, state: int
) -> None:
    """Bring the bounds of a state, and of its end component, nearer to each other."""
    low, high = values.lower[state], values.upper[state]
    if components.root[state] == state and high - low > cursor.tolerance * high:
        low = max(low, min(high, best_probability(graph, components, state, values.lower)))
        high = max(low, min(high, best_probability(graph, components, state, values.upper)))
        cursor.change = max(cursor.change, (high - low) / high)
        cursor.num_changed += low > values.lower[state] or high < values.upper[state]
        while state != UNKNOWN:
            values.lower[state] = low
            values.upper[state] = high
            state = components.next_state[state]


@entry
def bound_components(graph: Graph, components: Components, values: Values, cursor: Cursor) -> int:
    """Go on with interval iteration, component by component.

    One sweep is enough where the component is a single state or end component. So it is where
    numbers are too coarse for anything to change.
    """
    for _ in range(STEPS):
        if cursor.component == len(components.indptr) - 1:
            return FINISHED
        first = components.indptr[cursor.component]
        size = components.indptr[cursor.component + 1] - first
        if cursor.position < size:
            cursor.position += 1
            state = components.order[first + cursor.position - 1]
            bound_state(graph, components, values, cursor, state)
        else:
            is_done = size == 1 or cursor.change <= cursor.tolerance or cursor.num_changed == 0
            end_sweep(cursor)
            if is_done:
                next_component(cursor)
            elif is_slow(cursor, size):
                return SLOW
    return MORE


@entry
def mark_optimal_edges(
    graph: Graph,
    almost_sure: Int8s,
    chance: Floats,
    optimal: Int8s,
    first_state: int,
    last_state: int,
) -> None:
    """Mark the edges of some states that keep the maximal probability: exactly, where it is 1."""
    for state in range(first_state, last_state):
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
