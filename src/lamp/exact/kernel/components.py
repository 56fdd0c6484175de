"""Strongly connected components, and the end components in them."""

from __future__ import annotations

from lamp.exact.kernel.graphs import end_of
from lamp.exact.kernel.records import STEPS, UNKNOWN, Components, DepthFirstSearch, Graph
from lamp.util.compiling import compiled, entry, inlined
from lamp.util.records import Int8s, Int32s


@entry
def find_components(
    graph: Graph, kept: Int8s, allowed: Int8s, search: DepthFirstSearch, component: Int32s
) -> bool:
    """Go on with numbering the components of the kept states by the allowed edges.

    Successors' components come first. Returned is whether all are numbered.
    """
    for _ in range(STEPS):
        if search.depth != UNKNOWN:
            follow(graph, kept, allowed, search, component)
        elif search.root == len(graph.final):
            return True
        else:
            if kept[search.root] and search.index[search.root] == UNKNOWN:
                enter(graph, search, search.root)
            search.root += 1
    return False


@compiled
def follow(
    graph: Graph, kept: Int8s, allowed: Int8s, search: DepthFirstSearch, component: Int32s
) -> None:
    """Look at the next successor of the last state on the path."""
    state = search.path[search.depth]
    after = next_successor(graph, allowed, search, search.depth)
    if after == UNKNOWN:
        leave(search, component, state)
        search.depth -= 1
        if search.depth != UNKNOWN:
            before = search.path[search.depth]
            search.low[before] = min(search.low[before], search.low[state])
    elif kept[after] and search.index[after] == UNKNOWN:
        enter(graph, search, after)
    elif kept[after] and component[after] == UNKNOWN:
        search.low[state] = min(search.low[state], search.index[after])


@inlined
def enter(graph: Graph, search: DepthFirstSearch, state: int) -> None:
    """Begin with a state."""
    search.depth += 1
    depth = search.depth
    search.index[state] = search.num_entered
    search.low[state] = search.num_entered
    search.num_entered += 1
    search.stack[search.height] = state
    search.height += 1
    search.path[depth] = state
    search.edge[depth] = graph.nodes[state].first_edge
    if graph.nodes[state].num_edges:
        search.successor[depth] = graph.edges[graph.nodes[state].first_edge].first_successor


@inlined
def next_successor(graph: Graph, allowed: Int8s, search: DepthFirstSearch, depth: int) -> int:
    """The next state after the last one on the path; UNKNOWN if there is none."""
    state = search.path[depth]
    last = graph.nodes[state].first_edge + graph.nodes[state].num_edges
    edge, slot = search.edge[depth], search.successor[depth]
    while edge < last and (not allowed[edge] or slot == end_of(graph, edge)):
        edge += 1
        if edge < last:
            slot = graph.edges[edge].first_successor
    search.edge[depth] = edge
    search.successor[depth] = slot + 1
    return graph.successors[slot] if edge < last else UNKNOWN


@inlined
def leave(search: DepthFirstSearch, component: Int32s, state: int) -> None:
    """End with a state: if it is the first of its component, the component is complete."""
    if search.low[state] == search.index[state]:
        while component[state] == UNKNOWN:
            search.height -= 1
            component[search.stack[search.height]] = search.num_components
        search.num_components += 1


@entry
def sort_by_component(states: Int32s, component: Int32s, indptr: Int32s, order: Int32s) -> None:
    """Write the states to `order` by component, otherwise in the order they come."""
    for position in range(len(states)):
        indptr[component[states[position]] + 1] += 1
    for number in range(len(indptr) - 1):
        indptr[number + 1] += indptr[number]
    for position in range(len(states)):
        number = component[states[position]]
        order[indptr[number]] = states[position]
        indptr[number] += 1
    for number in range(len(indptr) - 1, 0, -1):
        indptr[number] = indptr[number - 1]
    indptr[0] = 0


@entry
def remove_leaving_edges(
    graph: Graph, kept: Int8s, component: Int32s, inside: Int8s, first: int, last: int
) -> int:
    """Clear `inside` for edges of some states that may leave their component; return how many."""
    cleared = 0
    for state in range(first, last):
        for edge in range(
            graph.nodes[state].first_edge,
            graph.nodes[state].first_edge + graph.nodes[state].num_edges,
        ):
            if inside[edge]:
                stays = kept[state] != 0
                for slot in range(graph.edges[edge].first_successor, end_of(graph, edge)):
                    after = graph.successors[slot]
                    stays = stays and kept[after] and component[after] == component[state]
                inside[edge] = stays
                cleared += not stays
    return cleared


@entry
def chain_end_components(
    graph: Graph, component: Int32s, components: Components, first: Int32s
) -> None:
    """Chain the states of each end component; `first` has room for one state a component."""
    for state in range(len(graph.final) - 1, -1, -1):
        if component[state] != UNKNOWN:
            components.next_state[state] = first[component[state]]
            first[component[state]] = state
    for state in range(len(graph.final)):
        if component[state] != UNKNOWN:
            components.root[state] = first[component[state]]
