"""The best expected utility within a budget, and the probabilities of following a policy."""

from __future__ import annotations

from lamp.exact.kernel.arrays import (
    ACTION,
    FIRST_EDGE,
    FIRST_SLOT,
    NEXT_TO_NOTHING,
    NUM_EDGES,
    UNKNOWN,
    Floats,
    Flow,
    Graph,
    Ints,
    Level,
    Shorts,
)
from lamp.exact.kernel.graphs import end_of, mean
from lamp.util.compiling import entry


@entry
def widen(graph: Graph, known: int) -> int:
    """How many states can be met one step after the first ones; states are numbered as met."""
    most = known
    for state in range(known):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                most = max(most, graph.successor[slot] + 1)
    return most


@entry
def step_back(
    graph: Graph, distance: Ints, level: Level, later: Floats, now: Floats, choice: Shorts
) -> None:
    """Write the best expected utility of each state from that of the states one action later.

    The best edges are written to `choice`, counted from the first, if there is room for them.
    """
    for state in range(level.num_states):
        best, edge_of_best = level.failure, UNKNOWN
        if graph.final[state]:
            best = level.success
        elif distance[state] != UNKNOWN and distance[state] <= level.left:
            first = graph.node[state, FIRST_EDGE]
            for at in range(graph.node[state, NUM_EDGES]):
                utility = mean(graph, first + at, later)
                if utility > best:
                    best = utility
                    edge_of_best = at
        now[state] = best
        if len(choice):
            choice[state] = edge_of_best


@entry
def flow_on(graph: Graph, choice: Shorts, flow: Flow, number: int, found: Floats) -> int:
    """Carry probabilities on by one action; return in how many states one may be then.

    What is in final states goes to `found[0]`, and what cannot go on is lost. The states now are
    left with probability 0.
    """
    following = 0
    for at in range(number):
        state = flow.active[at]
        mass = flow.now[state]
        flow.now[state] = 0.0
        if graph.final[state]:
            found[0] += mass
        elif mass > NEXT_TO_NOTHING and choice[state] != UNKNOWN:
            edge = graph.node[state, FIRST_EDGE] + choice[state]
            outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
            first = graph.edge[edge, FIRST_SLOT]
            for slot in range(first, end_of(graph, edge)):
                after = graph.successor[slot]
                if flow.after[after] == 0.0:
                    flow.following[following] = after
                    following += 1
                flow.after[after] += mass * graph.chance[outcome + slot - first]
    return following
