"""Strongly connected components, and the end components in them."""

from __future__ import annotations

from lamp.exact.kernel.arrays import (
    FIRST_EDGE,
    FIRST_SLOT,
    FOUND,
    HEIGHT,
    NUM_EDGES,
    UNKNOWN,
    VISITED,
    Bytes,
    Graph,
    Ints,
    Parts,
    Walk,
)
from lamp.exact.kernel.graphs import end_of
from lamp.util.compiling import entry, inlined


@entry
def find_components(graph: Graph, kept: Bytes, allowed: Bytes, walk: Walk, component: Ints) -> int:
    """Number the components of the kept states by the allowed edges, successors' first."""
    walk.counts[:] = 0
    for root in range(len(graph.final)):
        if kept[root] and walk.entered[root] == UNKNOWN:
            depth = 0
            enter(graph, walk, root, depth)
            while depth >= 0:
                state = walk.path[depth]
                after = next_successor(graph, allowed, walk, depth)
                if after == UNKNOWN:
                    leave(walk, component, state)
                    depth -= 1
                    if depth >= 0:
                        before = walk.path[depth]
                        walk.low[before] = min(walk.low[before], walk.low[state])
                elif kept[after] and walk.entered[after] == UNKNOWN:
                    depth += 1
                    enter(graph, walk, after, depth)
                elif kept[after] and component[after] == UNKNOWN:
                    walk.low[state] = min(walk.low[state], walk.entered[after])
    return walk.counts[FOUND]


@inlined
def enter(graph: Graph, walk: Walk, state: int, depth: int) -> None:
    """Begin with a state."""
    walk.entered[state] = walk.counts[VISITED]
    walk.low[state] = walk.counts[VISITED]
    walk.counts[VISITED] += 1
    walk.stack[walk.counts[HEIGHT]] = state
    walk.counts[HEIGHT] += 1
    walk.path[depth] = state
    walk.edge[depth] = graph.node[state, FIRST_EDGE]
    if graph.node[state, NUM_EDGES]:
        walk.slot[depth] = graph.edge[graph.node[state, FIRST_EDGE], FIRST_SLOT]


@inlined
def next_successor(graph: Graph, allowed: Bytes, walk: Walk, depth: int) -> int:
    """The next state after the last one on the path; UNKNOWN if there is none."""
    state = walk.path[depth]
    last = graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES]
    edge, slot = walk.edge[depth], walk.slot[depth]
    while edge < last and (not allowed[edge] or slot == end_of(graph, edge)):
        edge += 1
        if edge < last:
            slot = graph.edge[edge, FIRST_SLOT]
    walk.edge[depth] = edge
    walk.slot[depth] = slot + 1
    return graph.successor[slot] if edge < last else UNKNOWN


@inlined
def leave(walk: Walk, component: Ints, state: int) -> None:
    """End with a state: if it is the first of its component, the component is complete."""
    if walk.low[state] == walk.entered[state]:
        while component[state] == UNKNOWN:
            walk.counts[HEIGHT] -= 1
            component[walk.stack[walk.counts[HEIGHT]]] = walk.counts[FOUND]
        walk.counts[FOUND] += 1


@entry
def sort_by_component(states: Ints, component: Ints, indptr: Ints, order: Ints) -> None:
    """Write the states to `order` by component, otherwise in the order they come."""
    for at in range(len(states)):
        indptr[component[states[at]] + 1] += 1
    for number in range(len(indptr) - 1):
        indptr[number + 1] += indptr[number]
    for at in range(len(states)):
        number = component[states[at]]
        order[indptr[number]] = states[at]
        indptr[number] += 1
    for number in range(len(indptr) - 1, 0, -1):
        indptr[number] = indptr[number - 1]
    indptr[0] = 0


@entry
def keep_inside(graph: Graph, kept: Bytes, component: Ints, inside: Bytes) -> int:
    """Clear `inside` for edges that may leave their component; return how many are left.

    The sign is negative if nothing was cleared.
    """
    left, cleared = 0, 0
    for state in range(len(graph.final)):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            if inside[edge]:
                stays = kept[state] != 0
                for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                    after = graph.successor[slot]
                    stays = stays and kept[after] and component[after] == component[state]
                inside[edge] = stays
                left += stays
                cleared += not stays
    return left if cleared else -left


@entry
def join(graph: Graph, component: Ints, parts: Parts, first: Ints) -> None:
    """Chain the states of each end component; `first` has room for one state a component."""
    for state in range(len(graph.final) - 1, -1, -1):
        if component[state] != UNKNOWN:
            parts.following[state] = first[component[state]]
            first[component[state]] = state
    for state in range(len(graph.final)):
        if component[state] != UNKNOWN:
            parts.root[state] = first[component[state]]
