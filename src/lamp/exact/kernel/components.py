"""Strongly connected components, and the end components in them."""

from __future__ import annotations

from lamp.exact.kernel.graphs import end_of
from lamp.exact.kernel.records import UNKNOWN, Components, DepthFirstSearch, Graph
from lamp.util.compiling import entry, inlined
from lamp.util.records import Int8s, Int32s


@entry
def find_components(
    graph: Graph, kept: Int8s, allowed: Int8s, search: DepthFirstSearch, component: Int32s
) -> int:
    """Number the components of the kept states by the allowed edges, successors' first."""
    search.num_entered = search.height = search.num_components = 0
    for root in range(len(graph.final)):
        if kept[root] and search.index[root] == UNKNOWN:
            depth = 0
            enter(graph, search, root, depth)
            while depth >= 0:
                state = search.path[depth]
                after = next_successor(graph, allowed, search, depth)
                if after == UNKNOWN:
                    leave(search, component, state)
                    depth -= 1
                    if depth >= 0:
                        before = search.path[depth]
                        search.low[before] = min(search.low[before], search.low[state])
                elif kept[after] and search.index[after] == UNKNOWN:
                    depth += 1
                    enter(graph, search, after, depth)
                elif kept[after] and component[after] == UNKNOWN:
                    search.low[state] = min(search.low[state], search.index[after])
    return search.num_components


@inlined
def enter(graph: Graph, search: DepthFirstSearch, state: int, depth: int) -> None:
    """Enter a state: it is the last one on the path."""
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
    """Leave a state: if it is the first of its component, the component is complete."""
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
def remove_leaving_edges(graph: Graph, kept: Int8s, component: Int32s, inside: Int8s) -> int:
    """Clear `inside` for edges that may leave their component; return how many are left.

    The sign is negative if nothing was cleared.
    """
    left, cleared = 0, 0
    for state in range(len(graph.final)):
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
                left += stays
                cleared += not stays
    return left if cleared else -left


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
