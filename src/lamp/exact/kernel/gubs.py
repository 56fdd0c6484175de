"""The best expected utility within a budget, and the probabilities of following a policy."""

from __future__ import annotations

from lamp.exact.kernel.graphs import end_of, expected_value
from lamp.exact.kernel.records import NEXT_TO_NOTHING, UNKNOWN, Graph, Level, Occupancy
from lamp.util.compiling import entry
from lamp.util.records import Floats, Int16s, Int32s


@entry
def reachable_prefix(graph: Graph, first: int, last: int) -> int:
    """One more than the highest number of a successor of some states, or of themselves."""
    prefix = last
    for state in range(first, last):
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                prefix = max(prefix, graph.successors[slot] + 1)
    return prefix


@entry
def backward_induction_step(
    graph: Graph, distance: Int32s, level: Level, later: Floats, now: Floats, choice: Int16s
) -> None:
    """Write the best expected utility of some states from that of the states one action later.

    The best edges are written to `choice`, counted from the first, if there is room for them.
    """
    for state in range(level.first, level.last):
        best, edge_of_best = level.failure, UNKNOWN
        if graph.final[state]:
            best = level.success
        elif distance[state] != UNKNOWN and distance[state] <= level.remaining:
            first = graph.nodes[state].first_edge
            for number in range(graph.nodes[state].num_edges):
                utility = expected_value(graph, first + number, later)
                if utility > best:
                    best = utility
                    edge_of_best = number
        now[state] = best
        if len(choice):
            choice[state] = edge_of_best


@entry
def propagate_occupancy(
    graph: Graph, choice: Int16s, occupancy: Occupancy, number: int, arrived: Floats
) -> int:
    """Carry probabilities on by one action; return in how many states one may be then.

    What is in final states goes to `found[0]`, and what cannot go on is lost. The states now are
    left with probability 0.
    """
    num_next = 0
    for position in range(number):
        state = occupancy.active[position]
        mass = occupancy.now[state]
        occupancy.now[state] = 0.0
        if graph.final[state]:
            arrived[0] += mass
        elif mass > NEXT_TO_NOTHING and choice[state] != UNKNOWN:
            edge = graph.nodes[state].first_edge + choice[state]
            outcome = graph.outcome_indptr[graph.edges[edge].action]
            first = graph.edges[edge].first_successor
            for slot in range(first, end_of(graph, edge)):
                after = graph.successors[slot]
                if occupancy.after[after] == 0.0:
                    occupancy.next_active[num_next] = after
                    num_next += 1
                occupancy.after[after] += mass * graph.probability[outcome + slot - first]
    return num_next
