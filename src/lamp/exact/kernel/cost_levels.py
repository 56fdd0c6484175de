"""The best expected utility within a budget for costs that are whole numbers, level by level."""

from __future__ import annotations

from lamp.exact.kernel.graphs import end_of
from lamp.exact.kernel.records import CostLevel, Graph
from lamp.util.compiling import entry, inlined
from lamp.util.records import FloatRows, Int32s


@entry
def induce_cost_level(
    graph: Graph, order: Int32s, level: CostLevel, values: FloatRows, first: int, last: int
) -> float:
    """Raise the utilities of states at some cost so far to those of their best edges.

    The utilities at a cost stand in the row of its remainder by the number of rows. Steps that cost
    nothing read the row that is written. Returned is the greatest change.
    """
    change, row = 0.0, level.cost % len(values)
    for position in range(first, last):
        state = order[position]
        best = values[row, state]
        if graph.final[state]:
            best = level.success
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            best = max(best, edge_utility(graph, level, values, state, edge))
        change = max(change, best - values[row, state])
        values[row, state] = best
    return change


@inlined
def edge_utility(graph: Graph, level: CostLevel, values: FloatRows, state: int, edge: int) -> float:
    """The expected utility after an edge, tried again where it leads back at no cost.

    Beyond the budget it is that of failure.
    """
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total, stay = 0.0, 0.0
    for slot in range(first, end_of(graph, edge)):
        chance = graph.probability[outcome + slot - first]
        utility, later = level.failure, level.cost + graph.cost[slot]
        if graph.cost[slot] == 0.0 and graph.successors[slot] == state:
            stay += chance
        else:
            if later <= level.budget:
                utility = values[int(later) % len(values), graph.successors[slot]]
            total += chance * utility
    if stay == 0.0:
        return total
    return total / (1.0 - stay) if stay < 1.0 else level.failure
