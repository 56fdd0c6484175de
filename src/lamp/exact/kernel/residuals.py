"""How far costs are from a fixed point of Bellman's equation, edge by edge."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.graphs import end_of, expected_value
from lamp.exact.kernel.records import UNKNOWN, Graph, OptimalEdges, Residuals, Values
from lamp.util.compiling import entry, inlined
from lamp.util.records import Floats, Int8s, Int32s


@entry
def residuals(
    graph: Graph,
    optimal: OptimalEdges,
    values: Values,
    result: Residuals,
    first_state: int,
    last_state: int,
) -> None:
    """Note how far one more step of value iteration would raise, and lower, costs of some states.

    Where an edge costs something, both are shares of that; else they are shares of the state's
    probability, and noted together.
    """
    for state in range(first_state, last_state):
        # Of a component that is collapsed, the first state alone has edges.
        has_edges = graph.nodes[state].num_edges > 0
        if has_edges and values.lower[state] > 0.0 and not graph.final[state]:
            best, edge_of_best = np.inf, UNKNOWN
            first = graph.nodes[state].first_edge
            for edge in range(first, first + graph.nodes[state].num_edges):
                if optimal.kept[edge]:
                    total = note_lowered(graph, optimal, values, result, state, edge)
                    if total < best:
                        best = total
                        edge_of_best = edge
            if edge_of_best != UNKNOWN:
                note_risen(graph, optimal, values, result, state, edge_of_best)
            else:
                result.risen = np.inf
            result.greatest = max(result.greatest, values.cost[state] / values.lower[state])


@inlined
def constant(optimal: OptimalEdges, values: Values, state: int, edge: int) -> float:
    """What an edge adds to Bellman's equation."""
    return optimal.cost[edge] if len(optimal.cost) else values.lower[state]


@inlined
def slack_lost(graph: Graph, result: Residuals, state: int, edge: int) -> float:
    """By how much the slack after an edge is less than that before it, in units of cost."""
    if not len(result.slack) or result.change == 0.0:
        return 0.0
    return result.change * (result.slack[state] - expected_value(graph, edge, result.slack))


@inlined
def note_lowered(
    graph: Graph,
    optimal: OptimalEdges,
    values: Values,
    result: Residuals,
    state: int,
    edge: int,
) -> float:
    """Note by how much an edge lowers the cost of its state; return the cost by that edge."""
    added, old = constant(optimal, values, state, edge), values.cost[state]
    total = added + expected_value(graph, edge, values.cost)
    fall = old - total + result.rounding * (old + added)
    if added > 0.0:
        fall -= slack_lost(graph, result, state, edge)
        result.lowered = max(result.lowered, fall / added)
    else:
        result.uneven = max(result.uneven, fall / values.lower[state])
    return total


@inlined
def note_risen(
    graph: Graph,
    optimal: OptimalEdges,
    values: Values,
    result: Residuals,
    state: int,
    edge: int,
) -> None:
    """Note by how much the best edge raises the cost of its state."""
    added, old = constant(optimal, values, state, edge), values.cost[state]
    rise = added + expected_value(graph, edge, values.cost) - old
    rise += result.rounding * (old + added)
    if added > 0.0:
        rise -= slack_lost(graph, result, state, edge)
        result.risen = max(result.risen, rise / added)
    else:
        result.uneven = max(result.uneven, rise / values.lower[state])


@entry
def slack_sweep(graph: Graph, allowed: Int8s, least: Floats, slack: Floats, order: Int32s) -> float:
    """Raise φ(s) to at least least(s) + Σ p φ(s') for each allowed edge, over steps that cost 0.

    Returned is the greatest change, as a share of least(s); states where that is 0 are left out.
    """
    change = 0.0
    for position in range(len(order)):
        state = order[position]
        best = slack[state]
        first = graph.nodes[state].first_edge
        for edge in range(first, first + graph.nodes[state].num_edges):
            if allowed[edge] and least[state] > 0.0:
                best = max(best, free_slack(graph, least[state], slack, state, edge))
        if best > slack[state]:
            change = max(change, (best - slack[state]) / least[state])
            slack[state] = best
    return change


@inlined
def free_slack(graph: Graph, least: float, slack: Floats, state: int, edge: int) -> float:
    """The expected slack by an edge where steps cost nothing, tried again where it leads back."""
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total, stay = least, 0.0
    for slot in range(first, end_of(graph, edge)):
        if graph.cost[slot] == 0.0:
            chance = graph.probability[outcome + slot - first]
            if graph.successors[slot] == state:
                stay += chance
            else:
                total += chance * slack[graph.successors[slot]]
    return total / (1.0 - stay) if stay < 1.0 else np.inf
