"""The least expected cost among the actions of maximal probability."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.graphs import end_of, expected_value
from lamp.exact.kernel.records import CHEAP_SWEEPS, SOME_WORK, Components, Graph, Values
from lamp.util.compiling import compiled, entry, inlined
from lamp.util.records import Floats, Int8s


@inlined
def edge_cost(graph: Graph, values: Values, state: int, edge: int) -> float:
    """The expected cost of an action that is repeated as long as it leads back to its own state.

    c = (P(s) + Σ_{s' ≠ s} p(s') c(s')) / (1 − p(s))
    """
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total, stay = values.lower[state], 0.0
    for slot in range(first, end_of(graph, edge)):
        after = graph.successors[slot]
        if after == state:
            stay += graph.probability[outcome + slot - first]
        else:
            total += graph.probability[outcome + slot - first] * values.cost[after]
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def improve(graph: Graph, optimal: Int8s, values: Values, state: int) -> float:
    """Back up a state over its optimal actions; return the relative change of its cost."""
    old, best = values.cost[state], np.inf
    first = graph.nodes[state].first_edge
    for choice in range(graph.nodes[state].num_edges):
        if optimal[first + choice]:
            cost = edge_cost(graph, values, state, first + choice)
            if cost < best:
                best = cost
                values.choice[state] = choice
    values.cost[state] = best
    return abs(best - old) / best


@compiled
def iterate_component(
    graph: Graph, components: Components, optimal: Int8s, values: Values, component: int
) -> float:
    """Sweep once over all actions of a component; return the greatest relative change."""
    worst = 0.0
    for position in range(components.indptr[component], components.indptr[component + 1]):
        state = components.order[position]
        if not graph.final[state]:
            worst = max(worst, improve(graph, optimal, values, state))
    return worst


@compiled
def evaluate_policy_sweeps(
    graph: Graph, components: Components, values: Values, component: int
) -> None:
    """Evaluate the best actions of a component's states by CHEAP_SWEEPS sweeps."""
    for _ in range(CHEAP_SWEEPS):
        for position in range(components.indptr[component], components.indptr[component + 1]):
            state = components.order[position]
            if not graph.final[state]:
                edge = graph.nodes[state].first_edge + values.choice[state]
                values.cost[state] = edge_cost(graph, values, state, edge)


@entry
def iterate_components(
    graph: Graph,
    components: Components,
    optimal: Int8s,
    values: Values,
    component: int,
    tolerance: float,
) -> int:
    """Iterate one component after the other, up to SOME_WORK; return the first not converged."""
    work = 0
    while component < len(components.indptr) - 1 and work < SOME_WORK:
        size = components.indptr[component + 1] - components.indptr[component]
        change = iterate_component(graph, components, optimal, values, component)
        work += size
        while change > tolerance and size > 1 and work < SOME_WORK:
            evaluate_policy_sweeps(graph, components, values, component)
            change = iterate_component(graph, components, optimal, values, component)
            work += 3 * size
        if change <= tolerance or size == 1:
            component += 1
    return component


@entry
def residuals(graph: Graph, optimal: Int8s, values: Values, result: Floats) -> None:
    """Write the greatest rise and fall of a cost by one more step of value iteration.

    Both are relative to the probability of the state, as is the greatest cost, written third.
    """
    result[:] = 0.0
    for state in range(len(graph.final)):
        if values.lower[state] > 0.0 and not graph.final[state]:
            best = np.inf
            first = graph.nodes[state].first_edge
            for edge in range(first, first + graph.nodes[state].num_edges):
                if optimal[edge]:
                    best = min(best, values.lower[state] + expected_value(graph, edge, values.cost))
            greatest_residual = (best - values.cost[state]) / values.lower[state]
            result[0] = max(result[0], greatest_residual)
            result[1] = max(result[1], -greatest_residual)
            result[2] = max(result[2], values.cost[state] / values.lower[state])
