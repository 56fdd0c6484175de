"""The costs of steps: of successors in the order of a graph, and of edges on average."""

from __future__ import annotations

from lamp.exact.kernel.graphs import end_of
from lamp.exact.kernel.records import UNKNOWN, Graph, OptimalEdges
from lamp.statespace.kernel import Space, TaskArrays, int64, step_cost
from lamp.util.compiling import entry
from lamp.util.records import Floats, Int32s


@entry
def write_step_costs(task: TaskArrays, space: Space, states: Int32s, cost: Floats) -> None:
    """Write what each step from some states costs, in the order of successors."""
    for position in range(len(states)):
        state = states[position]
        first = space.nodes[state].first_edge
        last = first + space.nodes[state].num_edges if first != UNKNOWN else first
        for edge in range(first, last):
            action = space.edges[edge].action
            outcome = task.outcome_indptr[action]
            offset = space.edges[edge].first_successor - outcome
            for index in range(outcome, task.outcome_indptr[action + 1]):
                cost[offset + index] = step_cost(task, int64(index), space.words[state])


@entry
def write_edge_costs(
    graph: Graph, chance: Floats, optimal: OptimalEdges, first_state: int, last_state: int
) -> None:
    """Write the cost of successes, Σ p c P(s'), of each edge of some states."""
    for state in range(first_state, last_state):
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            outcome = graph.outcome_indptr[graph.edges[edge].action]
            first = graph.edges[edge].first_successor
            total = 0.0
            for slot in range(first, end_of(graph, edge)):
                after = graph.successors[slot]
                total += (
                    graph.probability[outcome + slot - first] * graph.cost[slot] * chance[after]
                )
            optimal.cost[edge] = total


@entry
def choose_nearer(
    graph: Graph, distance: Int32s, choice: Int32s, first_state: int, last_state: int
) -> None:
    """Choose for some states an edge that may lead to a lower distance, unless theirs is 0."""
    for state in range(first_state, last_state):
        first = graph.nodes[state].first_edge
        for number in range(graph.nodes[state].num_edges):
            edge = first + number
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                if 0 <= distance[graph.successors[slot]] < distance[state]:
                    choice[state] = number
