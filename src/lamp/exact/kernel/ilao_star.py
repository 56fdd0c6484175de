"""Search: only what the best policy known comes to is looked at."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.graphs import end_of, expected_step_cost, expected_value
from lamp.exact.kernel.records import (
    NEGLIGIBLE,
    STEPS,
    UNKNOWN,
    WAVERING,
    Envelope,
    Graph,
    Objective,
    Sweep,
)
from lamp.util.compiling import entry, inlined
from lamp.util.records import Floats


@inlined
def edge_value(graph: Graph, objective: Objective, value: Floats, state: int, edge: int) -> float:
    """The value of an action, tried again wherever it leads back to its own state."""
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
    added = objective.cost
    if len(graph.cost) and objective.cost > 0.0:
        added *= expected_step_cost(graph, edge)
    total = added + objective.discount * total
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def backup(graph: Graph, objective: Objective, envelope: Envelope, state: int) -> float:
    """Look at all actions of a state; return by how much its value changed.

    The choice stays as it is unless another one is better by more than rounding may explain: a
    policy that wavers between equal actions is never found to be complete.
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
def ilao_sweep(graph: Graph, objective: Objective, envelope: Envelope, sweep: Sweep) -> bool:
    """Go on with following the best actions known from the first state, there and back (ILAO*).

    Values are backed up on both ways. Returned is whether the sweep is complete.
    """
    for _ in range(STEPS):
        if sweep.head < sweep.reached:
            sweep.head += 1
            meet(graph, objective, envelope, sweep, envelope.order[sweep.head - 1])
            sweep.left = sweep.reached
        elif sweep.left > 0:
            sweep.left -= 1
            state = envelope.order[sweep.left]
            if not graph.final[state] and graph.nodes[state].first_edge != UNKNOWN:
                sweep.change = max(sweep.change, backup(graph, objective, envelope, state))
        else:
            return True
    return False


@inlined
def meet(graph: Graph, objective: Objective, envelope: Envelope, sweep: Sweep, state: int) -> None:
    """Back up a state on the way there, and go on to the states after its best action."""
    if not graph.final[state] and graph.nodes[state].first_edge == UNKNOWN:
        envelope.fringe[sweep.to_expand] = state
        sweep.to_expand += 1
    elif not graph.final[state]:
        sweep.change = max(sweep.change, backup(graph, objective, envelope, state))
        add_successors(graph, envelope, sweep, state)


@inlined
def add_successors(graph: Graph, envelope: Envelope, sweep: Sweep, state: int) -> None:
    """Add the states after the best action to the order, unless they are in it."""
    if envelope.choice[state] == UNKNOWN:
        return
    edge = graph.nodes[state].first_edge + envelope.choice[state]
    for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
        after = graph.successors[slot]
        if envelope.mark[after] != sweep.mark:
            envelope.mark[after] = sweep.mark
            envelope.order[sweep.reached] = after
            sweep.reached += 1


@entry
def is_closed(graph: Graph, envelope: Envelope, number: int, mark: int) -> bool:
    """Whether the choices in the states that a sweep came to lead to no others."""
    for position in range(number):
        state = envelope.order[position]
        if not graph.final[state] and envelope.choice[state] != UNKNOWN:
            edge = graph.nodes[state].first_edge + envelope.choice[state]
            for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                if envelope.mark[graph.successors[slot]] != mark:
                    return False
    return True


@entry
def greatest_residual(graph: Graph, envelope: Envelope, number: int, rounding: float) -> float:
    """By how much one step of value iteration raises the cost of a state, where a sweep came to.

    It is a share of what the step costs. Costs may be wrong by rounding, which is a share of them.
    """
    most = 0.0
    for position in range(number):
        state = envelope.order[position]
        if not graph.final[state]:
            edge = graph.nodes[state].first_edge + envelope.choice[state]
            added = expected_step_cost(graph, edge) if len(graph.cost) else 1.0
            rise = added + expected_value(graph, edge, envelope.value) - envelope.value[state]
            rise += rounding * (envelope.value[state] + added)
            most = max(most, rise / added)
    return most
