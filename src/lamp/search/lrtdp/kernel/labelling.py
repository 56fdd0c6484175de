"""Labels for nodes that are solved: procedure CheckSolved (Bonet and Geffner 2003).

A node is solved if all nodes that the greedy policy reaches from it have a residual of at most ε:

    residual(n) = min_a Q(n, a) − J(n),  with Q and J as in `backup`

If one has a larger residual, all of them are backed up instead, the last one first.
"""

from __future__ import annotations

from lamp.search.lrtdp.kernel.backup import gives_up, greedy_action, residual, update_node
from lamp.search.lrtdp.kernel.nodes import label_of, node_after, table_of
from lamp.search.lrtdp.kernel.records import (
    DONE,
    END,
    NEED_SUCCESSORS,
    SOLVED,
    TOLERANCE,
    Search,
)
from lamp.statespace.kernel import UNKNOWN
from lamp.util.compiling import compiled, inlined


@inlined
def is_expanded(search: Search, node: int) -> bool:
    """Whether the successors of a node are known; otherwise its state is noted as needed."""
    search.labelling.state = node >> 1
    return search.space.nodes[node >> 1].first_edge != UNKNOWN


@inlined
def label_path(search: Search) -> int:
    """Label the solved nodes of a rollout, from the last one back to one that is not solved."""
    labelling = search.labelling
    while labelling.length:
        node = labelling.path[labelling.length - 1]
        if label_of(search, node) != SOLVED:
            if not labelling.is_checking:
                labelling.open[0], labelling.is_listed[node] = node, 1
                labelling.num_open, labelling.num_closed = 1, 0
                labelling.has_residual = False
                labelling.is_checking = True
            if close_reachable(search) == NEED_SUCCESSORS:
                return NEED_SUCCESSORS
            labelling.is_checking = False
            label_or_update(search)
            if labelling.has_residual:
                break
        labelling.length -= 1
    return DONE


@compiled
def close_reachable(search: Search) -> int:
    """Close the nodes that the greedy policy reaches; do not go on from one with a residual."""
    labelling = search.labelling
    while labelling.num_open:
        node = labelling.open[labelling.num_open - 1]
        if not is_expanded(search, node):
            return NEED_SUCCESSORS
        labelling.num_open -= 1
        labelling.closed[labelling.num_closed] = node
        labelling.num_closed += 1
        greedy = greedy_action(search, node)
        if residual(search, node, greedy) > TOLERANCE:
            labelling.has_residual = True
        elif not gives_up(search.objective, node, greedy):
            open_successors(search, node, greedy.edge)
    return DONE


@inlined
def open_successors(search: Search, node: int, edge: int) -> None:
    """Open the nodes an edge leads to, unless they are solved or were open already."""
    task, space, labelling = search.task, search.space, search.labelling
    action, first = space.edges[edge].action, space.edges[edge].first_successor
    size = task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    for index in range(first, first + size):
        after = node_after(search, node, space.successors[index])
        if after == END or labelling.is_listed[after] or label_of(search, after) == SOLVED:
            continue
        labelling.open[labelling.num_open], labelling.is_listed[after] = after, 1
        labelling.num_open += 1


@compiled
def label_or_update(search: Search) -> None:
    """Label the closed nodes, if none has a residual; otherwise back them up, the last first."""
    labelling = search.labelling
    for index in range(labelling.num_closed - 1, -1, -1):
        node = labelling.closed[index]
        labelling.is_listed[node] = 0
        if labelling.has_residual:
            update_node(search, node, greedy_action(search, node))
        else:
            table_of(search, node).label[node >> 1] = SOLVED
