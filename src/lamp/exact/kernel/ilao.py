"""Search: only what the best policy known comes to is looked at."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel.arrays import (
    ACTION,
    FIRST_EDGE,
    FIRST_SLOT,
    NEGLIGIBLE,
    NUM_EDGES,
    UNKNOWN,
    WAVERING,
    Floats,
    Front,
    Graph,
    Objective,
)
from lamp.exact.kernel.graphs import end_of, mean
from lamp.util.compiling import entry, inlined


@inlined
def edge_value(graph: Graph, objective: Objective, value: Floats, state: int, edge: int) -> float:
    """The value of an action, tried again wherever it leads back to its own state."""
    outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
    first = graph.edge[edge, FIRST_SLOT]
    total, stay = 0.0, 0.0
    for slot in range(first, end_of(graph, edge)):
        chance = graph.chance[outcome + slot - first]
        if graph.successor[slot] == state:
            stay += chance
        else:
            total += chance * value[graph.successor[slot]]
    stay *= objective.discount
    total = objective.price + objective.discount * total
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def back_up(graph: Graph, objective: Objective, front: Front, state: int) -> float:
    """Look at all actions of a state; return by how much its value changed.

    The choice stays as it is unless another one is better by more than rounding may explain: a
    policy that wavers between equal actions is never found to be complete.
    """
    best, choice = objective.nothing, UNKNOWN
    kept = objective.nothing
    first = graph.node[state, FIRST_EDGE]
    for at in range(graph.node[state, NUM_EDGES]):
        value = edge_value(graph, objective, front.value, state, first + at)
        if at == front.choice[state]:
            kept = value
        if value < best:
            best = value
            choice = at
    old = front.value[state]
    front.value[state] = best
    if best >= objective.nothing - NEGLIGIBLE:
        front.choice[state] = UNKNOWN
    elif front.choice[state] == UNKNOWN or not kept <= best + WAVERING * abs(best):
        front.choice[state] = choice
    return 0.0 if best == old else abs(best - old)


@entry
def sweep_best(graph: Graph, objective: Objective, front: Front, mark: int, found: Floats) -> None:
    """Follow the best actions known from the first state, there and back (ILAO*).

    Values are backed up on both ways. Written to `found` are how many states were come to, how
    many of them are to be expanded, and the greatest change.
    """
    number, fringe, worst = 1, 0, 0.0
    front.order[0] = 0
    front.mark[0] = mark
    head = 0
    while head < number:
        state = front.order[head]
        head += 1
        if not graph.final[state] and graph.node[state, FIRST_EDGE] == UNKNOWN:
            front.fringe[fringe] = state
            fringe += 1
        elif not graph.final[state]:
            worst = max(worst, back_up(graph, objective, front, state))
            number = follow_choice(graph, front, state, mark, number)
    for at in range(number - 1, -1, -1):
        state = front.order[at]
        if not graph.final[state] and graph.node[state, FIRST_EDGE] != UNKNOWN:
            worst = max(worst, back_up(graph, objective, front, state))
    found[0] = number
    found[1] = fringe
    found[2] = worst


@inlined
def follow_choice(graph: Graph, front: Front, state: int, mark: int, number: int) -> int:
    """Add the states after the best action to the order; return how many there are now."""
    if front.choice[state] == UNKNOWN:
        return number
    edge = graph.node[state, FIRST_EDGE] + front.choice[state]
    for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
        after = graph.successor[slot]
        if front.mark[after] != mark:
            front.mark[after] = mark
            front.order[number] = after
            number += 1
    return number


@entry
def is_complete(graph: Graph, front: Front, number: int, mark: int) -> bool:
    """Whether the choices in the states that a sweep came to lead to no others."""
    for at in range(number):
        state = front.order[at]
        if not graph.final[state] and front.choice[state] != UNKNOWN:
            edge = graph.node[state, FIRST_EDGE] + front.choice[state]
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                if front.mark[graph.successor[slot]] != mark:
                    return False
    return True


@entry
def rise(graph: Graph, front: Front, number: int) -> float:
    """By how much one step of value iteration raises the cost of a state, where a sweep came to."""
    most = 0.0
    for at in range(number):
        state = front.order[at]
        if not graph.final[state]:
            edge = graph.node[state, FIRST_EDGE] + front.choice[state]
            most = max(most, 1.0 + mean(graph, edge, front.value) - front.value[state])
    return most
