"""Sweeps of ILAO* over the states that the best known policy reaches."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.graphs import end_of, expected_value
from lamp.exact.kernel.records import NEGLIGIBLE, UNKNOWN, WAVERING, Envelope, Graph, Objective
from lamp.util.compiling import entry, inlined
from lamp.util.records import Floats


@inlined
def edge_value(graph: Graph, objective: Objective, value: Floats, state: int, edge: int) -> float:
    """The value of an action that is repeated as long as it leads back to its own state."""
    outcome = graph.outcome_indptr[graph.edges[edge].action]
    first = graph.edges[edge].first_successor
    total, stay = 0.0, 0.0
    for slot in range(first, end_of(graph, edge)):
        chance = graph.probability[outcome + slot - first]
        if graph.successors[slot] == state:
            stay += chance
        else:
            total += chance * value[graph.successors[slot]]
    stay *= objective.discount
    total = objective.cost + objective.discount * total
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def backup(graph: Graph, objective: Objective, envelope: Envelope, state: int) -> float:
    """Back up a state over all its actions; return by how much its value changed.

    The choice changes only if another one is better by more than rounding errors: otherwise the
    policy could alternate between equal actions, and the search would not end.
    """
    best, choice = objective.dead_end, UNKNOWN
    kept = objective.dead_end
    first = graph.nodes[state].first_edge
    for number in range(graph.nodes[state].num_edges):
        value = edge_value(graph, objective, envelope.value, state, first + number)
        if number == envelope.choice[state]:
            kept = value
        if value < best:
            best = value
            choice = number
    old = envelope.value[state]
    envelope.value[state] = best
    if best >= objective.dead_end - NEGLIGIBLE:
        envelope.choice[state] = UNKNOWN
    elif envelope.choice[state] == UNKNOWN or not kept <= best + WAVERING * abs(best):
        envelope.choice[state] = choice
    return 0.0 if best == old else abs(best - old)


@entry
def ilao_sweep(
    graph: Graph, objective: Objective, envelope: Envelope, mark: int, result: Floats
) -> None:
    """Back up the states that the best known actions reach, in this order and in reverse (ILAO*).

    Written to `result` are the number of states reached, the number of these in the fringe, and the
    greatest change of a value.
    """
    number, fringe, worst = 1, 0, 0.0
    envelope.order[0] = 0
    envelope.mark[0] = mark
    head = 0
    while head < number:
        state = envelope.order[head]
        head += 1
        if not graph.final[state] and graph.nodes[state].first_edge == UNKNOWN:
            envelope.fringe[fringe] = state
            fringe += 1
        elif not graph.final[state]:
            worst = max(worst, backup(graph, objective, envelope, state))
            number = add_successors(graph, envelope, state, mark, number)
    for position in range(number - 1, -1, -1):
        state = envelope.order[position]
        if not graph.final[state] and graph.nodes[state].first_edge != UNKNOWN:
            worst = max(worst, backup(graph, objective, envelope, state))
    result[0] = number
    result[1] = fringe
    result[2] = worst


@inlined
def add_successors(graph: Graph, envelope: Envelope, state: int, mark: int, number: int) -> int:
    """Add the states after the best action to the order; return how many there are now."""
    if envelope.choice[state] == UNKNOWN:
        return number
    edge = graph.nodes[state].first_edge + envelope.choice[state]
    for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
        after = graph.successors[slot]
        if envelope.mark[after] != mark:
            envelope.mark[after] = mark
            envelope.order[number] = after
            number += 1
    return number


@entry
def is_closed(graph: Graph, envelope: Envelope, number: int, mark: int) -> bool:
    """Whether the choices in the states that a sweep reached lead only to these states."""
    for position in range(number):
        state = envelope.order[position]
        if not graph.final[state] and envelope.choice[state] != UNKNOWN:
            edge = graph.nodes[state].first_edge + envelope.choice[state]
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                if envelope.mark[graph.successors[slot]] != mark:
                    return False
    return True


@entry
def greatest_residual(graph: Graph, envelope: Envelope, number: int) -> float:
    """The greatest rise of a cost by one step of value iteration, over the states of a sweep."""
    most = 0.0
    for position in range(number):
        state = envelope.order[position]
        if not graph.final[state]:
            edge = graph.nodes[state].first_edge + envelope.choice[state]
            most = max(
                most, 1.0 + expected_value(graph, edge, envelope.value) - envelope.value[state]
            )
    return most
